#include "tools/cli/fields.h"

#include <algorithm>

#include "tools/cli/text_width.h"

namespace memfold::tools {

void Fields::print(std::ostream& out, const Screen& screen) const {
  std::size_t widest = 0;
  for (const auto& [name, cell] : rows_) widest = std::max(widest, display_width(name));
  const std::size_t indent = widest + 2;
  for (const auto& [name, cell] : rows_) {
    const std::string value = printable(cell.text);
    if (!screen.terminal) {
      out << name << '\t' << paint(screen, cell.ink, value) << '\n';
      continue;
    }
    const std::string padding(indent - display_width(name), ' ');
    const std::size_t room = screen.width > indent + 20 ? screen.width - indent : 20;
    const std::string lines = wrap(value, room, indent);
    out << paint(screen, Ink::Dim, name) << padding << paint(screen, cell.ink, lines) << '\n';
  }
}

}  // namespace memfold::tools
