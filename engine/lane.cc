#include "engine/lane.h"

#include <algorithm>

namespace memfold {
namespace {

ExactKeys keys_of(const storage::FeatureRecord& record) {
  return {record.thread_key, record.people_keys, record.entity_keys, record.subject};
}

/// Collects rows and hands them to the index in large pieces.
class RowLoader {
 public:
  explicit RowLoader(int dimension) : dimension_(std::size_t(dimension)) {}
  void put(std::uint64_t slot, std::span<const std::int16_t> row) {
    slots_.push_back(slot);
    rows_.insert(rows_.end(), row.begin(), row.end());
  }
  /// The row of a slot; asked in ascending order. Empty when there is none.
  std::span<const std::int16_t> row(std::uint64_t slot) {
    while (next_ < slots_.size() && slots_[next_] < slot) ++next_;
    if (next_ >= slots_.size() || slots_[next_] != slot) return {};
    return std::span(rows_).subspan(next_ * dimension_, dimension_);
  }

 private:
  std::size_t dimension_;
  std::vector<std::uint64_t> slots_;
  std::vector<std::int16_t> rows_;
  std::size_t next_ = 0;
};

}  // namespace

bool has_direction(std::span<const std::int16_t> row) {
  return std::any_of(row.begin(), row.end(), [](std::int16_t value) { return value != 0; });
}

Lane::Lane(std::string user, int dimension, index::ParallelFor parallel)
    : key_(storage::user_key(user)), vectors_(index::make_flat_index(dimension, parallel)) {
  record_.user = std::move(user);
}

std::unique_ptr<Lane> Lane::load(const storage::Store& store, std::string_view user,
                                 index::ParallelFor parallel) {
  const int dimension = store.identity().dimension;
  auto lane = std::make_unique<Lane>(std::string(user), dimension, parallel);
  if (const auto record = store.user(lane->key_)) lane->record_ = *record;

  RowLoader rows(dimension);
  store.scan_vectors(lane->key_, [&](std::uint64_t slot, const Id&,
                                     std::span<const std::int16_t> row) { rows.put(slot, row); });
  const std::vector<std::int16_t> none(std::size_t(dimension), 0);
  store.scan_features(lane->key_, [&](const storage::FeatureRecord& record) {
    const std::span<const std::int16_t> row = rows.row(record.slot);
    lane->add(record.id, record.slot, keys_of(record), row.empty() ? std::span(none) : row);
  });
  return lane;
}

std::optional<Ordinal> Lane::find(const Id& id) const {
  const auto entry = ordinals_.find(id);
  if (entry == ordinals_.end()) return std::nullopt;
  return entry->second;
}

Ordinal Lane::add(const Id& id, std::uint64_t slot, const ExactKeys& keys,
                  std::span<const std::int16_t> row) {
  const Ordinal ordinal = vectors_->add(row);
  features_.add(id, slot, keys);
  postings_.add(ordinal, posting_keys(keys));
  has_vector_.push_back(has_direction(row));
  ordinals_.emplace(id, ordinal);
  return ordinal;
}

void Lane::replace(Ordinal ordinal, const ExactKeys& old_keys, const ExactKeys& keys,
                   std::span<const std::int16_t> row) {
  vectors_->replace(ordinal, row);
  postings_.remove(ordinal, posting_keys(old_keys));
  postings_.add(ordinal, posting_keys(keys));
  features_.replace(ordinal, keys);
  has_vector_[ordinal] = has_direction(row);
}

void Lane::remove(Ordinal ordinal, const ExactKeys& keys) {
  vectors_->remove(ordinal);
  postings_.remove(ordinal, posting_keys(keys));
  ordinals_.erase(features_.view(ordinal).id);
}

std::size_t Lane::memory_bytes() const {
  return vectors_->memory_bytes() + postings_.memory_bytes() + features_.memory_bytes() +
         ordinals_.size() * (sizeof(Id) + sizeof(Ordinal) + 2 * sizeof(void*)) +
         has_vector_.capacity() / 8;
}

}  // namespace memfold
