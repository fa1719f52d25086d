// The rows as a FAISS index class, so that FAISS's composites (HNSW, IVF) can be put over them.
#pragma once

#include <faiss/IndexFlatCodes.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "index/kernels.h"

namespace memfold::index {

/// A faiss::IndexFlatCodes whose codes are int16 fixed-point rows and whose products are exact.
/// Floats that come in through FAISS's interface are scaled to unit length (quantise_unit); what
/// goes out as a distance is the cosine, rounded to float only at the end. Metric: inner product.
/// Threads: as any FAISS index, reads may run in parallel, writes not.
class FlatIndex final : public faiss::IndexFlatCodes {
 public:
  /// Throws Error(InvalidArgument) for a dimension outside 1..kMaxDimension.
  explicit FlatIndex(int dimension, const Kernels& kernels);

  std::size_t rows() const { return static_cast<std::size_t>(ntotal); }
  const std::int16_t* row(std::size_t i) const;
  std::size_t memory_bytes() const;

  /// Makes room for `rows` rows in all without a later move.
  void reserve_rows(std::size_t rows);
  /// Appends whole rows, row-major.
  void append(std::span<const std::int16_t> values);
  void overwrite(std::size_t i, std::span<const std::int16_t> row);

  /// FAISS's batch search on the calling thread; `params` may bring an IDSelector. Missing results
  /// have label -1.
  void search(std::int64_t n, const float* x, std::int64_t k, float* distances,
              std::int64_t* labels, const faiss::SearchParameters* params = nullptr) const override;
  void sa_encode(std::int64_t n, const float* x, std::uint8_t* bytes) const override;
  void sa_decode(std::int64_t n, const std::uint8_t* bytes, float* x) const override;
  /// The caller owns the result, which borrows this index until rows are added.
  faiss::FlatCodesDistanceComputer* get_FlatCodesDistanceComputer() const override;

 private:
  std::size_t dimension() const { return static_cast<std::size_t>(d); }

  const Kernels& kernels_;
};

}  // namespace memfold::index
