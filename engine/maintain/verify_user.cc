#include "engine/maintain/verify_user.h"

#include <algorithm>

#include "engine/recall/stale.h"
#include "storage/ranges.h"

namespace memfold {
namespace {

using storage::SweptRecord;

std::string count_of(std::uint64_t count, const char* what) {
  return std::to_string(count) + " " + what;
}

std::string entry_name(std::uint64_t sequence) {
  return "log entry " + std::to_string(sequence);
}

}  // namespace

UserVerifier::UserVerifier(bool gathering, VerifyReport& report, Complain complain)
    : gathering_(gathering),
      report_(report),
      complain_(std::move(complain)),
      graph_(report, complain_, [this](const Id& id) { return node(id) != nullptr; }) {}

void UserVerifier::take(const SweptRecord& record) {
  std::visit([this](const auto& one) { take(one); }, record);
}

const UserVerifier::NodeSummary* UserVerifier::node(const Id& id) const {
  const auto found = nodes_.find(id);
  return found == nodes_.end() ? nullptr : &found->second;
}

void UserVerifier::expect_own(const std::string& user, const std::string& what) const {
  expect(!record_ || user == record_->user, what + " is another user's");
}

void UserVerifier::take(const storage::UserRecord& user) {
  record_ = user;
  next_sequence_ = user.first_sequence;
  last_digest_ = user.base_digest;
  graph_.set_owner(user.user);
}

void UserVerifier::take(const storage::SweptAnalysis& kept) {
  ++report_.kept_analyses;
  analyses_.push_back(kept.pair);
}

void UserVerifier::note_content(const Memory& memory) {
  if (!analyses_.empty()) contents_.insert(hash_content(memory.content));
}

void UserVerifier::take(const Memory& memory) {
  ++report_.nodes;
  const std::string which = "memory " + to_string(memory.id);
  counted_.current_memories += memory.is_current();
  counted_.deleted += memory.deleted_at.has_value();
  counted_.next_slot = std::max(counted_.next_slot, memory.slot + 1);
  note_content(memory);
  nodes_.emplace(memory.id,
                 NodeSummary{memory.slot, memory.chain_id, memory.version, memory.is_current(),
                             memory.superseded_at.has_value(), !memory.embedding_model.empty(),
                             memory.occurred_at, memory.archive_at, exact_keys(memory)});
  expect_own(memory.user, which);
  expect(!memory.superseded_at || *memory.superseded_at >= memory.created_at,
         which + " was superseded before it was created");
  expect(memory.superseded_at.has_value() == memory.superseded_by.has_value(),
         which + " is half superseded");
  if (is_lost(memory)) {
    report_.lost.push_back(which + " of user " + memory.user);
  } else {
    expect(!memory.content.empty(), which + " has no content");
  }
}

void UserVerifier::take(const storage::VersionRecord& version) {
  ++report_.versions;
  if (version.chain_id != chain_) {
    close_chain();
    chain_ = version.chain_id;
    expect(version.memory_id == chain_,
           "chain " + to_string(chain_) + " does not begin with itself");
  }
  const std::string which =
      "version " + std::to_string(version.version) + " of chain " + to_string(chain_);
  named_.emplace(version.log_sequence, version.at);
  if (version.state) {
    note_content(*version.state);
    if (is_lost(*version.state)) {
      report_.lost.push_back("version " + std::to_string(version.version) + " of memory " +
                             to_string(version.memory_id) + " of user " + version.state->user);
    }
  }
  ++chain_versions_;
  expect(version.version == chain_versions_,
         "chain " + to_string(chain_) + " lacks version " + std::to_string(chain_versions_));
  chain_versions_ = version.version;
  const NodeSummary* memory = node(version.memory_id);
  expect(memory != nullptr && memory->chain_id == version.chain_id,
         which + " points to a memory that is not of it");
  if (memory == nullptr || version.state) return;
  in_chain_.insert(version.memory_id);
  members_.push_back({version.memory_id, version.version});
  expect(memory->version == version.version,
         "memory " + to_string(version.memory_id) + " is not the version its chain says");
}

/// All members but the newest have been superseded.
void UserVerifier::close_chain() {
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const bool newest = i + 1 == members_.size();
    expect(node(members_[i].memory)->superseded != newest,
           "memory " + to_string(members_[i].memory) +
               (newest ? " is the newest of its chain and superseded"
                       : " is not the newest of its chain and not superseded"));
  }
  members_.clear();
  chain_versions_ = 0;
}

