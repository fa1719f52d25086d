#include "engine/fold/lane_words.h"

#include "core/hash.h"

namespace memfold {

std::uint64_t term_key(std::string_view term) {
  return hash64(term);
}

void LaneWords::read(std::string_view text, std::vector<std::uint64_t>& keys) const {
  for (const Term& term : tokenizer_->terms(text)) keys.push_back(term_key(term.text));
}

std::vector<std::uint64_t> LaneWords::read_content(const Memory& memory) const {
  std::vector<std::uint64_t> keys;
  read(memory.content, keys);
  return keys;
}

std::vector<std::uint64_t> LaneWords::read_beside(const Memory& memory) const {
  std::vector<std::uint64_t> keys;
  read(memory.subject, keys);
  for (const std::string& person : memory.people) read(person, keys);
  return keys;
}

std::vector<std::uint64_t> LaneWords::read(const Memory& memory) const {
  std::vector<std::uint64_t> keys = read_content(memory);
  const std::vector<std::uint64_t> beside = read_beside(memory);
  keys.insert(keys.end(), beside.begin(), beside.end());
  return keys;
}

}  // namespace memfold
