// What a store holds of one user, at a glance: of each kind of thing the most notable ones.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "memfold/category.h"
#include "memfold/engine.h"
#include "storage/store.h"
#include "tools/cli/decision_timeline.h"

namespace memfold::tools {

inline constexpr std::size_t kTopListed = 10;      ///< threads, people
inline constexpr std::size_t kChainsListed = 8;    ///< the longest
inline constexpr std::size_t kReviewsListed = 20;  ///< the oldest

/// A thread or a person with the current memories that name it.
struct Ranked {
  std::string name;  ///< of a thread: the subject of its newest memory
  std::uint64_t memories = 0;
  Time last;  ///< said
};

/// A case that waits, with what the fact was compared with as that was then.
struct WaitingCase {
  Review review;
  std::string compared;  ///< empty when it is not there any more
};

struct StoreSurvey {
  Stats counts;
  DecisionTimeline timeline;                      ///< decisions by when their facts were said
  std::map<Category, std::uint64_t> by_category;  ///< current memories
  std::vector<Ranked> threads, people;            ///< those with the most memories
  std::vector<std::vector<VersionStep>> chains;   ///< those with the most versions, oldest first
  std::vector<WaitingCase> waiting;               ///< the oldest
  std::uint64_t waiting_in_all = 0;
};

/// Reads all of the user's memories and decisions once; keeps counts and the most notable. `store`
/// is that of `engine`. Nothing folds meanwhile.
StoreSurvey survey(const Engine& engine, const storage::Store& store, const std::string& user);

}  // namespace memfold::tools
