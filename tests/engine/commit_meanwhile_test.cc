// A long call is committed while it goes on: what was handed over when it fails is there, and is
// not decided about again.
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include "memfold/admin.h"
#include "tests/property/fact_stream.h"

namespace memfold::test {
namespace {

constexpr std::size_t kFacts = 200;

std::vector<Fact> visits() {
  std::vector<Fact> facts;
  for (std::size_t i = 0; i < kFacts; ++i) {
    Fact fact;
    fact.user = "mina";
    fact.content = "The plumber came to house " + std::to_string(i % 50) + " for the time no. " +
                   std::to_string(i / 50);
    fact.source_id = "visit-" + std::to_string(i);
    facts.push_back(std::move(fact));
  }
  return facts;
}

std::string digest_of_a_call(const std::vector<Fact>& facts) {
  const StoreDirectory directory;
  Engine engine = Engine::open(directory.path(), fixed_options());
  engine.fold(facts);
  return engine.admin().digest();
}

TEST(CommitMeanwhile, WhatIsThereWhenACallFailsIsDecidedOnce) {
  const std::vector<Fact> facts = visits();
  const std::string whole = digest_of_a_call(facts);
  for (const int threads : {1, 2}) {
    for (const std::size_t fails_at : {10u, 64u, 150u}) {
      const StoreDirectory directory;
      std::atomic<std::size_t> asked = 0;  // once for each fact, and then for each decision
      bool fails = true;
      EngineOptions options = fixed_options(threads);
      options.clock = [&, clock = options.clock] {
        if (fails && ++asked > kFacts + fails_at) throw std::runtime_error("the clock stopped");
        return clock();
      };
      Engine engine = Engine::open(directory.path(), options);
      EXPECT_ANY_THROW(engine.fold(facts));
      fails = false;
      const std::uint64_t kept = engine.stats("mina").decisions;
      EXPECT_EQ(kept, fails_at / 64 * 64) << "so many at a time are handed over";
      std::size_t known = 0;
      for (const Decision& decision : engine.fold(facts)) known += decision.already_folded;
      EXPECT_EQ(known, kept);
      EXPECT_EQ(engine.stats("mina").decisions, kFacts);
      EXPECT_EQ(engine.admin().digest(), whole) << threads << " threads, " << fails_at;
      EXPECT_TRUE(engine.admin().verify().problems.empty());
    }
  }
}

}  // namespace
}  // namespace memfold::test
