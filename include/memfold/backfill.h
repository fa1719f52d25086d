// A mailbox archive of any size into memories: read -> parse -> extract -> fold, overlapping on all
// cores, in order, with bounded memory, and resumable. Of the library memfold::ingest.
//
//   memfold::Engine engine = memfold::Engine::open("mail.db");
//   const auto summary = memfold::backfill(engine, {"takeout.mbox"}, {.user = "mina"});
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memfold/archive.h"
#include "memfold/engine.h"

#pragma GCC visibility push(default)
namespace memfold {

/// Which mails are kept as sources: with their raw content, what they mention, in the graph.
enum class KeepSources : std::uint8_t { None, Used, All };

/// Which mails are taken. Everything that is given must hold; a list holds when one item does.
struct MailFilter {
  std::optional<Time> since{}, until{};  ///< [since, until) of the mail's date; undated mails fail
  std::vector<std::string> from{};       ///< parts of the sender's name or address, case ignored
  std::vector<std::string> labels{};     ///< X-Gmail-Labels, whole, case ignored
  bool operator==(const MailFilter&) const = default;
};

/// Where every message and every fact ended. messages is the sum of used, empty, filtered,
/// duplicate and broken; facts that of by_kind, already_folded, rejected and over_limit.
struct BackfillCounts {
  std::uint64_t messages = 0;   ///< taken from the archive
  std::uint64_t used = 0;       ///< gave at least one fact
  std::uint64_t empty = 0;      ///< nothing worth keeping
  std::uint64_t filtered = 0;   ///< left out by the filter
  std::uint64_t duplicate = 0;  ///< Message-ID seen before in this run
  std::uint64_t broken = 0;     ///< cannot be used
  std::uint64_t facts = 0;
  std::array<std::uint64_t, 4> by_kind{};  ///< decided now, in the order of DecisionKind
  std::uint64_t already_folded = 0;        ///< answered from the log
  std::uint64_t rejected = 0;              ///< refused by the engine
  std::uint64_t over_limit = 0;  ///< refused for want of room (UserLimits): resume = false takes
                                 ///< them up once there is some
  std::uint64_t reviews = 0;     ///< of those decided now
  std::uint64_t analyses = 0;    ///< comparisons by the Analyst for them
  std::uint64_t cut = 0;  ///< used or empty messages of which something was left out (limits)

  BackfillCounts& operator+=(const BackfillCounts& other);
  bool operator==(const BackfillCounts&) const = default;
  /// Whether the sums above hold.
  bool adds_up() const;
};

struct BackfillProgress {
  BackfillCounts counts;  ///< of this run so far
  std::uint64_t bytes_done = 0,
                bytes_total = 0;  ///< stored bytes over all inputs; total 0: unknown
  std::string_view input;         ///< being read
};

struct BackfillOptions {
  std::string user;  ///< required
  MailFilter filter{};
  /// Reads facts out of mails; null: the engine's own (Models::extractor).
  std::shared_ptr<const Extractor> extractor{};
  KeepSources sources = KeepSources::All;  ///< Used: those that gave at least one fact
  /// Where the facts come from, as they and their sources say: an archive, unless it is told.
  SourceType source_type = SourceType::Bootstrapped;
  bool dry_run = false;    ///< decide, write nothing; does not resume
  bool resume = true;      ///< go on where an earlier run over the same input stopped
  std::size_t chunk = 64;  ///< messages folded, and made durable with their resume point, at a time
  std::uint64_t limit = 0;  ///< stop after this many messages; 0: none
  int threads = 0;          ///< 0: one per core
  /// Mails of a chunk understood at the same time, beyond the threads: for an Extractor that waits
  /// on a network. Changes no result.
  int extract_at_once = 1;
  std::uint64_t max_message_bytes = std::uint64_t{64} << 20;
  /// Asked between chunks: those in hand are finished and durable, then the call returns what was
  /// done, with BackfillSummary::stopped.
  StopWhen stop{};
  /// Called after every chunk, one call at a time, from a worker thread. May ask to stop.
  std::function<void(const BackfillProgress&)> on_progress{};
};

/// A message that could not be used.
struct BrokenMessage {
  std::string source;
  std::uint64_t offset = 0;  ///< in the source, decompressed
  std::string reason;
};

inline constexpr std::size_t kMaxBrokenListed = 100;

struct BackfillSummary {
  BackfillCounts counts;                ///< of this run
  BackfillCounts earlier;               ///< of the runs this one went on from
  std::vector<BrokenMessage> broken;    ///< the first kMaxBrokenListed of this run
  std::size_t inputs = 0, resumed = 0;  ///< inputs read, and how many of them from a resume point
  std::size_t other_files = 0;          ///< in folders, of no kind we read
  bool stopped = false;                 ///< by options.stop or the limit; a next run goes on
  /// Seconds spent: read, fold and connect one chunk at a time, parse and extract summed over
  /// threads.
  double read_seconds = 0, parse_seconds = 0, extract_seconds = 0;
  double fold_seconds = 0, connect_seconds = 0;
  double elapsed_seconds = 0;
  std::uint64_t peak_resident_bytes = 0;  ///< of the process
};

/// Folds all mails of `paths` (files, folders or "-", see find_archives()) as facts of
/// options.user, each archive by date as far as it can be read so (MailReadOptions::by_date). Every
/// chunk of messages is committed together with the place behind it, so a run that is stopped or
/// killed goes on there, and one over an archive that has grown folds only what is new. Running it
/// again over the same archive changes nothing; nor do chunk, threads and stops change what a store
/// ends with.
///
/// Throws Error when the engine or an archive cannot be used, and InvalidArgument without a user or
/// an Extractor and for an archive of facts; what was folded before stays. One call at a time for a
/// user; the engine may be used meanwhile. Prints nothing.
BackfillSummary backfill(Engine& engine, const std::vector<std::string>& paths,
                         const BackfillOptions& options);

}  // namespace memfold
#pragma GCC visibility pop
