// Members of Admin. What they share is the inside of the engine.
#include "memfold/admin.h"

#include <algorithm>
#include <iterator>

#include "engine/amend/erasures.h"
#include "engine/engine_impl.h"
#include "engine/export/graph_files.h"
#include "engine/export/jsonl.h"
#include "engine/fold/memory_shares.h"
#include "engine/guarded_models.h"
#include "engine/log/digest.h"
#include "engine/log/replay.h"
#include "engine/maintain/reembed.h"
#include "engine/maintain/repair.h"
#include "engine/maintain/restore_lost.h"
#include "engine/records.h"

namespace memfold {

Admin::Admin(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Admin::~Admin() = default;

ShorterHistory Admin::accept_shorter_history(const std::string& path) {
  return storage::Store::accept_shorter_history(path);
}

Salvage Admin::salvage(const std::string& path) {
  return storage::Store::salvage(path);
}

ReembedReport Admin::reembed(const std::string& path, const EngineOptions& options,
                             const ReembedOptions& reembed_options) {
  const auto embedder =
      guarded(options.models.embedder ? options.models.embedder : builtin_embedder(), options.log);
  storage::StoreOptions store_options;
  store_options.create_if_missing = false;
  const MemoryShares shares = share_memory(options);
  store_options.memtable_bytes = shares.memtables;
  store_options.block_cache_bytes = shares.blocks;
  store_options.log = options.log;
  const auto store = storage::Store::open(path, store_options);
  ReembedReport report;
  Threads(options.threads).run([&] { report = reembed_store(*store, *embedder, reembed_options); });
  return report;
}

RepairReport Admin::repair() {
  impl_->engine.require_writable("repair");
  RepairReport report;
  VerifyReport before = verify();
  report.problems = std::move(before.problems);
  if (report.problems.empty()) return report;
  if (before.unread > 0) {
    throw Error(
        ErrorCode::Corruption,
        "store " + impl_->engine.store->path() +
            ": files cannot be read; close it and salvage() it first: " + report.problems.front());
  }
  for (const std::string& user : owners_in(*impl_->engine.store)) {
    impl_->engine.lanes.discard(user);
    Restored restored = restore_lost(*impl_->engine.store, impl_->engine.fitting_embedder(), user);
    report.restored += restored.records;
    std::ranges::move(restored.lost, std::back_inserter(report.lost));
    report.rebuilt += rebuild_derived(*impl_->engine.store, user);
  }
  report.remaining = verify().problems;
  return report;
}

ReplayReport Admin::replay(const ReplayQuery& query) const {
  return replay_log(impl_->engine.amend_context(), impl_->engine.named(query));
}

RetentionReport Admin::apply_retention() {
  impl_->engine.require_writable("apply retention");
  return memfold::apply_retention(impl_->engine.maintain_context({}));
}

std::string Admin::digest() const {
  impl_->engine.write_all_recalls();
  return digest_store(*impl_->engine.store);
}

VerifyReport Admin::verify(const StopWhen& stop) const {
  const MeteredCall metered(impl_->engine.meters, CallKind::Verify);
  impl_->engine.write_all_recalls();
  return verify_store(*impl_->engine.store, stop);
}

ExportReport Admin::export_jsonl(std::ostream& out, const ExportOptions& options) const {
  const MeteredCall metered(impl_->engine.meters, CallKind::Export);
  impl_->engine.write_all_recalls();
  return exporting::export_jsonl(*impl_->engine.store, impl_->engine.lanes, out,
                                 impl_->engine.named(options));
}

ExportReport Admin::export_graphml(std::ostream& out, const ExportOptions& options) const {
  const MeteredCall metered(impl_->engine.meters, CallKind::Export);
  impl_->engine.write_all_recalls();
  return exporting::export_graphml(*impl_->engine.store, impl_->engine.lanes, out,
                                   impl_->engine.named(options));
}

ExportReport Admin::export_neo4j(const std::string& directory, const ExportOptions& options) const {
  const MeteredCall metered(impl_->engine.meters, CallKind::Export);
  impl_->engine.write_all_recalls();
  return exporting::export_neo4j(*impl_->engine.store, impl_->engine.lanes, directory,
                                 impl_->engine.named(options));
}

ImportReport Admin::import_jsonl(std::istream& in, const ImportOptions& options) {
  impl_->engine.require_writable("import");
  return exporting::import_jsonl(*impl_->engine.store, impl_->engine.lanes, in, options);
}

std::vector<UnfinishedErasure> Admin::unfinished_erasures() const {
  return memfold::unfinished_erasures(*impl_->engine.store);
}

const FinishedErasures& Admin::finished_erasures() const {
  return impl_->engine.finished_erasures;
}

std::vector<std::string> Admin::unfinished_imports() const {
  return impl_->engine.store->unfinished_imports();
}

void Admin::drop_unfinished_imports() {
  impl_->engine.require_writable("drop an import");
  impl_->engine.store->drop_imports();
}

}  // namespace memfold
