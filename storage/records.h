// What the store keeps beside the public value types.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/text_prints.h"
#include "memfold/category.h"
#include "memfold/decision.h"
#include "memfold/id.h"
#include "memfold/memory.h"
#include "memfold/models.h"

namespace memfold::storage {

/// The first 16 bytes of SHA-256 of the user's name: every key of the store starts with it, so that
/// no user id, whatever bytes it holds, is a prefix of another's range.
using UserKey = std::array<std::uint8_t, 16>;
UserKey user_key(std::string_view user);

/// A SHA-256.
using Digest = std::array<std::uint8_t, 32>;

/// What scoring needs to know of a current memory without reading its node.
struct FeatureRecord {
  std::uint64_t slot = 0;  ///< Memory::slot
  Id id = {};
  std::uint64_t thread_key = 0;                 ///< hash64 of the normalised thread; 0: none
  std::string subject = {};                     ///< normalised
  std::vector<std::uint64_t> people_keys = {};  ///< ascending
  std::vector<std::uint64_t> entity_keys = {};  ///< ascending
  Time occurred_at = {};
  Category::Kind category = Category::Misc;  ///< what it acts as
  bool operator==(const FeatureRecord&) const = default;
};

/// One step of a chain.
struct VersionRecord {
  Id chain_id = {};
  std::uint32_t version = 1;
  Id memory_id = {};
  std::optional<Operation> operation = {};
  std::uint64_t log_sequence = 0;  ///< the decision that led here: what changed and why is there
  Time at = {};                    ///< when it was decided: believed from then on
  bool backdated = false;          ///< a late arrival: never what the store believed
  /// The memory as it was at this version, when the node has since been overwritten (MERGE keeps
  /// the id). Empty: the node itself is this version.
  std::optional<Memory> state = {};
  bool operator==(const VersionRecord&) const = default;
};

/// Counters of one user, written with every commit that changes them.
struct UserRecord {
  std::string user;
  std::uint64_t next_sequence = 1;  ///< of the log
  std::uint64_t next_slot = 0;
  std::uint64_t memories = 0, current_memories = 0, edges = 0;
  std::array<std::uint64_t, 4> by_kind{};
  std::array<std::uint64_t, 6> by_operation{};
  std::uint64_t rejected = 0;  ///< facts that could not be used; not among by_kind and by_operation
  std::uint64_t reviews = 0, backdated = 0;
  std::uint64_t deleted = 0;  ///< memories hidden by a soft delete
  std::uint64_t pending_reviews = 0;
  std::uint64_t first_sequence = 1;  ///< of the oldest log entry kept
  Digest log_digest{};               ///< of the newest log entry; see LogEntry
  Digest base_digest{};              ///< of the entry before first_sequence; zeros: there was none
  bool operator==(const UserRecord&) const = default;
};

/// A hard erasure from its commit until no file holds what it took.
struct PendingErasure {
  std::string user;  ///< whose records are to be rewritten
  Time at = {};
  std::vector<TextPrint> prints = {};  ///< of what was erased
  bool rewritten = false;              ///< all that is left is this note itself
  bool operator==(const PendingErasure&) const = default;
};

/// What a decision was about and what it changed. Kept beside the log entry, for a while.
/// Of all three none: what a repair put in the place of states that were lost.
struct LogStates {
  std::optional<Memory> fact = {};    ///< as it was decided about
  std::optional<Memory> before = {};  ///< the memory acted on
  std::optional<Memory> after = {};   ///< the memory that then held the statement
  bool operator==(const LogStates&) const = default;
};

/// As LogStates, for writing; borrowed, null: none.
struct LogStatesView {
  const Memory* fact = nullptr;
  const Memory* before = nullptr;
  const Memory* after = nullptr;
};

/// An entry of the log as stored. `chain` is SHA-256 over the chain digest of the entry before, the
/// digest of the states and the entry's bytes, so that no entry can be changed, dropped or slipped
/// in without the rest of the log showing it. That of a redacted entry cannot be computed again.
struct LogEntry {
  Decision decision;
  Digest chain{};
  Digest states{};  ///< SHA-256 of the encoded states; zeros: there were none
};

/// What the indexes of the log hold of each entry, so that filtering and counting need not read it.
struct LogSummary {
  double score = 0;
  std::uint32_t processing_time_us = 0;
  std::uint32_t tokens = 0;
  std::uint8_t analyses = 0, kept_analyses = 0;  ///< no more than 255
  DecisionKind kind = DecisionKind::Create;
  Operation operation = Operation::Add;
  Status status = Status::Success;
  std::optional<Verdict> verdict = {};
  Trigger trigger = Trigger::Realtime;
  bool review = false, backdated = false, redacted = false;
  bool operator==(const LogSummary&) const = default;
};
LogSummary summary_of(const Decision& decision);

/// Which comparison of two statements by whom. Digests alone: of each content (hash_content in
/// engine/fold/prepare.h), and of all else an answer depends on: subjects, times and the Analyst's
/// name.
struct AnalysisKey {
  Id incoming, existing, rest;
  bool operator==(const AnalysisKey&) const = default;
};

/// What a store was made for. Opening with another is refused.
struct StoreIdentity {
  std::string embedder;  ///< name@version
  int dimension = 0;
  std::vector<Calibration::Point> calibration = {};  ///< none: the cosine itself
  bool operator==(const StoreIdentity&) const = default;
};

/// How a store of `stored` differs from what it is opened with, as one sentence with what to do;
/// empty when it does not.
std::string describe_mismatch(const std::string& path, const StoreIdentity& stored,
                              const StoreIdentity& given);

/// Centroids that a user's vectors are sorted by (index/codebook.h), and whose vectors they are.
struct CodebookRecord {
  std::string embedder;  ///< name@version
  int dimension = 0;
  std::vector<std::int16_t> centroids;  ///< [cells x dimension], row-major
  bool operator==(const CodebookRecord&) const = default;
};

/// A file beside the database that holds what is loaded of a user as of one commit
/// (engine/fold/lane_file.h).
struct LaneFile {
  std::uint64_t number = 0;     ///< in its name; each is larger than the one before
  std::uint64_t digest = 0;     ///< of what it is made of
  std::uint64_t next_slot = 0;  ///< slots below it are in the file, as far as they were current
  bool operator==(const LaneFile&) const = default;
};

inline constexpr std::uint32_t kFormatVersion = 5;

}  // namespace memfold::storage
