// Scoring features as bytes: storage/schema/features.fbs. See codec_common.h for the contract.
#pragma once

#include "storage/codec_common.h"
#include "storage/records.h"

namespace memfold::storage {

std::string_view encode(Builder& builder, const FeatureRecord& features);
FeatureRecord decode_features(std::string_view bytes);

}  // namespace memfold::storage
