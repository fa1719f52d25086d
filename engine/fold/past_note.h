// What a memory says of its past beside what it says now: "meeting at 3 (before: 22 January at 2,
// room 4)". Where an update cannot be written into the text it changes, both stand, the newer
// first.
#pragma once

#include <string>
#include <string_view>

namespace memfold {

struct NotedText {
  std::string_view now;   ///< what is current
  std::string_view past;  ///< what was said before, without its brackets; empty: nothing
};

/// Views into `text`. A text of a host that ends like a note is one.
NotedText split_note(std::string_view text);

/// `now` with `past` behind it in brackets, in Korean where `now` is; of a long past the beginning.
std::string with_note(std::string_view now, std::string_view past);

}  // namespace memfold
