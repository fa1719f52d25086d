#include "tools/cli/commands.h"

#include <algorithm>
#include <array>
#include <set>

#include "tools/cli/action.h"
#include "tools/cli/figures.h"
#include "tools/cli/json.h"
#include "tools/cli/memory_id.h"
#include "tools/cli/named_option.h"
#include "tools/cli/node_text.h"
#include "tools/cli/table.h"

namespace memfold::tools {
namespace {

class GraphCommand final : public Command {
 public:
  GraphCommand()
      : Command({"graph", "People, concepts, entities, storylines and macros",
                 "  memfold graph --kind person --limit 20 --db mail.db\n"
                 "  memfold graph find 김민지 --kind person --db mail.db\n"
                 "  memfold graph note 0123456789abcdef0123456789abcdef \"prefers calls\" "
                 "--lifetime year --db mail.db\n"
                 "  memfold graph owner \"Mina Kim\" --address mina@example.org --db mail.db"}) {}

  void configure(CLI::App& app) override {
    app.add_option("action", action_, "list (default), find, note or owner")->type_name("ACTION");
    app.add_option("subject", subject_, "of find and owner: a name; of note: the node's id")
        ->type_name("NAME|ID");
    app.add_option("text", text_, "of note: what to note")->type_name("TEXT");
    app.add_option("--kind", kind_,
                   "of list and find (default: storyline for list, person for find)")
        ->type_name("KIND");
    app.add_option("--type", type_, "of find: an entity's type")->type_name("TYPE");
    app.add_option("--lifetime", lifetime_, join(all_names<NoteLifetime>(), ", "))
        ->type_name("TIME");
    app.add_option("--address", profile_.addresses, "of owner: repeatable")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name("ADDRESS");
    app.add_option("--limit", limit_, "nodes listed, those with most sources first (default 50)")
        ->type_name("N");
  }

  ExitCode run(Context& context) override {
    return (this->*find_action<Action>("graph", action_, kActions).run)(context);
  }

 private:
  struct Action {
    std::string_view name;
    ExitCode (GraphCommand::*run)(Context&);
  };
  static const std::array<Action, 4> kActions;

  NodeKind kind(NodeKind otherwise) const {
    if (kind_.empty()) return otherwise;
    const NodeKind value = named_option<NodeKind>("--kind", kind_);
    if (value == NodeKind::Memory) throw UsageError("memories are found with `memfold recall`");
    return value;
  }

  ExitCode list(Context& context) {
    if (limit_ < 1) throw UsageError("--limit must be at least 1");
    const Engine engine = context.open(Access::Read);
    std::vector<Node> nodes = engine.graph().nodes(context.user(), kind(NodeKind::Storyline));
    if (nodes.empty()) context.require_known_user(engine);
    std::sort(nodes.begin(), nodes.end(), [](const Node& a, const Node& b) {
      return a.source_count != b.source_count ? a.source_count > b.source_count : a.id < b.id;
    });
    if (nodes.size() > std::size_t(limit_)) nodes.resize(std::size_t(limit_));
    if (context.json) {
      Json json = Json::array();
      for (const Node& node : nodes) json.push_back(to_json(node));
      print_document(context.out, {{"nodes", json}});
      return kOk;
    }
    Table table({{"Id"},
                 {"Sources", Align::Right},
                 {"Last"},
                 {"State"},
                 {"Title"},
                 {"Description", Align::Left, true}});
    for (const Node& node : nodes) {
      table.add({Cell{to_string(node.id)}, Cell{count_text(node.source_count)},
                 Cell{node.last_at ? to_string(*node.last_at).substr(0, 10) : ""},
                 Cell{std::string(name(node.state))}, Cell{node.title}, Cell{node.description}});
    }
    table.print(context.out, context.screen);
    return kOk;
  }

  ExitCode find(Context& context) {
    if (subject_.empty()) throw UsageError("graph find needs a name");
    const Engine engine = context.open(Access::Read);
    const NodeKind wanted = kind(NodeKind::Person);
    const std::vector<Node> found = find_all(context, engine, wanted);
    if (found.empty()) throw not_known(context, engine, wanted);
    if (found.size() > 1) throw several(found);
    print_node(context, engine, found.front());
    return kOk;
  }

  /// Entities are told apart by type; who gives none means any.
  std::vector<Node> find_all(const Context& context, const Engine& engine, NodeKind wanted) const {
    if (!is_anchor(wanted)) return find_by_title(context, engine, wanted);
    std::set<std::string> types = {type_};
    if (wanted == NodeKind::Entity && type_.empty()) {
      for (const Node& node : engine.graph().nodes(context.user(), wanted)) types.insert(node.type);
    }
    std::vector<Node> found;
    for (const std::string& type : types) {
      if (auto node = engine.graph().find(context.user(), wanted, subject_, type)) {
        found.push_back(std::move(*node));
      }
    }
    return found;
  }

  /// What nobody mentions has no names to be matched with care.
  std::vector<Node> find_by_title(const Context& context, const Engine& engine,
                                  NodeKind wanted) const {
    std::vector<Node> found = engine.graph().nodes(context.user(), wanted);
    std::erase_if(
        found, [&](const Node& node) { return node.title != subject_ && node.name != subject_; });
    return found;
  }

  Error not_known(const Context& context, const Engine& engine, NodeKind wanted) const {
    context.require_known_user(engine);
    std::vector<std::string> names;
    for (const Node& node : engine.graph().nodes(context.user(), wanted)) {
      names.push_back(node.title);
    }
    return Error(ErrorCode::NotFound, "no " + std::string(name(wanted)) + " is known as \"" +
                                          printable(subject_) + "\"" +
                                          printable(suggestion(subject_, names)));
  }

  Error several(const std::vector<Node>& found) const {
    std::string list;
    for (const Node& node : found) {
      const std::string last =
          node.last_at ? ", last " + to_string(*node.last_at).substr(0, 10) : "";
      list += (list.empty() ? "" : ", ") + to_string(node.id) + " (" +
              (node.type.empty() ? "no type" : printable(node.type)) + last + ")";
    }
    return Error(ErrorCode::InvalidArgument, "\"" + printable(subject_) +
                                                 "\" is known as several things; give --type or "
                                                 "show one: " +
                                                 list);
  }

  ExitCode note(Context& context) {
    Note note;
    note.text = text_;
    note.added_by = context.user();
    if (text_.empty()) throw UsageError("graph note needs a node's id and a text");
    if (!lifetime_.empty()) note.lifetime = named_option<NoteLifetime>("--lifetime", lifetime_);
    const Id id = require_memory_id("graph note", subject_);
    Engine engine = context.open(Access::Change);
    print_node(context, engine, engine.graph().add_note(context.user(), id, note));
    return kOk;
  }

  ExitCode owner(Context& context) {
    profile_.name = subject_;
    if (subject_.empty()) throw UsageError("graph owner needs the name of whom it is all about");
    Engine engine = context.open(Access::Write);
    print_node(context, engine, engine.graph().set_owner(context.user(), profile_));
    return kOk;
  }

  std::string action_ = "list", subject_, text_, kind_, type_, lifetime_;
  OwnerProfile profile_;
  int limit_ = 50;
};

const std::array<GraphCommand::Action, 4> GraphCommand::kActions = {{
    {"list", &GraphCommand::list},
    {"find", &GraphCommand::find},
    {"note", &GraphCommand::note},
    {"owner", &GraphCommand::owner},
}};

}  // namespace

std::unique_ptr<Command> make_graph() {
  return std::make_unique<GraphCommand>();
}

}  // namespace memfold::tools
