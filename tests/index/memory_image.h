// An image (index/image.h) that lies in memory instead of a file.
#pragma once

#include <cstddef>
#include <vector>

#include "index/image.h"

namespace memfold::index {

class MemoryImage final : public ImageSink {
 public:
  void part(std::initializer_list<std::span<const std::byte>> pieces) override {
    parts_.emplace_back();
    for (const auto piece : pieces) parts_.back().bytes.insert_range(piece);
  }
  void bulk(const std::function<void(const Take&)>& write) override {
    parts_.emplace_back();
    Part& made = parts_.back();
    write([&](std::span<const std::byte> piece) { made.bytes.insert_range(piece); });
    const std::span<const std::byte> all(made.bytes.data(), made.bytes.size());
    for (std::size_t at = 0; at < all.size(); at += VerifiedBytes::kBlockBytes) {
      made.digests.push_back(VerifiedBytes::digest(
          all.subspan(at, std::min(VerifiedBytes::kBlockBytes, all.size() - at))));
    }
  }

  /// As kernels want packed blocks.
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  struct Bytes {
    std::vector<Line> lines;
    std::size_t count = 0;
    std::byte* data() { return reinterpret_cast<std::byte*>(lines.data()); }
    std::size_t size() const { return count; }
    void insert_range(std::span<const std::byte> piece) {
      lines.resize((count + piece.size() + sizeof(Line) - 1) / sizeof(Line));
      std::copy(piece.begin(), piece.end(), data() + count);
      count += piece.size();
    }
  };
  struct Part {
    Bytes bytes;
    std::vector<std::uint64_t> digests;
  };
  std::vector<Part>& parts() { return parts_; }

  /// Reads the parts where they lie.
  class Source final : public ImageSource {
   public:
    explicit Source(MemoryImage& image) : image_(image) {}
    std::span<std::byte> part() override {
      Bytes& bytes = next().bytes;
      return {bytes.data(), bytes.size()};
    }
    VerifiedBytes bulk() override {
      Part& part = next();
      return VerifiedBytes({part.bytes.data(), part.bytes.size()}, part.digests);
    }

   private:
    Part& next() { return image_.parts_.at(next_++); }
    MemoryImage& image_;
    std::size_t next_ = 0;
  };

 private:
  std::vector<Part> parts_;
};

}  // namespace memfold::index
