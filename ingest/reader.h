// Mails as they lie in an archive, one after the other, not yet understood.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "memfold/time.h"

namespace memfold::ingest {

/// Where an archive was left, and enough of what stood there to notice that it has changed since.
/// Hashes are hash64 over bytes; a run over a changed archive starts again.
struct ResumePoint {
  std::uint64_t position = 0;    ///< of the next message: a byte offset, or a count of files
  std::uint64_t index = 0;       ///< number of the next message
  std::uint64_t head_bytes = 0;  ///< length and hash of the archive's beginning
  std::uint64_t head_hash = 0;
  std::uint64_t tail_bytes = 0;  ///< length and hash of what stands right before `position`
  std::uint64_t tail_hash = 0;
  bool operator==(const ResumePoint&) const = default;
};

inline constexpr std::size_t kFingerprintBytes = 4096;

/// One mail as stored, or a stretch of the archive that cannot be used.
struct RawMessage {
  std::string bytes;                  ///< mbox quoting undone, no `From ` line; empty when broken
  std::string source;                 ///< the file it is from, as the caller named it
  std::uint64_t offset = 0, end = 0;  ///< bytes of `source` (decompressed) it takes up
  std::uint64_t index = 0;            ///< 0, 1, 2... over the whole input
  std::optional<Time> envelope_date;  ///< of the `From ` line
  std::string broken;                 ///< why it cannot be used; empty when it can
  ResumePoint after;                  ///< how to go on behind it
};

struct ReadOptions {
  /// A longer message is reported as broken and passed over without being held in memory.
  std::uint64_t max_message_bytes = std::uint64_t{64} << 20;
  /// Where to go on; ignored when the archive does not match it.
  std::optional<ResumePoint> resume;
  /// As for open_bytes(): set to true, it ends waiting for a pipe with Interrupted.
  const std::atomic<bool>* stop = nullptr;
};

/// Gives the messages of one input in its own order. Memory is bounded by max_message_bytes, not by
/// the size of the archive. One thread at a time.
class MessageReader {
 public:
  virtual ~MessageReader() = default;

  /// Fills `message`, reusing its memory; false at the end. Damage in the input is reported as a
  /// broken message, never thrown. Throws Interrupted (byte_source.h) alone.
  virtual bool next(RawMessage& message) = 0;

  virtual std::uint64_t bytes_read() const = 0;   ///< as stored, for showing progress
  virtual std::uint64_t bytes_total() const = 0;  ///< as stored; 0 when unknown

  /// Whether ReadOptions::resume fitted and was followed.
  virtual bool resumed() const = 0;
};

}  // namespace memfold::ingest
