// Cross-checks of everything one decision commits together.
#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "engine/digest.h"
#include "engine/graph/verify_graph.h"
#include "engine/prepare.h"
#include "engine/records.h"
#include "engine/stale.h"

namespace memfold {
namespace {

/// A report stays readable when a store is thoroughly broken.
constexpr std::size_t kMaxProblems = 200;

using IdSet = std::unordered_set<Id, IdHash>;

/// What is kept of each node while the other records are checked against it.
struct NodeSummary {
  std::uint64_t slot;
  Id chain_id;
  std::uint32_t version;
  bool current, embedded, fades;
  ExactKeys keys;
};

/// What is kept of each log entry while its states and indexes are checked against it.
struct LoggedEntry {
  Time at;
  storage::Digest states;
  storage::LogSummary summary;
  std::vector<storage::LogRoute> routes;
};
using LoggedEntries = std::unordered_map<std::uint64_t, LoggedEntry>;

class UserVerifier {
 public:
  UserVerifier(const storage::Store& store, const storage::UserKey& key,
               const storage::UserRecord& user, VerifyReport& report)
      : store_(store),
        key_(key),
        user_(user),
        report_(report),
        has_analyses_(store.has_analyses(key)) {}

  void run() {
    read_nodes();
    check_features();
    check_timeline();
    check_due();
    check_vectors();
    check_versions();
    check_edges();
    check_log();
    check_analyses();
    graph::verify_graph(store_, key_, report_,
                        [&](const std::string& problem) { expect(false, problem); });
    expect(user_.memories == nodes_.size(), "counts " + std::to_string(user_.memories) +
                                                " memories, but " + std::to_string(nodes_.size()) +
                                                " are stored");
  }

 private:
  void expect(bool holds, const std::string& problem) {
    if (!holds && report_.problems.size() < kMaxProblems) {
      report_.problems.push_back("user " + user_.user + ": " + problem);
    }
  }

  void read_nodes() {
    store_.scan_memories(key_, [&](const Memory& memory) {
      ++report_.nodes;
      current_ += memory.is_current();
      note_content(memory);
      nodes_.emplace(memory.id, NodeSummary{memory.slot, memory.chain_id, memory.version,
                                            memory.is_current(), !memory.embedding_model.empty(),
                                            memory.archive_at.has_value(), exact_keys(memory)});
      expect(!memory.superseded_at || *memory.superseded_at >= memory.created_at,
             "memory " + to_string(memory.id) + " was superseded before it was created");
      expect(memory.superseded_at.has_value() == memory.superseded_by.has_value(),
             "memory " + to_string(memory.id) + " is half superseded");
    });
    expect(user_.current_memories == current_, "counts " + std::to_string(user_.current_memories) +
                                                   " current memories, but there are " +
                                                   std::to_string(current_));
  }

  void note_content(const Memory& memory) {
    if (has_analyses_) contents_.insert(hash_content(memory.content));
  }

  const NodeSummary* node(const Id& id) const {
    const auto found = nodes_.find(id);
    return found == nodes_.end() ? nullptr : &found->second;
  }

  void check_features() {
    std::uint64_t count = 0;
    store_.scan_features(key_, [&](const storage::FeatureRecord& features) {
      ++count;
      const NodeSummary* memory = node(features.id);
      const std::string which = "features of memory " + to_string(features.id);
      expect(memory != nullptr, which + ": there is no such memory");
      if (memory == nullptr) return;
      expect(memory->current, which + " are kept though it is not current");
      expect(memory->slot == features.slot, which + " are in another slot");
      const ExactKeys stored{features.thread_key, features.people_keys, features.entity_keys,
                             features.subject};
      expect(stored == memory->keys, which + " differ from the memory's own");
    });
    expect(count == current_, std::to_string(current_) + " memories are current, but " +
                                  std::to_string(count) + " have features");
  }

  void check_timeline() {
    const std::vector<Id> ids =
        store_.timeline(key_, {INT64_MIN}, {INT64_MAX}, nodes_.size() + kMaxProblems);
    for (const Id& id : ids) {
      expect(node(id) != nullptr,
             "the timeline names memory " + to_string(id) + ", which is not stored");
    }
    expect(ids.size() == nodes_.size(), "memories and timeline differ in number");
  }

