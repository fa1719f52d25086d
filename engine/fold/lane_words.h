// The words of one user's current memories, beside their vectors.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "index/word_index.h"
#include "memfold/memory.h"
#include "memfold/models.h"
#include "memfold/options.h"

namespace memfold {

/// Terms are compared by this.
std::uint64_t term_key(std::string_view term);

/// An index of words with what reads them. Not synchronised: the lane is.
class LaneWords {
 public:
  /// `known`: words that were read before by the same tokenizer.
  LaneWords(std::shared_ptr<const Tokenizer> tokenizer, const RecallOptions& options,
            index::WordIndex known = index::WordIndex())
      : tokenizer_(std::move(tokenizer)), index_(std::move(known)) {
    index_.use({options.k1, options.b});
  }

  /// Of the same reader and figures as `like`.
  LaneWords(const LaneWords& like, index::WordIndex known)
      : tokenizer_(like.tokenizer_), index_(std::move(known)) {
    index_.use(like.index_.figures());
  }

  const Tokenizer& tokenizer() const { return *tokenizer_; }
  const index::WordIndex& index() const { return index_; }

  void add(index::Ordinal ordinal, const Memory& memory) { add(ordinal, read(memory)); }
  void remove(index::Ordinal ordinal, const Memory& memory) {
    index_.remove(ordinal, read(memory));
  }

  /// The keys of a memory's words, repeats included: of its content, subject and people.
  std::vector<std::uint64_t> read(const Memory& memory) const;
  /// Of what it says itself, and of what stands beside it: subject and people.
  std::vector<std::uint64_t> read_content(const Memory& memory) const;
  std::vector<std::uint64_t> read_beside(const Memory& memory) const;
  void add(index::Ordinal ordinal, const std::vector<std::uint64_t>& words) {
    index_.add(ordinal, words);
  }
  void forget(std::span<const index::Ordinal> ordinals) { index_.forget(ordinals); }
  void compact() { index_.compact(); }
  std::size_t memory_bytes() const { return index_.memory_bytes(); }

 private:
  void read(std::string_view text, std::vector<std::uint64_t>& keys) const;

  std::shared_ptr<const Tokenizer> tokenizer_;
  index::WordIndex index_;
};

}  // namespace memfold
