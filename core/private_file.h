// Files and directories that nobody but their owner can read, from their first byte on.
#pragma once

#include <fstream>
#include <string>

namespace memfold {

/// A new file of this name, mode 0600, empty and open for writing; one that is there already is
/// taken away first, whatever its mode. Throws Error(Io) with the path and the reason.
std::ofstream create_private_file(const std::string& path);

/// Makes the directory, and what is missing above it, mode 0700 each. What is there stays as it is.
/// Throws Error(Io) with the path and the reason.
void make_private_directories(const std::string& path);

}  // namespace memfold
