// The one place every value passes through on its way to and from RocksDB. Today it adds a checksum
// that ties the bytes to their key; encryption at rest goes here, with family and key as associated
// data.
#pragma once

#include <string>
#include <string_view>

#include "storage/column_family.h"

namespace memfold::storage {

inline constexpr std::size_t kSealBytes = 4;

/// Appends what is stored for `payload` under `key` to `out`.
void seal(Family family, std::string_view key, std::string_view payload, std::string& out);

/// The payload that was sealed for this family and key. The view points into `stored` or into
/// `scratch` and starts at an address divisible by 8. Throws Error(Corruption) when the bytes are
/// not what was sealed, or were sealed for another key.
std::string_view unseal(Family family, std::string_view key, std::string_view stored,
                        std::string& scratch);

}  // namespace memfold::storage
