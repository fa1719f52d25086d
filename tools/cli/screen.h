// What an output stream can show: colours, and lines of how many columns.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tools/cli/settings.h"

namespace memfold::tools {

struct Screen {
  bool terminal = false;  ///< someone is looking: tables are aligned and cut to its width
  bool color = false;
  std::size_t width = 80;
};

/// What the environment says about output, read once in main().
struct Surroundings {
  bool out_is_terminal = false, error_is_terminal = false;
  std::size_t width = 80;
  bool no_color = false;  ///< NO_COLOR is set and not empty, or TERM is dumb
};

Surroundings look_around();

/// Colour on `auto` needs a terminal and no NO_COLOR; `always` and `never` have the last word.
Screen make_screen(bool is_terminal, const Surroundings& surroundings, ColorChoice choice);

enum class Ink { Plain, Bold, Dim, Underline, Red, Green, Yellow, Blue, Magenta, Cyan };

/// `text` in this ink, or as it is where the screen shows no colour.
std::string paint(const Screen& screen, Ink ink, std::string_view text);

}  // namespace memfold::tools
