#include "tools/cli/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace memfold::tools {
namespace {

using testing::HasSubstr;

std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Config, DefaultsAreThoseOfTheLibrary) {
  const Config config = load_config({});
  EXPECT_EQ(config.settings.decide.related_from, DecideOptions().related_from);
  EXPECT_EQ(config.settings.decide.default_weights, DecideOptions().default_weights);
  EXPECT_EQ(config.settings.importance.base, ImportanceOptions().base);
  EXPECT_TRUE(config.origins.empty());
  EXPECT_EQ(config.origin("mode"), "default");
}

TEST(Config, ReadsNestedKeysAndLists) {
  const auto assignments = parse_yaml(
      "decide:\n  default_weights:\n    content: 0.5\nimportance:\n"
      "  important_people: [ceo@x.example, 김이사]\n",
      "a.yaml");
  ASSERT_EQ(assignments.size(), 2u);
  EXPECT_EQ(assignments[0].key, "decide.default_weights.content");
  EXPECT_EQ(assignments[0].origin, "a.yaml:3");
  EXPECT_EQ(assignments[1].value.items, (std::vector<std::string>{"ceo@x.example", "김이사"}));
}

TEST(Config, AnEmptyFileIsFine) {
  EXPECT_TRUE(parse_yaml("", "a.yaml").empty());
  EXPECT_TRUE(parse_yaml("# nothing\n", "a.yaml").empty());
}

TEST(Config, LaterLayersWin) {
  ConfigSources sources;
  sources.environment = {{"MEMFOLD_THREADS", "3"}, {"MEMFOLD_BATCH", "7"}, {"HOME", "/"}};
  sources.flags = {{"threads", {{"5"}, false}, "--threads"}};
  const Config config = load_config(sources);
  EXPECT_EQ(config.settings.threads, 5);
  EXPECT_EQ(config.origin("threads"), "--threads");
  EXPECT_EQ(config.settings.batch, 7);
  EXPECT_EQ(config.origin("batch"), "MEMFOLD_BATCH");
}

TEST(Config, ListsAreSeparatedByCommasOutsideOfYaml) {
  const Assignment assignment = parse_assignment("importance.important_people=a,b", "--set");
  EXPECT_TRUE(assignment.value.is_list);
  EXPECT_EQ(assignment.value.items, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(parse_assignment("db=a,b=c", "--set").value.items, std::vector<std::string>{"a,b=c"});
}

TEST(Config, WeightsThatDoNotSumToOneNameTheirSource) {
  ConfigSources sources;
  sources.flags = {parse_assignment("decide.link_weights.people=0.9", "--set")};
  const std::string message = message_of([&] { load_config(sources); });
  EXPECT_THAT(message, HasSubstr("link_weights must sum to 1"));
  EXPECT_THAT(message, HasSubstr("decide.link_weights.people from --set"));
}

TEST(Config, AliasesCannotMakeASmallTextEndless) {
  EXPECT_THAT(message_of([] { parse_yaml("a: &a\n  b: *a\n", "x"); }), HasSubstr("x:"));
  std::string bomb = "l0: &l0 [x]\n";
  for (int i = 1; i < 20; ++i) {
    const std::string before = "*l" + std::to_string(i - 1);
    bomb +=
        "l" + std::to_string(i) + ": &l" + std::to_string(i) + " [" + before + "," + before + "]\n";
  }
  EXPECT_THAT(message_of([&] { parse_yaml(bomb, "x"); }), HasSubstr("unknown key l0"));
}

TEST(Config, DeepNestingIsRefused) {
  const std::string deep = "a: " + std::string(10'000, '[') + std::string(10'000, ']');
  EXPECT_NE(message_of([&] { parse_yaml(deep, "x"); }), "no error");
}

TEST(Config, MapsWhereAValueBelongsAreRefused) {
  EXPECT_THAT(message_of([] { parse_yaml("mode: {a: b}\n", "x"); }),
              HasSubstr("must be a value, not a map"));
  EXPECT_THAT(message_of([] { parse_yaml("mode:\n", "x"); }), HasSubstr("has no value"));
}

}  // namespace
}  // namespace memfold::tools
