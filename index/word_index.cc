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

}  // namespace

std::optional<std::uint32_t> WordIndex::find(std::uint64_t term) const {
  return numbers_.find(term, [&](std::uint32_t number) { return entries_[number].term == term; });
}

void WordIndex::file(std::uint32_t number) {
  numbers_.put(
      number, [](std::uint32_t) { return false; },
      [&](std::uint32_t each) { return entries_[each].term; });
}

std::uint32_t WordIndex::find_or_add(std::uint64_t term) {
  if (const auto known = find(term)) return *known;
  entries_.push_back({term});
  const auto number = std::uint32_t(entries_.size() - 1);
  file(number);
  return number;
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
  lengths_.grow(std::size_t{ordinal} + 1);
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
  const std::span<Posting> sorted = base_.span(entry.begin, entry.count);
  const auto found =
      std::lower_bound(sorted.begin(), sorted.end(), Posting(ordinal << kRepeatBits));
  const bool there =
      found != sorted.end() && ordinal_of(*found) == ordinal && repeats_of(*found) != 0;
  return there ? &*found : nullptr;
}

void WordIndex::remove(Ordinal ordinal, std::span<const std::uint64_t> terms) {
  if (ordinal >= lengths_.size() || lengths_[ordinal] == 0) return;
  each_term(terms, [&](std::uint64_t term, std::uint32_t) {
    const auto number = find(term);
    Posting* const posting = number ? find_posting(entries_[*number], ordinal) : nullptr;
    if (posting == nullptr) return;
    *posting = ordinal << kRepeatBits;
    --entries_[*number].live;
    ++dead_;
  });
  drop_length(ordinal);
  compact_when_due();
}

void WordIndex::drop_length(Ordinal ordinal) {
  length_sum_ -= lengths_[ordinal];
  lengths_[ordinal] = 0;
  --rows_;
}

void WordIndex::forget(std::span<const Ordinal> ordinals) {
  std::vector<Ordinal> known;
  for (const Ordinal ordinal : ordinals) {
    if (ordinal < lengths_.size() && lengths_[ordinal] != 0) known.push_back(ordinal);
  }
  if (known.empty()) return;
  const auto drop = [&](Posting& posting, Entry& entry) {
    if (repeats_of(posting) == 0) return;
    if (!std::binary_search(known.begin(), known.end(), ordinal_of(posting))) return;
    posting = ordinal_of(posting) << kRepeatBits;
    --entry.live;
    ++dead_;
  };
  for (std::size_t e = 0; e < entries_.size(); ++e) {
    Entry& entry = entries_[e];
    for (Posting& posting : base_.span(entry.begin, entry.count)) drop(posting, entry);
    for (std::uint32_t at = entry.tail; at != 0; at = tail_[at - 1].next) {
      drop(tail_[at - 1].posting, entry);
    }
  }
  for (const Ordinal ordinal : known) drop_length(ordinal);
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
  for (std::size_t e = 0; e < entries_.size(); ++e) {
    const Entry& old = entries_[e];
    if (old.live == 0) continue;
    Entry& entry = entries.emplace_back(Entry{old.term, std::uint32_t(base.size()), old.live});
    entry.live = old.live;
    for (const Posting posting : base_.span(old.begin, old.count)) {
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
  entries_ = Flat(std::move(entries));
  base_ = Flat(std::move(base));
  tail_ = {};
  dead_ = 0;
  numbers_.clear(entries_.size());
  for (std::size_t e = 0; e < entries_.size(); ++e) file(std::uint32_t(e));
}

std::size_t WordIndex::frequency(std::uint64_t term) const {
  const auto number = find(term);
  return number ? entries_[*number].live : 0;
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
    const auto number = find(word.term);
    if (!number || entries_[*number].live == 0) continue;
    const Entry& entry = entries_[*number];
    const auto scale = float(word.weight * idf(entry.live) * kScoreScale);
    const auto take = [&](Posting posting) {
      const Ordinal ordinal = ordinal_of(posting);
      const float share = table[repeats_of(posting) * kLengths + lengths_[ordinal]];
      scores[ordinal] += std::int32_t(scale * share);
    };
    for (const Posting posting : base_.span(entry.begin, entry.count)) take(posting);
    for (std::uint32_t at = entry.tail; at != 0; at = tail_[at - 1].next) {
      take(tail_[at - 1].posting);
    }
  }
  return scores;
}

std::size_t WordIndex::memory_bytes() const {
  return sizeof(*this) + entries_.memory_bytes() + numbers_.memory_bytes() + base_.memory_bytes() +
         tail_.memory_bytes() + lengths_.memory_bytes();
}

}  // namespace memfold::index
