// Mapped files of what is loaded: when they come and go, that whatever befalls one changes nothing
// but how long opening takes, and that it is told.
#include "engine/fold/lane_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "engine/fold/image_file.h"
#include "storage/store.h"
#include "tests/property/fact_stream.h"

namespace memfold::test {
namespace {

namespace fs = std::filesystem;

class LaneFileTest : public testing::Test {
 protected:
  LaneFileTest() { reopen(); }

  void reopen(std::int64_t from = 16, bool read_only = false) {
    engine_.reset();
    EngineOptions options = fixed_options();
    options.mapped.from = from;
    options.cells = {.from = 64, .probes = 64};
    options.read_only = read_only;
    engine_.emplace(Engine::open(directory_.path(), options));
  }

  /// Lockers, with keys that lead from one to the other.
  static std::vector<Fact> statements(std::size_t first, std::size_t count) {
    std::vector<Fact> facts = locker_statements(first, count);
    for (std::size_t i = 0; i < count; ++i) {
      facts[i].subject = "lockers " + std::to_string(i % 7);
      facts[i].entities = {"team " + std::to_string(first + i)};
    }
    return facts;
  }

  std::vector<fs::path> files() const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(directory_.path())) {
      if (entry.path().string().find(".lane") != std::string::npos) found.push_back(entry.path());
    }
    return found;
  }

  /// What every kind of recall answers, and what would be decided about what is known.
  std::vector<std::string> answers() {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < 120; i += 5) {
      const Fact fact = statements(i, 1)[0];
      for (const RecallBy by : {RecallBy::Vector, RecallBy::Words, RecallBy::Both}) {
        for (const Hit& hit : engine_->recall(
                 {.user = "mina", .text = fact.content, .k = 4, .by = by, .count_use = false})) {
          all.push_back(fact.content + ": " + hit.memory.content + " " + std::to_string(hit.score));
        }
      }
      Fact again = fact;
      again.idempotency_key = "again";
      const Explanation explanation = engine_->explain(again);
      all.push_back(explanation.decision.reason + " " +
                    std::to_string(explanation.candidates.size()));
    }
    return all;
  }

  /// The first answer that is another than it was; empty: none is.
  std::string difference(const std::vector<std::string>& expected) {
    const std::vector<std::string> found = answers();
    for (std::size_t i = 0; i < std::min(found.size(), expected.size()); ++i) {
      if (found[i] != expected[i]) return found[i] + " INSTEAD OF " + expected[i];
    }
    return found.size() == expected.size() ? "" : "another number of answers";
  }

  void damage(std::size_t offset) {
    const fs::path file = files().at(0);
    std::fstream bytes(file, std::ios::binary | std::ios::in | std::ios::out);
    bytes.seekg(std::streamoff(offset));
    const char flipped = char(bytes.get() ^ 0x10);
    bytes.seekp(std::streamoff(offset));
    bytes.put(flipped);
  }

  StoreDirectory directory_;
  std::optional<Engine> engine_;
};

