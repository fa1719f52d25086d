#include "ingest/date_order.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/hash.h"
#include "ingest/byte_source.h"
#include "ingest/folder_reader.h"
#include "ingest/mail_parser.h"
#include "ingest/mbox_reader.h"

namespace memfold::ingest {
namespace {

namespace fs = std::filesystem;

/// How the mails of an archive are found again, one by one.
enum class Found { ByBytes, ByFile, Never };

bool is_plain_file(const std::string& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && !is_compressed(path);
}

/// What cannot be read in any order is Never, and read as it lies.
Found how_found(const Archive& input) {
  switch (input.kind) {
    case ArchiveKind::Mbox:
      return is_plain_file(input.path) ? Found::ByBytes : Found::Never;
    case ArchiveKind::Maildir:
    case ArchiveKind::MailFiles:
      return Found::ByFile;
    case ArchiveKind::Jsonl:
      break;
  }
  return Found::Never;
}

/// Where a mail lies: bytes of an mbox, or [number, number + 1) of a list of files.
struct Place {
  Time date;
  std::uint64_t begin, end;
  std::uint64_t name;  ///< hash of a file's name; 0 in an mbox
};

bool by_date(const Place& a, const Place& b) {
  return a.date < b.date;
}

/// The places of all mails as they lie; nothing when they are too many.
std::vector<Place> places_of(MessageReader& reader, Found found, const StopWhen& stop) {
  std::vector<Place> places;
  RawMessage message;
  Time date{std::numeric_limits<std::int64_t>::min()};
  while (reader.next(message)) {
    stop.check("dating mails");
    if (places.size() == kMaxOrdered) return {};
    date = sent_at(message).value_or(date);  // what has none stays behind what it lies behind
    places.push_back(found == Found::ByFile ? Place{date, message.index, message.index + 1,
                                                    hash64(stable_name(message.source))}
                                            : Place{date, message.offset, message.end, 0});
  }
  return places;
}

/// The bytes of one mail in hand.
class BytesInHand final : public ByteSource {
 public:
  explicit BytesInHand(std::string bytes) : bytes_(std::move(bytes)) {}

  std::size_t read(char* buffer, std::size_t size) override {
    const std::size_t count = bytes_.copy(buffer, size, done_);
    done_ += count;
    return count;
  }
  std::uint64_t stored_bytes_read() const override { return done_; }
  std::uint64_t stored_bytes_total() const override { return bytes_.size(); }

 private:
  std::string bytes_;
  std::size_t done_ = 0;
};

std::uint64_t hash_of(std::span<const Place> places) {
  std::uint64_t hash = 0;
  for (const Place& place : places) {
    const std::uint64_t words[] = {std::uint64_t(place.date.micros), place.begin, place.end,
                                   place.name};
    hash = hash64({reinterpret_cast<const char*>(words), sizeof words}, hash);
  }
  return hash;
}

/// Mails by date. What an archive grew by since it was begun is a stretch of its own behind the
/// first, so that what was read stays read. A resume point holds the ends of its stretch
/// (tail_bytes to head_bytes), the mails of it that are done (position), and a hash of all places
/// up to its end (head_hash).
class PlacesReader : public MessageReader {
 public:
  /// To be called before the first next().
  void start(std::vector<Place> places, const std::optional<ResumePoint>& resume);

  bool next(RawMessage& message) final;
  std::uint64_t bytes_read() const final { return done_; }
  std::uint64_t bytes_total() const final { return 0; }  // whoever asks adds up the inputs
  bool resumed() const final { return resumed_; }

 private:
  struct Stretch {
    std::size_t first, last;  ///< of places_
    std::uint64_t begin, end, hash;
  };
  virtual bool fetch(const Place& place, RawMessage& message) = 0;
  virtual std::uint64_t stored_bytes(const Place& place) const = 0;
  void follow(const ResumePoint& point);
  void add_stretch(std::size_t first, std::size_t last);

