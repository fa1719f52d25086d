// Any bytes as lines of facts: each line ends in one outcome, what is read is sound.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "core/text.h"
#include "ingest/fact_reader.h"

namespace {

using namespace memfold;          // NOLINT: one small file
using namespace memfold::ingest;  // NOLINT

class Bytes final : public ByteSource {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}
  std::size_t read(char* buffer, std::size_t size) override {
    const std::size_t count = bytes_.copy(buffer, std::min<std::size_t>(size, 37));
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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto reader = read_facts(std::make_unique<Bytes>(bytes), "fuzz",
                                 {.default_user = {}, .max_line_bytes = 2048});
  const std::uint64_t lines = std::uint64_t(std::count(bytes.begin(), bytes.end(), '\n')) + 1;
  std::variant<Fact, RejectedLine> outcome;
  std::uint64_t before = 0;
  while (reader->next(outcome)) {
    check(reader->line() > before && reader->line() <= lines && reader->offset() <= size);
    before = reader->line();
    if (const Fact* fact = std::get_if<Fact>(&outcome)) {
      check(!fact->user.empty() && !fact->content.empty());
      check(is_valid_utf8(fact->content) && is_valid_utf8(fact->user));
      check(!fact->importance || (*fact->importance >= 0 && *fact->importance <= 1));
    } else {
      check(!std::get<RejectedLine>(outcome).reason.empty());
    }
  }
  return 0;
}
