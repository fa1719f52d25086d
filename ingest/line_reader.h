// Lines of a stream with their place in it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/byte_source.h"

namespace memfold::ingest {

struct Line {
  std::string_view text;     ///< without its end; valid until the next call of next()
  std::uint64_t number = 0;  ///< 1, 2, 3...
  std::uint64_t offset = 0;  ///< of its first byte
  bool too_long = false;     ///< over the limit: text holds only its beginning
  std::string damage;        ///< why the stream ends here though it should not; text is empty
};

/// Splits a stream into lines (LF or CRLF; the last one may lack its end). Holds at most the
/// longest allowed line and a buffer. One thread at a time.
class LineReader {
 public:
  LineReader(std::unique_ptr<ByteSource> source, std::size_t max_line_bytes);

  /// False at the end. A line over the limit comes once, cut, and its rest is passed over.
  bool next(Line& line);

  const ByteSource& source() const { return *source_; }

 private:
  bool fill(std::string& damage);

  std::unique_ptr<ByteSource> source_;
  std::size_t limit_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;
  std::uint64_t number_ = 0, offset_ = 0;
  bool at_end_ = false;
};

}  // namespace memfold::ingest
