#include "core/text_prints.h"

#include <algorithm>
#include <cstring>

namespace memfold {
namespace {

constexpr int kFilterBits = 20;
/// Many texts begin with the same word: of those that are long enough more is compared first.
constexpr std::size_t kWide = 16, kNarrow = TextPrints::kShortest;

/// Multiplication by odd constants and a fold (the finaliser of MurmurHash3, Appleby 2011). Stored:
/// it never changes.
std::uint64_t mixed(std::uint64_t bits) {
  bits = (bits ^ (bits >> 33)) * 0xff51afd7ed558ccd;
  bits = (bits ^ (bits >> 33)) * 0xc4ceb9fe1a85ec53;
  return bits ^ (bits >> 33);
}

std::uint64_t little_endian(const char* at, std::size_t size) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, at, size);
  return bits;
}

std::uint64_t narrow_beginning(const char* at) {
  return mixed(little_endian(at, kNarrow));
}

std::uint64_t wide_beginning(const char* at) {
  return mixed(mixed(little_endian(at, 8)) + little_endian(at + 8, 8));
}

Sha256::ShortDigest digest_of(std::string_view text) {
  return Sha256().raw(text).finish_short();
}

std::vector<TextPrint> prints_of(std::span<const std::string> texts) {
  std::vector<TextPrint> prints;
  for (const std::string& text : texts) {
    if (text.size() < TextPrints::kShortest) continue;
    prints.push_back(
        {std::uint32_t(text.size()),
         text.size() < kWide ? narrow_beginning(text.data()) : wide_beginning(text.data()),
         digest_of(text)});
  }
  return prints;
}

std::size_t bit_of(std::uint64_t beginning) {
  return std::size_t(beginning >> (64 - kFilterBits));
}

}  // namespace

TextPrints::TextPrints(std::span<const std::string> texts) : TextPrints(prints_of(texts)) {}

TextPrints::TextPrints(std::vector<TextPrint> prints)
    : prints_(std::move(prints)), filter_((std::size_t{1} << kFilterBits) / 64) {
  std::sort(prints_.begin(), prints_.end());
  prints_.erase(std::unique(prints_.begin(), prints_.end()), prints_.end());
  for (std::size_t i = 0; i < prints_.size(); ++i) {
    longest_ = std::max<std::size_t>(longest_, prints_[i].size);
    const std::size_t bit = bit_of(prints_[i].beginning);
    filter_[bit / 64] |= std::uint64_t{1} << (bit % 64);
    by_beginning_[prints_[i].beginning].push_back(i);
  }
}

bool TextPrints::any_at(std::string_view rest, std::uint64_t beginning) const {
  const std::size_t bit = bit_of(beginning);
  if ((filter_[bit / 64] >> (bit % 64) & 1) == 0) return false;
  const auto known = by_beginning_.find(beginning);
  if (known == by_beginning_.end()) return false;
  return std::any_of(known->second.begin(), known->second.end(), [&](std::size_t i) {
    const TextPrint& print = prints_[i];
    return print.size <= rest.size() && digest_of(rest.substr(0, print.size)) == print.whole;
  });
}

bool TextPrints::in(std::string_view bytes) const {
  if (prints_.empty()) return false;
  for (std::size_t at = 0; at + kNarrow <= bytes.size(); ++at) {
    const std::string_view rest = bytes.substr(at);
    if (any_at(rest, narrow_beginning(rest.data()))) return true;
    if (rest.size() >= kWide && any_at(rest, wide_beginning(rest.data()))) return true;
  }
  return false;
}

}  // namespace memfold
