// Folding, and asking what is known.
#include "call/method.h"

namespace memfold::call {
namespace {

Shown fold(const Call& call, FoldRequest request) {
  FoldOptions options;
  options.dry_run = request.dry_run;
  options.retry = request.retry;
  options.trigger = request.trigger;
  options.batch = request.batch;
  options.checkpoint_name = std::move(request.checkpoint_name);
  options.checkpoint_value = std::move(request.checkpoint_value);
  options.stop = stop_of(call, request.timeout_ms);
  return shown("decisions", call.engine.fold(request.facts, options));
}

Shown explain(Engine& engine, ExplainRequest request) {
  return shown(engine.explain(request.fact));
}

Shown recall(Engine& engine, RecallQuery query) {
  return shown("hits", engine.recall(query));
}

Shown list(Engine& engine, ListQuery query) {
  return shown(engine.list(query));
}

Shown profile(Engine& engine, ProfileQuery query) {
  return shown(engine.profile(query));
}

Shown get(Engine& engine, MemoryRequest request) {
  require_given(bool(request.id), "id");
  return shown("memory", engine.get(request.user, request.id));
}

Shown current(Engine& engine, MemoryRequest request) {
  require_given(bool(request.id), "id");
  return shown("memory", engine.current(request.user, request.id));
}

Shown history(Engine& engine, MemoryRequest request) {
  require_given(bool(request.id), "id");
  return shown("versions", engine.history(request.user, request.id));
}

Shown as_of(Engine& engine, AsOfRequest request) {
  require_given(bool(request.id), "id");
  const AsOf when{request.system, request.valid};
  return shown("memory", engine.as_of(request.user, request.id, when));
}

Shown edges(Engine& engine, MemoryRequest request) {
  require_given(bool(request.id), "id");
  return [from = engine.edges_from(request.user, request.id),
          to = engine.edges_to(request.user, request.id)](Writer& out) {
    show_object(out, {{"from", from}, {"to", to}});
  };
}

Shown stale(Engine& engine, UserRequest request) {
  return shown("stale", engine.stale(request.user));
}

constexpr Method kMemoryMethods[] = {
    method<fold>("fold", "decide and apply facts; one decision a fact", Effect::Writes),
    method<explain>("explain", "what a fact would do now, with every candidate"),
    method<recall>("recall", "the best current memories for a text or a vector"),
    method<list>("list", "current memories, page by page"),
    method<profile>("profile", "what stands about a user, on a page"),
    method<get>("get", "one version of a memory, current or not"),
    method<current>("current", "the current version of the chain any of its ids names"),
    method<history>("history", "every version of a chain, oldest first"),
    method<as_of>("as_of", "the version that answers for a point in time"),
    method<edges>("edges", "relations of a memory, both ways"),
    method<stale>("stale", "memories whose grounds were superseded or forgotten"),
};

}  // namespace

std::span<const Method> memory_methods() {
  return kMemoryMethods;
}

}  // namespace memfold::call
