// A chain told backwards in one call: what it writes grows with the number of facts, not with its
// square, and it ends as told one at a time.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/property/fact_stream.h"

namespace memfold::test {
namespace {

std::vector<Fact> rents_told_backwards(int count) {
  std::vector<Fact> facts;
  for (int i = 0; i < count; ++i) {
    Fact fact;
    fact.user = "mina";
    fact.content = "The rent of the studio is " + std::to_string(900 + i) + " euros a month.";
    fact.subject = fact.thread_id = "rent";
    fact.occurred_at = Time{parse_time("2026-10-01")->micros - i * kMicrosPerDay};
    fact.idempotency_key = "rent-" + std::to_string(i);
    facts.push_back(std::move(fact));
  }
  return facts;
}

struct Told {
  std::uint64_t bytes = 0;  ///< written to the store's write-ahead log
  std::string digest;
  std::size_t versions = 0;
};

Told tell(const std::vector<Fact>& facts, std::size_t a_call) {
  const StoreDirectory directory;
  Engine engine = Engine::open(directory.path(), fixed_options());
  Decision last;
  for (std::size_t at = 0; at < facts.size(); at += a_call) {
    last = engine.fold(std::span(facts).subspan(at, std::min(a_call, facts.size() - at))).back();
  }
  Told told;
  told.versions = engine.history("mina", last.memory_id).size();
  for (const auto& file : std::filesystem::directory_iterator(directory.path())) {
    if (file.path().extension() == ".log") told.bytes += file.file_size();
  }
  told.digest = engine.admin().digest();
  EXPECT_EQ(engine.admin().verify().problems, std::vector<std::string>{});
  return told;
}

TEST(LateArrivals, WriteInProportionToTheirNumber) {
  const Told half = tell(rents_told_backwards(150), 150),
             whole = tell(rents_told_backwards(300), 300);
  ASSERT_EQ(half.versions, 150u) << "not one chain";
  ASSERT_EQ(whole.versions, 300u) << "not one chain";
  EXPECT_LT(double(whole.bytes), 2.4 * double(half.bytes));  // 4 if each rewrote its chain
}

TEST(LateArrivals, P1_ToldInOneCallOrOneAtATimeEndTheSame) {
  const std::vector<Fact> facts = rents_told_backwards(40);
  const Told whole = tell(facts, facts.size());
  EXPECT_EQ(whole.digest, tell(facts, 1).digest);
  EXPECT_EQ(whole.digest, tell(facts, 7).digest);
}

}  // namespace
}  // namespace memfold::test
