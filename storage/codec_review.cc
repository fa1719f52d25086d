#include "storage/codec_review.h"

#include "storage/schema/review_generated.h"
#include "storage/table_read.h"
#include "storage/table_write.h"

namespace memfold::storage {

std::string_view encode(Builder& builder, const Review& record) {
  return encode_table<schema::Review>(builder, record, schema::ReviewIdentifier());
}

Review decode_review(std::string_view bytes) {
  return decode_table<Review, schema::Review>(bytes, schema::ReviewIdentifier());
}

}  // namespace memfold::storage
