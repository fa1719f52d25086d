#include "storage/codec_vector.h"

#include <bit>
#include <cstring>

#include "memfold/error.h"

namespace memfold::storage {
namespace {

constexpr char kFixedPoint16 = 1;  ///< int16, scale 2^14
constexpr std::size_t kHeaderBytes = 1 + sizeof(Id);

}  // namespace

void append_values(std::span<const std::int16_t> values, std::string& out) {
  if constexpr (std::endian::native == std::endian::little) {
    out.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  } else {
    for (const std::int16_t value : values) {
      const auto bits = static_cast<std::uint16_t>(value);
      out.push_back(static_cast<char>(bits & 0xff));
      out.push_back(static_cast<char>(bits >> 8));
    }
  }
}

void read_values(std::string_view bytes, std::span<std::int16_t> values) {
  if constexpr (std::endian::native == std::endian::little) {
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size_bytes());
  } else {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto low = static_cast<unsigned char>(bytes[2 * i]);
      const auto high = static_cast<unsigned char>(bytes[2 * i + 1]);
      values[i] = static_cast<std::int16_t>(low | high << 8);
    }
  }
}

void encode_vector(const Id& id, std::span<const std::int16_t> row, std::string& out) {
  out.assign(1, kFixedPoint16);
  out.append(reinterpret_cast<const char*>(id.bytes.data()), id.bytes.size());
  append_values(row, out);
}

Id decode_vector(std::string_view bytes, std::span<std::int16_t> row) {
  if (bytes.empty() || bytes.front() != kFixedPoint16) {
    throw Error(ErrorCode::Corruption, "the value holds no vector in a known form");
  }
  if (bytes.size() != kHeaderBytes + row.size_bytes()) {
    throw Error(ErrorCode::Corruption,
                "the value holds no vector of " + std::to_string(row.size()) + " dimensions");
  }
  Id id;
  std::memcpy(id.bytes.data(), bytes.data() + 1, id.bytes.size());
  read_values(bytes.substr(kHeaderBytes), row);
  return id;
}

Id decode_vector_id(std::string_view bytes) {
  if (bytes.size() < kHeaderBytes || bytes.front() != kFixedPoint16) {
    throw Error(ErrorCode::Corruption, "the value holds no vector in a known form");
  }
  Id id;
  std::memcpy(id.bytes.data(), bytes.data() + 1, id.bytes.size());
  return id;
}

std::string encode_sequence(std::uint64_t sequence) {
  std::string bytes;
  for (int shift = 56; shift >= 0; shift -= 8)
    bytes.push_back(static_cast<char>(sequence >> shift));
  return bytes;
}

std::uint64_t decode_sequence(std::string_view bytes) {
  if (bytes.size() != 8) {
    throw Error(ErrorCode::Corruption, "the value holds no sequence number");
  }
  std::uint64_t sequence = 0;
  for (const char byte : bytes) sequence = sequence << 8 | static_cast<unsigned char>(byte);
  return sequence;
}

}  // namespace memfold::storage
