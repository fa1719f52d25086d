#include "tools/cli/commands.h"

#include <filesystem>

#include "core/new_file.h"
#include "tools/cli/figures.h"
#include "tools/cli/json.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {
namespace {

class Export final : public Command {
 public:
  Export()
      : Command({"export", "Write what is stored to a file: whole, or as a graph for other tools",
                 "  memfold export --out mail.jsonl --db mail.db\n"
                 "  memfold export --format graphml --user mina --out mail.graphml --db mail.db\n"
                 "  memfold export --format neo4j --out graph/ --db mail.db"}) {}

  void configure(CLI::App& app) override {
    app.add_option("--format", format_, "jsonl (can be imported; default), graphml or neo4j")
        ->type_name("FORMAT");
    app.add_option("--out", out_, "the file, or - for standard output; neo4j: a new directory")
        ->type_name("PATH");
    app.add_flag("--force", force_, "replace the file when it is there");
  }

  ExitCode run(Context& context) override {
    check();
    const Engine engine = context.open(Access::Read);
    ExportOptions options;
    if (context.config.is_set("user")) options.user = context.user();
    if (out_ == "-") {
      write(engine, context.out, options);
      return kOk;
    }
    print(context, format_ == "neo4j" ? engine.admin().export_neo4j(out_, options)
                                      : write_file(engine, options));
    return kOk;
  }

 private:
  void check() const {
    if (format_ != "jsonl" && format_ != "graphml" && format_ != "neo4j") {
      throw UsageError("--format is one of jsonl, graphml, neo4j, not \"" + format_ + "\"");
    }
    if (out_.empty()) throw UsageError("export needs --out PATH");
    if (out_ == "-" && format_ == "neo4j") {
      throw UsageError("--format neo4j writes several files: name a directory with --out");
    }
  }

  ExportReport write(const Engine& engine, std::ostream& out, const ExportOptions& options) const {
    return format_ == "graphml" ? engine.admin().export_graphml(out, options)
                                : engine.admin().export_jsonl(out, options);
  }
  ExportReport write_file(const Engine& engine, const ExportOptions& options) const {
    std::error_code ignored;
    if (!force_ && std::filesystem::exists(out_, ignored)) {
      throw UsageError(out_ + " is there already; name another file, or give --force");
    }
    NewFile file(out_);
    ExportReport report = write(engine, file.stream(), options);
    file.keep();
    return report;
  }

  void print(const Context& context, const ExportReport& report) const {
    if (context.json) {
      print_document(context.out, {{"format", format_},
                                   {"path", out_},
                                   {"users", report.users},
                                   {"counts", report.counts},
                                   {"bytes", report.bytes},
                                   {"edges_without_end", report.edges_without_end},
                                   {"hidden", report.hidden}});
      return;
    }
    context.out << "Wrote " << counted(report.users, "user") << " to " << printable(out_) << " ("
                << bytes_text(report.bytes) << ")\n";
    for (const auto& [what, count] : report.counts) {
      context.out << "  " << what << ": " << count_text(count) << '\n';
    }
    if (report.edges_without_end > 0) {
      context.out << "Left out " << counted(report.edges_without_end, "edge")
                  << " that lead to memories no longer stored.\n";
    }
    if (report.hidden > 0) {
      context.out << "Left out " << counted(report.hidden, "memory")
                  << " that are forgotten; `memfold restore` brings them back.\n";
    }
  }

  std::string format_ = "jsonl", out_;
  bool force_ = false;
};

}  // namespace

std::unique_ptr<Command> make_export() {
  return std::make_unique<Export>();
}

}  // namespace memfold::tools
