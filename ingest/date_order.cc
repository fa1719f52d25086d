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
#include "ingest/header_list.h"
#include "ingest/mail_identity.h"
#include "ingest/mbox_reader.h"

namespace memfold::ingest {
namespace {

namespace fs = std::filesystem;

/// Where a mail lies: bytes of an mbox, or [number, number + 1) of a list of files.
struct Place {
  Time date;
  std::uint64_t begin, end;
};

bool by_date(const Place& a, const Place& b) {
  return a.date < b.date;
}

std::optional<Time> sent_at(const RawMessage& message) {
  if (!message.broken.empty()) return std::nullopt;
  return date_of(HeaderList(message.bytes), message.envelope_date).time;
}

/// The places of all mails as they lie; nothing when they are too many or the stop flag came up.
std::vector<Place> places_of(MessageReader& reader, bool files, const std::atomic<bool>* stop) {
  std::vector<Place> places;
  RawMessage message;
  Time date{std::numeric_limits<std::int64_t>::min()};
  while (reader.next(message)) {
    const bool stopped = stop != nullptr && stop->load(std::memory_order_relaxed);
    if (stopped || places.size() == kMaxOrdered) return {};
    date = sent_at(message).value_or(date);  // what has none stays behind what it lies behind
    places.push_back(files ? Place{date, message.index, message.index + 1}
                           : Place{date, message.offset, message.end});
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
    const std::uint64_t words[] = {std::uint64_t(place.date.micros), place.begin, place.end};
    hash = hash64({reinterpret_cast<const char*>(words), sizeof words}, hash);
  }
  return hash;
}

/// The mails of an mbox by date. What an archive grew by since it was begun is a stretch of its own
/// behind the first, so that what was read stays read. A resume point holds the bytes of its
/// stretch (tail_bytes to head_bytes), the mails of it that are done (position), and a hash of all
/// places up to its end (head_hash).
class PlacesReader final : public MessageReader {
 public:
  PlacesReader(std::string path, std::vector<Place> places, const ReadOptions& options);

  bool next(RawMessage& message) override;
  std::uint64_t bytes_read() const override { return done_; }
  std::uint64_t bytes_total() const override { return total_; }
  bool resumed() const override { return resumed_; }

 private:
  struct Stretch {
    std::size_t first, last;  ///< of places_
    std::uint64_t begin, end, hash;
  };
  void follow(const ResumePoint& point);
  void add_stretch(std::size_t first, std::size_t last);
  std::string bytes_at(const Place& place);

  std::string path_;
  std::vector<Place> places_;
  ReadOptions options_;
  std::ifstream file_;
  std::vector<Stretch> stretches_;
  std::size_t next_ = 0;
  std::uint64_t done_ = 0, total_ = 0;  ///< bytes
  bool resumed_ = false;
};

PlacesReader::PlacesReader(std::string path, std::vector<Place> places, const ReadOptions& options)
    : path_(std::move(path)), places_(std::move(places)), options_(options) {
  file_.open(path_, std::ios::binary);
  total_ = places_.back().end;
  if (options.resume) follow(*options.resume);
  if (!resumed_) add_stretch(0, places_.size());
  for (const Stretch& stretch : stretches_) {
    std::stable_sort(places_.begin() + std::ptrdiff_t(stretch.first),
                     places_.begin() + std::ptrdiff_t(stretch.last), by_date);
  }
  for (std::size_t i = 0; i < next_; ++i) done_ += places_[i].end - places_[i].begin;
  options_.resume.reset();
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

/// Of a mail over the limit as much as shows that it is.
std::string PlacesReader::bytes_at(const Place& place) {
  const std::uint64_t most = options_.max_message_bytes + 2 * kFingerprintBytes;
  std::string bytes(std::min(place.end - place.begin, most), '\0');
  file_.clear();
  file_.seekg(std::streamoff(place.begin));
  file_.read(bytes.data(), std::streamsize(bytes.size()));
  bytes.resize(std::size_t(std::max<std::streamsize>(0, file_.gcount())));
  return bytes;
}

bool PlacesReader::next(RawMessage& message) {
  if (next_ >= places_.size()) return false;
  const Place& place = places_[next_];
  const auto one = read_mbox(std::make_unique<BytesInHand>(bytes_at(place)), path_, options_);
  message = {};
  if (!one->next(message)) message.broken = "gone while it was read";
  message.source = path_;
  message.offset = place.begin;
  message.end = place.end;
  message.index = next_++;
  done_ += place.end - place.begin;
  const Stretch& stretch =
      next_ <= stretches_.front().last ? stretches_.front() : stretches_.back();
  message.after = {.position = next_ - stretch.first,
                   .index = next_,
                   .head_bytes = stretch.end,
                   .head_hash = stretch.hash,
                   .tail_bytes = stretch.begin};
  return true;
}

bool is_plain_mbox(const Input& input) {
  std::error_code error;
  if (input.kind != InputKind::Mbox || !fs::is_regular_file(input.path, error)) return false;
  return !is_compressed(input.path);
}

std::vector<std::string> in_order_of(const std::vector<std::string>& paths,
                                     std::vector<Place> places) {
  std::stable_sort(places.begin(), places.end(), by_date);
  std::vector<std::string> ordered;
  for (const Place& place : places) ordered.push_back(paths[place.begin]);
  return ordered;
}

}  // namespace

std::unique_ptr<MessageReader> open_by_date(const Input& input, const ReadOptions& options,
                                            const std::atomic<bool>* stop) {
  auto as_it_lies = open_reader(input, options);
  const bool files = input.kind != InputKind::Mbox;
  if (as_it_lies->resumed() || !(files || is_plain_mbox(input))) return as_it_lies;
  std::vector<Place> places = places_of(*as_it_lies, files, stop);
  if (std::is_sorted(places.begin(), places.end(), by_date)) return open_reader(input, options);
  if (files) return read_files(in_order_of(files_of(input), std::move(places)), options);
  return std::make_unique<PlacesReader>(input.path, std::move(places), options);
}

}  // namespace memfold::ingest
