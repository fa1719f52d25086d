// Users that come in from elsewhere, in many commits: marked in `meta` until all of them is there.
#include <algorithm>

#include "storage/store_impl.h"

namespace memfold::storage {
namespace {

constexpr std::string_view kImportPrefix = "import/";
constexpr std::string_view kCheckpointPrefix = "checkpoint/";

std::string import_key(std::string_view user) {
  return std::string(kImportPrefix) + std::string(user);
}

/// All that belongs to a user; the record of the user first, so that what is half dropped is not
/// taken for whole.
constexpr std::array kOfUsers = {
    Family::Users,      Family::Memories,    Family::Versions,   Family::Vectors,
    Family::Features,   Family::MemoryEdges, Family::Log,        Family::LogIndex,
    Family::Facts,      Family::Timeline,    Family::LogStates,  Family::Reviews,
    Family::Analyses,   Family::Due,         Family::GraphNodes, Family::GraphEdges,
    Family::GraphNames, Family::Sources,     Family::RawSources, Family::SourceJobs,
};

}  // namespace

void Store::Impl::read_unfinished_imports() {
  scan_meta(*this, kImportPrefix,
            [&](std::string_view user, const std::string&) { imports.emplace(user, false); });
}

void Store::Impl::check_imported(std::string_view user) {
  const std::lock_guard lock(imports_mutex);
  const auto found = imports.find(user);
  if (found == imports.end() || found->second) return;
  throw Error(ErrorCode::Mismatch, "the import of user " + std::string(user) + " into " + path +
                                       " was not finished: run `memfold import` again, or "
                                       "`memfold import --abandon`");
}

void Store::begin_import(std::string_view user) {
  impl_->require_writable();
  const std::lock_guard lock(impl_->imports_mutex);
  if (this->user(user_key(user)) && !impl_->imports.contains(user)) {
    throw Error(ErrorCode::InvalidArgument, "the store at " + impl_->path +
                                                " has memories of user " + std::string(user) +
                                                " already; import into another store");
  }
  rocksdb::WriteBatch batch;
  impl_->put_meta(batch, import_key(user), {});
  impl_->write_durably(batch, "begin an import");
  impl_->imports[std::string(user)] = true;
  impl_->drop_lane_file(user_key(user));
  impl_->drop_records(user, kOfUsers);
}

void Store::finish_imports() {
  const std::lock_guard lock(impl_->imports_mutex);
  rocksdb::WriteBatch batch;
  for (const auto& [user, own] : impl_->imports) {
    if (own) impl_->remove_meta(batch, import_key(user));
  }
  impl_->write_durably(batch, "finish an import");
  std::erase_if(impl_->imports, [](const auto& import) { return import.second; });
}

void Store::drop_imports() {
  const std::lock_guard lock(impl_->imports_mutex);
  rocksdb::WriteBatch batch;
  for (const auto& [user, own] : impl_->imports) {
    impl_->drop_lane_file(user_key(user));
    impl_->drop_records(user, kOfUsers);
    impl_->remove_meta(batch, import_key(user));
  }
  impl_->write_durably(batch, "drop an import");
  impl_->imports.clear();
}

std::vector<std::string> Store::unfinished_imports() const {
  const std::lock_guard lock(impl_->imports_mutex);
  std::vector<std::string> users;
  for (const auto& [user, own] : impl_->imports) users.push_back(user);
  return users;
}

void Store::scan_checkpoints(
    const std::function<void(std::string_view, std::string_view)>& visit) const {
  scan_meta(*impl_, kCheckpointPrefix, visit);
}

}  // namespace memfold::storage
