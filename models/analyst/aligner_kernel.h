// Sums and products of rows and matrices in a fixed order, so the bits are those of plain scalar
// code on any machine; one without fused multiplication computes them slowly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "models/analyst/aligner_weights.h"

namespace memfold::models {

/// Rows of floats, one every `stride`.
struct RowsView {
  const float* first;
  std::size_t stride, count;
};

/// What the network spends its time on; chosen once for the machine. Nothing needs alignment.
struct AlignerKernel {
  /// For each row i: sums[i * width + c] += row[k] * matrix[k * width + c] for each k < size, from
  /// the first to the last, rounded once (fused); c < width, a multiple of 64.
  void (*add_products)(RowsView rows, std::size_t size, const float* matrix, std::size_t width,
                       float* sums);
  /// out[i] = sum over c < width of row i [c] * factors[c]: eight sums of every eighth, added up in
  /// order. `width` is a multiple of 8.
  void (*products)(RowsView rows, std::size_t width, const float* factors, float* out);
  /// sums[c] += row[c], c < kUnitRow.
  void (*add_small)(const std::int8_t* row, std::int16_t* sums);
  /// row[c] += sums[c] * scale[c] * factor, c < kUnitRow.
  void (*add_scaled)(const std::int16_t* sums, const float* scale, float factor, float* row);
};

/// The fastest for active_isa() (core/isa.h), decided at first use. Throws as that does.
/// Thread-safe.
const AlignerKernel& aligner_kernel();

/// Those this machine can run, from the plain one to the fastest. Thread-safe.
std::span<const AlignerKernel* const> aligner_kernels();

}  // namespace memfold::models
