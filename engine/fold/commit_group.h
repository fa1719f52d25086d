// Decisions of one lane on their way into the store: applied to the loaded lane at once, to the
// store together.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/fold/decide.h"
#include "engine/fold/lane.h"
#include "engine/fold/late_chain.h"
#include "engine/fold/nearest.h"
#include "engine/fold/prepare.h"
#include "engine/parallel.h"
#include "memfold/options.h"
#include "storage/store.h"

namespace memfold {

/// An answer that cost something, and where it is kept.
struct PaidAnalysis {
  std::size_t candidate;  ///< whose analysis in the plan it is
  storage::AnalysisKey place;
};

/// A fact with what the search found, ready to be applied.
struct Settled {
  const PreparedFact& fact;
  std::size_t index;                  ///< of the fact within the BatchSearch
  std::span<const std::int16_t> row;  ///< its embedding; zeros: none
  bool given_vector;                  ///< precomputed by the host
  const Plan& plan;
  std::span<const ScoredCandidate> candidates;  ///< what plan's indices point into
  std::span<const PaidAnalysis> paid = {};
};

/// Collects the changes of consecutive decisions. After an exception the lane is ahead of the store
/// and must be thrown away.
class CommitGroup {
 public:
  CommitGroup(storage::Store& store, Lane& lane, const EngineOptions& engine,
              const DecideOptions& options, bool dry_run);

  /// The memory as the decisions so far left it. Throws Error(Corruption) when the store lacks it.
  const Memory& memory(const Id& id);

  /// Keeps what was read of the store since the last commit for memory().
  void take(std::vector<Memory>&& memories);

  /// As memory(); nothing when there is none.
  std::optional<Memory> find(const Id& id) const;

  /// Applies one plan: lane, nodes, vectors, versions, edges, counters and log entry. Completes
  /// `decision` (ids, memory, sequence).
  void apply(const Settled& settled, BatchSearch& search, Decision& decision);

  /// Keeps the answers that cost something, of a plan that is applied or not.
  void keep(std::span<const PaidAnalysis> paid, const Plan& plan);

  /// Logs a fact that cannot be used; completes `decision` (id, sequence).
  void reject(Decision& decision);

  /// Sorts the lane's vectors into other cells, from the next commit on in the store as well.
  void use(std::shared_ptr<const index::Codebook> codebook);

  void put_checkpoint(std::string_view name, std::string_view value);

  /// Hands everything collected to the store, atomically, after what commit_meanwhile() handed to
  /// it. Does nothing in a dry run.
  void commit();

  /// Has another thread hand to the store what is collected so far, while more decisions come; what
  /// was handed over so before is there when this returns. What is read stays known. Not where
  /// there is nothing, where late arrivals wait to be written, nor in a dry run: false, and nothing
  /// was done.
  bool commit_meanwhile();

  /// Returns when what was handed over is in the store. Throws what handing it over threw.
  void finish_commit();

  std::size_t bytes() const { return batch_.bytes(); }
  std::uint64_t commits() const { return commits_; }  ///< so far, of anything

 private:
  // Each returns the memory that now holds the statement; `before_` is what it found at the target.
  Id create(const Settled& settled, BatchSearch& search, const Decision& decision);
  Id supersede(const Settled& settled, BatchSearch& search, const Decision& decision);
  Id insert_late(const Settled& settled, const Decision& decision);
  Id merge(const Settled& settled, BatchSearch& search, const Decision& decision);
  Id skip(const Settled& settled, const Decision& decision);

  /// A chain that late arrivals come into, under its current memory. It is read once, and written
  /// with each commit: n late arrivals of one call take time in proportion to n.
  struct OpenChain {
    LateChain chain;
    std::vector<storage::VersionRecord> records;         ///< as the store has them
    std::unordered_map<Id, Memory, IdHash> stored = {};  ///< and its nodes
    bool changed = false;                                ///< since it was written
  };
  void open_late(const Id& current);
  void write_late(OpenChain& open);
  /// Before its current memory is changed in another way.
  void close_late(const Id& current);

  void link(const Settled& settled, const Id& from, Decision& decision);
  void put_edge(const Edge& edge);
  void store_memory(Memory memory, const Memory* previous);
  void put_current(const Memory& memory, const ExactKeys& keys, std::span<const std::int16_t> row);
  void put_version(storage::VersionRecord record);
  storage::VersionRecord latest_version(const Memory& memory) const;
  void open_review(const Settled& settled, const Decision& decision);
  storage::LogStatesView states_of(const Settled& settled, const Decision& decision);
  void number(Decision& decision);
  void log(const Decision& decision, const storage::LogStatesView& states);

  /// The embedding of `content`: the fact's own where that is its content, else computed; for
  /// vectors of the host's own model, which cannot be computed here, the mean direction.
  std::vector<std::int16_t> embedding_of(const Settled& settled, const std::string& content,
                                         std::optional<Ordinal> target) const;

  storage::Store& store_;
  Lane& lane_;
  const Models& models_;
  const LifecycleOptions& lifecycle_;
  const DecideOptions& options_;
  bool dry_run_;
  std::uint64_t commits_ = 0;
  std::optional<Meanwhile> committing_;
  storage::CommitBatch batch_;
  std::unordered_map<Id, Memory, IdHash> pending_;  ///< nodes read or changed since commit()
  std::unordered_map<Id, storage::VersionRecord, IdHash> latest_versions_;
  std::map<Id, OpenChain> late_;
  std::optional<Memory> before_;  ///< the target of the decision being applied, if it changed
};

}  // namespace memfold