  std::vector<Place> places_;
  std::vector<Stretch> stretches_;
  std::size_t next_ = 0;
  std::uint64_t done_ = 0;  ///< stored bytes
  bool resumed_ = false;
};

void PlacesReader::start(std::vector<Place> places, const std::optional<ResumePoint>& resume) {
  places_ = std::move(places);
  if (resume) follow(*resume);
  if (!resumed_) add_stretch(0, places_.size());
  for (const Stretch& stretch : stretches_) {
    std::stable_sort(places_.begin() + std::ptrdiff_t(stretch.first),
                     places_.begin() + std::ptrdiff_t(stretch.last), by_date);
  }
  for (std::size_t i = 0; i < next_; ++i) done_ += stored_bytes(places_[i]);
}

/// Before anything is sorted.
void PlacesReader::add_stretch(std::size_t first, std::size_t last) {
  if (first == last) return;
  stretches_.push_back({first, last, places_[first].begin, places_[last - 1].end,
                        hash_of(std::span(places_).first(last))});
}

void PlacesReader::follow(const ResumePoint& point) {
  const auto index_of = [&](std::uint64_t byte) {
    const auto behind = [&](const Place& place) { return place.begin < byte; };
    return std::size_t(std::partition_point(places_.begin(), places_.end(), behind) -
                       places_.begin());
  };
  const std::size_t first = index_of(point.tail_bytes), last = index_of(point.head_bytes);
  resumed_ = first < last && point.position <= last - first &&
             hash_of(std::span(places_).first(last)) == point.head_hash;
  if (!resumed_) return;
  next_ = first + point.position;
  add_stretch(first, last);
  add_stretch(last, places_.size());
}

bool PlacesReader::next(RawMessage& message) {
  if (next_ >= places_.size()) return false;
  const Place& place = places_[next_];
  message = {};
  if (!fetch(place, message)) message.broken = "gone while it was read";
  message.index = next_++;
  done_ += stored_bytes(place);
  const Stretch& stretch =
      next_ <= stretches_.front().last ? stretches_.front() : stretches_.back();
  message.after = {.position = next_ - stretch.first,
                   .index = next_,
                   .head_bytes = stretch.end,
                   .head_hash = stretch.hash,
                   .tail_bytes = stretch.begin};
  return true;
}

class MboxByDate final : public PlacesReader {
 public:
  MboxByDate(std::string path, const MailReadOptions& options)
      : path_(std::move(path)), options_(options), file_(path_, std::ios::binary) {
    options_.resume.reset();
  }

 private:
  bool fetch(const Place& place, RawMessage& message) override {
    const auto one = read_mbox(std::make_unique<BytesInHand>(bytes_at(place)), path_, options_);
    const bool there = one->next(message);
    message.source = path_;
    message.offset = place.begin;
    message.end = place.end;
    return there;
  }
  std::uint64_t stored_bytes(const Place& place) const override { return place.end - place.begin; }

  /// Of a mail over the limit as much as shows that it is.
  std::string bytes_at(const Place& place) {
    const std::uint64_t most = options_.max_message_bytes + 2 * kFingerprintBytes;
    std::string bytes(std::min(place.end - place.begin, most), '\0');
    file_.clear();
    file_.seekg(std::streamoff(place.begin));
    file_.read(bytes.data(), std::streamsize(bytes.size()));
    bytes.resize(std::size_t(std::max<std::streamsize>(0, file_.gcount())));
    return bytes;
  }

  std::string path_;
  MailReadOptions options_;
  std::ifstream file_;
};

class FilesByDate final : public PlacesReader {
 public:
  FilesByDate(std::vector<std::string> paths, const MailReadOptions& options)
      : paths_(std::move(paths)), options_(options) {
    options_.resume.reset();
  }

 private:
  bool fetch(const Place& place, RawMessage& message) override {
    return place.begin < paths_.size() &&
           read_files({paths_[place.begin]}, options_)->next(message);
  }
  std::uint64_t stored_bytes(const Place& place) const override {
    return place.begin < paths_.size() ? stored_size(paths_[place.begin]) : 0;
  }

  std::vector<std::string> paths_;
  MailReadOptions options_;
};

}  // namespace

std::unique_ptr<MessageReader> open_by_date(const Archive& input, const MailReadOptions& options) {
  auto as_it_lies = open_as_it_lies(input, options);
  const Found found = how_found(input);
  if (as_it_lies->resumed() || found == Found::Never) return as_it_lies;
  std::vector<Place> places = places_of(*as_it_lies, found, options.stop);
  if (std::is_sorted(places.begin(), places.end(), by_date)) return open_as_it_lies(input, options);
  std::unique_ptr<PlacesReader> ordered;
  if (found == Found::ByBytes) {
    ordered = std::make_unique<MboxByDate>(input.path, options);
  } else {
    ordered = std::make_unique<FilesByDate>(files_of(input), options);
  }
  ordered->start(std::move(places), options.resume);
  return ordered;
}

}  // namespace memfold::ingest
