#include "tools/cli/report_sections.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "tools/cli/chart.h"
#include "tools/cli/figures.h"
#include "tools/cli/present.h"

namespace memfold::tools {
namespace {

constexpr std::size_t kNameColumns = 90, kStatementColumns = 320, kChangeColumns = 160;
constexpr std::size_t kCategoriesListed = 20;
constexpr std::size_t kVersionsListed = 10, kChangesListed = 4;

const std::vector<ChartSeries>& kind_series() {
  static const std::vector<ChartSeries> series = {
      {std::string(name(DecisionKind::Create)), "create"},
      {std::string(name(DecisionKind::Update)), "update"},
      {std::string(name(DecisionKind::Skip)), "skip"},
      {std::string(name(DecisionKind::Delete)), "delete"}};
  return series;
}

Html cell(Markup style, const Html& content) {
  return element("td", {{"class", std::string(style.code())}}, content);
}

Html row_title(const std::string& title) {
  return element("th", {{"scope", "row"}, {"dir", "auto"}}, text(title, kNameColumns));
}

/// A row of a table of counts: name, bar, figure.
Html counted_row(const std::string& title, std::uint64_t value, std::uint64_t highest,
                 const Html& more = {}) {
  const double share = highest > 0 ? double(value) / double(highest) : 0;
  return element("tr", {},
                 row_title(title) + more + cell("picture", bar_picture(share)) +
                     cell("number", text(count_text(value))));
}

Html period_table(const Periods& periods) {
  Html rows;
  for (const Period& period : periods.periods) {
    Html cells = row_title(period.label);
    for (const std::uint64_t count : period.by_kind)
      cells += cell("number", text(count_text(count)));
    rows += element("tr", {}, cells);
  }
  return report_table("Decisions by the time their facts were said",
                      {{"Period"},
                       {"CREATE", "number"},
                       {"UPDATE", "number"},
                       {"SKIP", "number"},
                       {"DELETE", "number"}},
                      rows);
}

Html ranked_rows(const std::vector<Ranked>& ranked) {
  Html rows;
  for (const Ranked& entry : ranked) {
    const Html when = cell("when optional", text(day_text(entry.last)));
    rows += counted_row(entry.name, entry.memories, ranked.front().memories, when);
  }
  return rows;
}

Html ranked_table(Markup caption, Markup title, const std::vector<Ranked>& ranked) {
  if (ranked.empty()) return {};
  return report_table(
      caption,
      {{title}, {"Last said", "when optional"}, {"Share", "picture"}, {"Memories", "number"}},
      ranked_rows(ranked));
}

Html said(const std::string& statement) {
  return element("span", {{"class", "says"}, {"dir", "auto"}}, text(statement, kStatementColumns));
}

Html changes_of(const VersionStep& step) {
  Html html;
  const std::size_t listed = std::min(kChangesListed, step.changes.size());
  for (std::size_t i = 0; i < listed; ++i) {
    html += element("span", {{"class", "change"}, {"dir", "auto"}},
                    text(change_text(step.changes[i]), kChangeColumns));
  }
  return html;
}

Html version_item(const VersionStep& step, std::size_t number) {
  std::string head = day_text(step.memory.stated_at) + " · version " + std::to_string(number);
  if (step.operation) head += " · " + std::string(name(*step.operation));
  if (step.current) head += " · current";
  // What a first version differs in, it differs in from another chain.
  const Html changes = number > 1 ? changes_of(step) : Html();
  return element("li", {{"class", step.current ? "now" : "then"}},
                 element("small", {}, text(head)) + said(step.memory.content) + changes);
}

Html chain_article(const std::vector<VersionStep>& chain) {
  const std::size_t left_out = chain.size() - std::min(kVersionsListed, chain.size());
  const std::string& subject = chain.back().memory.subject;
  const std::string title = subject.empty() ? chain.front().memory.content : subject;
  Html items;
  if (left_out > 0) {
    items += element("li", {{"class", "then"}},
                     element("small", {}, text(counted(left_out, "earlier version"))));
  }
  for (std::size_t i = left_out; i < chain.size(); ++i) items += version_item(chain[i], i + 1);
  return element("article", {},
                 element("h3", {{"dir", "auto"}}, text(title, kNameColumns)) +
                     element("p", {{"class", "soft"}},
                             text(counted(chain.size(), "version") + ", oldest first")) +
                     element("ol", {{"class", "chain"}}, items));
}

Html entry(Markup name, const Html& value) {
  return element("dt", {}, name) + element("dd", {{"dir", "auto"}}, value);
}

Html waiting_article(const WaitingCase& waiting) {
  const Review& review = waiting.review;
  const std::string number = std::to_string(review.sequence);
  const std::string title = "#" + number + ": likely " + std::string(name(review.verdict)) +
                            ", confidence " + fixed_text(review.confidence, 2);
  const std::string compared = waiting.compared.empty() ? "(not there any more)" : waiting.compared;
  Html list = entry("Known", said(compared)) + entry("New", said(review.fact.content)) +
              entry("Said", text(day_text(review.fact.stated_at)));
  if (!review.reasoning.empty())
    list += entry("Because", text(review.reasoning, kStatementColumns));
  return element("article", {},
                 element("h3", {}, text(title)) + element("dl", {{"class", "case"}}, list));
}

}  // namespace

Html report_table(Markup caption, const std::vector<ReportColumn>& columns, const Html& rows) {
  Html titles;
  for (const ReportColumn& column : columns) {
    titles += element("th", {{"scope", "col"}, {"class", std::string(column.style.code())}},
                      column.title);
  }
  return element("table", {},
                 element("caption", {}, caption) + element("thead", {}, element("tr", {}, titles)) +
                     element("tbody", {}, rows));
}

std::string day_text(Time time) {
  return to_string(time).substr(0, 10);
}

Html timeline_section(const ReportPage& page) {
  const Periods periods = page.store.timeline.periods();
  if (periods.periods.empty()) return {};
  std::vector<ChartColumn> columns;
  for (const Period& period : periods.periods) {
    columns.push_back({period.label, {period.by_kind.begin(), period.by_kind.end()}});
  }
  const std::string description = "A column a " + std::string(periods.unit) + " from " +
                                  periods.periods.front().label + " to " +
                                  periods.periods.back().label +
                                  ", stacked by kind. The same figures are in the table below.";
  Html html = legend(kind_series()) +
              stacked_columns("Decisions over time", description, kind_series(), columns);
  std::string note = "By the " + std::string(periods.unit) +
                     " in which the facts were said; everything the store holds of this user.";
  if (periods.left_out > 0) {
    note += " " + counted(periods.left_out, "decision") + " about facts of far-off dates left out.";
  }
  html += element("figcaption", {}, text(note));
  return element("figure", {}, html) +
         element("details", {},
                 element("summary", {}, "The figures as a table") + period_table(periods));
}

Html categories_section(const ReportPage& page) {
  if (page.store.by_category.empty()) return {};
  // The built-in ones also where there are none, in their order; then the host's own by name.
  std::vector<std::pair<Category, std::uint64_t>> counts;
  for (const std::string_view built_in : all_names<Category::Kind>()) {
    const Category category = Category::named(built_in);
    const auto found = page.store.by_category.find(category);
    counts.emplace_back(category, found == page.store.by_category.end() ? 0 : found->second);
  }
  for (const auto& entry : page.store.by_category) {
    if (entry.first.is_own()) counts.push_back(entry);
  }
  std::ranges::stable_sort(counts, std::greater(), [](const auto& entry) { return entry.second; });
  const std::size_t listed = std::min(kCategoriesListed, counts.size());
  Html rows;
  for (std::size_t i = 0; i < listed; ++i) {
    rows += counted_row(std::string(counts[i].first.name()), counts[i].second, counts[0].second);
  }
  Html html = report_table("Current memories by category",
                           {{"Category"}, {"Share", "picture"}, {"Memories", "number"}}, rows);
  if (listed < counts.size()) {
    const std::string more = "and " + count_text(counts.size() - listed) + " more categories";
    html += element("p", {{"class", "soft"}}, text(more));
  }
  return html;
}

Html threads_section(const ReportPage& page) {
  return ranked_table("The threads with the most current memories, by their newest subject",
                      "Thread", page.store.threads);
}

Html people_section(const ReportPage& page) {
  return ranked_table("The people most current memories are about or from", "Person",
                      page.store.people);
}

Html chains_section(const ReportPage& page) {
  Html html;
  for (const std::vector<VersionStep>& chain : page.store.chains) {
    if (!chain.empty()) html += chain_article(chain);
  }
  return html;
}

Html waiting_section(const ReportPage& page) {
  if (page.store.waiting.empty()) return {};
  const std::uint64_t all = page.store.waiting_in_all, listed = page.store.waiting.size();
  std::string note = counted(all, "case") + " for a person to settle with `memfold review`";
  if (all > listed) note += "; the oldest " + count_text(listed) + " of them";
  Html html = element("p", {{"class", "soft"}}, text(note + "."));
  for (const WaitingCase& waiting : page.store.waiting) html += waiting_article(waiting);
  return html;
}

}  // namespace memfold::tools
