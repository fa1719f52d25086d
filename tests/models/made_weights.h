// Files of weights made by a test: a few small sections, as training/weights_file.py would write
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "models/weights/weights.h"

namespace memfold::models::test {

/// Sections by name. bytes() is what Weights reads; its checksum is not there.
class MadeWeights {
 public:
  template <typename T>
  void put(const std::string& name, const std::vector<T>& values,
           std::vector<std::uint32_t> shape = {}) {
    if (shape.empty()) shape = {std::uint32_t(values.size())};
    Section& section = sections_[name];
    section = {std::uint32_t(detail::number_type<T>()), shape, {}};
    section.bytes.resize(values.size() * sizeof(T));
    std::memcpy(section.bytes.data(), values.data(), section.bytes.size());
  }

  std::vector<std::byte> bytes() const {
    constexpr std::size_t kHeader = 64, kEntry = 80, kAlignment = 64;
    std::vector<std::byte> file(kHeader + kEntry * sections_.size());
    const auto write = [&](std::size_t at, auto value) {
      std::memcpy(file.data() + at, &value, sizeof value);
    };
    std::size_t entry = kHeader;
    for (const auto& [name, section] : sections_) {
      file.resize((file.size() + kAlignment - 1) / kAlignment * kAlignment);
      std::memcpy(file.data() + entry, name.data(), name.size());
      write(entry + 40, section.type);
      write(entry + 44, std::uint32_t(section.shape.size()));
      for (std::size_t i = 0; i < section.shape.size(); ++i) {
        write(entry + 48 + 4 * i, section.shape[i]);
      }
      write(entry + 64, std::uint64_t(file.size()));
      write(entry + 72, std::uint64_t(section.bytes.size()));
      file.insert(file.end(), section.bytes.begin(), section.bytes.end());
      entry += kEntry;
    }
    std::memcpy(file.data(), "MFWEIGHT", 8);
    write(40, kWeightsFormat);
    write(48, std::uint64_t(file.size()));
    write(56, std::uint32_t(sections_.size()));
    return file;
  }

 private:
  struct Section {
    std::uint32_t type;
    std::vector<std::uint32_t> shape;
    std::vector<std::byte> bytes;
  };
  std::map<std::string, Section> sections_;
};

}  // namespace memfold::models::test
