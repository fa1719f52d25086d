#include "tools/cli/commands.h"

#include "memfold/reembed.h"
#include "tools/cli/figures.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/json.h"
#include "tools/cli/progress.h"

namespace memfold::tools {
namespace {

constexpr double kLeastShareForEta = 0.01;

std::string progress_text(const ReembedProgress& progress, std::uint64_t done_before,
                          double elapsed_seconds) {
  if (progress.step == ReembedProgress::Step::Deleting) return "deleting old vectors";
  const double whole = double(std::max<std::uint64_t>(progress.memories, 1));
  const double share = double(progress.done) / whole;
  const double done_now = share - double(done_before) / whole;
  std::string text = percent_text(share) + "  ";
  if (done_now >= kLeastShareForEta && share < 1) {
    text += "about " + duration_text(elapsed_seconds * (1 - share) / done_now) + " left  ";
  }
  return text + count_text(progress.done) + " of " + count_text(progress.memories) + " memories  " +
         rate_text(double(progress.embedded) / std::max(elapsed_seconds, 1e-3), "texts");
}

Json report_json(const ReembedReport& report, double seconds) {
  return {{"from", {{"embedder", report.from}, {"dimension", report.from_dimension}}},
          {"to", {{"embedder", report.to}, {"dimension", report.to_dimension}}},
          {"users", report.users},
          {"memories", report.memories},
          {"embedded", report.embedded},
          {"kept", report.kept},
          {"without_vector", report.without},
          {"dropped", report.dropped},
          {"switched", report.switched},
          {"calibration_changed", report.calibration_changed},
          {"finished", report.finished},
          {"seconds", seconds}};
}

std::string named(const std::string& embedder, int dimension) {
  return embedder + " (" + counted(std::uint64_t(dimension), "dimension") + ")";
}

void print(std::ostream& out, const ReembedReport& report, double seconds) {
  if (report.switched) {
    out << "Moved " << counted(report.memories, "memory") << " of " << counted(report.users, "user")
        << " from " << named(report.from, report.from_dimension) << " to "
        << named(report.to, report.to_dimension) << " in " << duration_text(seconds) << ".\n";
  } else {
    out << "The store has " << named(report.to, report.to_dimension) << "; "
        << counted(report.memories, "memory") << " looked at.\n";
  }
  if (report.embedded > 0 || report.kept > 0) {
    out << count_text(report.embedded) << " embedded now, " << count_text(report.kept)
        << " had a vector already";
    if (report.without > 0) out << "; in " << count_text(report.without) << " nothing to embed";
    out << ".\n";
  }
  if (report.dropped > 0) out << count_text(report.dropped) << " old vectors deleted.\n";
  if (report.calibration_changed) {
    out << "The store has the calibration that is configured now, and had another.\n";
  }
}

class Reembed final : public Command {
 public:
  Reembed()
      : Command({"reembed", "Move a store to the configured embedder; resumable",
                 "  memfold reembed --config memfold.yaml --db mail.db\n"
                 "  memfold reembed --missing --db mail.db"}) {}

  void configure(CLI::App& app) override {
    app.add_flag("--missing", options_.missing_only,
                 "only what has no vector, by the embedder the store has");
    app.add_flag("--abandon", options_.abandon_other,
                 "give up a move to another embedder that was begun and not finished");
    app.add_flag("--quiet", quiet_, "no progress, no summary");
  }

  ExitCode run(Context& context) override {
    const Interrupt interrupt;
    options_.stop = interrupt.stop();
    ProgressLine line(context.err, context.error_screen, steady_seconds);
    std::optional<std::uint64_t> before;
    options_.on_progress = [&](const ReembedProgress& progress) {
      // What an earlier run did is passed over in one go, before the first text.
      if (progress.embedded == 0 || !before) before = progress.done;
      if (!quiet_ && !context.json) {
        line.update([&](double elapsed) { return progress_text(progress, *before, elapsed); });
      }
    };
    const ReembedReport report =
        Admin::reembed(context.existing_db(), context.engine_options(Access::Change), options_);
    line.finish();
    if (context.json) {
      print_document(context.out, report_json(report, line.elapsed()));
    } else if (!quiet_ && report.finished) {
      print(context.out, report, line.elapsed());
    }
    if (!report.finished) throw Error(ErrorCode::Stopped, stopped_text(report));
    return kOk;
  }

 private:
  static std::string stopped_text(const ReembedReport& report) {
    const std::string rest = "; run the same command again to go on";
    if (report.switched) return "stopped before the old vectors were deleted" + rest;
    return "stopped after embedding " + counted(report.embedded, "memory") +
           "; the store goes on with " + report.from + rest;
  }

  ReembedOptions options_;
  bool quiet_ = false;
};

}  // namespace

std::unique_ptr<Command> make_reembed() {
  return std::make_unique<Reembed>();
}

}  // namespace memfold::tools
