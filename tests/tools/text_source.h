// A text as a source of bytes.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>

#include "ingest/byte_source.h"

namespace memfold::tools {

class TextSource final : public ingest::ByteSource {
 public:
  explicit TextSource(std::string text) : text_(std::move(text)) {}
  std::size_t read(char* buffer, std::size_t size) override {
    const std::size_t count = std::min(size, text_.size() - place_);
    std::memcpy(buffer, text_.data() + place_, count);
    place_ += count;
    return count;
  }
  std::uint64_t stored_bytes_read() const override { return place_; }
  std::uint64_t stored_bytes_total() const override { return text_.size(); }

 private:
  std::string text_;
  std::size_t place_ = 0;
};

}  // namespace memfold::tools
