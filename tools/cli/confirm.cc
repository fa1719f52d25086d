#include "tools/cli/confirm.h"

#include <istream>
#include <ostream>

namespace memfold::tools {

bool can_ask(const Context& context) {
  return context.screen.terminal && !context.json;
}

bool confirm(const Context& context, const std::string& question, const std::string& would) {
  if (!can_ask(context)) {
    throw UsageError(would + "; nothing was changed: add --yes to do it");
  }
  context.out << question << "? [y/N] " << std::flush;
  std::string answer;
  std::getline(context.in, answer);
  while (!answer.empty() && (answer.back() == '\r' || answer.back() == ' ')) answer.pop_back();
  return answer == "y" || answer == "Y" || answer == "yes";
}

}  // namespace memfold::tools
