#include "engine/fold/late_chain.h"

namespace memfold {

LateChain::LateChain(std::span<const storage::VersionRecord> records, std::span<const Memory> nodes)
    : chain_id_(records.front().chain_id) {
  for (std::size_t i = 0; i < records.size(); ++i) {
    Memory& node = nodes_.emplace(nodes[i].id, nodes[i]).first->second;
    steps_.push_back({records[i], &node});
  }
}

std::size_t LateChain::place_of(const Memory& draft) const {
  const auto stated_at = [](const Step& step) {
    return step.record.state ? step.record.state->stated_at : step.node->stated_at;
  };
  std::size_t place = 0;
  while (place + 1 < steps_.size() && stated_at(steps_[place]) <= draft.stated_at) ++place;
  // Versions of one merged memory stay together.
  while (place > 0 && steps_[place].node == steps_[place - 1].node) --place;
  return place;
}

LateChain::Links LateChain::insert(Memory draft, std::uint64_t log_sequence, Time now) {
  const std::size_t place = place_of(draft);
  Memory& after = *steps_[place].node;
  Memory* const before = place > 0 ? steps_[place - 1].node : nullptr;
  draft.created_at = draft.updated_at = now;
  draft.superseded_at = now;
  draft.superseded_by = after.id;
  if (after.valid_from && !draft.valid_until &&
      (!draft.valid_from || *draft.valid_from <= *after.valid_from)) {
    draft.valid_until = after.valid_from;
  }
  Links links;
  links.made = {{after.id, draft.id}};
  if (before != nullptr) {
    draft.previous_version_id = before->id;
    before->superseded_by = draft.id;
    links.made.emplace_back(draft.id, before->id);
    links.ended.emplace_back(after.id, before->id);
  } else {
    chain_id_ = draft.id;
  }
  after.previous_version_id = draft.id;
  for (std::size_t i = place; i < steps_.size() && steps_[i].node == &after; ++i) {
    if (steps_[i].record.state) steps_[i].record.state->previous_version_id = draft.id;
  }
  draft.chain_id = chain_id_;
  draft.version = static_cast<std::uint32_t>(place + 1);

  storage::VersionRecord record;
  record.chain_id = chain_id_;
  record.version = draft.version;
  record.memory_id = draft.id;
  record.operation = Operation::Supersede;
  record.log_sequence = log_sequence;
  record.at = now;
  record.backdated = true;
  const Id id = draft.id;
  Memory& node = nodes_.insert_or_assign(id, std::move(draft)).first->second;
  steps_.insert(steps_.begin() + std::ptrdiff_t(place), {std::move(record), &node});
  Memory& current = *steps_.back().node;
  current.chain_id = chain_id_;
  current.version = static_cast<std::uint32_t>(steps_.size());
  return links;
}

void LateChain::renumber() {
  std::uint32_t version = 0;
  for (Step& step : steps_) {
    step.record.chain_id = step.node->chain_id = chain_id_;
    step.record.version = step.node->version = ++version;
    if (!step.record.state) continue;
    step.record.state->chain_id = chain_id_;
    step.record.state->version = version;
  }
}

}  // namespace memfold
