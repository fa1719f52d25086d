// The lossless export and its way back; docs/export.md has the fields.
#pragma once

#include <istream>
#include <ostream>

#include "engine/fold/lanes.h"
#include "memfold/export.h"
#include "storage/store.h"

namespace memfold::exporting {

/// Names of the users an export takes in, in the store's order. Throws Error: NotFound when there
/// is no such user; Mismatch while an import of one of them is unfinished.
std::vector<std::string> users_to_export(const storage::Store& store, const ExportOptions& options);

/// Admin::export_jsonl.
ExportReport export_jsonl(const storage::Store& store, Lanes& lanes, std::ostream& out,
                          const ExportOptions& options);

/// Admin::import_jsonl.
ImportReport import_jsonl(storage::Store& store, Lanes& lanes, std::istream& in,
                          const ImportOptions& options);

}  // namespace memfold::exporting
