// What an archive is, and the reader for it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "memfold/archive.h"

namespace memfold::ingest {

/// A file's name without its ".gz".
std::string_view without_compression(std::string_view name);

/// Tells a kind from the beginning of the (decompressed) content, and from the name where the
/// content leaves it open (an empty file).
ArchiveKind detect_kind(std::string_view file_name, std::string_view head);

/// A reader of mails in the order in which they lie. Throws Error: InvalidArgument for Jsonl,
/// which holds facts, not mails.
std::unique_ptr<MessageReader> open_as_it_lies(const Archive& archive,
                                               const MailReadOptions& options);

/// The files of an archive that is read file by file, in the order in which it is.
std::vector<std::string> files_of(const Archive& archive);

/// Size of all files of an archive as stored; 0 when unknown (standard input, or nothing there).
std::uint64_t stored_bytes(const Archive& archive);

/// Names `path` the same however it was written (absolute, links resolved), for keeping resume
/// points; "-" stays.
std::string canonical_path(const std::string& path);

}  // namespace memfold::ingest
