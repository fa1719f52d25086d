// A store as a whole: is it right, what is in it, out of it and into it, and what to do where it is
// damaged. An embedding host needs little of this; who keeps its stores needs all of it.
//
//   const memfold::VerifyReport report = engine.admin().verify();
//   engine.admin().export_jsonl(file);
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "memfold/amend.h"
#include "memfold/export.h"
#include "memfold/options.h"
#include "memfold/own_process.h"
#include "memfold/reembed.h"
#include "memfold/stop.h"

#pragma GCC visibility push(default)
namespace memfold {

/// What a maintenance run dropped.
struct RetentionReport {
  std::uint64_t users = 0;              ///< looked at
  std::uint64_t entries_dropped = 0;    ///< log entries; states are dropped unread and not counted
  std::uint64_t reviews_dismissed = 0;  ///< cases that waited too long or were too many
};

struct VerifyReport {
  std::uint64_t nodes = 0, versions = 0, vectors = 0, edges = 0, log_entries = 0;
  std::uint64_t kept_analyses = 0;
  std::uint64_t graph_nodes = 0, graph_edges = 0, sources = 0;
  /// What was read of each column family (docs/format.md), in their order: every record there is.
  std::vector<std::pair<std::string, std::uint64_t>> records;
  /// What an earlier repair could not bring back; it is marked in the store and no problem.
  std::vector<std::string> lost;
  std::vector<std::string> problems;  ///< empty: everything agrees
  /// Of these: stretches of files, and records, that cannot be read. Admin::salvage() helps.
  std::uint64_t unread = 0;
};

/// Of one engine, which gives it (Engine::admin()) and outlives it; safe to call from any thread,
/// as that is, and throws as that does.
class Admin {
 public:
  // Of stores nobody has open for writing.

  /// Makes a store that misses commits one that holds those before them alone: the only way to go
  /// on with a shorter history. The logs as they were are kept beside it, outside of what an
  /// erasure reaches. Changes nothing where nothing is missing. Throws as Engine::open() does, but
  /// for what it mends; Corruption where nothing can be read.
  static ShorterHistory accept_shorter_history(const std::string& path);

  /// Where files of a store cannot be read wholly (rotten blocks, damaged values): puts a store of
  /// what can be read in its place, durably and at once, and keeps the old one beside it, outside
  /// of what an erasure reaches. Changes nothing where everything can be read. Call repair() after
  /// it. Needs as much space as the store takes; nobody may have it open for writing. Throws Error:
  /// Corruption where commits are missing (accept_shorter_history() first), files are gone, or what
  /// it was made for cannot be read; Locked; NotFound; Io.
  static Salvage salvage(const std::string& path);

  /// Moves the store at `path` to options.models.embedder: computes a vector of every memory of
  /// every user, superseded and hidden ones as well, beside the vectors it has; makes them serve
  /// in one commit; deletes the old ones. Vectors that hosts gave are replaced too. Where the store
  /// has that embedder already, memories without a vector get one, and its calibration becomes the
  /// embedder's. Decisions taken stay as they are. Without an embedder in the options it is the
  /// built-in one.
  ///
  /// Holds the store for writing all the while; read-only engines go on with the old vectors. What
  /// is done is durable against the end of the process at every call of on_progress, and a call
  /// that was stopped, failed or killed is taken up by the next one; facts may be folded in
  /// between, with the embedder the store still has. Throws Error: NotFound; Locked; Mismatch
  /// (missing_only, and another embedder); what the embedder throws.
  static ReembedReport reembed(const std::string& path, const EngineOptions& options,
                               const ReembedOptions& reembed_options = {});

  // Of the engine's own store.

  /// SHA-256 over the logical content as 64 hex digits: the same for the same facts at the same
  /// times whatever the file layout, batch size, thread count or machine. When something was
  /// decided, stored or recalled is content (as_of() answers by it), so two runs agree where
  /// EngineOptions::clock gave both the same times. Processing times and checkpoints are left out.
  /// Call it, and verify(), while nothing is folded: their scans do not share one snapshot.
  std::string digest() const;

