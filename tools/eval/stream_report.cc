#include "tools/eval/stream_report.h"

#include <array>
#include <tuple>

#include "tools/cli/fields.h"
#include "tools/cli/figures.h"
#include "tools/cli/present.h"
#include "tools/cli/table.h"
#include "tools/cli/text_width.h"
#include "tools/eval/stream_figures.h"
#include "tools/eval/text.h"

namespace memfold::tools {
namespace {

constexpr std::array<StreamDecision, kStreamDecisions> kDecisions = {
    StreamDecision::Create, StreamDecision::Update,   StreamDecision::Skip,
    StreamDecision::Merge,  StreamDecision::Backdate, StreamDecision::Keep};
constexpr std::array<Miss, kMisses - 1> kShownMisses = {Miss::NotFound, Miss::NotAsked,
                                                        Miss::JudgedWrong, Miss::HeldBack};

StreamFigures all_figures(const StreamEvaluation& evaluation) {
  return stream_figures(evaluation.streams, evaluation.outcomes);
}

void print_decisions(std::ostream& out, const Screen& screen, const StreamFigures& figures) {
  print_heading(out, screen, "By decision, and where misses arose");
  std::vector<Column> columns = {
      {"Decision"}, {"Items", Align::Right}, {"Precision", Align::Right}, {"Recall", Align::Right}};
  for (const Miss miss : kShownMisses) columns.push_back({name(miss), Align::Right});
  Table table(std::move(columns));
  for (const StreamDecision decision : kDecisions) {
    const ClassFigures& one = figures.by_decision[std::size_t(decision)];
    std::vector<Cell> row = {{label(decision)},
                             {count_text(one.expected)},
                             {figure_text(one.precision())},
                             {figure_text(one.recall())}};
    for (const Miss miss : kShownMisses) {
      row.push_back({count_text(figures.misses[std::size_t(decision)][std::size_t(miss)])});
    }
    table.add(std::move(row));
  }
  table.print(out, screen);
}

void print_confusion(std::ostream& out, const Screen& screen, const StreamFigures& figures) {
  print_heading(out, screen, "Confusion: expected down, given across");
  std::vector<Column> columns = {{"Expected"}};
  for (const StreamDecision given : kDecisions) columns.push_back({label(given), Align::Right});
  Table table(std::move(columns));
  for (const StreamDecision expected : kDecisions) {
    std::vector<Cell> row = {{label(expected)}};
    for (const StreamDecision given : kDecisions) {
      const std::size_t count = figures.confusion[std::size_t(expected)][std::size_t(given)];
      const Ink wrong = count > 0 ? Ink::Yellow : Ink::Dim;
      row.push_back({count_text(count), expected == given ? Ink::Green : wrong});
    }
    table.add(std::move(row));
  }
  table.print(out, screen);
}

void print_groups(std::ostream& out, const Screen& screen, const char* heading, const char* column,
                  const std::map<std::string, StreamFigures>& groups) {
  print_heading(out, screen, heading);
  Table table({{column},
               {"Decisions", Align::Right},
               {"Right", Align::Right},
               {"UPDATE_precision", Align::Right},
               {"UPDATE_recall", Align::Right},
               {"SKIP_precision", Align::Right},
               {"SKIP_recall", Align::Right},
               {"Texts", Align::Right},
               {"Questions", Align::Right}});
  for (const auto& [group, figures] : groups) {
    const ClassFigures& update = figures.by_decision[std::size_t(StreamDecision::Update)];
    const ClassFigures& skip = figures.by_decision[std::size_t(StreamDecision::Skip)];
    table.add({{group},
               {count_text(figures.decisions.whole)},
               {figure_text(figures.decisions.value())},
               {figure_text(update.precision())},
               {figure_text(update.recall())},
               {figure_text(skip.precision())},
               {figure_text(skip.recall())},
               {figure_text(figures.texts.value())},
               {figure_text(figures.questions.value())}});
  }
  table.print(out, screen);
}

void print_confidence(std::ostream& out, const Screen& screen, const StreamFigures& figures) {
  print_heading(out, screen, "By confidence");
  Table table({{"Confidence"},
               {"Decisions", Align::Right},
               {"Right", Align::Right},
               {"Accuracy", Align::Right}});
  for (const ConfidenceBand& band : figures.by_confidence) {
    table.add({{band_text(band)},
               {count_text(band.right.whole)},
               {count_text(band.right.part)},
               {figure_text(band.right.value())}});
  }
  table.print(out, screen);
}

bool is_wrong(const ItemOutcome& outcome) {
  return !outcome.right || outcome.reads_right == false;
}

std::string item_name(const Stream& stream, std::size_t place) {
  return stream.id + " " + std::to_string(place + 1);
}

Json figures_json(const StreamFigures& figures) {
  Json json = {{"decisions", figure_json(figures.decisions)},
               {"texts", figure_json(figures.texts)},
               {"questions", figure_json(figures.questions)},
               {"reviews", figures.reviews}};
  for (const StreamDecision decision : kDecisions) {
    const ClassFigures& one = figures.by_decision[std::size_t(decision)];
    Json misses = Json::object();
    for (const Miss miss : kShownMisses) {
      misses[name(miss)] = figures.misses[std::size_t(decision)][std::size_t(miss)];
    }
    json["by_decision"][label(decision)] = {{"n", one.expected},
                                            {"given", one.given},
                                            {"precision", figure_json(one.precision())},
                                            {"recall", figure_json(one.recall())},
                                            {"misses", std::move(misses)}};
  }
  return json;
}

Json groups_json(const std::map<std::string, StreamFigures>& groups) {
  Json json = Json::object();
  for (const auto& [group, figures] : groups) json[group] = figures_json(figures);
  return json;
}

Json errors_json(const StreamEvaluation& evaluation) {
  Json json = Json::array();
  for (std::size_t s = 0; s < evaluation.streams.size(); ++s) {
    const Stream& stream = evaluation.streams[s];
    for (std::size_t i = 0; i < stream.items.size(); ++i) {
      const ItemOutcome& outcome = evaluation.outcomes[s].items[i];
      if (!is_wrong(outcome)) continue;
      json.push_back({{"stream", stream.id},
                      {"item", i + 1},
                      {"lang", stream.language},
                      {"text", stream.items[i].fact.content},
                      {"expected", label(stream.items[i].expected)},
                      {"given", label(outcome.given)},
                      {"miss", name(outcome.miss)},
                      {"confidence", outcome.confidence},
                      {"target", outcome.target},
                      {"reads", outcome.reads},
                      {"reason", outcome.reason}});
    }
  }
  return json;
}

std::string language_of(const Stream& stream) {
  return stream.language;
}
std::string domain_of(const Stream& stream) {
  return stream.domain;
}

}  // namespace

void print_evaluation(std::ostream& out, const Screen& screen, const StreamEvaluation& evaluation) {
  const StreamFigures figures = all_figures(evaluation);
  Fields fields;
  fields.add("asked", std::string(name(evaluation.mode)) + " mode, " + evaluation.analyst + ", " +
                          evaluation.embedder);
  fields.add("streams", count_text(evaluation.streams.size()) + " of " + evaluation.source);
  fields.add("decisions", figure_text(figures.decisions), Ink::Bold);
  fields.add("texts", figure_text(figures.texts) + ", of right decisions that change one");
  fields.add("questions", figure_text(figures.questions) + ", by the first hit");
  fields.add("for review", count_text(figures.reviews));
  fields.print(out, screen);
  print_decisions(out, screen, figures);
  print_confusion(out, screen, figures);
  const auto& [streams, outcomes] = std::tie(evaluation.streams, evaluation.outcomes);
  print_groups(out, screen, "By language", "Language",
               stream_figures_by(streams, outcomes, language_of));
  print_groups(out, screen, "By domain", "Domain", stream_figures_by(streams, outcomes, domain_of));
  print_confidence(out, screen, figures);
}

void print_errors(std::ostream& out, const Screen& screen, const StreamEvaluation& evaluation) {
  print_heading(out, screen, "Wrong");
  for (std::size_t s = 0; s < evaluation.streams.size(); ++s) {
    const Stream& stream = evaluation.streams[s];
    for (std::size_t i = 0; i < stream.items.size(); ++i) {
      const ItemOutcome& outcome = evaluation.outcomes[s].items[i];
      if (!is_wrong(outcome)) continue;
      out << printable(item_name(stream, i)) << ": " << printable(stream.items[i].fact.content)
          << '\n';
      Fields fields;
      fields.add("  expected", label(stream.items[i].expected));
      fields.add("  given", label(outcome.given) + ", " + fixed_text(outcome.confidence, 2));
      if (outcome.miss != Miss::None) fields.add("  miss", name(outcome.miss));
      if (!outcome.target.empty()) fields.add("  target", outcome.target);
      fields.add("  reads", outcome.reads);
      fields.add("  reason", outcome.reason);
      fields.print(out, screen);
    }
    for (std::size_t q = 0; q < stream.questions.size(); ++q) {
      const QuestionAnswer& answer = evaluation.outcomes[s].answers[q];
      if (answer.right) continue;
      out << printable(stream.id) << ": " << printable(stream.questions[q].text) << '\n';
      Fields fields;
      fields.add("  first", answer.first);
      fields.print(out, screen);
    }
  }
}

Json to_json(const StreamEvaluation& evaluation, bool with_errors) {
  Json json = figures_json(all_figures(evaluation));
  json["per_language"] =
      groups_json(stream_figures_by(evaluation.streams, evaluation.outcomes, language_of));
  json["per_domain"] =
      groups_json(stream_figures_by(evaluation.streams, evaluation.outcomes, domain_of));
  json["analyst"] = evaluation.analyst;
  json["embedder"] = evaluation.embedder;
  json["rejected"] = rejected_json(evaluation.rejected);
  if (with_errors) json["errors"] = errors_json(evaluation);
  return json;
}

}  // namespace memfold::tools
