// Which files hold what is loaded of users, and what changed since they were written.
#include <algorithm>
#include <filesystem>

#include "core/hash.h"
#include "core/tell.h"
#include "memfold/error.h"
#include "storage/codec_vector.h"
#include "storage/store_impl.h"

namespace memfold::storage {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLanePrefix = "lane/", kSuffix = ".lane";
constexpr char kThreeNumbers = 1;  ///< number, digest and next slot, 8 bytes each

std::string encode_lane_file(const LaneFile& file) {
  std::string bytes(1, kThreeNumbers);
  for (const std::uint64_t value : {file.number, file.digest, file.next_slot}) {
    bytes += encode_sequence(value);
  }
  return bytes;
}

LaneFile decode_lane_file(std::string_view bytes) {
  if (bytes.size() != 25 || bytes.front() != kThreeNumbers) {
    throw Error(ErrorCode::Corruption, "the value names no lane file");
  }
  const auto value = [&](std::size_t i) { return decode_sequence(bytes.substr(1 + 8 * i, 8)); };
  return {value(0), value(1), value(2)};
}

std::string name_start(const UserKey& user) {
  return to_hex({reinterpret_cast<const char*>(user.data()), user.size()}) + "-";
}

std::string name_of(const UserKey& user, std::uint64_t number) {
  return name_start(user) + std::to_string(number) + std::string(kSuffix);
}

/// Lane files in the store's directory, and those that were not finished.
std::vector<std::string> lane_names(const std::string& path) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(path, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    std::string name = entry->path().filename().string();
    if (name.find(kSuffix) != std::string::npos) names.push_back(std::move(name));
  }
  return names;
}

void delete_file(const std::string& path) {
  std::error_code ignored;  // whoever opens the store next tries again
  fs::remove(path, ignored);
}

}  // namespace

std::string Store::lane_path(const UserKey& user, std::uint64_t number) const {
  return impl_->path + "/" + name_of(user, number);
}

void Store::Impl::read_lane_files() {
  const std::lock_guard lock(lanes_mutex);
  std::set<std::string> known;
  RangeScan scan(*this, Family::Meta,
                 {.lower = std::string(kLanePrefix),
                  .upper = after_prefix(kLanePrefix),
                  .whole_family = true});
  while (scan.next()) {
    UserKey user;
    const std::string_view key = scan.key().substr(kLanePrefix.size());
    if (key.size() != user.size()) continue;
    std::copy(key.begin(), key.end(), user.begin());
    try {
      const LaneFile file = decode_at(Family::Meta, scan.key(), scan.value(), decode_lane_file);
      known.insert(name_of(user, file.number));
      lane_files.emplace(user, file);
    } catch (const Error& error) {  // as good as none; `verify` tells
      if (error.code() != ErrorCode::Corruption) throw;
    }
  }
  if (read_only) return;
  for (const std::string& name : lane_names(path)) {
    if (!known.contains(name)) delete_file(path + "/" + name);
  }
}

std::optional<LaneFile> Store::lane_file(const UserKey& user) const {
  const std::lock_guard lock(impl_->lanes_mutex);
  const auto found = impl_->lane_files.find(user);
  if (found == impl_->lane_files.end() || impl_->distrusted.contains(user)) return std::nullopt;
  return found->second;
}

std::uint64_t Store::next_lane_number(const UserKey& user) const {
  const std::lock_guard lock(impl_->lanes_mutex);
  const auto found = impl_->lane_files.find(user);
  return found == impl_->lane_files.end() ? 1 : found->second.number + 1;
}

void Store::distrust_lane_file(const UserKey& user) const {
  {
    const std::lock_guard lock(impl_->lanes_mutex);
    if (!impl_->distrusted.insert(user).second) return;
    ++impl_->distrusted_count;
  }
  tell(impl_->log, LogLevel::Warning, "lane_file_damaged",
       "a mapped file does not hold what it should: the store's records are read instead");
}

std::uint64_t Store::distrusted_lane_files() const {
  const std::lock_guard lock(impl_->lanes_mutex);
  return impl_->distrusted_count;
}

void Store::note_failed_lane_file(std::string_view cause) const {
  {
    const std::lock_guard lock(impl_->lanes_mutex);
    ++impl_->failed_count;
  }
  tell(impl_->log, LogLevel::Warning, "lane_file_failed",
       "a mapped file could not be written: what is loaded stays in memory",
       {{"cause", std::string(cause)}});
}

std::uint64_t Store::failed_lane_files() const {
  const std::lock_guard lock(impl_->lanes_mutex);
  return impl_->failed_count;
}

std::vector<std::uint64_t> Store::touched_slots(const UserKey& user) const {
  std::vector<std::uint64_t> slots;
  scan_meta(*impl_, touched_prefix(user), [&](std::string_view slot, const std::string&) {
    slots.push_back(decode_sequence(slot));
  });
  return slots;
}

void Store::put_lane_file(const UserKey& user, const LaneFile& file) {
  memfold::require_own_process(impl_->process);
  impl_->require_writable();
  rocksdb::WriteBatch batch;
  impl_->remove_lane_record(batch, user);
  impl_->put_meta(batch, lane_key(user), encode_lane_file(file));
  check(impl_->write(rocksdb::WriteOptions(), batch), impl_->path, "note a lane file");
  {
    const std::lock_guard lock(impl_->lanes_mutex);
    impl_->lane_files[user] = file;
    impl_->distrusted.erase(user);
  }
  impl_->delete_lane_files(user, file.number);
}

std::uint64_t Store::Impl::filed_slots(const UserKey& user) const {
  const std::lock_guard lock(lanes_mutex);
  const auto found = lane_files.find(user);
  return found == lane_files.end() ? 0 : found->second.next_slot;
}

void Store::Impl::remove_lane_record(rocksdb::WriteBatch& write, const UserKey& user) const {
  remove_meta(write, lane_key(user));
  const std::string prefix = touched_prefix(user);
  scan_meta(*this, prefix, [&](std::string_view slot, const std::string&) {
    remove_meta(write, prefix + std::string(slot));
  });
}

void Store::Impl::lane_file_gone(const UserKey& user) {
  {
    const std::lock_guard lock(lanes_mutex);
    lane_files.erase(user);
    distrusted.erase(user);
  }
  delete_lane_files(user, 0);
}

void Store::Impl::drop_lane_file(const UserKey& user) {
  {
    const std::lock_guard lock(lanes_mutex);
    if (!lane_files.contains(user)) return;
  }
  rocksdb::WriteBatch batch;
  remove_lane_record(batch, user);
  check(write(rocksdb::WriteOptions(), batch), path, "drop a lane file");
  lane_file_gone(user);
}

void Store::Impl::delete_lane_files(const UserKey& user, std::uint64_t but) const {
  const std::string start = name_start(user), kept = name_of(user, but);
  for (const std::string& name : lane_names(path)) {
    if (name.starts_with(start) && name != kept) delete_file(path + "/" + name);
  }
}

}  // namespace memfold::storage
