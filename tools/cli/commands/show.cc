#include "tools/cli/commands.h"

#include "tools/cli/common_options.h"
#include "tools/cli/fields.h"
#include "tools/cli/figures.h"
#include "tools/cli/json.h"
#include "tools/cli/memory_id.h"
#include "tools/cli/node_text.h"
#include "tools/cli/present.h"
#include "tools/cli/sequence_number.h"
#include "tools/cli/statement.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {
namespace {

std::string optional_time(const std::optional<Time>& time) {
  return time ? to_string(*time) : std::string();
}

std::string standing(const Memory& memory) {
  if (memory.deleted_at) return "deleted at " + to_string(*memory.deleted_at);
  if (!memory.superseded_at) return "current";
  return "superseded at " + to_string(*memory.superseded_at) +
         (memory.superseded_by ? " by " + to_string(*memory.superseded_by) : "");
}

std::string importance_text(const Memory& memory) {
  std::string text = fixed_text(memory.importance, 2) + " (" + std::string(name(memory.tier()));
  for (const ImportanceFactor& factor : memory.importance_factors) {
    text +=
        "; " + factor.factor + " +" + fixed_text(factor.weight, 2) + " \"" + factor.evidence + "\"";
  }
  return text + ")";
}

Fields fields_of(const Memory& memory) {
  Fields fields;
  fields.add("content", memory.content, Ink::Bold);
  fields.add("id", to_string(memory.id));
  fields.add("standing", standing(memory));
  fields.add("version", std::to_string(memory.version) + " of chain " + to_string(memory.chain_id));
  fields.add("category", std::string(memory.category.name()));
  fields.add("importance", importance_text(memory));
  fields.add("confidence", fixed_text(memory.confidence, 2));
  fields.add("occurred at", to_string(memory.occurred_at));
  fields.add("stated at", to_string(memory.stated_at));
  fields.add_if("valid", period_text(memory.valid_from, memory.valid_until));
  fields.add_if("people", join_texts(memory.people));
  fields.add_if("subject", memory.subject);
  fields.add_if("thread", memory.thread_id);
  fields.add_if("session", memory.session_id);
  fields.add_if("agent", memory.agent_id);
  fields.add_if("run", memory.run_id);
  fields.add_if("entities", join_texts(memory.entities));
  fields.add_if("keywords", join_texts(memory.keywords));
  fields.add_if("tags", join_texts(memory.tags));
  for (const Metadatum& one : memory.metadata)
    fields.add(printable("metadata." + one.key), one.value);
  fields.add("source", std::string(name(memory.source_type)) +
                           (memory.sources.empty() ? "" : ": " + join_texts(memory.sources)));
  fields.add("created at", to_string(memory.created_at));
  fields.add("updated at", to_string(memory.updated_at));
  fields.add_if("last accessed at", optional_time(memory.last_accessed_at));
  return fields;
}

/// One line an edge, with what stands at its other end.
void print_edges(const Context& context, const Engine& engine, const std::vector<Edge>& edges,
                 bool outgoing) {
  for (const Edge& edge : edges) {
    const Id& other = outgoing ? edge.to : edge.from;
    const std::optional<Memory> memory = engine.get(context.user(), other);
    std::string line = std::string(outgoing ? "-> " : "<- ") + std::string(name(edge.type)) + " " +
                       to_string(other) + " (strength " + fixed_text(edge.strength, 2) + ")";
    if (memory) line += " " + printable(label_of(*memory));
    context.out << "  " << (context.screen.terminal ? fit(line, context.screen.width - 2) : line)
                << '\n';
  }
}

class Show final : public Command {
 public:
  Show()
      : Command(
            {"show",
             "Show one memory or node with its edges, a memory also as it was; or a decision",
             "  memfold show 0123456789abcdef0123456789abcdef --db mail.db\n"
             "  memfold show '#12' --db mail.db\n"
             "  memfold show 0123456789abcdef0123456789abcdef --as-of 2026-01-15 --db mail.db"}) {}

