// Reviews as bytes: storage/schema/review.fbs. See codec_common.h for the contract.
#pragma once

#include "memfold/review.h"
#include "storage/codec_common.h"

namespace memfold::storage {

std::string_view encode(Builder& builder, const Review& review);
Review decode_review(std::string_view bytes);

}  // namespace memfold::storage
