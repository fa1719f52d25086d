#include "storage/past_rot.h"

#include <algorithm>

#include "core/hash.h"

namespace memfold::storage {
namespace {

/// The longest key whose every byte counts; of longer ones the first so many do.
constexpr std::size_t kKeyBytes = 64;
constexpr int kBits = int(kKeyBytes) * 8;

/// A key as a number, the most significant byte first.
class KeyNumber {
 public:
  explicit KeyNumber(std::string_view key) : bytes_(key.substr(0, kKeyBytes)) {
    bytes_.resize(kKeyBytes, '\0');
  }

  /// This plus 2^bit; nothing when no key is as great.
  std::optional<KeyNumber> plus(int bit) const {
    KeyNumber sum = *this;
    unsigned carry = 1u << (bit % 8);
    for (std::size_t at = kKeyBytes - std::size_t(bit / 8); carry > 0; --at) {
      if (at == 0) return std::nullopt;
      carry += static_cast<unsigned char>(sum.bytes_[at - 1]);
      sum.bytes_[at - 1] = static_cast<char>(carry & 0xff);
      carry >>= 8;
    }
    return sum;
  }
  std::string_view view() const { return bytes_; }

 private:
  std::string bytes_;
};

}  // namespace

std::string describe(const Unread& unread) {
  const auto named = [](const std::string& key, const char* none) {
    return key.empty() ? none : "key " + to_hex(key);
  };
  return "column family " + std::string(unread.family) + ": what lies between " +
         named(unread.after, "the beginning") + " and " + named(unread.before, "the end") +
         " cannot be read: " + unread.why;
}

PastRot::PastRot(Begin begin, std::string_view family, Told told)
    : begin_(std::move(begin)), family_(family), told_(std::move(told)), entry_(begin_()) {
  entry_->SeekToFirst();
  settle();
}

void PastRot::next() {
  last_.assign(key());
  entry_->Next();
  settle();
}

void PastRot::settle() {
  if (!entry_->Valid() && !entry_->status().ok()) skip();
  ended_ = !entry_->Valid();
}

bool PastRot::reads_from(std::string_view key) {
  // One that met a bad block takes the block it was in before for bad as well (RocksDB 7.8).
  entry_ = begin_();
  entry_->Seek({key.data(), key.size()});
  return entry_->status().ok();
}

void PastRot::skip() {
  Unread unread{family_, last_, {}, entry_->status().ToString()};
  KeyNumber rotten(last_);
  int bit = 0;
  for (; bit < kBits; ++bit) {
    const auto probe = KeyNumber(last_).plus(bit);
    if (!probe || reads_from(probe->view())) break;
    rotten = *probe;
  }
  while (bit-- > 0) {
    const auto probe = rotten.plus(bit);
    if (probe && !reads_from(probe->view())) rotten = *probe;
  }
  const auto behind = rotten.plus(0);
  if (!behind || !reads_from(behind->view())) return told_(unread);
  if (entry_->Valid()) unread.before.assign(key());
  told_(unread);
}

}  // namespace memfold::storage
