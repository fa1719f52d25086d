#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "memfold/models.h"

namespace memfold {
namespace {

Analysis compare(std::string_view existing, std::string_view incoming) {
  return builtin_analyst()->compare(Statement{existing, {}, std::nullopt},
                                    Statement{incoming, {}, std::nullopt});
}

TEST(AnalystTest, RaisedBudgetIsAnUpdate) {
  const std::string existing = "Q1 마케팅 캠페인 예산은 5000만원";
  const std::string incoming = "Q1 마케팅 캠페인 예산이 6000만원으로 증액";
  const Analysis analysis = compare(existing, incoming);
  EXPECT_EQ(analysis.verdict, Verdict::Update);
  EXPECT_TRUE(analysis.same_subject);
  EXPECT_GT(analysis.confidence, 0.8);
  ASSERT_EQ(analysis.property_changes.size(), 1u);
  const PropertyChange& change = analysis.property_changes[0];
  EXPECT_EQ(change.property, "money");
  EXPECT_EQ(change.old_value, "KRW 50000000");
  EXPECT_EQ(change.new_value, "KRW 60000000");
  EXPECT_EQ(incoming.substr(change.new_span.begin, change.new_span.end - change.new_span.begin),
            "6000만원");
  EXPECT_NE(analysis.reasoning.find("KRW 60000000"), std::string::npos);
  EXPECT_EQ(analysis.analyst, "memfold-pairs@12");
}

Analysis compare_under(std::string_view subject_a, std::string_view existing,
                       std::string_view subject_b, std::string_view incoming) {
  return builtin_analyst()->compare(Statement{existing, subject_a, std::nullopt},
                                    Statement{incoming, subject_b, std::nullopt});
}

TEST(AnalystTest, ASharedSubjectLineIsContextNotSubject) {
  for (const auto& [subject, a, b] :
       {std::tuple{"리플릿 인쇄 견적", "리플릿 인쇄 견적: 납기는 확정 후 5일입니다.",
                   "리플릿 인쇄 견적: 규격은 A5 접지입니다."},
        std::tuple{"RFP BF-88: parcels", "RFP BF-88: parcels: The proposal is due on 20 February.",
                   "RFP BF-88: parcels: Questions are welcome until 30 January."}}) {
    const Analysis analysis = compare_under(subject, a, subject, b);
    EXPECT_EQ(analysis.verdict, Verdict::Link) << b << ": " << analysis.reasoning;
  }
  const char* const subject = "RFP BF-88: parcels";
  const Analysis moved =
      compare_under(subject, "RFP BF-88: parcels: The proposal is due on 20 February.", subject,
                    "RFP BF-88: parcels: The proposal is due on 27 February.");
  EXPECT_EQ(moved.verdict, Verdict::Update) << moved.reasoning;
}

TEST(AnalystTest, OfTwoMailsOnlyOneThatNamesWhatIsKnownAddsToIt) {
  const char* const known = "The handbook keeps to American spelling.";
  const char* const other =
      "Write the American forms of the six verbs in the two new chapters, please, and in the "
      "index.";
  const Analysis apart = compare_under("handbook", known, "chapters 4 and 5", other);
  EXPECT_TRUE(apart.verdict == Verdict::Link || apart.verdict == Verdict::Unrelated)
      << apart.reasoning;
  const Analysis named =
      compare_under("handbook", known, "spelling",
                    "The handbook keeps to American spelling in its index as well.");
  EXPECT_TRUE(named.same_subject) << named.reasoning;
}

TEST(AnalystTest, ArticlesAndMarksAloneSayNothingNew) {
  for (const auto& [a, b] :
       {std::pair{"The call fails for a descriptor that is no regular file.",
                  "call fails for the descriptor that is no regular file"},
        std::pair{"Conforming to POSIX.1-2001 and later", "Conforming to POSIX.1‐2001 and later."},
        std::pair{"\"회의록은 금요일까지 올립니다.\"", "회의록은 금요일까지 올립니다"}}) {
    const Analysis analysis = compare(a, b);
    EXPECT_EQ(analysis.verdict, Verdict::Duplicate) << b << ": " << analysis.reasoning;
    EXPECT_NE(analysis.reasoning.find("articles, quotes and dashes"), std::string::npos);
  }
  for (const auto& [a, b] :
       {std::pair{"The date is fixed.", "The date is fixed?"},
        std::pair{"Ann reports to Tom.", "Tom reports to Ann."},
        std::pair{"The loop runs while x = 0", "The loop runs while x != 0"},
        std::pair{"The function returns char", "The function returns char *"},
        std::pair{"팀이 발표한다", "A팀이 발표한다"},
        std::pair{"Plan is approved", "Plan A is approved"},
        std::pair{"Few people came", "A few people came"},
        std::pair{"Copy with cp -r", "Copy with cp -R"}, std::pair{"...", "!!!"}}) {
    EXPECT_EQ(compare(a, b).reasoning.find("articles, quotes"), std::string::npos) << b;
  }
}

TEST(AnalystTest, SubjectLinesThatNameDifferentThingsAreOfDifferentThings) {
  const char* const known = "Volume 2, Chapter 3 \"Interfaces\", p. 254.";
  const char* const other = "Volume 2, Chapter 3 \"Interfaces\", p. 214.";
  const Analysis apart = compare_under("getweight.2: say where it is specified", known,
                                       "setweight.2: say where it is specified", other);
  EXPECT_EQ(apart.verdict, Verdict::Link) << apart.reasoning;
  EXPECT_FALSE(apart.same_subject);
  const Analysis corrected = compare_under("getweight.2: say where it is specified", known,
                                           "Fix a page number in getweight.2", other);
  EXPECT_EQ(corrected.verdict, Verdict::Update) << corrected.reasoning;
  const Analysis quarters = compare_under("1분기 결산 일정", "결산 회의는 3시에 시작합니다",
                                          "2분기 결산 일정", "결산 회의는 4시에 시작합니다");
  EXPECT_EQ(quarters.verdict, Verdict::Link) << quarters.reasoning;
}

TEST(AnalystTest, AnUpdateNeedsACompatibleProperty) {
  const char* const pairs[][2] = {
      {"가을 행사 예산은 3000만원입니다", "가을 행사 초청 인원은 80명입니다"},
      {"가을 행사 예산은 3000만원입니다", "가을 행사는 10월 15일에 열립니다"},
      {"The autumn fair budget is $30,000", "The autumn fair is on October 15"},
      {"The autumn fair budget is $30,000", "The autumn fair has 80 guests"},
      {"The kickoff is at 2pm", "The kickoff has 12 attendees"}};
  for (const auto& pair : pairs) {
    const Analysis analysis = compare(pair[0], pair[1]);
    EXPECT_NE(analysis.verdict, Verdict::Update) << pair[1] << ": " << analysis.reasoning;
  }
}

TEST(AnalystTest, TheSameWordsUnderOtherSubjectLinesAreOtherStatements) {
  const Analysis analysis = compare_under("login page", "login page: Patch applied", "price table",
                                          "price table: Patch applied");
  EXPECT_NE(analysis.verdict, Verdict::Duplicate);
  EXPECT_NE(analysis.verdict, Verdict::Merge);
  EXPECT_FALSE(analysis.same_subject);
}

TEST(AnalystTest, ASharedVersionIsASubject) {
  const Analysis moved = compare("HaneulTrack v2.2 will be released on Thursday, 14 May.",
                                 "HaneulTrack v2.2 will be released on Thursday, 21 May.");
  EXPECT_EQ(moved.verdict, Verdict::Update) << moved.reasoning;
  const Analysis other = compare("HaneulTrack v2.1 will be released on Thursday, 14 May.",
                                 "HaneulTrack v2.2 will be released on Thursday, 21 May.");
  EXPECT_NE(other.verdict, Verdict::Update) << other.reasoning;
}

TEST(AnalystTest, QuarterlyGoalsFollowEachOther) {
  const Analysis analysis =
      compare("Q1 OKR: 사용자 20% 증가", "Q2 OKR: 사용자 15% 증가, Q1 성과 기반");
  EXPECT_EQ(analysis.verdict, Verdict::Link);
  EXPECT_EQ(analysis.relationship_type, EdgeType::Sequential);
  EXPECT_FALSE(analysis.same_subject);
}

struct WorkedPair {
  const char *existing, *incoming;
  Verdict verdict;
};

// The shapes that the specification works out by hand.
constexpr WorkedPair kWorked[] = {
    {"Kickoff is at 2pm", "Kickoff is at 3.", Verdict::Update},
    {"공급 계약 검토중", "공급 계약 승인됨", Verdict::Update},
    {"예산은 5천만원입니다", "예산이 6천만원으로 늘었습니다", Verdict::Update},
    {"The first release covers 3 features", "The first release covers 5 features", Verdict::Update},
    {"예산은 5천만원", "예산은 5,000만원", Verdict::Duplicate},
    {"예산은 5천만원", "예산은 50,000,000원", Verdict::Duplicate},
    {"발표는 오후 3시", "발표는 15:00", Verdict::Duplicate},
    {"발표는 오후 3시", "발표는 3pm", Verdict::Duplicate},
    {"SR-2023-052 문서 등록", "SR-2023-053 문서 등록", Verdict::Link},
    {"Release v1 is out", "Release v2 is out", Verdict::Link},
    {"We will renew the lease", "We will not renew the lease", Verdict::Update},
    {"Update on the budget: it is $50,000", "The budget is $50,000", Verdict::Duplicate},
};

TEST(AnalystTest, WorkedPairs) {
  for (const WorkedPair& c : kWorked) {
    const Analysis analysis = compare(c.existing, c.incoming);
    EXPECT_EQ(name(analysis.verdict), name(c.verdict))
        << c.existing << " / " << c.incoming << ": " << analysis.reasoning;
  }
}

TEST(AnalystTest, ACueOfUpdatingAloneChangesNothing) {
  const Analysis analysis =
      compare("Server migration is in progress", "Update: server migration is in progress");
  EXPECT_EQ(analysis.verdict, Verdict::Duplicate);
  EXPECT_TRUE(analysis.property_changes.empty());
}

TEST(AnalystTest, ADuplicateNeedsAnEmptyGuard) {
  // Whatever the words share, a value that differs is no duplicate.
  const char* const pairs[][2] = {{"v2.1 배포 완료", "v2.2 배포 완료"},
                                  {"Order A-1001 arrived", "Order A-1002 arrived"},
                                  {"회의는 3층", "회의는 4층"}};
  for (const auto& pair : pairs) {
    EXPECT_NE(compare(pair[0], pair[1]).verdict, Verdict::Duplicate) << pair[0];
  }
}

TEST(AnalystTest, LongTextsWithOneOtherNumberAreNoClearUpdate) {
  const std::string text =
      "The handler copies the header first. Then it walks the list of blocks. Each block is "
      "checked for its length. Errors are counted and reported at the end. The buffer holds ";
  const Analysis analysis = compare(text + "64 entries.", text + "128 entries.");
  EXPECT_NE(analysis.verdict, Verdict::Duplicate);
  EXPECT_FALSE(analysis.verdict == Verdict::Update && analysis.confidence > 0.8);
}

/// What a Judge is given of a pair leaves its words for later.
TEST(AnalystTest, WordsWrittenLaterAreThoseOfComparing) {
  const std::pair<std::string_view, std::string_view> pairs[] = {
      {"Q1 마케팅 캠페인 예산은 5000만원", "Q1 마케팅 캠페인 예산이 6000만원으로 증액"},
      {"The office is in Hamburg.", "The office in Hamburg opens at nine."},
      {"Ticket AB-12 is open.", "Ticket AB-13 is open."},
      {"The lease ends in May.", "The lease ends in May."},
      {"We meet at 3.", "점심은 김밥을 먹었다"}};
  for (const auto& [existing, incoming] : pairs) {
    std::optional<Analysis> later;
    {
      const std::string before(existing), after(incoming);  // gone when the words are written
      later = builtin_analyst()->compare_for_judge({before, {}, std::nullopt},
                                                   {after, {}, std::nullopt}, 0);
    }
    ASSERT_TRUE(later && later->write_words);
    EXPECT_TRUE(later->reasoning.empty());
    put_in_words(*later);
    put_in_words(*later);  // nothing is left to write
    const Analysis once = compare(existing, incoming);
    EXPECT_EQ(later->reasoning, once.reasoning);
    EXPECT_EQ(later->key_factors, once.key_factors);
    EXPECT_EQ(later->subject_a, once.subject_a);
    EXPECT_EQ(later->subject_b, once.subject_b);
    EXPECT_EQ(later->verdict, once.verdict);
    EXPECT_EQ(later->confidence, once.confidence);
    EXPECT_EQ(later->property_changes, once.property_changes);
  }
}

/// A thread keeps what it saw of a statement for the next pair.
TEST(AnalystTest, WhatWasComparedBeforeShowsInNothing) {
  const std::string_view known[] = {
      "Team 7 looks after the audit project.", "Team 8 looks after the audit project.",
      "The audit project is due on March 3.", "감사 담당은 7팀입니다.", "점심은 김밥을 먹었다"};
  const std::string_view facts[] = {"Team 9 looks after the audit project.",
                                    "감사 담당은 9팀입니다."};
  const auto evidence = [](const Analyst& analyst, std::string_view a, std::string_view b) {
    return analyst.compare_for_judge({a, {}, std::nullopt}, {b, {}, std::nullopt}, 0)->evidence;
  };
  const auto analyst = builtin_analyst();
  for (const std::string_view fact : facts) {
    for (const std::string_view one : known) {
      const std::vector<float> here = evidence(*analyst, one, fact);
      std::vector<float> fresh;
      std::thread([&] { fresh = evidence(*builtin_analyst(), one, fact); }).join();
      EXPECT_EQ(here, fresh) << one << " | " << fact;
    }
  }
}

TEST(AnalystTest, NumbersAndCodesTellApartAndAmountsDoNot) {
  const std::pair<std::string_view, std::vector<std::string>> statements[] = {
      {"The budget of the garden project 4694 is 22,000 euros.", {"4694"}},
      {"정원 프로젝트 4694 예산은 2200만원입니다.", {"4694"}},
      {"Ticket AB-12 is open since March 3.", {"AB-12"}},
      {"The review found 22 mistakes in 3 days.", {}},
      {"점심은 김밥을 먹었다", {}},
      {"", {}}};
  for (const auto& [statement, expected] : statements) {
    EXPECT_EQ(builtin_analyst()->identifiers({statement, {}, std::nullopt}), expected) << statement;
  }
}

TEST(AnalystTest, SameInputSameOutput) {
  const Analysis first = compare("예산 5000만원 확정", "예산 6000만원 확정");
  const Analysis second = compare("예산 5000만원 확정", "예산 6000만원 확정");
  EXPECT_EQ(first.reasoning, second.reasoning);
  EXPECT_EQ(first.key_factors, second.key_factors);
  EXPECT_EQ(first.property_changes, second.property_changes);
}

}  // namespace
}  // namespace memfold
