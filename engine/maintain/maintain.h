// What is done to a store as time goes by: a table of jobs, each idempotent.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/fold/lanes.h"
#include "memfold/engine.h"
#include "storage/store.h"

namespace memfold {

/// When a job runs, in UTC.
struct Schedule {
  int hour = 0, minute = 0;
  bool sundays = false;  ///< only then

  /// The last time at or before `now` at which it should have run.
  Time last_before(Time now) const;
};

/// All borrowed.
struct MaintainContext {
  storage::Store& store;
  const EngineOptions& options;
  Lanes& lanes;
  StopWhen stop;  ///< asked before each user
};

/// Runs what options.jobs names, or what is due; one report a job of the table, in its order.
/// Throws Error(InvalidArgument) for a name that is no job.
std::vector<JobReport> maintain(const MaintainContext& context, const MaintainOptions& options);

/// See Admin::apply_retention.
RetentionReport apply_retention(const MaintainContext& context);

}  // namespace memfold
