#include "tools/cli/commands.h"

#include <fstream>

#include "tools/cli/figures.h"
#include "tools/cli/json.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {
namespace {

class Import final : public Command {
 public:
  Import()
      : Command({"import", "Put what `export` wrote as jsonl into a store",
                 "  memfold import mail.jsonl --db new.db\n"
                 "  memfold import mail.jsonl --user mina --db new.db\n"
                 "  memfold import --abandon --db new.db"}) {}

  void configure(CLI::App& app) override {
    app.add_option("file", file_, "the export, or - for standard input")->type_name("FILE");
    app.add_flag("--abandon", abandon_, "drop what an import that was cut short left behind");
  }

  ExitCode run(Context& context) override {
    if (file_.empty() == !abandon_) throw UsageError("import needs a FILE, or --abandon alone");
    if (abandon_) return abandon(context);
    if (file_ == "-") return read(context, context.in);
    std::ifstream file(file_, std::ios::binary);
    if (!file) throw Error(ErrorCode::NotFound, "cannot read " + file_);
    return read(context, file);
  }

 private:
  ExitCode read(const Context& context, std::istream& in) const {
    ImportOptions options;
    if (context.config.is_set("user")) options.user = context.user();
    Engine engine = context.open(Access::Write);
    const ImportReport report = engine.import_jsonl(in, options);
    if (context.json) {
      print_document(context.out,
                     {{"users", report.users}, {"counts", report.counts}, {"bytes", report.bytes}});
      return kOk;
    }
    context.out << "Imported " << counted(report.users, "user") << " (" << bytes_text(report.bytes)
                << " read)\n";
    for (const auto& [what, count] : report.counts) {
      context.out << "  " << what << ": " << count_text(count) << '\n';
    }
    return kOk;
  }

  static ExitCode abandon(const Context& context) {
    Engine engine = context.open(Access::Change);
    const std::vector<std::string> users = engine.unfinished_imports();
    engine.drop_unfinished_imports();
    if (context.json) {
      print_document(context.out, {{"abandoned", users}});
    } else if (users.empty()) {
      context.out << "Nothing to abandon: no import was cut short.\n";
    } else {
      context.out << "Dropped what was imported of " << counted(users.size(), "user") << ".\n";
    }
    return kOk;
  }

  std::string file_;
  bool abandon_ = false;
};

}  // namespace

std::unique_ptr<Command> make_import() {
  return std::make_unique<Import>();
}

}  // namespace memfold::tools
