#include "tools/eval/recall.h"

#include <algorithm>

#include "core/text.h"

namespace memfold::tools {
namespace {

std::optional<double> share(double part, std::size_t whole) {
  if (whole == 0) return std::nullopt;
  return part / double(whole);
}

Found look_for(const Engine& engine, RecallQuery query, const Question& question) {
  Found found;
  const std::vector<Hit> hits = engine.recall(query);
  if (!hits.empty()) found.first = hits.front().memory.content;
  for (std::size_t i = 0; i < hits.size() && !found.rank; ++i) {
    if (is_answer(question, hits[i].memory)) found.rank = i + 1;
  }
  return found;
}

void count(const QuestionOutcome& outcome, WayFigures& figures) {
  for (std::size_t way = 0; way < kWays.size(); ++way) {
    RecallFigures& one = figures[way];
    const auto& rank = outcome.found[way].rank;
    ++one.questions;
    one.first += rank == 1;
    one.first_five += rank && *rank <= 5;
    if (rank) one.reciprocal_ranks += 1.0 / double(*rank);
  }
}

}  // namespace

std::optional<double> RecallFigures::hit_1() const {
  return share(double(first), questions);
}
std::optional<double> RecallFigures::hit_5() const {
  return share(double(first_five), questions);
}
std::optional<double> RecallFigures::mrr() const {
  return share(reciprocal_ranks, questions);
}

bool is_answer(const Question& question, const Memory& memory) {
  const auto& sources = memory.sources;
  if (!question.source.empty() &&
      std::find(sources.begin(), sources.end(), question.source) == sources.end()) {
    return false;
  }
  const std::string content = normalise_key(memory.content);
  return std::any_of(
      question.expected.begin(), question.expected.end(),
      [&](const std::string& text) { return content.find(text) != std::string::npos; });
}

std::vector<QuestionOutcome> ask_questions(const Engine& engine, const std::string& user,
                                           std::span<const Question> questions) {
  std::vector<QuestionOutcome> outcomes;
  for (const Question& question : questions) {
    QuestionOutcome outcome{question, {}};
    for (std::size_t way = 0; way < kWays.size(); ++way) {
      RecallQuery query;
      query.user = user;
      query.text = question.text;
      query.k = int(kDeepestRank);
      query.where.include_archived = query.where.include_expired =
          true;  // an archive asked long after its time
      query.count_use = false;
      query.by = kWays[way];
      outcome.found[way] = look_for(engine, query, question);
    }
    outcomes.push_back(std::move(outcome));
  }
  return outcomes;
}

WayFigures recall_figures(std::span<const QuestionOutcome> outcomes) {
  WayFigures figures;
  for (const QuestionOutcome& outcome : outcomes) count(outcome, figures);
  return figures;
}

std::map<std::string, WayFigures> recall_figures_by(std::span<const QuestionOutcome> outcomes,
                                                    std::string Question::*key) {
  std::map<std::string, WayFigures> figures;
  for (const QuestionOutcome& outcome : outcomes) count(outcome, figures[outcome.question.*key]);
  return figures;
}

}  // namespace memfold::tools
