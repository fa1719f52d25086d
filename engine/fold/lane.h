// Everything loaded of one user: vectors, postings and scoring features of the current memories.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

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

  /// Out of the user's lane file, where there is one, or of the store's records. Throws
  /// Error(Corruption) when records contradict each other.
  static std::unique_ptr<Lane> load(const storage::Store& store, std::string_view user,
                                    index::ParallelFor parallel);
  /// Of the store's records alone.
  static std::unique_ptr<Lane> build(const storage::Store& store, std::string_view user,
                                     index::ParallelFor parallel);

  // Images (engine/fold/lane_file.cc).

  /// Everything but the user's record and the codebook. `embedder`: whose vectors they are. Throws
  /// what the sink does, and index::DamagedFile where the lane itself lies in a damaged file.
  void write(index::ImageSink& sink, const std::string& embedder) const;
  /// What write() wrote, with the user's codebook in the store; `file` stays as long as the lane
  /// does. What came to the store since is not in it. Null: it is of another layout, embedder or
  /// codebook. Throws index::DamagedFile.
  static std::unique_ptr<Lane> open(index::ImageSource& source, std::shared_ptr<const void> file,
                                    std::string user, const std::string& embedder, int dimension,
                                    std::shared_ptr<const index::Codebook> codebook,
                                    index::ParallelFor parallel);
  /// Takes up what changed in the slots that were touched since; false when the order of slots
  /// would not be kept.
  bool take_up(const storage::Store& store);
  /// Loads the words that came out of the file, all of which are known, as `before` had them.
  void wake(const LaneWords& before);
  /// The user's record, and memories from this slot on.
  void read(const storage::Store& store, std::uint64_t from);

  /// How much of the lane came out of a file.
  struct Filed {
    std::size_t rows = 0, words = 0;  ///< ordinals below these
    std::size_t failed_at = 0;        ///< rows there were when one could not be written
  };
  const Filed& filed() const { return filed_; }
  void note_failed_file() { filed_.failed_at = features_.size(); }
  /// Ordinals whose words are known, about.
  std::size_t known_words() const { return words_ ? features_.size() : asleep_.known; }

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
  void use(std::shared_ptr<const index::Codebook> codebook) {
    vectors_->use(std::move(codebook));
    filed_ = {};
  }

  /// Null until load_words() was called: until then no statement is read for its words.
  const LaneWords* words() const { return words_.get(); }
  /// Reads those words of the current memories from the store that are not known, once.
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
  /// Of vectors in a mapped file, which memory_bytes() leaves out.
  std::size_t mapped_bytes() const { return vectors_->mapped_bytes(); }

 private:
  /// Words out of a file, until somebody asks for words.
  struct Asleep {
    index::WordIndex index;
    std::string tokenizer;         ///< that read them
    std::uint64_t known = 0;       ///< those of ordinals below it are there,
    std::vector<Ordinal> changed;  ///< but for what was changed or removed since
  };
  void note_change(Ordinal ordinal);
  std::vector<Ordinal> unread_words() const;

  std::shared_ptr<const void> file_;  ///< what is mapped
  Filed filed_;
  Asleep asleep_;
  storage::UserKey key_;
  storage::UserRecord record_;
  std::unique_ptr<index::VectorIndex> vectors_;
  index::KeyPostings postings_;
  FeatureTable features_;
  std::unique_ptr<LaneWords> words_;
};

/// A memory's keys as scoring compares them.
ExactKeys keys_of(const storage::FeatureRecord& record);

/// True when any component is not zero: a zero row has no direction.
bool has_direction(std::span<const std::int16_t> row);

}  // namespace memfold
