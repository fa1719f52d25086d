// Random streams of facts that behave like life: threads, statements that change, repeats, late
// arrivals, several users, Korean and English.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "memfold/engine.h"
#include "memfold/models.h"
#include "tests/storage/scratch_directory.h"

namespace memfold::test {

struct StreamOptions {
  int facts = 300;
  int users = 4;
  std::uint64_t seed = 1;
};

std::vector<Fact> random_stream(const StreamOptions& options);

/// Statements about things of their own, half of them Korean: each becomes a memory of mina.
std::vector<Fact> locker_statements(std::size_t first, std::size_t count);

/// Where a test's stores lie.
class StoreDirectory {
 public:
  std::string path(const std::string& name = "store.db") const { return scratch_.path(name); }

 private:
  storage::ScratchDirectory scratch_;
};

/// Options with the built-in models and a clock that stands still.
EngineOptions fixed_options(int threads = 2);

}  // namespace memfold::test
