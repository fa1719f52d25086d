#include "storage/log_survey.h"

#include <rocksdb/write_batch.h>

#include <memory>
#include <vector>

#include "storage/codec_vector.h"
#include "storage/store_impl.h"
#include "storage/store_options.h"

namespace memfold::storage {
namespace {

/// Finds what a batch says of the last sync.
class SyncedValue : public rocksdb::WriteBatch::Handler {
 public:
  SyncedValue(std::uint32_t meta, std::string& value) : meta_(meta), value_(value) {}
  rocksdb::Status PutCF(std::uint32_t family, const rocksdb::Slice& key,
                        const rocksdb::Slice& value) override {
    if (family == meta_ && to_view(key) == kSyncedKey) value_ = value.ToString();
    return rocksdb::Status::OK();
  }
  rocksdb::Status DeleteCF(std::uint32_t, const rocksdb::Slice&) override {
    return rocksdb::Status::OK();
  }
  rocksdb::Status DeleteRangeCF(std::uint32_t, const rocksdb::Slice&,
                                const rocksdb::Slice&) override {
    return rocksdb::Status::OK();
  }
  rocksdb::Status MarkNoop(bool) override { return rocksdb::Status::OK(); }
  void LogData(const rocksdb::Slice&) override {}

 private:
  const std::uint32_t meta_;
  std::string& value_;
};

/// The sequence of a batch's first change: the first 8 bytes, little-endian, of its representation.
std::uint64_t sequence_of(const rocksdb::WriteBatch& batch) {
  std::uint64_t sequence = 0;
  for (std::size_t i = 0; i < sizeof sequence; ++i) {
    sequence |= std::uint64_t(static_cast<unsigned char>(batch.Data()[i])) << (8 * i);
  }
  return sequence;
}

/// Nothing where it is not what was written: that of an earlier record, or none, is held against
/// the file then.
std::optional<std::uint64_t> decode_synced(std::string_view stored) try {
  std::string scratch;
  return decode_sequence(unseal(Family::Meta, kSyncedKey, stored, scratch));
} catch (const Error&) {
  return std::nullopt;
}

/// One reading of the logs of a database opened for reading.
struct Pass {
  rocksdb::Status status;
  std::optional<std::uint64_t> synced;  ///< by its sorted files, and by what was replayed
};

Pass read_logs(const std::string& path, const StoreOptions& options, rocksdb::Env* env,
               rocksdb::WALRecoveryMode mode, LogReader& reader, bool strict) {
  rocksdb::DBOptions database = database_options(options, env);
  database.wal_recovery_mode = mode;
  database.wal_filter = &reader;
  database.track_and_verify_wals_in_manifest = strict;
  database.max_open_files = 16;  // the sorted files hardly matter here
  const std::vector<rocksdb::ColumnFamilyDescriptor> families = {
      {rocksdb::kDefaultColumnFamilyName, {}}, {std::string(family_name(Family::Meta)), {}}};
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  rocksdb::DB* opened = nullptr;
  Pass pass;
  pass.status = rocksdb::DB::OpenForReadOnly(database, path, families, &handles, &opened);
  if (!pass.status.ok()) return pass;
  const std::unique_ptr<rocksdb::DB> db(opened);
  std::string stored;
  const rocksdb::Status got =
      db->Get(rocksdb::ReadOptions(), handles.back(), to_slice(kSyncedKey), &stored);
  for (rocksdb::ColumnFamilyHandle* handle : handles) {
    db->DestroyColumnFamilyHandle(handle).PermitUncheckedError();
  }
  if (got.ok()) {
    pass.synced = decode_synced(stored);
  } else if (!got.IsNotFound()) {
    pass.status = got;
  }
  return pass;
}

}  // namespace

void LogReader::ColumnFamilyLogNumberMap(const std::map<std::uint32_t, std::uint64_t>&,
                                         const std::map<std::string, std::uint32_t>& ids) {
  const auto meta = ids.find(std::string(family_name(Family::Meta)));
  if (meta != ids.end()) meta_ = meta->second;
}

LogReader::WalProcessingOption LogReader::LogRecordFound(unsigned long long,
                                                         const std::string& file,
                                                         const rocksdb::WriteBatch& batch,
                                                         rocksdb::WriteBatch*, bool*) {
  const std::uint64_t sequence = sequence_of(batch);
  if (next_ && sequence != *next_ && where_.empty()) where_ = file;
  gap_ = gap_ || (next_ && sequence > *next_);
  overlap_ = overlap_ || (next_ && sequence < *next_);
  next_ = sequence + batch.Count();
  if (gap_ || overlap_) {
    ++behind_;
    return mode_ == Mode::Look ? WalProcessingOption::kIgnoreCurrentRecord
                               : WalProcessingOption::kStopReplay;
  }
  ++records_;
  SyncedValue seen(meta_, synced_);
  batch.Iterate(&seen).PermitUncheckedError();  // what is replayed is checked then
  return mode_ == Mode::Look ? WalProcessingOption::kIgnoreCurrentRecord
                             : WalProcessingOption::kContinueProcessing;
}

std::optional<std::uint64_t> LogReader::synced() const {
  return synced_.empty() ? std::nullopt : decode_synced(synced_);
}

LogSurvey survey_logs(const std::string& path, StoreOptions options, rocksdb::Env* env,
                      bool strict) {
  using rocksdb::WALRecoveryMode;
  options.read_only = true;
  LogSurvey survey;
  LogReader strictly(LogReader::Mode::Look);
  const Pass whole =
      read_logs(path, options, env, WALRecoveryMode::kAbsoluteConsistency, strictly, strict);
  if (whole.status.ok() && strictly.behind() == 0) {
    survey.synced = strictly.synced() ? strictly.synced() : whole.synced;
    return survey;
  }
  // Something is not whole. What can be read at all, against what follows from the beginning:
  LogReader all(LogReader::Mode::Look);
  const Pass any =
      read_logs(path, options, env, WALRecoveryMode::kSkipAnyCorruptedRecords, all, strict);
  check(any.status, path, "read its write-ahead log");
  LogReader first(LogReader::Mode::WholeAlone);
  const Pass beginning =
      read_logs(path, options, env, WALRecoveryMode::kPointInTimeRecovery, first, strict);
  check(beginning.status, path, "read its write-ahead log");
  const std::uint64_t found = all.records() + all.behind();
  survey.synced = first.synced() ? first.synced() : beginning.synced;
  survey.behind = found > first.records() ? found - first.records() : 0;
  survey.where = all.where().empty() ? first.where() : all.where();
  survey.state = all.overlap()       ? LogSurvey::State::TwoWriters
                 : survey.behind > 0 ? LogSurvey::State::Hole
                                     : LogSurvey::State::TornTail;
  return survey;
}

}  // namespace memfold::storage
