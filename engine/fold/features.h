// What scoring knows of each current memory of one user, packed so that it stays in memory.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/fold/prepare.h"
#include "index/vector_index.h"

namespace memfold {

using index::Ordinal;

/// A subject line as the sorted hashes of its character bigrams: what subject similarity compares.
using SubjectShape = std::vector<std::uint32_t>;
SubjectShape shape_of(std::string_view folded_subject);

/// 2|A n B| / (|A| + |B|) over two shapes (Dice 1945); 0 when either is empty.
double dice(const SubjectShape& a, const SubjectShape& b);

/// Keys and subjects by ordinal. People and entities share one array per memory; subjects, which
/// whole threads share, are stored once. Not synchronised: the lane is.
class FeatureTable {
 public:
  struct View {
    Id id;
    std::uint64_t slot;
    std::uint64_t thread;
    std::span<const std::uint64_t> people, entities;
    const SubjectShape* subject;  ///< null: none
    std::uint64_t subject_key;    ///< 0: none
  };

  /// Appends the features of the next ordinal.
  void add(const Id& id, std::uint64_t slot, const ExactKeys& keys);
  void replace(Ordinal ordinal, const ExactKeys& keys);
  View view(Ordinal ordinal) const;
  std::size_t size() const { return rows_.size(); }
  std::size_t memory_bytes() const;

 private:
  struct Row {
    Id id;
    std::uint64_t slot;
    std::uint64_t thread;
    std::uint64_t subject_key;
    const SubjectShape* subject;
    std::unique_ptr<std::uint64_t[]> keys;  ///< people, then entities
    std::uint16_t people, entities;
  };
  void assign(Row& row, const ExactKeys& keys);

  std::vector<Row> rows_;
  std::unordered_map<std::uint64_t, SubjectShape> subjects_;  ///< by subject key; nodes never move
  std::size_t key_bytes_ = 0, subject_bytes_ = 0;
};

/// Every key by which a fact can fetch candidates: thread, subject, entities.
std::vector<std::uint64_t> posting_keys(const ExactKeys& keys);

}  // namespace memfold
