#include "storage/codec_user.h"

#include "storage/schema/user_generated.h"
#include "storage/table_read.h"
#include "storage/table_write.h"

namespace memfold::storage {

std::string_view encode(Builder& builder, const UserRecord& record) {
  return encode_table<schema::UserRecord>(builder, record, schema::UserRecordIdentifier());
}

UserRecord decode_user(std::string_view bytes) {
  return decode_table<UserRecord, schema::UserRecord>(bytes, schema::UserRecordIdentifier());
}

}  // namespace memfold::storage
