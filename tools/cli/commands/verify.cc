#include "tools/cli/commands.h"

#include "tools/cli/figures.h"
#include "tools/cli/json.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {
namespace {

class Verify final : public Command {
 public:
  Verify()
      : Command({"verify", "Check that everything in the store agrees",
                 "  memfold verify --db mail.db\n"
                 "  memfold verify --digest --db mail.db\n"
                 "  memfold verify --repair --db mail.db"}) {}

  void configure(CLI::App& app) override {
    app.add_flag("--digest", digest_only_, "print the digest of the content alone");
    app.add_flag("--repair", repair_, "build anew what follows from memories, log and edges");
  }

  ExitCode run(Context& context) override {
    if (repair_ && digest_only_) throw UsageError("--digest and --repair do not go together");
    if (repair_) return repair(context);
    const Engine engine = context.open(Access::Read);
    if (digest_only_) {
      const std::string digest = engine.admin().digest();
      if (context.json) {
        print_document(context.out, {{"digest", digest}});
      } else {
        context.out << digest << '\n';
      }
      return kOk;
    }
    const VerifyReport report = engine.admin().verify();
    if (context.json) {
      print_document(context.out, to_json(report));
    } else {
      print(context, report);
    }
    return report.problems.empty() ? kOk : kFailed;
  }

 private:
  static void print(const Context& context, const VerifyReport& report) {
    print_problems(context, report.problems);
    context.out << "Checked " << counted(report.nodes, "memory") << ", "
                << counted(report.versions, "version") << ", " << counted(report.vectors, "vector")
                << ", " << counted(report.edges, "edge") << ", "
                << counted(report.graph_nodes, "node") << " and "
                << counted(report.graph_edges, "edge") << " of the graph, "
                << counted(report.sources, "source") << ", "
                << counted(report.log_entries, "decision") << ": ";
    if (report.problems.empty()) {
      context.out << paint(context.screen, Ink::Green, "everything agrees") << ".\n";
    } else {
      context.out << paint(context.screen, Ink::Red, counted(report.problems.size(), "problem"))
                  << " found. Keep a copy of the store before anything else writes to it; then\n"
                     "restore a backup, or mend what can be mended: memfold verify --repair\n";
    }
    context.out << "Read " << records_text(report) << ".\n";
    for (const std::string& lost : report.lost) {
      context.out << "Lost before an earlier repair: " << printable(lost) << ".\n";
    }
  }

  /// Every record there is, family by family (docs/format.md).
  static std::string records_text(const VerifyReport& report) {
    std::uint64_t all = 0;
    std::string families;
    for (const auto& [family, count] : report.records) {
      all += count;
      if (count > 0) families += (families.empty() ? "" : ", ") + family + " " + count_text(count);
    }
    return counted(all, "record") + " (" + families + ")";
  }

  /// Told apart: all is well, something is or may be gone for good, something is still wrong.
  static ExitCode code_of(const Salvage& salvaged, const RepairReport& report) {
    if (!report.remaining.empty()) return kFailed;
    return report.lost.empty() && !salvaged.lossy ? kOk : kPartly;
  }

  static ExitCode repair(const Context& context) {
    const Salvage salvaged = Admin::salvage(context.existing_db());
    Engine engine = context.open(Access::Change);
    const RepairReport report = engine.admin().repair();
    if (context.json) {
      Json json = to_json(report);
      json["unread"] = salvaged.unread;
      json["lossy"] = salvaged.lossy;
      json["kept"] = salvaged.kept;
      print_document(context.out, json);
      return code_of(salvaged, report);
    }
    print_problems(context, salvaged.unread);
    if (!salvaged.kept.empty()) {
      context.out << counted(salvaged.unread.size(), "part") << " of files could not be read; "
                  << counted(salvaged.records, "record") << " could and "
                  << (salvaged.records == 1 ? "is" : "are")
                  << " the store now. As it was: " << printable(salvaged.kept)
                  << "\nIt may hold what you erase later: delete it when you need it no more.\n";
    }
    if (report.problems.empty()) {
      context.out << (salvaged.kept.empty() ? "Nothing to repair: everything agrees.\n"
                                            : "Everything agrees.\n");
      return code_of(salvaged, report);
    }
    constexpr std::size_t kShown = 10;  // most follow from what is told above, or below
    std::vector<std::string> shown = report.problems;
    if (shown.size() > kShown) shown.resize(kShown);
    print_problems(context, shown);
    if (shown.size() < report.problems.size()) {
      context.out << "  and " << report.problems.size() - shown.size()
                  << " more; --json lists them.\n";
    }
    print(context, report);
    return code_of(salvaged, report);
  }

  static void print_problems(const Context& context, const std::vector<std::string>& problems) {
    for (const std::string& problem : problems) {
      context.out << paint(context.screen, Ink::Red, "problem: ") << printable(problem) << '\n';
    }
  }

  static void print(const Context& context, const RepairReport& report) {
    context.out << counted(report.problems.size(), "problem") << " found, "
                << counted(report.restored, "record") << " brought back or cleared away, "
                << count_text(report.rebuilt) << " built anew: ";
    if (report.remaining.empty()) {
      context.out << paint(context.screen, Ink::Green, "everything agrees now") << ".\n";
    } else {
      context.out << paint(context.screen, Ink::Red, counted(report.remaining.size(), "problem"))
                  << " cannot be derived away:\n";
    }
    for (const std::string& problem : report.remaining) {
      context.out << "  " << printable(problem) << '\n';
    }
    if (report.lost.empty()) return;
    context.out << paint(context.screen, Ink::Red, "Lost") << ", and marked so in the store:\n";
    for (const std::string& lost : report.lost) context.out << "  " << printable(lost) << '\n';
  }

  bool digest_only_ = false, repair_ = false;
};

}  // namespace

std::unique_ptr<Command> make_verify() {
  return std::make_unique<Verify>();
}

}  // namespace memfold::tools
