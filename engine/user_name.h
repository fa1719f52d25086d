// One user, however the name is spelt.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "memfold/fact.h"
#include "storage/store.h"

namespace memfold {

/// The name under which the store has this user: composed (NFC), so that the decomposed letters
/// some systems and file names bring along are the same name; but whoever is stored already, under
/// these very bytes or decomposed, stays who they are. What is no UTF-8 is left as it is. Storage
/// itself tells names apart byte for byte.
std::string stored_name(const storage::Store& store, std::string_view given);

/// Likewise of a team.
std::string stored_team(const storage::Store& store, std::string_view given);

/// The facts with their users' stored names; in `copies`, where any has to change.
std::span<const Fact> under_stored_names(const storage::Store& store, std::span<const Fact> facts,
                                         std::vector<Fact>& copies);

}  // namespace memfold
