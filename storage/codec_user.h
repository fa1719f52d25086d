// User records as bytes: storage/schema/user.fbs. See codec_common.h for the contract.
#pragma once

#include "storage/codec_common.h"
#include "storage/records.h"

namespace memfold::storage {

std::string_view encode(Builder& builder, const UserRecord& user);
UserRecord decode_user(std::string_view bytes);

}  // namespace memfold::storage
