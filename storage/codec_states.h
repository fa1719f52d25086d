// The states of a decision as bytes: storage/schema/states.fbs. See codec_common.h for the
// contract.
#pragma once

#include "storage/codec_common.h"
#include "storage/records.h"

namespace memfold::storage {

std::string_view encode(Builder& builder, const LogStatesView& states);
LogStates decode_states(std::string_view bytes);

}  // namespace memfold::storage
