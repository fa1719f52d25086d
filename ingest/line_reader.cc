#include "ingest/line_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "memfold/error.h"

namespace memfold::ingest {
namespace {
constexpr std::size_t kLineStep = 256 * 1024;
constexpr std::size_t kShownOfLongLine = 256;
}  // namespace

LineReader::LineReader(std::unique_ptr<ByteSource> source, std::size_t max_line_bytes)
    : source_(std::move(source)), limit_(std::max<std::size_t>(max_line_bytes, kShownOfLongLine)) {}

bool LineReader::fill(std::string& damage) {
  if (at_end_) return false;
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() < end_ + kLineStep) {
    buffer_.resize(std::max(buffer_.size() * 2, end_ + 2 * kLineStep));
  }
  try {
    const std::size_t got = source_->read(buffer_.data() + end_, kLineStep);
    end_ += got;
    at_end_ = got == 0;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::Stopped) throw;  // nothing is wrong with it
    damage = error.what();
    at_end_ = true;
  }
  return !at_end_;
}

bool LineReader::next(Line& line) {
  line = {};
  std::size_t scanned = 0, dropped = 0;
  std::string damage;
  for (;;) {
    const char* const start = buffer_.data() + begin_;
    const std::size_t size = end_ - begin_;
    const auto* newline =
        size > scanned
            ? static_cast<const char*>(std::memchr(start + scanned, '\n', size - scanned))
            : nullptr;
    if (newline == nullptr) {
      scanned = size;
      if (size > limit_ + kLineStep) {  // keep the beginning, to show which line it was
        dropped += size - kShownOfLongLine;
        end_ = begin_ + kShownOfLongLine;
        scanned = kShownOfLongLine;
      }
      if (fill(damage)) continue;
      if (end_ == begin_ && damage.empty()) return false;
    }
    const char* const text = buffer_.data() + begin_;
    const std::size_t length =
        newline != nullptr ? std::size_t(newline - text) : std::size_t(end_ - begin_);
    const std::size_t taken = length + (newline != nullptr ? 1 : 0);
    line.number = ++number_;
    line.offset = offset_;
    line.too_long = dropped + length > limit_;
    line.text = {text, line.too_long ? std::min(length, kShownOfLongLine) : length};
    if (line.text.ends_with('\r')) line.text.remove_suffix(1);
    if (!damage.empty()) {
      line.damage = std::move(damage);
      line.text = {};
    }
    begin_ += taken;
    offset_ += dropped + taken;
    return true;
  }
}

}  // namespace memfold::ingest
