#include "storage/codec_vector.h"

#include <gtest/gtest.h>

#include "memfold/error.h"

namespace memfold::storage {
namespace {

TEST(CodecVector, RoundTripsAtAnyDimension) {
  const Id id = derive_id("mina", "1");
  for (const std::size_t dimension : {1u, 2u, 3u, 384u, 4096u}) {
    std::vector<std::int16_t> row(dimension), read(dimension);
    for (std::size_t i = 0; i < dimension; ++i) row[i] = static_cast<std::int16_t>(i * 7919 - 5);
    std::string bytes;
    encode_vector(id, row, bytes);
    EXPECT_EQ(bytes.size(), 17 + 2 * dimension);
    EXPECT_EQ(decode_vector(bytes, read), id);
    EXPECT_EQ(read, row);
  }
}

TEST(CodecVector, BytesAreLittleEndianAfterTagAndId) {
  std::string bytes;
  const std::int16_t row[] = {0x0102, -2};
  encode_vector(Id{}, row, bytes);
  EXPECT_EQ(bytes, std::string("\x01", 1) + std::string(16, '\0') + "\x02\x01\xfe\xff");
}

TEST(CodecVector, RefusesAnotherDimensionOrForm) {
  std::string bytes;
  std::vector<std::int16_t> row(4), longer(5);
  encode_vector(Id{}, row, bytes);
  EXPECT_THROW(decode_vector(bytes, longer), Error);
  EXPECT_THROW(decode_vector(bytes.substr(1), row), Error);
  EXPECT_THROW(decode_vector("", row), Error);
  bytes[0] = 2;
  EXPECT_THROW(decode_vector(bytes, row), Error);
}

TEST(CodecVector, Sequences) {
  for (const std::uint64_t sequence :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 63}) {
    EXPECT_EQ(decode_sequence(encode_sequence(sequence)), sequence);
  }
  EXPECT_EQ(encode_sequence(258), std::string("\0\0\0\0\0\0\1\2", 8));
  EXPECT_THROW(decode_sequence("1234567"), Error);
  EXPECT_THROW(decode_sequence("123456789"), Error);
}

}  // namespace
}  // namespace memfold::storage
