#include "tools/cli/backfill_report.h"

#include <algorithm>

#include "ingest/peak_memory.h"
#include "storage/store_directory.h"
#include "tools/cli/fields.h"
#include "tools/cli/figures.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {
namespace {

constexpr std::size_t kBrokenListed = 10;

double rate(std::uint64_t count, double seconds) {
  return seconds > 0 ? double(count) / seconds : 0;
}

/// "120 used, 34 empty" without what is none.
class Parts {
 public:
  void add(std::uint64_t count, std::string_view what) {
    if (count == 0) return;
    text_ += (text_.empty() ? "" : ", ") + count_text(count) + " " + std::string(what);
  }
  std::string text() const { return text_.empty() ? "none" : text_; }

 private:
  std::string text_;
};

std::string messages_text(const BackfillSummary& summary) {
  const BackfillCounts& counts = summary.counts;
  if (counts.messages == 0) return summary.earlier.messages > 0 ? "0: nothing new" : "0";
  Parts parts;
  parts.add(counts.used, "used");
  parts.add(counts.empty, "with nothing to keep");
  parts.add(counts.filtered, "filtered out");
  parts.add(counts.duplicate, "seen before");
  parts.add(counts.broken, "broken");
  return count_text(counts.messages) + ": " + parts.text();
}

std::string decisions_text(const BackfillCounts& counts) {
  Parts parts;
  for (std::size_t i = 0; i < counts.by_kind.size(); ++i) {
    parts.add(counts.by_kind[i], name(static_cast<DecisionKind>(i)));
  }
  parts.add(counts.already_folded, "already folded");
  parts.add(counts.rejected, "rejected");
  parts.add(counts.over_limit, "over limits.max_memories");
  return parts.text();
}

std::string stages_text(const BackfillSummary& summary) {
  return "read " + duration_text(summary.read_seconds) + ", parse " +
         duration_text(summary.parse_seconds) + ", extract " +
         duration_text(summary.extract_seconds) + ", fold " + duration_text(summary.fold_seconds) +
         ", sources and graph " + duration_text(summary.connect_seconds) +
         " (parse and extract over all threads)";
}

void add_mail(Fields& fields, const BackfillSummary& summary) {
  const BackfillCounts& counts = summary.counts;
  fields.add("messages", messages_text(summary));
  if (summary.earlier.messages > 0) {
    fields.add("earlier runs",
               counted(summary.earlier.messages, "message") + ", gone on from there");
  }
  if (counts.cut > 0) fields.add("cut short", counted(counts.cut, "message") + " over a limit");
  if (summary.other_files > 0) {
    fields.add("other files", counted(summary.other_files, "file") + " of no kind we read");
  }
}

void add_effort(Fields& fields, const BackfillReport& report) {
  const BackfillSummary& summary = report.summary;
  const double elapsed = summary.elapsed_seconds;
  const std::string messages =
      report.has_mail ? rate_text(rate(summary.counts.messages, elapsed), "messages") + ", " : "";
  fields.add("analyses", count_text(summary.counts.analyses));
  fields.add("time", duration_text(elapsed) + "; " + messages +
                         rate_text(rate(summary.counts.facts, elapsed), "facts"));
  if (report.has_mail) fields.add("stages", stages_text(summary));
  fields.add("peak memory", bytes_text(summary.peak_resident_bytes));
}

void print_left_out(std::ostream& out, const Screen& screen, const BackfillSummary& summary) {
  if (summary.broken.empty()) return;
  out << paint(screen, Ink::Yellow, "Left out:") << '\n';
  const std::size_t listed = std::min(kBrokenListed, summary.broken.size());
  for (std::size_t i = 0; i < listed; ++i) {
    const BrokenMessage& message = summary.broken[i];
    out << "  " << printable(message.source) << ", offset " << message.offset << ": "
        << printable(message.reason) << '\n';
  }
  const std::uint64_t all = summary.counts.broken + summary.counts.rejected;
  if (all > listed) out << "  and " << count_text(all - listed) << " more\n";
}

}  // namespace

