#include "models/analyst/verdict.h"

#include <algorithm>

#include "models/language/lexicon.h"

namespace memfold::models {
namespace {

/// Bounds on shares of subject words; see overlap.h.
constexpr double kSameDice = 0.6;        ///< alone enough for one subject
constexpr double kSameShare = 0.66;      ///< of one side, with the topic or two words shared
constexpr double kSeriesDice = 0.45;     ///< members of one series
constexpr double kRelatedDice = 0.34;    ///< worth a link
constexpr double kCoveredShare = 0.6;    ///< of the existing words, for the rest to be detail
constexpr double kParaphraseDice = 0.9;  ///< long texts that say the same
constexpr int kLongSentences = 3;
constexpr std::size_t kLongTokens = 90;

/// A statement whose status is one of these contradicts the plan it refers to.
constexpr std::string_view kReversals[] = {"cancelled", "delayed", "rejected", "expired", "failed"};

struct LinkCue {
  std::uint32_t flag;
  EdgeType edge;
  SubjectRelation relation;
  std::string_view text;
};
/// In order of how much they say.
constexpr LinkCue kLinkCues[] = {
    {kAlternative, EdgeType::Alternative, SubjectRelation::Thematic, "offers an alternative to it"},
    {kElaboration, EdgeType::Elaboration, SubjectRelation::Hierarchical, "works out a part of it"},
    {kCause, EdgeType::Causal, SubjectRelation::Causal, "follows from it"},
    {kReference, EdgeType::Reference, SubjectRelation::Reference, "refers to it"},
    {kPrerequisite, EdgeType::Prerequisite, SubjectRelation::Causal, "depends on it"},
    {kSequence, EdgeType::Sequential, SubjectRelation::Sequential, "comes after it"},
};

const LinkCue* link_cue(const Evidence& evidence) {
  for (const LinkCue& cue : kLinkCues) {
    if ((evidence.incoming.flags & cue.flag) != 0) return &cue;
  }
  return nullptr;
}

bool contradicts(const Difference& difference) {
  if (difference.type == ValueType::Negation) return true;
  if (difference.change == ChangeKind::ValueChange) return true;
  return difference.type == ValueType::Status && difference.change == ChangeKind::Addition &&
         std::find(std::begin(kReversals), std::end(kReversals), difference.after->normal) !=
             std::end(kReversals);
}

bool contradicted(const Evidence& evidence) {
  return std::any_of(evidence.differences.begin(), evidence.differences.end(), contradicts);
}

bool shares_subject(const Evidence& evidence) {
  const Overlap& overlap = evidence.overlap;
  if (overlap.full_shared <= overlap.shared_names) {
    // A person is no subject, but "her telephone number" is.
    const bool property = overlap.shared_incoming > overlap.full_shared * kFullWeight;
    return property && overlap.dice() >= kParaphraseDice;
  }
  if (overlap.dice() >= kSameDice) return true;
  const bool anchored = overlap.topics_shared || overlap.full_shared >= 2;
  return anchored && (overlap.of_existing() >= kSameShare || overlap.of_incoming() >= kSameShare);
}

Conclusion link(const Evidence&, std::optional<EdgeType> edge, SubjectRelation relation,
                double confidence, std::string rule) {
  return {Verdict::Link, false, relation, edge, confidence, std::move(rule)};
}

Conclusion same(Verdict verdict, double confidence, std::string rule) {
  return {verdict, true, SubjectRelation::Identical, std::nullopt, confidence, std::move(rule)};
}

using Rule = std::optional<Conclusion> (*)(const Evidence&);

std::optional<Conclusion> identical_text(const Evidence& evidence) {
  if (!evidence.same_text) return std::nullopt;
  if (!evidence.differences.empty()) {
    return link(evidence, EdgeType::Sequential, SubjectRelation::Sequential, 0.85,
                "the same words refer to different days");
  }
  return same(Verdict::Duplicate, 1.0, "the texts are identical");
}

std::optional<Conclusion> different_members(const Evidence& evidence) {
  if (!evidence.conflict) return std::nullopt;
  const Overlap& overlap = evidence.overlap;
  const std::string what =
      "they concern different " + std::string(property_name(evidence.conflict->type)) + " values";
  const bool close = overlap.dice() >= kSeriesDice || overlap.full_shared >= 2;
  if (close && evidence.conflict->type == ValueType::Name) {
    return link(evidence, std::nullopt, SubjectRelation::Thematic, 0.85, what);
  }
  if (close) return link(evidence, EdgeType::Sequential, SubjectRelation::Sequential, 0.9, what);
  return std::nullopt;
}

/// "Seoul office" and "Busan office" with figures of their own.
std::optional<Conclusion> different_kinds(const Evidence& evidence) {
  if (evidence.modifier_incoming == nullptr || evidence.overlap.dice() < kSeriesDice) {
    return std::nullopt;
  }
  return link(evidence, std::nullopt, SubjectRelation::Thematic, 0.82,
              "they concern different things (" + evidence.modifier_existing->stem + ", " +
                  evidence.modifier_incoming->stem + ")");
}

std::optional<Conclusion> long_texts(const Evidence& evidence) {
  if (!is_long(evidence.existing) && !is_long(evidence.incoming)) return std::nullopt;
  const Overlap& overlap = evidence.overlap;
  if (overlap.dice() >= kParaphraseDice && evidence.differences.empty() &&
      overlap.extra_incoming == 0) {
    return same(Verdict::Duplicate, 0.9, "nothing in the longer text is new");
  }
  if (overlap.dice() >= kRelatedDice) {
    return link(evidence, EdgeType::Reference, SubjectRelation::Reference, 0.7,
                "long texts with much in common are kept side by side");
  }
  return std::nullopt;
}

/// "After the approval ..." names what "... was approved" stated, as something that is over.
bool refers_to_event(const Evidence& evidence) {
  for (const Word& event : evidence.existing.words) {
    if (event.status.empty()) continue;
    for (const Word& word : evidence.incoming.words) {
      if (word.status.empty() && word.weight > 0 && word.stem == event.stem) return true;
    }
  }
  return false;
}

bool only_removals(const Evidence& evidence) {
  return std::all_of(evidence.differences.begin(), evidence.differences.end(),
                     [](const Difference& d) { return d.change != ChangeKind::ValueChange; });
}

std::optional<Conclusion> event_link(const Evidence& evidence) {
  const LinkCue* cue = link_cue(evidence);
  if (cue == nullptr || evidence.overlap.full_shared == 0) return std::nullopt;
  if (!only_removals(evidence) || !refers_to_event(evidence)) return std::nullopt;
  return link(evidence, cue->edge, cue->relation, 0.88,
              "the incoming statement takes the event as given and " + std::string(cue->text));
}

std::optional<Conclusion> cued_link(const Evidence& evidence) {
  const LinkCue* cue = link_cue(evidence);
  const Overlap& overlap = evidence.overlap;
  if (cue == nullptr || overlap.full_shared == 0 || contradicted(evidence)) return std::nullopt;
  if (overlap.extra_incoming < 2 || overlap.of_incoming() >= kSameDice) return std::nullopt;
  return link(evidence, cue->edge, cue->relation, 0.85,
              "the incoming statement " + std::string(cue->text));
}

/// An update destroys nothing but replaces what is current, so it is sure only where the subject is
/// shared beyond doubt and one or two figures changed.
double update_confidence(const Evidence& evidence) {
  constexpr double kUnsure = 0.75;
  constexpr std::ptrdiff_t kMostChanges = 3;
  const double dice = evidence.overlap.dice();
  const bool cue = (evidence.incoming.flags & kReplace) != 0;
  const auto changes = std::count_if(
      evidence.differences.begin(), evidence.differences.end(),
      [](const Difference& difference) { return difference.type != ValueType::Name; });
  const bool sentences = evidence.existing.sentences > 1 || evidence.incoming.sentences > 1;
  if (changes > kMostChanges || (sentences && dice < 0.8)) return kUnsure;
  if (dice >= 0.8) return 0.95;
  if (dice >= kSameDice) return 0.88;
  return cue ? 0.82 : kUnsure;
}

std::optional<Conclusion> changed_property(const Evidence& evidence) {
  if (evidence.different_subjects() || !shares_subject(evidence) || !contradicted(evidence)) {
    return std::nullopt;
  }
  return same(Verdict::Update, update_confidence(evidence), "a property has a new value");
}

/// Words that do something (not, again, because ...) of which the existing statement has no like.
bool has_new_cue(const Evidence& evidence) {
  constexpr std::uint32_t kDoing = kReplace | kCause | kReference | kAlternative | kElaboration |
                                   kPrerequisite | kAlso | kNegation;
  return std::any_of(
      evidence.incoming.words.begin(), evidence.incoming.words.end(), [&](const Word& word) {
        const bool misleading = (word.flags & kStop) != 0;
        return (word.flags & kDoing) != 0 && !misleading && !evidence.existing.mentions(word.stem);
      });
}

std::optional<Conclusion> nothing_new(const Evidence& evidence) {
  if (evidence.different_subjects() || !shares_subject(evidence) || !evidence.differences.empty()) {
    return std::nullopt;
  }
  const Overlap& overlap = evidence.overlap;
  if (overlap.extra_incoming > 0) return std::nullopt;
  if (overlap.repeats_more && overlap.extra_existing > 0) return std::nullopt;
  // A few words out of a longer text may be about anything.
  const bool sure = !has_new_cue(evidence) && overlap.of_existing() >= kRelatedDice;
  const double confidence = !sure ? 0.7 : evidence.overlap.extra_existing == 0 ? 0.95 : 0.85;
  return same(Verdict::Duplicate, confidence, "the incoming statement adds nothing");
}

std::optional<Conclusion> more_detail(const Evidence& evidence) {
  if (evidence.different_subjects() || !shares_subject(evidence)) return std::nullopt;
  const Overlap& overlap = evidence.overlap;
  const bool swapped =
      evidence.differences.empty() && overlap.extra_existing > 0 && overlap.extra_incoming <= 2;
  if (swapped && (evidence.incoming.flags & kReplace) != 0) {
    return same(Verdict::Update, 0.82, "a word was replaced and a cue says so");
  }
  // Detail names again what it is detail of; statements that only meet in some words would lose
  // their own currency in one text, since replacing the one would replace the other.
  if (overlap.of_existing() < kCoveredShare) {
    return link(evidence, EdgeType::Elaboration, SubjectRelation::Hierarchical, 0.82,
                "both concern one thing, each says something of its own");
  }
  return same(Verdict::Merge, swapped ? 0.7 : 0.88, "the incoming statement adds detail");
}

std::optional<Conclusion> related(const Evidence& evidence) {
  const Overlap& overlap = evidence.overlap;
  const LinkCue* cue = link_cue(evidence);
  if (overlap.full_shared > 0 && cue != nullptr && overlap.dice() >= 0.2) {
    return link(evidence, cue->edge, cue->relation, 0.75,
                "the incoming statement " + std::string(cue->text));
  }
  if (overlap.dice() >= kRelatedDice && overlap.full_shared > overlap.shared_names) {
    return link(evidence, std::nullopt, SubjectRelation::Thematic, 0.7, "their subjects overlap");
  }
  return std::nullopt;
}

/// Said under one subject line, of different things.
std::optional<Conclusion> same_context(const Evidence& evidence) {
  const bool shared = !evidence.existing.context().empty() &&
                      evidence.existing.context() == evidence.incoming.context();
  if (!shared) return std::nullopt;
  return link(evidence, EdgeType::Thematic, SubjectRelation::Thematic, 0.85,
              "they were said under one subject line");
}

constexpr Rule kRules[] = {identical_text, different_members, different_kinds, long_texts,
                           event_link,     changed_property,  cued_link,       nothing_new,
                           more_detail,    related,           same_context};

}  // namespace

bool is_long(const Reading& reading) {
  return reading.sentences > kLongSentences || reading.tokens.size() > kLongTokens;
}

Conclusion conclude_by_rules(const Evidence& evidence) {
  for (const Rule rule : kRules) {
    if (auto conclusion = rule(evidence)) return *std::move(conclusion);
  }
  const double confidence = evidence.overlap.full_shared == 0 ? 0.95 : 0.82;
  return {Verdict::Unrelated, false,      SubjectRelation::Unrelated,
          std::nullopt,       confidence, "they share little"};
}

}  // namespace memfold::models
