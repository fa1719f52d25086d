#include "engine/page_cursor.h"

#include <charconv>

#include "memfold/error.h"

namespace memfold {
namespace {

/// Takes a whole number and the dot behind it, if there is one, off `rest`.
template <typename T>
bool take_number(std::string_view& rest, T& value) {
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  if (error != std::errc()) return false;
  rest.remove_prefix(std::size_t(end - rest.data()));
  if (!rest.empty() && rest.front() != '.') return false;
  rest.remove_prefix(rest.empty() ? 0 : 1);
  return true;
}

}  // namespace

std::uint64_t query_mark(Sha256&& hash) {
  const Sha256::Digest digest = hash.finish();
  std::uint64_t mark = 0;
  for (std::size_t i = 0; i < sizeof mark; ++i) mark = mark << 8 | digest[i];
  return mark;
}

std::string encode_cursor(std::uint64_t mark, std::span<const std::int64_t> place) {
  std::string cursor = std::to_string(mark);
  for (const std::int64_t one : place) cursor += "." + std::to_string(one);
  return cursor;
}

void decode_cursor(std::string_view cursor, std::uint64_t mark, std::span<std::int64_t> place) {
  std::uint64_t own = 0;
  bool whole = take_number(cursor, own) && own == mark;
  for (std::int64_t& one : place) whole = whole && take_number(cursor, one);
  if (whole && cursor.empty()) return;
  throw Error(ErrorCode::InvalidArgument,
              "the cursor does not belong to this query; start again without one");
}

}  // namespace memfold
