#include "core/bare_text.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <cstdint>

#include "core/text.h"

namespace memfold {
namespace {

bool says_something(UChar32 c) {
  constexpr UChar32 kReplacement = 0xFFFD;  // of what was no UTF-8
  if (c == kReplacement) return false;
  const auto category = u_charType(c);
  return u_isalnum(c) || category == U_NON_SPACING_MARK || category == U_COMBINING_SPACING_MARK ||
         category == U_CURRENCY_SYMBOL || category == U_OTHER_SYMBOL;
}

}  // namespace

std::string bare_text(std::string_view text) {
  const std::string folded = fold_case(fold_width(to_valid_utf8(text)));
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(folded.data());
  const auto size = static_cast<std::int32_t>(folded.size());
  std::string bare;
  for (std::int32_t at = 0; at < size;) {
    const std::int32_t begin = at;
    UChar32 c = 0;
    U8_NEXT(bytes, at, size, c);
    if (c >= 0 && says_something(c))
      bare.append(folded, std::size_t(begin), std::size_t(at - begin));
  }
  return bare;
}

}  // namespace memfold
