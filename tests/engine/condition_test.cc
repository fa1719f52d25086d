// The language of conditions on what a memory carries.
#include "engine/recall/condition.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "memfold/error.h"

namespace memfold {
namespace {

Memory memory() {
  Memory memory;
  memory.content = "The launch is on Friday";
  memory.category = Category::named("release");
  memory.importance = 0.7;
  memory.tags = {"draft", "발표"};
  memory.people = {"mina@example.com"};
  memory.agent_id = "planner";
  memory.version = 3;
  memory.occurred_at = parse_time("2026-03-01").value();
  memory.metadata = {{"priority", "10"}, {"project", "moon base"}, {"say \"hi\"", "x"}};
  return memory;
}

bool holds(const char* text) {
  return Condition(text).holds(memory());
}

TEST(Conditions, CompareEveryKindOfField) {
  for (const char* text : {
           "category = release",
           "importance >= 0.7",
           "importance < 0.71",
           "version = 3",
           "version in (1, 3)",
           "agent_id = planner",
           "agent_id != other",
           "tags contains draft",
           "tags = 발표",
           "tags in (none, 발표)",
           "content contains launch",
           "people contains mina@example.com",
           "occurred_at >= 2026-03-01",
           "occurred_at < 2026-03-02T00:00:00Z",
           "metadata.project = \"moon base\"",
           "metadata.project = 'moon base'",
           "metadata.priority > 9",
           "metadata.priority <= 10",
           "metadata.project contains moon",
           "metadata.\"say \\\"hi\\\"\" = x",
           "metadata.project exists",
           "source_type = realtime",
           "run_id != x",  // there is none
       }) {
    EXPECT_TRUE(holds(text)) << text;
    EXPECT_FALSE(holds((std::string("not ") + text).c_str())) << text;
  }
}

TEST(Conditions, WhatIsNotThereIsNeitherLessNorMore) {
  for (const char* text : {"run_id = x", "run_id < x", "run_id >= x", "run_id exists",
                           "metadata.none > 1", "metadata.none <= 1", "metadata.none in (1, 2)",
                           "valid_until < 2030-01-01", "valid_until > 2030-01-01"}) {
    EXPECT_FALSE(holds(text)) << text;
  }
}

TEST(Conditions, NotBindsCloserThanAndAndThanOr) {
  EXPECT_TRUE(holds("version = 3 or version = 1 and version = 2"));
  EXPECT_FALSE(holds("(version = 3 or version = 1) and version = 2"));
  EXPECT_TRUE(holds("not version = 1 and version = 3"));
  EXPECT_FALSE(holds("not (version = 1 or version = 3)"));
  EXPECT_TRUE(holds("not not version = 3"));
}

TEST(Conditions, RefusesWhatItCannotUnderstandAndSaysWhere) {
  const auto error_of = [](const std::string& text) -> std::string {
    try {
      const Condition condition(text);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
      return error.what();
    }
    ADD_FAILURE() << text << " was understood";
    return {};
  };
  EXPECT_THAT(error_of("importanse > 1"), testing::HasSubstr("importanse"));
  EXPECT_THAT(error_of("version = three"), testing::HasSubstr("at byte 10"));
  for (const char* text : {" ",
                           "version",
                           "version =",
                           "version 3",
                           "version = 3 and",
                           "(version = 3",
                           "version = 3)",
                           "version in 3",
                           "version in (3",
                           "version in ()",
                           "content = \"x",
                           "metadata. = 1",
                           "metadata = 1",
                           "merge_source_ids exists",
                           "version contains 3",
                           "occurred_at > soon",
                           "not",
                           "importance > nan",
                           "importance < inf",
                           "metadata.\"\" = 1",
                           "and",
                           "version = 3 version = 4",
                           "version == 3",
                           "version ; 3"}) {
    error_of(text);
  }
  error_of(std::string(200, '(') + "version = 3" + std::string(200, ')'));
  error_of("content = \"" + std::string(20'000, 'x') + "\"");
}

}  // namespace
}  // namespace memfold
