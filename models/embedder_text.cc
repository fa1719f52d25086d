#include "models/embedder_text.h"

#include <array>
#include <cmath>
#include <memory>

#include "memfold/models.h"
#include "models/data/embedder_calibration.h"
#include "models/embedder.h"
#include "models/embedder_features.h"
#include "models/embedder_weights.h"

namespace memfold {
namespace models {
namespace {

/// How much of a cosine is meaning; the rest is wording. Fitted: docs/embedding.md.
constexpr double kMeaning = 0.75;

}  // namespace

const LearnedPieces& learned_pieces() {
  static const LearnedPieces learned(weights());
  return learned;
}

void TextReader::embed(std::string_view text, std::span<std::int16_t> out) {
  read_characters(text, characters_);
  cutter_.cut(characters_, pieces_);
  PieceRows::Sums meaning;
  learned_.rows.sum(pieces_, meaning);
  words_.read(characters_);
  counts_.clear();
  add_features(words_, kEmbedderWeights, counts_);
  std::array<double, kSketchDimension> wording;
  counts_.sum(wording);
  const bool has_both = square_of(meaning) > 0 && square_of(wording) > 0;
  const double lengths[] = {has_both ? std::sqrt(kMeaning) : 1.0,
                            has_both ? std::sqrt(1 - kMeaning) : 1.0};
  scale_sums(meaning, lengths[0] * kVectorScale, out.first(meaning.size()));
  scale_sums(wording, lengths[1] * kVectorScale, out.subspan(meaning.size()));
}

namespace {

class TextEmbedder final : public Embedder {
 public:
  TextEmbedder() : calibration_({std::begin(kTextCalibration), std::end(kTextCalibration)}) {}

  std::string name() const override { return "memfold-text@2"; }
  int dimension() const override { return TextReader::kDimension; }
  const Calibration& calibration() const override { return calibration_; }

  void embed(std::span<const std::string_view> texts, std::span<std::int16_t> out) const override {
    constexpr std::size_t kRow = TextReader::kDimension;
    require_room(texts.size(), kRow, out.size());
    TextReader reader(learned_pieces());
    for (std::size_t i = 0; i < texts.size(); ++i) {
      reader.embed(texts[i], out.subspan(i * kRow, kRow));
    }
  }

 private:
  const Calibration calibration_;
};

}  // namespace
}  // namespace models

std::shared_ptr<const Embedder> builtin_embedder() {
  static const std::shared_ptr<const Embedder> instance = std::make_shared<models::TextEmbedder>();
  return instance;
}

}  // namespace memfold
