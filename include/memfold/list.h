// Memories page by page.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "memfold/filter.h"
#include "memfold/memory.h"

#pragma GCC visibility push(default)
namespace memfold {

/// See Engine::list.
struct ListQuery {
  std::string user{};  ///< required
  MemoryFilter where{};
  bool newest_first = true;
  std::size_t limit = 50;  ///< memories a page, at least 1
  std::string cursor{};    ///< of an earlier page of the same query, whatever its limit was
};

/// Where memories change between two pages: a chain that is updated comes to the end of the newest,
/// so that newest first it may be on no page, oldest first on two. Nothing else is lost or doubled.
struct MemoryPage {
  std::vector<Memory> memories;
  /// Empty on the last page. A call looks at a bounded number of memories, so a page of a rare kind
  /// may be short, even empty, while there is a next one.
  std::string next_cursor;
};

}  // namespace memfold
#pragma GCC visibility pop
