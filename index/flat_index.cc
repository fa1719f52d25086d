#include "index/flat_index.h"

#include <faiss/impl/IDSelector.h>

#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "index/search.h"
#include "memfold/error.h"
#include "memfold/models.h"

namespace memfold::index {
namespace {

std::size_t checked(int dimension) {
  if (dimension < 1 || dimension > kMaxDimension) {
    throw Error(ErrorCode::InvalidArgument, "dimension " + std::to_string(dimension) +
                                                " is outside 1.." + std::to_string(kMaxDimension));
  }
  return static_cast<std::size_t>(dimension);
}

// FAISS 1.7 keeps codes in a std::vector, later versions in a class around one.
template <class Codes>
auto& owned(Codes& codes) {
  if constexpr (requires { codes.owned_data; }) {
    return codes.owned_data;
  } else {
    return codes;
  }
}

/// Allocated buffers are aligned for any type, and a code is a whole number of int16.
const std::int16_t* values_of(const std::uint8_t* codes) {
  return reinterpret_cast<const std::int16_t*>(codes);
}

float cosine(std::int32_t dot) {
  return static_cast<float>(dot / kDotScale);
}

std::vector<std::int16_t> quantised(const float* x, std::size_t n, std::size_t dimension) {
  std::vector<std::int16_t> rows(n * dimension);
  for (std::size_t i = 0; i < n; ++i) {
    quantise_unit({x + i * dimension, dimension},
                  std::span(rows).subspan(i * dimension, dimension));
  }
  return rows;
}

class ExactDistance final : public faiss::FlatCodesDistanceComputer {
 public:
  ExactDistance(const Kernels& kernels, const std::uint8_t* stored, std::size_t dimension)
      : FlatCodesDistanceComputer(stored, dimension * sizeof(std::int16_t)),
        kernels_(kernels),
        quantised_(dimension) {}

  void set_query(const float* x) override { quantise_unit({x, quantised_.size()}, quantised_); }

  float distance_to_code(const std::uint8_t* code) override {
    return dot(quantised_.data(), values_of(code));
  }

  float symmetric_dis(std::int64_t i, std::int64_t j) override {
    return dot(values_of(codes + static_cast<std::size_t>(i) * code_size),
               values_of(codes + static_cast<std::size_t>(j) * code_size));
  }

 private:
  float dot(const std::int16_t* a, const std::int16_t* b) const {
    std::int32_t product;
    kernels_.multiply_rows(a, 1, b, 1, quantised_.size(), &product, 1);
    return cosine(product);
  }

  const Kernels& kernels_;
  std::vector<std::int16_t> quantised_;
};

std::vector<std::uint64_t> selected(const faiss::IDSelector& selector, std::size_t rows) {
  std::vector<std::uint64_t> bits((rows + 63) / 64);
  for (std::size_t i = 0; i < rows; ++i) {
    if (selector.is_member(static_cast<std::int64_t>(i))) {
      bits[i / 64] |= std::uint64_t{1} << (i % 64);
    }
  }
  return bits;
}

}  // namespace

FlatIndex::FlatIndex(int dimension, const Kernels& kernels)
    : IndexFlatCodes(checked(dimension) * sizeof(std::int16_t), dimension,
                     faiss::METRIC_INNER_PRODUCT),
      kernels_(kernels) {}

const std::int16_t* FlatIndex::row(std::size_t i) const {
  return values_of(codes.data() + i * code_size);
}

std::size_t FlatIndex::memory_bytes() const {
  return owned(codes).capacity();
}

void FlatIndex::reserve_rows(std::size_t rows) {
  owned(codes).reserve(rows * code_size);
  codes.resize(codes.size());  // later FAISS versions keep a pointer to what has just moved
}

void FlatIndex::append(std::span<const std::int16_t> values) {
  const std::size_t before = codes.size();
  codes.resize(before + values.size_bytes());
  std::memcpy(codes.data() + before, values.data(), values.size_bytes());
  ntotal += static_cast<std::int64_t>(values.size() / dimension());
}

void FlatIndex::overwrite(std::size_t i, std::span<const std::int16_t> row) {
  std::memmove(codes.data() + i * code_size, row.data(), code_size);
}

void FlatIndex::search(std::int64_t n, const float* x, std::int64_t k, float* distances,
                       std::int64_t* labels, const faiss::SearchParameters* params) const {
  const auto count = static_cast<std::size_t>(n), wanted = static_cast<std::size_t>(k);
  const Segment all{row(0), rows(), 0};
  SearchBase base{dimension(), {&all, 1}, {}};
  std::vector<std::uint64_t> live;
  if (params != nullptr && params->sel != nullptr) {
    live = selected(*params->sel, rows());
    base.live = live;
  }
  std::vector<std::vector<Hit>> hits;
  search_exactly(kernels_, serial_for, base, quantised(x, count, dimension()), count, wanted,
                 std::numeric_limits<std::int32_t>::min(), hits);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < wanted; ++j) {
      const bool there = j < hits[i].size();
      labels[i * wanted + j] = there ? std::int64_t{hits[i][j].ordinal} : -1;
      distances[i * wanted + j] =
          there ? cosine(hits[i][j].dot) : std::numeric_limits<float>::lowest();
    }
  }
}

void FlatIndex::sa_encode(std::int64_t n, const float* x, std::uint8_t* bytes) const {
  const std::vector<std::int16_t> rows = quantised(x, static_cast<std::size_t>(n), dimension());
  std::memcpy(bytes, rows.data(), rows.size() * sizeof(std::int16_t));
}

void FlatIndex::sa_decode(std::int64_t n, const std::uint8_t* bytes, float* x) const {
  const std::size_t values = static_cast<std::size_t>(n) * dimension();
  for (std::size_t i = 0; i < values; ++i) {
    std::int16_t value;
    std::memcpy(&value, bytes + i * sizeof(value), sizeof(value));
    x[i] = static_cast<float>(value) / kVectorScale;
  }
}

faiss::FlatCodesDistanceComputer* FlatIndex::get_FlatCodesDistanceComputer() const {
  return new ExactDistance(kernels_, codes.data(), dimension());
}

}  // namespace memfold::index