  /// Reads everything and reports what does not agree. Changes nothing. `stop` is asked between
  /// records.
  VerifyReport verify(const StopWhen& stop = {}) const;

  /// verify(), and where it finds anything: records that are missing are brought back from others
  /// that tell of them (memories and versions from the log's states and from each other, vectors
  /// from contents), and what nothing tells is marked as lost, so that everything else can go on;
  /// what follows from memories, log and edges is built anew (features, indexes of the log,
  /// timeline, mirrored edges, folded facts, counters); and verify() again. What is there and can
  /// be read is never touched, but for what leads to nothing. Call it while nothing else is done.
  /// Throws Error(Corruption) where files cannot be read: salvage() them first.
  RepairReport repair();

  /// Decides a stretch of the log again under other options, in a store of its own, and reports
  /// what would have come out differently. What came before the stretch is folded as it was first.
  /// Facts are embedded anew: vectors a host gave are not kept with them. Needs room in the
  /// system's temporary directory. Changes nothing here. Throws Error(InvalidArgument) for bad
  /// options.
  ReplayReport replay(const ReplayQuery& query) const;

  /// Drops the before and after states of decisions older than EngineOptions::log_retention_days,
  /// and the entries too where retention_drops_entries says so. Nothing is scanned; the space comes
  /// back with the store's next compactions. Then dismisses cases of the review queue beyond
  /// EngineOptions::review_max_age_days and review_max_pending.
  RetentionReport apply_retention();

  /// Writes one user, or the whole store, as JSON Lines that import_jsonl() reads back without
  /// loss; docs/export.md has the fields. Kept comparisons are left out: they are a cache. A user's
  /// writers wait while that user is written, so each is as of one moment. Memory does not grow
  /// with the store. Throws Error: NotFound when there is no such user; Io when `out` fails;
  /// Mismatch while an import is unfinished.
  ExportReport export_jsonl(std::ostream& out, const ExportOptions& options = {}) const;
  /// Likewise, memories and the graph around them with typed attributes as GraphML. One way only.
  /// What is softly forgotten is left out, and counted.
  ExportReport export_graphml(std::ostream& out, const ExportOptions& options = {}) const;
  /// Likewise, CSV files for `neo4j-admin database import` in a new or empty directory, and a
  /// README.txt with the command.
  ExportReport export_neo4j(const std::string& directory, const ExportOptions& options = {}) const;

  /// Puts the users of an export into this store, with their log and its digests as they were:
  /// digest() and verify() see no difference. Users are refused writers until all of the export was
  /// read and its SHA-256 agreed; an import that fails leaves nothing behind, one that was killed
  /// shows in verify() and is dropped by the next import. Durable on return. Throws Error:
  /// InvalidArgument for a user that is here already, and for what is no export; Corruption for a
  /// damaged line, which the message names; Mismatch for a newer format or another embedder;
  /// NotFound when the export lacks options.user.
  ImportReport import_jsonl(std::istream& in, const ImportOptions& options = {});

  /// Hard erasures that a crash left unfinished: committed, while files still hold what they took.
  /// Opening the store for writing finishes them, so these are what one opened for reading sees.
  std::vector<UnfinishedErasure> unfinished_erasures() const;
  /// Those that were finished as this engine was opened.
  const FinishedErasures& finished_erasures() const;
  /// Users of whom an import was cut short, and dropping what there is of them.
  std::vector<std::string> unfinished_imports() const;
  void drop_unfinished_imports();

  struct Impl;
  explicit Admin(std::unique_ptr<Impl> impl);  ///< for the engine
  ~Admin();

 private:
  OwnedByProcess<Impl> impl_;
};

}  // namespace memfold
#pragma GCC visibility pop
