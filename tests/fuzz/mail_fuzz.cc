// Any bytes as a mail: parse, take the author's text, extract. Nothing may crash, hang, leak or
// give invalid UTF-8.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "core/name_forms.h"
#include "core/text.h"
#include "ingest/byte_source.h"
#include "ingest/mail_parser.h"
#include "ingest/mbox_reader.h"
#include "memfold/models.h"

namespace {

using namespace memfold;          // NOLINT: one small file
using namespace memfold::ingest;  // NOLINT

class Bytes final : public ByteSource {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}
  std::size_t read(char* buffer, std::size_t size) override {
    const std::size_t count = bytes_.copy(buffer, size);
    bytes_.remove_prefix(count);
    return count;
  }
  std::uint64_t stored_bytes_read() const override { return 0; }
  std::uint64_t stored_bytes_total() const override { return 0; }

 private:
  std::string_view bytes_;
};

void check(bool good) {
  if (!good) std::abort();
}

void check_message(const Message& message, const Extractor& extractor) {
  for (const std::string* text :
       {&message.id, &message.thread_id, &message.subject, &message.body, &message.quoted,
        &message.signature, &message.from.name, &message.from.address, &message.list_id}) {
    check(is_valid_utf8(*text));
  }
  for (const Message& original : message.forwarded) check_message(original, extractor);
  const std::vector<Fact> facts = extractor.extract(message);
  for (const Fact& fact : facts) {
    check(is_valid_utf8(fact.content));
    check(!fact.content.empty() && fact.content.size() <= kMaxContentBytes);
  }
  const MentionSet mentioned = extractor.mentions(message, facts);
  for (const Mention& mention : mentioned.mentions) {
    check(!mention.name.empty() && is_valid_utf8(mention.name));
    check(!match_keys(mention.kind, mention.name, mention.type, mention.aliases).empty());
  }
  for (const MentionedRelation& relation : mentioned.relations) {
    check(relation.from < mentioned.mentions.size() && relation.to < mentioned.mentions.size());
  }
}

void check_mail(const RawMessage& raw, const Extractor& extractor) {
  const ParsedMail mail = parse_mail(raw);
  if (mail.broken.empty()) check_message(mail.message, extractor);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::shared_ptr<const Extractor> extractor = builtin_extractor();
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  RawMessage raw;
  raw.bytes = bytes;
  check_mail(raw, *extractor);
  MailReadOptions options;
  options.max_message_bytes = 4096;
  const auto reader = read_mbox(std::make_unique<Bytes>(bytes), "fuzz", options);
  std::uint64_t offset = 0;
  while (reader->next(raw)) {
    check(raw.offset >= offset && raw.end >= raw.offset && raw.end <= size);
    check(raw.bytes.size() <= options.max_message_bytes);
    offset = raw.end;
    if (raw.broken.empty()) check_mail(raw, *extractor);
  }
  return 0;
}
