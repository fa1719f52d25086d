// How much memory a run took.
#pragma once

#include <cstdint>

namespace memfold::ingest {

/// The most memory this process has held so far.
std::uint64_t peak_resident_bytes();

}  // namespace memfold::ingest
