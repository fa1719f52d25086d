// Making sure that what was deleted is gone from the files, and looking for it there; dropping what
// can be built anew.
#include <rocksdb/sst_file_reader.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "storage/commit_batch.h"
#include "storage/store_impl.h"

namespace memfold::storage {
namespace {

constexpr std::size_t kReadBytes = 4 << 20;

/// Bytes of one file as they lie there. Pieces overlap by the longest text.
bool raw_bytes_hold(const std::string& path, const TextPrints& texts, std::uint64_t& looked_at) {
  const std::size_t overlap = texts.longest();
  std::ifstream file(path, std::ios::binary);
  std::string piece;
  while (file) {
    const std::size_t kept = std::min(piece.size(), overlap);
    piece.erase(0, piece.size() - kept);
    piece.resize(kept + kReadBytes);
    file.read(piece.data() + kept, static_cast<std::streamsize>(kReadBytes));
    piece.resize(kept + static_cast<std::size_t>(file.gcount()));
    looked_at += static_cast<std::uint64_t>(file.gcount());
    if (texts.in(piece)) return true;
  }
  return false;
}

/// Keys and values of one sorted file, uncompressed.
bool table_holds(const std::string& path, const std::string& store_path, const TextPrints& texts,
                 std::uint64_t& looked_at) {
  rocksdb::SstFileReader reader{rocksdb::Options()};
  check(reader.Open(path), store_path, "search " + path);
  rocksdb::ReadOptions options;
  options.total_order_seek = true;
  options.fill_cache = false;
  const std::unique_ptr<rocksdb::Iterator> entry(reader.NewIterator(options));
  for (entry->SeekToFirst(); entry->Valid(); entry->Next()) {
    looked_at += entry->key().size() + entry->value().size();
    if (texts.in(to_view(entry->key())) || texts.in(to_view(entry->value()))) return true;
  }
  check(entry->status(), store_path, "search " + path);
  return false;
}

bool file_holds(const std::string& store_path, const std::string& name, const TextPrints& texts,
                std::uint64_t& looked_at) {
  const std::string path = store_path + "/" + name;
  if (raw_bytes_hold(path, texts, looked_at)) return true;
  if (!name.ends_with(".sst")) return false;
  try {
    return table_holds(path, store_path, texts, looked_at);
  } catch (const Error&) {
    if (!std::filesystem::exists(path)) return false;  // compacted away
    throw;
  }
}

std::vector<std::string> regular_files(const std::string& path) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(path)) {
    std::error_code gone;
    if (entry.is_regular_file(gone)) names.push_back(entry.path().filename().string());
  }
  return names;
}

}  // namespace

void Store::Impl::drop_records(std::string_view user, std::span<const Family> families) {
  constexpr int kKeysPerCommit = 50'000;
  for (const Family family : families) {
    RangeScan scan(*this, family, RangeScan::all_of(user_key(user)));
    for (bool more = true; more;) {
      rocksdb::WriteBatch batch;
      while (batch.Count() < kKeysPerCommit && (more = scan.next())) {
        check(batch.Delete(handle(family), to_slice(scan.key())), path, "prepare a commit");
      }
      check(write(rocksdb::WriteOptions(), batch), path, "delete records");
    }
  }
}

void Store::drop_derived(std::string_view user) {
  constexpr std::array kDerived = {Family::Features, Family::LogIndex, Family::Timeline,
                                   Family::Due};
  impl_->drop_lane_file(user_key(user));
  impl_->drop_records(user, kDerived);
}

void Store::Impl::rewrite(std::span<const Family> families, std::string_view lower,
                          std::string_view upper) {
  // Once everything is in sorted files the write-ahead logs that held it are removed.
  check(db->Flush(rocksdb::FlushOptions(), handles), path, "flush it");
  const rocksdb::Slice begin = to_slice(lower), end = to_slice(upper);
  rocksdb::CompactRangeOptions options;
  options.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForce;
  for (const Family family : families) {
    check(db->CompactRange(options, handle(family), lower.empty() ? nullptr : &begin,
                           upper.empty() ? nullptr : &end),
          path, "rewrite " + std::string(family_name(family)));
  }
  // CompactRange returns once the new files count, and the old ones go after that, in the
  // background (facebook/rocksdb pull request 9287): pausing waits for it.
  check(db->PauseBackgroundWork(), path, "wait for old files to go");
  check(db->ContinueBackgroundWork(), path, "go on after old files went");
}

void Store::rewrite(const UserKey& user) {
  impl_->require_writable();
  std::vector<Family> families;
  for (std::size_t i = 0; i < kFamilyCount; ++i) {
    const Family family = static_cast<Family>(i);
    if (family != Family::Meta) families.push_back(family);  // see finish_erasure()
  }
  const Key prefix(user);
  impl_->rewrite(families, prefix, after_prefix(prefix));
}

Store::ByteSearch Store::search_files(const TextPrints& texts) const {
  ByteSearch result;
  std::set<std::string> searched;
  // What a file held that went meanwhile may be in one that came: until there is nothing new.
  for (bool any_new = true; any_new;) {
    any_new = false;
    for (const std::string& name : regular_files(impl_->path)) {
      if (!searched.insert(name).second) continue;
      any_new = true;
      if (file_holds(impl_->path, name, texts, result.bytes)) result.files.push_back(name);
    }
  }
  std::sort(result.files.begin(), result.files.end());
  return result;
}

}  // namespace memfold::storage
