// Vectors and sequences as bytes, without FlatBuffers: format tag, id, then the row as
// little-endian int16.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "memfold/id.h"

namespace memfold::storage {

/// Appends values as little-endian int16, and reads as many as `values` holds from twice as many
/// bytes.
void append_values(std::span<const std::int16_t> values, std::string& out);
void read_values(std::string_view bytes, std::span<std::int16_t> values);

/// Replaces `out` by the bytes of a vector.
void encode_vector(const Id& id, std::span<const std::int16_t> row, std::string& out);

/// Reads a vector of row.size() values into `row` and returns its id. Throws Error(Corruption) when
/// the bytes are no vector of that dimension.
Id decode_vector(std::string_view bytes, std::span<std::int16_t> row);

/// The id of a vector of any dimension. Throws Error(Corruption).
Id decode_vector_id(std::string_view bytes);

/// A log sequence as 8 bytes, most significant first.
std::string encode_sequence(std::uint64_t sequence);
/// Throws Error(Corruption) when there are not 8 bytes.
std::uint64_t decode_sequence(std::string_view bytes);

}  // namespace memfold::storage
