#include "engine/recall/list.h"

#include <array>
#include <utility>

#include "core/hash.h"
#include "engine/page_cursor.h"
#include "engine/recall/filter.h"
#include "memfold/error.h"

namespace memfold {
namespace {

/// Memories one call looks at: what keeps a query for something rare quick.
constexpr std::size_t kMaxExamined = 8'192;
constexpr std::size_t kReadAtOnce = 256;

/// Names the query a cursor belongs to.
std::uint64_t mark_of(const ListQuery& query) {
  const MemoryFilter& where = query.where;
  Sha256 hash;
  const auto time = [&](const std::optional<Time>& at) { hash.field(at ? to_string(*at) : ""); };
  hash.field(query.user);
  hash.field(where.category ? std::string(where.category->name()) : std::string());
  for (const std::string* text : {&where.person, &where.entity, &where.thread_id, &where.session_id,
                                  &where.agent_id, &where.run_id, &where.condition}) {
    hash.field(*text);
  }
  time(where.occurred_from);
  time(where.occurred_until);
  hash.field(std::uint64_t(where.states.size()));
  for (const MemoryState state : where.states) hash.field(std::uint64_t(state));
  for (const bool flag : {where.include_archived, where.include_expired, query.newest_first}) {
    hash.field(std::uint64_t(flag));
  }
  return query_mark(std::move(hash));
}

}  // namespace

std::optional<std::uint64_t> walk_current(const storage::Store& store, const storage::UserKey& user,
                                          std::optional<std::uint64_t> after, bool newest_first,
                                          const std::function<bool(Memory&&)>& take) {
  bool wanted = true;
  for (std::size_t examined = 0; wanted && examined < kMaxExamined;) {
    const auto slots = store.current_slots(user, after, newest_first, kReadAtOnce);
    std::vector<Id> ids;
    for (const storage::CurrentSlot& one : slots) ids.push_back(one.id);
    auto memories = store.memories(user, ids);
    for (std::size_t i = 0; wanted && i < slots.size(); ++i) {
      after = slots[i].slot;
      std::optional<Memory>& memory = memories[i];
      // One that a commit between the two reads replaced has no place any more.
      if (memory && memory->is_current()) wanted = take(std::move(*memory));
    }
    if (wanted && slots.size() < kReadAtOnce) return std::nullopt;
    examined += slots.size();
  }
  return store.current_slots(user, after, newest_first, 1).empty() ? std::nullopt : after;
}

MemoryPage list_memories(const storage::Store& store, const ListQuery& query, Time now) {
  if (query.user.empty()) throw Error(ErrorCode::InvalidArgument, "list: user is missing");
  if (query.limit == 0) throw Error(ErrorCode::InvalidArgument, "list: limit must be at least 1");
  const storage::UserKey user = storage::user_key(query.user);
  const std::uint64_t mark = mark_of(query);
  std::optional<std::uint64_t> after;
  if (!query.cursor.empty()) {
    std::array<std::int64_t, 1> place{};
    decode_cursor(query.cursor, mark, place);
    after = std::uint64_t(place[0]);
  }
  const Filter filter(query.where);
  MemoryPage page;
  const auto next = walk_current(store, user, after, query.newest_first, [&](Memory&& memory) {
    const bool asked =
        filter.passes(memory) && (query.where.include_expired || !is_over(memory, now));
    if (asked) page.memories.push_back(std::move(memory));
    return page.memories.size() < query.limit;
  });
  if (next) page.next_cursor = encode_cursor(mark, std::array{std::int64_t(*next)});
  return page;
}

std::optional<Memory> current_version(const storage::Store& store, const storage::UserKey& user,
                                      const Id& id) {
  std::optional<Memory> memory = store.memory(user, id);
  // A commit between two reads may have replaced what was the newest: then another one is.
  for (Id last = id; memory && !memory->is_current();) {
    const auto newest = store.newest_version(user, memory->chain_id);
    if (!newest || newest->memory_id == last) return std::nullopt;
    last = newest->memory_id;
    memory = store.memory(user, last);
  }
  return memory;
}

}  // namespace memfold
