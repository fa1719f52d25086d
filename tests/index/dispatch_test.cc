#include "index/dispatch.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace memfold::index {
namespace {

TEST(Dispatch, ThePlainKernelsAreEverywhereAndFirst) {
  EXPECT_STREQ(available_kernels().front()->name, "plain");
}

/// Exit code of a child process with MEMFOLD_ISA = value: 0 when those kernels are in use.
[[noreturn]] void check_kernels_in_child(const std::string& value) {
  setenv("MEMFOLD_ISA", value.c_str(), 1);
  std::_Exit(active_kernels().name == value ? 0 : 1);
}

// A process of its own for each: the choice is made once.
TEST(DispatchDeathTest, TheEnvironmentForcesAnyThisMachineHas) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  for (const Kernels* kernels : available_kernels()) {
    EXPECT_EXIT(check_kernels_in_child(kernels->name), testing::ExitedWithCode(0), "");
  }
}

}  // namespace
}  // namespace memfold::index
