// Embedders other than the built-in one: small, deterministic, of any dimension.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/hash.h"
#include "memfold/models.h"

namespace memfold::test {

/// Counts words, each in one dimension by its hash. A text that holds "nothing" has no direction.
class OtherEmbedder final : public Embedder {
 public:
  explicit OtherEmbedder(std::string name = "other@1", int dimension = 24,
                         Calibration calibration = {})
      : name_(std::move(name)), dimension_(dimension), calibration_(std::move(calibration)) {}

  std::string nothing = "nothing";               ///< texts with it give a zero row
  mutable std::atomic<int> texts_left{1 << 30};  ///< then it throws, as an endpoint that went away

  std::string name() const override { return name_; }
  int dimension() const override { return dimension_; }
  const Calibration& calibration() const override { return calibration_; }
  void embed(std::span<const std::string_view> texts, std::span<std::int16_t> out) const override {
    const auto dimension = std::size_t(dimension_);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (--texts_left < 0) throw std::runtime_error("the endpoint went away");
      std::vector<float> counts(dimension);
      if (texts[i].find(nothing) == std::string_view::npos) count(texts[i], counts);
      quantise_unit(counts, out.subspan(i * dimension, dimension));
    }
  }

 private:
  void count(std::string_view text, std::vector<float>& counts) const {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find(' '), text.size());
      if (end > 0) ++counts[hash64(text.substr(0, end), hash64(name_)) % counts.size()];
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  std::string name_;
  int dimension_;
  Calibration calibration_;
};

}  // namespace memfold::test
