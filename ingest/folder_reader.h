// Mails that are files of their own: .eml files, folders of them, MH and Maildir folders.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "memfold/archive.h"

namespace memfold::ingest {

/// The mails of a Maildir: cur/ and new/ of the folder and of its subfolders (".Sent"), ordered by
/// file name without flags, which is the order of delivery. Throws Error(Io) when unreadable.
std::vector<std::string> list_maildir(const std::string& folder);

/// The mail files below a folder, recursive, ordered by path: *.eml, *.eml.gz, *.emlx, and MH's
/// numbered files. `others` counts the files that are none, when not null. Symbolic links to
/// folders are not followed.
std::vector<std::string> list_mail_files(const std::string& folder, std::size_t* others = nullptr);

/// "…/cur/1700000000.x:2,S" -> "1700000000.x", a Maildir file's name without what changes when it
/// is read or flagged; any other path as it is.
std::string_view stable_name(std::string_view path);

/// Bytes of the file; 0 when it is not there.
std::uint64_t stored_size(const std::string& path);

/// Reads each file as one message, in the order given. A file that cannot be read is reported as a
/// broken message. Resuming counts files and hashes their names (without Maildir flags).
std::unique_ptr<MessageReader> read_files(std::vector<std::string> paths,
                                          const MailReadOptions& options);

}  // namespace memfold::ingest
