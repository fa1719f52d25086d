#include "models/extractor/concepts.h"

#include <gtest/gtest.h>

namespace memfold::models::extractor {
namespace {

struct SpokenMessage {
  std::string subject;
  std::vector<std::string> statements;
  std::vector<std::string> keywords;
  std::string body;
};

std::vector<Mention> concepts_of(const SpokenMessage& given, std::vector<std::string> names = {}) {
  SpokenText text;
  text.subject = given.subject;
  std::vector<Fact> facts;
  for (const std::string& statement : given.statements) {
    text.statements.emplace_back(statement);
    facts.emplace_back().content = statement;
    facts.back().keywords = given.keywords;
  }
  text.body = WrittenText(given.body);
  return find_concepts(text, facts, names);
}

TEST(Concepts, AreWhatSubjectAndStatementsShare) {
  const auto found =
      concepts_of({"Security audit plan",
                   {"The security audit covers returns.", "The security audit starts on Monday."},
                   {"audit", "returns", "monday"},
                   "The security audit covers returns."});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].name, "security audit");
  EXPECT_EQ(found[0].kind, NodeKind::Concept);
  EXPECT_EQ(found[0].support, 3);
  EXPECT_GE(found[0].confidence, 0.7);
}

TEST(Concepts, AreWithoutParticlesInKorean) {
  const auto found = concepts_of({"저수조 청소 안내",
                                  {"저수조 청소로 물이 끊깁니다.", "저수조 청소는 두 시간입니다."},
                                  {"저수조", "청소"},
                                  ""});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].name, "저수조 청소");
  EXPECT_EQ(found[0].support, 3);
}

TEST(Concepts, NeedTwoPlaces) {
  EXPECT_TRUE(
      concepts_of({"Lunch", {"The budget is fixed."}, {"budget"}, "The budget is fixed."}).empty());
  const auto elsewhere = concepts_of(
      {"Lunch", {"The budget is fixed."}, {"budget"}, "The budget is fixed. About the budget..."});
  ASSERT_EQ(elsewhere.size(), 1u);
  EXPECT_EQ(elsewhere[0].support, 2);
  EXPECT_LT(elsewhere[0].confidence, 0.7);
}

TEST(Concepts, AreNoNamesAndNoWordsThatSayNothing) {
  const SpokenMessage given{"Update for Hanbit",
                            {"Hanbit sends an update.", "An update by hanbit."},
                            {"hanbit", "update"},
                            ""};
  EXPECT_TRUE(concepts_of(given, {"hanbit"}).empty());
}

TEST(Concepts, GiveBackTheSyllableThatIsNoParticle) {
  const auto found =
      concepts_of({"", {"게이트웨이 견적입니다.", "게이트웨이를 보냅니다."}, {"게이트웨"}, ""});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].name, "게이트웨이");
}

}  // namespace
}  // namespace memfold::models::extractor
