// How many decisions of each kind the facts of a week, a month, a quarter or a year led to.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "memfold/kinds.h"
#include "memfold/time.h"

namespace memfold::tools {

using KindCounts = std::array<std::uint64_t, 4>;  ///< in the order of DecisionKind

inline constexpr std::size_t kMaxPeriods = 60;

struct Period {
  std::string label;  ///< "2026-01-05" (a Monday), "2026-01", "2026 Q1" or "2026"
  KindCounts by_kind{};
};

/// Periods of one length without gaps, at most kMaxPeriods.
struct Periods {
  std::string_view unit;  ///< "week" ...
  std::vector<Period> periods;
  std::uint64_t left_out = 0;  ///< decisions about facts too far from all others to be shown
};

class DecisionTimeline {
 public:
  void add(Time said, DecisionKind kind);

  bool empty() const { return days_.empty(); }
  Time first() const;  ///< midnight of the earliest day; not when empty
  Time last() const;

  /// In the shortest unit that is not too many of them.
  Periods periods() const;

 private:
  std::map<std::int64_t, KindCounts> days_;  ///< by days since 1970
};

}  // namespace memfold::tools
