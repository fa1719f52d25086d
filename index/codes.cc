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

BlockCodes::BlockCodes(const Kernels& kernels, std::size_t blocks, std::size_t dimension)
    : kernels_(kernels),
      dimension_(dimension),
      blocks_(blocks, value_columns(dimension)),
      rows_(kBlockRows * code_bytes(dimension) + kCodeSlack),
      summaries_(blocks) {}

void BlockCodes::encode(const std::int16_t* rows, std::size_t count, std::size_t b) {
  Summary& summary = summaries_[b];
  kernels_.encode_rows(rows, count, dimension_, range_of(kernels_, dimension_, kRowCodeLimit),
                       rows_.data(), &summary.codes);
  kernels_.pack_block(as_values(rows_.data()), count, value_columns(dimension_), blocks_.block(b));
  summary.coded_norm = summary.codes.scale * std::sqrt(double(summary.codes.code_square));
  summary.residual_norm = std::sqrt(double(summary.codes.residual_square));
}

QueryCodes::QueryCodes(const Kernels& kernels, std::span<const std::int16_t> queries, std::size_t n,
                       std::size_t dimension)
    : square_limit_(kernels.code_square_limit != 0 ? kernels.code_square_limit
                                                   : std::numeric_limits<std::uint32_t>::max()),
      bounds_((n + kTileQueries - 1) / kTileQueries * kTileQueries),
      tiles_(pack(kernels, queries, n, dimension)) {}

PackedQueries QueryCodes::pack(const Kernels& kernels, std::span<const std::int16_t> queries,
                               std::size_t n, std::size_t dimension) {
  const std::size_t bytes = code_bytes(dimension);
  const CodeRange range = range_of(kernels, dimension, kernels.query_code_limit);
  std::vector<std::int8_t> codes(n * bytes + kCodeSlack);
  for (std::size_t i = 0; i < n; ++i) {
    const std::int16_t* query = queries.data() + i * dimension;
    CodeSummary summary;
    kernels.encode_rows(query, 1, dimension, range, &codes[i * bytes], &summary);
    double square = 0;
    for (std::size_t j = 0; j < dimension; ++j) square += double(query[j]) * query[j];
    bounds_[i] = {std::sqrt(square), std::sqrt(double(summary.residual_square)),
                  1.0 / summary.scale};
    largest_norm_ = std::max(largest_norm_, bounds_[i].norm);
    usable_ = usable_ && summary.code_square <= square_limit_;
  }
  for (std::size_t i = 0; i < n * bytes; ++i) {
    codes[i] = static_cast<std::int8_t>(codes[i] + kernels.query_bias);
  }
  const std::span values(as_values(codes.data()), n * bytes / 2);
  return PackedQueries(values, n, value_columns(dimension));
}

bool QueryCodes::covers(const BlockCodes& codes, std::size_t b) const {
  // The second condition: the exact product itself must not wrap.
  constexpr double kLargestProduct = 2147483647.0;
  return usable_ && codes.summary(b).code_square <= square_limit_ &&
         (codes.coded_norm(b) + codes.residual_norm(b)) * largest_norm_ < kLargestProduct;
}

void QueryCodes::thresholds(std::size_t t, const BlockCodes& codes, std::size_t b,
                            const std::int32_t* floors, std::int32_t* out) const {
  const Bound* bounds = &bounds_[t * kTileQueries];
  const double coded = codes.coded_norm(b), residual = codes.residual_norm(b);
  const double inverse_scale = 1.0 / codes.summary(b).scale;
  for (std::size_t q = 0; q < kTileQueries; ++q) {
    const double bound = coded * bounds[q].residual_norm + residual * bounds[q].norm;
    // Both "- 1" are towards letting through, by more than these few operations can be off by:
    // all magnitudes are below 2^32 and doubles carry 53 bits. The cast cuts towards zero.
    const double least = (floors[q] - bound - 1) * (inverse_scale * bounds[q].inverse_scale);
    out[q] = static_cast<std::int32_t>(least) - 1;
  }
}

}  // namespace memfold::index
