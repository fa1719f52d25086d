#include "storage/commit_batch.h"

#include <algorithm>
#include <cstring>

#include "memfold/error.h"
#include "storage/codec_analysis.h"
#include "storage/codec_codebook.h"
#include "storage/codec_decision.h"
#include "storage/codec_edge.h"
#include "storage/codec_features.h"
#include "storage/codec_log.h"
#include "storage/codec_memory.h"
#include "storage/codec_review.h"
#include "storage/codec_states.h"
#include "storage/codec_user.h"
#include "storage/codec_vector.h"
#include "storage/codec_version.h"
#include "storage/value_codec.h"

namespace memfold::storage {

std::size_t CommitBatch::Impl::begin(Change change, Family family, std::string_view change_key) {
  const std::size_t at = changes.size();
  const Header header{change, family, static_cast<std::uint16_t>(change_key.size()), 0};
  changes.append(reinterpret_cast<const char*>(&header), sizeof header);
  changes.append(change_key);
  ++change_count;
  return at;
}

void CommitBatch::Impl::set_value_bytes(std::size_t begun, std::size_t value_at) {
  const auto value_bytes = static_cast<std::uint32_t>(changes.size() - value_at);
  std::memcpy(changes.data() + begun + offsetof(Header, value_bytes), &value_bytes,
              sizeof value_bytes);
}

void CommitBatch::Impl::put(Family family, std::string_view put_key, std::string_view payload) {
  const std::size_t at = begin(Change::Put, family, put_key);
  const std::size_t value_at = changes.size();
  seal(family, put_key, payload, changes);
  set_value_bytes(at, value_at);
}

void CommitBatch::Impl::put_vector(Change change, std::uint64_t slot, const Id& id,
                                   std::span<const std::int16_t> row) {
  std::optional<std::size_t>& size = change == Change::PutVector ? row_size : next_row_size;
  if (size.value_or(row.size()) != row.size()) {
    throw Error(ErrorCode::InvalidArgument, "a commit batch holds vectors of one dimension");
  }
  size = row.size();
  encode_vector(id, row, vector_bytes);
  const std::size_t at = begin(change, Family::Vectors, slot_key(key, slot));
  const std::size_t value_at = changes.size();
  changes.append(vector_bytes);
  set_value_bytes(at, value_at);
}

void CommitBatch::Impl::put_empty(Family family, std::string_view put_key) {
  begin(Change::Put, family, put_key);
}

void CommitBatch::Impl::remove(Family family, std::string_view removed_key) {
  begin(Change::Remove, family, removed_key);
}

void CommitBatch::Impl::remove_range(Family family, std::string_view lower,
                                     std::string_view upper) {
  const std::size_t at = begin(Change::RemoveRange, family, lower);
  const std::size_t value_at = changes.size();
  changes.append(upper);
  set_value_bytes(at, value_at);
}

std::vector<CommitBatch::Impl::Step> CommitBatch::Impl::steps() const {
  std::vector<Step> all;
  all.reserve(change_count);
  bool has_range = false;
  for (std::string_view rest = changes; !rest.empty();) {
    Header header;
    std::memcpy(&header, rest.data(), sizeof header);
    rest.remove_prefix(sizeof header);
    all.push_back({header.change, header.family, rest.substr(0, header.key_bytes),
                   rest.substr(header.key_bytes, header.value_bytes)});
    rest.remove_prefix(header.key_bytes + header.value_bytes);
    has_range |= header.change == Change::RemoveRange;
  }
  if (!has_range) {
    std::stable_sort(all.begin(), all.end(), [](const Step& a, const Step& b) {
      return a.family != b.family ? a.family < b.family : a.key < b.key;
    });
  }
  return all;
}

void CommitBatch::Impl::move_due(const Id& id, Task task, std::optional<Time> from,
                                 std::optional<Time> to) {
  if (from == to) return;
  if (from) remove(Family::Due, due_key(key, task, *from, id));
  if (to) put_empty(Family::Due, due_key(key, task, *to, id));
}

void CommitBatch::Impl::require_user(std::string_view other) const {
  if (other == user) return;
  throw Error(ErrorCode::InvalidArgument, "a commit batch of user " + user +
                                              " was given a record of user " + std::string(other));
}

void CommitBatch::Impl::put_log_indexes(const Decision& decision) {
  encode(summary_of(decision), summary_bytes);
  for (const LogRoute& route : routes_of(decision)) {
    put(Family::LogIndex, log_index_key(key, route, decision.at, decision.sequence), summary_bytes);
  }
}

CommitBatch::CommitBatch(std::string_view user) : impl_(std::make_unique<Impl>(user)) {}
CommitBatch::~CommitBatch() = default;
CommitBatch::CommitBatch(CommitBatch&&) noexcept = default;
CommitBatch& CommitBatch::operator=(CommitBatch&&) noexcept = default;

void CommitBatch::put_memory(const Memory& memory, const Memory* previous) {
  impl_->require_user(memory.user);
  const std::string_view value = encode(impl_->builder, memory);
  impl_->put(Family::Memories, node_key(impl_->key, memory.id), value);
  if (previous == nullptr || previous->occurred_at != memory.occurred_at) {
    if (previous != nullptr) {
      impl_->remove(Family::Timeline, timeline_key(impl_->key, previous->occurred_at, memory.id));
    }
    impl_->put_empty(Family::Timeline, timeline_key(impl_->key, memory.occurred_at, memory.id));
  }
  impl_->move_due(memory.id, Task::ArchiveMemory,
                  previous != nullptr ? previous->archive_at : std::nullopt, memory.archive_at);
}

void CommitBatch::delete_memory(const Memory& memory) {
  impl_->remove(Family::Memories, node_key(impl_->key, memory.id));
  impl_->remove(Family::Timeline, timeline_key(impl_->key, memory.occurred_at, memory.id));
  impl_->move_due(memory.id, Task::ArchiveMemory, memory.archive_at, std::nullopt);
}

void CommitBatch::put_times(const Memory& memory) {
  impl_->put_empty(Family::Timeline, timeline_key(impl_->key, memory.occurred_at, memory.id));
  impl_->move_due(memory.id, Task::ArchiveMemory, std::nullopt, memory.archive_at);
}

void CommitBatch::put_log_routes(const Decision& decision) {
  impl_->put_log_indexes(decision);
  if (!decision.fact_id) return;
  impl_->put(Family::Facts, fact_key(impl_->key, decision.fact_id),
             encode_sequence(decision.sequence));
}

void CommitBatch::put_features(const FeatureRecord& features) {
  const std::string_view value = encode(impl_->builder, features);
  impl_->put(Family::Features, slot_key(impl_->key, features.slot), value);
}

void CommitBatch::delete_features(std::uint64_t slot) {
  impl_->remove(Family::Features, slot_key(impl_->key, slot));
}

void CommitBatch::put_vector(std::uint64_t slot, const Id& id, std::span<const std::int16_t> row) {
  impl_->put_vector(Change::PutVector, slot, id, row);
}

void CommitBatch::put_next_vector(std::uint64_t slot, const Id& id,
                                  std::span<const std::int16_t> row) {
  impl_->put_vector(Change::PutNextVector, slot, id, row);
}

void CommitBatch::delete_vector(std::uint64_t slot) {
  impl_->begin(Change::RemoveVector, Family::Vectors, slot_key(impl_->key, slot));
}

void CommitBatch::put_version(const VersionRecord& version) {
  if (version.state) impl_->require_user(version.state->user);
  const std::string_view value = encode(impl_->builder, version);
  impl_->put(Family::Versions, version_key(impl_->key, version.chain_id, version.version), value);
}

void CommitBatch::delete_version(const Id& chain_id, std::uint32_t version) {
  impl_->remove(Family::Versions, version_key(impl_->key, chain_id, version));
}

void CommitBatch::put_edge(const Edge& edge) {
  const std::string_view value = encode(impl_->builder, edge);
  impl_->put(Family::MemoryEdges,
             edge_key(impl_->key, Direction::Out, edge.from, edge.type, edge.to), value);
  impl_->put(Family::MemoryEdges,
             edge_key(impl_->key, Direction::In, edge.to, edge.type, edge.from), value);
}

void CommitBatch::delete_edge(const Edge& edge) {
  impl_->remove(Family::MemoryEdges,
                edge_key(impl_->key, Direction::Out, edge.from, edge.type, edge.to));
  impl_->remove(Family::MemoryEdges,
                edge_key(impl_->key, Direction::In, edge.to, edge.type, edge.from));
}

Digest CommitBatch::put_decision(const Decision& decision, const LogStatesView& states,
                                 const Digest& previous) {
  impl_->require_user(decision.user);
  impl_->states_bytes.clear();
  if (states.fact != nullptr || states.before != nullptr || states.after != nullptr) {
    impl_->states_bytes = encode(impl_->builder, states);
    impl_->put(Family::LogStates, log_states_key(impl_->key, decision.at, decision.sequence),
               impl_->states_bytes);
  }
  const Digest states_digest = digest_states(impl_->states_bytes);
  const std::string_view value = encode(impl_->builder, decision);
  const Digest chain = chain_digest(previous, states_digest, value);
  encode_log_entry(chain, states_digest, value, impl_->entry_bytes);
  impl_->put(Family::Log, log_key(impl_->key, decision.sequence), impl_->entry_bytes);
  put_log_routes(decision);
  return chain;
}

bool CommitBatch::put_log_entry(const LogEntry& entry, const std::optional<LogStates>& states,
                                const Digest& previous) {
  const Decision& decision = entry.decision;
  impl_->require_user(decision.user);
  bool right = true;
  if (states) {
    const auto view = [](const std::optional<Memory>& memory) {
      return memory ? &*memory : nullptr;
    };
    const LogStatesView whole{view(states->fact), view(states->before), view(states->after)};
    impl_->states_bytes = encode(impl_->builder, whole);
    impl_->put(Family::LogStates, log_states_key(impl_->key, decision.at, decision.sequence),
               impl_->states_bytes);
    right = digest_states(impl_->states_bytes) == entry.states;
  }
  const std::string_view value = encode(impl_->builder, decision);
  right =
      right && (decision.redacted || chain_digest(previous, entry.states, value) == entry.chain);
  encode_log_entry(entry.chain, entry.states, value, impl_->entry_bytes);
  impl_->put(Family::Log, log_key(impl_->key, decision.sequence), impl_->entry_bytes);
  impl_->put_log_indexes(decision);
  return right;
}

void CommitBatch::put_fact(const Id& fact, std::uint64_t sequence) {
  impl_->put(Family::Facts, fact_key(impl_->key, fact), encode_sequence(sequence));
}

void CommitBatch::redact_decision(const LogEntry& entry, Decision rest, bool keep_states) {
  const Decision& whole = entry.decision;
  impl_->require_user(whole.user);
  for (const LogRoute& route : routes_of(whole)) {
    impl_->remove(Family::LogIndex, log_index_key(impl_->key, route, whole.at, whole.sequence));
  }
  rest.redacted = true;
  encode_log_entry(entry.chain, entry.states, encode(impl_->builder, rest), impl_->entry_bytes);
  impl_->put(Family::Log, log_key(impl_->key, rest.sequence), impl_->entry_bytes);
  impl_->put_log_indexes(rest);
  if (!keep_states) {
    impl_->remove(Family::LogStates, log_states_key(impl_->key, whole.at, whole.sequence));
  }
}

void CommitBatch::drop_states(Time before) {
  impl_->remove_range(Family::LogStates, Key(impl_->key), Key(impl_->key).time(before));
}

void CommitBatch::drop_decision(const Decision& decision) {
  impl_->require_user(decision.user);
  impl_->remove(Family::Log, log_key(impl_->key, decision.sequence));
  impl_->remove(Family::LogStates, log_states_key(impl_->key, decision.at, decision.sequence));
  for (const LogRoute& route : routes_of(decision)) {
    impl_->remove(Family::LogIndex,
                  log_index_key(impl_->key, route, decision.at, decision.sequence));
  }
}

void CommitBatch::put_review(const Review& review) {
  impl_->require_user(review.fact.user);
  const bool settled = review.state != ReviewState::Pending;
  const std::string_view value = encode(impl_->builder, review);
  impl_->put(Family::Reviews, review_key(impl_->key, settled, review.sequence), value);
  if (settled) impl_->remove(Family::Reviews, review_key(impl_->key, false, review.sequence));
}

void CommitBatch::delete_review(const Review& review) {
  impl_->remove(Family::Reviews,
                review_key(impl_->key, review.state != ReviewState::Pending, review.sequence));
}

void CommitBatch::put_analysis(const AnalysisKey& pair, const Analysis& analysis) {
  impl_->put(Family::Analyses, analysis_key(impl_->key, pair), encode(impl_->builder, analysis));
}

void CommitBatch::delete_analysis(const AnalysisKey& pair) {
  impl_->remove(Family::Analyses, analysis_key(impl_->key, pair));
}

void CommitBatch::put_user(const UserRecord& user) {
  impl_->require_user(user.user);
  impl_->put(Family::Users, users_key(impl_->key), encode(impl_->builder, user));
}

void CommitBatch::put_checkpoint(std::string_view name, std::string_view value) {
  if (name.size() > kMaxFieldBytes) {
    throw Error(ErrorCode::InvalidArgument,
                "a checkpoint's name has at most " + std::to_string(kMaxFieldBytes) + " bytes");
  }
  impl_->put(Family::Meta, checkpoint_key(name), value);
}

void CommitBatch::put_codebook(const CodebookRecord& codebook) {
  impl_->put(Family::Meta, codebook_key(impl_->key), encode_codebook(codebook));
}

std::size_t CommitBatch::bytes() const {
  return impl_->changes.size();
}

bool CommitBatch::empty() const {
  return impl_->change_count == 0;
}

}  // namespace memfold::storage
