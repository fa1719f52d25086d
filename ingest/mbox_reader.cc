#include "ingest/mbox_reader.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/hash.h"
#include "ingest/from_line.h"
#include "memfold/error.h"

namespace memfold::ingest {
namespace {

constexpr std::size_t kReadStep = 1 << 20, kLeastStep = 4096;
constexpr std::size_t kLookAhead = 600;  // longer than any From line that is believed
constexpr std::string_view kSeparator = "\nFrom ";

bool equals_ignoring_case(std::string_view text, std::string_view lower) {
  return text.size() == lower.size() &&
         std::equal(text.begin(), text.end(), lower.begin(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; });
}

/// Where the Content-Length of a message says that it ends, counted from the message's start.
std::optional<std::uint64_t> declared_end(std::string_view message) {
  constexpr std::string_view kName = "content-length:";
  std::optional<std::uint64_t> length;
  for (std::size_t at = 0; at < message.size();) {
    const std::size_t line_end = message.find('\n', at);
    if (line_end == std::string_view::npos) return std::nullopt;
    std::string_view line = message.substr(at, line_end - at);
    at = line_end + 1;
    if (line.empty() || line == "\r") {
      return length ? std::optional(at + *length) : std::nullopt;
    }
    if (line.size() > kName.size() && equals_ignoring_case(line.substr(0, kName.size()), kName)) {
      line.remove_prefix(std::min(line.find_first_not_of(" \t", kName.size()), line.size()));
      std::uint64_t value = 0;
      const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), value);
      if (error == std::errc() && end != line.data() && value < (std::uint64_t{1} << 40)) {
        length = value;
      }
    }
  }
  return std::nullopt;
}

/// A single small mail needs no large buffer.
std::size_t step_for(std::uint64_t stored_bytes) {
  if (stored_bytes == 0) return kReadStep;
  return std::size_t(std::clamp<std::uint64_t>(stored_bytes, kLeastStep, kReadStep));
}

class MboxReader final : public MessageReader {
 public:
  MboxReader(std::unique_ptr<ByteSource> source, std::string name, const MailReadOptions& options,
             std::string head, bool resumed)
      : source_(std::move(source)),
        name_(std::move(name)),
        limit_(options.max_message_bytes),
        step_(step_for(source_->stored_bytes_total())),
        head_(std::move(head)),
        resumed_(resumed) {
    if (resumed) {
      base_ = options.resume->position;
      index_ = options.resume->index;
    }
    if (head_.empty() && !resumed) {
      ensure(kFingerprintBytes);
      head_ = rest().substr(0, kFingerprintBytes);
    }
    const auto first = parse_from_line(std::string_view(head_).substr(0, head_.find('\n')));
    patches_ = first && first->format_patch;
  }

  bool next(RawMessage& message) override;
  std::uint64_t bytes_read() const override { return source_->stored_bytes_read(); }
  std::uint64_t bytes_total() const override { return source_->stored_bytes_total(); }
  bool resumed() const override { return resumed_; }

 private:
  std::string_view rest() const { return {buffer_.data() + begin_, end_ - begin_}; }
  bool fill();
  void ensure(std::size_t size) {
    while (rest().size() < size && fill()) {
    }
  }
  void skip_blank_start();
  bool has_whole_line(std::size_t at);
  bool separates(std::size_t at);
  std::optional<std::size_t> end_by_length(std::size_t body, std::size_t candidate);
  std::size_t find_end(std::size_t body);
  void drop(std::size_t count) {
    begin_ += count;
    base_ += count;
  }
  void deliver(RawMessage& message, std::size_t body, std::size_t end);
  void finish(RawMessage& message, std::size_t span_end);

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  std::uint64_t limit_;
  std::size_t step_;
  std::string head_;
  bool resumed_, patches_ = false;

  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  ///< the bytes in hand
  std::uint64_t base_ = 0;           ///< offset in the archive of the first of them
  bool at_end_ = false;
  std::string damage_;  ///< why the bytes ended early, until it is reported
  std::uint64_t index_ = 0;
  std::uint64_t dropped_ = 0;  ///< bytes of the present message given up as too many
  bool by_length_ = false;     ///< the present message was delimited by its Content-Length
};