  void check_due() {
    const auto fading = std::size_t(std::count_if(
        nodes_.begin(), nodes_.end(), [](const auto& entry) { return entry.second.fades; }));
    std::size_t listed = 0;
    store_.scan_due(key_, [&](Task task, Time, const Id& id) {
      if (task != Task::ArchiveMemory) return;
      ++listed;
      const NodeSummary* memory = node(id);
      expect(memory != nullptr && memory->fades,
             "memory " + to_string(id) + " is listed as falling due and does not");
    });
    expect(listed == fading, std::to_string(fading) + " memories fall due, but " +
                                 std::to_string(listed) + " are listed");
  }

  void check_vectors() {
    IdSet embedded;
    store_.scan_vectors(key_, [&](std::uint64_t slot, const Id& id, std::span<const std::int16_t>) {
      ++report_.vectors;
      embedded.insert(id);
      const NodeSummary* memory = node(id);
      expect(memory != nullptr && memory->slot == slot,
             "the vector in slot " + std::to_string(slot) + " belongs to no memory there");
    });
    const bool expected = store_.next_identity() || store_.has_replaced_vectors();
    store_.scan_other_vectors(key_, [&](std::uint64_t slot, const Id& id) {
      const NodeSummary* memory = node(id);
      expect(expected && memory != nullptr && memory->slot == slot,
             "the vector set aside in slot " + std::to_string(slot) + " belongs to no memory " +
                 (expected ? "there" : "or embedder"));
    });
    for (const auto& [id, memory] : nodes_) {
      expect(memory.embedded == embedded.contains(id),
             "memory " + to_string(id) +
                 (memory.embedded ? " lacks its vector" : " has a vector of no model"));
    }
  }

  void check_versions() {
    Id chain;
    std::uint32_t expected = 1;
    IdSet seen;
    store_.scan_versions(key_, [&](const storage::VersionRecord& version) {
      ++report_.versions;
      if (version.chain_id != chain) {
        chain = version.chain_id;
        expected = 1;
        expect(version.memory_id == chain,
               "chain " + to_string(chain) + " does not begin with itself");
      }
      named_.emplace(version.log_sequence, version.at);
      if (version.state) note_content(*version.state);
      expect(version.version == expected,
             "chain " + to_string(chain) + " lacks version " + std::to_string(expected));
      expected = version.version + 1;
      const NodeSummary* memory = node(version.memory_id);
      expect(memory != nullptr && memory->chain_id == version.chain_id,
             "version " + std::to_string(version.version) + " of chain " + to_string(chain) +
                 " points to a memory that is not of it");
      if (memory != nullptr && !version.state) {
        seen.insert(version.memory_id);
        expect(memory->version == version.version,
               "memory " + to_string(version.memory_id) + " is not the version its chain says");
      }
    });
    for (const auto& entry : nodes_) {
      expect(seen.contains(entry.first), "memory " + to_string(entry.first) + " is in no chain");
    }
  }

  void check_edges() {
    std::set<EdgeKey> outgoing;
    store_.scan_edges(key_, false, [&](const Edge& edge) {
      ++report_.edges;
      outgoing.insert(key_of(edge));
      // A merged fact has no node of its own: its edge says where it went.
      expect(node(edge.from) != nullptr || edge.type == EdgeType::MergedInto,
             "an edge leaves memory " + to_string(edge.from) + ", which is not stored");
      // What rested on an erased memory keeps its edge.
      expect(node(edge.to) != nullptr || is_dependency(edge.type),
             "an edge leads to memory " + to_string(edge.to) + ", which is not stored");
    });
    std::uint64_t incoming = 0;
    store_.scan_edges(key_, true, [&](const Edge& edge) {
      ++incoming;
      expect(outgoing.contains(key_of(edge)), "the edge " + to_string(edge.from) + " -> " +
                                                  to_string(edge.to) + " exists only from its end");
    });
    expect(incoming == outgoing.size(), "edges differ from their mirror images");
    expect(user_.edges == outgoing.size(), "counts " + std::to_string(user_.edges) +
                                               " edges, but there are " +
                                               std::to_string(outgoing.size()));
  }

