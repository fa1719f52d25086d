// The exact index as a FAISS class, so that FAISS's composites (HNSW and others) can stand on it.
#pragma once

#include <faiss/IndexFlatCodes.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "index/vector_index.h"

namespace memfold::index {

/// FAISS has moved its name for this between versions.
using FaissId = std::int64_t;

/// Codes are rows of int16 fixed point (models.h), row-major; the metric is their exact inner
/// product, reported to FAISS as a cosine (product / kDotScale). Float vectors given to FAISS's own
/// methods are scaled to unit length. Reads may run in parallel with each other, not with a write.
class FlatIndex : public faiss::IndexFlatCodes {
 public:
  explicit FlatIndex(int dimension);

  // What the engine uses: integers in, integers out.
  Ordinal add_rows(std::span<const std::int16_t> rows);
  void replace_row(Ordinal ordinal, std::span<const std::int16_t> row);
  const std::int16_t* rows() const;

  // What FAISS uses.
  void search(FaissId n, const float* x, FaissId k, float* distances, FaissId* labels,
              const faiss::SearchParameters* parameters = nullptr) const override;
  void sa_encode(FaissId n, const float* x, std::uint8_t* bytes) const override;
  void sa_decode(FaissId n, const std::uint8_t* bytes, float* x) const override;
  faiss::FlatCodesDistanceComputer* get_FlatCodesDistanceComputer() const override;
};

}  // namespace memfold::index
