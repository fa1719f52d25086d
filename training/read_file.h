// The bytes of a file of weights, for the C++ half of the fits.
#pragma once

#include <cstddef>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "memfold/error.h"

/// All of it. Throws ErrorCode::NotFound where it cannot be opened.
inline std::vector<std::byte> read_file(const char* path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw memfold::Error(memfold::ErrorCode::NotFound, std::string("no file ") + path);
  const std::string all{std::istreambuf_iterator<char>(file), {}};
  const auto* bytes = reinterpret_cast<const std::byte*>(all.data());
  return {bytes, bytes + all.size()};
}
