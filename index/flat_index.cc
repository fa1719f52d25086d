#include "index/flat_index.h"

#include <algorithm>
#include <limits>
#include <string>

#include "index/kernels.h"
#include "index/top_k.h"
#include "memfold/error.h"
#include "memfold/models.h"

namespace memfold::index {
namespace {

float as_cosine(std::int32_t dot) {
  return static_cast<float>(dot / kDotScale);
}

/// Exact products for FAISS's graph walks.
class RowDistance final : public faiss::FlatCodesDistanceComputer {
 public:
  explicit RowDistance(const FlatIndex& index)
      : faiss::FlatCodesDistanceComputer(index.codes.data(), index.code_size),
        kernels_(active_kernels()),
        dimension_(std::size_t(index.d)),
        query_(dimension_) {}

  void set_query(const float* x) override { quantise_unit(std::span(x, dimension_), query_); }
  float distance_to_code(const std::uint8_t* code) override {
    return as_cosine(kernels_.dot(query_.data(), row(code), dimension_));
  }
  float symmetric_dis(FaissId i, FaissId j) override {
    return as_cosine(kernels_.dot(row(codes + std::size_t(i) * code_size),
                                  row(codes + std::size_t(j) * code_size), dimension_));
  }

 private:
  static const std::int16_t* row(const std::uint8_t* code) {
    return reinterpret_cast<const std::int16_t*>(code);
  }

  const Kernels& kernels_;
  std::size_t dimension_;
  std::vector<std::int16_t> query_;
};

/// VectorIndex over a FlatIndex: adds tombstones.
class FlatVectorIndex final : public VectorIndex {
 public:
  FlatVectorIndex(int dimension, ParallelFor parallel) : index_(dimension), parallel_(parallel) {}

  int dimension() const override { return int(index_.d); }
  std::size_t size() const override { return std::size_t(index_.ntotal); }
  std::size_t live_size() const override { return size() - dead_count_; }
  std::size_t memory_bytes() const override {
    return index_.codes.size() + dead_.capacity() / 8 + sizeof *this;
  }

  Ordinal add(std::span<const std::int16_t> rows) override {
    const Ordinal first = index_.add_rows(rows);
    dead_.resize(size(), false);
    return first;
  }
  void replace(Ordinal ordinal, std::span<const std::int16_t> row) override {
    index_.replace_row(ordinal, row);
  }
  void remove(Ordinal ordinal) override {
    if (dead_.at(ordinal)) return;
    dead_[ordinal] = true;
    ++dead_count_;
  }
  bool is_live(Ordinal ordinal) const override { return !dead_.at(ordinal); }
  std::span<const std::int16_t> row(Ordinal ordinal) const override {
    const auto d = std::size_t(index_.d);
    return {index_.rows() + ordinal * d, d};
  }

  void search(std::span<const std::int16_t> queries, std::size_t n, std::size_t k,
              std::int32_t minimum, std::vector<std::vector<Hit>>& hits) const override {
    const RowSet set{index_.rows(), size(), std::size_t(index_.d), dead_};
    search_top_k(active_kernels(), set, queries, n, k, minimum, parallel_, hits);
  }

