#include "index/word_index.h"

#include <algorithm>
#include <stdexcept>

#include "core/portable_math.h"

namespace memfold::index {
namespace {

constexpr std::uint32_t kRepeatBits = 4, kRepeats = 1u << kRepeatBits;
constexpr std::size_t kLengths = 256;
constexpr std::size_t kMostRows = std::size_t{1} << (32 - kRepeatBits);
/// Changes are sorted in once they are this many, or this share of what is sorted.
constexpr std::size_t kLeastTail = 1 << 14, kTailShare = 16, kDeadShare = 4;

std::uint32_t repeats_of(std::uint32_t posting) {
  return posting & (kRepeats - 1);
}
Ordinal ordinal_of(std::uint32_t posting) {
  return posting >> kRepeatBits;
}

/// Calls take(term, repeats) for each different term.
template <typename Take>
void each_term(std::span<const std::uint64_t> terms, const Take& take) {
  std::vector<std::uint64_t> sorted(terms.begin(), terms.end());
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < sorted.size();) {
    std::size_t end = i;
    while (end < sorted.size() && sorted[end] == sorted[i]) ++end;
    take(sorted[i], std::uint32_t(std::min<std::size_t>(end - i, kRepeats - 1)));
    i = end;
  }
}

template <typename T>
std::size_t bytes_of(const std::vector<T>& values) {
  return values.capacity() * sizeof(T);
}

}  // namespace

std::size_t WordIndex::home(std::uint64_t term) const {
  const std::uint64_t mixed = (term ^ term >> 32) * 0x9e3779b97f4a7c15u;
  return std::size_t(mixed >> 32) & (slots_.size() - 1);
}

const WordIndex::Entry* WordIndex::find(std::uint64_t term) const {
  if (slots_.empty()) return nullptr;
  for (std::size_t i = home(term); slots_[i] != 0; i = (i + 1) & (slots_.size() - 1)) {
    const Entry& entry = entries_[slots_[i] - 1];
    if (entry.term == term) return &entry;
  }
  return nullptr;
}

void WordIndex::grow() {
  constexpr std::size_t kLeastSlots = 64;
  std::size_t count = std::max(kLeastSlots, slots_.size());
  while ((entries_.size() + 1) * 4 > count * 3) count *= 2;
  slots_.assign(count, 0);
  for (std::size_t e = 0; e < entries_.size(); ++e) {
    std::size_t i = home(entries_[e].term);
    while (slots_[i] != 0) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = std::uint32_t(e + 1);
  }
}

std::uint32_t WordIndex::find_or_add(std::uint64_t term) {
  if ((entries_.size() + 1) * 4 > slots_.size() * 3) grow();
  std::size_t i = home(term);
  for (; slots_[i] != 0; i = (i + 1) & (slots_.size() - 1)) {
    if (entries_[slots_[i] - 1].term == term) return slots_[i] - 1;
  }
  entries_.push_back({term});
  slots_[i] = std::uint32_t(entries_.size());
  return slots_[i] - 1;
}

void WordIndex::add(Ordinal ordinal, std::span<const std::uint64_t> terms) {
  if (terms.empty()) return;
  if (ordinal >= kMostRows) throw std::length_error("too many rows for an index of words");
  each_term(terms, [&](std::uint64_t term, std::uint32_t repeats) {
    const std::uint32_t at = find_or_add(term);
    Entry& entry = entries_[at];
    tail_.push_back({ordinal << kRepeatBits | repeats, at, entry.tail});
    entry.tail = std::uint32_t(tail_.size());
    ++entry.live;
  });
  if (lengths_.size() <= ordinal) lengths_.resize(ordinal + 1, 0);
  lengths_[ordinal] = std::uint8_t(std::min(terms.size(), kLengths - 1));
  length_sum_ += lengths_[ordinal];
  ++rows_;
  compact_when_due();
}

WordIndex::Posting* WordIndex::find_posting(const Entry& entry, Ordinal ordinal) {
  for (std::uint32_t at = entry.tail; at != 0; at = tail_[at - 1].next) {
    Posting& posting = tail_[at - 1].posting;
    if (ordinal_of(posting) == ordinal && repeats_of(posting) != 0) return &posting;
  }
  Posting* const begin = base_.data() + entry.begin;
  Posting* const end = begin + entry.count;
  Posting* const found = std::lower_bound(begin, end, Posting(ordinal << kRepeatBits));
  const bool there = found != end && ordinal_of(*found) == ordinal && repeats_of(*found) != 0;
  return there ? found : nullptr;
}

