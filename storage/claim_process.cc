#include "storage/claim_process.h"

#include <stdlib.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <string>

#include "memfold/error.h"
#include "memfold/own_process.h"

namespace memfold::storage {
namespace {

/// The process that used RocksDB first; 0: none did. Memory is inherited by a fork, threads are
/// not.
std::atomic<int> user_of_rocksdb{0};

void end_forked(int status, void*) {
  if (own_process() == user_of_rocksdb) return;
  std::fflush(nullptr);
  _exit(status);
}

}  // namespace

void claim_process() {
  int user = 0;
  if (user_of_rocksdb.compare_exchange_strong(user, own_process())) return;
  if (user == own_process()) return;
  throw Error(
      ErrorCode::Unsupported,
      "this process was forked from process " + std::to_string(user) +
          ", which had used memfold: its threads are missing here; open stores in a process "
          "that was started anew (exec, or multiprocessing's spawn)");
}

void end_forked_children_at_exit() {
  static const bool registered = on_exit(end_forked, nullptr) == 0;
  static_cast<void>(registered);
}

}  // namespace memfold::storage
