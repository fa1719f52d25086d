#include <map>

#include "tools/cli/commands.h"
#include "tools/cli/common_options.h"
#include "tools/cli/decision_list.h"
#include "tools/cli/json.h"
#include "tools/cli/memory_id.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {
namespace {

class EditCommand final : public Command {
 public:
  EditCommand()
      : Command({"edit", "Change a memory by hand, as its next version",
                 "  memfold edit 0123456789abcdef0123456789abcdef --text \"예산은 3600만원\" --db "
                 "mail.db\n"
                 "  memfold edit 0123456789abcdef0123456789abcdef --pin --meta project=apollo --db "
                 "mail.db"}) {}

  void configure(CLI::App& app) override {
    app.add_option("id", id_, "any version of the chain, 32 hex digits")->type_name("ID");
    app.add_option("--text", edit_.content, "what it says now")->type_name("TEXT");
    app.add_option("--category", category_, "its category")->type_name("NAME");
    app.add_option("--importance", edit_.importance, "how much it matters")->type_name("0..1");
    app.add_option("--tag", tags_, "its tags, all of them; repeatable")->type_name("TAG");
    app.add_option("--meta", metadata_, "sets a key of its metadata; an empty value takes it away")
        ->type_name("KEY=VALUE");
    app.add_option("--valid-from", valid_from_, "true in the world from then on; none: open")
        ->type_name("TIME");
    app.add_option("--valid-until", valid_until_, "true in the world until then; none: open")
        ->type_name("TIME");
    app.add_flag("--pin", pin_, "keep it for ever");
    app.add_flag("--unpin", unpin_, "let it fade as others do");
  }

  ExitCode run(Context& context) override {
    const Id id = require_memory_id("edit", id_);
    read_options();
    Engine engine = context.open(Access::Change);
    context.require_user(engine);
    const std::optional<Memory> current = engine.current(context.user(), id);
    if (!metadata_.empty() && current) edit_.metadata = metadata_of(*current);
    const Decision decision = engine.edit(context.user(), id, edit_);
    const Memory memory = engine.get(context.user(), decision.memory_id).value();
    if (context.json) {
      print_document(context.out, {{"decision", to_json(decision)}, {"memory", to_json(memory)}});
      return kOk;
    }
    print_decisions(context, {decision});
    return kOk;
  }

 private:
  void read_options() {
    if (pin_ && unpin_) throw UsageError("--pin and --unpin contradict each other");
    if (pin_) edit_.ttl_policy = TtlPolicy::KeepForever;
    if (unpin_) edit_.ttl_policy = TtlPolicy::Decay;
    if (category_) {
      const std::string wrong = Category::wrong_name(*category_);
      if (!wrong.empty()) throw UsageError("--category " + wrong);
      edit_.category = Category::named(*category_);
    }
    if (!tags_.empty()) edit_.tags = tags_;
    if (!valid_from_.empty()) edit_.valid_from = time_or_none("--valid-from", valid_from_);
    if (!valid_until_.empty()) edit_.valid_until = time_or_none("--valid-until", valid_until_);
    for (const std::string& one : metadata_) {
      if (one.find('=') == std::string::npos || one.front() == '=') {
        throw UsageError("--meta must be KEY=VALUE, not \"" + printable(one) + "\"");
      }
    }
    const bool any = edit_.content || edit_.category || edit_.importance || edit_.tags ||
                     edit_.valid_from || edit_.valid_until || edit_.ttl_policy ||
                     !metadata_.empty();
    if (!any) throw UsageError("edit needs something to change, as --text TEXT or --pin");
  }

  static std::optional<Time> time_or_none(const char* option, const std::string& text) {
    return text == "none" ? std::nullopt : std::optional(parse_time_option(option, text));
  }

  std::vector<Metadatum> metadata_of(const Memory& current) const {
    std::map<std::string, std::string> values;
    for (const Metadatum& one : current.metadata) values[one.key] = one.value;
    for (const std::string& one : metadata_) {
      const std::size_t sign = one.find('=');
      const std::string key = one.substr(0, sign), value = one.substr(sign + 1);
      if (value.empty()) {
        values.erase(key);
      } else {
        values[key] = value;
      }
    }
    std::vector<Metadatum> metadata;
    for (const auto& [key, value] : values) metadata.push_back({key, value});
    return metadata;
  }

  Edit edit_;
  std::string id_, valid_from_, valid_until_;
  std::optional<std::string> category_;
  std::vector<std::string> tags_, metadata_;
  bool pin_ = false, unpin_ = false;
};

}  // namespace

std::unique_ptr<Command> make_edit() {
  return std::make_unique<EditCommand>();
}

}  // namespace memfold::tools
