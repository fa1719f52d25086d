// What the host's log is told: what happened, to whom it may concern, and never what anybody said.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <optional>
#include <stdexcept>

#include "core/tell.h"
#include "engine/guarded_models.h"
#include "memfold/engine.h"
#include "memfold/error.h"
#include "memfold/kinds.h"
#include "tests/engine/failing_models.h"
#include "tests/property/fact_stream.h"

namespace memfold::test {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;

class Events : public testing::Test {
 protected:
  LogOptions log(LogLevel level = LogLevel::Debug) {
    return {[this](const LogEvent& event) {
              const std::lock_guard lock(mutex_);
              told_.push_back(event);
            },
            level};
  }
  EngineOptions options(LogLevel level = LogLevel::Debug) {
    EngineOptions options = fixed_options();
    options.log = log(level);
    return options;
  }
  void open(const EngineOptions& options) {
    engine_.reset();
    engine_.emplace(Engine::open(directory_.path(), options));
  }
  /// The only event of this name. Every event keeps to the rules of all.
  LogEvent only(std::string_view name) {
    const std::lock_guard lock(mutex_);
    std::optional<LogEvent> found;
    for (const LogEvent& event : told_) {
      EXPECT_FALSE(event.text.empty());
      for (const char* secret : {"Locker", "사물함", "mina"}) {
        EXPECT_THAT(event.text, Not(HasSubstr(secret)));
        for (const auto& [key, value] : event.fields) EXPECT_THAT(value, Not(HasSubstr(secret)));
      }
      if (event.event != name) continue;
      EXPECT_FALSE(found) << name << " was told twice";
      found = event;
    }
    EXPECT_TRUE(found) << name << " was not told";
    return found.value_or(LogEvent());
  }

  StoreDirectory directory_;
  std::mutex mutex_;
  std::vector<LogEvent> told_;
  std::optional<Engine> engine_;  // ends first: it tells to the end
};

TEST_F(Events, AreThoseOfALevelAndGraverOnOneLine) {
  tell(log(LogLevel::Warning), LogLevel::Info, "quiet", "not heard");
  tell(log(LogLevel::Warning), LogLevel::Error, "loud", "two\nlines\xff", {{"cause", "a\tb"}});
  tell({}, LogLevel::Error, "nobody", "listens");
  ASSERT_EQ(told_.size(), 1u);
  EXPECT_EQ(told_[0].event, "loud");
  EXPECT_EQ(told_[0].text.find_first_of("\n\xff"), std::string::npos) << told_[0].text;
  EXPECT_THAT(told_[0].fields, ElementsAre(Pair("cause", "a b")));
  EXPECT_EQ(name(LogLevel::Warning), "warning");
}

TEST_F(Events, WhatTheSinkThrowsIsSwallowed) {
  EngineOptions careless = options();
  careless.limits.max_memories = 1;
  careless.log.sink = [](const LogEvent&) { throw std::runtime_error("full"); };
  open(careless);
  EXPECT_TRUE(engine_->fold(locker_statements(0, 2)).at(1).over_limit);
}

TEST_F(Events, AnOrdinaryDayIsQuiet) {
  open(options(LogLevel::Info));
  engine_->fold(locker_statements(0, 40));
  engine_->recall({.user = "mina", .text = "locker 7"});
  engine_.reset();
  open(options(LogLevel::Info));
  engine_.reset();
  EXPECT_THAT(told_, IsEmpty()) << told_.front().event << ": " << told_.front().text;
}

TEST_F(Events, ALimitThatIsReached) {
  EngineOptions few = options();
  few.limits.max_memories = 2;
  open(few);
  engine_->fold(locker_statements(0, 5));
  const LogEvent event = only("limit_reached");
  EXPECT_EQ(event.level, LogLevel::Warning);
  EXPECT_THAT(event.fields, ElementsAre(Pair("facts", "3"), Pair("max_memories", "2")));
}

TEST_F(Events, ACallThatTookLong) {
  EngineOptions slow = options();
  slow.slow_call_ms = 1;
  open(slow);
  engine_->fold(locker_statements(0, 400));
  EXPECT_THAT(only("slow_call").fields, Contains(Pair("call", "fold")));
  slow.slow_call_ms = -1;
  EXPECT_THROW(open(slow), Error);
}

TEST_F(Events, AModelThatFails) {
  const auto moody = std::make_shared<MoodyEmbedder>();
  EngineOptions failing = options();
  failing.models.embedder = moody;
  open(failing);
  for (const Mood mood : {Mood::Throws, Mood::ThrowsQuoting, Mood::ThrowsError, Mood::Badly}) {
    told_.clear();
    moody->mood = mood;
    EXPECT_THROW(engine_->fold(locker_statements(std::size_t(mood) * 10, 1)), Error);
    moody->mood = Mood::Well;
    const LogEvent event = only("model_failed");
    EXPECT_EQ(event.level, LogLevel::Error);
    EXPECT_THAT(event.text, HasSubstr("moody-embedder@3"));
    EXPECT_THAT(event.fields, ElementsAre(Pair("part", "Embedder")));
  }
}

TEST_F(Events, AMappedFileThatCannotBeWrittenAndOneThatIsDamaged) {
  EngineOptions mapped = options();
  mapped.mapped.from = 16;
  open(mapped);
  engine_->fold(locker_statements(0, 100));
  engine_.reset();
  fs::path file;
  for (const auto& entry : fs::directory_iterator(directory_.path())) {
    if (entry.path().extension() == ".lane") file = entry.path();
  }
  fs::resize_file(file, fs::file_size(file) / 2);
  const std::string stem = file.stem().string();
  const std::size_t dash = stem.rfind('-');
  const int number = std::stoi(stem.substr(dash + 1));
  const std::string next =
      directory_.path() + "/" + stem.substr(0, dash + 1) + std::to_string(number + 1) + ".lane";
  fs::create_directories(next + ".tmp/x");  // in the way
  open(mapped);
  engine_->fold(locker_statements(200, 1));
  EXPECT_EQ(only("lane_file_damaged").level, LogLevel::Warning);
  EXPECT_THAT(only("lane_file_failed").fields, Contains(Pair("cause", Not(IsEmpty()))));
  EXPECT_EQ(engine_->stats().damaged_files, 1u);
  EXPECT_EQ(engine_->stats().failed_files, 1u);
}

TEST_F(Events, MaintenanceAndWhatItDismisses) {
  open(options());
  engine_->maintain({.jobs = {"retention"}});
  const LogEvent event = only("maintenance_job");
  EXPECT_EQ(event.level, LogLevel::Info);
  EXPECT_THAT(event.fields, Contains(Pair("job", "retention")));
}

}  // namespace
}  // namespace memfold::test
