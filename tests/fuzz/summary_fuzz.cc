// Any bytes as texts, divided at 0xff: the built-in Summarizer keeps its promises. The first byte
// says how many sentences are asked for.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "core/text.h"
#include "memfold/models.h"

namespace {

using namespace memfold;  // NOLINT: one small file

void check(bool good) {
  if (!good) std::abort();
}

std::vector<std::string_view> divided(std::string_view bytes) {
  std::vector<std::string_view> texts;
  while (true) {
    const std::size_t end = bytes.find('\xff');
    texts.push_back(bytes.substr(0, end));
    if (end == std::string_view::npos) return texts;
    bytes.remove_prefix(end + 1);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto summarizer = builtin_summarizer();
  if (size < 1) return 0;
  const std::vector<std::string_view> texts =
      divided({reinterpret_cast<const char*>(data) + 1, size - 1});
  const std::size_t sentences = data[0] % 8;
  const std::string summary = summarizer->summarise(texts, sentences);
  check(is_valid_utf8(summary));
  check(summary == summarizer->summarise(texts, sentences));
  check(sentences > 0 || summary.empty());
  for (const std::string_view text : texts) {
    const std::vector<std::string> keywords = summarizer->keywords(text, 8);
    check(keywords.size() <= 8);
    for (const std::string& keyword : keywords) {
      check(!keyword.empty() && is_valid_utf8(keyword));
      check(std::count(keyword.begin(), keyword.end(), ' ') <= 2);
    }
  }
  return 0;
}
