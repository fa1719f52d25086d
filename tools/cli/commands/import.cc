#include "tools/cli/commands.h"

#include <array>
#include <fstream>
#include <iterator>

#include "tools/cli/figures.h"
#include "tools/cli/json.h"
#include "tools/cli/present.h"
#include "tools/cli/settings.h"
#include "tools/cli/text_width.h"
#include "tools/eval/scratch_store.h"
#include "tools/foreign/foreign.h"

namespace memfold::tools {
namespace {

class Import final : public Command {
 public:
  Import()
      : Command({"import", "Put what `export` wrote into a store, or what another memory kept",
                 "  memfold import mail.jsonl --db new.db\n"
                 "  memfold import mail.jsonl --user mina --db new.db\n"
                 "  memfold import memories.json --from mem0 --dry-run --db new.db\n"
                 "  memfold import --abandon --db new.db"}) {}

  void configure(CLI::App& app) override {
    app.add_option("file", file_, "the export, or - for standard input")->type_name("FILE");
    app.add_option(
           "--from", from_,
           "what else the file may be: mem0 (memories as JSON), memory-mcp (the file of the "
           "reference server) or csv; its entries are folded")
        ->type_name("KIND");
    app.add_flag("--dry-run", dry_run_, "with --from: decide and report, write nothing");
    app.add_flag("--abandon", abandon_, "drop what an import that was cut short left behind");
  }

  ExitCode run(Context& context) override {
    if (file_.empty() == !abandon_) throw UsageError("import needs a FILE, or --abandon alone");
    if (abandon_) return abandon(context);
    if (dry_run_ && from_.empty()) throw UsageError("--dry-run goes with --from");
    if (!from_.empty()) return fold_foreign(context);
    if (file_ == "-") return read(context, context.in);
    std::ifstream file(file_, std::ios::binary);
    if (!file) throw Error(ErrorCode::NotFound, "cannot read " + file_);
    return read(context, file);
  }

 private:
  const ForeignKind& kind() const {
    std::vector<std::string> names;
    for (const ForeignKind& one : foreign_kinds()) {
      if (one.name == from_) return one;
      names.emplace_back(one.name);
    }
    throw UsageError("--from must be one of " + join_texts(names) + suggestion(from_, names));
  }

  std::string text(const Context& context) const {
    std::ifstream file;
    if (file_ != "-") file.open(file_, std::ios::binary);
    if (!file && file_ != "-") throw Error(ErrorCode::NotFound, "cannot read " + file_);
    std::istream& in = file_ == "-" ? context.in : file;
    return {std::istreambuf_iterator<char>(in), {}};
  }

  /// Entries of another memory are folded like any facts: what says the same becomes one.
  ExitCode fold_foreign(const Context& context) const {
    const ForeignKind& foreign = kind();
    const ForeignFacts found = foreign.read(text(context), context.user());
    ScratchOrStore store(context, dry_run_, Durability::Relaxed);
    FoldOptions options;
    options.dry_run = dry_run_;
    options.trigger = Trigger::Backfill;
    options.retry = true;
    std::array<std::uint64_t, 4> by_kind{};
    std::uint64_t known = 0, reviews = 0;
    std::map<std::string, std::uint64_t> left_out = found.left_out;
    for (const Decision& decision : store.engine().fold(found.facts, options)) {
      if (decision.status == Status::Error) {
        ++left_out[decision.error];
      } else if (decision.already_folded) {
        ++known;
      } else {
        ++by_kind[std::size_t(decision.kind)];
        reviews += decision.review;
      }
    }
    if (context.json) {
      print_document(context.out, {{"entries", found.entries},
                                   {"facts", found.facts.size()},
                                   {"by_decision", to_json(by_name(by_kind, DecisionKind::Create))},
                                   {"already_folded", known},
                                   {"reviews", reviews},
                                   {"left_out", left_out},
                                   {"dry_run", dry_run_}});
    } else {
      print(context, found, by_kind, known, reviews, left_out);
    }
    return left_out.empty() ? kOk : kPartly;
  }

  void print(const Context& context, const ForeignFacts& found,
             const std::array<std::uint64_t, 4>& by_kind, std::uint64_t known,
             std::uint64_t reviews, const std::map<std::string, std::uint64_t>& left_out) const {
    context.out << (dry_run_ ? "Would fold " : "Folded ") << counted(found.facts.size(), "fact")
                << " of " << count_text(found.entries)
                << " read: " << count_text(by_kind[std::size_t(DecisionKind::Create)]) << " new, "
                << count_text(by_kind[std::size_t(DecisionKind::Update)]) << " updating another, "
                << count_text(by_kind[std::size_t(DecisionKind::Skip)]) << " said before, "
                << count_text(known) << " imported before.\n";
    if (reviews > 0) {
      context.out << counted(reviews, "case") << " a person should look at: `memfold review`.\n";
    }
    for (const auto& [why, count] : left_out) {
      context.out << "  left out: " << count_text(count) << ", " << printable(why) << '\n';
    }
    if (dry_run_) context.out << "Nothing was written; without --dry-run it is.\n";
  }

  ExitCode read(const Context& context, std::istream& in) const {
    ImportOptions options;
    if (context.config.is_set("user")) options.user = context.user();
    Engine engine = context.open(Access::Write);
    const ImportReport report = engine.admin().import_jsonl(in, options);
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
    const std::vector<std::string> users = engine.admin().unfinished_imports();
    engine.admin().drop_unfinished_imports();
    if (context.json) {
      print_document(context.out, {{"abandoned", users}});
    } else if (users.empty()) {
      context.out << "Nothing to abandon: no import was cut short.\n";
    } else {
      context.out << "Dropped what was imported of " << counted(users.size(), "user") << ".\n";
    }
    return kOk;
  }

  std::string file_, from_;
  bool abandon_ = false, dry_run_ = false;
};

}  // namespace

std::unique_ptr<Command> make_import() {
  return std::make_unique<Import>();
}

}  // namespace memfold::tools
