// One command of `memfold`: what it is called, its options and what it does.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "tools/cli/context.h"

namespace memfold::tools {

enum ExitCode : int {
  kOk = 0,
  kFailed = 1,
  kUsage = 2,
  kPartly = 3,  ///< some inputs were rejected; the rest was done
};

class Command {
 public:
  struct About {
    std::string name, summary;
    std::string example;  ///< full command lines, one a line
  };

  explicit Command(About about) : about_(std::move(about)) {}
  virtual ~Command() = default;
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  const About& about() const { return about_; }

  /// Adds this command's own options; they bind to the object.
  virtual void configure(CLI::App& app) = 0;

  /// Does it. Throws UsageError or memfold::Error; anything else is a bug.
  virtual ExitCode run(Context& context) = 0;

 private:
  About about_;
};

/// Every command, in the order `memfold --help` lists them.
std::vector<std::unique_ptr<Command>> all_commands();

}  // namespace memfold::tools
