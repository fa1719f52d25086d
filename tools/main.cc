#include <unistd.h>

#include <iostream>

#include "tools/application.h"

int main(int argc, char** argv) {
  using namespace memfold::tools;
  std::ios::sync_with_stdio(false);
  Environment environment{std::cin, std::cout, std::cerr, look_around(), {}};
  for (char** variable = environ; *variable; ++variable) {
    const std::string text = *variable;
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) continue;
    environment.variables.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return run_application({argv + 1, argv + argc}, environment);
}