bool MboxReader::fill() {
  if (at_end_) return false;
  if (begin_ > 0 && buffer_.size() - end_ < step_) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() - end_ < step_) {
    buffer_.resize(std::max(buffer_.size() * 2, 4 * step_));
  }
  try {
    const std::size_t got = source_->read(buffer_.data() + end_, step_);
    end_ += got;
    at_end_ = got == 0;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::Stopped) throw;  // nothing is wrong with it
    damage_ = error.what();
    at_end_ = true;
  }
  return !at_end_;
}

void MboxReader::skip_blank_start() {
  ensure(kLookAhead);
  if (base_ == 0 && rest().starts_with("\xEF\xBB\xBF")) drop(3);
  for (;;) {
    const std::size_t count = std::min(rest().find_first_not_of("\r\n"), rest().size());
    drop(count);
    if (!rest().empty() || !fill()) return;
  }
}

bool MboxReader::has_whole_line(std::size_t at) {
  const std::string_view ahead = rest().substr(at, kLookAhead);
  return ahead.size() == kLookAhead || ahead.find('\n') != std::string_view::npos || at_end_;
}

/// Whether the line at `at` is a separator; its line must be in hand.
bool MboxReader::separates(std::size_t at) {
  const std::string_view line = rest().substr(at, kLookAhead);
  const auto from = parse_from_line(line.substr(0, line.find('\n')));
  // In an archive of mails a commit's From line is part of a mail; one made by git has no others.
  return from && (!from->format_patch || patches_);
}

/// The end the message itself declares, where a separator or the end of the archive is there too.
std::optional<std::size_t> MboxReader::end_by_length(std::size_t body, std::size_t candidate) {
  const auto declared = declared_end(rest().substr(body, candidate - body));
  if (!declared || body + *declared <= candidate || body + *declared > limit_) return std::nullopt;
  std::size_t at = body + *declared;
  ensure(at + kLookAhead);
  if (at > rest().size()) return std::nullopt;
  while (at < rest().size() && at < body + *declared + 4 &&
         (rest()[at] == '\n' || rest()[at] == '\r')) {
    ++at;
  }
  if (at == rest().size() && at_end_) return at;
  if (rest()[at - 1] != '\n' || !separates(at)) return std::nullopt;
  return at;
}

/// The end of the message at the front, counted from it. Bytes of a message over the limit are
/// given up on the way (dropped_), except for the last few.
std::size_t MboxReader::find_end(std::size_t body) {
  bool length_tried = false;
  std::size_t scan = body > 0 ? body - 1 : 0;
  for (;;) {
    const std::string_view text = rest();
    const void* hit = scan < text.size() ? ::memmem(text.data() + scan, text.size() - scan,
                                                    kSeparator.data(), kSeparator.size())
                                         : nullptr;
    if (hit == nullptr) {
      scan = std::max(scan, text.size() - std::min(text.size(), kSeparator.size() - 1));
      if (text.size() > limit_ + kFingerprintBytes) {
        const std::size_t surplus = std::min(text.size() - kFingerprintBytes, scan - 2);
        drop(surplus);
        dropped_ += surplus;
        scan -= surplus;
      }
      if (!fill()) return rest().size();
      continue;
    }
    const auto newline = static_cast<std::size_t>(static_cast<const char*>(hit) - text.data());
    const std::size_t candidate = newline + 1;
    if (!has_whole_line(candidate)) {
      fill();
      scan = newline;
      continue;
    }
    const bool after_blank =
        newline > 0 && (text[newline - 1] == '\n' ||
                        (newline > 1 && text[newline - 1] == '\r' && text[newline - 2] == '\n'));
    scan = candidate;
    if (!after_blank || !separates(candidate)) continue;
    if (!length_tried && dropped_ == 0 && body > 0) {
      length_tried = true;
      if (const auto end = end_by_length(body, candidate)) {
        by_length_ = true;
        return *end;
      }
    }
    return candidate;
  }
}

