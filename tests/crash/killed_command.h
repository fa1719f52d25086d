// The built command in a process of its own that may be killed.
#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

namespace memfold::test {

/// Runs the command with output to `log`; kills it after `kill_after` when that is not negative.
/// Returns the exit status, or -1 when it was killed.
inline int run(const std::vector<std::string>& arguments, const std::filesystem::path& log,
               std::chrono::microseconds kill_after = std::chrono::microseconds(-1)) {
  const pid_t child = fork();
  if (child == 0) {
    if (std::freopen(log.c_str(), "w", stdout) == nullptr) _exit(126);
    dup2(fileno(stdout), fileno(stderr));
    std::vector<char*> argv = {const_cast<char*>(MEMFOLD_COMMAND)};
    for (const std::string& argument : arguments)
      argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    execv(MEMFOLD_COMMAND, argv.data());
    _exit(127);
  }
  if (kill_after.count() >= 0) {
    std::this_thread::sleep_for(kill_after);
    kill(child, SIGKILL);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

inline std::string slurp(const std::filesystem::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace memfold::test
