#include "engine/fold/duplicate_guard.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace memfold {
namespace {

/// What the Guard calls words that only the incoming statement has.
constexpr std::string_view kNewWords = "words", kNegation = "negation", kName = "name";
/// From here on it is sure that two statements say the same.
constexpr double kSurelyDuplicate = 0.85;
/// Below it a pair is no duplicate anyway.
constexpr double kAskGuardFrom = 0.1;

bool is_value_change(const PropertyChange& change) {
  return change.change == ChangeKind::ValueChange;
}

/// Differences in a value, a name or a role. Other words for the same are no reason to keep a
/// repetition, whether they say anything new was judged; nor is what the known statement alone
/// says. "At most 30" and "no more than 30" differ in a "not" and a name may be spelt in another
/// script: a "not" or a name that one of them lacks counts where it is not sure that they say the
/// same.
std::vector<PropertyChange> blocking(std::vector<PropertyChange> differences, double duplicate) {
  std::erase_if(differences, [&](const PropertyChange& change) {
    if (is_value_change(change)) return false;
    if (change.property == kNewWords) return true;
    const bool sure = duplicate >= kSurelyDuplicate;
    if (change.property == kNegation) return sure;
    if (change.property == kName && sure) return true;
    return change.change == ChangeKind::Removal;
  });
  return differences;
}

}  // namespace

void rule_out_duplicate(OutcomeProbabilities& likely,
                        const std::function<std::vector<PropertyChange>()>& differences) {
  double& duplicate = likely[std::size_t(Outcome::Duplicate)];
  if (duplicate < kAskGuardFrom) return;
  const std::vector<PropertyChange> found = blocking(differences(), duplicate);
  if (found.empty()) return;
  const double rest = 1 - std::exchange(duplicate, 0);
  if (rest <= 0 || std::none_of(found.begin(), found.end(), is_value_change)) {
    likely[std::size_t(Outcome::Apart)] += 1 - rest;
  } else {
    for (double& one : likely) one /= rest;
  }
}

}  // namespace memfold
