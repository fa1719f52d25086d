// Cuts words into the pieces that what was learned has rows for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "models/embedder_characters.h"
#include "models/weights/weights.h"

namespace memfold::models {

/// The pieces of words, each with what it costs (its negative log-probability), as a tree of their
/// characters. Borrows the weights. Immutable.
class PieceTree {
 public:
  using Node = std::uint32_t;
  static constexpr Node kRoot = 0;  ///< before a word's first character
  static constexpr Node kNone = std::numeric_limits<Node>::max();

  /// The sections embedder.symbols, .edges and .pieces.cost. Throws ErrorCode::Corruption where a
  /// look-up could leave them or never end.
  explicit PieceTree(const Weights& weights);

  /// Piece n is node n + 1; the nodes behind them are no pieces.
  std::size_t size() const { return costs_.size(); }
  bool is_piece(Node node) const { return node - 1 < costs_.size(); }
  std::int32_t cost(Node node) const { return costs_[node - 1]; }

  /// What stands for a character in the tree; 0: in no piece.
  std::uint32_t symbol(char32_t code) const {
    return code < symbols_.size() ? std::uint32_t(std::uint16_t(symbols_[code])) : 0;
  }

  /// The node a symbol (not 0) leads to, or kNone.
  Node next(Node from, std::uint32_t symbol) const {
    const std::uint32_t key = from << kSymbolBits | symbol;
    const std::size_t mask = edges_.size() - 1;
    for (std::size_t at = hashed(key) & mask;; at = (at + 1) & mask) {
      if (edges_[at][0] == key) return edges_[at][1];
      if (edges_[at][0] == 0) return kNone;
    }
  }

  static constexpr std::uint32_t kWordBegin = 1;  ///< the symbol that stands before every word

 private:
  static constexpr int kSymbolBits = 12;

  static std::size_t hashed(std::uint32_t key) {
    return std::size_t(key * std::uint64_t{0x9E3779B97F4A7C15} >> 32);
  }

  std::span<const std::int16_t> symbols_;                ///< by character
  std::span<const std::array<std::uint32_t, 2>> edges_;  ///< node and symbol, node; open addressing
  std::span<const std::int16_t> costs_;                  ///< by piece
};

/// Cuts texts, one after another, reusing its memory. Not thread-safe.
class PieceCutter {
 public:
  explicit PieceCutter(const PieceTree& tree) : tree_(tree) {}

  /// Replaces `pieces` by those of the likeliest cut of every word: a run of characters that are no
  /// separators. What no piece covers is passed over. Time and memory are linear in the text.
  void cut(std::span<const Character> characters, std::vector<std::uint32_t>& pieces);

 private:
  struct Step {
    std::int64_t cost;
    std::uint32_t length, node;  ///< of the piece that ends here; node kNone: passed over
  };

  void cut_word(std::vector<std::uint32_t>& pieces);

  const PieceTree& tree_;
  std::vector<std::uint32_t> word_;  ///< symbols, kWordBegin first
  std::vector<Step> steps_;
};

}  // namespace memfold::models
