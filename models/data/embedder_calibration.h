// The built-in embedders' maps from cosine to similarity; see docs/embedding.md for how it was
// fitted, the data and the result. Stores remember it: another map needs `memfold reembed`.
#pragma once

#include "memfold/models.h"

namespace memfold::models {

// clang-format off
inline constexpr Calibration::Point kNgramCalibration[] = {
    {-0.042, 0},
    {0.138, 0.2},
    {0.23, 0.5},
    {0.388, 0.65},
    {0.52, 0.8},
    {0.684, 0.875},
    {0.885, 0.95},
    {1, 1},
};
inline constexpr Calibration::Point kTextCalibration[] = {
    {-0.001, 0},
    {0.149, 0.319},
    {0.225, 0.385},
    {0.241, 0.5},
    {0.28, 0.5},
    {0.346, 0.613},
    {0.441, 0.621},
    {0.652, 0.8},
    {0.74, 0.875},
    {0.92, 0.95},
    {0.974, 1},
    {1, 1},
};
// clang-format on

}  // namespace memfold::models
