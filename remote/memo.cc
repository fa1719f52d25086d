#include "remote/memo.h"

#include <utility>

#include "core/hash.h"

namespace memfold::remote {
namespace {

/// Guesses waiting to be begun may hold this much text; more is not taken.
constexpr std::size_t kMaxQueuedBytes = std::size_t{64} << 20;

void add(Sha256& hash, const Statement& statement) {
  hash.field(statement.content).field(statement.subject);
  hash.field(std::uint64_t(statement.occurred_at.has_value()));
  hash.field(std::uint64_t(statement.occurred_at.value_or(Time{}).micros));
}

}  // namespace

ContentKey key_of(const StatementPair& pair) {
  Sha256 hash;
  add(hash, pair.existing);
  add(hash, pair.incoming);
  return hash.finish();
}

OwnedPair::OwnedPair(const StatementPair& pair)
    : existing_{std::string(pair.existing.content), std::string(pair.existing.subject),
                pair.existing.occurred_at},
      incoming_{std::string(pair.incoming.content), std::string(pair.incoming.subject),
                pair.incoming.occurred_at} {}

StatementPair OwnedPair::view() const {
  return {{existing_.content, existing_.subject, existing_.occurred_at},
          {incoming_.content, incoming_.subject, incoming_.occurred_at}};
}

std::size_t OwnedPair::bytes() const {
  return existing_.content.size() + existing_.subject.size() + incoming_.content.size() +
         incoming_.subject.size();
}

Memo::Claim Memo::claim(const ContentKey& key) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<Slot> slot = find(key);
  if (!slot) {
    slot = std::make_shared<Slot>();
    slot->key = key;
    slot->is_asked = true;
    insert(slot);
    return {std::move(slot), true, false};
  }
  const Claim claim{slot, slot->state == Slot::State::Queued, slot->is_asked};
  if (claim.must_answer) {
    take_pair(*slot);
    slot->state = Slot::State::Running;
  }
  slot->is_asked = true;
  return claim;
}

std::shared_ptr<Slot> Memo::queue(const StatementPair& pair) {
  const ContentKey key = key_of(pair);
  const std::lock_guard lock(mutex_);
  if (find(key)) return nullptr;
  auto slot = std::make_shared<Slot>();
  slot->key = key;
  slot->state = Slot::State::Queued;
  slot->pair = OwnedPair(pair);
  if (queued_bytes_ + slot->pair.bytes() > kMaxQueuedBytes) return nullptr;
  queued_bytes_ += slot->pair.bytes();
  insert(slot);
  return slot;
}

std::optional<OwnedPair> Memo::start(Slot& slot) {
  const std::lock_guard lock(mutex_);
  if (slot.state != Slot::State::Queued) return std::nullopt;
  slot.state = Slot::State::Running;
  return take_pair(slot);
}

void Memo::finish(Slot& slot, Analysis analysis, bool is_kept) {
  {
    const std::lock_guard lock(mutex_);
    slot.state = Slot::State::Done;
    slot.analysis = std::move(analysis);
    if (!is_kept) forget(slot);
  }
  finished_.notify_all();
}

void Memo::fail(Slot& slot, std::exception_ptr error) {
  {
    const std::lock_guard lock(mutex_);
    slot.state = Slot::State::Done;
    slot.error = std::move(error);
    forget(slot);
  }
  finished_.notify_all();
}

Analysis Memo::answer_of(const Slot& slot) {
  std::unique_lock lock(mutex_);
  finished_.wait(lock, [&] { return slot.state == Slot::State::Done; });
  if (slot.error) std::rethrow_exception(slot.error);
  return slot.analysis;
}

std::shared_ptr<Slot> Memo::find(const ContentKey& key) {
  const std::shared_ptr<Slot>* const slot = recent_.find(key);
  return slot ? *slot : nullptr;
}

void Memo::insert(std::shared_ptr<Slot> slot) {
  const ContentKey key = slot->key;
  const auto dropped = recent_.insert(key, std::move(slot));
  if (!dropped || (*dropped)->state != Slot::State::Queued) return;
  // A guess that was not begun must not be: nobody could take its answer.
  take_pair(**dropped);
  (*dropped)->state = Slot::State::Done;
}

/// The place may be another slot's by now, after this one was dropped.
void Memo::forget(const Slot& slot) {
  recent_.erase_if(slot.key, [&](const auto& there) { return there.get() == &slot; });
}

OwnedPair Memo::take_pair(Slot& slot) {
  queued_bytes_ -= slot.pair.bytes();
  return std::exchange(slot.pair, OwnedPair());
}

}  // namespace memfold::remote
