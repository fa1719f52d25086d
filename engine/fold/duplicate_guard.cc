#include "engine/fold/duplicate_guard.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "memfold/models.h"

namespace memfold {
namespace {

/// What the Guard calls words that only the incoming statement has.
constexpr std::string_view kNewWords = "words", kNegation = "negation";
/// Values that are read for certain however they are told.
constexpr std::array<std::string_view, 7> kCertain = {
    "money", "id", "version", "percent", "year", "time", Guard::kSubjectLineProperty};
/// From here on it is sure that two statements say the same.
constexpr double kSurelyDuplicate = 0.8;
/// Statements that share so many of their words are told alike: what differs was not reworded.
constexpr double kToldAlike = 0.6;

bool is_value_change(const PropertyChange& change) {
  return change.change == ChangeKind::ValueChange;
}

bool is_of_another_thing(const PropertyChange& change) {
  return change.property == Guard::kSubjectLineProperty;
}

bool is_certain(const PropertyChange& change) {
  return is_value_change(change) &&
         std::find(kCertain.begin(), kCertain.end(), change.property) != kCertain.end();
}

/// Other words for the same are no reason to keep a repetition; whether they say anything new was
/// judged. Nor is what the known statement alone says, but for a "not". All else counts, except
/// where it is sure that the same is told in other words: there "12/5" beside "5 December" or "no
/// more than" beside "at most" look like differences. A certain value counts there too.
std::vector<PropertyChange> blocking(std::vector<PropertyChange> differences,
                                     const Judgement& judgement) {
  const double duplicate = judgement.likely[std::size_t(Outcome::Duplicate)];
  const bool told_alike = judgement.words_shared >= kToldAlike;
  std::erase_if(differences, [&](const PropertyChange& change) {
    if (is_value_change(change)) {
      return !told_alike && duplicate >= kSurelyDuplicate && !is_certain(change);
    }
    if (change.property == kNewWords) return true;
    if (!told_alike && duplicate >= kSurelyDuplicate) return true;
    return change.change == ChangeKind::Removal && change.property != kNegation;
  });
  return differences;
}

}  // namespace

void heed_guard(Judgement& judgement, std::vector<PropertyChange> differences) {
  OutcomeProbabilities& likely = judgement.likely;
  double& duplicate = likely[std::size_t(Outcome::Duplicate)];
  if (differences.empty()) {
    for (const Outcome says_more : {Outcome::Merge, Outcome::Update}) {
      duplicate += std::exchange(likely[std::size_t(says_more)], 0);
    }
    return;
  }
  const std::vector<PropertyChange> found = blocking(std::move(differences), judgement);
  if (found.empty()) return;
  if (std::any_of(found.begin(), found.end(), is_of_another_thing)) {
    likely = {};
    likely[std::size_t(Outcome::Apart)] = 1;
    return;
  }
  const double rest = 1 - std::exchange(duplicate, 0);
  if (rest <= 0 || std::none_of(found.begin(), found.end(), is_value_change)) {
    likely[std::size_t(Outcome::Apart)] += 1 - rest;
  } else {
    for (double& one : likely) one /= rest;
  }
}

}  // namespace memfold
