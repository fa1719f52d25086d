// Analyses as bytes: storage/schema/analysis.fbs. See codec_common.h for the contract.
#pragma once

#include "memfold/analysis.h"
#include "storage/codec_common.h"

namespace memfold::storage {

/// Of an answer alone: what stands in for one is not kept.
std::string_view encode(Builder& builder, const Analysis& analysis);
Analysis decode_analysis(std::string_view bytes);

}  // namespace memfold::storage
