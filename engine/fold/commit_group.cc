#include "engine/fold/commit_group.h"

#include <algorithm>

#include "engine/amend/review_queue.h"
#include "engine/fold/embed_facts.h"
#include "engine/fold/versions.h"
#include "engine/records.h"
#include "index/codebook.h"
#include "memfold/error.h"

namespace memfold {
CommitGroup::CommitGroup(storage::Store& store, Lane& lane, const EngineOptions& engine,
                         const DecideOptions& options, bool dry_run)
    : store_(store),
      lane_(lane),
      models_(engine.models),
      lifecycle_(engine.lifecycle),
      options_(options),
      dry_run_(dry_run),
      batch_(lane.record().user) {}

const Memory& CommitGroup::memory(const Id& id) {
  const auto known = pending_.find(id);
  if (known != pending_.end()) return known->second;
  std::optional<Memory> stored = store_.memory(lane_.key(), id);
  if (!stored) {
    throw Error(ErrorCode::Corruption, "memory " + to_string(id) + " of user " +
                                           lane_.record().user +
                                           " is indexed but not stored; run `memfold verify`");
  }
  return pending_.emplace(id, std::move(*stored)).first->second;
}

void CommitGroup::take(std::vector<Memory>&& memories) {
  for (Memory& memory : memories) {
    const Id id = memory.id;
    pending_.try_emplace(id, std::move(memory));
  }
}

std::optional<Memory> CommitGroup::find(const Id& id) const {
  const auto known = pending_.find(id);
  return known != pending_.end() ? known->second : store_.memory(lane_.key(), id);
}

void CommitGroup::store_memory(Memory memory, const Memory* previous) {
  memory.archive_at = archive_time(memory, lifecycle_);
  batch_.put_memory(memory, previous);
  const Id id = memory.id;
  pending_.insert_or_assign(id, std::move(memory));
}

void CommitGroup::put_current(const Memory& memory, const ExactKeys& keys,
                              std::span<const std::int16_t> row) {
  batch_.put_features(feature_record(memory, keys));
  if (has_direction(row)) batch_.put_vector(memory.slot, memory.id, row);
}

void CommitGroup::put_edge(const Edge& edge) {
  batch_.put_edge(edge);
  ++lane_.record().edges;
}

void CommitGroup::put_version(storage::VersionRecord record) {
  batch_.put_version(record);
  const Id id = record.memory_id;
  latest_versions_.insert_or_assign(id, std::move(record));
}

storage::VersionRecord CommitGroup::latest_version(const Memory& memory) const {
  const auto known = latest_versions_.find(memory.id);
  if (known != latest_versions_.end()) return known->second;
  for (storage::VersionRecord& record : store_.versions(lane_.key(), memory.chain_id)) {
    if (record.version == memory.version) return std::move(record);
  }
  throw Error(ErrorCode::Corruption, "chain " + to_string(memory.chain_id) + " of user " +
                                         lane_.record().user + " lacks version " +
                                         std::to_string(memory.version) + "; run `memfold verify`");
}

std::vector<std::int16_t> CommitGroup::embedding_of(const Settled& settled,
                                                    const std::string& content,
                                                    std::optional<Ordinal> target) const {
  std::vector<std::int16_t> row(settled.row.begin(), settled.row.end());
  if (content == settled.fact.memory.content) return row;
  if (!settled.given_vector) return embed_text(*models_.embedder, content);
  if (!target) return row;
  const std::span<const std::int16_t> other = lane_.vectors().row(*target);
  std::vector<float> sum(row.size());
  for (std::size_t i = 0; i < row.size(); ++i) sum[i] = float(int(row[i]) + int(other[i]));
  quantise_unit(sum, row);
  return row;
}

Id CommitGroup::create(const Settled& settled, BatchSearch& search, const Decision& decision) {
  Memory memory = settled.fact.memory;
  memory.slot = lane_.record().next_slot++;
  memory.created_at = memory.updated_at = decision.at;
  if (has_direction(settled.row)) memory.embedding_model = models_.embedder->name();
  const Ordinal ordinal =
      lane_.add(memory.id, memory.slot, settled.fact.keys, settled.row, search.cell(settled.index));
  lane_.add_words(ordinal, memory);
  search.added(settled.index, ordinal);
  put_current(memory, settled.fact.keys, settled.row);
  put_version(version_record(memory, decision));
  ++lane_.record().memories;
  ++lane_.record().current_memories;
  const Id id = memory.id;
  store_memory(std::move(memory), nullptr);
  return id;
}

Id CommitGroup::supersede(const Settled& settled, BatchSearch& search, const Decision& decision) {
  const Memory& target = before_.emplace(memory(*decision.target_id));
  const Ordinal old_ordinal = lane_.find(target.id).value();
  Memory next = superseding(target, settled.fact.memory, settled.plan.next.value(),
                            settled.fact.named, options_, lifecycle_, decision.at);
  next.slot = lane_.record().next_slot++;
  const std::vector<std::int16_t> row = embedding_of(settled, next.content, old_ordinal);
  if (has_direction(row)) next.embedding_model = models_.embedder->name();

  lane_.remove(old_ordinal);
  lane_.remove_words(old_ordinal, target);
  batch_.delete_features(target.slot);
  const ExactKeys keys = exact_keys(next);
  const bool is_facts_own = std::equal(row.begin(), row.end(), settled.row.begin());
  const auto cell = is_facts_own ? search.cell(settled.index) : std::nullopt;
  const Ordinal ordinal = lane_.add(next.id, next.slot, keys, row, cell);
  lane_.add_words(ordinal, next);
  search.added(settled.index, ordinal);
  if (!is_facts_own) search.replaced(ordinal, row);
  put_current(next, keys, row);

  store_memory(superseded(target, next, decision.at), &target);
  put_version(version_record(next, decision));
  put_edge({next.id, target.id, EdgeType::Supersedes, 1.0, decision.at, "fold"});
  ++lane_.record().memories;
  const Id id = next.id;
  store_memory(std::move(next), nullptr);
  return id;
}

Id CommitGroup::insert_late(const Settled& settled, const Decision& decision) {
  const Id id = settled.fact.memory.id;
  Memory draft = settled.fact.memory;
  draft.slot = lane_.record().next_slot++;
  ++lane_.record().memories;
  if (dry_run_) return id;  // below the current version: no later decision sees it
  if (has_direction(settled.row)) {
    draft.embedding_model = models_.embedder->name();
    batch_.put_vector(draft.slot, id, settled.row);
  }
  OpenChain& open = late_.at(*decision.target_id);
  open.changed = true;
  const LateChain::Links links =
      open.chain.insert(std::move(draft), decision.sequence, decision.at);
  for (const auto& [from, to] : links.made) {
    put_edge({from, to, EdgeType::Supersedes, 1.0, decision.at, "fold"});
  }
  for (const auto& [from, to] : links.ended) {
    batch_.delete_edge({from, to, EdgeType::Supersedes, 1.0, decision.at, ""});
    --lane_.record().edges;
  }
  // Those beside it and the newest as they are now; the others get their numbers with the commit.
  pending_.insert_or_assign(open.chain.newest(), open.chain.node(open.chain.newest()));
  for (const auto& [from, to] : links.made) {
    pending_.insert_or_assign(from, open.chain.node(from));
    pending_.insert_or_assign(to, open.chain.node(to));
  }
  Memory& inserted = pending_.at(id);
  inserted.archive_at = archive_time(inserted, lifecycle_);
  return id;
}

void CommitGroup::open_late(const Id& current) {
  if (late_.contains(current)) return;
  commit();  // the chain is read from the store, so what came before goes there first
  const Id chain_id = memory(current).chain_id;
  std::vector<storage::VersionRecord> records = store_.versions(lane_.key(), chain_id);
  std::vector<Memory> nodes;
  for (const storage::VersionRecord& record : records) nodes.push_back(memory(record.memory_id));
  OpenChain open{LateChain(records, nodes), std::move(records)};
  for (Memory& node : nodes) open.stored.insert_or_assign(node.id, std::move(node));
  late_.emplace(current, std::move(open));
}

void CommitGroup::write_late(OpenChain& open) {
  if (!open.changed) return;
  open.changed = false;
  open.chain.renumber();
  for (const storage::VersionRecord& record : open.records) {
    batch_.delete_version(record.chain_id, record.version);
  }
  open.records.clear();
  open.chain.each([&](const storage::VersionRecord& record, const Memory* node) {
    put_version(record);
    open.records.push_back(record);
    if (node == nullptr) return;
    const auto stored = open.stored.find(node->id);
    store_memory(*node, stored == open.stored.end() ? nullptr : &stored->second);
    open.stored.insert_or_assign(node->id, pending_.at(node->id));
  });
}

void CommitGroup::close_late(const Id& current) {
  const auto open = late_.find(current);
  if (open == late_.end()) return;
  write_late(open->second);
  late_.erase(open);
}

Id CommitGroup::merge(const Settled& settled, BatchSearch& search, const Decision& decision) {
  const Memory& target = before_.emplace(memory(*decision.target_id));
  const Ordinal ordinal = lane_.find(target.id).value();
  Memory result =
      merged(target, settled.fact.memory, settled.plan.next.value().content, options_, decision.at);
  const std::vector<std::int16_t> row = embedding_of(settled, result.content, ordinal);
  result.embedding_model = has_direction(row) ? models_.embedder->name() : std::string();
  if (!has_direction(row)) batch_.delete_vector(result.slot);

  storage::VersionRecord earlier = latest_version(target);
  earlier.state = target;
  put_version(std::move(earlier));
  put_version(version_record(result, decision));

  const ExactKeys keys = exact_keys(result);
  lane_.replace(ordinal, keys, row);
  lane_.remove_words(ordinal, target);
  lane_.add_words(ordinal, result);
  search.replaced(ordinal, row);
  put_current(result, keys, row);
  put_edge({settled.fact.memory.id, target.id, EdgeType::MergedInto, 1.0, decision.at, "fold"});
  const Id id = result.id;
  store_memory(std::move(result), &target);
  return id;
}

Id CommitGroup::skip(const Settled& settled, const Decision& decision) {
  if (!settled.plan.says_the_same) return *decision.target_id;
  const Memory& target = memory(*decision.target_id);
  if (auto next = heard_again(target, settled.fact.memory, decision.at)) {
    store_memory(std::move(*next), &before_.emplace(target));
  }
  return *decision.target_id;
}

void CommitGroup::link(const Settled& settled, const Id& from, Decision& decision) {
  for (const std::size_t i : settled.plan.links) {
    const ScoredCandidate& candidate = settled.candidates[i];
    decision.related_ids.push_back(candidate.memory_id);
    // Only the first link was analysed; the others are related by score alone.
    const bool analysed = i == settled.plan.links.front();
    put_edge({from, candidate.memory_id, analysed ? settled.plan.link_type : EdgeType::RelatedTo,
              settled.plan.link_strength.value_or(candidate.score.total), decision.at, "fold"});
  }
  if (!settled.plan.links.empty()) decision.relationship_type = settled.plan.link_type;
}

void CommitGroup::apply(const Settled& settled, BatchSearch& search, Decision& decision) {
  const Plan& plan = settled.plan;
  if (plan.target) decision.target_id = settled.candidates[*plan.target].memory_id;
  // No counter of this decision may be part of a commit that opening the chain makes (P2).
  if (plan.backdated && !dry_run_) {
    open_late(*decision.target_id);
  } else if (decision.target_id) {
    close_late(*decision.target_id);
  }
  number(decision);
  before_.reset();
  switch (plan.operation) {
    case Operation::Add:
      decision.memory_id = create(settled, search, decision);
      link(settled, decision.memory_id, decision);
      break;
    case Operation::Supersede:
      decision.memory_id =
          plan.backdated ? insert_late(settled, decision) : supersede(settled, search, decision);
      break;
    case Operation::Merge:
      decision.memory_id = merge(settled, search, decision);
      break;
    case Operation::Noop:
      decision.memory_id = skip(settled, decision);
      break;
    case Operation::Delete:
    case Operation::Update:
      throw Error(ErrorCode::Unsupported, "folding a fact never deletes or edits in place");
  }
  keep(settled.paid, plan);
  log(decision, states_of(settled, decision));
  if (plan.review) open_review(settled, decision);
}

void CommitGroup::keep(std::span<const PaidAnalysis> paid, const Plan& plan) {
  for (const PaidAnalysis& one : paid) {
    batch_.put_analysis(one.place, plan.analyses[one.candidate].value());
  }
}

void CommitGroup::reject(Decision& decision) {
  number(decision);
  log(decision, {});
}

void CommitGroup::number(Decision& decision) {
  decision.sequence = lane_.record().next_sequence++;
  decision.id = derive_id(lane_.record().user, "decision/" + std::to_string(decision.sequence));
}

void CommitGroup::open_review(const Settled& settled, const Decision& decision) {
  const Id& target = settled.candidates[settled.plan.doubt.value()].memory_id;
  std::vector<std::int16_t> row;
  if (settled.given_vector) row.assign(settled.row.begin(), settled.row.end());
  batch_.put_review(make_review(decision, settled.fact, settled.plan, target, std::move(row)));
  ++lane_.record().pending_reviews;
}

storage::LogStatesView CommitGroup::states_of(const Settled& settled, const Decision& decision) {
  // What an ADD leaves behind is version 1, which the chain keeps: no need to store it twice.
  if (decision.operation == Operation::Add || dry_run_) return {};
  storage::LogStatesView states{.fact = &settled.fact.memory};
  if (before_) states.before = &*before_;
  if (before_ || decision.operation != Operation::Noop) states.after = &memory(decision.memory_id);
  return states;
}

void CommitGroup::log(const Decision& decision, const storage::LogStatesView& states) {
  storage::UserRecord& record = lane_.record();
  count_entry(decision, record);
  record.log_digest = batch_.put_decision(decision, states, record.log_digest);
}

void CommitGroup::put_checkpoint(std::string_view name, std::string_view value) {
  batch_.put_checkpoint(name, value);
}

void CommitGroup::use(std::shared_ptr<const index::Codebook> codebook) {
  const auto centroids = codebook->centroids();
  batch_.put_codebook(
      {store_.identity().embedder, codebook->dimension(), {centroids.begin(), centroids.end()}});
  lane_.use(std::move(codebook));
}

void CommitGroup::commit() {
  finish_commit();
  for (auto& [current, open] : late_) write_late(open);
  if (!dry_run_) {
    if (!batch_.empty()) {
      batch_.put_user(lane_.record());
      store_.commit(std::move(batch_));
      ++commits_;
    }
    pending_.clear();
    latest_versions_.clear();
  }
  batch_ = storage::CommitBatch(lane_.record().user);
}

bool CommitGroup::commit_meanwhile() {
  if (dry_run_ || !late_.empty() || batch_.empty()) return false;
  finish_commit();
  batch_.put_user(lane_.record());
  const auto batch = std::make_shared<storage::CommitBatch>(std::move(batch_));
  batch_ = storage::CommitBatch(lane_.record().user);
  committing_.emplace([this, batch] { store_.commit(std::move(*batch)); });
  return true;
}

void CommitGroup::finish_commit() {
  if (!committing_) return;
  committing_->finish();
  committing_.reset();
  ++commits_;
}

}  // namespace memfold