  void configure(CLI::App& app) override {
    app.add_option("id", id_,
                   "a memory's or node's id, 32 hex digits; or the number of a decision, #12")
        ->type_name("ID");
    app.add_flag("--current", current_, "the current version of its chain instead");
    app.add_option("--as-of", system_, "the version the store believed then")->type_name("TIME");
    app.add_option("--valid-at", valid_, "the version that was true in the world then")
        ->type_name("TIME");
  }

  ExitCode run(Context& context) override {
    if (id_.starts_with('#')) return show_decision(context);
    const Id id = require_memory_id("show", id_);
    if (current_ && !(system_.empty() && valid_.empty())) {
      throw UsageError("--current is about now; leave out --as-of and --valid-at");
    }
    AsOf when;
    if (!system_.empty()) when.system = parse_time_option("--as-of", system_);
    if (!valid_.empty()) when.valid = parse_time_option("--valid-at", valid_);
    const Engine engine = context.open(Access::Read);
    if (!engine.get(context.user(), id)) {
      const std::optional<Node> node = engine.graph().node(context.user(), id);
      if (!node) throw no_such_memory(context, engine, id);
      print_node(context, engine, *node);
      return kOk;
    }
    if (when.system || when.valid) return show_past(context, engine, id, when);
    return show_now(context, engine, current_ ? current(context, engine, id) : id);
  }

 private:
  ExitCode show_decision(const Context& context) const {
    if (current_ || !system_.empty() || !valid_.empty()) {
      throw UsageError(
          "--current, --as-of and --valid-at are about memories; a decision stays as it was");
    }
    const std::uint64_t sequence = require_sequence("show", id_, "memfold log");
    const Engine engine = context.open(Access::Read);
    context.require_user(engine);
    print_decision(context, engine, sequence);
    return kOk;
  }

  static Id current(const Context& context, const Engine& engine, const Id& id) {
    const std::optional<Memory> memory = engine.current(context.user(), id);
    if (memory) return memory->id;
    throw Error(ErrorCode::NotFound, "nothing of the chain of memory " + to_string(id) +
                                         " is current; `memfold history " + to_string(id) +
                                         "` shows what became of it");
  }

  static ExitCode show_past(const Context& context, const Engine& engine, const Id& id,
                            const AsOf& when) {
    const std::optional<Memory> memory = engine.as_of(context.user(), id, when);
    if (!memory) {
      throw Error(ErrorCode::NotFound, "memory " + to_string(id) +
                                           " had no version at that time; `memfold history " +
                                           to_string(id) + "` shows when each began");
    }
    if (context.json) {
      print_document(context.out, {{"memory", to_json(*memory)}});
    } else {
      fields_of(*memory).print(context.out, context.screen);
    }
    return kOk;
  }

  static ExitCode show_now(const Context& context, const Engine& engine, const Id& id) {
    const std::optional<Memory> memory = engine.get(context.user(), id);
    const std::vector<Edge> from = engine.edges_from(context.user(), id);
    const std::vector<Edge> to = engine.edges_to(context.user(), id);
    if (context.json) {
      print_document(context.out, {{"memory", to_json(*memory)},
                                   {"edges_from", to_json(from)},
                                   {"edges_to", to_json(to)},
                                   {"skipped", skipped_json(context, engine, id)}});
      return kOk;
    }
    fields_of(*memory).print(context.out, context.screen);
    if (!from.empty() || !to.empty()) print_heading(context.out, context.screen, "Edges");
    print_edges(context, engine, from, true);
    print_edges(context, engine, to, false);
    print_skipped(context, engine, id);
    return kOk;
  }

  std::string id_, system_, valid_;
  bool current_ = false;
};

}  // namespace

std::unique_ptr<Command> make_show() {
  return std::make_unique<Show>();
}

}  // namespace memfold::tools
