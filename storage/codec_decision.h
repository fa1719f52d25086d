// Decisions as bytes: storage/schema/decision.fbs. See codec_common.h for the contract.
#pragma once

#include "memfold/decision.h"
#include "storage/codec_common.h"

namespace memfold::storage {

std::string_view encode(Builder& builder, const Decision& decision);
Decision decode_decision(std::string_view bytes);

}  // namespace memfold::storage
