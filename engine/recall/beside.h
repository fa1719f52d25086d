// What was said just before and after: an answer seldom repeats the words of its question.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <unordered_map>

#include "engine/recall/rank.h"

namespace memfold {

class Beside {
 public:
  using Read = std::function<std::optional<Memory>(Ordinal)>;

  /// Borrows both.
  Beside(const Lane& lane, const Read& read) : lane_(lane), read_(read) {}

  /// For memories said up to two before or after one of the best of `ranked` in its session: the
  /// score of the best such one, half of it at a distance of two.
  std::unordered_map<Ordinal, double> of(std::span<const Ranked> ranked) const;

 private:
  /// Nothing for what is in no session or cannot be read.
  std::string session_of(Ordinal ordinal) const;

  const Lane& lane_;
  const Read& read_;
};

}  // namespace memfold
