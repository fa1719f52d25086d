// The lines of a JSONL export: what is around the records, so that no damage goes unseen.
//
//   {"memfold":"export","format":1,...,"check":"1f2e3d4c"}
//   {"type":"memory","data":{...},"check":"0a1b2c3d"}
//   {"type":"end","data":{"records":N,"counts":{...},"sha256":"..."},"check":"..."}
//
// `check` is the lower half of XXH3 over the bytes of the line before `,"check"`, and `sha256` is
// over the bytes of every line before the last, line ends included.
#pragma once

#include <cstdint>
#include <istream>
#include <map>
#include <optional>
#include <ostream>
#include <string>

#include "core/hash.h"
#include "engine/export/json_archive.h"
#include "memfold/error.h"

namespace memfold::exporting {

inline constexpr int kExportFormat = 1;

using Counts = std::map<std::string, std::uint64_t>;

class LineWriter {
 public:
  explicit LineWriter(std::ostream& out) : out_(out) {}

  /// The first line. `header` begins with "memfold" and "format".
  void header(const Json& header) { write(header); }
  void record(const std::string& type, Json data);
  /// The last line. Throws Error(Io) when not everything could be written.
  void end();

  const Counts& counts() const { return counts_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  void write(const Json& line);

  std::ostream& out_;
  Sha256 hash_;
  Counts counts_;
  std::uint64_t bytes_ = 0;
};

struct Line {
  std::string type;
  Json data;
};

class LineReader {
 public:
  explicit LineReader(std::istream& in) : in_(in) {}

  /// The first line. Throws Error: InvalidArgument when this is no export, Mismatch when it is of a
  /// format this memfold does not know.
  Json header();
  /// The next record; nothing behind the last line, which is checked. Throws Error(Corruption)
  /// naming the line when it is damaged, or missing.
  std::optional<Line> next();

  const Counts& counts() const { return counts_; }
  std::uint64_t bytes() const { return bytes_; }

  /// Throws what `error` says about the line that was read last.
  [[noreturn]] void refuse_line(const std::string& error) const;

 private:
  Json parse();
  void check_end(const Json& data, const std::string& sha256) const;

  std::istream& in_;
  Sha256 hash_;
  Counts counts_;
  std::string line_;
  std::uint64_t number_ = 0, bytes_ = 0;
};

}  // namespace memfold::exporting