void UserVerifier::check_chains() {
  close_chain();
  for (const auto& [id, memory] : nodes_) {
    expect(in_chain_.contains(id), "memory " + to_string(id) + " is in no chain");
  }
}

void UserVerifier::take(const storage::FeatureRecord& features) {
  ++features_;
  const NodeSummary* memory = node(features.id);
  const std::string which = "features of memory " + to_string(features.id);
  expect(memory != nullptr, which + ": there is no such memory");
  if (memory == nullptr) return;
  expect(memory->current, which + " are kept though it is not current");
  expect(memory->slot == features.slot, which + " are in another slot");
  const ExactKeys stored{features.thread_key, features.people_keys, features.entity_keys,
                         features.subject};
  expect(stored == memory->keys, which + " differ from the memory's own");
}

void UserVerifier::take(const storage::SweptTime& entry) {
  ++timeline_;
  const NodeSummary* memory = node(entry.id);
  expect(memory != nullptr,
         "the timeline names memory " + to_string(entry.id) + ", which is not stored");
  expect(memory == nullptr || memory->occurred_at == entry.at,
         "the timeline has memory " + to_string(entry.id) + " at another time than it has itself");
}

void UserVerifier::take(const storage::SweptDue& entry) {
  if (entry.task != Task::ArchiveMemory) return graph_.take(entry);
  ++due_;
  const NodeSummary* memory = node(entry.id);
  expect(memory != nullptr && memory->archive_at == entry.at,
         "memory " + to_string(entry.id) + " is listed as falling due and does not");
}

void UserVerifier::take(const storage::SweptVector& vector) {
  const NodeSummary* memory = node(vector.id);
  const bool right = memory != nullptr && memory->slot == vector.slot;
  if (!vector.serves) {
    expect(gathering_ && right, "the vector set aside in slot " + std::to_string(vector.slot) +
                                    " belongs to no memory " +
                                    (gathering_ ? "there" : "or embedder"));
    return;
  }
  ++report_.vectors;
  embedded_.insert(vector.id);
  expect(right,
         "the vector in slot " + std::to_string(vector.slot) + " belongs to no memory there");
  expect(storage::is_unit(vector.row),
         "the vector in slot " + std::to_string(vector.slot) + " is no unit vector");
}

void UserVerifier::check_vectors() {
  for (const auto& [id, memory] : nodes_) {
    expect(memory.embedded == embedded_.contains(id),
           "memory " + to_string(id) +
               (memory.embedded ? " lacks its vector" : " has a vector of no model"));
  }
}

void UserVerifier::take(const storage::SweptEdge& swept) {
  if (swept.of_graph) return graph_.take(swept);
  const Edge& edge = swept.edge;
  const std::string ends = to_string(edge.from) + " -> " + to_string(edge.to);
  if (swept.incoming) {
    ++incoming_;
    expect(edges_.contains(key_of(edge)), "the edge " + ends + " exists only from its end");
    return;
  }
  ++report_.edges;
  edges_.insert(key_of(edge));
  expect(joins_memories(edge.type), "the edge " + ends + " is of a type for other nodes");
  // A merged fact has no node of its own: its edge says where it went.
  expect(node(edge.from) != nullptr || edge.type == EdgeType::MergedInto,
         "an edge leaves memory " + to_string(edge.from) + ", which is not stored");
  // What rested on an erased memory keeps its edge.
  expect(node(edge.to) != nullptr || is_dependency(edge.type),
         "an edge leads to memory " + to_string(edge.to) + ", which is not stored");
}

