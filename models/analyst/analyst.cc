// The built-in Analyst: readings, evidence, verdict, and the sentence that explains it.
#include <cstdio>
#include <optional>

#include "memfold/models.h"
#include "models/analyst/pair_view.h"
#include "models/analyst/reading_cache.h"
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

/// Whether a value says which of many is meant. A bare number may ("project 12"); one with a unit
/// says how much.
bool tells_apart(const models::Value& value) {
  return value.type == models::ValueType::Number || models::identifies(value);
}

/// Two statements read and compared; kept as long as somebody may ask for the words.
struct ComparedPair {
  ComparedPair(const models::ReadingCache& readings, const Statement& existing,
               const Statement& incoming)
      : before(readings.read(existing)),
        after(readings.read(incoming)),
        evidence(models::gather(*before, *after)) {}

  const std::shared_ptr<const models::Reading> before, after;
  const Evidence evidence;
  std::optional<models::PairView> view;  ///< of the evidence
  models::Conclusion conclusion;
};

/// All but the words.
Analysis analysis_of(const Evidence& evidence, const models::Conclusion& conclusion) {
  Analysis analysis;
  analysis.verdict = conclusion.verdict;
  analysis.same_subject = conclusion.same_subject;
  analysis.relationship = conclusion.relation;
  for (const Difference& difference : evidence.differences) {
    analysis.property_changes.push_back(models::property_change(difference));
  }
  analysis.relationship_type = conclusion.edge;
  analysis.confidence = conclusion.confidence;
  analysis.analyst = analyst_name();
  return analysis;
}

void write_words(const Evidence& evidence, const models::Conclusion& conclusion,
                 Analysis& analysis) {
  analysis.subject_a = models::subject_text(evidence.existing);
  analysis.subject_b = models::subject_text(evidence.incoming);
  analysis.reasoning = reason_for(evidence, conclusion);
  analysis.key_factors = factors_of(evidence);
}

class PairAnalyst final : public Analyst {
 public:
  explicit PairAnalyst(std::size_t readings_bytes) : readings_(readings_bytes) {}

  std::string name() const override { return analyst_name(); }

  Analysis compare(const Statement& existing, const Statement& incoming) const override {
    const ComparedPair pair(readings_, existing, incoming);
    const models::Conclusion conclusion = models::conclude(pair.evidence);
    Analysis analysis = analysis_of(pair.evidence, conclusion);
    write_words(pair.evidence, conclusion, analysis);
    return analysis;
  }

  std::optional<Analysis> compare_for_judge(const Statement& existing, const Statement& incoming,
                                            double least_words) const override {
    const auto pair = std::make_shared<ComparedPair>(readings_, existing, incoming);
    if (pair->evidence.overlap.dice() < least_words) return std::nullopt;
    const models::PairView& view = pair->view.emplace(pair->evidence);
    pair->conclusion = models::conclude(pair->evidence, &view);
    Analysis analysis = analysis_of(pair->evidence, pair->conclusion);
    analysis.evidence = models::evidence_numbers(view, pair->evidence);
    analysis.write_words = [pair](Analysis& written) {
      models::Conclusion conclusion = pair->conclusion;
      conclusion.rule = models::rule_of(conclusion, pair->evidence, *pair->view);
      write_words(pair->evidence, conclusion, written);
    };
    return analysis;
  }

  std::vector<std::string> identifiers(const Statement& statement) const override {
    const std::shared_ptr<const models::Reading> reading = readings_.read(statement);
    const auto& tokens = reading->tokens.list;
    std::vector<std::string> found;
    for (const models::Value& value : reading->values) {
      if (!tells_apart(value) || reading->in_context(value.first_token)) continue;
      const std::uint32_t begin = tokens[value.first_token].begin;
      const std::uint32_t end = tokens[value.last_token].end;
      found.emplace_back(reading->content.substr(begin, end - begin));
    }
    return found;
  }

 private:
  const models::ReadingCache readings_;
};

}  // namespace

std::shared_ptr<const Analyst> builtin_analyst(std::size_t readings_bytes) {
  return std::make_shared<PairAnalyst>(readings_bytes);
}

}  // namespace memfold
