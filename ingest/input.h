// What an input path is, and the reader for it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/reader.h"

namespace memfold::ingest {

enum class InputKind : std::uint8_t { Mbox, Maildir, MailFiles, Jsonl };

/// lower-case name of a kind, for messages.
std::string_view name(InputKind kind);

/// One thing to read, with its own resume point.
struct Input {
  InputKind kind;
  std::string path;  ///< as given, or found below a folder that was given; "-" is standard input
};

/// Tells a kind from the beginning of the (decompressed) content, and from the name where the
/// content leaves it open (an empty file).
InputKind detect_kind(std::string_view file_name, std::string_view head);

/// The inputs behind one path. A file or "-" is one; a Maildir is one; any other folder gives each
/// mbox below it (*.mbox, *.mbox.gz, as Takeout unpacks) and, if it has mail files, itself.
/// `others` counts files in folders that are nothing we read, when not null. Standard input, and a
/// pipe that is named, is taken for an mbox here; open_reader looks at what it gives. Throws Error:
/// NotFound, Io.
std::vector<Input> expand_input(const std::string& path, std::size_t* others = nullptr);

/// A reader for mails. Throws Error: InvalidArgument for Jsonl, which holds facts, not mails.
std::unique_ptr<MessageReader> open_reader(const Input& input, const ReadOptions& options);

/// The files of an input that is read file by file, in the order in which it is.
std::vector<std::string> files_of(const Input& input);

/// Size of all files of an input as stored; 0 when unknown (standard input, or nothing there).
std::uint64_t stored_bytes(const Input& input);

/// Names `path` the same however it was written (absolute, links resolved), for keeping resume
/// points; "-" stays.
std::string canonical_path(const std::string& path);

}  // namespace memfold::ingest
