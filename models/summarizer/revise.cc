#include "models/summarizer/revise.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/sentences.h"
#include "models/analyst/overlap.h"
#include "models/analyst/reading.h"
#include "models/language/lexicon.h"

namespace memfold::models::summarizer {
namespace {

/// New text for a stretch of the existing statement.
struct Edit {
  TextSpan span;
  std::string_view text;
};

/// Values that stand for themselves: another one of their kind can take their place.
bool is_exchangeable(const Value& value) {
  switch (value.type) {
    case ValueType::Money:
    case ValueType::Percent:
    case ValueType::Count:
    case ValueType::Date:
    case ValueType::Time:
    case ValueType::Duration:
    case ValueType::Frequency:
    case ValueType::Version:
      return true;
    default:
      return false;
  }
}

bool is_one_kind(const Value& a, const Value& b) {
  return a.type == b.type && (a.type != ValueType::Count || a.unit == b.unit);
}

bool says(const Reading& reading, const Value& value, bool previous) {
  return std::any_of(reading.values.begin(), reading.values.end(), [&](const Value& other) {
    return other.previous == previous && other.type == value.type && same_value(other, value);
  });
}

std::string_view text_of(const Reading& reading, TextSpan span) {
  return reading.content.substr(span.begin, span.end - span.begin);
}

/// "by two", "두 명 늘립니다": how far an amount changes, not what it becomes. Behind "by" and
/// beside words like these, days and times are what they become: "by June 9".
bool is_distance(const Reading& reading, const Value& value) {
  constexpr std::array<ValueType, 4> kAmounts = {ValueType::Money, ValueType::Percent,
                                                 ValueType::Count, ValueType::Duration};
  constexpr std::array<std::string_view, 25> kBehind = {
      "more", "less", "fewer", "extra", "earlier", "later", "늘",   "줄",   "더 ",
      "추가", "증액", "증원",  "증가",  "감액",    "감원",  "감소", "인상", "인하",
      "올리", "올려", "깎",    "늦",    "미루",    "당기",  "연장"};
  const bool is_amount = std::find(kAmounts.begin(), kAmounts.end(), value.type) != kAmounts.end();
  if (!is_amount || !value.particle.empty()) return false;
  std::string_view behind = reading.content.substr(value.span.end);
  while (behind.starts_with(' ')) behind.remove_prefix(1);
  return reading.content.substr(0, value.span.begin).ends_with("by ") ||
         std::any_of(kBehind.begin(), kBehind.end(),
                     [&](std::string_view word) { return behind.starts_with(word); });
}

/// The one value of the existing statement that `after` takes the place of; null: none, or it
/// cannot be told which.
const Value* replaced_by(const Value& after, const Reading& existing, const Reading& incoming,
                         bool& ambiguous) {
  const Value* found = nullptr;
  for (const Value& before : existing.values) {
    if (!is_one_kind(before, after) || before.weak || before.attributive) continue;
    if (says(incoming, before, /*previous=*/true)) return &before;  // "from A to B" names it
    if (says(incoming, before, /*previous=*/false)) continue;
    if (found != nullptr && !same_value(*found, before)) ambiguous = true;
    if (found == nullptr) found = &before;
  }
  return found;
}

/// The last syllable's final consonant: 0 none, 8 ㄹ; -1: the text does not end in Hangul.
int final_consonant(std::string_view text) {
  if (text.size() < 3 || !is_hangul(text.substr(text.size() - 3))) return -1;
  const auto byte = [&](std::size_t back) { return (unsigned char)(text[text.size() - back]); };
  const int code = (byte(3) & 15) << 12 | (byte(2) & 63) << 6 | (byte(1) & 63);
  return (code - 0xAC00) % 28;
}

/// Particles by what they follow: a final consonant, or none.
struct Particle {
  std::string_view closed, open;
};
constexpr std::array<Particle, 6> kParticles = {
    {{"은", "는"}, {"이", "가"}, {"을", "를"}, {"과", "와"}, {"으로", "로"}, {"이나", "나"}}};

/// The edit that makes the particle behind an exchanged value agree with it.
std::optional<Edit> particle_edit(const Reading& existing, const Value& before,
                                  std::string_view text) {
  const int old_final = final_consonant(text_of(existing, before.span));
  const int new_final = final_consonant(text);
  if (old_final < 0 || new_final < 0 || before.particle.empty()) return std::nullopt;
  constexpr int kRieul = 8;
  for (const Particle& one : kParticles) {
    if (before.particle != one.closed && before.particle != one.open) continue;
    const bool open = new_final == 0 || (one.open == "로" && new_final == kRieul);
    const std::string_view wanted = open ? one.open : one.closed;
    if (wanted == before.particle) return std::nullopt;
    const std::uint32_t end = before.span.end + std::uint32_t(before.particle.size());
    if (text_of(existing, {before.span.end, end}) != before.particle) return std::nullopt;
    return Edit{{before.span.end, end}, wanted};
  }
  return std::nullopt;
}

void exchange(const Reading& existing, const Value& before, std::string_view text,
              std::vector<Edit>& edits) {
  for (const Value& one : existing.values) {
    if (!is_one_kind(one, before) || !same_value(one, before)) continue;
    if (text_of(existing, one.span) == text) continue;  // "Friday", of another week
    edits.push_back({one.span, text});
    if (const auto particle = particle_edit(existing, one, text)) edits.push_back(*particle);
  }
}

/// Nothing where a new value could stand for several.
std::optional<std::vector<Edit>> find_edits(const Reading& existing, const Reading& incoming,
                                            bool with_days) {
  std::vector<Edit> edits;
  std::vector<const Value*> taken;
  for (const Value& after : incoming.values) {
    if (!is_exchangeable(after) || after.previous || after.weak) continue;
    if ((after.type == ValueType::Date && !with_days) || is_distance(incoming, after)) continue;
    if (says(existing, after, false)) continue;
    bool ambiguous = false;
    const Value* const before = replaced_by(after, existing, incoming, ambiguous);
    if (before == nullptr) continue;
    const bool twice = std::any_of(taken.begin(), taken.end(), [&](const Value* other) {
      return is_one_kind(*other, *before) && same_value(*other, *before);
    });
    if (ambiguous || twice) return std::nullopt;
    taken.push_back(before);
    exchange(existing, *before, text_of(incoming, after.span), edits);
  }
  return edits;
}

std::string with_edits(std::string_view text, std::vector<Edit> edits) {
  std::sort(edits.begin(), edits.end(),
            [](const Edit& a, const Edit& b) { return a.span.begin < b.span.begin; });
  std::string revised;
  std::uint32_t at = 0;
  for (const Edit& edit : edits) {
    if (edit.span.begin < at) continue;  // inside one that was made
    revised += text.substr(at, edit.span.begin - at);
    revised += edit.text;
    at = edit.span.end;
  }
  return revised + std::string(text.substr(at));
}

/// Days that are told by their distance from when it was said.
bool names_relative_days(const Statement& statement) {
  const Reading undated({statement.content, statement.subject, std::nullopt});
  return std::any_of(undated.values.begin(), undated.values.end(), [](const Value& value) {
    return value.type == ValueType::Date && value.date.relative != DateParts::kNone;
  });
}

/// Statuses beside which what was known still holds, with its new value.
bool goes_on(const Value& status) {
  constexpr std::array<std::string_view, 3> kGoingOn = {"delayed", "confirmed", "approved"};
  return std::any_of(kGoingOn.begin(), kGoingOn.end(),
                     [&](std::string_view one) { return status.normal.ends_with(one); });
}

/// Whether `one` has a value that `counts` and that `other` does not say.
template <typename Counts>
bool says_alone(const Reading& one, const Reading& other, Counts counts) {
  return std::any_of(one.values.begin(), one.values.end(), [&](const Value& value) {
    return counts(value) && !value.previous && !says(other, value, /*previous=*/false);
  });
}

/// Whether one denies, or has another status, where the other does not: no exchange of values says
/// that, and side by side the two would contradict each other.
bool is_turned(const Reading& existing, const Reading& incoming) {
  const auto negation = [](const Value& value) { return value.type == ValueType::Negation; };
  const auto status = [](const Value& value) { return value.type == ValueType::Status; };
  const auto end = [&](const Value& value) { return status(value) && !goes_on(value); };
  return says_alone(incoming, existing, negation) || says_alone(existing, incoming, negation) ||
         says_alone(incoming, existing, end) ||
         (says_alone(incoming, existing, status) && says_alone(existing, incoming, status));
}

/// Words that only the incoming statement has, cues of a change left out.
std::ptrdiff_t count_news(const Overlap& common) {
  return std::count_if(common.new_words.begin(), common.new_words.end(),
                       [](const Word* word) { return (word->flags & (kReplace | kAlso)) == 0; });
}

/// Whether the incoming statement tells all that the existing one does, and more: a list that grew.
bool tells_all(const Reading& existing, const Reading& incoming, const Overlap& common) {
  constexpr double kNearlyAll = 0.9;
  const auto exchangeable = [](const Reading& reading) {
    return std::count_if(reading.values.begin(), reading.values.end(), is_exchangeable);
  };
  return common.of_existing() >= kNearlyAll && count_news(common) > 0 &&
         exchangeable(incoming) >= exchangeable(existing);
}

}  // namespace

std::optional<std::string> revise(const Statement& existing, const Statement& incoming) {
  if (existing.occurred_at != incoming.occurred_at && names_relative_days(existing)) {
    return std::nullopt;
  }
  const Reading before(existing), after(incoming);
  if (is_turned(before, after)) return std::nullopt;
  const auto edits = find_edits(before, after, !names_relative_days(incoming));
  if (!edits || edits->empty()) return std::nullopt;
  const Overlap common = overlap(before, after);
  if (tells_all(before, after, common)) return std::string(incoming.content);
  std::string revised = with_edits(existing.content, *edits);
  constexpr std::ptrdiff_t kFew = 1;  // beside what the exchange says
  if (count_news(common) > kFew) append_sentence(revised, incoming.content);
  return revised;
}

}  // namespace memfold::models::summarizer
