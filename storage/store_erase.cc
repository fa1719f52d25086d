// Making sure that what was deleted is gone from the files, and looking for it there; dropping what
// can be built anew.
#include <rocksdb/sst_file_reader.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "storage/commit_batch.h"
#include "storage/store_impl.h"

namespace memfold::storage {
namespace {

constexpr std::size_t kReadBytes = 4 << 20;

bool holds_any(std::string_view bytes, std::span<const std::string> needles) {
  return std::any_of(needles.begin(), needles.end(), [&](const std::string& needle) {
    return bytes.find(needle) != std::string_view::npos;
  });
}

/// Bytes of one file as they lie there. Pieces overlap by the longest needle.
bool raw_bytes_hold(const std::string& path, std::span<const std::string> needles,
                    std::uint64_t& looked_at) {
  std::size_t overlap = 0;
  for (const std::string& needle : needles) overlap = std::max(overlap, needle.size());
  std::ifstream file(path, std::ios::binary);
  std::string piece;
  while (file) {
    const std::size_t kept = std::min(piece.size(), overlap);
    piece.erase(0, piece.size() - kept);
    piece.resize(kept + kReadBytes);
    file.read(piece.data() + kept, static_cast<std::streamsize>(kReadBytes));
    piece.resize(kept + static_cast<std::size_t>(file.gcount()));
    looked_at += static_cast<std::uint64_t>(file.gcount());
    if (holds_any(piece, needles)) return true;
  }
  return false;
}

/// Keys and values of one sorted file, uncompressed.
bool table_holds(const std::string& path, const std::string& store_path,
                 std::span<const std::string> needles, std::uint64_t& looked_at) {
  rocksdb::SstFileReader reader{rocksdb::Options()};
  check(reader.Open(path), store_path, "search " + path);
  rocksdb::ReadOptions options;
  options.total_order_seek = true;
  options.fill_cache = false;
  const std::unique_ptr<rocksdb::Iterator> entry(reader.NewIterator(options));
  for (entry->SeekToFirst(); entry->Valid(); entry->Next()) {
    looked_at += entry->key().size() + entry->value().size();
    if (holds_any(to_view(entry->key()), needles) || holds_any(to_view(entry->value()), needles)) {
      return true;
    }
  }
  check(entry->status(), store_path, "search " + path);
  return false;
}

}  // namespace

void Store::drop_derived(std::string_view user) {
  constexpr std::size_t kKeysPerCommit = 50'000;
  const Key prefix(user_key(user));
  for (const Family family : {Family::Features, Family::LogIndex, Family::Timeline, Family::Due}) {
    RangeScan scan(
        *impl_, family,
        {.lower = std::string(prefix.view()), .upper = after_prefix(prefix), .cached = false});
    bool more = true;
    while (more) {
      CommitBatch batch(user);
      for (std::size_t i = 0; i < kKeysPerCommit && (more = scan.next()); ++i) {
        batch.impl_->remove(family, scan.key());
      }
      commit(std::move(batch));
    }
  }
}

void Store::rewrite(const UserKey& user) {
  if (impl_->read_only) {
    throw Error(ErrorCode::InvalidArgument, "store " + impl_->path + " is open read-only");
  }
  // Once everything is in sorted files the write-ahead logs that held it are removed.
  check(impl_->db->Flush(rocksdb::FlushOptions(), impl_->handles), impl_->path, "flush it");
  const Key prefix(user);
  const std::string upper = after_prefix(prefix);
  const rocksdb::Slice begin = to_slice(prefix), end = to_slice(upper);
  rocksdb::CompactRangeOptions options;
  options.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForce;
  for (std::size_t i = 0; i < kFamilyCount; ++i) {
    const Family family = static_cast<Family>(i);
    if (family == Family::Meta) continue;  // holds nothing of a user
    check(impl_->db->CompactRange(options, impl_->handle(family), &begin,
                                  upper.empty() ? nullptr : &end),
          impl_->path, "rewrite " + std::string(family_name(family)));
  }
  // CompactRange returns once the new files count, and the old ones go after that, in the
  // background (facebook/rocksdb pull request 9287): pausing waits for it.
  check(impl_->db->PauseBackgroundWork(), impl_->path, "wait for old files to go");
  check(impl_->db->ContinueBackgroundWork(), impl_->path, "go on after old files went");
}

Store::ByteSearch Store::search_files(std::span<const std::string> needles) const {
  ByteSearch result;
  for (const auto& entry : std::filesystem::directory_iterator(impl_->path)) {
    if (!entry.is_regular_file()) continue;
    const std::string path = entry.path().string();
    const bool is_table = entry.path().extension() == ".sst";
    const bool held = raw_bytes_hold(path, needles, result.bytes) ||
                      (is_table && table_holds(path, impl_->path, needles, result.bytes));
    if (held) result.files.push_back(entry.path().filename().string());
  }
  std::sort(result.files.begin(), result.files.end());
  return result;
}

}  // namespace memfold::storage
