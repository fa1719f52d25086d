// Any bytes as a source of any form: read or refused, never a crash; what is read is sound.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "core/text.h"
#include "memfold/error.h"
#include "memfold/source_reader.h"

namespace {

using namespace memfold;  // NOLINT: one small file

constexpr int kForms = 6;

void check(bool good) {
  if (!good) std::abort();
}

void check_message(const Message& message, const SourceReading& reading) {
  for (const std::string* text : {&message.id, &message.thread_id, &message.subject, &message.body,
                                  &message.quoted, &message.from.name, &message.from.address}) {
    check(is_valid_utf8(*text));
  }
  check(message.forwarded.empty());
  check(message.to.size() <= 1000 && reading.participants.size() <= 1000);
}

void check_form(SourceForm form, std::string_view bytes) {
  static const auto reader = builtin_source_reader(
      {.max_bytes = kMaxRawBytes, .max_line_bytes = 4096, .max_turns = 200, .max_depth = 8});
  Source source;
  source.form = form;
  source.source_id = "s";
  source.raw = bytes;
  source.received_at = {1'772'000'000 * kMicrosPerSecond};
  try {
    const SourceReading reading = reader->read(source);
    check(!reading.messages.empty() && reading.messages.size() <= 300);
    check(is_valid_utf8(reading.text) && is_valid_utf8(reading.title));
    for (const Message& message : reading.messages) check_message(message, reading);
    if (form == SourceForm::Email) return;
    for (std::size_t i = 1; i < reading.messages.size(); ++i) {
      check(reading.messages[i - 1].date <= reading.messages[i].date);
      check(reading.messages[i - 1].id != reading.messages[i].id);
    }
  } catch (const Error& refused) {
    check(refused.code() == ErrorCode::InvalidArgument && is_valid_utf8(refused.what()));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (int form = 0; form < kForms; ++form) check_form(static_cast<SourceForm>(form), bytes);
  const SourceForm guess = guess_form("file", bytes);
  check(static_cast<int>(guess) < kForms);
  return 0;
}
