// Arithmetic over what words mean, in a fixed order: the same bits on any machine.
#pragma once

#include <cstdint>
#include <span>

#include "models/embedder_rows.h"

namespace memfold::models {

/// Chosen once for the machine. All rows are of PieceRows::kDimension numbers; nothing needs
/// alignment.
struct MeaningKernel {
  /// The sum of products; must fit 32 bits.
  std::int32_t (*dot)(const std::int16_t* a, const std::int16_t* b);
  /// to[i] += scale * direction[i], each rounded twice.
  void (*add)(const std::int16_t* direction, double scale, double* to);
  /// The sum of products: four running sums of every fourth, the first two and the last two added
  /// up first.
  double (*product)(const double* a, const double* b);
};

/// For active_isa() (core/isa.h), decided at first use. Throws as that does. Thread-safe.
const MeaningKernel& meaning_kernel();

/// Those this machine can run, the plain one first. Thread-safe.
std::span<const MeaningKernel* const> meaning_kernels();

}  // namespace memfold::models
