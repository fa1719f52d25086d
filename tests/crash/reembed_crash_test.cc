// A re-embedding killed with SIGKILL at random moments: every store it leaves serves all old or all
// new vectors, readers included, and the last run ends in the digest of one that ran undisturbed.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "killed_command.h"
#include "tests/engine/other_embedder.h"
#include "tests/property/fact_stream.h"

namespace memfold::test {
namespace {

namespace fs = std::filesystem;
using Micros = std::chrono::microseconds;

constexpr int kMemories = 20'000;

class ReembedCrash : public testing::Test {
 protected:
  ReembedCrash() {
    EngineOptions options = fixed_options();
    options.models.embedder = std::make_shared<OtherEmbedder>("old@1", 64);
    options.durability = Durability::Relaxed;
    Engine engine = Engine::open(directory_.path(), options);
    std::vector<Fact> facts(kMemories);
    for (int i = 0; i < kMemories; ++i) {
      facts[std::size_t(i)].user = "user" + std::to_string(i % 40);
      facts[std::size_t(i)].content = "Item " + std::to_string(i * 7919) + " of shelf " +
                                      std::to_string(i % 991) + " costs " + std::to_string(i) +
                                      "원, bin " + std::to_string(i * 31 % 1999);
      facts[std::size_t(i)].stated_at = parse_time("2026-01-01");
    }
    DecideOptions apart;  // every fact a memory of its own
    apart.mode = Mode::Fast;
    apart.related_from = 0.97;
    apart.update_from = 0.98;
    apart.duplicate_from = 0.99;
    apart.balanced_from = apart.balanced_below = 0.97;
    engine.fold(facts, {.decide = apart});
    memories_ = engine.stats().memories;
  }

  fs::path log() const { return directory_.path("log"); }
  std::string copy(const std::string& name) const {
    fs::copy(directory_.path(), directory_.path(name), fs::copy_options::recursive);
    return directory_.path(name);
  }
  std::string digest(const std::string& store) const {
    EXPECT_EQ(run({"verify", "--digest", "--db", store}, log()), 0) << slurp(log());
    return slurp(log());
  }

  StoreDirectory directory_;
  std::uint64_t memories_ = 0;
};

TEST_F(ReembedCrash, KilledAnywhereItIsAllOldOrAllNewAndEndsTheSame) {
  ASSERT_GT(memories_, std::uint64_t(kMemories) * 9 / 10);
  const std::string before = digest(directory_.path());
  const std::string undisturbed = copy("undisturbed");
  const auto start = std::chrono::steady_clock::now();
  ASSERT_EQ(run({"reembed", "--db", undisturbed}, log()), 0) << slurp(log());
  const auto whole = std::chrono::duration_cast<Micros>(std::chrono::steady_clock::now() - start);
  const std::string after = digest(undisturbed);
  ASSERT_NE(after, before);

  const char* const wanted_text = std::getenv("MEMFOLD_KILLS");
  const int wanted = wanted_text != nullptr ? std::atoi(wanted_text) : 20;
  std::mt19937 random(std::random_device{}());
  int killed = 0, left_new = 0;
  for (int round = 0; killed < wanted; ++round) {
    ASSERT_LT(round, wanted + 20) << "it ends before it can be killed";
    const std::string store = copy("round-" + std::to_string(round));
    bool switched = false;
    while (true) {
      const Micros kill_after(std::int64_t(random() % std::uint64_t(whole.count())));
      const int status = run({"reembed", "--db", store}, log(), kill_after);
      if (status == 0) break;
      ASSERT_EQ(status, -1) << slurp(log());
      ++killed;
      ASSERT_EQ(run({"verify", "--db", store}, log()), 0) << slurp(log());
      const std::string now = digest(store);
      ASSERT_TRUE(now == after || (now == before && !switched)) << "neither old nor new";
      switched = now == after;
      left_new += switched;
    }
    EXPECT_EQ(digest(store), after);
    fs::remove_all(store);
  }
  std::printf("killed %d times, %d of these after the switch; undisturbed %.1f s\n", killed,
              left_new, double(whole.count()) / 1e6);
}

}  // namespace
}  // namespace memfold::test
