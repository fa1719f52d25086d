// Everything loaded of one user: vectors, postings and scoring features of the current memories.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "engine/fold/features.h"
#include "engine/fold/lane_words.h"
#include "index/key_postings.h"
#include "index/vector_index.h"
#include "storage/store.h"

namespace memfold {

/// One user's loaded state. Not synchronised: the LaneSlot that holds it is. Ordinals ascend with
/// slots, so the order in which ties are broken survives a reload.
class Lane {
 public:
  Lane(std::string user, int dimension, index::ParallelFor parallel);

  /// Reads the state from the store. Throws Error(Corruption) when records contradict each other.
  static std::unique_ptr<Lane> load(const storage::Store& store, std::string_view user,
                                    index::ParallelFor parallel);

  const storage::UserKey& key() const { return key_; }
  storage::UserRecord& record() { return record_; }
  const storage::UserRecord& record() const { return record_; }
  const index::VectorIndex& vectors() const { return *vectors_; }
  const index::KeyPostings& postings() const { return postings_; }
  const FeatureTable& features() const { return features_; }

  /// Where a current memory is; nothing when it is not current.
  std::optional<Ordinal> find(const Id& id) const;

  /// A new current memory. A zero row means it has no embedding. `cell`: where it lies by the
  /// codebook of vectors(), when that is known.
  Ordinal add(const Id& id, std::uint64_t slot, const ExactKeys& keys,
              std::span<const std::int16_t> row, std::optional<index::Cell> cell = {});
  void replace(Ordinal ordinal, const ExactKeys& keys, std::span<const std::int16_t> row);
  void remove(Ordinal ordinal);
  /// Sorts the vectors by it.
  void use(std::shared_ptr<const index::Codebook> codebook) { vectors_->use(std::move(codebook)); }

  /// Null until load_words() was called.
  const LaneWords* words() const { return words_.get(); }
  /// Reads the words of the current memories from the store, once.
  void load_words(const storage::Store& store, const std::shared_ptr<const Tokenizer>& tokenizer,
                  const RecallOptions& options);
  /// Keep loaded words right as memories come, change and go; nothing when none are loaded.
  void add_words(Ordinal ordinal, const Memory& memory);
  void remove_words(Ordinal ordinal, const Memory& memory);
  /// Instead of load_words, for memories that are not the store's current ones: words come with
  /// add_words().
  void keep_words(const std::shared_ptr<const Tokenizer>& tokenizer, const RecallOptions& options);

  bool has_vector(Ordinal ordinal) const;
  bool empty() const { return vectors_->live_size() == 0; }  ///< no memory is current
  std::size_t memory_bytes() const;

 private:
  storage::UserKey key_;
  storage::UserRecord record_;
  std::unique_ptr<index::VectorIndex> vectors_;
  index::KeyPostings postings_;
  FeatureTable features_;
  std::unique_ptr<LaneWords> words_;
};

/// True when any component is not zero: a zero row has no direction.
bool has_direction(std::span<const std::int16_t> row);

}  // namespace memfold
