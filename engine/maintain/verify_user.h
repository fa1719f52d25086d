// Whether everything that is stored of one owner agrees.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/fold/prepare.h"
#include "engine/graph/verify_graph.h"
#include "engine/records.h"
#include "memfold/engine.h"
#include "storage/sweep.h"

namespace memfold {

using Complain = std::function<void(const std::string& problem)>;

/// Takes the records of one owner in the order of a sweep, then tells complain() what does not
/// agree; counts in `report`. Memory grows with the owner's records, not with their content.
class UserVerifier {
 public:
  /// `gathering`: vectors may lie in the half that does not serve.
  UserVerifier(bool gathering, VerifyReport& report, Complain complain);

  void take(const storage::SweptRecord& record);
  /// Call it once all records were taken.
  void finish();

  /// Who it is, as the owner's record says; nothing when there was none.
  const std::optional<storage::UserRecord>& record() const { return record_; }

 private:
  /// What is kept of each node while the other records are checked against it.
  struct NodeSummary {
    std::uint64_t slot = 0;
    Id chain_id;
    std::uint32_t version = 0;
    bool current = false, superseded = false, embedded = false;
    Time occurred_at;
    std::optional<Time> archive_at;
    ExactKeys keys;
  };
  /// What is kept of each log entry.
  struct LoggedEntry {
    Time at;
    storage::Digest states;
    storage::LogSummary summary;
    std::vector<storage::LogRoute> routes;
    std::optional<std::uint64_t> answers;
    bool has_states = false, has_review = false, lost = false;
  };
  struct Member {
    Id memory;
    std::uint32_t version = 0;
  };

  void take(const storage::UserRecord& user);
  void take(const storage::SweptAnalysis& kept);
  void take(const Memory& memory);
  void take(const storage::VersionRecord& version);
  void take(const storage::FeatureRecord& features);
  void take(const storage::SweptTime& entry);
  void take(const storage::SweptDue& entry);
  void take(const storage::SweptVector& vector);
  void take(const storage::SweptEdge& edge);
  void take(const storage::SweptEntry& entry);
  void take(const storage::SweptStates& states);
  void take(const storage::SweptRoute& route);
  void take(const storage::SweptFact& fact);
  void take(const storage::SweptReview& review);
  void take(const Node& node) { graph_.take(node); }
  void take(const storage::SweptName& name) { graph_.take(name); }
  void take(const Source& source) { graph_.take(source); }
  void take(const storage::SweptRaw& raw) { graph_.take(raw); }
  void take(const SourceJob& job) { graph_.take(job); }

  void expect(bool holds, const std::string& problem) const {
    if (!holds) complain_(problem);
  }
  void expect_own(const std::string& user, const std::string& what) const;
  const NodeSummary* node(const Id& id) const;
  void note_content(const Memory& memory);
  void check_vectors();
  void check_chains();
  void close_chain();
  void check_log_end();
  void check_states();
  void check_reviews();
  void check_analyses();
  void check_counters();

  const bool gathering_;
  VerifyReport& report_;
  const Complain complain_;
  graph::GraphVerifier graph_;

  std::optional<storage::UserRecord> record_;
  storage::UserRecord counted_;  ///< what the records themselves come to
  std::map<Id, NodeSummary> nodes_;
  std::unordered_set<Id, IdHash> embedded_, in_chain_;
  std::uint64_t features_ = 0, timeline_ = 0, due_ = 0, incoming_ = 0;
  Id chain_;
  std::vector<Member> members_;                    ///< of the chain, each memory once
  std::uint32_t chain_versions_ = 0;               ///< seen of it
  std::unordered_map<std::uint64_t, Time> named_;  ///< log entries that versions name
  std::set<EdgeKey> edges_;

  std::map<std::uint64_t, LoggedEntry> logged_;
  std::unordered_map<Id, std::uint64_t, IdHash> facts_;
  std::uint64_t next_sequence_ = 0, routes_ = 0, kept_facts_ = 0, lost_entries_ = 0;
  std::uint64_t redacted_ = 0, pending_reviews_ = 0;
  storage::Digest last_digest_{};
  bool digest_known_ = true;

  std::vector<storage::AnalysisKey> analyses_;
  std::unordered_set<Id, IdHash> contents_;  ///< hashes of what memories say and said
  std::unordered_set<Id, IdHash> decided_;   ///< and of what facts said
};

}  // namespace memfold
