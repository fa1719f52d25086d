// What was said just before and after: an answer seldom repeats the words of its question.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>

#include "engine/recall/rank.h"

namespace memfold {

class Beside {
 public:
  using Read = std::function<std::optional<Memory>(Ordinal)>;

  /// Borrows both.
  Beside(const Lane& lane, const Read& read) : lane_(lane), read_(read) {}

  /// For memories said up to two before or after one of the best of `ranked` in its session: the
  /// score of the best such one, half of it at a distance of two. What is superseded or gone counts
  /// for no distance: it is not there any more once the lane is loaded anew.
  std::unordered_map<Ordinal, double> of(std::span<const Ranked> ranked);

 private:
  /// Empty for what is in no session or cannot be read; each memory is read once.
  const std::string& session_of(Ordinal ordinal);
  std::optional<Ordinal> next_live(Ordinal ordinal, bool later) const;

  const Lane& lane_;
  const Read& read_;
  std::unordered_map<Ordinal, std::string> sessions_;
};

}  // namespace memfold
