#include "engine/fold/lane_words.h"

#include "core/hash.h"

namespace memfold {

std::uint64_t term_key(std::string_view term) {
  return hash64(term);
}

std::vector<std::uint64_t> LaneWords::read(const Memory& memory) const {
  std::vector<std::uint64_t> keys;
  const auto take = [&](std::string_view text) {
    for (const Term& term : tokenizer_->terms(text)) keys.push_back(term_key(term.text));
  };
  take(memory.content);
  take(memory.subject);
  for (const std::string& person : memory.people) take(person);
  return keys;
}

}  // namespace memfold
