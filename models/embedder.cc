#include "models/embedder.h"

#include <memory>
#include <string>

#include "memfold/error.h"
#include "memfold/models.h"
#include "models/data/embedder_calibration.h"
#include "models/embedder_features.h"

namespace memfold {
namespace models {

void require_room(std::size_t texts, std::size_t row, std::size_t values) {
  if (values == texts * row) return;
  throw Error(ErrorCode::InvalidArgument, "embed: " + std::to_string(texts) + " texts need " +
                                              std::to_string(texts * row) + " values, not " +
                                              std::to_string(values));
}

void TextSketcher::sketch(std::string_view text, std::span<std::int16_t> out) {
  read_characters(text, characters_);
  words_.read(characters_);
  counts_.clear();
  add_features(words_, weights_, counts_);
  counts_.project(out);
}

namespace {

/// Hashed n-grams of words and characters. No state beside its calibration.
class NgramEmbedder final : public Embedder {
 public:
  NgramEmbedder() : calibration_({std::begin(kNgramCalibration), std::end(kNgramCalibration)}) {}

  std::string name() const override { return "memfold-ngram@1"; }
  int dimension() const override { return FeatureCounts::kDimension; }
  const Calibration& calibration() const override { return calibration_; }

  void embed(std::span<const std::string_view> texts, std::span<std::int16_t> out) const override {
    constexpr std::size_t kRow = FeatureCounts::kDimension;
    require_room(texts.size(), kRow, out.size());
    TextSketcher sketcher;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      sketcher.sketch(texts[i], out.subspan(i * kRow, kRow));
    }
  }

 private:
  const Calibration calibration_;
};

}  // namespace
}  // namespace models

std::shared_ptr<const Embedder> ngram_embedder() {
  static const std::shared_ptr<const Embedder> instance = std::make_shared<models::NgramEmbedder>();
  return instance;
}

}  // namespace memfold
