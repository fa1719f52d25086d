#include "index/dispatch.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "index/vector_index.h"
#include "memfold/error.h"

namespace memfold::index {
namespace {

TEST(Dispatch, ThePlainKernelsAreEverywhereAndLast) {
  EXPECT_STREQ(available_kernels().back()->name, "plain");
}

TEST(Dispatch, NoNameGivesTheFastest) {
  EXPECT_EQ(&kernels_named(""), available_kernels().front());
}

TEST(Dispatch, EveryAvailableNameGivesItsKernels) {
  for (const Kernels* kernels : available_kernels()) {
    EXPECT_EQ(&kernels_named(kernels->name), kernels);
  }
}

TEST(Dispatch, AnUnknownNameSaysWhatThereIs) {
  try {
    kernels_named("mmx");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Unsupported);
    for (const Kernels* kernels : available_kernels()) {
      EXPECT_NE(std::string(error.what()).find(kernels->name), std::string::npos) << error.what();
    }
  }
}

/// Exit code of a child process with MEMFOLD_ISA = value: 0 when active_isa() is that value.
[[noreturn]] void check_in_child(const std::string& value) {
  setenv("MEMFOLD_ISA", value.c_str(), 1);
  try {
    std::_Exit(active_isa() == value ? 0 : 1);
  } catch (const Error& error) {
    std::_Exit(error.code() == ErrorCode::Unsupported ? 2 : 3);
  }
}

// A process of its own for each: the choice is made once.
TEST(DispatchDeathTest, TheEnvironmentForcesOne) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  for (const Kernels* kernels : available_kernels()) {
    EXPECT_EXIT(check_in_child(kernels->name), testing::ExitedWithCode(0), "");
  }
}

TEST(DispatchDeathTest, AnUnknownNameInTheEnvironmentIsUnsupported) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(check_in_child("neon-of-another-machine"), testing::ExitedWithCode(2), "");
}

}  // namespace
}  // namespace memfold::index
