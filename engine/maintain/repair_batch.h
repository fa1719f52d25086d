// What a repair writes for one user: in commits of some size, counted, with the list of what is
// lost.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/records.h"
#include "storage/store.h"

namespace memfold {

/// Bytes of records that are mended, or made anew, in one commit.
inline constexpr std::size_t kRepairedPerCommit = 8 << 20;

class RepairBatch {
 public:
  RepairBatch(storage::Store& opened, std::string name)
      : store(opened), user(std::move(name)), key(storage::user_key(user)), batch_(user) {}

  /// To put one record into; wrote() after it.
  storage::CommitBatch& batch() { return batch_; }
  void wrote(std::uint64_t records = 1) {
    written_ += records;
    if (batch_.bytes() > kRepairedPerCommit) commit();
  }
  /// Reads see it then.
  void commit() {
    store.commit(std::move(batch_));
    batch_ = storage::CommitBatch(user);
  }

  void lose(const std::string& what) { lost.push_back(what + " of user " + user); }
  /// What stands for a memory of which nothing but its id is known.
  Memory placeholder(const Id& id, Time at) const {
    Memory memory;
    memory.id = id;
    memory.user = user;
    memory.stated_at = memory.occurred_at = memory.created_at = memory.updated_at = at;
    memory.deleted_at = at;
    memory.delete_trigger = kLostTrigger;
    return memory;
  }

  std::uint64_t written() const { return written_; }

  storage::Store& store;
  const std::string user;
  const storage::UserKey key;
  std::vector<std::string> lost;

 private:
  storage::CommitBatch batch_;
  std::uint64_t written_ = 0;
};

}  // namespace memfold
