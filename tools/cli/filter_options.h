// The options by which commands choose memories.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "memfold/filter.h"

namespace memfold::tools {

class FilterOptions {
 public:
  void configure(CLI::App& app);

  /// What was given. Throws UsageError.
  MemoryFilter read() const;

  /// The options given that choose memories alone, not what is told of them.
  std::vector<const char*> of_memories_alone() const;

 private:
  MemoryFilter where_;
  std::optional<std::string> category_;
  std::string since_, until_;
  std::vector<std::string> states_;
};

}  // namespace memfold::tools
