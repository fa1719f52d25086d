// The calibration of a store's embedder as bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "memfold/models.h"

namespace memfold::storage {

/// Cosine and similarity of each point, IEEE doubles, little-endian.
std::string encode_calibration(const std::vector<Calibration::Point>& points);
/// Throws Error(Corruption) when the bytes are no map that ascends.
std::vector<Calibration::Point> decode_calibration(std::string_view bytes);

}  // namespace memfold::storage
