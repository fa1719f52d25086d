#include "tools/eval/run.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <string_view>

#include "memfold/error.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {
namespace {

constexpr double kSteadySeconds = 0.5;
constexpr std::size_t kMostPasses = 1000;
// A Saturday in the middle of a month: said on that day and the next, nearly every "by Friday",
// "next week" and "this month" mean the same.
constexpr Time kFirstSaid{std::int64_t{20'008} * kMicrosPerDay};  // 2024-10-12
constexpr Time kSecondSaid{kFirstSaid.micros + kMicrosPerDay};

/// What is left of a decision's operation when nothing new was created.
struct Reading {
  Operation operation;
  Verdict verdict;
};
constexpr Reading kReadings[] = {{Operation::Noop, Verdict::Duplicate},
                                 {Operation::Supersede, Verdict::Update},
                                 {Operation::Update, Verdict::Update},
                                 {Operation::Merge, Verdict::Merge}};

template <typename Work>
double seconds_of(Work work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Pairs per second, given what the first pass over them took and how to make another one.
template <typename Pass>
double steady_rate(std::size_t pairs, double first_pass, Pass pass) {
  std::vector<double> passes = {first_pass};
  for (double total = first_pass; total < kSteadySeconds && passes.size() < kMostPasses;) {
    passes.push_back(pass());
    total += passes.back();
  }
  const auto middle = passes.begin() + std::ptrdiff_t(passes.size() / 2);
  std::nth_element(passes.begin(), middle, passes.end());
  return *middle > 0 ? double(pairs) / *middle : 0;
}

StatementPair statements_of(const LabelledPair& pair) {
  const auto statement = [&](const std::string& content) {
    return Statement{.content = content, .subject = pair.subject, .occurred_at = std::nullopt};
  };
  return {statement(pair.existing), statement(pair.incoming)};
}

/// Two facts a pair, for users that no other pass has.
std::vector<Fact> facts_of(std::span<const LabelledPair> pairs, std::size_t pass) {
  std::vector<Fact> facts;
  facts.reserve(2 * pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const std::string user = std::to_string(pass) + "-" + std::to_string(i);
    Fact first{.user = user, .content = pairs[i].existing, .occurred_at = std::nullopt};
    Fact second{.user = user, .content = pairs[i].incoming, .occurred_at = std::nullopt};
    first.subject = second.subject = pairs[i].subject;
    first.stated_at = kFirstSaid;
    second.stated_at = kSecondSaid;
    // Keys of their own: a repeated statement is to be decided about, not answered from the log.
    first.idempotency_key = "existing";
    second.idempotency_key = "new";
    facts.push_back(std::move(first));
    facts.push_back(std::move(second));
  }
  return facts;
}

void require_decided(const LabelledPair& pair, const Decision& decision) {
  if (decision.status != Status::Error) return;
  throw Error(ErrorCode::InvalidArgument, "the engine takes no statement of pair " +
                                              printable(pair.id) + " as it is: " + decision.error);
}

Answer answer_of(const Decision& decision) {
  return {verdict_of(decision), decision.confidence, decision.relationship_type, decision.reason};
}

}  // namespace

Answers ask_analyst(const Analyst& analyst, std::span<const LabelledPair> pairs) {
  Answers result;
  const auto compare = [&](const LabelledPair& pair) {
    const StatementPair statements = statements_of(pair);
    return analyst.compare(statements.existing, statements.incoming);
  };
  const double first_pass = seconds_of([&] {
    for (const LabelledPair& pair : pairs) {
      Analysis analysis = compare(pair);
      result.answers.push_back({analysis.verdict, analysis.confidence, analysis.relationship_type,
                                std::move(analysis.reasoning)});
    }
  });
  result.pairs_per_second = steady_rate(pairs.size(), first_pass, [&] {
    return seconds_of([&] {
      for (const LabelledPair& pair : pairs) compare(pair);
    });
  });
  return result;
}

Answers ask_engine(Engine& engine, std::span<const LabelledPair> pairs) {
  Answers result;
  std::vector<Decision> decisions;
  std::size_t passes = 0;
  const auto fold = [&] {
    const std::vector<Fact> facts = facts_of(pairs, passes++);
    return seconds_of([&] { decisions = engine.fold(facts); });
  };
  const double first_pass = fold();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    require_decided(pairs[i], decisions[2 * i]);
    require_decided(pairs[i], decisions[2 * i + 1]);
    result.answers.push_back(answer_of(decisions[2 * i + 1]));
  }
  result.pairs_per_second = steady_rate(pairs.size(), first_pass, fold);
  return result;
}

std::vector<Answer> ask_threshold(const Embedder& embedder, std::span<const LabelledPair> pairs) {
  const auto dimension = std::size_t(embedder.dimension());
  std::vector<std::int16_t> rows(2 * dimension);
  const auto middle = rows.begin() + std::ptrdiff_t(dimension);
  std::vector<Answer> answers;
  for (const LabelledPair& pair : pairs) {
    const std::array<std::string_view, 2> texts = {pair.existing, pair.incoming};
    embedder.embed(texts, rows);
    const std::int32_t dot = std::inner_product(rows.begin(), middle, middle, std::int32_t{0});
    const double similarity = embedder.calibration().similarity(dot / kDotScale);
    answers.push_back({verdict_by_threshold(similarity), similarity, std::nullopt, {}});
  }
  return answers;
}

Verdict verdict_of(const Decision& decision) {
  for (const Reading& reading : kReadings) {
    if (decision.operation == reading.operation) return reading.verdict;
  }
  return decision.related_ids.empty() ? Verdict::Unrelated : Verdict::Link;
}

std::vector<Outcome> outcomes_of(std::span<const LabelledPair> pairs,
                                 std::span<const Answer> answers) {
  std::vector<Outcome> outcomes;
  outcomes.reserve(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    outcomes.push_back({pairs[i].language, pairs[i].expected, answers[i].verdict,
                        answers[i].confidence, pairs[i].relationship, answers[i].relationship});
  }
  return outcomes;
}

}  // namespace memfold::tools
