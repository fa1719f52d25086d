// Which memories of a lane answer a query, by what they mean, the words they use and what they
// name.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/fold/lane.h"
#include "memfold/engine.h"

namespace memfold {

/// What speaks for a memory, each 0..1.
struct Evidence {
  double content = 0;  ///< calibrated similarity
  double words = 0;    ///< share of what the query's words say
  double keys = 0;     ///< share of what the query names
  double near = 0;     ///< of the best that was said just beside it
};

/// One score, 0..1, that grows with each part and needs none of them: each closes its share of what
/// the others leave open, 1 - (1 - share * part) over all of them.
double fuse(const Evidence& found, const Evidence& share);

struct Ranked {
  Ordinal ordinal = 0;
  Evidence found{};
  double score = 0;
};

/// A memory that was found and then read.
struct Inspected {
  Ranked ranked;
  std::vector<std::string> words;  ///< of the query, as it has them, that the memory has too
  bool has_value = true;           ///< of the kind that is asked for, if one is
};

/// A query as it was read for one lane, which it borrows. The lane must have its words loaded where
/// the query asks for them and the models have a tokenizer.
class Ranking {
 public:
  /// Throws Error(InvalidArgument) for a vector that cannot be used.
  Ranking(const Lane& lane, const Models& models, const RecallOptions& options,
          const RecallQuery& query);

  /// The best, best first, equal scores in ascending ordinal: what is among the `reach` best by
  /// vector, by words, or of the newest that carry a key the query names. `probes`: by vector in
  /// that many cells (engine/fold/cells.h); 0: in all.
  std::vector<Ranked> best(std::size_t reach, std::size_t probes) const;

  /// `found` beside the memory itself, whose words are read once: those that stand in its subject
  /// line or its people alone count half, and what holds no value of the kind that is asked for
  /// less. No score grows.
  Inspected inspect(const Ranked& found, const Memory& memory) const;

  /// `ranked` once more, where `near` of each memory said beside others is told by ordinal; those
  /// that were not among them join. Sorted as best() does.
  void add_near(const std::unordered_map<Ordinal, double>& near, std::vector<Ranked>& ranked) const;
  /// Whether what stands beside a memory counts for this query.
  bool looks_beside() const { return share_.near > 0; }

  /// What the query names that the memory carries.
  std::vector<std::string> matched_keys(Ordinal ordinal) const;

 private:
  struct Word {
    std::uint64_t term;
    double weight;
    double told;          ///< what it says of a memory: weight times inverse document frequency
    std::string text;     ///< as the query has it
    std::uint32_t begin;  ///< there
  };
  struct Key {
    std::uint64_t key;
    double weight;  ///< rarer keys weigh more; they sum to 1
    std::string text;
  };

  void read_words(const Tokenizer& tokenizer, std::string_view text);
  void read_keys(std::string_view text);
  void inspect_words(const Memory& memory, Inspected& inspected) const;
  std::vector<std::string> texts_of(std::vector<const Word*> words) const;
  std::vector<index::Hit> nearest(std::size_t reach, std::size_t probes) const;
  double content_of(Ordinal ordinal) const;
  double content_of(std::int32_t dot) const;
  double words_of(Ordinal ordinal) const;

  const Lane& lane_;
  const Embedder& embedder_;
  const RecallOptions& options_;
  RecallBy by_;
  Evidence share_;                 ///< what each part counts
  std::vector<std::int16_t> row_;  ///< empty: vectors play no part
  std::vector<Word> words_;
  std::vector<std::int32_t> word_scores_;  ///< by ordinal; shorter than the lane: 0 from there on
  double full_score_ = 0;                  ///< of a memory that says all the query's words once
  std::vector<Key> keys_;
  const Tokenizer* tokenizer_ = nullptr;  ///< what read the query, if anything did
  ValueKinds asked_ = 0;
};

}  // namespace memfold
