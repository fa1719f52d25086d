// What scoring knows of each current memory of one user, packed so that it stays in memory.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/fold/prepare.h"
#include "index/flat.h"
#include "index/number_table.h"
#include "index/vector_index.h"

namespace memfold {

using index::Ordinal;

/// A subject line as the sorted hashes of its character bigrams: what subject similarity compares.
using SubjectShape = std::vector<std::uint32_t>;
SubjectShape shape_of(std::string_view folded_subject);

/// 2|A n B| / (|A| + |B|) over two shapes (Dice 1945); 0 when either is empty.
double dice(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b);

/// What is known of each current memory, by ordinal: ids, keys and subjects. People and entities
/// lie side by side in one array of all; subjects, which whole threads share, are stored once. Not
/// synchronised: the lane is.
class FeatureTable {
 public:
  struct View {
    Id id;
    std::uint64_t slot;
    std::uint64_t thread;
    std::span<const std::uint64_t> people, entities;
    std::span<const std::uint32_t> subject;  ///< its shape
    std::uint64_t subject_key;               ///< 0: none
  };

  /// Appends the features of the next ordinal. Slots ascend, or are all alike.
  void add(const Id& id, std::uint64_t slot, const ExactKeys& keys);
  void replace(Ordinal ordinal, const ExactKeys& keys);
  View view(Ordinal ordinal) const;
  /// The newest ordinal of this id, whether it is current or not.
  std::optional<Ordinal> find(const Id& id) const;
  std::optional<Ordinal> find_slot(std::uint64_t slot) const;
  std::size_t size() const { return rows_.size(); }
  std::size_t memory_bytes() const;

  /// Visits everything that a copy of this table is made of, in a fixed order.
  template <typename Self, typename Visit>
  static void parts(Self& self, const Visit& visit) {
    visit(self.rows_);
    visit(self.keys_);
    visit(self.subjects_);
    visit(self.shapes_);
    index::NumberTable::parts(self.ids_, visit);
    index::NumberTable::parts(self.subject_numbers_, visit);
  }

 private:
  struct Row {
    Id id;
    std::uint64_t slot;
    std::uint64_t thread;
    std::uint32_t subject;  ///< counted from 1; 0: none
    std::uint32_t keys;     ///< where they begin: people, then entities
    std::uint32_t people, entities;
  };
  struct Subject {
    std::uint64_t key;
    std::uint32_t begin, count;  ///< of its shape
  };
  void assign(Row& row, const ExactKeys& keys);
  std::uint32_t subject_number(const std::string& subject);

  index::Flat<Row> rows_;
  index::Flat<std::uint64_t> keys_;
  index::Flat<Subject> subjects_;
  index::Flat<std::uint32_t> shapes_;
  index::NumberTable ids_, subject_numbers_;
};

/// Every key by which a fact can fetch candidates: thread, subject, entities.
std::vector<std::uint64_t> posting_keys(const ExactKeys& keys);
std::vector<std::uint64_t> posting_keys(const FeatureTable::View& memory);

}  // namespace memfold
