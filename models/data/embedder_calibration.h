// The built-in embedder's map from cosine to similarity, fitted by tools/fit_calibration.py; see
// docs/embedding.md for the data and the result.
#pragma once

#include "memfold/models.h"

namespace memfold::models {

inline constexpr Calibration::Point kEmbedderCalibration[] = {
    {0.0, 0.0}, {0.25, 0.5}, {0.60, 0.80}, {0.85, 0.95}, {1.0, 1.0},
};

}  // namespace memfold::models
