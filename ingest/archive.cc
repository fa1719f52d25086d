#include "memfold/archive.h"

#include <algorithm>
#include <filesystem>

#include "ingest/byte_source.h"
#include "ingest/date_order.h"
#include "ingest/folder_reader.h"
#include "ingest/input.h"
#include "memfold/error.h"

namespace memfold {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHeadBytes = 4096;

bool is_mbox_name(const fs::path& path) {
  return ingest::without_compression(path.filename().string()).ends_with(".mbox");
}

}  // namespace

std::string_view name(ArchiveKind kind) {
  switch (kind) {
    case ArchiveKind::Mbox:
      return "mbox";
    case ArchiveKind::Maildir:
      return "maildir";
    case ArchiveKind::MailFiles:
      return "mail_files";
    case ArchiveKind::Jsonl:
      return "jsonl";
  }
  return "unknown";
}

std::vector<Archive> find_archives(const std::string& path, std::size_t* others) {
  if (others != nullptr) *others = 0;
  if (ingest::is_stream(path)) return {{ArchiveKind::Mbox, path}};
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    return {{ingest::detect_kind(path, ingest::read_head(path, kHeadBytes)), path}};
  }
  if (fs::is_directory(fs::path(path) / "cur", error)) return {{ArchiveKind::Maildir, path}};
  std::vector<Archive> inputs;
  fs::recursive_directory_iterator entries(path, fs::directory_options::skip_permission_denied,
                                           error);
  if (error) throw Error(ErrorCode::Io, "cannot list " + path + ": " + error.message());
  for (const fs::directory_entry& entry : entries) {
    if (entry.is_regular_file(error) && is_mbox_name(entry.path())) {
      inputs.push_back({ArchiveKind::Mbox, entry.path().string()});
    }
  }
  std::sort(inputs.begin(), inputs.end(),
            [](const Archive& a, const Archive& b) { return a.path < b.path; });
  std::size_t left_over = 0;
  const bool has_mails = !ingest::list_mail_files(path, &left_over).empty();
  if (others != nullptr) *others = left_over - std::min(left_over, inputs.size());
  if (has_mails || inputs.empty()) inputs.push_back({ArchiveKind::MailFiles, path});
  return inputs;
}

std::unique_ptr<MessageReader> open_mail(const Archive& archive, const MailReadOptions& options) {
  return options.by_date ? ingest::open_by_date(archive, options)
                         : ingest::open_as_it_lies(archive, options);
}

}  // namespace memfold
