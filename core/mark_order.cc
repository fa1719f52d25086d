#include "core/mark_order.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace memfold {
namespace {

/// Of shorter runs the order costs nothing; words of any language have but a few.
constexpr std::size_t kManyMarks = 32;

struct Mark {
  UChar32 character;
  std::uint8_t combining_class;
};

/// Some marks of class 0 are two of other classes in one (U+0F73).
bool is_mark(UChar32 c) {
  constexpr UChar32 kFirst = 0x0300, kIdeographs = 0x4E00, kLastSyllable = 0xD7A3;
  if (c < kFirst || (c >= kIdeographs && c <= 0x9FFF) || (c >= 0xAC00 && c <= kLastSyllable)) {
    return false;
  }
  return u_getIntPropertyValue(c, UCHAR_LEAD_CANONICAL_COMBINING_CLASS) != 0;
}

void append(UChar32 c, std::string& text) {
  std::uint8_t bytes[U8_MAX_LENGTH];
  std::int32_t length = 0;
  U8_APPEND_UNSAFE(bytes, length, c);
  text.append(reinterpret_cast<const char*>(bytes), std::size_t(length));
}

void decompose(UChar32 c, const icu::Normalizer2& nfd, std::vector<Mark>& marks) {
  icu::UnicodeString parts;
  if (!nfd.getDecomposition(c, parts)) parts = icu::UnicodeString(c);
  for (std::int32_t i = 0; i < parts.length(); i = parts.moveIndex32(i, 1)) {
    marks.push_back({parts.char32At(i), u_getCombiningClass(parts.char32At(i))});
  }
}

}  // namespace

bool has_many_marks(std::string_view text) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto length = static_cast<std::int32_t>(text.size());
  std::size_t count = 0;
  for (std::int32_t i = 0; i < length && count < kManyMarks;) {
    UChar32 c;
    U8_NEXT(bytes, i, length, c);
    count = is_mark(c) ? count + 1 : 0;
  }
  return count >= kManyMarks;
}

std::string in_canonical_order(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* nfd = icu::Normalizer2::getNFDInstance(status);
  if (U_FAILURE(status)) return std::string(text);  // nor will it be normalised
  std::string ordered;
  ordered.reserve(text.size());
  std::vector<Mark> marks;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto length = static_cast<std::int32_t>(text.size());
  std::int32_t run = 0;  // where it began
  std::size_t count = 0;
  const auto end_run = [&](std::int32_t end) {
    if (count < kManyMarks) {
      ordered.append(text.substr(std::size_t(run), std::size_t(end - run)));
    } else {
      marks.clear();
      for (std::int32_t i = run; i < end;) {
        UChar32 c;
        U8_NEXT(bytes, i, length, c);
        decompose(c, *nfd, marks);
      }
      std::ranges::stable_sort(marks, {}, &Mark::combining_class);
      for (const Mark& mark : marks) append(mark.character, ordered);
    }
    run = end;
    count = 0;
  };
  for (std::int32_t i = 0; i < length;) {
    const std::int32_t begin = i;
    UChar32 c;
    U8_NEXT(bytes, i, length, c);
    if (is_mark(c)) {
      ++count;
      continue;
    }
    end_run(begin);
    ordered.append(text.substr(std::size_t(begin), std::size_t(i - begin)));
    run = i;
  }
  end_run(length);
  return ordered;
}

}  // namespace memfold
