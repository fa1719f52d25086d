// Forgetting: hiding chains, bringing them back, and erasing them for good.
#pragma once

#include <string_view>
#include <vector>

#include "engine/amend/amendment.h"
#include "memfold/amend.h"

namespace memfold {

/// The chains a query names, oldest memory first. Throws Error: InvalidArgument for a query that
/// names nothing or several things, NotFound for an id that is not there. Ids of what was erased go
/// to `erased`; without it they are not there.
std::vector<Forgotten> find_chains(const storage::Store& store, const ForgetQuery& query,
                                   std::vector<Id>* erased = nullptr);

/// Engine::forget. The caller throws the lane away.
ForgetReport forget_chains(const AmendContext& context, const ForgetQuery& query,
                           const ForgetOptions& options);

/// Engine::restore.
Decision restore_chain(const AmendContext& context, std::string_view user, const Id& id);

/// Engine::purge.
ForgetReport purge_deleted(const AmendContext& context, std::string_view user, Time before,
                           bool prove);

/// Hides the chain of `member`, whatever of it is not hidden yet; the current version's features
/// go. Returns how many memories it hid.
std::uint64_t hide_chain(Amendment& amendment, const Id& member, std::string_view trigger);

/// Shows every hidden version of the chain again. Returns how many.
std::uint64_t show_chain(Amendment& amendment, const Id& member);

}  // namespace memfold
