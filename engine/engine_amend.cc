// Members of Engine by which people change what is stored, or ask what would change.
#include "engine/amend/edit.h"
#include "engine/amend/erasures.h"
#include "engine/amend/forget.h"
#include "engine/amend/review_queue.h"
#include "engine/amend/undo.h"
#include "engine/engine_impl.h"
#include "engine/recall/stale.h"

namespace memfold {

std::vector<Forgotten> Engine::find_forgettable(const ForgetQuery& query) const {
  return find_chains(*impl_->store, impl_->named(query));
}

ForgetReport Engine::forget(const ForgetQuery& query, const ForgetOptions& options) {
  return impl_->amend(query.user, "forget", [&](const AmendContext& context, const std::string&) {
    ForgetReport report = forget_chains(context, impl_->named(query), options);
    const FinishedErasures& finished = impl_->finished_erasures;
    if (options.prove && !report.searched && !report.erased_before.empty()) {
      report.searched = finished.searched;
      report.bytes_searched = finished.bytes_searched;
      report.traces = finished.traces;
    }
    return report;
  });
}

std::optional<Time> Engine::erased_at(std::string_view user, const Id& memory) const {
  return memfold::erased_at(*impl_->store, impl_->own(user), memory);
}

Decision Engine::restore(std::string_view user, const Id& id) {
  return impl_->amend(user, "restore", [&](const AmendContext& context, const std::string& own) {
    return restore_chain(context, own, id);
  });
}

ForgetReport Engine::purge(std::string_view user, Time before, bool prove) {
  return impl_->amend(user, "purge", [&](const AmendContext& context, const std::string& own) {
    return purge_deleted(context, own, before, prove);
  });
}

Decision Engine::edit(std::string_view user, const Id& id, const Edit& edit) {
  if (edit.content) impl_->require_embedder();
  return impl_->amend(user, "edit", [&](const AmendContext& context, const std::string& own) {
    return edit_memory(context, own, id, edit);
  });
}

Decision Engine::pin(std::string_view user, const Id& id, bool pinned) {
  return edit(user, id, {.ttl_policy = pinned ? TtlPolicy::KeepForever : TtlPolicy::Decay});
}

std::vector<Decision> Engine::undo(std::string_view user, std::uint64_t sequence,
                                   const UndoOptions& options) {
  return impl_->amend(user, "undo", [&](const AmendContext& context, const std::string& own) {
    return undo_decision(context, own, sequence, options);
  });
}

std::vector<Review> Engine::reviews(const ReviewQuery& query) const {
  return read_reviews(*impl_->store, impl_->named(query));
}

Review Engine::review(std::string_view user, std::uint64_t sequence) const {
  return read_review(*impl_->store, impl_->own(user), sequence);
}

Decision Engine::settle_review(std::string_view user, std::uint64_t sequence,
                               const ReviewAnswer& answer) {
  return impl_->amend(user, "settle a review",
                      [&](const AmendContext& context, const std::string& own) {
                        return memfold::settle_review(context, own, sequence, answer);
                      });
}

std::vector<StaleMemory> Engine::stale(std::string_view user) const {
  return find_stale(*impl_->store, impl_->own(user));
}

}  // namespace memfold
