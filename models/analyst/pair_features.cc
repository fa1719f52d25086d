#include "models/analyst/pair_features.h"

#include <algorithm>
#include <vector>

#include "memfold/models.h"
#include "models/language/lexicon.h"

namespace memfold::models {
namespace {

/// Sequences are aligned over this many words a side.
constexpr std::size_t kMostAligned = 48;

/// Value types that behave alike.
enum class Group : std::size_t { Quantity, Moment, Code, Place, Status, Negation, Name };
constexpr std::size_t kGroups = 7;

constexpr Group group_of(ValueType type) {
  switch (type) {
    case ValueType::Money:
    case ValueType::Percent:
    case ValueType::Count:
    case ValueType::Number:
    case ValueType::Duration:
    case ValueType::Frequency:
      return Group::Quantity;
    case ValueType::Date:
    case ValueType::Time:
    case ValueType::Quarter:
    case ValueType::Year:
      return Group::Moment;
    case ValueType::Version:
    case ValueType::Ordinal:
    case ValueType::Id:
    case ValueType::Email:
    case ValueType::Url:
      return Group::Code;
    case ValueType::Place:
      return Group::Place;
    case ValueType::Status:
      return Group::Status;
    case ValueType::Negation:
      return Group::Negation;
    case ValueType::Name:
      return Group::Name;
  }
  return Group::Name;
}

/// Values of one group: on both sides, on one alone.
struct Held {
  int both = 0, existing = 0, incoming = 0, changed = 0;
};
using HeldByGroup = std::array<Held, kGroups>;

bool says(const Reading& reading, const Value& value) {
  return std::any_of(reading.values.begin(), reading.values.end(), [&](const Value& other) {
    return other.type == value.type && !other.previous && same_value(other, value);
  });
}

HeldByGroup held(const Evidence& evidence) {
  HeldByGroup groups{};
  for (const Value& value : evidence.existing.values) {
    Held& group = groups[std::size_t(group_of(value.type))];
    ++(says(evidence.incoming, value) ? group.both : group.existing);
  }
  for (const Value& value : evidence.incoming.values) {
    if (value.previous || says(evidence.existing, value)) continue;
    ++groups[std::size_t(group_of(value.type))].incoming;
  }
  for (const Difference& difference : evidence.differences) {
    if (difference.change != ChangeKind::ValueChange) continue;
    ++groups[std::size_t(group_of(difference.type))].changed;
  }
  return groups;
}

std::vector<std::string_view> stems(const Reading& reading) {
  std::vector<std::string_view> list;
  for (const Word& word : reading.words) {
    if (word.weight > 0 && list.size() < kMostAligned) list.push_back(word.stem);
  }
  return list;
}

/// Longest common subsequence, as a share of the shorter list.
double in_order(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b) {
  if (a.empty() || b.empty()) return 0;
  std::array<int, kMostAligned + 1> row{};
  for (const std::string_view& word : a) {
    int diagonal = 0;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const int above = row[j + 1];
      row[j + 1] = word == b[j] ? diagonal + 1 : std::max(above, row[j]);
      diagonal = above;
    }
  }
  return double(row[b.size()]) / double(std::min(a.size(), b.size()));
}

/// Tokens of what was said, without the subject line it was said under; no more than a feature
/// tells apart.
double length(const Reading& reading) {
  constexpr std::ptrdiff_t kMost = 200;
  return double(std::min(kMost, std::count_if(reading.tokens.list.begin(),
                                              reading.tokens.list.end(), [&](const Token& token) {
                                                return token.begin >= reading.context_end;
                                              })));
}

double hangul_share(const Reading& reading) {
  std::size_t words = 0, hangul = 0;
  for (const Token& token : reading.tokens.list) {
    words += token.kind == TokenKind::Hangul || token.kind == TokenKind::Latin;
    hangul += token.kind == TokenKind::Hangul;
  }
  return words == 0 ? 0 : double(hangul) / double(words);
}

struct Cue {
  std::uint32_t flag;
  std::string_view in_existing, in_incoming;
};
constexpr Cue kPairCues[] = {
    {kReplace, "replacement before", "replacement after"},
    {kSequence, "sequence before", "sequence after"},
    {kCause, "cause before", "cause after"},
    {kPrerequisite, "condition before", "condition after"},
    {kElaboration, "elaboration before", "elaboration after"},
    {kReference, "reference before", "reference after"},
    {kAlternative, "alternative before", "alternative after"},
    {kAlso, "also before", "also after"},
    {kOwner, "owner before", "owner after"},
    {kPlanned, "planned before", "planned after"},
    {kVenue, "venue before", "venue after"},
};

constexpr std::string_view kGroupNames[kGroups][4] = {
    {"quantities shared", "quantities gone", "quantities new", "quantities changed"},
    {"moments shared", "moments gone", "moments new", "moments changed"},
    {"codes shared", "codes gone", "codes new", "codes changed"},
    {"places shared", "places gone", "places new", "places changed"},
    {"statuses shared", "statuses gone", "statuses new", "statuses changed"},
    {"negations shared", "negations gone", "negations new", "negations changed"},
    {"names shared", "names gone", "names new", "names changed"},
};

template <typename Add>
void add_words(const Evidence& evidence, Add add) {
  const Overlap& o = evidence.overlap;
  add("words shared (Dice)", o.dice());
  add("existing words covered", o.of_existing());
  add("incoming words covered", o.of_incoming());
  add("words in common", o.full_shared);
  add("words gone", o.extra_existing);
  add("words new", o.extra_incoming);
  add("words gone, share", double(o.extra_existing) / (1 + o.extra_existing + o.full_shared));
  add("words new, share", double(o.extra_incoming) / (1 + o.extra_incoming + o.full_shared));
  add("words gone or new, fewer", std::min(o.extra_existing, o.extra_incoming));
  add("proper names in common", o.shared_names);
  add("topic in common", o.topics_shared);
  add("repeats more", o.repeats_more);
  const auto a = stems(evidence.existing), b = stems(evidence.incoming);
  add("words in the same order", in_order(a, b));
  add("first word the same", !a.empty() && !b.empty() && a.front() == b.front());
  add("last word the same", !a.empty() && !b.empty() && a.back() == b.back());
  add("first word found", !a.empty() && std::find(b.begin(), b.end(), a.front()) != b.end());
  add("incoming first word found",
      !b.empty() && std::find(a.begin(), a.end(), b.front()) != a.end());
  add("last word found", !a.empty() && std::find(b.begin(), b.end(), a.back()) != b.end());
}

template <typename Add>
void add_texts(const Evidence& evidence, Add add) {
  const Reading &a = evidence.existing, &b = evidence.incoming;
  add("existing tokens", length(a));
  add("incoming tokens", length(b));
  add("length ratio", (length(b) + 1) / (length(a) + 1));
  add("existing sentences", std::min(a.sentences, 8));
  add("incoming sentences", std::min(b.sentences, 8));
  add("Hangul", (hangul_share(a) + hangul_share(b)) / 2);
  add("same text", evidence.same_text);
  add("one subject line", evidence.one_subject_line);
  add("different contexts", evidence.different_contexts);
}

template <typename Add>
void add_values(const Evidence& evidence, Add add) {
  const HeldByGroup groups = held(evidence);
  Held all;
  for (std::size_t g = 0; g < kGroups; ++g) {
    add(kGroupNames[g][0], groups[g].both);
    add(kGroupNames[g][1], groups[g].existing);
    add(kGroupNames[g][2], groups[g].incoming);
    add(kGroupNames[g][3], groups[g].changed);
    all.both += groups[g].both;
    all.existing += groups[g].existing;
    all.incoming += groups[g].incoming;
    all.changed += groups[g].changed;
  }
  add("values shared", all.both);
  add("values gone", all.existing);
  add("values new", all.incoming);
  add("values changed", all.changed);
  const auto qualifies = [](const Difference& d) {
    return (d.before != nullptr && d.before->attributive) ||
           (d.after != nullptr && d.after->attributive);
  };
  add("qualifying values differ",
      std::count_if(evidence.differences.begin(), evidence.differences.end(), qualifies));
}

template <typename Add>
void add_subjects(const Evidence& evidence, Add add) {
  const auto conflict_is = [&](std::initializer_list<ValueType> types) {
    return evidence.conflict &&
           std::find(types.begin(), types.end(), evidence.conflict->type) != types.end();
  };
  add("subjects told apart", evidence.conflict.has_value());
  add("apart by identifier", conflict_is({ValueType::Id}));
  add("apart by series", conflict_is({ValueType::Quarter, ValueType::Ordinal, ValueType::Year,
                                      ValueType::Version, ValueType::Date}));
  add("apart by name", conflict_is({ValueType::Name}));
  add("apart by modifier", evidence.modifier_incoming != nullptr);
}

/// Where a statement's head ends and what it holds.
struct Head {
  const Reading& reading;
  std::size_t end;

