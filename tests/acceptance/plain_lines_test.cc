// Facts as a chat gives them: a user and a line, no time, no key.
#include "command_line.h"

namespace memfold::acceptance {
namespace {

class PlainLines : public CommandLine {
 protected:
  Json say(const std::string& content) const {
    const Outcome outcome =
        run({"fold", "--db", "chat.db", "--quiet"},
            {.input = Json{{"user", "me"}, {"content", content}}.dump() + "\n"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.json_lines().at(0);
  }
  std::vector<std::string> recalled(const std::string& question) const {
    const Outcome outcome = run({"recall", question, "--db", "chat.db", "--user", "me", "--json"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    std::vector<std::string> contents;
    const Json answer = outcome.json();
    for (const Json& hit : answer["hits"]) contents.push_back(hit["memory"]["content"]);
    return contents;
  }
};

struct Story {
  const char *budget, *due, *raise, *question, *known;
};
class ABudgetAndItsDueDate : public PlainLines, public testing::WithParamInterface<Story> {};

// P5: nothing is lost silently. Before, the due date was in no recall once the budget was raised.
TEST_P(ABudgetAndItsDueDate, P5_TheDueDateOutlivesTheNewBudget) {
  const Story& story = GetParam();
  EXPECT_EQ(say(story.budget)["decision"], "CREATE");
  const Json due = say(story.due);
  ASSERT_EQ(due["operation"], "MERGE") << due;
  const Json raise = say(story.raise);
  ASSERT_EQ(raise["operation"], "SUPERSEDE") << raise;
  EXPECT_EQ(recalled(story.question), std::vector<std::string>{story.known});
}

INSTANTIATE_TEST_SUITE_P(
    KoreanAndEnglish, ABudgetAndItsDueDate,
    testing::Values(
        Story{"워크숍 예산은 2000만원입니다", "워크숍 예산은 6월 3일까지 제출해야 합니다",
              "워크숍 예산은 3000만원입니다", "워크숍 예산 마감",
              "워크숍 예산은 3000만원입니다\n워크숍 예산은 6월 3일까지 제출해야 합니다"},
        Story{"The offsite budget is $20,000", "The offsite budget must be submitted by June 3",
              "The offsite budget is $30,000", "offsite budget due",
              "The offsite budget is $30,000\n"
              "The offsite budget must be submitted by June 3"}));

}  // namespace
}  // namespace memfold::acceptance
