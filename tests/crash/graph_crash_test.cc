// Work on sources and maintenance killed with SIGKILL at random moments and taken up again: every
// store left behind is sound, and the last one has the digest of one that ran undisturbed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <random>

#include "killed_command.h"
#include "tests/engine/graph/scripted_models.h"

namespace memfold::test {
namespace {

namespace fs = std::filesystem;
using Micros = std::chrono::microseconds;

constexpr int kUsers = 6, kSources = 60;  // each

EngineOptions options_on(double number) {
  EngineOptions options;
  options.models = builtin_models();
  options.models.source_reader = std::make_shared<ScriptedReader>();
  options.models.extractor = std::make_shared<ScriptedExtractor>();
  options.models.summarizer = std::make_shared<RepeatingSummarizer>();
  options.clock = fixed_clock(day(number));
  options.threads = 2;
  // So few that a run taken up again would do more than one that ran through.
  options.graph.storylines_a_night = 2;
  options.graph.refreshed_a_night = 2;
  options.graph.distilled_a_week = 3;
  return options;
}

/// What is killed: `work` or `maintain`, and the day it is done on.
struct Phase {
  const char* what;
  int day;
  Micros takes{};
};

std::string text_of(int number) {
  const std::string n = std::to_string(number), thing = std::to_string(number / 8);
  return "fact The budget of project " + thing + " is " + std::to_string(1000 + number * 7) +
         " USD.\nfact " + n + "번 보고서는 5월 " + std::to_string(1 + number % 28) +
         "일까지입니다.\nentity project " + thing + "\nentity Atlas\nperson Mina Kim\n";
}

class GraphCrash : public testing::Test {
 protected:
  GraphCrash() {
    EngineOptions options = options_on(1000);
    options.durability = Durability::Relaxed;
    Engine engine = Engine::open(store("template"), options);
    for (int i = 0; i < kUsers * kSources; ++i) {
      Source source;
      source.user = "user" + std::to_string(i % kUsers);
      source.source_id = "note-" + std::to_string(i);
      source.raw = text_of(i / kUsers);
      source.started_at = day(700 + i / kUsers * 5);
      engine.graph().add_source(std::move(source));
    }
  }

  std::string store(const std::string& name) const { return directory_.path() + "/" + name; }
  std::string copy(const std::string& name) const {
    fs::copy(store("template"), store(name), fs::copy_options::recursive);
    return store(name);
  }
  /// The process kills itself `kill_after` the store is open; most of its life goes by before.
  int run_phase(const Phase& phase, const std::string& at, Micros kill_after = Micros(-1)) const {
    return run(
        {"--child", phase.what, std::to_string(phase.day), at, std::to_string(kill_after.count())},
        store("log"));
  }
  static std::string digest_of(const std::string& at) {
    Engine engine = Engine::open(at, options_on(1000));
    EXPECT_EQ(engine.admin().verify().problems, std::vector<std::string>{});
    return engine.admin().digest();
  }

  TemporaryDirectory directory_;
};

TEST_F(GraphCrash, KilledAnywhereAndTakenUpItEndsInTheUndisturbedDigest) {
  Phase phases[] = {{"work", 1000}, {"maintain", 1001}, {"maintain", 1002}, {"maintain", 1300}};
  const std::string undisturbed = copy("undisturbed");
  const std::string before = digest_of(undisturbed);
  std::vector<std::string> digests;
  for (Phase& phase : phases) {
    ASSERT_EQ(run_phase(phase, undisturbed), 0) << slurp(store("log"));
    phase.takes = Micros(std::stoll(slurp(store("log"))));
    digests.push_back(digest_of(undisturbed));
    EXPECT_EQ(std::count(digests.begin(), digests.end(), digests.back()), 1) << "it did something";
  }

  const char* const wanted_text = std::getenv("MEMFOLD_KILLS");
  const int wanted = wanted_text != nullptr ? std::atoi(wanted_text) : 20;
  std::mt19937 random(std::random_device{}());
  int killed = 0, midway = 0;
  for (int round = 0; killed < wanted; ++round) {
    ASSERT_LT(round, wanted + 20) << "it ends before it can be killed";
    const std::string at = copy("round-" + std::to_string(round));
    for (std::size_t i = 0; i < std::size(phases); ++i) {
      while (true) {
        const Micros after(random() % std::uint64_t(phases[i].takes.count() + 1));
        const int status = run_phase(phases[i], at, after);
        if (status == 0) break;
        ASSERT_EQ(status, -1) << slurp(store("log"));
        ++killed;
        const std::string left = digest_of(at);
        midway += left != digests[i] && (i == 0 ? left != before : left != digests[i - 1]);
      }
      ASSERT_EQ(digest_of(at), digests[i]) << phases[i].what << " on " << phases[i].day;
    }
    fs::remove_all(at);
  }
  std::printf("killed %d times, %d of these with part of the work done\n", killed, midway);
}

}  // namespace

/// `--child work|maintain DAY STORE MICROSECONDS`; says how long it took.
int child(char** arguments) try {
  Engine engine = Engine::open(arguments[2], options_on(std::atoi(arguments[1])));
  if (const Micros after(std::atoll(arguments[3])); after.count() >= 0) {
    std::thread([after] {
      std::this_thread::sleep_for(after);
      kill(getpid(), SIGKILL);
    }).detach();
  }
  const auto start = std::chrono::steady_clock::now();
  if (std::strcmp(arguments[0], "work") == 0) {
    engine.graph().work();
  } else {
    engine.maintain();
  }
  const auto took = std::chrono::steady_clock::now() - start;
  std::printf("%lld\n", static_cast<long long>(std::chrono::duration_cast<Micros>(took).count()));
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}

}  // namespace memfold::test

int main(int count, char** arguments) {
  if (count == 6 && std::strcmp(arguments[1], "--child") == 0) {
    return memfold::test::child(arguments + 2);
  }
  testing::InitGoogleTest(&count, arguments);
  return RUN_ALL_TESTS();
}
