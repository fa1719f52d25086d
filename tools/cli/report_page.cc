#include "tools/cli/report_page.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "core/private_file.h"
#include "memfold/error.h"
#include "tools/cli/chart.h"
#include "tools/cli/figures.h"
#include "tools/cli/report_sections.h"
#include "tools/cli/report_style.h"
#include "tools/cli/version.h"

namespace memfold::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kInputsListed = 5, kPathColumns = 160, kReasonColumns = 200;

Html tile(const std::string& value, Markup name) {
  return element("div", {}, element("dt", {}, name) + element("dd", {}, text(value)));
}

std::string inputs_text(const std::vector<std::string>& inputs) {
  std::string text;
  for (std::size_t i = 0; i < inputs.size() && i < kInputsListed; ++i) {
    text += (i > 0 ? ", " : "") + inputs[i];
  }
  if (inputs.size() > kInputsListed) {
    text += " and " + count_text(inputs.size() - kInputsListed) + " more";
  }
  return text;
}

std::string span_text(const DecisionTimeline& timeline) {
  if (timeline.empty()) return "";
  return ", said from " + day_text(timeline.first()) + " to " + day_text(timeline.last());
}

Html header(const ReportPage& page) {
  const BackfillCounts& counts = page.run.summary.counts;
  const Html subject = text(inputs_text(page.inputs), 3 * kPathColumns);
  const std::string whose = "Memories of " + page.user + span_text(page.store.timeline) +
                            ". Written " + to_string(page.written_at).substr(0, 10) +
                            " by memfold " + kVersion + ".";
  Html tiles = tile(count_text(counts.messages), "messages read");
  tiles += tile(count_text(counts.facts), "facts found");
  for (std::size_t i = 0; i < 3; ++i) {
    constexpr Markup kNames[] = {"CREATE", "UPDATE", "SKIP"};
    tiles += tile(count_text(counts.by_kind[i]), kNames[i]);
  }
  tiles += tile(count_text(page.store.counts.current_memories), "current memories");
  tiles += tile(count_text(page.store.waiting_in_all), "waiting for review");
  tiles += tile(duration_text(page.run.summary.elapsed_seconds), "time");
  return element("header", {},
                 element("h1", {{"dir", "auto"}}, Html("Backfill of ") + subject) +
                     element("p", {{"class", "soft"}}, text(whose)) +
                     element("dl", {{"class", "tiles"}}, tiles));
}

Html run_section(const ReportPage& page) {
  Html rows;
  const Fields fields = fields_of(page.run);
  for (const auto& [name, value] : fields.rows()) {
    rows += element("tr", {},
                    element("th", {{"scope", "row"}}, text(name)) +
                        element("td", {}, text(value.text, 3 * kPathColumns)));
  }
  return element(
      "table", {{"class", "facts"}},
      element("caption", {}, "What this run read and decided") + element("tbody", {}, rows));
}

Html stages_section(const ReportPage& page) {
  const BackfillSummary& summary = page.run.summary;
  struct Stage {
    Markup name;
    double seconds;
  };
  const Stage stages[] = {{"read", summary.read_seconds},
                          {"parse", summary.parse_seconds},
                          {"extract", summary.extract_seconds},
                          {"embed, decide and store", summary.fold_seconds},
                          {"keep sources and graph", summary.connect_seconds}};
  double longest = 0;
  for (const auto& [stage, seconds] : stages) longest = std::max(longest, seconds);
  if (longest == 0) return {};
  Html rows;
  for (const auto& [stage, seconds] : stages) {
    rows += element("tr", {},
                    element("th", {{"scope", "row"}}, stage) +
                        element("td", {{"class", "picture"}}, bar_picture(seconds / longest)) +
                        element("td", {{"class", "number"}}, text(duration_text(seconds))));
  }
  return report_table("Stages overlap; parse and extract are summed over all threads",
                      {{"Stage"}, {"Share", "picture"}, {"Time", "number"}}, rows);
}

Html broken_section(const ReportPage& page) {
  const BackfillSummary& summary = page.run.summary;
  if (summary.broken.empty()) return {};
  Html rows;
  for (const BrokenMessage& message : summary.broken) {
    rows += element("tr", {},
                    element("td", {{"dir", "auto"}}, text(message.source, kPathColumns)) +
                        element("td", {{"class", "number"}}, text(count_text(message.offset))) +
                        element("td", {{"dir", "auto"}}, text(message.reason, kReasonColumns)));
  }
  Html html = report_table("What this run could not use",
                           {{"Source"}, {"Byte", "number"}, {"Reason"}}, rows);
  const std::uint64_t all = summary.counts.broken + summary.counts.rejected;
  if (all > summary.broken.size()) {
    const std::string more = "and " + count_text(all - summary.broken.size()) + " more";
    html += element("p", {{"class", "soft"}}, text(more));
  }
  return html;
}

struct Section {
  Markup title;
  Html (*content)(const ReportPage&);
  bool beside_next;  ///< shares a row with the next one where there is room
};

constexpr Section kSections[] = {{"The run", run_section, false},
                                 {"Decisions over time", timeline_section, false},
                                 {"Categories", categories_section, true},
                                 {"Time by stage", stages_section, false},
                                 {"Threads", threads_section, true},
                                 {"People", people_section, false},
                                 {"Longest histories", chains_section, false},
                                 {"Waiting for review", waiting_section, false},
                                 {"Left out", broken_section, false}};

Html sections(const ReportPage& page) {
  Html html, row;
  for (const Section& section : kSections) {
    const Html content = section.content(page);
    if (!content.empty()) {
      row += element("section", {}, element("h2", {}, section.title) + content);
    }
    if (section.beside_next) continue;
    if (!row.empty()) html += element("div", {{"class", "pair"}}, row);
    row = {};
  }
  return html;
}

}  // namespace

std::string report_page(const ReportPage& page) {
  // Scripts are forbidden on top of there being none: whatever a mail says stays text.
  const Html head =
      Html(
          R"(<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">)"
          R"(<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">)"
          R"(<meta name="referrer" content="no-referrer">)") +
      element("title", {},
              Html("memfold: backfill of ") + text(inputs_text(page.inputs), kPathColumns)) +
      element("style", {}, kReportStyle);
  const Html body = header(page) + element("main", {}, sections(page)) +
                    element("footer", {{"class", "soft"}},
                            "This page holds what mails say. It loads nothing and sends nothing.");
  return "<!DOCTYPE html>\n" +
         element("html", {{"lang", "en"}}, element("head", {}, head) + element("body", {}, body))
             .code() +
         "\n";
}

std::string prepare_report(const std::string& directory) {
  make_private_directories(directory);
  return (fs::path(directory) / "backfill.html").string();
}

void write_report(const std::string& file, const std::string& page) {
  const std::string unfinished = file + ".part";
  std::ofstream out = create_private_file(unfinished);
  std::error_code failed;
  out << page;
  out.close();
  if (out) fs::rename(unfinished, file, failed);
  if (!out || failed) {
    throw Error(ErrorCode::Io, "cannot write the report " + file +
                                   (failed ? ": " + failed.message() : std::string()));
  }
}

}  // namespace memfold::tools
