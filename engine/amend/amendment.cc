#include "engine/amend/amendment.h"

#include "engine/fold/embed_facts.h"
#include "engine/fold/lane.h"
#include "engine/fold/late_chain.h"
#include "engine/fold/versions.h"
#include "engine/recall/stale.h"
#include "engine/records.h"
#include "memfold/error.h"

namespace memfold {
namespace {

storage::UserRecord record_of(const storage::Store& store, const storage::UserKey& key,
                              std::string_view user) {
  std::optional<storage::UserRecord> record = store.user(key);
  if (record) return std::move(*record);
  throw Error(ErrorCode::NotFound, "nothing is stored for user " + std::string(user));
}

}  // namespace

Amendment::Amendment(const AmendContext& context, std::string_view user)
    : context_(context),
      key_(storage::user_key(user)),
      now_(context.options.clock()),
      record_(record_of(context.store, key_, user)),
      batch_(user) {}

std::optional<Memory> Amendment::find(const Id& id) {
  const auto known = pending_.find(id);
  return known != pending_.end() ? known->second : context_.store.memory(key_, id);
}

const Memory& Amendment::memory(const Id& id) {
  std::optional<Memory> found = find(id);
  if (!found) {
    throw Error(ErrorCode::NotFound, "user " + record_.user + " has no memory " + to_string(id));
  }
  return pending_.insert_or_assign(id, std::move(*found)).first->second;
}

std::vector<storage::VersionRecord> Amendment::chain(const Id& member) {
  return context_.store.versions(key_, memory(member).chain_id);
}

const Memory& Amendment::newest(const Id& member) {
  const auto last = context_.store.newest_version(key_, memory(member).chain_id);
  if (!last) {
    throw Error(ErrorCode::Corruption,
                "memory " + to_string(member) + " is in no chain; run `memfold verify`");
  }
  return memory(last->memory_id);
}

Decision Amendment::begin(DecisionKind kind, Operation operation, Trigger trigger) {
  Decision decision;
  decision.user = record_.user;
  decision.sequence = record_.next_sequence++;
  decision.id = derive_id(record_.user, "decision/" + std::to_string(decision.sequence));
  decision.at = now_;
  decision.kind = kind;
  decision.operation = operation;
  decision.trigger = trigger;
  decision.status = kind == DecisionKind::Skip ? Status::Skipped : Status::Success;
  decision.state = kind == DecisionKind::Skip ? FoldState::Skipped : FoldState::Committed;
  return decision;
}

void Amendment::log(const Decision& decision, const Memory* fact, const Memory* before,
                    const Memory* after) {
  count_entry(decision, record_);
  record_.log_digest = batch_.put_decision(decision, {fact, before, after}, record_.log_digest);
}

void Amendment::count(const Memory* before, const Memory* after) {
  const auto add = [&](const Memory* memory, std::uint64_t one) {
    if (memory == nullptr) return;
    record_.memories += one;
    if (memory->is_current()) record_.current_memories += one;
    if (memory->deleted_at) record_.deleted += one;
  };
  add(before, ~std::uint64_t{0});  // minus one
  add(after, 1);
}

void Amendment::put_current(const Memory& memory, std::span<const std::int16_t> row) {
  batch_.put_features(feature_record(memory, exact_keys(memory)));
  if (has_direction(row)) batch_.put_vector(memory.slot, memory.id, row);
}

void Amendment::put(Memory changed) {
  const Memory before = memory(changed.id);
  changed.archive_at = archive_time(changed, context_.options.lifecycle);
  count(&before, &changed);
  batch_.put_memory(changed, &before);
  if (changed.is_current()) {
    batch_.put_features(feature_record(changed, exact_keys(changed)));
  } else if (before.is_current()) {
    batch_.delete_features(changed.slot);
  }
  const Id id = changed.id;
  if (before.is_forgotten() != changed.is_forgotten()) {
    (changed.is_forgotten() ? visibility_.forgotten : visibility_.restored).insert(id);
  }
  pending_.insert_or_assign(id, std::move(changed));
}

void Amendment::put_next_version(Memory next, const Decision& decision) {
  const Memory before = memory(next.id);
  next.version = before.version + 1;
  next.updated_at = now_;
  for (storage::VersionRecord& record : chain(next.id)) {
    if (record.version != before.version) continue;
    record.state = before;
    batch_.put_version(record);
  }
  batch_.put_version(version_record(next, decision));
  const std::vector<std::int16_t> row = embed(next.content);
  if (has_direction(row)) {
    batch_.put_vector(next.slot, next.id, row);
    next.embedding_model = context_.options.models.embedder->name();
  } else {
    batch_.delete_vector(next.slot);
    next.embedding_model.clear();
  }
  put(std::move(next));
}

void Amendment::add(Memory memory, std::vector<std::int16_t> row, const Decision& decision) {
  memory.slot = record_.next_slot++;
  memory.created_at = memory.updated_at = now_;
  memory.archive_at = archive_time(memory, context_.options.lifecycle);
  memory.embedding_model =
      has_direction(row) ? context_.options.models.embedder->name() : std::string();
  put_current(memory, row);
  batch_.put_version(version_record(memory, decision));
  batch_.put_memory(memory, nullptr);
  count(nullptr, &memory);
  const Id id = memory.id;
  pending_.insert_or_assign(id, std::move(memory));
}

void Amendment::append(const Memory& current, Memory next, std::vector<std::int16_t> row,
                       const Decision& decision) {
  const Memory closed = superseded(current, next, now_);
  const Edge edge{next.id, current.id, EdgeType::Supersedes,
                  1.0,     now_,       std::string(name(decision.trigger))};
  add(std::move(next), std::move(row), decision);
  put(closed);
  put_edge(edge);
}

void Amendment::insert_late(const Id& member, Memory draft, std::span<const std::int16_t> row,
                            const Decision& decision) {
  const std::vector<storage::VersionRecord> records = chain(member);
  std::vector<Memory> nodes;
  for (const storage::VersionRecord& record : records) nodes.push_back(memory(record.memory_id));
  const Id id = draft.id;
  draft.slot = record_.next_slot++;
  if (has_direction(row)) {
    draft.embedding_model = context_.options.models.embedder->name();
    batch_.put_vector(draft.slot, id, row);
  }
  LateChain late(records, nodes);
  const LateChain::Links links = late.insert(std::move(draft), decision.sequence, now_);
  late.renumber();
  for (const storage::VersionRecord& record : records) {
    batch_.delete_version(record.chain_id, record.version);
  }
  std::vector<Memory> changed_nodes;
  late.each([&](const storage::VersionRecord& record, const Memory* node) {
    batch_.put_version(record);
    if (node != nullptr) changed_nodes.push_back(*node);
  });
  const auto supersedes = [&](const std::pair<Id, Id>& ends) {
    return Edge{ends.first, ends.second, EdgeType::Supersedes,
                1.0,        now_,        std::string(name(decision.trigger))};
  };
  for (const auto& ends : links.made) put_edge(supersedes(ends));
  for (const auto& ends : links.ended) remove_edge(supersedes(ends));
  for (Memory& changed : changed_nodes) {
    if (changed.id != id) {
      put(std::move(changed));
      continue;
    }
    changed.archive_at = archive_time(changed, context_.options.lifecycle);
    batch_.put_memory(changed, nullptr);
    count(nullptr, &changed);
    pending_.insert_or_assign(id, std::move(changed));
  }
}

void Amendment::put_edge(const Edge& edge) {
  batch_.put_edge(edge);
  ++record_.edges;
}

void Amendment::remove_edge(const Edge& edge) {
  if (!removed_edges_.insert(key_of(edge)).second) return;
  batch_.delete_edge(edge);
  --record_.edges;
}

void Amendment::remove_edges_of(const Id& id) {
  for (const Edge& edge : context_.store.edges_from(key_, id)) remove_edge(edge);
  for (const Edge& edge : context_.store.edges_to(key_, id)) remove_edge(edge);
}

void Amendment::erase(const Memory& memory) {
  // What rested on it keeps the edge, ids alone: that is how it is known to be stale.
  for (const Edge& edge : context_.store.edges_from(key_, memory.id)) remove_edge(edge);
  for (const Edge& edge : context_.store.edges_to(key_, memory.id)) {
    if (!is_dependency(edge.type)) remove_edge(edge);
  }
  batch_.delete_memory(memory);
  batch_.delete_vector(memory.slot);
  if (memory.is_current()) batch_.delete_features(memory.slot);
  count(&memory, nullptr);
}

std::vector<std::int16_t> Amendment::embed(const std::string& content) const {
  return embed_text(*context_.options.models.embedder, content);
}

std::vector<std::int16_t> Amendment::row_of(const Memory& memory) const {
  std::vector<std::int16_t> row = context_.store.vector(key_, memory.slot);
  if (row.empty()) row.resize(std::size_t(context_.store.identity().dimension));
  return row;
}

void Amendment::commit() {
  if (!visibility_.empty()) {
    graph::settle_withheld(
        context_, record_.user, visibility_, [&](const Id& id) { return find(id); }, batch_);
  }
  batch_.put_user(record_);
  context_.store.commit(std::move(batch_));
  context_.store.sync();
}

}  // namespace memfold
