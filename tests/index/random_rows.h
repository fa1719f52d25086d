// Rows for tests, and products computed by a loop that shares no code with the kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "index/vector_index.h"

namespace memfold::index {

/// n unit vectors in fixed point.
std::vector<std::int16_t> random_rows(std::size_t n, std::size_t dimension, std::mt19937& random);

/// n unit vectors near few centres, with exact duplicates among them: ties happen.
std::vector<std::int16_t> clustered_rows(std::size_t n, std::size_t dimension,
                                         std::mt19937& random);

std::int64_t plain_product(std::span<const std::int16_t> a, std::span<const std::int16_t> b);

/// The k best of all rows for which live[i], by sorting every product.
std::vector<Hit> brute_force(std::span<const std::int16_t> rows, const std::vector<bool>& live,
                             std::span<const std::int16_t> query, std::size_t k,
                             std::int64_t minimum);

/// A ParallelFor over a few threads that take indices in an order of their own.
void threaded_for(std::size_t count, void (*body)(void* context, std::size_t i), void* context);

}  // namespace memfold::index
