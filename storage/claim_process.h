// RocksDB's threads live as long as the process, and are not there in one that was forked from it.
#pragma once

namespace memfold::storage {

/// Notes that this process uses RocksDB. Throws Error(Unsupported) in one that was forked from such
/// a process.
void claim_process();

/// Call it after RocksDB was first used. At its end a process waits for RocksDB's threads, which a
/// forked child would do for ever; so a child that calls exit() ends here, with its streams flushed
/// and its status, but without what was registered with atexit() before.
void end_forked_children_at_exit();

}  // namespace memfold::storage
