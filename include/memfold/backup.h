// Copies of a store that are kept elsewhere.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "memfold/time.h"

#pragma GCC visibility push(default)
namespace memfold {

/// One state of a store, as kept in a directory of backups.
struct Backup {
  std::uint32_t number = 0;  ///< 1, 2, 3... in the order they were made
  Time at;                   ///< when, by the machine's clock, to the second
  std::uint64_t bytes = 0;   ///< of its files, those it shares with other backups included
  std::uint64_t files = 0;
};

struct BackupReport {
  Backup made;
  std::uint64_t copied_bytes = 0;        ///< that were not in the directory before
  std::vector<std::uint32_t> dropped{};  ///< older backups that were not to be kept
};

/// Adds the state of the store at `path` to the backups in `directory`, which is made when it is
/// not there, readable by its owner only. Files that an earlier backup has are not copied again.
///
/// The backup holds every commit that had returned when the call began, and each commit wholly or
/// not at all. Any number of processes may read and write the store meanwhile; of its file system
/// it needs room for one write-ahead log, and that the directory above the store can be written to
/// (else for all of the store in `directory`). Before it counts, the copy is opened, checked for
/// lost commits and rotten blocks, and read back against its checksums: on return it is durable.
/// Reads all of the store and of the backup.
///
/// `keep`: the newest so many backups stay, older ones go; 0: all stay. What is erased from the
/// store later stays in backups made before.
///
/// Throws Error: NotFound where there is no store; Corruption when the store or the new backup is
/// damaged, after which the backups are as they were; Locked when `directory` is in use; Io.
BackupReport back_up(const std::string& path, const std::string& directory, std::size_t keep = 0);

/// What there is in a directory of backups, oldest first. Throws Error: NotFound when it is not
/// there; Io.
std::vector<Backup> list_backups(const std::string& directory);

/// Makes the newest backup, or that of `number`, a store at `path`, where there must be none yet.
/// Every file is checked against its checksum, and the store for lost commits, before it has its
/// name: a call that fails or is killed leaves none. Durable on return. Throws Error: NotFound when
/// there is no such backup; InvalidArgument when there is something at `path`; Corruption naming
/// the backup and what is damaged; Io.
Backup restore_backup(const std::string& directory, const std::string& path,
                      std::optional<std::uint32_t> number = {});

}  // namespace memfold
#pragma GCC visibility pop
