#include "tools/eval/report.h"

#include "tools/cli/fields.h"
#include "tools/cli/figures.h"
#include "tools/cli/present.h"
#include "tools/cli/table.h"
#include "tools/cli/text_width.h"
#include "tools/eval/text.h"

namespace memfold::tools {
namespace {

/// Ours, and the baseline's beside it.
std::string beside(const Share& share, const Share& baseline) {
  return figure_text(share) + ", baseline " + figure_text(baseline.value());
}

void print_overall(std::ostream& out, const Screen& screen, const Evaluation& evaluation,
                   const Figures& figures, const Figures& baseline, const Share& relationships) {
  Fields fields;
  fields.add("asked", asked_text(evaluation));
  fields.add("pairs", count_text(figures.accuracy.whole) + " of " + evaluation.source);
  fields.add("accuracy", beside(figures.accuracy, baseline.accuracy), Ink::Bold);
  fields.add("UPDATE<->LINK confusion",
             beside(figures.update_link_confusion, baseline.update_link_confusion));
  fields.add("relationships", relationships.whole == 0
                                  ? "no labelled LINK was found"
                                  : figure_text(relationships) + ", of LINKs found");
  fields.add("speed", rate_text(evaluation.given.pairs_per_second, "pairs") + ", one thread");
  fields.print(out, screen);
}

void print_classes(std::ostream& out, const Screen& screen, const Figures& figures,
                   const Figures& baseline) {
  print_heading(out, screen, "By class");
  Table table({{"Class"},
               {"Pairs", Align::Right},
               {"Precision", Align::Right},
               {"Recall", Align::Right},
               {"F1", Align::Right},
               {"Base_precision", Align::Right},
               {"Base_recall", Align::Right},
               {"Base_F1", Align::Right}});
  for (const Verdict verdict : kClasses) {
    const ClassFigures& ours = figures.of(verdict);
    const ClassFigures& theirs = baseline.of(verdict);
    table.add({{label(verdict)},
               {count_text(ours.expected)},
               {figure_text(ours.precision())},
               {figure_text(ours.recall())},
               {figure_text(ours.f1())},
               {figure_text(theirs.precision()), Ink::Dim},
               {figure_text(theirs.recall()), Ink::Dim},
               {figure_text(theirs.f1()), Ink::Dim}});
  }
  table.print(out, screen);
}

void print_confusion(std::ostream& out, const Screen& screen, const Confusion& confusion) {
  print_heading(out, screen, "Confusion: expected down, given across");
  std::vector<Column> columns = {{"Expected"}};
  for (const Verdict given : kClasses) columns.push_back({label(given), Align::Right});
  Table table(std::move(columns));
  for (const Verdict expected : kClasses) {
    std::vector<Cell> row = {{label(expected)}};
    for (const Verdict given : kClasses) {
      const std::size_t count = confusion[std::size_t(expected)][std::size_t(given)];
      const Ink wrong = count > 0 ? Ink::Yellow : Ink::Dim;
      row.push_back({count_text(count), expected == given ? Ink::Green : wrong});
    }
    table.add(std::move(row));
  }
  table.print(out, screen);
}

void print_languages(std::ostream& out, const Screen& screen,
                     const std::map<std::string, Figures>& ours,
                     const std::map<std::string, Figures>& baseline) {
  print_heading(out, screen, "By language");
  Table table({{"Language"},
               {"Pairs", Align::Right},
               {"Accuracy", Align::Right},
               {"UPDATE_precision", Align::Right},
               {"LINK_precision", Align::Right},
               {"Base_accuracy", Align::Right}});
  for (const auto& [language, figures] : ours) {
    table.add({{language},
               {count_text(figures.accuracy.whole)},
               {figure_text(figures.accuracy.value())},
               {figure_text(figures.of(Verdict::Update).precision())},
               {figure_text(figures.of(Verdict::Link).precision())},
               {figure_text(baseline.at(language).accuracy.value()), Ink::Dim}});
  }
  table.print(out, screen);
}

void print_calibration(std::ostream& out, const Screen& screen,
                       std::span<const ConfidenceBand> bands) {
  print_heading(out, screen, "By confidence");
  Table table({{"Confidence"},
               {"Pairs", Align::Right},
               {"Right", Align::Right},
               {"Accuracy", Align::Right}});
  for (const ConfidenceBand& band : bands) {
    table.add({{band_text(band)},
               {count_text(band.right.whole)},
               {count_text(band.right.part)},
               {figure_text(band.right.value())}});
  }
  table.print(out, screen);
}

Json classes_json(const Figures& figures) {
  Json json = Json::object();
  for (const Verdict verdict : kClasses) {
    const ClassFigures& one = figures.of(verdict);
    json[label(verdict)] = {{"precision", figure_json(one.precision())},
                            {"recall", figure_json(one.recall())},
                            {"f1", figure_json(one.f1())},
                            {"n", one.expected}};
  }
  return json;
}

Json confusion_json(const Confusion& confusion) {
  Json json = Json::object();
  for (const Verdict expected : kClasses) {
    for (const Verdict given : kClasses) {
      json[label(expected)][label(given)] = confusion[std::size_t(expected)][std::size_t(given)];
    }
  }
  return json;
}

Json languages_json(std::span<const Outcome> outcomes) {
  Json json = Json::object();
  for (const auto& [language, figures] : figures_by_language(outcomes)) {
    json[language] = {{"n", figures.accuracy.whole},
                      {"accuracy", figure_json(figures.accuracy.value())},
                      {"update_precision", figure_json(figures.of(Verdict::Update).precision())},
                      {"link_precision", figure_json(figures.of(Verdict::Link).precision())}};
  }
  return json;
}

/// What is said alike of the answers and of the baseline.
Json figures_json(std::span<const Outcome> outcomes) {
  const Figures figures = figures_of(outcomes);
  return {{"accuracy", figure_json(figures.accuracy.value())},
          {"per_class", classes_json(figures)},
          {"confusion", confusion_json(figures.confusion)},
          {"update_link_confusion", figure_json(figures.update_link_confusion.value())},
          {"per_language", languages_json(outcomes)}};
}

Json calibration_json(std::span<const Outcome> outcomes) {
  Json json = Json::array();
  for (const ConfidenceBand& band : calibration_of(outcomes)) {
    json.push_back({{"from", band.from},
                    {"to", band.to},
                    {"n", band.right.whole},
                    {"right", band.right.part}});
  }
  return json;
}

Json predictions_json(const Evaluation& evaluation) {
  Json json = Json::array();
  for (std::size_t i = 0; i < evaluation.pairs.size(); ++i) {
    const Answer& answer = evaluation.given.answers[i];
    json.push_back({{"id", evaluation.pairs[i].id},
                    {"predicted", label(answer.verdict)},
                    {"confidence", answer.confidence}});
  }
  return json;
}

/// Calls `say` with each pair that was answered wrongly, and its answer.
template <typename Say>
void each_error(const Evaluation& evaluation, Say say) {
  for (std::size_t i = 0; i < evaluation.pairs.size(); ++i) {
    const LabelledPair& pair = evaluation.pairs[i];
    const Answer& answer = evaluation.given.answers[i];
    if (answer.verdict != pair.expected) say(pair, answer);
  }
}

Json errors_json(const Evaluation& evaluation) {
  Json json = Json::array();
  each_error(evaluation, [&](const LabelledPair& pair, const Answer& answer) {
    json.push_back({{"id", pair.id},
                    {"lang", pair.language},
                    {"existing", pair.existing},
                    {"new", pair.incoming},
                    {"expected", label(pair.expected)},
                    {"predicted", label(answer.verdict)},
                    {"confidence", answer.confidence},
                    {"reasoning", answer.reasoning}});
  });
  return json;
}

}  // namespace

std::string asked_text(const Evaluation& evaluation) {
  if (!evaluation.mode) return evaluation.analyst + " alone";
  return "the engine, mode " + std::string(name(*evaluation.mode)) + ", with " + evaluation.analyst;
}

void print_evaluation(std::ostream& out, const Screen& screen, const Evaluation& evaluation) {
  const auto outcomes = outcomes_of(evaluation.pairs, evaluation.given.answers);
  const auto baseline = outcomes_of(evaluation.pairs, evaluation.baseline);
  const Figures figures = figures_of(outcomes), baseline_figures = figures_of(baseline);
  print_overall(out, screen, evaluation, figures, baseline_figures, relationships_right(outcomes));
  print_classes(out, screen, figures, baseline_figures);
  print_confusion(out, screen, figures.confusion);
  print_languages(out, screen, figures_by_language(outcomes), figures_by_language(baseline));
  print_calibration(out, screen, calibration_of(outcomes));
}

void print_errors(std::ostream& out, const Screen& screen, const Evaluation& evaluation) {
  std::size_t count = 0;
  each_error(evaluation, [&](const LabelledPair&, const Answer&) { ++count; });
  print_heading(out, screen,
                count == 1 ? "1 pair is wrong" : count_text(count) + " pairs are wrong");
  each_error(evaluation, [&](const LabelledPair& pair, const Answer& answer) {
    out << printable(pair.id) << ": expected " << paint(screen, Ink::Green, label(pair.expected))
        << ", given " << paint(screen, Ink::Red, label(answer.verdict)) << ", confidence "
        << fixed_text(answer.confidence, 2) << '\n';
    Fields fields;
    fields.add("  existing", pair.existing);
    fields.add("  new", pair.incoming);
    fields.add_if("  why", answer.reasoning);
    fields.print(out, screen);
  });
}

Json to_json(const Evaluation& evaluation, bool with_errors) {
  const auto outcomes = outcomes_of(evaluation.pairs, evaluation.given.answers);
  Json json = figures_json(outcomes);
  json["relationships"] = figure_json(relationships_right(outcomes));
  json["baseline"] = figures_json(outcomes_of(evaluation.pairs, evaluation.baseline));
  json["calibration"] = calibration_json(outcomes);
  json["analyst"] = evaluation.analyst;
  json["mode"] = evaluation.mode ? Json(name(*evaluation.mode)) : Json(nullptr);
  json["n"] = evaluation.pairs.size();
  json["pairs_per_second"] = evaluation.given.pairs_per_second;
  json["rejected"] = rejected_json(evaluation.rejected);
  json["predictions"] = predictions_json(evaluation);
  if (with_errors) json["errors"] = errors_json(evaluation);
  return json;
}

}  // namespace memfold::tools
