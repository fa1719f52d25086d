// The built-in Analyst: readings, evidence, verdict, and the sentence that explains it.
#include <cstdio>

#include "memfold/models.h"
#include "models/analyst/pair_view.h"
#include "models/analyst/recent_readings.h"
#include "models/analyst/verdict.h"
#include "models/language/lexicon.h"
#include "models/weights/weights.h"

namespace memfold {
namespace {

using models::Difference;
using models::Evidence;

/// Of rules and weights together: a change to either is another version.
const std::string& analyst_name() {
  static const std::string name =
      "memfold-pairs@" + std::to_string(models::weights().model_version());
  return name;
}
constexpr std::size_t kMostFigures = 3;

std::string figure(const Difference& difference) {
  std::string text(models::property_name(difference.type));
  const auto side = [](const models::Value* value) {
    return value == nullptr ? std::string("none") : value->normal;
  };
  return text + " " + side(difference.before) + " -> " + side(difference.after);
}

std::string reason_for(const Evidence& evidence, const models::Conclusion& conclusion) {
  std::string reason = conclusion.same_subject ? "Same subject: " : "";
  reason += conclusion.rule;
  std::size_t count = 0;
  if (evidence.conflict) {
    reason += " (" + figure(*evidence.conflict);
    ++count;
  }
  for (const Difference& difference : evidence.differences) {
    if (count >= kMostFigures || evidence.conflict) break;
    reason += (count == 0 ? " (" : ", ") + figure(difference);
    ++count;
  }
  reason += count > 0 ? ")" : "";
  char share[64];
  std::snprintf(share, sizeof share, "; %d of %d subject words shared.",
                evidence.overlap.full_shared,
                evidence.overlap.full_shared + evidence.overlap.extra_incoming);
  return reason + share;
}

std::vector<std::string> factors_of(const Evidence& evidence) {
  std::vector<std::string> factors;
  for (const Difference& difference : evidence.differences) factors.push_back(figure(difference));
  if (evidence.conflict) factors.push_back("discriminator: " + figure(*evidence.conflict));
  if ((evidence.incoming.flags & models::kReplace) != 0) factors.emplace_back("cue of replacement");
  for (const models::Word* word : evidence.overlap.new_words) {
    if (factors.size() >= 8) break;
    const auto& tokens = evidence.incoming.tokens.list;
    const std::uint32_t begin = tokens[word->first].begin, end = tokens[word->last].end;
    factors.push_back('"' + std::string(evidence.incoming.content.substr(begin, end - begin)) +
                      "\" is new");
  }
  return factors;
}

class PairAnalyst final : public Analyst {
 public:
  std::string name() const override { return analyst_name(); }

  Analysis compare(const Statement& existing, const Statement& incoming) const override {
    const auto before = models::read(existing), after = models::read(incoming);
    const Evidence evidence = models::gather(*before, *after);
    return analysis_of(evidence, models::conclude(evidence));
  }

  std::optional<Analysis> compare_for_judge(const Statement& existing, const Statement& incoming,
                                            double least_words) const override {
    const auto before = models::read(existing), after = models::read(incoming);
    const Evidence evidence = models::gather(*before, *after);
    if (evidence.overlap.dice() < least_words) return std::nullopt;
    const models::PairView view(evidence);
    Analysis analysis = analysis_of(evidence, models::conclude(evidence, &view));
    analysis.evidence = models::evidence_numbers(view, evidence);
    return analysis;
  }

 private:
  static Analysis analysis_of(const Evidence& evidence, const models::Conclusion& conclusion) {
    Analysis analysis;
    analysis.verdict = conclusion.verdict;
    analysis.same_subject = conclusion.same_subject;
    analysis.subject_a = models::subject_text(evidence.existing);
    analysis.subject_b = models::subject_text(evidence.incoming);
    analysis.relationship = conclusion.relation;
    for (const Difference& difference : evidence.differences) {
      analysis.property_changes.push_back(models::property_change(difference));
    }
    analysis.relationship_type = conclusion.edge;
    analysis.confidence = conclusion.confidence;
    analysis.reasoning = reason_for(evidence, conclusion);
    analysis.key_factors = factors_of(evidence);
    analysis.analyst = analyst_name();
    return analysis;
  }
};

}  // namespace

std::shared_ptr<const Analyst> builtin_analyst() {
  return std::make_shared<PairAnalyst>();
}

}  // namespace memfold