void UserVerifier::take(const storage::SweptEntry& swept) {
  const Decision& decision = swept.entry.decision;
  const std::string which = entry_name(decision.sequence);
  ++report_.log_entries;
  expect_own(decision.user, which);
  // What was erased, or lost, cannot be computed again; behind what was lost the chain begins anew.
  const bool chained =
      decision.redacted || decision.lost || !digest_known_ || swept.follows(last_digest_);
  expect(chained, which + " does not follow from the one before it: the log was changed");
  last_digest_ = swept.entry.chain;
  digest_known_ = !decision.lost || last_digest_ != storage::Digest{};
  if (decision.lost) {
    ++lost_entries_;
    report_.lost.push_back("decision " + std::to_string(decision.sequence) + " of user " +
                           decision.user);
  }
  redacted_ += decision.redacted;
  for (; next_sequence_ < decision.sequence; ++next_sequence_) {
    expect(false, entry_name(next_sequence_) + " is missing");
  }
  expect(decision.sequence == next_sequence_, which + " was dropped by retention and is there");
  next_sequence_ = decision.sequence + 1;
  std::vector<storage::LogRoute> leading = storage::routes_of(decision);
  routes_ += leading.size();
  count_entry(decision, counted_);
  if (decision.fact_id) facts_.emplace(decision.fact_id, decision.sequence);
  if (!analyses_.empty()) decided_.insert(decision.content_hash);
  // What was erased is named by tombstones and by the deletion itself.
  if (storage::led_to_version(decision) && !decision.lost) {
    const auto version = named_.find(decision.sequence);
    expect(version != named_.end() && version->second == decision.at,
           "no version names " + which + ", which led to one");
  }
  const bool may_be_gone = decision.redacted || decision.lost ||
                           decision.operation == Operation::Delete ||
                           decision.status == Status::Error;
  expect(may_be_gone || node(decision.memory_id) != nullptr,
         which + " names a memory that is not stored");
  logged_.emplace_hint(
      logged_.end(), decision.sequence,
      LoggedEntry{decision.at, swept.entry.states, storage::summary_of(decision),
                  std::move(leading), decision.answers, false, false, decision.lost});
}

void UserVerifier::check_log_end() {
  for (std::uint64_t missing = next_sequence_; missing < record_->next_sequence; ++missing) {
    expect(false, entry_name(missing) + " is missing");
  }
  expect(next_sequence_ <= record_->next_sequence, "the log goes on behind its counter");
  expect(!digest_known_ || last_digest_ == record_->log_digest,
         "the log does not end with the entry it should end with");
  expect(routes_ == 0, "the log and its indexes differ in number");
  expect(kept_facts_ == facts_.size(), "folded facts and log entries differ in number");
}

void UserVerifier::take(const storage::SweptStates& swept) {
  const auto found = logged_.find(swept.position.sequence);
  const bool lost = swept.states == storage::LogStates{};
  const bool right = found != logged_.end() && found->second.at == swept.position.at &&
                     (found->second.states == swept.digest || found->second.lost || lost);
  if (lost && right) {
    report_.lost.push_back("the states of decision " + std::to_string(swept.position.sequence) +
                           " of user " + record_->user);
  }
  expect(right, "the states of " + entry_name(swept.position.sequence) +
                    " are not those that were logged");
  if (found != logged_.end()) found->second.has_states = true;
}

/// Retention drops the states of what was decided before some time, and erasure those of what it
/// redacts: everything else has what it was made of.
void UserVerifier::check_states() {
  std::vector<std::pair<Time, std::uint64_t>> order;
  for (const auto& [sequence, entry] : logged_) {
    const bool expected = entry.states != storage::Digest{} && !entry.summary.redacted;
    if (expected && !entry.lost) order.emplace_back(entry.at, sequence);
  }
  std::sort(order.begin(), order.end());
  bool begun = false;
  for (const auto& [at, sequence] : order) {
    begun = begun || logged_.at(sequence).has_states;
    expect(!begun || logged_.at(sequence).has_states,
           "the states of " + entry_name(sequence) + " are missing");
  }
}

/// Every entry is found on every route that leads to it, and nothing else is.
void UserVerifier::take(const storage::SweptRoute& swept) {
  --routes_;
  const auto found = logged_.find(swept.position.sequence);
  const bool right =
      found != logged_.end() && found->second.at == swept.position.at &&
      found->second.summary == swept.summary &&
      std::count(found->second.routes.begin(), found->second.routes.end(), swept.route) == 1;
  expect(right,
         "an index entry of " + entry_name(swept.position.sequence) + " differs from the entry");
}

void UserVerifier::take(const storage::SweptFact& fact) {
  if (record_ && fact.sequence < record_->first_sequence) return;
  ++kept_facts_;
  const auto found = facts_.find(fact.fact);
  expect(
      found != facts_.end() && found->second == fact.sequence,
      "fact " + to_string(fact.fact) + " is marked as folded by a log entry that is not its own");
}

