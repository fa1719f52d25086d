// Which difference, if any, makes two statements be about different things.
#include <algorithm>

#include "models/analyst/head.h"
#include "models/analyst/verdict.h"
#include "models/language/lexicon.h"

namespace memfold::models {
namespace {

/// Types whose values tell members of a series apart, the most telling first.
constexpr ValueType kDiscriminators[] = {ValueType::Id,   ValueType::Quarter, ValueType::Ordinal,
                                         ValueType::Year, ValueType::Version, ValueType::Date};

bool discriminates(const Value& value) {
  if (value.type != ValueType::Date) return true;
  return value.date.day == 0 && value.date.weekday == 0 && value.date.month != 0;
}

const Value* first_of(const Reading& reading, ValueType type, const Value* like) {
  for (const Value& value : reading.values) {
    if (value.type != type || value.previous || !discriminates(value)) continue;
    const bool series = type == ValueType::Ordinal || type == ValueType::Quarter;
    if (like != nullptr && series && value.unit != like->unit) continue;
    return &value;
  }
  return nullptr;
}

bool has_same(const Reading& reading, const Value& value) {
  return std::any_of(reading.values.begin(), reading.values.end(), [&](const Value& other) {
    return other.type == value.type && same_value(other, value);
  });
}

/// A telephone number or the like: digits that are a property, not the name of a thing.
bool only_digits(const Value& value) {
  return std::none_of(value.normal.begin(), value.normal.end(),
                      [](char c) { return (c >= 'a' && c <= 'z') || c == '#'; });
}

/// "The priority is P3", "... is now P1": grades said of a subject that both name before.
bool said_of_subject(const Evidence& evidence, const Value& before, const Value& after) {
  constexpr std::size_t kLongestGrade = 3;
  if (std::max(before.normal.size(), after.normal.size()) > kLongestGrade) return false;
  if (before.first_token < evidence.existing_head || after.first_token < evidence.incoming_head) {
    return false;
  }
  const auto& words = evidence.existing.words;
  return !before.attributive && !after.attributive &&
         std::any_of(words.begin(), words.end(), [&](const Word& word) {
           return word.last < evidence.existing_head && word.weight == kFullWeight &&
                  evidence.incoming.mentions(word.stem);
         });
}

bool is_conflict(const Evidence& evidence, const Value& before, const Value& after) {
  if (same_value(before, after)) return false;
  if (before.type == ValueType::Id) {
    const bool shared = has_same(evidence.incoming, before) || has_same(evidence.existing, after);
    const bool contact = only_digits(before) && only_digits(after) && !after.attributive;
    return !shared && !contact && !said_of_subject(evidence, before, after);
  }
  if (before.type == ValueType::Ordinal) return true;
  const bool replaces = (evidence.incoming.flags & kReplace) != 0 && !after.attributive;
  return !replaces && (before.attributive || after.attributive);
}

std::optional<Difference> series_conflict(const Evidence& evidence) {
  for (const ValueType type : kDiscriminators) {
    const Value* before = first_of(evidence.existing, type, nullptr);
    const Value* after = before ? first_of(evidence.incoming, type, before) : nullptr;
    if (after != nullptr && is_conflict(evidence, *before, *after)) {
      return Difference{type, before, after, ChangeKind::ValueChange};
    }
  }
  return std::nullopt;
}

/// Names tell subjects apart unless the statements are about who or where.
std::optional<Difference> name_conflict(const Evidence& evidence) {
  const auto both = evidence.existing.flags & evidence.incoming.flags;
  const bool property =
      (both & (kOwner | kVenue)) != 0 || (evidence.incoming.flags & kReplace) != 0;
  if (property) return std::nullopt;
  for (const Difference& difference : evidence.differences) {
    if (difference.type == ValueType::Name && difference.change == ChangeKind::ValueChange) {
      return difference;
    }
  }
  return std::nullopt;
}

/// The full-weight word right before a word with this stem, unless it carries a particle.
const Word* modifier_of(const Reading& reading, std::string_view head) {
  for (std::size_t w = 1; w < reading.words.size(); ++w) {
    const Word& word = reading.words[w];
    const Word& before = reading.words[w - 1];
    if (word.stem != head || before.last + 1 != word.first) continue;
    if (before.weight == kFullWeight && before.flags == 0 && before.bare) return &before;
  }
  return nullptr;
}

/// Different modifiers of one head, while figures differ too: two members of a kind.
void find_modifiers(Evidence& evidence) {
  constexpr std::size_t kMostWords = 64;  // a rule for short statements
  if ((evidence.incoming.flags & kReplace) != 0) return;
  if (std::max(evidence.incoming.words.size(), evidence.existing.words.size()) > kMostWords) return;
  for (const Word& head : evidence.incoming.words) {
    if (head.weight == 0) continue;
    const Word* after = modifier_of(evidence.incoming, head.stem);
    const Word* before = after ? modifier_of(evidence.existing, head.stem) : nullptr;
    if (before == nullptr || before->stem == after->stem) continue;
    if (evidence.incoming.mentions(before->stem) || evidence.existing.mentions(after->stem))
      continue;
    evidence.modifier_existing = before;
    evidence.modifier_incoming = after;
    return;
  }
}

}  // namespace

bool subject_lines_apart(const Evidence& evidence) {
  const Reading existing({evidence.existing.subject, {}, std::nullopt}),
      incoming({evidence.incoming.subject, {}, std::nullopt});
  const Evidence lines = gather(existing, incoming);
  return lines.conflict && lines.conflict->type != ValueType::Name;
}

Evidence gather(const Reading& existing, const Reading& incoming) {
  Evidence evidence{existing,
                    incoming,
                    differences(existing, incoming),
                    {},
                    std::nullopt,
                    nullptr,
                    nullptr,
                    head_end(existing),
                    head_end(incoming),
                    existing.content == incoming.content};
  evidence.one_subject_line = !existing.subject.empty() && existing.subject == incoming.subject;
  evidence.different_contexts = existing.context_end != 0 && incoming.context_end != 0 &&
                                existing.context() != incoming.context();
  evidence.overlap = overlap(existing, incoming, evidence.differences);
  evidence.conflict = series_conflict(evidence);
  if (!evidence.conflict) evidence.conflict = name_conflict(evidence);
  if (!evidence.conflict) find_modifiers(evidence);
  return evidence;
}

}  // namespace memfold::models
