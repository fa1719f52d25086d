// What a costly Analyst said, kept in the store: a comparison is paid for once.
#pragma once

#include <optional>
#include <string>
#include <unordered_set>

#include "memfold/models.h"
#include "storage/store.h"

namespace memfold {

/// What one user's store keeps of one Analyst.
class KeptAnalyses {
 public:
  /// `store` is borrowed.
  KeptAnalyses(const storage::Store& store, const storage::UserKey& user,
               const std::string& analyst);

  /// Under which an answer about the pair is kept.
  storage::AnalysisKey key_of(const StatementPair& pair) const;
  std::optional<Analysis> find(const StatementPair& pair) const;

  /// To be called when the first is kept: until then, find() saves itself the hashing.
  void expect_some() { any_ = true; }

 private:
  const storage::Store& store_;
  const storage::UserKey user_;
  const std::string analyst_;
  bool any_;
};

/// Deletes every answer about a statement with one of these contents (as of hash_content).
void drop_analyses(const storage::Store& store, const storage::UserKey& user,
                   const std::unordered_set<Id, IdHash>& contents, storage::CommitBatch& batch);

}  // namespace memfold
