// What is loaded of a user, in a file beside the database that is mapped instead of built anew.
//
// A lane file is a copy of what follows from the store's records, as of one commit. The store notes
// which one counts and which slots changed since; opening maps it and takes up what came after. One
// that is missing, damaged or of something else is passed over: the lane is built of the records,
// as if there were none.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/fold/lane.h"
#include "engine/fold/lane_lock.h"
#include "memfold/options.h"
#include "storage/store.h"

namespace memfold {

/// The user's lane out of its file; null where there is none that can be used. The store is told of
/// one that is damaged or missing (Store::distrust_lane_file).
std::unique_ptr<Lane> open_lane_file(const storage::Store& store, std::string_view user,
                                     index::ParallelFor parallel);

/// What does not agree between the user's lane file and the store's records; empty: nothing, or
/// there is none. Reads all of both.
std::string check_lane_file(const storage::Store& store, std::string_view user);

/// Whether the user has memories enough for a file.
bool is_filed(const Lane& lane, const MappedOptions& options);

/// How far a file may fall behind before another is written: in the course of folding, and when
/// nothing comes after.
enum class Behind { Far, Little };

/// Writes the lane, whose changes are all in the store, to a file where one is due, and goes on
/// with it mapped; words that are loaded stay loaded. With `access` others may read meanwhile. Does
/// nothing where that fails, as with a full disk: Store::failed_lane_files. Throws
/// index::DamagedFile where the lane lies in a damaged one.
void file_lane(storage::Store& store, Lane& lane, const MappedOptions& options, Behind behind,
               LaneAccess* access = nullptr);

}  // namespace memfold
