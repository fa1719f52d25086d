// How a memory changes when a fact acts on it: pure functions from old state to new.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/fold/next_content.h"
#include "memfold/memory.h"
#include "memfold/options.h"
#include "storage/records.h"

namespace memfold {

/// Which fields a statement named itself, of those that have a value even where it named none.
struct Named {
  bool category = false, ttl_policy = false;
};

/// As far as a draft tells: misc and decay are what names nothing.
Named named_by(const Memory& draft);

/// The next version of `target`'s chain, made from a fact's draft under the field strategies; it
/// says `content` (next_content). What the fact does not name stays what it was, and use of the
/// chain goes on (docs/decisions/0016-what-an-update-keeps.md).
Memory superseding(const Memory& target, const Memory& draft, const NextContent& content,
                   const Named& named, const DecideOptions& options,
                   const LifecycleOptions& lifecycle, Time now);

/// `next` has been used as `current` has: another state of the same memory.
void keep_use(Memory& next, const Memory& current);

/// The same for what takes the place of `current` at `now`: it is awake, its salience is no less
/// than that of something new, and fades from then on.
void go_on_using(Memory& next, const Memory& current, const LifecycleOptions& lifecycle, Time now);

/// `target` as it stands once `successor` replaced it: system time closed, and valid time too where
/// the successor says when it became true.
Memory superseded(const Memory& target, const Memory& successor, Time now);

/// `target` with a fact folded in: same id, next version, `content` combined by the caller.
Memory merged(const Memory& target, const Memory& draft, std::string content,
              const DecideOptions& options, Time now);

/// `target` after hearing the same again: its source is added, and a newer fact moves the times.
/// Nothing where that source said it before, no earlier.
std::optional<Memory> heard_again(const Memory& target, const Memory& draft, Time now);

/// `memory` softly deleted, and one that was, visible again.
Memory hidden(Memory memory, std::string_view trigger, Time now);
Memory shown(Memory memory, Time now);

}  // namespace memfold
