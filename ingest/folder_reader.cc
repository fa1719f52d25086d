#include "ingest/folder_reader.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

#include "core/hash.h"
#include "ingest/byte_source.h"
#include "ingest/from_line.h"
#include "memfold/error.h"

namespace memfold::ingest {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& folder, const std::error_code& error) {
  throw Error(ErrorCode::Io, "cannot list " + folder + ": " + error.message());
}

std::string_view without_flags(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  std::string_view file = slash == std::string_view::npos ? path : path.substr(slash + 1);
  return file.substr(0, file.find(":2,"));
}

bool is_maildir_file(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return false;
  const std::string_view folder = path.substr(0, slash);
  return folder.ends_with("/cur") || folder.ends_with("/new");
}

bool is_mail_file(const fs::path& path) {
  const std::string name = path.filename().string();
  if (name.empty() || name.front() == '.') return false;
  for (const char* ending : {".eml", ".eml.gz", ".emlx", ".EML"}) {
    if (name.ends_with(ending)) return true;
  }
  return std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

void add_maildir_folder(const fs::path& folder, std::vector<std::string>& paths) {
  for (const char* part : {"cur", "new"}) {
    std::error_code error;
    if (!fs::is_directory(folder / part, error)) continue;
    fs::directory_iterator files(folder / part, error);
    if (error) fail((folder / part).string(), error);
    for (const fs::directory_entry& file : files) {
      if (file.path().filename().string().front() != '.') paths.push_back(file.path().string());
    }
  }
}

class FilesReader final : public MessageReader {
 public:
  FilesReader(std::vector<std::string> paths, const MailReadOptions& options)
      : paths_(std::move(paths)), limit_(options.max_message_bytes) {
    if (options.resume) follow(*options.resume);
  }

  bool next(RawMessage& message) override;
  std::uint64_t bytes_read() const override { return done_; }
  std::uint64_t bytes_total() const override { return 0; }  // would take a look at every file
  bool resumed() const override { return resumed_; }

 private:
  void follow(const ResumePoint& point);
  std::uint64_t name_hash(std::size_t i, std::uint64_t so_far) const {
    return hash64(stable_name(paths_[i]), so_far);
  }

  std::vector<std::string> paths_;
  std::uint64_t limit_;
  std::size_t next_ = 0;
  std::uint64_t done_ = 0;
  std::uint64_t names_ = 0;  ///< chained hash of the names before next_
  std::uint64_t first_index_ = 0;
  bool resumed_ = false;
};

void FilesReader::follow(const ResumePoint& point) {
  if (point.position == 0 || point.position > paths_.size()) return;
  std::uint64_t names = 0;
  for (std::size_t i = 0; i < point.position; ++i) names = name_hash(i, names);
  if (names != point.tail_hash) return;
  resumed_ = true;
  for (std::size_t i = 0; i < point.position; ++i) done_ += stored_size(paths_[i]);
  names_ = names;
  next_ = point.position;
  first_index_ = point.index - point.position;
}

/// Apple's .emlx: a line with the length, the mail, then a property list.
void trim_emlx(std::string& bytes) {
  const std::size_t line_end = bytes.find('\n');
  if (line_end == std::string::npos || line_end > 12) return;
  std::size_t length = 0;
  for (char c : std::string_view(bytes).substr(0, line_end)) {
    if (c >= '0' && c <= '9') length = length * 10 + std::size_t(c - '0');
  }
  if (length == 0 || length > bytes.size() - line_end - 1) return;
  bytes = bytes.substr(line_end + 1, length);
}

void take_envelope(RawMessage& message) {
  const std::size_t line_end = message.bytes.find('\n');
  if (const auto from = parse_from_line(std::string_view(message.bytes).substr(0, line_end))) {
    message.envelope_date = from->date;
    message.bytes.erase(0, line_end == std::string::npos ? line_end : line_end + 1);
  }
}

bool FilesReader::next(RawMessage& message) {
  if (next_ >= paths_.size()) return false;
  const std::string& path = paths_[next_];
  message.bytes.clear();
  message.broken.clear();
  message.envelope_date.reset();
  message.source = path;
  message.offset = 0;
  if (is_stream(path)) {
    message.broken = "no file but a pipe, socket or device: it is left alone";
  } else {
    try {
      message.bytes = read_all(path, limit_);
    } catch (const Error& error) {
      message.broken = error.what();
    }
  }
  message.end = message.bytes.size();
  done_ += stored_size(path);
  if (message.bytes.size() > limit_) {
    message.broken = "longer than the limit of " + std::to_string(limit_) + " bytes";
    message.bytes.clear();
  } else if (message.broken.empty() && message.bytes.empty()) {
    message.broken = "empty file";
  }
  if (path.ends_with(".emlx")) trim_emlx(message.bytes);
  take_envelope(message);
  names_ = name_hash(next_, names_);
  message.index = first_index_ + next_;
  ++next_;
  message.after = {.position = next_, .index = message.index + 1, .tail_hash = names_};
  return true;
}

}  // namespace

std::string_view stable_name(std::string_view path) {
  return is_maildir_file(path) ? without_flags(path) : path;
}

std::uint64_t stored_size(const std::string& path) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  return error ? 0 : size;
}

std::vector<std::string> list_maildir(const std::string& folder) {
  std::vector<std::string> paths;
  add_maildir_folder(folder, paths);
  std::error_code error;
  fs::recursive_directory_iterator entries(folder, fs::directory_options::skip_permission_denied,
                                           error);
  if (error) fail(folder, error);
  for (const fs::directory_entry& entry : entries) {
    const std::string name = entry.path().filename().string();
    if (name == "cur" || name == "new" || name == "tmp") {
      entries.disable_recursion_pending();
    } else if (entry.is_directory(error) && fs::is_directory(entry.path() / "cur", error)) {
      add_maildir_folder(entry.path(), paths);
    }
  }
  std::sort(paths.begin(), paths.end(), [](const std::string& a, const std::string& b) {
    const std::string_view left = without_flags(a), right = without_flags(b);
    return left != right ? left < right : a < b;
  });
  return paths;
}

std::vector<std::string> list_mail_files(const std::string& folder, std::size_t* others) {
  std::vector<std::string> paths;
  std::size_t skipped = 0;
  std::error_code error;
  fs::recursive_directory_iterator entries(folder, fs::directory_options::skip_permission_denied,
                                           error);
  if (error) fail(folder, error);
  for (const fs::directory_entry& entry : entries) {
    if (entry.is_directory(error)) continue;
    if (entry.is_regular_file(error) && is_mail_file(entry.path())) {
      paths.push_back(entry.path().string());
    } else {
      ++skipped;  // pipes, sockets, dangling links as well
    }
  }
  std::sort(paths.begin(), paths.end());
  if (others != nullptr) *others = skipped;
  return paths;
}

std::unique_ptr<MessageReader> read_files(std::vector<std::string> paths,
                                          const MailReadOptions& options) {
  return std::make_unique<FilesReader>(std::move(paths), options);
}

}  // namespace memfold::ingest
