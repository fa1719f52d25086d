#include "tools/eval/extraction_report.h"

#include "tools/cli/fields.h"
#include "tools/cli/figures.h"
#include "tools/cli/present.h"
#include "tools/cli/table.h"
#include "tools/cli/text_width.h"
#include "tools/eval/text.h"

namespace memfold::tools {
namespace {

/// What is wrong about one statement.
struct Mistake {
  const char* kind;  ///< missed, superfluous, category, date
  std::string statement;
  std::string expected{}, given{};  ///< of a category or date
};

std::string category_text(const Category& category) {
  return std::string(category.name());
}

std::string date_text(const ExpectedDate& date) {
  const std::string at = to_string(date.at);
  return (date.due ? "due " : "occurs ") + (date.has_time ? at : at.substr(0, at.find('T')));
}

std::string given_date_text(const Fact& fact, bool due) {
  const std::optional<Time>& given = due ? fact.valid_until : fact.occurred_at;
  return given ? to_string(*given) : "none";
}

void add_mistakes(const ExpectedFact& expected, const Fact& fact, int utc_offset_minutes,
                  std::vector<Mistake>& mistakes) {
  const Category category = fact.category.value_or(Category::Misc);
  if (category != expected.category) {
    mistakes.push_back(
        {"category", fact.content, category_text(expected.category), category_text(category)});
  }
  if (expected.date && !is_dated(fact, *expected.date, utc_offset_minutes)) {
    mistakes.push_back({"date", fact.content, date_text(*expected.date),
                        given_date_text(fact, expected.date->due)});
  }
}

std::vector<Mistake> mistakes_of(const MailOutcome& mail) {
  std::vector<Mistake> mistakes;
  for (const Matched& match : mail.matches) {
    if (match.expected && match.extracted) {
      add_mistakes(mail.expected[*match.expected], mail.extracted[*match.extracted],
                   mail.utc_offset_minutes, mistakes);
    } else if (match.expected) {
      const ExpectedFact& missed = mail.expected[*match.expected];
      mistakes.push_back({"missed", missed.text, category_text(missed.category)});
    } else {
      const Fact& fact = mail.extracted[*match.extracted];
      mistakes.push_back(
          {"superfluous", fact.content, {}, category_text(fact.category.value_or(Category::Misc))});
    }
  }
  return mistakes;
}

void add_row(Table& table, const std::string& language, const ExtractionFigures& figures) {
  table.add({{language},
             {count_text(figures.mails)},
             {count_text(figures.statements.expected)},
             {count_text(figures.statements.given)},
             {figure_text(figures.statements.precision())},
             {figure_text(figures.statements.recall())},
             {figure_text(figures.statements.f1()), Ink::Bold},
             {figure_text(figures.categories.value())},
             {figure_text(figures.dates.value())},
             {figure_text(figures.quiet.value())},
             {figure_text(figures.entities.value())}});
}

Json figures_json(const ExtractionFigures& figures) {
  return {{"mails", figures.mails},
          {"expected", figures.statements.expected},
          {"given", figures.statements.given},
          {"right", figures.statements.right},
          {"precision", figure_json(figures.statements.precision())},
          {"recall", figure_json(figures.statements.recall())},
          {"f1", figure_json(figures.statements.f1())},
          {"category", figure_json(figures.categories)},
          {"date", figure_json(figures.dates)},
          {"quiet", figure_json(figures.quiet)},
          {"entities", figure_json(figures.entities)}};
}

Json errors_json(const ExtractionEvaluation& evaluation) {
  const auto text_or_null = [](const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
  };
  Json json = Json::array();
  for (const MailOutcome& mail : evaluation.mails) {
    for (const Mistake& mistake : mistakes_of(mail)) {
      json.push_back({{"id", mail.id},
                      {"lang", mail.language},
                      {"subject", mail.subject},
                      {"kind", mistake.kind},
                      {"statement", mistake.statement},
                      {"expected", text_or_null(mistake.expected)},
                      {"given", text_or_null(mistake.given)}});
    }
  }
  return json;
}

}  // namespace

void print_evaluation(std::ostream& out, const Screen& screen,
                      const ExtractionEvaluation& evaluation) {
  const ExtractionFigures all = extraction_figures(evaluation.mails);
  Fields fields;
  fields.add("asked", evaluation.extractor);
  fields.add("mails", count_text(all.mails) + " of " + evaluation.source);
  fields.add("statement F1", figure_text(all.statements.f1()), Ink::Bold);
  fields.add("categories", figure_text(all.categories) + ", of statements found");
  fields.add("dates", figure_text(all.dates) + ", of statements found that have one");
  fields.add("quiet", figure_text(all.quiet) + ", of mails with nothing to note");
  fields.add("entities", figure_text(all.entities) + ", of statements found");
  fields.print(out, screen);
  print_heading(out, screen, "By language");
  Table table({{"Language"},
               {"Mails", Align::Right},
               {"Expected", Align::Right},
               {"Given", Align::Right},
               {"Precision", Align::Right},
               {"Recall", Align::Right},
               {"F1", Align::Right},
               {"Category", Align::Right},
               {"Date", Align::Right},
               {"Quiet", Align::Right},
               {"Entities", Align::Right}});
  for (const auto& [language, figures] : extraction_by_language(evaluation.mails)) {
    add_row(table, language, figures);
  }
  add_row(table, kEveryLanguage, all);
  table.print(out, screen);
}

void print_errors(std::ostream& out, const Screen& screen, const ExtractionEvaluation& evaluation) {
  print_heading(out, screen, "Mistakes");
  for (const MailOutcome& mail : evaluation.mails) {
    const std::vector<Mistake> mistakes = mistakes_of(mail);
    if (mistakes.empty()) continue;
    out << printable(mail.id) << ": " << printable(mail.subject) << '\n';
    Fields fields;
    for (const Mistake& mistake : mistakes) {
      const bool wrong = !mistake.expected.empty() && !mistake.given.empty();
      const std::string& one = mistake.expected.empty() ? mistake.given : mistake.expected;
      fields.add(std::string("  ") + mistake.kind,
                 (wrong ? "expected " + mistake.expected + ", given " + mistake.given : one) +
                     ": " + mistake.statement);
    }
    fields.print(out, screen);
  }
}

Json to_json(const ExtractionEvaluation& evaluation, bool with_errors) {
  Json json = figures_json(extraction_figures(evaluation.mails));
  Json languages = Json::object();
  for (const auto& [language, figures] : extraction_by_language(evaluation.mails)) {
    languages[language] = figures_json(figures);
  }
  json["per_language"] = std::move(languages);
  json["extractor"] = evaluation.extractor;
  json["rejected"] = rejected_json(evaluation.rejected);
  if (with_errors) json["errors"] = errors_json(evaluation);
  return json;
}

}  // namespace memfold::tools
