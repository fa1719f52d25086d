// What the write-ahead logs of a store hold, found out before anything is made of them.
//
// RocksDB replays logs up to the first record that is not whole and says nothing of what lay behind
// it; and it ends the process when two processes wrote into one log. So the logs are read once
// before they are believed.
#pragma once

#include <rocksdb/db.h>
#include <rocksdb/wal_filter.h>

#include <cstdint>
#include <optional>
#include <string>

#include "storage/store.h"

namespace memfold::storage {

/// Name in `meta`: the number of the last sync (storage/sync_mark.h).
inline constexpr std::string_view kSyncedKey = "synced";

/// Looks at every record of the logs as they are replayed: whether it follows from the one before.
class LogReader : public rocksdb::WalFilter {
 public:
  enum class Mode : std::uint8_t {
    Look,        ///< replay nothing
    WholeAlone,  ///< replay up to the first record that does not follow, and nothing behind it
  };
  explicit LogReader(Mode mode) : mode_(mode) {}

  const char* Name() const override { return "memfold.LogReader"; }
  void ColumnFamilyLogNumberMap(const std::map<std::uint32_t, std::uint64_t>&,
                                const std::map<std::string, std::uint32_t>& ids) override;
  WalProcessingOption LogRecordFound(unsigned long long log, const std::string& file,
                                     const rocksdb::WriteBatch& batch, rocksdb::WriteBatch*,
                                     bool*) override;

  std::uint64_t records() const { return records_; }   ///< that follow from each other
  std::uint64_t behind() const { return behind_; }     ///< others
  bool gap() const { return gap_; }                    ///< a record came too late
  bool overlap() const { return overlap_; }            ///< or repeats what was there
  const std::string& where() const { return where_; }  ///< the log where either came first
  /// The last sync that the records speak of; nothing: none.
  std::optional<std::uint64_t> synced() const;

 private:
  const Mode mode_;
  std::uint32_t meta_ = 0;  ///< number of the column family
  std::optional<std::uint64_t> next_;
  std::uint64_t records_ = 0, behind_ = 0;
  bool gap_ = false, overlap_ = false;
  std::string where_, synced_;
};

struct LogSurvey {
  enum class State : std::uint8_t {
    Whole,       ///< every record follows from the one before it
    TornTail,    ///< so does every one that is whole; an end is torn, as a crash leaves it
    Hole,        ///< records are missing before others that are there
    TwoWriters,  ///< records of two processes: one forked while it had the store open
  };
  State state = State::Whole;
  std::uint64_t behind = 0;  ///< commits behind what is missing
  std::string where;         ///< the log in which it shows; empty where it is not known
  /// The number of the last sync the store holds, up to there; nothing: it was never synced.
  std::optional<std::uint64_t> synced;
};

/// Reads every log; changes no file. `strict`: a log that RocksDB knows to have been synced must be
/// there. Throws Error: Corruption, Io.
LogSurvey survey_logs(const std::string& path, StoreOptions options, rocksdb::Env* env,
                      bool strict);

}  // namespace memfold::storage
