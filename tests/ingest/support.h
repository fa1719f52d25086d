// What the ingest tests share: files in a folder of their own, mails written in place.
#pragma once

#include <gtest/gtest.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/byte_source.h"
#include "ingest/mail_parser.h"
#include "memfold/archive.h"
#include "tests/storage/scratch_directory.h"

namespace memfold::ingest::testing {

/// A folder that is gone after the test.
class Folder {
 public:
  std::string path(std::string_view name = {}) const { return (path_ / name).string(); }
  std::string write(std::string_view name, std::string_view bytes) const {
    const std::filesystem::path file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << bytes;
    return file.string();
  }

 private:
  const storage::ScratchDirectory scratch_;
  const std::filesystem::path path_ = scratch_.path("");
};

inline std::string gzip(std::string_view bytes) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(compressBound(bytes.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(out.size() - stream.avail_out);
  deflateEnd(&stream);
  return out;
}

inline std::vector<RawMessage> read_everything(MessageReader& reader) {
  std::vector<RawMessage> messages;
  RawMessage message;
  while (reader.next(message)) messages.push_back(message);
  return messages;
}

/// A source over bytes in memory that gives at most `step` of them at a time.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string bytes, std::size_t step = 1 << 20)
      : bytes_(std::move(bytes)), step_(step) {}
  std::size_t read(char* buffer, std::size_t size) override {
    const std::size_t count = std::min({size, step_, bytes_.size() - at_});
    bytes_.copy(buffer, count, at_);
    at_ += count;
    return count;
  }
  std::uint64_t stored_bytes_read() const override { return at_; }
  std::uint64_t stored_bytes_total() const override { return bytes_.size(); }

 private:
  std::string bytes_;
  std::size_t step_, at_ = 0;
};

inline ParsedMail parse(std::string_view bytes, const MimeLimits& limits = {}) {
  RawMessage raw;
  raw.bytes = bytes;
  return parse_mail(raw, limits);
}

inline Message parsed(std::string_view bytes) {
  ParsedMail mail = parse(bytes);
  EXPECT_EQ(mail.broken, "");
  return std::move(mail.message);
}

}  // namespace memfold::ingest::testing
