// Erasures not finished yet as bytes: storage/schema/erasure.fbs. See codec_common.h for the
// contract.
#pragma once

#include "storage/codec_common.h"
#include "storage/records.h"

namespace memfold::storage {

std::string_view encode(Builder& builder, const PendingErasure& erasure);
PendingErasure decode_erasure(std::string_view bytes);

}  // namespace memfold::storage
