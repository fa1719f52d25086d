#include "models/weights/word_index.h"

#include <algorithm>
#include <bit>

#include "memfold/error.h"

namespace memfold::models {
namespace {

[[noreturn]] void damaged(const std::string& name, const char* how) {
  throw Error(ErrorCode::Corruption, "weights: " + name + ' ' + how);
}

}  // namespace

Texts::Texts(const Weights& weights, const std::string& name)
    : ends_(weights.rows<std::uint32_t>(name + ".ends")) {
  const auto bytes = weights.rows<std::uint8_t>(name + ".text");
  text_ = {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  const bool whole = std::is_sorted(ends_.begin(), ends_.end()) &&
                     (ends_.empty() ? 0 : ends_.back()) == text_.size();
  if (!whole) damaged(name, "does not end where its text does");
}

std::vector<std::string_view> Texts::all() const {
  std::vector<std::string_view> list;
  for (std::size_t i = 0; i < size(); ++i) list.push_back((*this)[i]);
  return list;
}

WordIndex::WordIndex(const Weights& weights, const std::string& name)
    : words_(weights, name), places_(weights.rows<std::uint32_t>(name + ".places")) {
  std::uint32_t taken = 0, astray = 0;
  const auto count = std::uint32_t(words_.size());
  for (const std::uint32_t place : places_) {  // without branches: no processor foresees them
    taken += std::uint32_t(place != 0);
    astray |= std::uint32_t(place != 0) & std::uint32_t((place & kNumberMask) - 1 >= count);
  }
  if (astray != 0) damaged(name, "has a place that names no word");
  const bool sound =
      std::has_single_bit(places_.size()) && taken == words_.size() && 2 * taken <= places_.size();
  if (!sound) damaged(name, "has a table of places that is none");
}

}  // namespace memfold::models
