// Products of rows and matrices, in single precision and a fixed order of sums, so the bits are
// those of plain scalar code on any machine.
#pragma once

#include <cstddef>

namespace memfold::models {

/// sums[c] += sum over r of row[r] * matrix[r * width + c], c < width, from the first r to the
/// last; what is 0 is passed over. `width` is 32 or 64; nothing needs alignment.
void add_product(const float* row, std::size_t rows, const float* matrix, std::size_t width,
                 float* sums);

/// Sum of a[i] * b[i], i < size, a multiple of 8: eight sums of every eighth, added up in order.
float product(const float* a, const float* b, std::size_t size);

/// add_product without the machine's wider instructions, to compare with.
void add_product_plain(const float* row, std::size_t rows, const float* matrix, std::size_t width,
                       float* sums);

}  // namespace memfold::models
