// memfold-text: what was learned of a text's pieces beside the sketch of its n-grams.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "models/embedder_characters.h"
#include "models/embedder_pieces.h"
#include "models/embedder_rows.h"
#include "models/embedder_sketch.h"
#include "models/embedder_words.h"
#include "models/weights/weights.h"

namespace memfold::models {

/// Tables of the weights, which it borrows. Immutable.
struct LearnedPieces {
  /// Throws what PieceTree and PieceRows do.
  explicit LearnedPieces(const Weights& weights) : tree(weights), rows(weights, tree.size()) {}

  const PieceTree tree;
  const PieceRows rows;
};

/// Those of the library's weights, read once. Thread-safe.
const LearnedPieces& learned_pieces();

/// Turns texts into rows, one after another, reusing its memory. Not thread-safe: one per call.
class TextReader {
 public:
  static constexpr std::size_t kSketchDimension = 128;
  static constexpr std::size_t kDimension = PieceRows::kDimension + kSketchDimension;

  explicit TextReader(const LearnedPieces& learned) : learned_(learned), cutter_(learned.tree) {}

  /// Writes the row of `text`, kDimension values: meaning first, wording behind it, each of a fixed
  /// share of the length. Where one of them is nothing the other has it all; zeros where both are.
  void embed(std::string_view text, std::span<std::int16_t> out);

 private:
  const LearnedPieces& learned_;
  PieceCutter cutter_;
  std::vector<Character> characters_;
  std::vector<std::uint32_t> pieces_;
  WordList words_;
  FeatureCounts counts_;
};

}  // namespace memfold::models
