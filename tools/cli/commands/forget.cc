#include "tools/cli/commands.h"

#include <algorithm>

#include "tools/cli/confirm.h"
#include "tools/cli/forgetting.h"
#include "tools/cli/json.h"
#include "tools/cli/memory_id.h"
#include "tools/cli/settings.h"

namespace memfold::tools {
namespace {

/// What --query takes for meant. One word of a short statement scores about 0.6, what merely sounds
/// alike 0.1.
constexpr int kMostFound = 10;
constexpr double kLeastScore = 0.5;

class Forget final : public Command {
 public:
  Forget()
      : Command({"forget", "Forget memories: hide them until restored, or erase them for good",
                 "  memfold forget 0123456789abcdef0123456789abcdef --db mail.db\n"
                 "  memfold forget --query \"캠페인 예산\" --db mail.db\n"
                 "  memfold forget --thread T1 --erase --prove --yes --db mail.db"}) {}

  void configure(CLI::App& app) override {
    app.add_option("ids", id_texts_, "any version of each chain to forget")->type_name("ID");
    app.add_option("--source", query_.source_id, "chains this source said anything of")
        ->type_name("ID");
    app.add_option("--thread", query_.thread_id, "chains with a version of this thread")
        ->type_name("ID");
    app.add_option("--session", query_.session_id, "chains with a version of this session")
        ->type_name("ID");
    app.add_option("--where", query_.condition,
                   "chains for whose current version this holds, e.g. 'metadata.project = apollo'; "
                   "always asks")
        ->type_name("CONDITION");
    app.add_option("--query", text_, "what a question finds, up to 10; always asks")
        ->type_name("TEXT");
    app.add_flag("--everything", query_.everything, "all there is of the user; always asks");
    app.add_flag("--erase", erase_, "from every file, for good; always asks");
    app.add_flag("--prove", options_.prove, "with --erase: search every file afterwards");
    app.add_option("--cascade", cascade_,
                   "what hiding does to edges: " + join(all_names<CascadeMode>(), ", ") +
                       " (default preserve_edges)")
        ->type_name("MODE");
    app.add_flag("--yes", yes_, "do not ask");
  }

  ExitCode run(Context& context) override {
    check();
    query_.user = context.user();
    const bool asks =
        !yes_ && (erase_ || query_.everything || !text_.empty() || !query_.condition.empty());
    // What nobody can agree to is only shown, and a writer need not stop for that.
    const Access access = asks && !can_ask(context) ? Access::Read : Access::Change;
    Engine engine = context.open(access);
    context.require_user(engine);
    const std::vector<Forgotten> chains = find(context, engine);
    // Facts of a source, thread or session may lie in the log or wait for review without being a
    // memory.
    const bool may_be_facts =
        erase_ && query_.ids.empty() && text_.empty() && query_.condition.empty();
    if (chains.empty() && erased_before_.empty() && !may_be_facts) return nothing_to_do(context);
    if (asks && !(chains.empty() && !may_be_facts)) {
      if (!agreed(context, chains, options_.erasure, yes_)) return kOk;
    } else {
      print_chains(context, chains);
    }
    return print_report(context, engine.forget(query_, options_), options_);
  }

 private:
  void check() {
    const int ways = !id_texts_.empty() + !query_.source_id.empty() + !query_.thread_id.empty() +
                     !query_.session_id.empty() + !query_.condition.empty() + !text_.empty() +
                     query_.everything;
    if (ways != 1) {
      throw UsageError(
          "forget needs exactly one of: ids, --source ID, --thread ID, --session ID, --where "
          "CONDITION, --query TEXT, --everything");
    }
    if (options_.prove && !erase_) {
      throw UsageError("--prove needs --erase: what is only hidden stays in the files");
    }
    if (!cascade_.empty() && erase_) {
      throw UsageError("--cascade is about hiding; --erase takes every edge with it");
    }
    if (!cascade_.empty()) {
      const std::string wrong = read_value(cascade_, options_.cascade);
      if (!wrong.empty()) throw UsageError("--cascade " + wrong + ", not \"" + cascade_ + "\"");
    }
    for (const std::string& text : id_texts_) {
      query_.ids.push_back(require_memory_id("forget", text));
    }
    options_.erasure = erase_ ? Erasure::Hard : Erasure::Soft;
  }

  /// The chains that are named and not hidden yet, or all that are named when they are erased.
  std::vector<Forgotten> find(const Context& context, const Engine& engine) {
    if (!text_.empty()) recall(engine);
    if (!text_.empty() && query_.ids.empty()) return {};
    for (const Id& id : query_.ids) {
      if (engine.get(query_.user, id)) continue;
      if (!erase_ || !engine.erased_at(query_.user, id)) throw no_such_memory(context, engine, id);
      erased_before_.push_back(id);
    }
    ForgetQuery there = query_;
    std::erase_if(there.ids, [&](const Id& id) {
      return std::find(erased_before_.begin(), erased_before_.end(), id) != erased_before_.end();
    });
    if (there.ids.empty() && !query_.ids.empty()) return {};
    std::vector<Forgotten> chains = engine.find_forgettable(there);
    if (!erase_) {
      std::erase_if(chains, [&](const Forgotten& chain) {
        return hidden_at(engine, query_.user, chain.chain_id).has_value();
      });
    }
    return chains;
  }

  void recall(const Engine& engine) {
    const RecallQuery query{.user = query_.user,
                            .text = text_,
                            .k = kMostFound,
                            .threshold = kLeastScore,
                            .where = {.include_expired = true},
                            .count_use = false};
    for (const Hit& hit : engine.recall(query)) query_.ids.push_back(hit.memory.id);
  }

  ExitCode nothing_to_do(const Context& context) const {
    if (context.json) {
      print_document(context.out, to_json(ForgetReport()));
    } else if (!text_.empty()) {
      context.out << "Nothing to forget: no memory is near enough to the question.\n";
    } else {
      context.out << "Nothing to forget: there is no such memory"
                  << (erase_ ? "" : ", or it is hidden already") << ".\n";
    }
    return kOk;
  }

  ForgetQuery query_;
  ForgetOptions options_;
  std::vector<std::string> id_texts_;
  std::vector<Id> erased_before_;  ///< of query_.ids
  std::string text_, cascade_;
  bool erase_ = false, yes_ = false;
};

}  // namespace

std::unique_ptr<Command> make_forget() {
  return std::make_unique<Forget>();
}

}  // namespace memfold::tools
