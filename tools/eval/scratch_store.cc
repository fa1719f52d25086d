#include "tools/eval/scratch_store.h"

#include "storage/store_directory.h"

namespace memfold::tools {

ScratchOrStore::ScratchOrStore(const Context& context, bool dry_run, Durability durability) {
  if (!dry_run) {
    engine_.emplace(context.open(Access::Write, durability));
    return;
  }
  if (storage::inspect_directory(context.db()) == storage::DirectoryKind::Database) {
    engine_.emplace(context.open(Access::Compare, durability));
    return;
  }
  scratch_.emplace(context.engine_options(Access::Write, Durability::Relaxed));
}

}  // namespace memfold::tools
