#include "tools/cli/filter_options.h"

#include "tools/cli/common_options.h"
#include "tools/cli/named_option.h"

namespace memfold::tools {
namespace {

/// Any name may be one of the host's own: what was probably meant cannot be told.
Category read_category(const std::string& text) {
  const std::string wrong = Category::wrong_name(text);
  if (!wrong.empty()) throw UsageError("--category " + wrong);
  return Category::named(text);
}

}  // namespace

void FilterOptions::configure(CLI::App& app) {
  app.add_option(
         "--category", category_,
         "of this category: " + join(all_names<Category::Kind>(), ", ") + ", or one of your own")
      ->type_name("NAME");
  app.add_option("--person", where_.person, "an address or name that takes part, or is spoken of")
      ->type_name("NAME");
  app.add_option("--thread", where_.thread_id, "of this thread")->type_name("ID");
  app.add_option("--session", where_.session_id, "of this session")->type_name("ID");
  app.add_option("--agent", where_.agent_id, "of this assistant")->type_name("ID");
  app.add_option("--run", where_.run_id, "of this run of it")->type_name("ID");
  app.add_option("--where", where_.condition,
                 "for which this holds, e.g. 'metadata.project = apollo and importance >= 0.5'")
      ->type_name("CONDITION");
  app.add_option("--entity", where_.entity, "that mentions this entity")->type_name("NAME");
  app.add_option("--since", since_, "occurred at or after")->type_name("TIME");
  app.add_option("--until", until_, "occurred before")->type_name("TIME");
  app.add_option("--state", states_,
                 "only in these states: " + join(all_names<MemoryState>(), ", "))
      ->type_name("NAME")
      ->delimiter(',');
  app.add_flag("--include-archived", where_.include_archived, "what is archived as well");
  app.add_flag("--include-expired", where_.include_expired,
               "what is no longer true as well: valid_until has come");
}

MemoryFilter FilterOptions::read() const {
  MemoryFilter where = where_;
  if (category_) where.category = read_category(*category_);
  for (const std::string& state : states_) {
    where.states.push_back(named_option<MemoryState>("--state", state));
  }
  if (!since_.empty()) where.occurred_from = parse_time_option("--since", since_);
  if (!until_.empty()) where.occurred_until = parse_time_option("--until", until_);
  return where;
}

std::vector<const char*> FilterOptions::of_memories_alone() const {
  std::vector<const char*> given;
  const auto note = [&](const char* option, bool is_given) {
    if (is_given) given.push_back(option);
  };
  note("--category", category_.has_value());
  note("--thread", !where_.thread_id.empty());
  note("--session", !where_.session_id.empty());
  note("--agent", !where_.agent_id.empty());
  note("--run", !where_.run_id.empty());
  note("--where", !where_.condition.empty());
  note("--entity", !where_.entity.empty());
  note("--include-expired", where_.include_expired);
  return given;
}

}  // namespace memfold::tools
