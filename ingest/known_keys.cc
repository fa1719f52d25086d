#include "ingest/known_keys.h"

#include <algorithm>
#include <vector>

#include "core/text.h"

namespace memfold::ingest {
namespace {

constexpr std::size_t kMaxShownKey = 64;

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest_key(std::string_view unknown, std::span<const std::string_view> known) {
  std::string_view best;
  std::size_t best_distance = std::max<std::size_t>(2, unknown.size() / 3) + 1;
  for (std::string_view key : known) {
    const std::size_t distance = edit_distance(unknown, key);
    if (distance < best_distance) {
      best_distance = distance;
      best = key;
    }
  }
  return std::string(best);
}

std::string unknown_key_problem(std::string_view unknown, std::span<const std::string_view> known) {
  const std::string shown(cut_at_word(unknown, kMaxShownKey));
  const std::string nearest = nearest_key(shown, known);
  return "unknown key " + shown + (nearest.empty() ? "" : "; did you mean " + nearest + "?");
}

}  // namespace memfold::ingest
