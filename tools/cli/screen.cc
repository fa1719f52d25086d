#include "tools/cli/screen.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>

namespace memfold::tools {
namespace {

constexpr std::size_t kLeastWidth = 40;

std::size_t terminal_width() {
  std::size_t width = 80;
  if (const char* columns = std::getenv("COLUMNS")) {
    std::from_chars(columns, columns + std::strlen(columns), width);
  }
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
    winsize size{};
    if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
      width = size.ws_col;
      break;
    }
  }
  return width < kLeastWidth ? kLeastWidth : width;
}

constexpr std::array<std::string_view, 10> kCodes = {"",   "1",  "2",  "4",  "31",
                                                     "32", "33", "34", "35", "36"};

}  // namespace

Surroundings look_around() {
  Surroundings surroundings;
  surroundings.out_is_terminal = isatty(STDOUT_FILENO) == 1;
  surroundings.error_is_terminal = isatty(STDERR_FILENO) == 1;
  surroundings.width = terminal_width();
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  surroundings.no_color = (no_color && *no_color) || (term && std::string_view(term) == "dumb");
  return surroundings;
}

Screen make_screen(bool is_terminal, const Surroundings& surroundings, ColorChoice choice) {
  Screen screen;
  screen.terminal = is_terminal;
  screen.width = surroundings.width;
  screen.color = choice == ColorChoice::Always ||
                 (choice == ColorChoice::Auto && is_terminal && !surroundings.no_color);
  return screen;
}

std::string paint(const Screen& screen, Ink ink, std::string_view text) {
  if (!screen.color || ink == Ink::Plain || text.empty()) return std::string(text);
  return "\x1b[" + std::string(kCodes[std::size_t(ink)]) + "m" + std::string(text) + "\x1b[0m";
}

}  // namespace memfold::tools
