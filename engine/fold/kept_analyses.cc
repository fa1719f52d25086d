#include "engine/fold/kept_analyses.h"

#include "core/hash.h"
#include "engine/fold/prepare.h"

namespace memfold {
namespace {

void add_surroundings(Sha256& hash, const Statement& statement) {
  hash.field(statement.subject);
  hash.field(std::uint64_t(statement.occurred_at.has_value()));
  hash.field(std::uint64_t(statement.occurred_at.value_or(Time{}).micros));
}

}  // namespace

KeptAnalyses::KeptAnalyses(const storage::Store& store, const storage::UserKey& user,
                           const std::string& analyst)
    : store_(store), user_(user), analyst_(analyst), any_(store.has_analyses(user)) {}

storage::AnalysisKey KeptAnalyses::key_of(const StatementPair& pair) const {
  Sha256 rest;
  rest.field(analyst_);
  add_surroundings(rest, pair.existing);
  add_surroundings(rest, pair.incoming);
  return {hash_content(pair.incoming.content),
          hash_content(pair.existing.content),
          {rest.finish_short()}};
}

std::optional<Analysis> KeptAnalyses::find(const StatementPair& pair) const {
  return any_ ? store_.analysis(user_, key_of(pair)) : std::nullopt;
}

void drop_analyses(const storage::Store& store, const storage::UserKey& user,
                   const std::unordered_set<Id, IdHash>& contents, storage::CommitBatch& batch) {
  store.scan_analyses(user, [&](const storage::AnalysisKey& pair, const Analysis&) {
    if (contents.contains(pair.incoming) || contents.contains(pair.existing)) {
      batch.delete_analysis(pair);
    }
  });
}

}  // namespace memfold