Fields fields_of(const BackfillReport& report) {
  const BackfillSummary& summary = report.summary;
  Fields fields;
  if (report.has_mail) add_mail(fields, summary);
  fields.add("facts", count_text(summary.counts.facts));
  fields.add(report.dry_run ? "would decide" : "decisions", decisions_text(summary.counts));
  fields.add("for review", count_text(summary.counts.reviews));
  fields.add_if("extractor", usage_text(report.extractor));
  fields.add_if("embedder", usage_text(report.embedder));
  fields.add_if("summarizer", usage_text(report.summarizer));
  fields.add_if("analyst", usage_text(report.analyst, report.store.kept_analyses));
  add_effort(fields, report);
  if (!report.dry_run) {
    fields.add("store", report.db + ", " + bytes_text(storage::directory_bytes(report.db)) + ", " +
                            counted(report.store.current_memories, "current memory"));
  }
  fields.add_if("report", report.page);
  return fields;
}

void add_facts(BackfillSummary& summary, const JsonlFoldSummary& facts, double seconds) {
  BackfillCounts& counts = summary.counts;
  counts.facts += facts.lines;
  counts.already_folded += facts.already_folded;
  counts.rejected += facts.refused + facts.rejected;
  counts.over_limit += facts.over_limit;
  counts.reviews += facts.reviews;
  counts.analyses += facts.analyses;
  for (std::size_t i = 0; i < counts.by_kind.size(); ++i) counts.by_kind[i] += facts.by_kind[i];
  summary.stopped = summary.stopped || facts.stopped;
  summary.fold_seconds += seconds;
  summary.elapsed_seconds += seconds;
  summary.peak_resident_bytes = ingest::peak_resident_bytes();
  ++summary.inputs;
}

std::string interrupted_text(bool dry_run, bool resumes) {
  if (dry_run) return "interrupted; a dry run stores nothing: run it again for all of the counts";
  return std::string("interrupted; everything up to here is stored: run the same command again ") +
         (resumes ? "to go on from this place"
                  : "to go on; what is stored already is read again and changes nothing");
}

Json to_json(const BackfillReport& report) {
  const BackfillSummary& summary = report.summary;
  const BackfillCounts& counts = summary.counts;
  Json by_kind = Json::object();
  for (std::size_t i = 0; i < counts.by_kind.size(); ++i) {
    by_kind[std::string(name(static_cast<DecisionKind>(i)))] = counts.by_kind[i];
  }
  Json broken = Json::array();
  for (const BrokenMessage& message : summary.broken) {
    broken.push_back(
        {{"source", message.source}, {"offset", message.offset}, {"reason", message.reason}});
  }
  return {
      {"dry_run", report.dry_run},
      {"stopped", summary.stopped},
      {"messages",
       {{"read", counts.messages},
        {"used", counts.used},
        {"empty", counts.empty},
        {"filtered", counts.filtered},
        {"duplicate", counts.duplicate},
        {"broken", counts.broken},
        {"cut", counts.cut},
        {"earlier", summary.earlier.messages}}},
      {"facts", counts.facts},
      {"by_decision", by_kind},
      {"already_folded", counts.already_folded},
      {"rejected", counts.rejected},
      {"over_limit", counts.over_limit},
      {"reviews", counts.reviews},
      {"analyses", counts.analyses},
      {"analyst", usage_json(report.analyst, report.store.kept_analyses)},
      {"embedder", usage_json(report.embedder)},
      {"extractor", usage_json(report.extractor)},
      {"summarizer", usage_json(report.summarizer)},
      {"inputs", summary.inputs},
      {"resumed_inputs", summary.resumed},
      {"other_files", summary.other_files},
      {"broken_messages", broken},
      {"seconds",
       {{"elapsed", summary.elapsed_seconds},
        {"read", summary.read_seconds},
        {"parse", summary.parse_seconds},
        {"extract", summary.extract_seconds},
        {"fold", summary.fold_seconds},
        {"attach", summary.connect_seconds}}},
      {"messages_per_second", rate(counts.messages, summary.elapsed_seconds)},
      {"facts_per_second", rate(counts.facts, summary.elapsed_seconds)},
      {"peak_resident_bytes", summary.peak_resident_bytes},
      {"store_bytes", report.dry_run ? Json(nullptr) : Json(storage::directory_bytes(report.db))},
      {"store", to_json(report.store)},
      {"report", report.page.empty() ? Json(nullptr) : Json(report.page)}};
}

void print(std::ostream& out, const Screen& screen, const BackfillReport& report) {
  fields_of(report).print(out, screen);
  print_left_out(out, screen, report.summary);
}

}  // namespace memfold::tools
