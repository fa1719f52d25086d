#include "memfold/category.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>

#include "core/text.h"
#include "memfold/error.h"

namespace memfold {
namespace {

/// Controls, and the two characters that end lines without being one.
bool is_control(UChar32 c) {
  const auto type = u_charType(c);
  return type == U_CONTROL_CHAR || type == U_LINE_SEPARATOR || type == U_PARAGRAPH_SEPARATOR;
}

/// `name` is valid UTF-8.
bool has_control(std::string_view name) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(name.data());
  const auto length = static_cast<std::int32_t>(name.size());
  for (std::int32_t i = 0; i < length;) {
    UChar32 c;
    U8_NEXT_UNSAFE(bytes, i, c);
    if (is_control(c)) return true;
  }
  return false;
}

/// `name` is valid UTF-8 and not empty.
bool has_space_at_an_end(std::string_view name) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(name.data());
  std::int32_t begin = 0, end = static_cast<std::int32_t>(name.size());
  UChar32 first, last;
  U8_NEXT_UNSAFE(bytes, begin, first);
  U8_PREV_UNSAFE(bytes, end, last);
  return u_isUWhiteSpace(first) || u_isUWhiteSpace(last);
}

/// What is wrong with a name; `composed` becomes it in NFC where nothing is.
std::string check(std::string_view name, std::string& composed) {
  if (name.empty()) return "must not be empty";
  // NFC leaves a third of a text or more: what is longer need not be composed to be refused.
  if (name.size() <= 3 * kMaxCategoryBytes) {
    if (!is_valid_utf8(name)) return "must be valid UTF-8";
    composed = to_nfc(name);
  }
  if (const std::size_t size = composed.empty() ? name.size() : composed.size();
      size > kMaxCategoryBytes) {
    return "must have at most " + std::to_string(kMaxCategoryBytes) + " bytes (in NFC), not " +
           std::to_string(size);
  }
  if (has_control(composed)) return "must not hold control characters or line ends";
  if (has_space_at_an_end(composed)) return "must not begin or end with white space";
  return {};
}

}  // namespace

std::string Category::wrong_name(std::string_view name) {
  std::string composed;
  return check(name, composed);
}

Category Category::named(std::string_view name) {
  std::string composed;
  if (const std::string wrong = check(name, composed); !wrong.empty()) {
    throw Error(ErrorCode::InvalidArgument, "the name of a category " + wrong);
  }
  const auto built_in = all_names<Kind>();
  const auto known = std::find(built_in.begin(), built_in.end(), composed);
  if (known != built_in.end()) return static_cast<Kind>(known - built_in.begin());
  Category own;
  own.own_ = std::move(composed);
  return own;
}

}  // namespace memfold
