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

constexpr std::size_t kHeadBytes = 4096;

struct Ending {
  std::string_view text;
  InputKind kind;
};
constexpr std::array<Ending, 5> kEndings = {{{".jsonl", InputKind::Jsonl},
                                             {".ndjson", InputKind::Jsonl},
                                             {".eml", InputKind::MailFiles},
                                             {".emlx", InputKind::MailFiles},
                                             {".mbox", InputKind::Mbox}}};

std::string_view without_compression(std::string_view name) {
  if (name.ends_with(".gz")) name.remove_suffix(3);
  return name;
}

/// "Name: ..." or a folded line: how a mail without a From line begins.
bool starts_like_a_mail(std::string_view head) {
  const std::size_t colon = head.find(':');
  if (colon == 0 || colon == std::string_view::npos || colon > 76) return false;
  return std::all_of(head.begin(), head.begin() + std::ptrdiff_t(colon),
                     [](char c) { return c > 32 && c < 127; });
}

bool is_mbox_name(const fs::path& path) {
  return without_compression(path.filename().string()).ends_with(".mbox");
}

}  // namespace

std::string_view name(InputKind kind) {
  constexpr std::array<std::string_view, 4> kNames = {"mbox", "maildir", "mail_files", "jsonl"};
  return kNames[std::size_t(kind)];
}

InputKind detect_kind(std::string_view file_name, std::string_view head) {
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
  if (head.starts_with('{')) return InputKind::Jsonl;
  if (parse_from_line(head.substr(0, head.find('\n')))) return InputKind::Mbox;
  const std::string_view bare = without_compression(file_name);
  for (const Ending& ending : kEndings) {
    if (bare.ends_with(ending.text)) return ending.kind;
  }
  return starts_like_a_mail(head) ? InputKind::MailFiles : InputKind::Mbox;
}

std::vector<Input> expand_input(const std::string& path, std::size_t* others) {
  if (others != nullptr) *others = 0;
  if (is_stream(path)) return {{InputKind::Mbox, path}};
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    return {{detect_kind(path, read_head(path, kHeadBytes)), path}};
  }
  if (fs::is_directory(fs::path(path) / "cur", error)) return {{InputKind::Maildir, path}};
  std::vector<Input> inputs;
  fs::recursive_directory_iterator entries(path, fs::directory_options::skip_permission_denied,
                                           error);
  if (error) throw Error(ErrorCode::Io, "cannot list " + path + ": " + error.message());
  for (const fs::directory_entry& entry : entries) {
    if (entry.is_regular_file(error) && is_mbox_name(entry.path())) {
      inputs.push_back({InputKind::Mbox, entry.path().string()});
    }
  }
  std::sort(inputs.begin(), inputs.end(),
            [](const Input& a, const Input& b) { return a.path < b.path; });
  std::size_t left_over = 0;
  const bool has_mails = !list_mail_files(path, &left_over).empty();
  if (others != nullptr) *others = left_over - std::min(left_over, inputs.size());
  if (has_mails || inputs.empty()) inputs.push_back({InputKind::MailFiles, path});
  return inputs;
}

std::vector<std::string> files_of(const Input& input) {
  std::error_code error;
  if (input.kind == InputKind::Maildir) return list_maildir(input.path);
  if (fs::is_directory(input.path, error)) return list_mail_files(input.path);
  return {input.path};
}

std::unique_ptr<MessageReader> open_reader(const Input& input, const ReadOptions& options) {
  switch (input.kind) {
    case InputKind::Mbox:
      return open_mbox(input.path, options);
    case InputKind::Maildir:
    case InputKind::MailFiles:
      return read_files(files_of(input), options);
    case InputKind::Jsonl:
      break;
  }
  throw Error(ErrorCode::InvalidArgument,
              input.path + " holds facts (JSONL), not mails: use `memfold fold`");
}

std::uint64_t stored_bytes(const Input& input) {
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