void WordIndex::remove(Ordinal ordinal, std::span<const std::uint64_t> terms) {
  if (ordinal >= lengths_.size() || lengths_[ordinal] == 0) return;
  each_term(terms, [&](std::uint64_t term, std::uint32_t) {
    const Entry* const entry = find(term);
    Posting* const posting = entry == nullptr ? nullptr : find_posting(*entry, ordinal);
    if (posting == nullptr) return;
    *posting = ordinal << kRepeatBits;
    --entries_[std::size_t(entry - entries_.data())].live;
    ++dead_;
  });
  length_sum_ -= lengths_[ordinal];
  lengths_[ordinal] = 0;
  --rows_;
  compact_when_due();
}

void WordIndex::compact_when_due() {
  const bool many_late = tail_.size() > std::max(kLeastTail, base_.size() / kTailShare);
  const bool many_dead = dead_ > std::max(kLeastTail, base_.size() / kDeadShare);
  if (many_late || many_dead) compact();
}

void WordIndex::compact() {
  std::vector<Entry> entries;
  std::vector<Posting> base;
  base.reserve(base_.size() + tail_.size() - dead_);
  for (const Entry& old : entries_) {
    if (old.live == 0) continue;
    Entry& entry = entries.emplace_back(Entry{old.term, std::uint32_t(base.size()), old.live});
    entry.live = old.live;
    for (const Posting posting : std::span(base_).subspan(old.begin, old.count)) {
      if (repeats_of(posting) != 0) base.push_back(posting);
    }
    const auto sorted = std::ptrdiff_t(base.size());
    for (std::uint32_t at = old.tail; at != 0; at = tail_[at - 1].next) {
      if (repeats_of(tail_[at - 1].posting) != 0) base.push_back(tail_[at - 1].posting);
    }
    std::reverse(base.begin() + sorted, base.end());  // a chain leads from new to old
    const auto begin = base.begin() + std::ptrdiff_t(entry.begin);
    if (!std::is_sorted(begin, base.end())) std::sort(begin, base.end());
  }
  base.shrink_to_fit();
  entries.shrink_to_fit();
  entries_ = std::move(entries);
  base_ = std::move(base);
  std::vector<Late>().swap(tail_);  // gives the room back, as clear() does not
  dead_ = 0;
  std::vector<std::uint32_t>().swap(slots_);
  grow();
}

std::size_t WordIndex::frequency(std::uint64_t term) const {
  const Entry* const entry = find(term);
  return entry == nullptr ? 0 : entry->live;
}

double WordIndex::idf(std::size_t rows_with) const {
  const double with = double(rows_with);
  return portable_log(1 + (double(rows_) - with + 0.5) / (with + 0.5));
}

/// What repeats count in a row of a length: [repeats][length].
std::vector<float> WordIndex::repeat_table() const {
  const double mean = rows_ == 0 ? 1 : double(length_sum_) / double(rows_);
  const double k1 = figures_.k1, b = figures_.b;
  std::vector<float> table(kRepeats * kLengths, 0);
  for (std::size_t repeats = 1; repeats < kRepeats; ++repeats) {
    for (std::size_t length = 0; length < kLengths; ++length) {
      const double tf = double(repeats);
      const double share = tf * (k1 + 1) / (tf + k1 * (1 - b + b * double(length) / mean));
      table[repeats * kLengths + length] = float(share);
    }
  }
  return table;
}

std::vector<std::int32_t> WordIndex::score(std::span<const QueryWord> words) const {
  std::vector<std::int32_t> scores(lengths_.size(), 0);
  const std::vector<float> table = repeat_table();
  for (const QueryWord& word : words) {
    const Entry* const entry = find(word.term);
    if (entry == nullptr || entry->live == 0) continue;
    const auto scale = float(word.weight * idf(entry->live) * kScoreScale);
    const auto take = [&](Posting posting) {
      const Ordinal ordinal = ordinal_of(posting);
      const float share = table[repeats_of(posting) * kLengths + lengths_[ordinal]];
      scores[ordinal] += std::int32_t(scale * share);
    };
    for (const Posting posting : std::span(base_).subspan(entry->begin, entry->count)) {
      take(posting);
    }
    for (std::uint32_t at = entry->tail; at != 0; at = tail_[at - 1].next) {
      take(tail_[at - 1].posting);
    }
  }
  return scores;
}

std::size_t WordIndex::memory_bytes() const {
  return sizeof(*this) + bytes_of(entries_) + bytes_of(slots_) + bytes_of(base_) + bytes_of(tail_) +
         bytes_of(lengths_);
}

}  // namespace memfold::index
