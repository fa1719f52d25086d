#include "engine/fold/lane.h"

#include <algorithm>

#include "engine/fold/lane_file.h"
#include "engine/parallel.h"
#include "index/codebook.h"
#include "memfold/error.h"

namespace memfold {
namespace {

/// Memories whose words are read at a time, and by one task.
constexpr std::size_t kWordsAtOnce = 8192, kWordsPerTask = 128;

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

ExactKeys keys_of(const storage::FeatureRecord& record) {
  return {record.thread_key, record.people_keys, record.entity_keys, record.subject};
}

bool has_direction(std::span<const std::int16_t> row) {
  return std::any_of(row.begin(), row.end(), [](std::int16_t value) { return value != 0; });
}

Lane::Lane(std::string user, int dimension, index::ParallelFor parallel)
    : key_(storage::user_key(user)), vectors_(index::make_index(dimension, parallel)) {
  record_.user = std::move(user);
}

std::unique_ptr<Lane> Lane::load(const storage::Store& store, std::string_view user,
                                 index::ParallelFor parallel) {
  auto lane = open_lane_file(store, user, parallel);
  return lane ? std::move(lane) : build(store, user, parallel);
}

std::unique_ptr<Lane> Lane::build(const storage::Store& store, std::string_view user,
                                  index::ParallelFor parallel) {
  const int dimension = store.identity().dimension;
  auto lane = std::make_unique<Lane>(std::string(user), dimension, parallel);
  lane->read(store, 0);
  if (auto stored = store.codebook(lane->key_)) {
    lane->use(std::make_shared<const index::Codebook>(dimension, std::move(stored->centroids)));
  }
  return lane;
}

void Lane::read(const storage::Store& store, std::uint64_t from) {
  if (const auto record = store.user(key_)) record_ = *record;
  RowLoader rows(vectors_->dimension());
  store.scan_vectors(
      key_,
      [&](std::uint64_t slot, const Id&, std::span<const std::int16_t> row) {
        rows.put(slot, row);
      },
      from);
  const std::vector<std::int16_t> none(std::size_t(vectors_->dimension()), 0);
  store.scan_features(
      key_,
      [&](const storage::FeatureRecord& record) {
        const std::span<const std::int16_t> row = rows.row(record.slot);
        add(record.id, record.slot, keys_of(record), row.empty() ? std::span(none) : row);
      },
      from);
}

std::optional<Ordinal> Lane::find(const Id& id) const {
  const auto ordinal = features_.find(id);
  return ordinal && vectors_->is_live(*ordinal) ? ordinal : std::nullopt;
}

Ordinal Lane::add(const Id& id, std::uint64_t slot, const ExactKeys& keys,
                  std::span<const std::int16_t> row, std::optional<index::Cell> cell) {
  const Ordinal ordinal = vectors_->add(
      row, cell ? std::span<const index::Cell>(&*cell, 1) : std::span<const index::Cell>());
  features_.add(id, slot, keys);
  postings_.add(ordinal, posting_keys(keys));
  return ordinal;
}

void Lane::replace(Ordinal ordinal, const ExactKeys& keys, std::span<const std::int16_t> row) {
  note_change(ordinal);
  vectors_->replace(ordinal, row);
  postings_.remove(ordinal, posting_keys(features_.view(ordinal)));
  postings_.add(ordinal, posting_keys(keys));
  features_.replace(ordinal, keys);
}

void Lane::note_change(Ordinal ordinal) {
  if (!words_ && ordinal < asleep_.known) asleep_.changed.push_back(ordinal);
}

void Lane::remove(Ordinal ordinal) {
  note_change(ordinal);
  vectors_->remove(ordinal);
  postings_.remove(ordinal, posting_keys(features_.view(ordinal)));
}

bool Lane::has_vector(Ordinal ordinal) const {
  return has_direction(vectors_->row(ordinal));
}

void Lane::keep_words(const std::shared_ptr<const Tokenizer>& tokenizer,
                      const RecallOptions& options) {
  words_ = std::make_unique<LaneWords>(tokenizer, options);
}

/// Current ones, ascending.
std::vector<Ordinal> Lane::unread_words() const {
  std::vector<Ordinal> unread;
  for (const Ordinal ordinal : asleep_.changed) {
    if (vectors_->is_live(ordinal)) unread.push_back(ordinal);
  }
  for (std::size_t i = asleep_.known; i < features_.size(); ++i) {
    const auto ordinal = static_cast<Ordinal>(i);
    if (vectors_->is_live(ordinal)) unread.push_back(ordinal);
  }
  return unread;
}

void Lane::load_words(const storage::Store& store,
                      const std::shared_ptr<const Tokenizer>& tokenizer,
                      const RecallOptions& options) {
  if (words_) return;
  if (asleep_.tokenizer != tokenizer->name()) {
    asleep_ = Asleep();
    filed_.words = 0;
  }
  std::vector<Ordinal>& changed = asleep_.changed;
  std::sort(changed.begin(), changed.end());
  changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
  const std::vector<Ordinal> current = unread_words();
  const bool knows_none = asleep_.known == 0;
  auto words = std::make_unique<LaneWords>(tokenizer, options, std::move(asleep_.index));
  words->forget(changed);
  asleep_ = Asleep();  // where what follows fails, all are read next time
  for (std::size_t first = 0; first < current.size(); first += kWordsAtOnce) {
    const auto part =
        std::span(current).subspan(first, std::min(kWordsAtOnce, current.size() - first));
    std::vector<std::vector<std::uint64_t>> read(part.size());
    parallel_for((part.size() + kWordsPerTask - 1) / kWordsPerTask, [&](std::size_t task) {
      const std::size_t begin = task * kWordsPerTask;
      const std::size_t end = std::min(part.size(), begin + kWordsPerTask);
      std::vector<Id> ids;
      for (std::size_t i = begin; i < end; ++i) ids.push_back(features_.view(part[i]).id);
      const auto memories = store.memories(key_, ids);
      for (std::size_t i = begin; i < end; ++i) {
        const auto& memory = memories[i - begin];
        if (!memory) {
          throw Error(ErrorCode::Corruption,
                      "memory " + to_string(ids[i - begin]) + " of user " + record_.user +
                          " is indexed but not stored; run `memfold verify`");
        }
        read[i] = words->read(*memory);
      }
    });
    for (std::size_t i = 0; i < part.size(); ++i) words->add(part[i], read[i]);
  }
  if (knows_none) words->compact();
  words_ = std::move(words);
}

void Lane::wake(const LaneWords& before) {
  words_ = std::make_unique<LaneWords>(before, std::move(asleep_.index));
  asleep_ = Asleep();
}

void Lane::add_words(Ordinal ordinal, const Memory& memory) {
  if (words_) words_->add(ordinal, memory);
}

void Lane::remove_words(Ordinal ordinal, const Memory& memory) {
  if (words_) words_->remove(ordinal, memory);
}

std::size_t Lane::memory_bytes() const {
  return sizeof(Lane) + vectors_->memory_bytes() + (words_ ? words_->memory_bytes() : 0) +
         postings_.memory_bytes() + features_.memory_bytes() + asleep_.index.memory_bytes();
}

}  // namespace memfold
