// Policy `classify` (cosine gate and verdicts alone), and what happens in doubt.
#include <gtest/gtest.h>

#include <map>

#include "engine/fold/decide.h"

namespace memfold {
namespace {

/// Verdicts by candidate; remembers the order in which it was asked.
class Verdicts final : public Comparisons {
 public:
  std::vector<Judged> judge(std::size_t) override { return {}; }
  std::map<std::size_t, Analysis> answers;
  std::map<std::size_t, std::vector<PropertyChange>> differing;
  std::vector<std::size_t> asked;

  Provenance provenance(std::size_t) override { return {SourceType::Realtime, Time{1}}; }
  Analysis analyse(std::size_t i) override {
    asked.push_back(i);
    return answers[i];
  }
  Analysis analyse_inside(std::size_t i) override { return analyse(i); }
  NextContent next_content(std::size_t, Operation) override { return {}; }
  std::vector<PropertyChange> differences(std::size_t i) override { return differing[i]; }
};

Analysis answer(Verdict v, double confidence = 0.95) {
  Analysis analysis;
  analysis.verdict = v;
  analysis.confidence = confidence;
  analysis.same_subject = v == Verdict::Update || v == Verdict::Merge || v == Verdict::Duplicate;
  return analysis;
}

/// Candidates by cosine. Their scores say the opposite: the policy must not look at them.
std::vector<ScoredCandidate> by_cosine(std::initializer_list<double> cosines) {
  std::vector<ScoredCandidate> candidates;
  for (const double cosine : cosines) {
    ScoredCandidate candidate;
    candidate.memory_id.bytes[0] = static_cast<std::uint8_t>(candidates.size() + 1);
    candidate.score.cosine = cosine;
    candidate.score.total = 1 - cosine;
    candidates.push_back(candidate);
  }
  return candidates;
}

DecideOptions classify() {
  DecideOptions options;
  options.policy = Policy::Classify;
  return options;
}

const Provenance kFact{SourceType::Realtime, Time{2}};

TEST(Classify, CandidatesLieStrictlyAboveTheGate) {
  Verdicts verdicts;
  verdicts.answers[0] = answer(Verdict::Duplicate);
  const Plan at_gate = decide(kFact, by_cosine({0.85}), verdicts, classify());
  EXPECT_EQ(at_gate.operation, Operation::Add);
  EXPECT_TRUE(verdicts.asked.empty());
  EXPECT_TRUE(at_gate.links.empty());
  EXPECT_NE(at_gate.reason.find("0.850"), std::string::npos);
  const Plan above = decide(kFact, by_cosine({0.8501}), verdicts, classify());
  EXPECT_EQ(above.operation, Operation::Noop);
}

TEST(Classify, NearestFirstUntilOneVerdictIsDecisiveAndNoMoreThanFive) {
  Verdicts verdicts;
  for (std::size_t i = 0; i < 8; ++i) verdicts.answers[i] = answer(Verdict::Unrelated);
  verdicts.answers[1] = answer(Verdict::Update);
  const Plan plan = decide(kFact, by_cosine({0.86, 0.90, 0.95, 0.99}), verdicts, classify());
  EXPECT_EQ(verdicts.asked, (std::vector<std::size_t>{3, 2, 1}));
  EXPECT_EQ(plan.operation, Operation::Supersede);
  EXPECT_EQ(plan.target, 1u);
  verdicts.asked.clear();
  verdicts.answers[1] = answer(Verdict::Unrelated);
  decide(kFact, by_cosine({0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9}), verdicts, classify());
  EXPECT_EQ(verdicts.asked, (std::vector<std::size_t>{0, 1, 2, 3, 4}));
}

TEST(Classify, EachVerdictHasItsOperation) {
  const struct {
    Verdict verdict;
    DecisionKind kind;
    Operation operation;
  } rows[] = {{Verdict::Duplicate, DecisionKind::Skip, Operation::Noop},
              {Verdict::Update, DecisionKind::Update, Operation::Supersede},
              {Verdict::Merge, DecisionKind::Update, Operation::Merge},
              {Verdict::Link, DecisionKind::Create, Operation::Add},
              {Verdict::Unrelated, DecisionKind::Create, Operation::Add}};
  for (const auto& row : rows) {
    Verdicts verdicts;
    verdicts.answers[0] = answer(row.verdict);
    const Plan plan = decide(kFact, by_cosine({0.9}), verdicts, classify());
    EXPECT_EQ(plan.kind, row.kind) << name(row.verdict);
    EXPECT_EQ(plan.operation, row.operation) << name(row.verdict);
  }
}

TEST(Classify, CoexistingAddsWithAnEdgeSimilarOfStrength08) {
  Verdicts verdicts;
  verdicts.answers[0] = answer(Verdict::Link);
  const Plan plan = decide(kFact, by_cosine({0.9}), verdicts, classify());
  EXPECT_EQ(plan.links, (std::vector<std::size_t>{0}));
  EXPECT_EQ(plan.link_type, EdgeType::Similar);
  EXPECT_EQ(plan.link_strength, 0.8);
}

TEST(Classify, ADecisiveVerdictFurtherAwayBeatsACoexistingOneNearby) {
  Verdicts verdicts;
  verdicts.answers[0] = answer(Verdict::Link);
  verdicts.answers[1] = answer(Verdict::Duplicate);
  const Plan plan = decide(kFact, by_cosine({0.99, 0.9}), verdicts, classify());
  EXPECT_EQ(plan.operation, Operation::Noop);
  EXPECT_EQ(plan.target, 1u);
}

TEST(Classify, SupersedingAndMergingCanBeSwitchedOffAndThenCoexist) {
  for (const Verdict v : {Verdict::Update, Verdict::Merge}) {
    Verdicts verdicts;
    verdicts.answers[0] = answer(v);
    DecideOptions options = classify();
    (v == Verdict::Update ? options.classify.supersede : options.classify.merge) = false;
    const Plan plan = decide(kFact, by_cosine({0.9}), verdicts, options);
    EXPECT_EQ(plan.operation, Operation::Add) << name(v);
    EXPECT_EQ(plan.link_type, EdgeType::Similar) << name(v);
  }
}

TEST(Classify, TheGuardStopsASkipHereToo) {
  Verdicts verdicts;
  verdicts.answers[0] = answer(Verdict::Duplicate);
  verdicts.differing[0] = {{"money", "1", "2", ChangeKind::ValueChange, {}, {}}};
  const Plan plan = decide(kFact, by_cosine({0.999}), verdicts, classify());
  EXPECT_EQ(plan.operation, Operation::Add);
  EXPECT_TRUE(plan.review);
}

TEST(InDoubt, LinksStoresAloneOrHoldsBack) {
  const struct {
    DoubtPolicy policy;
    DecisionKind kind;
    std::size_t links;
    const char* word;
  } rows[] = {{DoubtPolicy::Link, DecisionKind::Create, 1, "linked"},
              {DoubtPolicy::Create, DecisionKind::Create, 0, "stored alone"},
              {DoubtPolicy::Hold, DecisionKind::Skip, 0, "held back"}};
  for (const auto& row : rows) {
    Verdicts verdicts;
    verdicts.answers[0] = answer(Verdict::Update, 0.8);  // at the limit is not above it
    std::vector<ScoredCandidate> candidates = by_cosine({0.1});
    DecideOptions options;
    options.in_doubt = row.policy;
    const Plan plan = decide(kFact, candidates, verdicts, options);
    EXPECT_EQ(plan.kind, row.kind) << name(row.policy);
    EXPECT_EQ(plan.links.size(), row.links) << name(row.policy);
    EXPECT_TRUE(plan.review);
    EXPECT_EQ(plan.doubt, 0u);
    EXPECT_NE(plan.reason.find(row.word), std::string::npos) << plan.reason;
    if (row.policy == DoubtPolicy::Hold) {
      EXPECT_EQ(plan.target, 0u);
      EXPECT_FALSE(plan.says_the_same) << "nothing is applied until a person decides";
    }
  }
}

}  // namespace
}  // namespace memfold