  void check_log() {
    std::uint64_t next = user_.first_sequence;
    storage::Digest last = user_.base_digest;
    std::uint64_t routes = 0;
    LoggedEntries logged;
    std::unordered_map<Id, std::uint64_t, IdHash> facts;
    storage::UserRecord counted;
    store_.scan_log(key_, user_.base_digest, [&](const storage::LogEntry& entry, bool chained) {
      const Decision& decision = entry.decision;
      ++report_.log_entries;
      expect(chained, "log entry " + std::to_string(decision.sequence) +
                          " does not follow from the one before it: the log was changed");
      last = entry.chain;
      std::vector<storage::LogRoute> leading = storage::routes_of(decision);
      routes += leading.size();
      logged.emplace(decision.sequence,
                     LoggedEntry{decision.at, entry.states, storage::summary_of(decision),
                                 std::move(leading)});
      expect(decision.sequence == next, "log entry " + std::to_string(next) + " is missing");
      next = decision.sequence + 1;
      count_entry(decision, counted);
      if (decision.fact_id) facts.emplace(decision.fact_id, decision.sequence);
      if (has_analyses_) decided_.insert(decision.content_hash);
      // What was erased is named by tombstones and by the deletion itself.
      if (storage::led_to_version(decision)) {
        const auto version = named_.find(decision.sequence);
        expect(version != named_.end() && version->second == decision.at,
               "no version names log entry " + std::to_string(decision.sequence) +
                   ", which led to one");
      }
      const bool may_be_gone = decision.redacted || decision.operation == Operation::Delete ||
                               decision.status == Status::Error;
      expect(
          may_be_gone || node(decision.memory_id) != nullptr,
          "log entry " + std::to_string(decision.sequence) + " names a memory that is not stored");
    });
    expect(next == user_.next_sequence, "the log ends before its counter");
    expect(last == user_.log_digest, "the log does not end with the entry it should end with");
    const bool whole = user_.first_sequence == 1;  // nothing was dropped by retention
    expect(!whole || (counted.by_kind == user_.by_kind && counted.rejected == user_.rejected),
           "the counts by decision differ from the log");
    check_states(logged);
    check_log_index(logged, routes);
    std::uint64_t kept = 0;
    store_.scan_facts(key_, [&](const Id& fact, std::uint64_t sequence) {
      if (sequence < user_.first_sequence) return;
      ++kept;
      const auto found = facts.find(fact);
      expect(found != facts.end() && found->second == sequence,
             "fact " + to_string(fact) + " is marked as folded by a log entry that is not its own");
    });
    expect(kept == facts.size(), "folded facts and log entries differ in number");
  }

  /// Comparisons are kept as long as both statements are known: an erasure takes them along.
  void check_analyses() {
    store_.scan_analyses(key_, [&](const storage::AnalysisKey& pair, const Analysis&) {
      ++report_.kept_analyses;
      expect(decided_.contains(pair.incoming),
             "an analysis is kept of a fact that is not in the log");
      expect(contents_.contains(pair.existing),
             "an analysis is kept of a memory that is not stored");
    });
  }

  void check_states(const LoggedEntries& logged) {
    store_.scan_log_states(key_, [&](const storage::LogPosition& position,
                                     const storage::LogStates&, const storage::Digest& digest) {
      const auto found = logged.find(position.sequence);
      expect(found != logged.end() && found->second.states == digest,
             "the states of log entry " + std::to_string(position.sequence) +
                 " are not those that were logged");
    });
  }

  /// Every entry is found on every route that leads to it, and nothing else is.
  void check_log_index(const LoggedEntries& logged, std::uint64_t routes) {
    store_.scan_log_routes(
        key_, [&](const storage::LogRoute& route, const storage::LogPosition& position,
                  const storage::LogSummary& summary) {
          --routes;
          const auto found = logged.find(position.sequence);
          const bool right =
              found != logged.end() && found->second.at == position.at &&
              found->second.summary == summary &&
              std::count(found->second.routes.begin(), found->second.routes.end(), route) == 1;
          expect(right, "an index entry of log entry " + std::to_string(position.sequence) +
                            " differs from the entry");
        });
    expect(routes == 0, "the log and its indexes differ in number");
  }

  const storage::Store& store_;
  const storage::UserKey& key_;
  const storage::UserRecord& user_;
  VerifyReport& report_;
  std::map<Id, NodeSummary> nodes_;
  std::unordered_map<std::uint64_t, Time> named_;  ///< log entries that versions name
  std::uint64_t current_ = 0;
  const bool has_analyses_;
  IdSet contents_;  ///< hashes of what memories say and said, where analyses are kept
  IdSet decided_;   ///< and of what facts said
};

}  // namespace

VerifyReport verify_store(const storage::Store& store) {
  VerifyReport report;
  for (const storage::PendingErasure& erasure : store.pending_erasures()) {
    report.problems.push_back("user " + erasure.user +
                              ": an erasure was cut short and files still hold what it took; any "
                              "command that writes finishes it");
  }
  for (const std::string& user : store.unfinished_imports()) {
    report.problems.push_back("user " + user + ": its import was not finished; import it again");
  }
  store.scan_users([&](const storage::UserKey& key, const storage::UserRecord& user) {
    UserVerifier(store, key, user, report).run();
  });
  return report;
}

}  // namespace memfold
