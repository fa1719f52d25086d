#include "core/isa.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "memfold/error.h"

namespace memfold {
namespace {

constexpr Isa kIsas[] = {Isa::Plain, Isa::Avx2, Isa::Avx512, Isa::Avx512Vnni};

TEST(InstructionSet, NoNameGivesTheWidestOfTheMachine) {
  for (const Isa widest : kIsas) EXPECT_EQ(isa_named("", widest), widest);
}

TEST(InstructionSet, ANarrowerOneCanBeForcedAndAWiderOneIsRefusedWithWhatThereIs) {
  for (const Isa widest : kIsas) {
    for (const Isa isa : kIsas) {
      if (isa <= widest) {
        EXPECT_EQ(isa_named(name(isa), widest), isa);
        continue;
      }
      try {
        isa_named(name(isa), widest);
        ADD_FAILURE() << name(isa) << " on a machine of " << name(widest);
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Unsupported);
        EXPECT_NE(std::string(error.what()).find("plain"), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find(name(widest)), std::string::npos) << error.what();
      }
    }
    EXPECT_THROW(isa_named("neon-of-another-machine", widest), Error);
  }
}

TEST(InstructionSet, KernelsUpToOneLeaveOutTheWider) {
  static constexpr int kPlain = 0, kWide = 1, kWidest = 2;
  const auto runnable = [](Isa isa) {
    return kernels_up_to<int>(
        isa, {{Isa::Plain, &kPlain}, {Isa::Avx2, &kWide}, {Isa::Avx512Vnni, &kWidest}});
  };
  EXPECT_EQ(runnable(Isa::Plain), (std::vector<const int*>{&kPlain}));
  EXPECT_EQ(runnable(Isa::Avx512), (std::vector<const int*>{&kPlain, &kWide}));
  EXPECT_EQ(runnable(Isa::Avx512Vnni).back(), &kWidest);
}

/// Exit code of a child process with MEMFOLD_ISA = value: 0 when that is what is active.
[[noreturn]] void check_isa_in_child(const std::string& value) {
  setenv("MEMFOLD_ISA", value.c_str(), 1);
  try {
    std::_Exit(name(active_isa()) == value ? 0 : 1);
  } catch (const Error& error) {
    std::_Exit(error.code() == ErrorCode::Unsupported ? 2 : 3);
  }
}

// A process of its own for each: the choice is made once.
TEST(InstructionSetDeathTest, TheEnvironmentForcesOne) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  for (const Isa isa : kIsas) {
    const int expected = isa <= widest_isa() ? 0 : 2;
    EXPECT_EXIT(check_isa_in_child(std::string(name(isa))), testing::ExitedWithCode(expected), "")
        << name(isa);
  }
  EXPECT_EXIT(check_isa_in_child("mmx"), testing::ExitedWithCode(2), "");
}

}  // namespace
}  // namespace memfold
