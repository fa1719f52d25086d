#include <unistd.h>

#include <iostream>

#include "tools/cli/application.h"
#include "tools/cli/output_buffer.h"

int main(int argc, char** argv) {
  using namespace memfold::tools;
  std::ios::sync_with_stdio(false);
  OutputBuffer buffer(STDOUT_FILENO);
  std::ostream out(&buffer);
  Environment environment{std::cin, out, std::cerr, look_around(), {}};
  environment.out_error = [&] { return buffer.error(); };
  for (char** variable = environ; *variable; ++variable) {
    const std::string text = *variable;
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) continue;
    environment.variables.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return run_application({argv + 1, argv + argc}, environment);
}
