#include "models/embedder_pieces.h"

#include <algorithm>
#include <bit>
#include <string>

#include "memfold/error.h"

namespace memfold::models {
namespace {

/// What passing over a character costs: more than any piece, so that it is done where it must be.
constexpr std::int64_t kUnknown = std::int64_t{1} << 20;

[[noreturn]] void damaged(const char* how) {
  throw Error(ErrorCode::Corruption, "weights: embedder " + std::string(how));
}

}  // namespace

PieceTree::PieceTree(const Weights& weights)
    : symbols_(weights.rows<std::int16_t>("embedder.symbols")),
      edges_(weights.rows<std::array<std::uint32_t, 2>>("embedder.edges")),
      costs_(weights.rows<std::int16_t>("embedder.pieces.cost")) {
  // Any node will do: it is only compared and looked up. That there are free places ends a look-up.
  std::size_t taken = 0;
  for (const auto& edge : edges_) taken += edge[0] != 0;
  if (!std::has_single_bit(edges_.size()) || 2 * taken > edges_.size()) {
    damaged("has a table of edges that is none");
  }
  const auto in_range = [](std::int16_t symbol) {
    return symbol >= 0 && symbol < 1 << kSymbolBits;
  };
  if (!std::all_of(symbols_.begin(), symbols_.end(), in_range))
    damaged("has symbols that are none");
  const auto is_cost = [](std::int16_t cost) { return cost >= 0; };
  if (!std::all_of(costs_.begin(), costs_.end(), is_cost))
    damaged("has pieces of less than no cost");
}

void PieceCutter::cut(std::span<const Character> characters, std::vector<std::uint32_t>& pieces) {
  pieces.clear();
  for (std::size_t i = 0; i < characters.size();) {
    if (characters[i].kind == CharacterKind::Separator) {
      ++i;
      continue;
    }
    word_.assign(1, PieceTree::kWordBegin);
    for (; i < characters.size() && characters[i].kind != CharacterKind::Separator; ++i) {
      word_.push_back(tree_.symbol(characters[i].code));
    }
    cut_word(pieces);
  }
}

void PieceCutter::cut_word(std::vector<std::uint32_t>& pieces) {
  const std::size_t size = word_.size();
  constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
  steps_.assign(size + 1, {kNever, 0, PieceTree::kNone});
  steps_[0].cost = 0;
  for (std::size_t begin = 0; begin < size; ++begin) {
    const std::int64_t before = steps_[begin].cost;
    if (before + kUnknown < steps_[begin + 1].cost) {
      steps_[begin + 1] = {before + kUnknown, 1, PieceTree::kNone};
    }
    PieceTree::Node node = PieceTree::kRoot;
    for (std::size_t end = begin; end < size && word_[end] != 0; ++end) {
      node = tree_.next(node, word_[end]);
      if (node == PieceTree::kNone) break;
      if (!tree_.is_piece(node)) continue;
      const std::int64_t cost = before + tree_.cost(node);
      if (cost < steps_[end + 1].cost) {
        steps_[end + 1] = {cost, std::uint32_t(end + 1 - begin), node};
      }
    }
  }
  const std::size_t first = pieces.size();
  for (std::size_t end = size; end > 0; end -= steps_[end].length) {
    if (steps_[end].node != PieceTree::kNone) pieces.push_back(steps_[end].node - 1);
  }
  std::reverse(pieces.begin() + std::ptrdiff_t(first), pieces.end());
}

}  // namespace memfold::models
