// What a path holds before RocksDB touches it.
#pragma once

#include <string>

namespace memfold::storage {

enum class DirectoryKind {
  Missing,   ///< nothing there
  Empty,     ///< an empty directory, or one in which a creation was cut short at once
  Database,  ///< a RocksDB database, ours or not
};

/// Looks without changing anything. Throws Error: InvalidArgument when the path is a file or a
/// directory with other things in it, Corruption when a database there lost the file that names its
/// parts, Io when it cannot be read.
DirectoryKind inspect_directory(const std::string& path);

/// Makes the directory and those above it, readable by its owner only, and makes its name durable.
/// Throws Error(Io).
void create_directory(const std::string& path);

/// Makes the names in a directory durable. Throws Error(Io).
void sync_directory(const std::string& path);

/// Bytes of the files in the directory; those that vanish meanwhile count nothing.
std::uint64_t directory_bytes(const std::string& path);

}  // namespace memfold::storage
