#include "remote/answer.h"

#include <gtest/gtest.h>

#include "chat.h"
#include "core/text.h"

namespace memfold::remote {
namespace {

using testing_remote::completion;
using testing_remote::good_answer;
using testing_remote::ReceivedJson;

const StatementPair kPair{testing_remote::kExisting, testing_remote::kIncoming};

Answer read(const ReceivedJson& answer) {
  return read_answer(answer.dump(), kPair);
}

TEST(Answer, AGoodOneBecomesAnAnalysis) {
  const Answer answer = read(good_answer());
  ASSERT_TRUE(answer.analysis) << answer.problem;
  const Analysis& analysis = *answer.analysis;
  EXPECT_EQ(analysis.verdict, Verdict::Update);
  EXPECT_TRUE(analysis.same_subject);
  EXPECT_EQ(analysis.subject_a, "fair budget");
  EXPECT_EQ(analysis.relationship, SubjectRelation::Identical);
  EXPECT_EQ(analysis.confidence, 0.93);
  EXPECT_EQ(analysis.reasoning, "The amount changed.");
  EXPECT_EQ(analysis.key_factors.size(), 2u);
  EXPECT_FALSE(analysis.relationship_type);
}

TEST(Answer, ValuesAreFoundInTheTextsWhereTheyStand) {
  ReceivedJson json = good_answer();
  json["property_changes"].push_back(
      {{"property", "x"}, {"old_value", "not there"}, {"new_value", ""}, {"change", "removal"}});
  const Answer answer = read(json);
  ASSERT_TRUE(answer.analysis) << answer.problem;
  const PropertyChange& found = answer.analysis->property_changes[0];
  const auto cut = [](std::string_view text, TextSpan span) {
    return text.substr(span.begin, span.end - span.begin);
  };
  EXPECT_EQ(cut(kPair.existing.content, found.old_span), "$300");
  EXPECT_EQ(cut(kPair.incoming.content, found.new_span), "$450");
  const PropertyChange& nowhere = answer.analysis->property_changes[1];
  EXPECT_EQ(nowhere.old_span, TextSpan{});
  EXPECT_EQ(nowhere.new_span, TextSpan{});
  EXPECT_EQ(nowhere.change, ChangeKind::Removal);
}

TEST(Answer, TheTypeOfALinkIsOfLinksOnly) {
  ReceivedJson json = good_answer();
  json["relationship_type"] = "sequential";
  ASSERT_TRUE(read(json).analysis);
  EXPECT_FALSE(read(json).analysis->relationship_type);
  json["verdict"] = "link";
  json["same_subject"] = false;
  EXPECT_EQ(read(json).analysis->relationship_type, EdgeType::Sequential);
  json["relationship_type"] = "supersedes";
  EXPECT_FALSE(read(json).analysis) << "an edge that is none of those offered";
}

TEST(Answer, EveryFieldMustBeThereAndOfItsKind) {
  const ReceivedJson good = good_answer();
  for (const auto& [field, unused] : good.items()) {
    ReceivedJson lacking = good, wrong = good;
    lacking.erase(field);
    wrong[field] = ReceivedJson::object();
    for (const ReceivedJson& json : {lacking, wrong}) {
      const Answer answer = read(json);
      EXPECT_FALSE(answer.analysis) << json;
      EXPECT_NE(answer.problem.find(field), std::string::npos) << answer.problem;
    }
  }
  for (const char* field : {"property", "old_value", "new_value", "change"}) {
    ReceivedJson json = good_answer();
    json["property_changes"][0].erase(field);
    EXPECT_FALSE(read(json).analysis) << field;
  }
}

TEST(Answer, WhatIsOutOfRangeOrContradictsItselfIsRefused) {
  const std::vector<std::pair<std::string, ReceivedJson>> wrong = {
      {"confidence", 1.01},
      {"confidence", -0.1},
      {"confidence", "high"},
      {"confidence", nullptr},
      {"verdict", "maybe"},
      {"verdict", 3},
      {"relationship", "friends"},
      {"same_subject", "yes"},
      {"same_subject", false},
      {"relationship_type", "none"},
      {"extra", 1},
      {"property_changes", {{"a", 1}}},
      {"property_changes", {1}},
      {"key_factors", {1}},
      {"key_factors", ReceivedJson(ReceivedJson::array_t(40, "x"))},
  };
  for (const auto& [field, value] : wrong) {
    ReceivedJson json = good_answer();
    json[field] = value;
    const Answer answer = read(json);
    EXPECT_FALSE(answer.analysis) << json;
    EXPECT_FALSE(answer.problem.empty());
  }
}

TEST(Answer, WhatIsNoObjectIsRefused) {
  const std::string good = good_answer().dump();
  for (const std::string& text :
       {std::string(), std::string("{"), std::string("[]"), std::string("null"), std::string("7"),
        "Sure! " + good, "```json\n" + good + "\n```", good + good, good.substr(0, 80),
        std::string("{\"verdict\":\"\xff\"}"), std::string(100'000, '[')}) {
    const Answer answer = read_answer(text, kPair);
    EXPECT_FALSE(answer.analysis) << text.substr(0, 40);
    EXPECT_FALSE(answer.problem.empty());
  }
}

TEST(Answer, LongTextIsCutBetweenCharacters) {
  ReceivedJson json = good_answer();
  std::string text = "a";
  for (int i = 0; i < 2000; ++i) text += "가";
  json["reasoning"] = text;
  const Answer answer = read(json);
  ASSERT_TRUE(answer.analysis);
  EXPECT_LE(answer.analysis->reasoning.size(), 2000u);
  EXPECT_GT(answer.analysis->reasoning.size(), 1990u);
  EXPECT_TRUE(is_valid_utf8(answer.analysis->reasoning));
}

TEST(Answer, TheResponseAroundItIsReadAsStrictly) {
  const Answer good = read_response(completion(good_answer().dump()), kPair);
  EXPECT_TRUE(good.analysis) << good.problem;
  EXPECT_EQ(good.usage.prompt_tokens, 700);
  EXPECT_EQ(good.usage.completion_tokens, 60);
  for (const char* body :
       {"", "<html>", "[]", "{}", "{\"choices\":[]}", "{\"choices\":{}}", "{\"choices\":[1]}",
        "{\"choices\":[{\"message\":{}}]}", "{\"choices\":[{\"message\":{\"content\":null}}]}",
        "{\"error\":{\"message\":\"no\"}}"}) {
    const Answer answer = read_response(body, kPair);
    EXPECT_FALSE(answer.analysis) << body;
    EXPECT_FALSE(answer.problem.empty()) << body;
  }
}

TEST(Answer, TokensAreCountedForAnUnusableAnswerAndStrangeOnesAreNot) {
  EXPECT_EQ(read_response(completion("no json"), kPair).usage.prompt_tokens, 700);
  for (const char* usage : {"7", "[]", "{\"prompt_tokens\":\"many\"}", "{\"prompt_tokens\":-5}",
                            "{\"prompt_tokens\":1e300}"}) {
    const std::string body = std::string("{\"usage\":") + usage + "}";
    EXPECT_EQ(read_response(body, kPair).usage.prompt_tokens, 0) << usage;
  }
}

}  // namespace
}  // namespace memfold::remote
