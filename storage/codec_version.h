// Version records as bytes: storage/schema/version.fbs. See codec_common.h for the contract.
#pragma once

#include "storage/codec_common.h"
#include "storage/records.h"

namespace memfold::storage {

std::string_view encode(Builder& builder, const VersionRecord& version);
VersionRecord decode_version(std::string_view bytes);

}  // namespace memfold::storage