  bool has(std::size_t token) const { return token < end; }
};

/// Share of the head's words that the other statement has.
double found_share(const Head& head, const Reading& other) {
  int all = 0, found = 0;
  for (const Word& word : head.reading.words) {
    if (word.weight != kFullWeight || !head.has(word.first)) continue;
    ++all;
    found += other.mentions(word.stem);
  }
  return all == 0 ? 0 : double(found) / all;
}

/// Share of one head's words that the other head has.
double shared_words(const Head& a, const Head& b) {
  int all = 0, shared = 0;
  for (const Word& word : a.reading.words) {
    if (word.weight != kFullWeight || !a.has(word.first)) continue;
    ++all;
    shared += std::any_of(b.reading.words.begin(), b.reading.words.end(), [&](const Word& other) {
      return b.has(other.first) && other.stem == word.stem;
    });
  }
  return all == 0 ? 0 : double(shared) / all;
}

/// Values of one kind that differ, both in the heads or both after them.
int values_apart(const Head& a, const Head& b, bool in_head, bool names) {
  int apart = 0;
  for (const Value& value : a.reading.values) {
    if ((value.type == ValueType::Name) != names || a.has(value.first_token) != in_head) continue;
    if (names ? b.reading.mentions(value.normal) : says(b.reading, value)) continue;
    apart += std::any_of(b.reading.values.begin(), b.reading.values.end(), [&](const Value& other) {
      if (other.type != value.type || other.unit != value.unit || other.previous) return false;
      if (b.has(other.first_token) != in_head) return false;
      return names ? !a.reading.mentions(other.normal) : !says(a.reading, other);
    });
  }
  return apart;
}

/// "Module 1", "Module 2": one word before bare numbers that differ.
bool labels_differ(const Reading& a, const Reading& b) {
  const auto label = [](const Reading& reading, const Value& number) -> std::string_view {
    if (number.type != ValueType::Number || number.first_token == 0) return {};
    for (const Word& word : reading.words) {
      if (word.last + 1 == number.first_token && word.weight > 0) return word.stem;
    }
    return {};
  };
  for (const Value& before : a.values) {
    const std::string_view word = label(a, before);
    if (word.empty()) continue;
    for (const Value& after : b.values) {
      if (label(b, after) == word && !same_value(before, after)) return true;
    }
  }
  return false;
}

template <typename Add>
void add_heads(const Evidence& evidence, Add add) {
  const Head a{evidence.existing, evidence.existing_head};
  const Head b{evidence.incoming, evidence.incoming_head};
  add("existing head found", found_share(a, b.reading));
  add("incoming head found", found_share(b, a.reading));
  add("heads alike", shared_words(a, b) + shared_words(b, a));
  add("values differ in the heads", values_apart(a, b, true, false));
  add("values differ after the heads", values_apart(a, b, false, false));
  add("names differ in the heads", values_apart(a, b, true, true));
  add("names differ after the heads", values_apart(a, b, false, true));
  add("numbers after one word differ", labels_differ(a.reading, b.reading));
}

template <typename Add>
void add_cues(const Evidence& evidence, Add add) {
  for (const Cue& cue : kPairCues) {
    add(cue.in_existing, (evidence.existing.flags & cue.flag) != 0);
    add(cue.in_incoming, (evidence.incoming.flags & cue.flag) != 0);
  }
}

template <typename Add>
void add_rules(const Conclusion& by_rules, Add add) {
  add("rules say duplicate", by_rules.verdict == Verdict::Duplicate);
  add("rules say update", by_rules.verdict == Verdict::Update);
  add("rules say merge", by_rules.verdict == Verdict::Merge);
  add("rules say link", by_rules.verdict == Verdict::Link);
  add("rules' confidence", by_rules.confidence);
  add("rules: one subject", by_rules.same_subject);
  add("rules: elaboration", by_rules.edge == EdgeType::Elaboration);
  add("rules: sequential", by_rules.edge == EdgeType::Sequential);
  add("rules: causal",
      by_rules.edge == EdgeType::Causal || by_rules.edge == EdgeType::Prerequisite);
}

template <typename Add>
void each_feature(const Evidence& evidence, const Conclusion& by_rules, Add add) {
  add_words(evidence, add);
  add_texts(evidence, add);
  add_values(evidence, add);
  add_subjects(evidence, add);
  add_heads(evidence, add);
  add_cues(evidence, add);
  add_rules(by_rules, add);
}

}  // namespace

PairFeatures pair_features(const Evidence& evidence, const Conclusion& by_rules) {
  PairFeatures features{};
  std::size_t i = 0;
  each_feature(evidence, by_rules,
               [&](std::string_view, auto value) { features.at(i++) = float(value); });
  return features;
}

std::span<const std::string_view> feature_names() {
  static const auto names = [] {
    std::array<std::string_view, kFeatureCount> list;
    const Reading nothing(Statement{});
    const Evidence evidence = gather(nothing, nothing);
    std::size_t i = 0;
    each_feature(evidence, {}, [&](std::string_view name, auto) { list.at(i++) = name; });
    return list;
  }();
  return names;
}

}  // namespace memfold::models
