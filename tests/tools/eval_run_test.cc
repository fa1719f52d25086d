#include "tools/eval/run.h"

#include <gtest/gtest.h>

#include <atomic>

#include "memfold/error.h"
#include "tools/eval/scratch_store.h"

namespace memfold::tools {
namespace {

/// Links what has the same length, and counts how often it is asked.
class LengthAnalyst final : public Analyst {
 public:
  std::string name() const override { return "length@1"; }
  Analysis compare(const Statement& existing, const Statement& incoming) const override {
    ++asked;
    EXPECT_TRUE(existing.subject.empty() && !existing.occurred_at && !incoming.occurred_at);
    Analysis analysis;
    const bool alike = existing.content.size() == incoming.content.size();
    analysis.verdict = alike ? Verdict::Link : Verdict::Unrelated;
    if (alike) analysis.relationship_type = EdgeType::Alternative;
    analysis.confidence = alike ? 0.9 : 0.6;
    analysis.reasoning = "lengths";
    return analysis;
  }
  mutable std::atomic<std::size_t> asked = 0;
};

LabelledPair pair(std::string existing, std::string incoming, Verdict expected) {
  return {.id = existing + "/" + incoming,
          .language = "en",
          .existing = std::move(existing),
          .incoming = std::move(incoming),
          .expected = expected,
          .relationship = std::nullopt};
}

EngineOptions options_in(Mode mode) {
  EngineOptions options{.models = builtin_models()};
  options.decide.mode = mode;
  options.threads = 1;
  options.durability = Durability::Relaxed;
  return options;
}

TEST(EvalRun, TheAnalystIsAskedAboutEachPairAlone) {
  const LengthAnalyst analyst;
  const std::vector<LabelledPair> pairs = {pair("abc", "xyz", Verdict::Link),
                                           pair("abc", "abcd", Verdict::Merge)};
  const Answers answers = ask_analyst(analyst, pairs);
  ASSERT_EQ(answers.answers.size(), 2u);
  EXPECT_EQ(answers.answers[0].verdict, Verdict::Link);
  EXPECT_EQ(answers.answers[0].relationship, EdgeType::Alternative);
  EXPECT_EQ(answers.answers[1].verdict, Verdict::Unrelated);
  EXPECT_DOUBLE_EQ(answers.answers[1].confidence, 0.6);
  EXPECT_EQ(answers.answers[1].reasoning, "lengths");
  EXPECT_GT(answers.pairs_per_second, 0);
  EXPECT_EQ(analyst.asked % pairs.size(), 0u) << "whole passes";
  EXPECT_GT(analyst.asked, pairs.size()) << "a quick Analyst is timed over several";
}

TEST(EvalRun, TheEngineFoldsEachPairForAUserOfItsOwn) {
  const std::string budget = "The marketing budget is 500 USD.";
  const std::vector<LabelledPair> pairs = {
      pair(budget, "The marketing budget is 700 USD.", Verdict::Update),
      pair(budget, budget, Verdict::Duplicate),
      pair("The cat sleeps on the sofa.", "Invoice 4711 was paid in cash.", Verdict::Unrelated)};
  for (const Mode mode : {Mode::Balanced, Mode::Accurate}) {
    ScratchStore store(options_in(mode));
    const Answers answers = ask_engine(store.engine(), pairs);
    ASSERT_EQ(answers.answers.size(), pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      EXPECT_EQ(answers.answers[i].verdict, pairs[i].expected) << answers.answers[i].reasoning;
      EXPECT_FALSE(answers.answers[i].reasoning.empty());
    }
    EXPECT_GT(answers.pairs_per_second, 0);
  }
}

TEST(EvalRun, TheDayBetweenDoesNotMoveWhatWeekdaysMean) {
  std::vector<LabelledPair> pairs;
  for (const char* day : {"Sunday", "Monday", "Wednesday", "Friday", "next week", "this month"}) {
    const std::string statement = "Please send the invoice by " + std::string(day);
    pairs.push_back(pair(statement, statement + "!", Verdict::Duplicate));
  }
  ScratchStore store(options_in(Mode::Balanced));
  for (const Answer& answer : ask_engine(store.engine(), pairs).answers) {
    EXPECT_EQ(answer.verdict, Verdict::Duplicate) << answer.reasoning;
  }
}

TEST(EvalRun, AStatementTheEngineRefusesNamesItsPair) {
  ScratchStore store(options_in(Mode::Fast));
  const std::vector<LabelledPair> pairs = {pair("good", "\xff\xfe", Verdict::Link)};
  try {
    ask_engine(store.engine(), pairs);
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
    EXPECT_NE(std::string(error.what()).find("of pair good/"), std::string::npos) << error.what();
  }
}

TEST(EvalRun, TheBaselineGoesBySimilarity) {
  const std::vector<LabelledPair> pairs = {
      pair("The budget is 500 USD.", "The budget is 500 USD.", Verdict::Duplicate),
      pair("The cat sleeps on the sofa.", "Invoice 4711 was paid.", Verdict::Unrelated)};
  const std::vector<Answer> answers = ask_threshold(*builtin_embedder(), pairs);
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_EQ(answers[0].verdict, Verdict::Duplicate);
  EXPECT_NEAR(answers[0].confidence, 1, 1e-3);
  EXPECT_EQ(answers[1].verdict, Verdict::Unrelated);
  EXPECT_LT(answers[1].confidence, 0.5);
}

TEST(EvalRun, DecisionsReadAsVerdicts) {
  const struct {
    DecisionKind kind;
    Operation operation;
    bool related;
    Verdict verdict;
  } cases[] = {
      {DecisionKind::Skip, Operation::Noop, false, Verdict::Duplicate},
      {DecisionKind::Update, Operation::Supersede, false, Verdict::Update},
      {DecisionKind::Update, Operation::Supersede, true, Verdict::Update},
      {DecisionKind::Update, Operation::Merge, false, Verdict::Merge},
      {DecisionKind::Create, Operation::Add, true, Verdict::Link},
      {DecisionKind::Create, Operation::Add, false, Verdict::Unrelated},
  };
  for (const auto& one : cases) {
    Decision decision;
    decision.kind = one.kind;
    decision.operation = one.operation;
    if (one.related) decision.related_ids.emplace_back();
    EXPECT_EQ(verdict_of(decision), one.verdict) << name(one.operation);
  }
}

TEST(EvalRun, OutcomesSetLabelsBesideAnswers) {
  LabelledPair linked = pair("a", "b", Verdict::Link);
  linked.relationship = EdgeType::Causal;
  const std::vector<LabelledPair> pairs = {linked};
  const std::vector<Answer> answers = {{Verdict::Link, 0.7, EdgeType::Sequential, "why"}};
  const std::vector<Outcome> outcomes = outcomes_of(pairs, answers);
  ASSERT_EQ(outcomes.size(), 1u);
  EXPECT_EQ(outcomes[0].language, "en");
  EXPECT_TRUE(outcomes[0].right());
  EXPECT_DOUBLE_EQ(outcomes[0].confidence, 0.7);
  EXPECT_EQ(outcomes[0].expected_relationship, EdgeType::Causal);
  EXPECT_EQ(outcomes[0].given_relationship, EdgeType::Sequential);
}

}  // namespace
}  // namespace memfold::tools
