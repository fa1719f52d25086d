// What the next version of a memory says.
#pragma once

#include <cstddef>
#include <string>

#include "memfold/kinds.h"
#include "memfold/memory.h"
#include "memfold/options.h"

namespace memfold {

struct NextContent {
  std::string content = {};
  /// Of a memory that was merged: its sentences, and those that make way for the fact. The others
  /// stay. 0: the strategy looks at none.
  std::size_t sentences = 0, replaced = 0;
  /// The two texts together are longer than a memory may be, in bytes; `content` is empty then.
  /// 0: they are not.
  std::size_t too_long = 0;

  /// Whether something of the version before is still in it.
  bool keeps_some = false;
};

/// For an update by a new version (Supersede) or by merging (Merge). An update replaces what it
/// contradicts: of a memory into which statements were merged, the sentences of which the
/// in-process Analyst says so; the rest stays beside the new statement. Any other memory's text is
/// replaced as a whole. docs/decisions/0017-an-update-of-a-merged-memory.md
NextContent next_content(const Memory& target, const Memory& draft, Operation operation,
                         const DecideOptions& options, const Models& models);

}  // namespace memfold
