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

double dice(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
  if (a.empty() || b.empty()) return 0;
  const std::size_t common = count_common(a, b);
  return 2.0 * double(common) / double(a.size() + b.size());
}

void FeatureTable::assign(Row& row, const ExactKeys& keys) {
  row.thread = keys.thread;
  row.people = static_cast<std::uint32_t>(keys.people.size());
  row.entities = static_cast<std::uint32_t>(keys.entities.size());
  row.keys = static_cast<std::uint32_t>(keys_.size());
  keys_.append(keys.people);
  keys_.append(keys.entities);
  row.subject = keys.subject.empty() ? 0 : subject_number(keys.subject);
}

std::uint32_t FeatureTable::subject_number(const std::string& subject) {
  const std::uint64_t key = subject_key(subject);
  const auto is_it = [&](std::uint32_t number) { return subjects_[number].key == key; };
  if (const auto known = subject_numbers_.find(key, is_it)) return *known + 1;
  const SubjectShape shape = shape_of(subject);
  subjects_.push_back(
      {key, static_cast<std::uint32_t>(shapes_.size()), static_cast<std::uint32_t>(shape.size())});
  shapes_.append(shape);
  const auto number = static_cast<std::uint32_t>(subjects_.size() - 1);
  subject_numbers_.put(number, is_it, [&](std::uint32_t each) { return subjects_[each].key; });
  return number + 1;
}

void FeatureTable::add(const Id& id, std::uint64_t slot, const ExactKeys& keys) {
  Row row{.id = id, .slot = slot, .thread = 0, .subject = 0, .keys = 0, .people = 0, .entities = 0};
  assign(row, keys);
  rows_.push_back(row);
  ids_.put(
      static_cast<std::uint32_t>(rows_.size() - 1),
      [&](std::uint32_t ordinal) { return rows_[ordinal].id == id; },
      [&](std::uint32_t ordinal) { return IdHash()(rows_[ordinal].id); });
}

void FeatureTable::replace(Ordinal ordinal, const ExactKeys& keys) {
  assign(rows_[ordinal], keys);
}

FeatureTable::View FeatureTable::view(Ordinal ordinal) const {
  const Row& row = rows_[ordinal];
  const Subject subject = row.subject == 0 ? Subject{} : subjects_[row.subject - 1];
  const auto keys = keys_.span(row.keys, std::size_t{row.people} + row.entities);
  return {row.id,
          row.slot,
          row.thread,
          keys.first(row.people),
          keys.subspan(row.people),
          shapes_.span(subject.begin, subject.count),
          subject.key};
}

std::optional<Ordinal> FeatureTable::find(const Id& id) const {
  return ids_.find(IdHash()(id), [&](Ordinal ordinal) { return rows_[ordinal].id == id; });
}

std::optional<Ordinal> FeatureTable::find_slot(std::uint64_t slot) const {
  std::size_t begin = 0, end = rows_.size();
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    if (rows_[middle].slot < slot) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  if (begin == rows_.size() || rows_[begin].slot != slot) return std::nullopt;
  return static_cast<Ordinal>(begin);
}

std::size_t FeatureTable::memory_bytes() const {
  return rows_.memory_bytes() + keys_.memory_bytes() + subjects_.memory_bytes() +
         shapes_.memory_bytes() + ids_.memory_bytes() + subject_numbers_.memory_bytes();
}

std::vector<std::uint64_t> posting_keys(const ExactKeys& keys) {
  std::vector<std::uint64_t> all(keys.entities);
  if (keys.thread != 0) all.push_back(keys.thread);
  if (!keys.subject.empty()) all.push_back(subject_key(keys.subject));
  return all;
}

std::vector<std::uint64_t> posting_keys(const FeatureTable::View& memory) {
  std::vector<std::uint64_t> all(memory.entities.begin(), memory.entities.end());
  if (memory.thread != 0) all.push_back(memory.thread);
  if (memory.subject_key != 0) all.push_back(memory.subject_key);
  return all;
}

}  // namespace memfold
