// Facts as JSON lines.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "ingest/byte_source.h"
#include "memfold/fact.h"

namespace memfold::ingest {

/// A line that is no fact, and why.
struct Rejected {
  std::string source;
  std::uint64_t line = 0;    ///< 1, 2, 3...
  std::uint64_t offset = 0;  ///< of its first byte
  std::string reason;        ///< names the key or the place in the line; never holds content
};

/// A key no fact has. Its lines are read all the same.
struct UnknownKey {
  std::uint64_t count = 0;
  std::uint64_t first_line = 0;
  std::string nearest;  ///< the known key most like it; empty when none is
};

struct FactReadOptions {
  std::string default_user;                               ///< for lines without a user
  SourceType default_source_type = SourceType::Realtime;  ///< for lines without a source_type
  std::string default_session = {};                       ///< for lines without a session_id
  std::size_t max_line_bytes = std::size_t{1} << 20;      ///< a longer line is rejected
};

/// Reads one JSON object a line, whose keys are the fields of Fact (core/fields/fact.h). null
/// counts as absent; empty lines are passed over. A wrong type, a missing user or content, a time,
/// a name or a number out of range, invalid UTF-8 or a line over the limit reject the line and
/// nothing else. One thread at a time; memory is bounded by the longest line.
class FactReader {
 public:
  /// `name` is what Rejected says as its source.
  FactReader(std::unique_ptr<ByteSource> source, std::string name, FactReadOptions options);
  ~FactReader();
  FactReader(FactReader&&) noexcept;
  FactReader& operator=(FactReader&&) noexcept;

  /// The next line's outcome; false at the end.
  bool next(std::variant<Fact, Rejected>& outcome);

  std::uint64_t line() const;    ///< of the last outcome
  std::uint64_t offset() const;  ///< of the last outcome
  const std::map<std::string, UnknownKey, std::less<>>& unknown_keys() const;
  std::uint64_t bytes_read() const;   ///< as stored
  std::uint64_t bytes_total() const;  ///< as stored; 0 when unknown

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// One fact from one JSON object without a reader around it, e.g. from a command line; or what is
/// wrong with it. Here an unknown key is an error.
std::variant<Fact, std::string> parse_fact(std::string_view json,
                                           std::string_view default_user = {});

}  // namespace memfold::ingest
