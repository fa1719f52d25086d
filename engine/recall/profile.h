// What stands about a user, on a page.
#pragma once

#include "memfold/profile.h"
#include "storage/store.h"

namespace memfold {

/// Engine::profile.
Profile read_profile(const storage::Store& store, const ProfileQuery& query, Time now);

}  // namespace memfold
