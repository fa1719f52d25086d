// Where bytes come from: a file, standard input, and gzip around either.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "memfold/archive.h"

namespace memfold::ingest {

/// A stream of bytes, decompressed if need be. One owner, one thread at a time.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  /// Fills up to `size` bytes and returns how many; 0 only at the end. Throws Error: Io when the
  /// file system refuses, Corruption when compressed data is damaged or ends early (what was
  /// decoded before has been returned by earlier calls).
  virtual std::size_t read(char* buffer, std::size_t size) = 0;

  /// Bytes of the underlying file taken so far (compressed ones where it is compressed).
  virtual std::uint64_t stored_bytes_read() const = 0;

  /// Size of the underlying file; 0 where it is unknown (a pipe).
  virtual std::uint64_t stored_bytes_total() const = 0;

  /// Goes forward to `offset`, counted in decompressed bytes from the start; to be called before
  /// the first read. Returns false when the stream ends earlier.
  virtual bool skip_to(std::uint64_t offset);
};

/// Opens a file or, for "-", standard input; compressed content is recognised by its magic bytes
/// whatever the name. Where a pipe or terminal has nothing to read, it is waited for until `stop`
/// is asked, which ends in Error(Stopped), here or in read(). Throws Error: NotFound, Io.
std::unique_ptr<ByteSource> open_bytes(const std::string& path, const StopWhen& stop = {});

/// Whether what lies there can be read only once: standard input, a pipe, a terminal.
bool is_stream(const std::string& path);

/// Whether the file begins as gzip data does. Throws as open_bytes does.
bool is_compressed(const std::string& path);

/// The first `size` decompressed bytes of a file, fewer when it is shorter or damaged.
std::string read_head(const std::string& path, std::size_t size);

/// The whole of a file, decompressed, up to `limit` bytes; one byte more than `limit` says that
/// there was more. Throws as open_bytes and read do.
std::string read_all(const std::string& path, std::uint64_t limit);

/// A source that first gives `head` and then the rest of `source`: for looking at a pipe.
std::unique_ptr<ByteSource> prepend(std::string head, std::unique_ptr<ByteSource> source);

}  // namespace memfold::ingest
