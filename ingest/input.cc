#include "ingest/input.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "ingest/byte_source.h"
#include "ingest/folder_reader.h"
#include "ingest/from_line.h"
#include "ingest/mbox_reader.h"
#include "memfold/error.h"

namespace memfold::ingest {
namespace {

namespace fs = std::filesystem;

struct Ending {
  std::string_view text;
  ArchiveKind kind;
};
constexpr std::array<Ending, 5> kEndings = {{{".jsonl", ArchiveKind::Jsonl},
                                             {".ndjson", ArchiveKind::Jsonl},
                                             {".eml", ArchiveKind::MailFiles},
                                             {".emlx", ArchiveKind::MailFiles},
                                             {".mbox", ArchiveKind::Mbox}}};

/// "Name: ..." or a folded line: how a mail without a From line begins.
bool starts_like_a_mail(std::string_view head) {
  const std::size_t colon = head.find(':');
  if (colon == 0 || colon == std::string_view::npos || colon > 76) return false;
  return std::all_of(head.begin(), head.begin() + std::ptrdiff_t(colon),
                     [](char c) { return c > 32 && c < 127; });
}

}  // namespace

std::string_view without_compression(std::string_view name) {
  if (name.ends_with(".gz")) name.remove_suffix(3);
  return name;
}

ArchiveKind detect_kind(std::string_view file_name, std::string_view head) {
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
  if (head.starts_with('{')) return ArchiveKind::Jsonl;
  if (parse_from_line(head.substr(0, head.find('\n')))) return ArchiveKind::Mbox;
  const std::string_view bare = without_compression(file_name);
  for (const Ending& ending : kEndings) {
    if (bare.ends_with(ending.text)) return ending.kind;
  }
  return starts_like_a_mail(head) ? ArchiveKind::MailFiles : ArchiveKind::Mbox;
}

std::vector<std::string> files_of(const Archive& input) {
  std::error_code error;
  switch (input.kind) {
    case ArchiveKind::Maildir:
      return list_maildir(input.path);
    case ArchiveKind::MailFiles:
      if (fs::is_directory(input.path, error)) return list_mail_files(input.path);
      break;
    case ArchiveKind::Mbox:
    case ArchiveKind::Jsonl:
      break;
  }
  return {input.path};
}

std::unique_ptr<MessageReader> open_as_it_lies(const Archive& input,
                                               const MailReadOptions& options) {
  switch (input.kind) {
    case ArchiveKind::Mbox:
      return open_mbox(input.path, options);
    case ArchiveKind::Maildir:
    case ArchiveKind::MailFiles:
      return read_files(files_of(input), options);
    case ArchiveKind::Jsonl:
      break;
  }
  throw Error(ErrorCode::InvalidArgument, input.path + " holds facts (JSONL), not mails");
}

std::uint64_t stored_bytes(const Archive& input) {
  if (is_stream(input.path)) return 0;
  std::error_code error;
  std::uint64_t total = 0;
  const auto add = [&](const std::string& path) {
    const std::uintmax_t size = fs::file_size(path, error);
    if (!error) total += size;
  };
  const auto paths = files_of(input);
  std::for_each(paths.begin(), paths.end(), add);
  return total;
}

std::string canonical_path(const std::string& path) {
  if (path == "-") return path;
  std::error_code error;
  const fs::path canonical = fs::canonical(path, error);
  return error ? path : canonical.string();
}

}  // namespace memfold::ingest
