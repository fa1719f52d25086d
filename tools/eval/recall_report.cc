#include "tools/eval/recall_report.h"

#include <map>

#include "tools/cli/fields.h"
#include "tools/cli/figures.h"
#include "tools/cli/present.h"
#include "tools/cli/table.h"
#include "tools/cli/text_width.h"
#include "tools/eval/figures.h"
#include "tools/eval/text.h"

namespace memfold::tools {
namespace {

using Groups = std::map<std::string, WayFigures>;

constexpr std::size_t kBoth = kWays.size() - 1;  ///< place of RecallBy::Both
static_assert(kWays[kBoth] == RecallBy::Both);

void add_rows(Table& table, const std::string& group, const WayFigures& figures) {
  for (std::size_t way = 0; way < kWays.size(); ++way) {
    const Ink ink = way == kBoth ? Ink::Bold : Ink::Plain;
    table.add({{group},
               {count_text(figures[way].questions)},
               {std::string(name(kWays[way]))},
               {figure_text(figures[way].hit_1()), ink},
               {figure_text(figures[way].hit_5()), ink},
               {figure_text(figures[way].mrr()), ink}});
  }
}

void print_groups(std::ostream& out, const Screen& screen, const char* heading, const char* column,
                  const Groups& groups, const WayFigures* all) {
  print_heading(out, screen, heading);
  Table table({{column},
               {"Questions", Align::Right},
               {"By"},
               {"Hit@1", Align::Right},
               {"Hit@5", Align::Right},
               {"MRR", Align::Right}});
  for (const auto& [group, figures] : groups) add_rows(table, group, figures);
  if (all != nullptr) add_rows(table, kEveryLanguage, *all);
  table.print(out, screen);
}

Json ways_json(const WayFigures& figures) {
  Json json = Json::object();
  for (std::size_t way = 0; way < kWays.size(); ++way) {
    json[std::string(name(kWays[way]))] = {{"hit_1", figure_json(figures[way].hit_1())},
                                           {"hit_5", figure_json(figures[way].hit_5())},
                                           {"mrr", figure_json(figures[way].mrr())}};
  }
  json["n"] = figures.front().questions;
  return json;
}

Json groups_json(const Groups& groups) {
  Json json = Json::object();
  for (const auto& [group, figures] : groups) json[group] = ways_json(figures);
  return json;
}

bool is_missed(const QuestionOutcome& outcome) {
  return outcome.found[kBoth].rank != 1;
}

std::string rank_text(const Found& found) {
  return found.rank ? std::to_string(*found.rank) : "-";
}

Json errors_json(const RecallEvaluation& evaluation) {
  Json json = Json::array();
  for (const QuestionOutcome& outcome : evaluation.questions) {
    if (!is_missed(outcome)) continue;
    Json ranks = Json::object();
    for (std::size_t way = 0; way < kWays.size(); ++way) {
      const auto& rank = outcome.found[way].rank;
      ranks[std::string(name(kWays[way]))] = rank ? Json(*rank) : Json(nullptr);
    }
    json.push_back({{"id", outcome.question.id},
                    {"lang", outcome.question.language},
                    {"question", outcome.question.text},
                    {"expected", outcome.question.expected},
                    {"ranks", std::move(ranks)},
                    {"first", outcome.found[kBoth].first}});
  }
  return json;
}

}  // namespace

void print_evaluation(std::ostream& out, const Screen& screen, const RecallEvaluation& evaluation) {
  const WayFigures all = recall_figures(evaluation.questions);
  Fields fields;
  fields.add("asked", evaluation.embedder + ", " + evaluation.tokenizer);
  fields.add("questions", count_text(evaluation.questions.size()) + " of " + evaluation.source);
  fields.print(out, screen);
  print_groups(out, screen, "By language", "Language",
               recall_figures_by(evaluation.questions, &Question::language), &all);
  print_groups(out, screen, "By kind", "Kind",
               recall_figures_by(evaluation.questions, &Question::kind), nullptr);
}

void print_errors(std::ostream& out, const Screen& screen, const RecallEvaluation& evaluation) {
  print_heading(out, screen, "Not first");
  for (const QuestionOutcome& outcome : evaluation.questions) {
    if (!is_missed(outcome)) continue;
    out << printable(outcome.question.id) << ": " << printable(outcome.question.text) << '\n';
    Fields fields;
    fields.add("  expected", outcome.question.expected.front());
    fields.add("  rank", rank_text(outcome.found[0]) + " by vector, " +
                             rank_text(outcome.found[1]) + " by words, " +
                             rank_text(outcome.found[kBoth]) + " by both");
    fields.add("  first", outcome.found[kBoth].first);
    fields.print(out, screen);
  }
}

Json to_json(const RecallEvaluation& evaluation, bool with_errors) {
  Json json = ways_json(recall_figures(evaluation.questions));
  json["per_language"] = groups_json(recall_figures_by(evaluation.questions, &Question::language));
  json["per_kind"] = groups_json(recall_figures_by(evaluation.questions, &Question::kind));
  json["embedder"] = evaluation.embedder;
  json["tokenizer"] = evaluation.tokenizer;
  json["rejected"] = rejected_json(evaluation.rejected);
  if (with_errors) json["errors"] = errors_json(evaluation);
  return json;
}

}  // namespace memfold::tools
