#include "ingest/reply_header.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/text.h"
#include "ingest/author_patterns.h"

namespace memfold::ingest {
namespace {

constexpr std::size_t kMaxNameBytes = 40;  // of "Name:"; a letter may take three bytes
constexpr std::size_t kMaxBlockLines = 7;
constexpr std::size_t kMinBlockLines = 4;
constexpr std::size_t kMinDashes = 8;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool starts_ignoring_case(std::string_view text, std::string_view lower_prefix) {
  return text.size() >= lower_prefix.size() &&
         std::equal(lower_prefix.begin(), lower_prefix.end(), text.begin(),
                    [](char a, char b) { return a == ascii_lower(b); });
}

template <std::size_t N>
bool starts_with_name(std::string_view content, const std::array<std::string_view, N>& names) {
  while (!content.empty() && (content.front() == '*' || content.front() == ' ')) {
    content.remove_prefix(1);  // bold marks around the name
  }
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
    if (starts_ignoring_case(content, name)) return true;
    // "From :" and "From*:"
    const std::string_view bare = name.substr(0, name.size() - 1);
    return starts_ignoring_case(content, bare) && content.size() > bare.size() + 1 &&
           (content[bare.size()] == ' ' || content[bare.size()] == '*') &&
           content[bare.size() + 1] == ':';
  });
}

/// "Name: value" or "Name:value" with the colon of any script.
bool is_named_value(std::string_view content) {
  const std::size_t plain = content.find(':'), wide = content.find("\uFF1A");
  const std::size_t colon = std::min(plain, wide);
  if (colon == std::string_view::npos || colon == 0 || colon > kMaxNameBytes) return false;
  return content.substr(0, colon).find_first_of("0123456789@<>\"") == std::string_view::npos &&
         std::count(content.begin(), content.begin() + std::ptrdiff_t(colon), ' ') <= 3;
}

/// A year or a day with a clock: "28 October 2021 12:06", "2021-10-28 12.06".
bool has_date_and_clock(std::string_view content) {
  bool year = false, clock = false;
  for (std::size_t i = 0; i + 3 < content.size(); ++i) {
    if (!is_digit(content[i])) continue;
    const bool digits = is_digit(content[i + 1]) && is_digit(content[i + 2]);
    year = year || (digits && is_digit(content[i + 3]) &&
                    (content.substr(i, 2) == "19" || content.substr(i, 2) == "20"));
    const bool mark = content[i + 1] == ':' || content[i + 1] == '.';
    clock = clock || (mark && is_digit(content[i + 2]) && is_digit(content[i + 3]));
  }
  return year && clock;
}

/// A block of headers in whatever language.
bool looks_like_header_block(const std::vector<MailLine>& lines, std::size_t at) {
  std::size_t count = 0, addresses = 0, dates = 0;
  for (std::size_t i = at; i < lines.size() && count < kMaxBlockLines; ++i) {
    if (lines[i].kind == LineKind::Quoted || !is_named_value(lines[i].content)) break;
    ++count;
    addresses += lines[i].content.find('@') != std::string_view::npos ? 1 : 0;
    dates += has_date_and_clock(lines[i].content) ? 1 : 0;
  }
  return count >= kMinBlockLines && addresses >= 2 && dates >= 1;
}

/// "-------- words --------" with headers right below it.
bool is_divider(const std::vector<MailLine>& lines, std::size_t at) {
  const std::string_view content = lines[at].content;
  const std::size_t first = content.find_first_not_of('-'), last = content.find_last_not_of('-');
  if (first == std::string_view::npos || first < kMinDashes ||
      content.size() - 1 - last < kMinDashes) {
    return false;
  }
  std::size_t named = 0, addresses = 0;
  for (std::size_t i = at + 1; i < lines.size() && i <= at + kMaxBlockLines; ++i) {
    named += is_named_value(lines[i].content) ? 1 : 0;
    addresses += lines[i].content.find('@') != std::string_view::npos ? 1 : 0;
  }
  return named >= 3 && addresses >= 1;
}

bool starts_known_block(const std::vector<MailLine>& lines, std::size_t at) {
  if (!starts_with_name(lines[at].content, kSenderNames)) return false;
  int others = 0;
  for (std::size_t i = at + 1; i < lines.size() && i <= at + 4; ++i) {
    if (starts_with_name(lines[i].content, kOtherNames)) ++others;
  }
  return others >= 2;
}

}  // namespace

bool starts_reply_header(const std::vector<MailLine>& lines, std::size_t at) {
  if (lines[at].content.empty()) return false;
  if (lines[at].content.front() == '-') return is_divider(lines, at);
  if (!is_named_value(lines[at].content)) return false;
  return starts_known_block(lines, at) || looks_like_header_block(lines, at);
}

}  // namespace memfold::ingest
