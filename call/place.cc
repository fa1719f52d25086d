#include "call/place.h"

#include "call/nearest_name.h"
#include "core/text.h"
#include "memfold/error.h"

namespace memfold::call {
namespace {

/// Of a key that came from outside and is no known one.
constexpr std::size_t kMaxShownKey = 64;

}  // namespace

std::string Place::text() const {
  if (above == nullptr) return {};
  const std::string outer = above->text();
  if (key.empty()) return outer + "[" + std::to_string(item) + "]";
  return outer.empty() ? std::string(key) : outer + "." + std::string(key);
}

void refuse(const Place& place, const std::string& problem) {
  const std::string where = place.text();
  throw Error(ErrorCode::InvalidArgument, (where.empty() ? "the request" : where) + " " + problem);
}

void refuse_key(const Place& place, std::string_view key, std::span<const std::string> known) {
  const std::string shown(cut_at_word(key, kMaxShownKey));
  const std::string where = place.text();
  throw Error(ErrorCode::InvalidArgument, (where.empty() ? "" : where + ": ") + "unknown key " +
                                              shown + suggestion(shown, known));
}

}  // namespace memfold::call