void MboxReader::finish(RawMessage& message, std::size_t span_end) {
  const std::string_view tail = rest().substr(0, span_end);
  const std::string_view kept = tail.substr(tail.size() - std::min(tail.size(), kFingerprintBytes));
  drop(span_end);
  message.end = base_;
  message.index = index_++;
  ResumePoint& after = message.after;
  after.position = base_;
  after.index = index_;
  after.head_bytes = std::min<std::uint64_t>(head_.size(), base_);
  after.head_hash = hash64(std::string_view(head_).substr(0, after.head_bytes));
  after.tail_bytes = kept.size();
  after.tail_hash = hash64(kept);
}

void MboxReader::deliver(RawMessage& message, std::size_t body, std::size_t end) {
  std::string_view text = rest().substr(body, end - body);
  // The empty line at the end belongs to the archive, not to the message.
  if (text.ends_with("\n\n")) text.remove_suffix(1);
  if (text.ends_with("\n\r\n")) text.remove_suffix(2);
  message.bytes.assign(text);
  if (!by_length_) unquote_from_lines(message.bytes);
}

bool MboxReader::next(RawMessage& message) {
  message.bytes.clear();
  message.source = name_;
  message.broken.clear();
  message.envelope_date.reset();
  dropped_ = 0;
  by_length_ = false;

  skip_blank_start();
  message.offset = base_;
  if (rest().empty()) {
    if (damage_.empty()) return false;
    message.broken = std::exchange(damage_, {});
    finish(message, 0);
    return true;
  }
  const std::size_t line_end = rest().substr(0, kLookAhead).find('\n');
  const auto from = parse_from_line(rest().substr(0, std::min(line_end, kLookAhead)));
  const std::size_t body = !from                                ? 0
                           : line_end == std::string_view::npos ? rest().size()
                                                                : line_end + 1;
  const std::size_t end = find_end(body);
  if (dropped_ + end - std::min(body, end) > limit_) {
    message.broken = "longer than the limit of " + std::to_string(limit_) + " bytes";
  } else if (!from) {
    message.broken = "no From line where a message should start";
  } else if (at_end_ && end == rest().size() && !damage_.empty()) {
    message.broken = std::exchange(damage_, {});
  } else {
    message.envelope_date = from->date;
    deliver(message, body, end);
  }
  finish(message, end);
  return true;
}

/// Moves `source` behind the resume point if what stands before it is what stood there then.
bool follow(ByteSource& source, std::string_view head, const ResumePoint& point) {
  if (point.position == 0 || point.head_bytes > head.size() || point.tail_bytes > point.position ||
      point.tail_bytes > kFingerprintBytes ||
      hash64(head.substr(0, point.head_bytes)) != point.head_hash) {
    return false;
  }
  try {
    if (!source.skip_to(point.position - point.tail_bytes)) return false;
    std::string tail(point.tail_bytes, '\0');
    for (std::size_t filled = 0; filled < tail.size();) {
      const std::size_t got = source.read(tail.data() + filled, tail.size() - filled);
      if (got == 0) return false;
      filled += got;
    }
    return hash64(tail) == point.tail_hash;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::Corruption) throw;
    return false;
  }
}

}  // namespace

std::unique_ptr<MessageReader> read_mbox(std::unique_ptr<ByteSource> source,
                                         const std::string& name, const MailReadOptions& options) {
  return std::make_unique<MboxReader>(std::move(source), name, options, std::string(), false);
}

std::unique_ptr<MessageReader> open_mbox(const std::string& path, const MailReadOptions& options) {
  if (options.resume && !is_stream(path)) {
    std::string head = read_head(path, kFingerprintBytes);
    auto source = open_bytes(path);
    if (follow(*source, head, *options.resume)) {
      return std::make_unique<MboxReader>(std::move(source), path, options, std::move(head), true);
    }
  }
  return read_mbox(open_bytes(path, options.stop), path, options);
}

}  // namespace memfold::ingest
