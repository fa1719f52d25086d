// Sums and products of rows and matrices in a fixed order, so the bits are those of plain scalar
// code on any machine.
#pragma once

#include <cstddef>
#include <cstdint>

namespace memfold::models {

/// Rows of floats, one every `stride`.
struct RowsView {
  const float* first;
  std::size_t stride, count;
};

/// What the network spends its time on; chosen once for the machine. Nothing needs alignment.
struct AlignerKernel {
  /// For each row i: sums[i * width + c] += sum over k < size of row[k] * matrix[k * width + c],
  /// c < width, from the first k to the last. `width` is 32 or 64.
  void (*add_products)(RowsView rows, std::size_t size, const float* matrix, std::size_t width,
                       float* sums);
  /// out[i] = sum over c < 64 of row i [c] * factors[c]: eight sums of every eighth, added up in
  /// order.
  void (*products)(RowsView rows, const float* factors, float* out);
  /// sums[c] += row[c], c < 64.
  void (*add_written)(const char* row, std::int16_t* sums);
  /// row[c] += (sums[c] - zero) * scale[c] * factor, c < 64.
  void (*add_scaled)(const std::int16_t* sums, std::int16_t zero, const float* scale, float factor,
                     float* row);
};

const AlignerKernel& aligner_kernel();

/// Without the machine's wider instructions, to compare with.
const AlignerKernel& plain_aligner_kernel();

}  // namespace memfold::models
