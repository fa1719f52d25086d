// The built-in Guard: what must agree before a statement may be skipped.
#include <algorithm>

#include "memfold/models.h"
#include "models/analyst/differences.h"
#include "models/analyst/overlap.h"
#include "models/analyst/reading_cache.h"
#include "models/analyst/reversal.h"

namespace memfold {
namespace {

class RuleGuard final : public Guard {
 public:
  std::vector<PropertyChange> differences(const Statement& existing,
                                          const Statement& incoming) const override {
    const bool elsewhere = !existing.subject.empty() && !incoming.subject.empty() &&
                           existing.subject != incoming.subject;
    const bool same = existing.content == incoming.content;
    if (same && existing.occurred_at == incoming.occurred_at && !elsewhere) return {};
    const auto before = readings_.read(existing), after = readings_.read(incoming);
    if (elsewhere && names_nothing(*after)) return {other_subject_line(existing, incoming)};
    if (same && existing.occurred_at == incoming.occurred_at) return {};
    std::vector<PropertyChange> changes;
    for (const models::Difference& difference : models::differences(*before, *after)) {
      changes.push_back(models::property_change(difference));
    }
    if (changes.empty()) add_new_words(*before, *after, changes);
    if (changes.empty() && existing.content != incoming.content) {
      add_turn(*before, *after, changes);
    }
    return changes;
  }

 private:
  /// Asked about the likeliest few of what was compared.
  static constexpr std::size_t kReadingsBytes = 1 << 20;

  /// "Applied, thanks." What it is about its subject line alone says.
  static bool names_nothing(const models::Reading& reading) {
    return reading.context_end == 0 &&
           std::none_of(reading.words.begin(), reading.words.end(),
                        [](const models::Word& word) { return word.weight > 0; }) &&
           std::none_of(reading.values.begin(), reading.values.end(),
                        [](const models::Value& value) { return models::identifies(value); });
  }

  static PropertyChange other_subject_line(const Statement& existing, const Statement& incoming) {
    PropertyChange change;
    change.property = kSubjectLineProperty;
    change.old_value = existing.subject;
    change.new_value = incoming.subject;
    change.change = ChangeKind::ValueChange;
    return change;
  }

  /// The same values with something more to say: skipping it would lose that.
  static void add_new_words(const models::Reading& before, const models::Reading& after,
                            std::vector<PropertyChange>& changes) {
    const models::Overlap overlap = models::overlap(before, after);
    if (overlap.extra_incoming == 0) return;
    PropertyChange change;
    change.property = "words";
    change.change = ChangeKind::Addition;
    for (const models::Word* word : overlap.new_words) {
      change.new_value += (change.new_value.empty() ? "" : " ") + word->stem;
    }
    changes.push_back(std::move(change));
  }

  /// The same words, and they say something else.
  static void add_turn(const models::Reading& before, const models::Reading& after,
                       std::vector<PropertyChange>& changes) {
    auto contrast = models::find_reversal(before, after);
    if (!contrast) contrast = models::other_signs(before, after);
    if (!contrast) contrast = models::limited(before, after);
    if (!contrast) return;
    PropertyChange change;
    change.property = "words";
    change.old_value = contrast->before;
    change.new_value = contrast->after;
    change.change = ChangeKind::ValueChange;
    changes.push_back(std::move(change));
  }

  const models::ReadingCache readings_{kReadingsBytes};
};

}  // namespace

std::shared_ptr<const Guard> builtin_guard() {
  return std::make_shared<RuleGuard>();
}

}  // namespace memfold
