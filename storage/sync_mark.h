// How much of a store was durable, written down where the loss of a log shows.
//
// Every sync of the write-ahead log puts a number into the log, one higher than the last, and once
// the disk has it, the same number into the file SYNCED beside the database. A store that holds a
// lower number than its SYNCED lost commits that were durable.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace memfold::storage {

/// The file SYNCED of one open store. Not safe for use from two threads at once.
class SyncMark {
 public:
  static constexpr std::string_view kFileName = "SYNCED";

  /// The number in the file of the store at `path`; nothing when there is no such file. May be read
  /// beside a process that writes it. Throws Error: Corruption when it holds none, Io.
  static std::optional<std::uint64_t> read(const std::string& path);

  /// Opens the file for writing; makes it, durably, with `number` where there is none or it is to
  /// be `replaced`. Throws Error(Io).
  SyncMark(const std::string& path, std::uint64_t number, bool replace = false);
  ~SyncMark();
  SyncMark(const SyncMark&) = delete;
  SyncMark& operator=(const SyncMark&) = delete;

  /// Hands the number to the operating system. It need not reach the disk: an older one there
  /// claims less. Throws Error(Io).
  void write(std::uint64_t number);

 private:
  std::string file_;
  int handle_ = -1;
};

}  // namespace memfold::storage
