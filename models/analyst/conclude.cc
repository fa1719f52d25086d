// The verdict on a pair: rules where nothing was fitted and where nothing but an id tells two
// things apart, the learned models for the rest.
#include <algorithm>
#include <utility>

#include "models/analyst/pair_view.h"
#include "models/analyst/reversal.h"
#include "models/language/lexicon.h"

namespace memfold::models {
namespace {

/// Whether they differ in nothing but figures, times and names.
bool same_words(const Evidence& evidence) {
  const Overlap& overlap = evidence.overlap;
  return overlap.full_shared > 0 && overlap.extra_existing == 0 && overlap.extra_incoming == 0;
}

/// Statements of one discussion share its words whatever they are about: they are about one thing
/// only where most of the known one comes back, or all of it under one subject line. What replaces
/// it says little else: of 33 updates in a real archive that said mostly other things four were
/// right.
bool names_its_subject(const Evidence& evidence, Verdict verdict) {
  constexpr int kFewestShared = 2;
  constexpr double kMost = 0.6;
  const Overlap& overlap = evidence.overlap;
  if (same_words(evidence)) return true;
  if (verdict == Verdict::Update && overlap.dice() < kMost) return false;
  const bool all = overlap.full_shared > 0 && overlap.extra_existing == 0;
  if (all && evidence.one_subject_line) return true;
  return overlap.full_shared >= kFewestShared && overlap.of_existing() >= kMost;
}

/// Each side has figures or times of its own and none of them stands for one of the other's: what
/// would an update change? Of the labelled pairs of this kind, 9 in 100 are one.
bool nothing_to_change(const Evidence& evidence) {
  constexpr std::uint32_t kSaysSo = kReplace | kNegation | kStatus;
  if ((evidence.incoming.flags & kSaysSo) != 0) return false;
  const auto own = [](const Reading& reading, const Reading& other) {
    return std::any_of(reading.values.begin(), reading.values.end(), [&](const Value& value) {
      if (value.type > ValueType::Frequency) return false;
      return std::none_of(other.values.begin(), other.values.end(), [&](const Value& known) {
        return known.type == value.type && same_value(known, value);
      });
    });
  };
  const bool changed = std::any_of(
      evidence.differences.begin(), evidence.differences.end(),
      [](const Difference& difference) { return difference.change == ChangeKind::ValueChange; });
  return !changed && own(evidence.existing, evidence.incoming) &&
         own(evidence.incoming, evidence.existing);
}

constexpr double kOneDiscussion = 0.85;  ///< as sure as the rule for it
constexpr double kAllButMarks = 0.95;

constexpr std::string_view kFindings[kVerdicts] = {
    "they share little", "each stands on its own", "the incoming statement adds detail",
    "a property has a new value", "the incoming statement says the same"};

/// What spoke for a verdict, in words. Those of a statement are quoted as it has them, so that a
/// reader finds them there.
std::string named(const Evidence& evidence, const Part& part, std::optional<TextSpan> against) {
  const auto quoted = [](const Reading& reading, TextSpan span) {
    return '"' + std::string(reading.content.substr(span.begin, span.end - span.begin)) + '"';
  };
  const Reading& own = part.incoming ? evidence.incoming : evidence.existing;
  const Reading& other = part.incoming ? evidence.existing : evidence.incoming;
  const std::string text = quoted(own, part.span);
  if (part.shared) return text + " on both sides";
  if (!against) return text + (part.incoming ? " being new" : " being gone");
  const std::string opposite = quoted(other, *against);
  return part.incoming ? text + " for " + opposite : opposite + " for " + text;
}

/// Where a word is one of the parts, or the end.
std::size_t part_of(std::span<const Part> parts, const WordFeature& word) {
  const auto before = [](const Part& part, const WordFeature& one) {
    return std::pair(part.incoming, part.span.begin) < std::pair(one.incoming(), one.span.begin);
  };
  const auto found = std::lower_bound(parts.begin(), parts.end(), word, before);
  const bool same =
      found != parts.end() && found->incoming == word.incoming() && found->span == word.span;
  return same ? std::size_t(found - parts.begin()) : parts.size();
}

/// What spoke for a verdict in the network and in the regression, the strongest first, as a reader
/// would be told.
std::vector<std::string> reasons_for(Verdict verdict, const Evidence& evidence,
                                     const PairView& view) {
  constexpr std::size_t kMost = 3;
  const Shares by_network = view.alignment.shares_for(verdict);
  const Shares by_words = verdict_model().shares_for(view.input, std::size_t(verdict));
  const std::vector<Part> parts = view.alignment.parts();
  const std::span<const WordFeature> words = view.words;
  // Of the features, of the parts, of the words that are no part.
  const std::size_t first_part = kFeatureCount, first_word = first_part + parts.size();
  std::vector<double> strengths(first_word + words.size());
  for (std::size_t i = 0; i < kFeatureCount; ++i) {
    strengths[i] = kNetworkShare * by_network.features[i] + kWordsShare * by_words.features[i];
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {  // what both have is named once
    const bool twice = parts[i].shared && !parts[i].incoming;
    strengths[first_part + i] = twice ? 0 : kNetworkShare * by_network.parts[i];
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::size_t part = part_of(parts, words[i]);
    const std::size_t at = part < parts.size() ? first_part + part : first_word + i;
    strengths[at] += kWordsShare * by_words.parts[i];
  }
  std::vector<std::string> reasons;
  while (reasons.size() < kMost) {
    const auto most = std::max_element(strengths.begin(), strengths.end());  // of equals the first
    if (*most <= 0) break;
    *most = 0;
    const auto i = std::size_t(most - strengths.begin());
    if (i < first_part) {
      reasons.emplace_back(feature_names()[i]);
    } else if (i < first_word) {
      const std::size_t part = i - first_part;
      reasons.push_back(named(evidence, parts[part], view.alignment.against(part)));
    } else {
      const WordFeature& word = words[i - first_word];
      reasons.push_back(named(evidence, {word.incoming(), word.span, false}, std::nullopt));
    }
  }
  return reasons;
}

std::string finding(Verdict verdict, std::span<const std::string> reasons) {
  std::string text(kFindings[std::size_t(verdict)]);
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    text += i == 0 ? ", by " : i + 1 == reasons.size() ? " and " : ", ";
    text += reasons[i];
  }
  return text;
}

SubjectRelation relation_of(EdgeType edge) {
  switch (edge) {
    case EdgeType::Causal:
    case EdgeType::Prerequisite:
      return SubjectRelation::Causal;
    case EdgeType::Elaboration:
      return SubjectRelation::Hierarchical;
    case EdgeType::Reference:
      return SubjectRelation::Reference;
    case EdgeType::Sequential:
      return SubjectRelation::Sequential;
    default:
      return SubjectRelation::Thematic;
  }
}

void name_link(const PairFeatures& features, std::span<const WordFeature> words,
               const Conclusion& by_rules, Conclusion& conclusion) {
  const auto likely = relationship_model().probabilities(features, words);
  const auto best = std::max_element(likely.begin(), likely.end()) - likely.begin();
  conclusion.edge = kRelationships[best];
  // A cue word says more than that they belong together.
  const bool cued = by_rules.verdict == Verdict::Link && by_rules.edge;
  if (conclusion.edge == EdgeType::Thematic && cued) conclusion.edge = by_rules.edge;
  conclusion.relation = relation_of(*conclusion.edge);
}

/// What being right is worth, by verdict: a wrong update replaces what is known, a wrong duplicate
/// loses what is new and a wrong link ties what is apart, so each must be so much likelier than
/// another. See docs/analyst.md.
constexpr std::array<double, kVerdicts> kWorth = {1, 0.75, 1, 0.5, 0.55};
static_assert(std::size_t(Verdict::Link) == 1 && std::size_t(Verdict::Update) == 3 &&
              std::size_t(Verdict::Duplicate) == 4);

std::size_t worthiest(const std::array<double, kVerdicts>& likely) {
  std::array<double, kVerdicts> worth;
  for (std::size_t v = 0; v < kVerdicts; ++v) worth[v] = likely[v] * kWorth[v];
  return std::size_t(std::max_element(worth.begin(), worth.end()) - worth.begin());
}

/// Why two statements of mails are only linked; empty where more can be said of them. Under one
/// subject line they always belong together, and only what is clear counts as more.
std::string_view only_linked(const Evidence& evidence, const Conclusion& conclusion) {
  const Verdict verdict = conclusion.verdict;
  const bool apart = verdict == Verdict::Unrelated || verdict == Verdict::Link;
  const bool named = names_its_subject(evidence, verdict);
  const bool clear = named && conclusion.confidence >= kOneDiscussion;
  if (evidence.one_subject_line) {
    return apart || !clear ? "they were said under one subject line" : std::string_view();
  }
  const bool mailed = !evidence.existing.subject.empty() && !evidence.incoming.subject.empty();
  if (!mailed || apart) return {};
  if (!named) return "too little of the known statement comes back for one thing";
  if (verdict != Verdict::Duplicate && subject_lines_apart(evidence)) {
    return "their subject lines name different things";
  }
  return {};
}

/// The verdict worth most.
Conclusion likeliest(const Evidence& evidence, const PairView& view) {
  auto likely = view.likely();
  if (nothing_to_change(evidence)) likely[std::size_t(Verdict::Update)] = 0;
  std::size_t best = worthiest(likely);
  if (Verdict(best) == Verdict::Duplicate && same_words(evidence) &&
      find_reversal(evidence.existing, evidence.incoming)) {
    likely[best] = 0;
    best = worthiest(likely);
  }
  Conclusion conclusion;
  conclusion.verdict = static_cast<Verdict>(best);
  conclusion.confidence = likely[best];
  if (const std::string_view why = only_linked(evidence, conclusion); !why.empty()) {
    conclusion.verdict = Verdict::Link;
    if (evidence.one_subject_line) conclusion.confidence = kOneDiscussion;
    conclusion.rule = why;
  }
  return conclusion;
}

/// Its rule is left empty where what was learned spoke.
Conclusion learned(const Evidence& evidence, const PairView& view) {
  Conclusion conclusion = likeliest(evidence, view);
  if (conclusion.verdict == Verdict::Link) {
    name_link(view.features, view.words, view.by_rules, conclusion);
  } else if (conclusion.verdict != Verdict::Unrelated) {
    conclusion.same_subject = true;
    conclusion.relation = SubjectRelation::Identical;
  }
  return conclusion;
}

}  // namespace

std::string rule_of(const Conclusion& conclusion, const Evidence& evidence, const PairView& view) {
  if (!conclusion.rule.empty()) return conclusion.rule;
  const std::vector<std::string> reasons = reasons_for(conclusion.verdict, evidence, view);
  return finding(conclusion.verdict, reasons);
}

Conclusion conclude(const Evidence& evidence) {
  return conclude(evidence, nullptr);
}

Conclusion conclude(const Evidence& evidence, const PairView* view) {
  if (evidence.one_subject_line && same_words(evidence)) {  // a subject line tells no more of them
    Evidence alone = evidence;
    alone.one_subject_line = false;
    return conclude(alone);
  }
  const bool same = !evidence.same_text && !evidence.different_contexts &&
                    evidence.differences.empty() &&
                    same_but_for_marks(evidence.existing, evidence.incoming);
  if (same) {
    return {Verdict::Duplicate,
            true,
            SubjectRelation::Identical,
            std::nullopt,
            kAllButMarks,
            "the texts differ in no more than articles, quotes and dashes"};
  }
  const bool fitted = !evidence.same_text && !evidence.different_contexts &&
                      !is_long(evidence.existing) && !is_long(evidence.incoming);
  const Conclusion by_rules = view != nullptr ? view->by_rules : conclude_by_rules(evidence);
  const bool only_id_differs = evidence.conflict && evidence.conflict->type == ValueType::Id &&
                               same_words(evidence) && by_rules.verdict == Verdict::Link;
  if (!fitted || only_id_differs) return by_rules;
  if (view != nullptr) return learned(evidence, *view);
  const PairView own(evidence);
  Conclusion conclusion = learned(evidence, own);
  conclusion.rule = rule_of(conclusion, evidence, own);
  return conclusion;
}

}  // namespace memfold::models
