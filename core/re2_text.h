// Text as RE2 takes it, whose type for it is its own (and Abseil's, from 2023 on).
#pragma once

#include <re2/re2.h>

#include <string_view>

namespace memfold {

inline re2::StringPiece re2_text(std::string_view text) {
  return {text.data(), text.size()};
}

}  // namespace memfold
