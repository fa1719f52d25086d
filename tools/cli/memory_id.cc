#include "tools/cli/memory_id.h"

#include "tools/cli/text_width.h"

namespace memfold::tools {

Id require_memory_id(const std::string& command, const std::string& text) {
  if (text.empty()) {
    throw UsageError(command + " needs a memory's id; `memfold recall` prints them");
  }
  const std::optional<Id> id = parse_id(text);
  if (id) return *id;
  throw UsageError(
      "\"" + printable(text) +
      "\" is no id: an id has 32 hex digits, all of them; `memfold recall` prints them");
}

Error no_such_memory(const Context& context, const Engine& engine, const Id& id) {
  context.require_user(engine);
  return Error(ErrorCode::NotFound, "user " + printable(context.user()) + " has no memory " +
                                        to_string(id) + " at " + context.db() +
                                        "; `memfold recall` and `memfold log` print ids");
}

}  // namespace memfold::tools