void UserVerifier::take(const storage::SweptReview& swept) {
  const Review& review = swept.review;
  const std::string which = "the review of " + entry_name(review.sequence);
  pending_reviews_ += review.state == ReviewState::Pending;
  expect_own(review.fact.user, which);
  expect(swept.settled == (review.state != ReviewState::Pending),
         which + " is filed as settled and is not, or the other way round");
  if (record_ && review.sequence < record_->first_sequence) return;
  const auto flagged = logged_.find(review.sequence);
  expect(flagged != logged_.end(), which + ": there is no such entry");
  if (flagged == logged_.end()) return;
  expect(!flagged->second.has_review, which + " is there twice");
  flagged->second.has_review = true;
  expect(flagged->second.summary.review || flagged->second.summary.redacted || flagged->second.lost,
         which + ": the entry was not flagged");
  if (!review.resolution) return;
  const auto settling = logged_.find(*review.resolution);
  expect(settling != logged_.end() &&
             (settling->second.answers == review.sequence || settling->second.lost),
         which + " was settled by a decision that is about something else");
}

void UserVerifier::check_reviews() {
  for (const auto& [sequence, entry] : logged_) {
    const bool must = entry.summary.review && !entry.summary.redacted && !entry.lost;
    expect(!must || entry.has_review, "the review of " + entry_name(sequence) + " is missing");
  }
}

/// Comparisons are kept as long as both statements are known: an erasure takes them along.
void UserVerifier::check_analyses() {
  for (const storage::AnalysisKey& pair : analyses_) {
    expect(decided_.contains(pair.incoming),
           "an analysis is kept of a fact that is not in the log");
    expect(contents_.contains(pair.existing), "an analysis is kept of a memory that is not stored");
  }
}

void UserVerifier::check_counters() {
  const storage::UserRecord& user = *record_;
  const auto same = [&](std::uint64_t said, std::uint64_t found, const char* what) {
    expect(said == found,
           "counts " + count_of(said, what) + ", but there are " + std::to_string(found));
  };
  same(user.memories, nodes_.size(), "memories");
  same(user.current_memories, counted_.current_memories, "current memories");
  same(user.deleted, counted_.deleted, "deleted memories");
  same(user.edges, edges_.size(), "edges");
  same(user.pending_reviews, pending_reviews_, "pending reviews");
  expect(user.next_slot >= counted_.next_slot, "memories lie behind the next slot to be used");
  std::uint64_t kinds = user.rejected, operations = user.rejected;
  for (const std::uint64_t count : user.by_kind) kinds += count;
  for (const std::uint64_t count : user.by_operation) operations += count;
  expect(kinds == user.next_sequence - 1 && operations == kinds,
         "counts by decision do not add up to the log");
  // What retention dropped is counted still; what was lost is of no kind that is known for sure.
  const bool whole = user.first_sequence == 1 && lost_entries_ == 0;
  expect(!whole || (counted_.by_kind == user.by_kind && counted_.rejected == user.rejected &&
                    counted_.by_operation == user.by_operation),
         "the counts by decision differ from the log");
  // A tombstone no longer says whether it was flagged or late.
  const auto within = [&](std::uint64_t said, std::uint64_t found) {
    return found <= said && said <= found + redacted_;
  };
  expect(!whole ||
             (within(user.reviews, counted_.reviews) && within(user.backdated, counted_.backdated)),
         "the counts of reviews and late arrivals differ from the log");
}

void UserVerifier::finish() {
  const auto listed = [&](std::uint64_t expected, std::uint64_t found, const char* what) {
    expect(expected == found,
           count_of(expected, what) + ", but " + std::to_string(found) + " are listed");
  };
  listed(counted_.current_memories, features_, "memories are current and have features");
  listed(nodes_.size(), timeline_, "memories have a time");
  listed(std::uint64_t(std::count_if(nodes_.begin(), nodes_.end(),
                                     [](const auto& one) { return one.second.archive_at; })),
         due_, "memories fall due");
  check_vectors();
  check_chains();
  expect(incoming_ == edges_.size(), "edges differ from their mirror images");
  check_log_end();
  check_states();
  check_reviews();
  check_analyses();
  check_counters();
  graph_.finish();
}

}  // namespace memfold