 private:
  FlatIndex index_;
  ParallelFor parallel_;
  std::vector<bool> dead_;
  std::size_t dead_count_ = 0;
};

/// Makes room for `bytes` more without the doubling of a vector: a large lane's spare room stays
/// small against its rows. FAISS's newer code container cannot reserve, and grows as it likes.
template <typename Codes>
void make_room(Codes& codes, std::size_t bytes) {
  if constexpr (requires {
                  codes.reserve(bytes);
                  codes.capacity();
                }) {
    const std::size_t wanted = codes.size() + bytes;
    if (wanted > codes.capacity()) codes.reserve(std::max(wanted, codes.size() + codes.size() / 4));
  }
}

}  // namespace

FlatIndex::FlatIndex(int dimension)
    : faiss::IndexFlatCodes(std::size_t(dimension) * sizeof(std::int16_t), dimension,
                            faiss::METRIC_INNER_PRODUCT) {
  if (dimension < 1 || dimension > kMaxDimension) {
    throw Error(ErrorCode::InvalidArgument, "dimension " + std::to_string(dimension) +
                                                " is not in 1.." + std::to_string(kMaxDimension));
  }
}

Ordinal FlatIndex::add_rows(std::span<const std::int16_t> new_rows) {
  const auto first = static_cast<Ordinal>(ntotal);
  const std::size_t before = codes.size(), bytes = new_rows.size_bytes();
  if (bytes % code_size != 0) {
    throw Error(ErrorCode::InvalidArgument, "rows are not a multiple of the index's dimension");
  }
  make_room(codes, bytes);
  codes.resize(before + bytes);
  std::copy_n(reinterpret_cast<const std::uint8_t*>(new_rows.data()), bytes, codes.data() + before);
  ntotal += FaissId(bytes / code_size);
  return first;
}

void FlatIndex::replace_row(Ordinal ordinal, std::span<const std::int16_t> row) {
  if (ordinal >= ntotal || row.size_bytes() != code_size) {
    throw Error(ErrorCode::InvalidArgument, "no row to replace, or a row of another dimension");
  }
  std::copy_n(reinterpret_cast<const std::uint8_t*>(row.data()), code_size,
              codes.data() + ordinal * code_size);
}

const std::int16_t* FlatIndex::rows() const {
  return reinterpret_cast<const std::int16_t*>(codes.data());
}

void FlatIndex::search(FaissId n, const float* x, FaissId k, float* distances, FaissId* labels,
                       const faiss::SearchParameters*) const {
  std::vector<std::int16_t> queries(std::size_t(n) * std::size_t(d));
  sa_encode(n, x, reinterpret_cast<std::uint8_t*>(queries.data()));
  const std::vector<bool> none(std::size_t(ntotal), false);
  const RowSet set{rows(), std::size_t(ntotal), std::size_t(d), none};
  std::vector<std::vector<Hit>> hits;
  search_top_k(active_kernels(), set, queries, std::size_t(n), std::size_t(k),
               std::numeric_limits<std::int32_t>::min(), serial_for, hits);
  for (std::size_t i = 0; i < std::size_t(n); ++i) {
    for (std::size_t j = 0; j < std::size_t(k); ++j) {
      const bool found = j < hits[i].size();
      labels[i * std::size_t(k) + j] = found ? FaissId(hits[i][j].ordinal) : -1;
      distances[i * std::size_t(k) + j] =
          found ? as_cosine(hits[i][j].dot) : -std::numeric_limits<float>::max();
    }
  }
}

void FlatIndex::sa_encode(FaissId n, const float* x, std::uint8_t* bytes) const {
  const auto dimension = std::size_t(d);
  auto* out = reinterpret_cast<std::int16_t*>(bytes);
  for (std::size_t i = 0; i < std::size_t(n); ++i) {
    quantise_unit(std::span(x + i * dimension, dimension),
                  std::span(out + i * dimension, dimension));
  }
}

void FlatIndex::sa_decode(FaissId n, const std::uint8_t* bytes, float* x) const {
  const auto* values = reinterpret_cast<const std::int16_t*>(bytes);
  for (std::size_t i = 0; i < std::size_t(n) * std::size_t(d); ++i) {
    x[i] = float(values[i]) / float(kVectorScale);
  }
}

faiss::FlatCodesDistanceComputer* FlatIndex::get_FlatCodesDistanceComputer() const {
  return new RowDistance(*this);  // FAISS takes ownership
}

std::unique_ptr<VectorIndex> make_flat_index(int dimension, ParallelFor parallel) {
  return std::make_unique<FlatVectorIndex>(dimension, parallel);
}

}  // namespace memfold::index
