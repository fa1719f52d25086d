#include "tools/eval/questions.h"

#include <gtest/gtest.h>

#include "text_source.h"
#include "tools/eval/recall.h"

namespace memfold::tools {
namespace {

QuestionFile questions_in(const std::string& text, const LineSelection& selection = {}) {
  return read_questions(std::make_unique<TextSource>(text), selection);
}

/// A good line with one part of it replaced.
std::string question_line_with(const std::string& part, const std::string& other) {
  std::string line =
      R"({"id":"a","lang":"ko","split":"tune","kind":"easy","archive":"x.mbox","question":"예산 얼마?","expect":["5000만원"]})";
  return line.replace(line.find(part), part.size(), other) + "\n";
}

TEST(EvalQuestions, AreReadWithWhatAnswersThem) {
  const QuestionFile file = questions_in(question_line_with(
      R"(["5000만원"])", R"(["50,000,000  WON","5000만원"],"source":"<m@x>","note":"n")"));
  EXPECT_TRUE(file.rejected.empty());
  EXPECT_TRUE(file.unknown_keys.empty());
  ASSERT_EQ(file.questions.size(), 1u);
  const Question& question = file.questions[0];
  EXPECT_EQ(question.text, "예산 얼마?");
  EXPECT_EQ(question.archive, "x.mbox");
  EXPECT_EQ(question.kind, "easy");
  EXPECT_EQ(question.source, "<m@x>");
  EXPECT_EQ(question.expected, (std::vector<std::string>{"50,000,000 won", "5000만원"}));
}

TEST(EvalQuestions, BadLinesSayWhatIsWrong) {
  const std::pair<std::string, std::string> cases[] = {
      {question_line_with("예산 얼마?", " "), "\"question\" is missing or empty"},
      {question_line_with("x.mbox", ""), "\"archive\" is missing or empty"},
      {question_line_with(R"(["5000만원"])", "[]"), "\"expect\" must be a list of texts"},
      {question_line_with(R"(["5000만원"])", "\"5000\""), "\"expect\" must be a list of texts"},
      {question_line_with(R"(["5000만원"])", "[5]"), "\"expect\" must be a list of texts"},
      {question_line_with(R"(["5000만원"])", "[\" \"]"), "\"expect\" holds an empty text"}};
  for (const auto& [line, reason] : cases) {
    const QuestionFile file = questions_in(line);
    ASSERT_EQ(file.rejected.size(), 1u) << line;
    EXPECT_EQ(file.rejected[0].reason, reason);
  }
}

TEST(EvalQuestions, AMemoryAnswersThatSaysAnyOfThem) {
  Question question;
  question.expected = {"usd 52,000", "52000"};
  Memory memory;
  memory.content = "The budget is  USD 52,000.";
  memory.sources = {"<m@x>", "<n@x>"};
  EXPECT_TRUE(is_answer(question, memory));
  question.source = "<n@x>";
  EXPECT_TRUE(is_answer(question, memory));
  question.source = "<o@x>";
  EXPECT_FALSE(is_answer(question, memory)) << "said elsewhere";
  question.source.clear();
  memory.content = "The budget is USD 46,000.";
  EXPECT_FALSE(is_answer(question, memory));
}

TEST(EvalQuestions, FiguresCountRanks) {
  std::vector<QuestionOutcome> outcomes(4);
  outcomes[0].question.language = outcomes[1].question.language = "ko";
  outcomes[2].question.language = outcomes[3].question.language = "en";
  outcomes[0].found[0].rank = 1;
  outcomes[1].found[0].rank = 5;
  outcomes[2].found[0].rank = 10;
  const RecallFigures all = recall_figures(outcomes)[0];
  EXPECT_EQ(all.questions, 4u);
  EXPECT_DOUBLE_EQ(*all.hit_1(), 0.25);
  EXPECT_DOUBLE_EQ(*all.hit_5(), 0.5);
  EXPECT_DOUBLE_EQ(*all.mrr(), (1 + 0.2 + 0.1) / 4);
  const auto by_language = recall_figures_by(outcomes, &Question::language);
  EXPECT_DOUBLE_EQ(*by_language.at("ko")[0].mrr(), 0.6);
  EXPECT_DOUBLE_EQ(*by_language.at("en")[1].mrr(), 0) << "nothing was found by words";
  EXPECT_FALSE(recall_figures({})[0].mrr()) << "a share of nothing";
}

}  // namespace
}  // namespace memfold::tools