TEST_F(LaneFileTest, ComesOnceThereAreEnoughMemories) {
  engine_->fold(statements(0, 15));
  EXPECT_TRUE(files().empty());
  engine_->fold(statements(15, 1), {.dry_run = true});
  EXPECT_TRUE(files().empty()) << "a dry run writes nothing";
  engine_->fold(statements(15, 1));
  ASSERT_EQ(files().size(), 1u);
  const fs::path first = files()[0];
  EXPECT_EQ(fs::status(first).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  engine_->fold(statements(16, 3));
  EXPECT_EQ(files(), std::vector<fs::path>{first}) << "not each time";
  engine_->fold(statements(19, 10));
  ASSERT_EQ(files().size(), 1u);
  EXPECT_NE(files()[0], first);
  EXPECT_GT(engine_->stats().mapped_bytes + 1, 0u);
  EXPECT_EQ(engine_->admin().verify().problems, std::vector<std::string>{});
}

TEST_F(LaneFileTest, WithFromZeroThereIsNone) {
  reopen(0);
  engine_->fold(statements(0, 100));
  answers();
  reopen(0);
  EXPECT_TRUE(files().empty());
}

TEST_F(LaneFileTest, AnswersAsWhatIsReadFromTheStore) {
  engine_->fold(statements(0, 200));
  reopen(0);
  const auto expected = answers();
  fs::remove(files().at(0));
  reopen(0);
  EXPECT_EQ(difference(expected), "");
  EXPECT_EQ(engine_->stats().damaged_files, 1u) << "told as missing";
}

TEST_F(LaneFileTest, WhatCameChangedAndWentSinceIsTakenUp) {
  engine_->fold(statements(0, 120));
  // An update, a repetition, an undo and a soft forget, none of which is worth another file.
  std::vector<Fact> more = statements(10, 1);
  more[0].content = "Locker 10 no longer holds the tools of team 10.";
  more[0].occurred_at = Time{1'800'000'000 * kMicrosPerSecond};
  const auto decisions = engine_->fold(more);
  const auto hits = engine_->recall({.user = "mina", .text = statements(20, 1)[0].content, .k = 1});
  engine_->forget({.user = "mina", .ids = {hits.at(0).memory.id}}, {});
  engine_->undo("mina", decisions[0].sequence);
  engine_->fold(statements(300, 3));
  const auto before = answers();
  reopen(0);
  EXPECT_EQ(difference(before), "");
  EXPECT_EQ(engine_->stats().damaged_files, 0u);
  fs::remove(files().at(0));
  reopen(0);
  EXPECT_EQ(difference(before), "");
}

TEST_F(LaneFileTest, ReadersUseItAndWriteNone) {
  engine_->fold(statements(0, 100));
  const auto expected = answers();
  reopen();
  const auto before = files();
  reopen(16, /*read_only=*/true);
  EXPECT_EQ(difference(expected), "");
  EXPECT_EQ(engine_->stats().damaged_files, 0u);
  EXPECT_EQ(files(), before);
}

/// Wherever a bit flips, answers are as without the file, and it is made anew.
TEST_F(LaneFileTest, AFlippedBitIsFoundToldAndMended) {
  engine_->fold(statements(0, 150));
  const auto expected = answers();
  reopen();
  const auto size = fs::file_size(files().at(0));
  std::mt19937_64 random(5);
  std::size_t told = 0;
  for (int i = 0; i < 40; ++i) {
    engine_.reset();
    damage(i == 0 ? size - 1 : random() % size);
    reopen();
    ASSERT_EQ(difference(expected), "") << i;
    // What no answer needed is found by verify alone.
    const std::size_t noticed = engine_->stats().damaged_files;
    const auto problems = engine_->admin().verify().problems;
    ASSERT_LE(problems.size(), noticed > 0 ? 0u : 1u);
    for (const std::string& problem : problems) {
      ASSERT_NE(problem.find("lane file"), std::string::npos) << problem;
    }
    told += noticed + problems.size();
    // Then another file is due.
    const auto sequence = engine_->fold(statements(1000 + std::size_t(i), 1)).at(0).sequence;
    engine_->undo("mina", sequence);
  }
  EXPECT_GT(told, 10u) << "others fall on bytes between the parts";
}

TEST_F(LaneFileTest, OneThatWasCutShortOrIsOfAnotherUserIsNone) {
  engine_->fold(statements(0, 100));
  const auto expected = answers();
  engine_.reset();
  fs::resize_file(files().at(0), fs::file_size(files().at(0)) / 2);
  reopen();
  EXPECT_EQ(difference(expected), "");
  EXPECT_EQ(engine_->stats().damaged_files, 1u);
}

TEST_F(LaneFileTest, AnErasureTakesItAlong) {
  engine_->fold(statements(0, 100));
  answers();
  const auto hits = engine_->recall({.user = "mina", .text = statements(3, 1)[0].content, .k = 1});
  const auto before = files();
  const ForgetReport report = engine_->forget({.user = "mina", .ids = {hits.at(0).memory.id}},
                                              {.erasure = Erasure::Hard, .prove = true});
  EXPECT_EQ(report.traces, std::vector<std::string>{});
  EXPECT_TRUE(files().empty());
  engine_->fold(statements(100, 1));
  EXPECT_NE(files(), before);
  EXPECT_EQ(engine_->admin().verify().problems, std::vector<std::string>{});
}

TEST_F(LaneFileTest, WhatWasNotFinishedOrCountsNoMoreGoesOnOpening) {
  engine_->fold(statements(0, 100));
  reopen();
  const fs::path file = files().at(0);
  engine_.reset();
  const fs::path unfinished = file.string() + ".tmp", other = file.parent_path() / "0-7.lane";
  std::ofstream(unfinished) << "half";
  std::ofstream(other) << "of nobody";
  reopen();
  EXPECT_EQ(files(), std::vector<fs::path>{file});
}

TEST_F(LaneFileTest, MemoriesNoLongerCurrentAreLeftBehindInTime) {
  std::vector<Fact> facts = statements(0, 40);
  engine_->fold(facts);
  std::vector<Id> ids;
  for (std::size_t i = 0; i < 25; ++i) {
    const auto hits = engine_->recall({.user = "mina", .text = facts[i].content, .k = 1});
    ids.push_back(hits.at(0).memory.id);
  }
  engine_->forget({.user = "mina", .ids = ids}, {});
  engine_->fold(statements(100, 30));
  reopen();
  const auto expected = answers();
  fs::remove(files().at(0));
  reopen();
  EXPECT_EQ(difference(expected), "");
}

TEST_F(LaneFileTest, OneThatCannotBeWrittenIsToldAndNotTriedAtEachCall) {
  engine_->fold(statements(0, 16));
  std::string next = files().at(0).string();
  next.replace(next.rfind("-1.lane"), std::string::npos, "-2.lane");
  fs::create_directory(next + ".tmp");  // in the way
  fs::create_directory(next + ".tmp/x");
  engine_->fold(statements(16, 10));
  EXPECT_EQ(engine_->stats().failed_files, 1u);
  engine_->fold(statements(26, 1));
  EXPECT_EQ(engine_->stats().failed_files, 1u);
  engine_->fold(statements(27, 10));
  EXPECT_EQ(engine_->stats().failed_files, 2u);
  const auto expected = answers();
  fs::remove_all(next + ".tmp");
  engine_->fold(statements(37, 30), {.dry_run = true});
  reopen();
  EXPECT_EQ(difference(expected), "");
  engine_->fold(statements(37, 30));
  ASSERT_EQ(files().size(), 1u);
  EXPECT_GE(files()[0].string(), next);
}

/// An engine without a tokenizer crashed when it was closed.
TEST_F(LaneFileTest, WithoutATokenizerThereAreNoWordsToRead) {
  engine_.reset();
  EngineOptions options = fixed_options();
  options.models.tokenizer = nullptr;
  for (int i = 0; i < 2; ++i) {
    Engine engine = Engine::open(directory_.path(), options);
    engine.fold(statements(std::size_t(i) * 40, 40));
    EXPECT_EQ(engine.recall({.user = "mina", .text = "locker", .k = 2, .count_use = false}).size(),
              2u);
  }
  reopen();
  EXPECT_EQ(
      engine_->recall({.user = "mina", .text = "locker", .k = 2, .by = RecallBy::Words}).size(),
      2u);
}

TEST_F(LaneFileTest, VerifyTakesNoneForAsGoodAsOne) {
  engine_->fold(statements(0, 70));
  engine_.reset();
  fs::remove(files().at(0));  // as after a backup was restored
  reopen();
  EXPECT_EQ(engine_->admin().verify().problems, std::vector<std::string>{});
}

TEST_F(LaneFileTest, OptionsThatMakeNoSenseAreRefused) {
  EXPECT_THROW(validate(MappedOptions{.from = -1}), Error);
  EXPECT_THROW(validate(MappedOptions{.from = 15}), Error);
  validate(MappedOptions{.from = 0});
}

TEST(ImageFile, AFileThatCannotBeWrittenLeavesNothing) {
  EXPECT_THROW(ImageFileWriter("/nonexistent/x.lane"), Error);
  const StoreDirectory directory;
  fs::create_directories(directory.path());
  {
    ImageFileWriter writer(directory.path() + "/x.lane");
    writer.part({});
  }
  EXPECT_TRUE(fs::is_empty(directory.path()));
}

}  // namespace
}  // namespace memfold::test
