#include "engine/fold/features.h"

#include <algorithm>

#include "core/hash.h"
#include "engine/fold/sorted_sets.h"

namespace memfold {
namespace {

/// Start of the next UTF-8 character after `at`; the text is valid.
std::size_t next_character(std::string_view text, std::size_t at) {
  do {
    ++at;
  } while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80);
  return at;
}

}  // namespace

SubjectShape shape_of(std::string_view subject) {
  SubjectShape shape;
  if (subject.empty()) return shape;
  std::size_t first = 0, second = next_character(subject, 0);
  if (second >= subject.size()) shape.push_back(static_cast<std::uint32_t>(hash64(subject)));
  while (second < subject.size()) {
    const std::size_t end = next_character(subject, second);
    shape.push_back(static_cast<std::uint32_t>(hash64(subject.substr(first, end - first))));
    first = second;
    second = end;
  }
  std::sort(shape.begin(), shape.end());
  shape.erase(std::unique(shape.begin(), shape.end()), shape.end());
  return shape;
}

double dice(const SubjectShape& a, const SubjectShape& b) {
  if (a.empty() || b.empty()) return 0;
  const std::size_t common = count_common(a, b);
  return 2.0 * double(common) / double(a.size() + b.size());
}

void FeatureTable::assign(Row& row, const ExactKeys& keys) {
  const std::size_t count = keys.people.size() + keys.entities.size();
  row.thread = keys.thread;
  row.people = static_cast<std::uint16_t>(keys.people.size());
  row.entities = static_cast<std::uint16_t>(keys.entities.size());
  row.keys = count == 0 ? nullptr : std::make_unique<std::uint64_t[]>(count);
  std::copy(keys.people.begin(), keys.people.end(), row.keys.get());
  std::copy(keys.entities.begin(), keys.entities.end(), row.keys.get() + row.people);
  key_bytes_ += count * sizeof(std::uint64_t);
  row.subject_key = keys.subject.empty() ? 0 : subject_key(keys.subject);
  row.subject = nullptr;
  if (row.subject_key != 0) {
    const auto [entry, added] = subjects_.try_emplace(row.subject_key);
    if (added) {
      entry->second = shape_of(keys.subject);
      subject_bytes_ += sizeof(*entry) + entry->second.capacity() * sizeof(std::uint32_t);
    }
    row.subject = &entry->second;
  }
}

void FeatureTable::add(const Id& id, std::uint64_t slot, const ExactKeys& keys) {
  Row row{.id = id,
          .slot = slot,
          .thread = 0,
          .subject_key = 0,
          .subject = nullptr,
          .keys = nullptr,
          .people = 0,
          .entities = 0};
  assign(row, keys);
  rows_.push_back(std::move(row));
}

void FeatureTable::replace(Ordinal ordinal, const ExactKeys& keys) {
  Row& row = rows_.at(ordinal);
  key_bytes_ -= (std::size_t{row.people} + row.entities) * sizeof(std::uint64_t);
  assign(row, keys);
}

FeatureTable::View FeatureTable::view(Ordinal ordinal) const {
  const Row& row = rows_[ordinal];
  return {row.id,
          row.slot,
          row.thread,
          {row.keys.get(), row.people},
          {row.keys.get() + row.people, row.entities},
          row.subject,
          row.subject_key};
}

std::size_t FeatureTable::memory_bytes() const {
  return rows_.capacity() * sizeof(Row) + key_bytes_ + subject_bytes_;
}

std::vector<std::uint64_t> posting_keys(const ExactKeys& keys) {
  std::vector<std::uint64_t> all(keys.entities);
  if (keys.thread != 0) all.push_back(keys.thread);
  if (!keys.subject.empty()) all.push_back(subject_key(keys.subject));
  return all;
}

}  // namespace memfold
