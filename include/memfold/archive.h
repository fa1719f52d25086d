// Mails as they lie in archives, one after the other, not yet understood: of the library
// memfold::ingest.
//
//   for (const memfold::Archive& archive : memfold::find_archives("takeout")) {
//     const auto reader = memfold::open_mail(archive);
//     for (memfold::RawMessage mail; reader->next(mail);) ...
//   }
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memfold/stop.h"
#include "memfold/time.h"

#pragma GCC visibility push(default)
namespace memfold {

enum class ArchiveKind : std::uint8_t {
  Mbox = 0,
  Maildir,
  MailFiles,  ///< a file with one mail (.eml, .emlx), or a folder of them
  Jsonl,      ///< facts, not mails: for open_facts() (fact_lines.h)
};

/// lower-case name of a kind, for messages.
std::string_view name(ArchiveKind kind);

/// One thing to read, with its own resume point.
struct Archive {
  ArchiveKind kind;
  std::string path;  ///< as given, or found below a folder that was given; "-" is standard input
};

/// The archives behind one path. A file or "-" is one; a Maildir is one; any other folder gives
/// each mbox below it (*.mbox, *.mbox.gz, as Takeout unpacks) and, if it has mail files, itself.
/// A file's kind is told by its content, decompressed, and by its name where that leaves it open.
/// `others` counts files in folders that are nothing we read, when not null. Standard input, and a
/// pipe that is named, is taken for an mbox here; open_mail() looks at what it gives. Throws Error:
/// NotFound, Io.
std::vector<Archive> find_archives(const std::string& path, std::size_t* others = nullptr);

/// Where an archive was left, and enough of what stood there to notice that it has changed since.
/// Hashes are of bytes; a run over a changed archive starts again. Good for the next reading of the
/// same archive in the same order alone.
struct ResumePoint {
  std::uint64_t position = 0;    ///< of the next message: a byte offset, or a count of files
  std::uint64_t index = 0;       ///< number of the next message
  std::uint64_t head_bytes = 0;  ///< length and hash of the archive's beginning
  std::uint64_t head_hash = 0;
  std::uint64_t tail_bytes = 0;  ///< length and hash of what stands right before `position`
  std::uint64_t tail_hash = 0;
  bool operator==(const ResumePoint&) const = default;
};

/// One mail as stored, or a stretch of the archive that cannot be used. As Source::raw of a Source
/// of form Email, `bytes` is what a SourceReader understands (source_reader.h).
struct RawMessage {
  std::string bytes;                  ///< mbox quoting undone, no `From ` line; empty when broken
  std::string source;                 ///< the file it is from, as the caller named it
  std::uint64_t offset = 0, end = 0;  ///< bytes of `source` (decompressed) it takes up
  std::uint64_t index = 0;            ///< 0, 1, 2... over the whole archive
  std::optional<Time> envelope_date;  ///< of the `From ` line
  std::string broken;                 ///< why it cannot be used; empty when it can
  ResumePoint after;                  ///< how to go on behind it
};

struct MailReadOptions {
  /// A longer message is reported as broken and passed over without being held in memory.
  std::uint64_t max_message_bytes = std::uint64_t{64} << 20;
  /// Where to go on; ignored when the archive does not match it.
  std::optional<ResumePoint> resume{};
  StopWhen stop{};  ///< ends, with Error(Stopped), waiting for a pipe, and dating
  /// In the order in which mails were sent, where the archive can be read in any: folders, and mbox
  /// files that are not compressed. All are dated in one pass before the first is given, 32 bytes
  /// each; an archive of more than 8 million is read as it lies. Mails of one date stay in its
  /// order; those without one, and what is broken, stay behind what they lie behind.
  bool by_date = false;
};

/// Gives the messages of one archive. Memory is bounded by max_message_bytes, not by the size of
/// the archive. One thread at a time.
class MessageReader {
 public:
  virtual ~MessageReader() = default;

  /// Fills `message`, reusing its memory; false at the end. Damage in the archive is reported as a
  /// broken message, never thrown. Throws Error(Stopped) alone.
  virtual bool next(RawMessage& message) = 0;

  virtual std::uint64_t bytes_read() const = 0;   ///< as stored, for showing progress
  virtual std::uint64_t bytes_total() const = 0;  ///< as stored; 0 when unknown

  /// Whether MailReadOptions::resume fitted and was followed.
  virtual bool resumed() const = 0;
};

/// A reader of an archive of mails; gzip around a file is undone. Throws Error: InvalidArgument for
/// Jsonl, which holds facts; NotFound; Io; Stopped.
std::unique_ptr<MessageReader> open_mail(const Archive& archive,
                                         const MailReadOptions& options = {});

}  // namespace memfold
#pragma GCC visibility pop
