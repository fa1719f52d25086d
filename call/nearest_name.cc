#include "call/nearest_name.h"

#include <algorithm>
#include <vector>

namespace memfold::call {
namespace {

constexpr std::size_t kLongestCompared = 100;
constexpr std::size_t kShortestAbbreviation = 5;

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = a[i - 1] == b[j - 1];
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

namespace {

/// How far `wanted` is from meaning `candidate`; nothing when it means something else.
std::optional<std::size_t> misspelling(std::string_view wanted, std::string_view candidate) {
  const bool is_tail = candidate.ends_with(wanted) && candidate.size() > wanted.size() &&
                       candidate[candidate.size() - wanted.size() - 1] == '.';
  if (is_tail) return 1;
  const std::size_t whole = edit_distance(wanted, candidate);
  const std::size_t longer = std::max(wanted.size(), candidate.size());
  if (whole <= std::max<std::size_t>(1, longer / 3)) return whole;
  if (wanted.size() < kShortestAbbreviation) return std::nullopt;
  const std::size_t beginning = edit_distance(wanted, candidate.substr(0, wanted.size() + 1));
  if (beginning <= wanted.size() / 3) return beginning + 1;
  return std::nullopt;
}

}  // namespace

std::optional<std::string> nearest_name(std::string_view wanted,
                                        std::span<const std::string> known) {
  if (wanted.empty() || wanted.size() > kLongestCompared) return std::nullopt;
  std::optional<std::string> best;
  std::size_t best_distance = 0;
  for (const std::string& candidate : known) {
    const std::optional<std::size_t> distance = misspelling(wanted, candidate);
    if (!distance || (best && *distance >= best_distance)) continue;
    best = candidate;
    best_distance = *distance;
  }
  return best;
}

std::string suggestion(std::string_view wanted, std::span<const std::string> known) {
  const std::optional<std::string> nearest = nearest_name(wanted, known);
  return nearest ? "; did you mean " + *nearest + "?" : "";
}

}  // namespace memfold::call
