// Members of Engine about the store as a whole: maintenance, checks, files out and in.
#include <algorithm>
#include <iterator>

#include "engine/engine_impl.h"
#include "engine/export/graph_files.h"
#include "engine/export/jsonl.h"
#include "engine/log/digest.h"
#include "engine/maintain/repair.h"
#include "engine/maintain/restore_lost.h"
#include "engine/records.h"

namespace memfold {

ShorterHistory Engine::accept_shorter_history(const std::string& path) {
  return storage::Store::accept_shorter_history(path);
}

Salvage Engine::salvage(const std::string& path) {
  return storage::Store::salvage(path);
}

RepairReport Engine::repair() {
  impl_->require_writable("repair");
  RepairReport report;
  VerifyReport before = verify();
  report.problems = std::move(before.problems);
  if (report.problems.empty()) return report;
  if (before.unread > 0) {
    throw Error(
        ErrorCode::Corruption,
        "store " + impl_->store->path() +
            ": files cannot be read; close it and salvage() it first: " + report.problems.front());
  }
  for (const std::string& user : owners_in(*impl_->store)) {
    impl_->lanes.discard(user);
    Restored restored = restore_lost(*impl_->store, impl_->fitting_embedder(), user);
    report.restored += restored.records;
    std::ranges::move(restored.lost, std::back_inserter(report.lost));
    report.rebuilt += rebuild_derived(*impl_->store, user);
  }
  report.remaining = verify().problems;
  return report;
}

RetentionReport Engine::apply_retention() {
  impl_->require_writable("apply retention");
  return memfold::apply_retention(impl_->maintain_context({}));
}

std::vector<JobReport> Engine::maintain(const MaintainOptions& options) {
  impl_->require_writable("run maintenance");
  const MeteredCall metered(impl_->meters.of(CallKind::Maintain));
  impl_->write_all_recalls();
  std::vector<JobReport> reports;
  impl_->threads.help(
      [&] { reports = memfold::maintain(impl_->maintain_context(options.stop), options); });
  return reports;
}

std::string Engine::digest() const {
  impl_->write_all_recalls();
  return digest_store(*impl_->store);
}

VerifyReport Engine::verify(const StopWhen& stop) const {
  const MeteredCall metered(impl_->meters.of(CallKind::Verify));
  impl_->write_all_recalls();
  return verify_store(*impl_->store, stop);
}

ExportReport Engine::export_jsonl(std::ostream& out, const ExportOptions& options) const {
  const MeteredCall metered(impl_->meters.of(CallKind::Export));
  impl_->write_all_recalls();
  return exporting::export_jsonl(*impl_->store, impl_->lanes, out, impl_->named(options));
}

ExportReport Engine::export_graphml(std::ostream& out, const ExportOptions& options) const {
  const MeteredCall metered(impl_->meters.of(CallKind::Export));
  impl_->write_all_recalls();
  return exporting::export_graphml(*impl_->store, impl_->lanes, out, impl_->named(options));
}

ExportReport Engine::export_neo4j(const std::string& directory,
                                  const ExportOptions& options) const {
  const MeteredCall metered(impl_->meters.of(CallKind::Export));
  impl_->write_all_recalls();
  return exporting::export_neo4j(*impl_->store, impl_->lanes, directory, impl_->named(options));
}

ImportReport Engine::import_jsonl(std::istream& in, const ImportOptions& options) {
  impl_->require_writable("import");
  return exporting::import_jsonl(*impl_->store, impl_->lanes, in, options);
}

std::vector<std::string> Engine::unfinished_imports() const {
  return impl_->store->unfinished_imports();
}

void Engine::drop_unfinished_imports() {
  impl_->require_writable("drop an import");
  impl_->store->drop_imports();
}

}  // namespace memfold
