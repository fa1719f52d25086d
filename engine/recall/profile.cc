#include "engine/recall/profile.h"

#include <algorithm>
#include <optional>

#include "engine/recall/filter.h"
#include "engine/recall/list.h"
#include "memfold/error.h"

namespace memfold {
namespace {

constexpr std::size_t kMostEach = 100;
constexpr double kImportant = 0.6;

bool is_preference(const Memory& memory) {
  return memory.category.name() == "preference" || memory.category.name() == "preferences";
}

/// Whose time is not past: what is due later, or never said when.
bool is_open(const Memory& memory, Time now) {
  return memory.occurred_at >= now || memory.occurred_at == memory.stated_at;
}

/// Puts the memories of one walk, newest first, into their parts.
class Parts {
 public:
  Parts(std::size_t each, Time now) : each_(each), now_(now) {}

  void add(const Memory& memory) {
    const Category::Kind kind = memory.category.is_own() ? Category::Misc : memory.category.kind();
    add_if(memory.ttl_policy == TtlPolicy::KeepForever, profile_.pinned, memory);
    add_if(is_preference(memory), profile_.preferences, memory);
    add_if(kind == Category::Task && is_open(memory, now_), profile_.tasks, memory);
    add_if(kind == Category::Decision, profile_.decisions, memory);
    add_if(true, profile_.newest, memory);
    if (memory.occurred_at >= now_) {
      add_ordered(profile_.coming, memory,
                  [](const Memory& a, const Memory& b) { return a.occurred_at < b.occurred_at; });
    }
    if (memory.importance >= kImportant) {
      add_ordered(profile_.important, memory,
                  [](const Memory& a, const Memory& b) { return a.importance > b.importance; });
    }
  }

  Profile take() { return std::move(profile_); }

 private:
  void add_if(bool belongs, std::vector<Memory>& part, const Memory& memory) const {
    if (belongs && part.size() < each_) part.push_back(memory);
  }

  /// The first `each_` in an order; equal ones stay newest first.
  template <typename Before>
  void add_ordered(std::vector<Memory>& part, const Memory& memory, Before before) const {
    if (part.size() == each_ && !before(memory, part.back())) return;
    part.insert(std::ranges::upper_bound(part, memory, before), memory);
    if (part.size() > each_) part.pop_back();
  }

  const std::size_t each_;
  const Time now_;
  Profile profile_;
};

}  // namespace

Profile read_profile(const storage::Store& store, const ProfileQuery& query, Time now) {
  if (query.user.empty()) throw Error(ErrorCode::InvalidArgument, "profile: user is missing");
  if (query.each < 1 || query.each > kMostEach) {
    throw Error(ErrorCode::InvalidArgument, "profile: each must lie in 1..100");
  }
  Parts parts(query.each, now);
  const auto next = walk_current(store, storage::user_key(query.user), std::nullopt,
                                 /*newest_first=*/true, [&](Memory&& memory) {
                                   const bool stands = !is_over(memory, now) &&
                                                       memory.state != MemoryState::Archived;
                                   if (stands) parts.add(memory);
                                   return true;
                                 });
  Profile profile = parts.take();
  profile.is_partial = next.has_value();
  return profile;
}

}  // namespace memfold
