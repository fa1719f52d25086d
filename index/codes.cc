#include "index/codes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "memfold/models.h"

namespace memfold::index {
namespace {

constexpr std::int32_t kRowCodeLimit = 127;

/// Where the sum of squared codes is limited, the scale that keeps a unit vector below the limit:
/// rounding adds at most sqrt(d) / 2 to the norm of the codes and of the stored vector.
CodeRange range_of(const Kernels& kernels, std::size_t dimension, std::int32_t limit) {
  CodeRange range{limit, 2};
  if (kernels.code_square_limit != 0) {
    const double rounding = std::sqrt(double(dimension)) / 2;
    const double room = std::sqrt(double(kernels.code_square_limit)) - rounding;
    range.least_scale = static_cast<std::int32_t>(std::ceil((kVectorScale + rounding) / room));
  }
  return range;
}

/// Quads of codes move like pairs of values.
const std::int16_t* as_values(const std::int8_t* codes) {
  return reinterpret_cast<const std::int16_t*>(codes);
}

std::size_t value_columns(std::size_t dimension) {
  return code_bytes(dimension) / 2;
}

}  // namespace

BlockBound::BlockBound(const CodeSummary& summary)
    : code_square(summary.code_square),
      inverse_scale(1.0 / summary.scale),
      coded_norm(summary.scale * std::sqrt(double(summary.code_square))),
      residual_norm(std::sqrt(double(summary.residual_square))) {}

void code_thresholds(std::span<const QueryBound> queries, const BlockBound& block,
                     const std::int32_t* floors, std::int32_t* out) {
  for (std::size_t q = 0; q < queries.size(); ++q) {
    const QueryBound& query = queries[q];
    const double bound = block.coded_norm * query.residual_norm + block.residual_norm * query.norm;
    // Both "- 1" are towards letting through, by more than these few operations can be off by:
    // all magnitudes are below 2^32 and doubles carry 53 bits. The cast cuts towards zero.
    const double least = (floors[q] - bound - 1) * (block.inverse_scale * query.inverse_scale);
    out[q] = static_cast<std::int32_t>(least) - 1;
  }
  std::fill(out + queries.size(), out + kTileQueries, std::numeric_limits<std::int32_t>::max());
}

BlockEncoder::BlockEncoder(const Kernels& kernels, std::size_t dimension)
    : kernels_(kernels),
      dimension_(dimension),
      rows_(kBlockRows * code_bytes(dimension) + kCodeSlack) {}

void BlockEncoder::encode(const std::int16_t* rows, std::size_t count, std::int16_t* block,
                          CodeSummary& summary) {
  kernels_.encode_rows(rows, count, dimension_, range_of(kernels_, dimension_, kRowCodeLimit),
                       rows_.data(), &summary);
  kernels_.pack_block(as_values(rows_.data()), count, value_columns(dimension_), block);
}

std::size_t BlockEncoder::block_bytes(std::size_t dimension) {
  return kBlockRows * code_bytes(dimension);
}

BlockCodes::BlockCodes(const Kernels& kernels, std::size_t blocks, std::size_t dimension)
    : encoder_(kernels, dimension),
      blocks_(blocks, value_columns(dimension)),
      summaries_(blocks),
      bounds_(blocks) {}

void BlockCodes::encode(const std::int16_t* rows, std::size_t count, std::size_t b) {
  encoder_.encode(rows, count, blocks_.block(b), summaries_[b]);
  bounds_[b] = BlockBound(summaries_[b]);
}

QueryCodes::QueryCodes(const Kernels& kernels, std::span<const std::int16_t> queries, std::size_t n,
                       std::size_t dimension)
    : n_(n),
      dimension_(dimension),
      square_limit_(kernels.code_square_limit != 0 ? kernels.code_square_limit
                                                   : std::numeric_limits<std::uint32_t>::max()),
      bounds_(n),
      codes_(n * code_bytes(dimension) + kCodeSlack) {
  const std::size_t bytes = code_bytes(dimension);
  const CodeRange range = range_of(kernels, dimension, kernels.query_code_limit);
  for (std::size_t i = 0; i < n; ++i) {
    const std::int16_t* query = queries.data() + i * dimension;
    CodeSummary summary;
    kernels.encode_rows(query, 1, dimension, range, &codes_[i * bytes], &summary);
    double square = 0;
    for (std::size_t j = 0; j < dimension; ++j) square += double(query[j]) * query[j];
    bounds_[i] = {std::sqrt(square), std::sqrt(double(summary.residual_square)),
                  1.0 / summary.scale};
    largest_norm_ = std::max(largest_norm_, bounds_[i].norm);
    usable_ = usable_ && summary.code_square <= square_limit_;
  }
  for (std::size_t i = 0; i < n * bytes; ++i) {
    codes_[i] = static_cast<std::int8_t>(codes_[i] + kernels.query_bias);
  }
}

std::span<const std::int16_t> QueryCodes::values(std::size_t query) const {
  return {as_values(&codes_[query * code_bytes(dimension_)]), width()};
}

PackedQueries QueryCodes::packed() const {
  return PackedQueries({as_values(codes_.data()), n_ * width()}, n_, width());
}

std::span<const QueryBound> QueryCodes::tile_bounds(std::size_t tile) const {
  const std::size_t first = tile * kTileQueries;
  return std::span(bounds_).subspan(first, std::min(kTileQueries, n_ - first));
}

bool QueryCodes::covers(const BlockBound& block) const {
  // The second condition: the exact product itself must not wrap.
  constexpr double kLargestProduct = 2147483647.0;
  return usable_ && block.code_square <= square_limit_ &&
         (block.coded_norm + block.residual_norm) * largest_norm_ < kLargestProduct;
}

}  // namespace memfold::index
