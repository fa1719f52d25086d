// What people do to memories beside folding facts into them.
#include <array>

#include "call/method.h"

namespace memfold::call {
namespace {

ForgetQuery query_of(const ForgetRequest& request) {
  return {.user = request.user,
          .ids = request.ids,
          .source_id = request.source_id,
          .thread_id = request.thread_id,
          .session_id = request.session_id,
          .condition = request.condition,
          .everything = request.everything};
}

Shown find_forgettable(Engine& engine, ForgetRequest request) {
  return shown("chains", engine.find_forgettable(query_of(request)));
}

Shown forget(Engine& engine, ForgetRequest request) {
  const ForgetOptions options{
      .erasure = request.erasure, .cascade = request.cascade, .prove = request.prove};
  return shown(engine.forget(query_of(request), options));
}

Shown restore(Engine& engine, MemoryRequest request) {
  return shown("decision", engine.restore(request.user, request.id));
}

Shown purge(Engine& engine, PurgeRequest request) {
  require_given(request.before.has_value(), "before");
  return shown(engine.purge(request.user, *request.before, request.prove));
}

Shown edit(Engine& engine, EditRequest request) {
  require_given(bool(request.id), "id");
  const Edit change{.content = request.content,
                    .category = request.category,
                    .importance = request.importance,
                    .tags = request.tags,
                    .metadata = request.metadata,
                    .valid_from = request.valid_from,
                    .valid_until = request.valid_until,
                    .ttl_policy = request.ttl_policy,
                    .embedding = request.embedding};
  return shown("decision", engine.edit(request.user, request.id, change));
}

Shown pin(Engine& engine, PinRequest request) {
  require_given(bool(request.id), "id");
  return shown("decision", engine.pin(request.user, request.id, request.pinned));
}

Shown undo(Engine& engine, UndoRequest request) {
  require_given(request.sequence > 0, "sequence");
  const UndoOptions options{.cascade = request.cascade};
  return shown("decisions", engine.undo(request.user, request.sequence, options));
}

Shown reviews(Engine& engine, ReviewQuery query) {
  return shown("reviews", engine.reviews(query));
}

Shown review(Engine& engine, DecisionRequest request) {
  require_given(request.sequence > 0, "sequence");
  return shown("review", engine.review(request.user, request.sequence));
}

Shown settle_review(Engine& engine, SettleRequest request) {
  using Kind = ReviewAnswer::Kind;
  constexpr std::array<std::pair<std::string_view, Kind>, 3> kAnswers = {
      {{"accept", Kind::Accept}, {"override", Kind::Override}, {"dismiss", Kind::Dismiss}}};
  const Place place;
  for (const auto& [name, kind] : kAnswers) {
    if (name != request.answer) continue;
    if (request.verdict.has_value() != (kind == Kind::Override)) {
      refuse(place.in("verdict"), kind == Kind::Override ? "is missing" : "is for override alone");
    }
    const ReviewAnswer answer{kind, request.verdict.value_or(Verdict::Unrelated)};
    return shown("decision", engine.settle_review(request.user, request.sequence, answer));
  }
  refuse(place.in("answer"), "must be one of accept, override, dismiss");
}

constexpr Method kChangeMethods[] = {
    method<find_forgettable>("find_forgettable", "what forget would forget"),
    method<forget>("forget", "hide or erase whole chains", Effect::Writes),
    method<restore>("restore", "make a softly forgotten chain visible again", Effect::Writes),
    method<purge>("purge", "erase what was softly forgotten before a time", Effect::Writes),
    method<edit>("edit", "change a memory by hand", Effect::Writes),
    method<pin>("pin", "keep a memory for ever, or no longer", Effect::Writes),
    method<undo>("undo", "take a decision back", Effect::Writes),
    method<reviews>("reviews", "cases a person is asked about, oldest first"),
    method<review>("review", "the case of one decision"),
    method<settle_review>("settle_review", "settle a case", Effect::Writes),
};

}  // namespace

std::span<const Method> change_methods() {
  return kChangeMethods;
}

}  // namespace memfold::call
