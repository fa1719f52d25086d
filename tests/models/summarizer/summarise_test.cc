#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "core/text.h"
#include "memfold/models.h"
#include "models/summarizer/sentences.h"
#include "sets.h"

namespace memfold {
namespace {

using testing_summaries::Set;

std::vector<Set> all_sets() {
  std::vector<Set> sets = testing_summaries::english_sets();
  const auto& korean = testing_summaries::korean_sets();
  sets.insert(sets.end(), korean.begin(), korean.end());
  return sets;
}

std::string summarise(const std::vector<std::string_view>& texts, std::size_t sentences) {
  static const auto summarizer = builtin_summarizer();
  return summarizer->summarise(texts, sentences);
}

std::vector<std::string> keywords(std::string_view text, std::size_t count) {
  return builtin_summarizer()->keywords(text, count);
}

/// The parts a summary was joined from.
std::vector<std::string> parts_of(const std::string& summary) {
  static const models::extractor::StatementSplitter splitter;
  const std::string_view texts[] = {summary};
  std::vector<std::string> parts;
  for (const auto& sentence : models::summarizer::sentences_of(texts, splitter)) {
    parts.push_back(sentence.text);
  }
  return parts;
}

/// White space, apostrophes and footnote marks are what may differ.
std::string plain(std::string_view text) {
  std::string collapsed = collapse_spaces(text);
  for (std::size_t at; (at = collapsed.find("\u2019")) != std::string::npos;) {
    collapsed.replace(at, 3, "'");
  }
  return collapsed;
}

std::string joined(const std::vector<std::string_view>& texts) {
  std::string all;
  for (const std::string_view text : texts) all.append(text).append("\n\n");
  return all;
}

class SummarySets : public testing::TestWithParam<Set> {};

TEST_P(SummarySets, SayWhatMattersAndNothingElse) {
  const Set& set = GetParam();
  const std::string summary = summarise(set.texts, set.sentences);
  for (const std::string_view must : set.must) {
    EXPECT_NE(summary.find(must), std::string::npos) << must << "\nin: " << summary;
  }
  for (const std::string_view must_not : set.must_not) {
    EXPECT_EQ(summary.find(must_not), std::string::npos) << must_not << "\nin: " << summary;
  }
  EXPECT_LE(parts_of(summary).size(), set.sentences) << summary;
}

TEST_P(SummarySets, KeywordsNameTheSubject) {
  const Set& set = GetParam();
  const auto found = keywords(joined(set.texts), 8);
  EXPECT_LE(found.size(), 8u);
  for (const std::string_view keyword : set.keywords) {
    EXPECT_TRUE(std::any_of(found.begin(), found.end(),
                            [&](const std::string& phrase) {
                              return (" " + phrase + " ").find(" " + std::string(keyword) + " ") !=
                                     std::string::npos;
                            }))
        << keyword << " is not among " << testing::PrintToString(found);
  }
}

INSTANTIATE_TEST_SUITE_P(All, SummarySets, testing::ValuesIn(all_sets()),
                         [](const auto& tested) { return std::to_string(tested.index); });

TEST(Summarise, EverySentenceStandsInATextAndAnyNumberHolds) {
  for (const Set& set : all_sets()) {
    std::vector<std::string> originals;
    for (const std::string_view text : set.texts) originals.push_back(plain(text));
    for (std::size_t sentences = 1; sentences <= 8; ++sentences) {
      const std::string summary = summarise(set.texts, sentences);
      const auto parts = parts_of(summary);
      EXPECT_LE(parts.size(), sentences);
      EXPECT_FALSE(parts.empty());
      for (const std::string& part : parts) {
        EXPECT_TRUE(std::any_of(
            originals.begin(), originals.end(),
            [&](const std::string& text) { return text.find(part) != std::string::npos; }))
            << set.name << ": " << part;
      }
    }
  }
}

TEST(Summarise, ASummaryIsItsOwnSummary) {
  std::mt19937 random(20260301);
  const std::vector<Set> sets = all_sets();
  for (int round = 0; round < 300; ++round) {
    std::vector<std::string_view> texts;
    for (std::size_t i = 0; i < 1 + std::size_t(round % 3); ++i) {
      const Set& set = sets[random() % sets.size()];
      texts.insert(texts.end(), set.texts.begin(), set.texts.end());
    }
    std::shuffle(texts.begin(), texts.end(), random);
    const std::size_t sentences = 1 + random() % 6;
    const std::string once = summarise(texts, sentences);
    EXPECT_EQ(summarise({once}, sentences), once);
    EXPECT_EQ(summarise(texts, sentences), once) << "the same input gives the same text";
  }
}

TEST(Summarise, TheOrderIsThatOfTime) {
  const std::string summary =
      summarise({"The audit began on 3 March.", "The audit found 4 errors in the ledger.",
                 "The auditors sent the report for the board on 20 March."},
                3);
  EXPECT_LT(summary.find("began"), summary.find("4 errors"));
  EXPECT_LT(summary.find("4 errors"), summary.find("20 March"));
}

TEST(Summarise, NothingGivesNothing) {
  EXPECT_EQ(summarise({}, 3), "");
  EXPECT_EQ(summarise({""}, 3), "");
  EXPECT_EQ(summarise({" \n\t ", "", "　"}, 3), "");
  EXPECT_EQ(summarise({"The server is down."}, 0), "");
  EXPECT_EQ(summarise({"Hi all,\n\nThanks!\n\nBest regards,\nTim", "안녕하세요.\n감사합니다."}, 2),
            "");
  EXPECT_TRUE(keywords("", 5).empty());
  EXPECT_TRUE(keywords("The budget is $5,000.", 0).empty());
}

TEST(Summarise, AShortTextIsItsOwnSummary) {
  EXPECT_EQ(summarise({"  Budget: $5,000 \n"}, 2), "Budget: $5,000");
  EXPECT_EQ(summarise({"Thanks!"}, 2), "Thanks!");
  EXPECT_EQ(summarise({"Thanks, everyone!"}, 2), "Thanks, everyone!");
  EXPECT_EQ(summarise({"예산은 5천만원이다. 언제 확정되나요?"}, 2),
            "예산은 5천만원이다. 언제 확정되나요?");
  EXPECT_EQ(summarise({"Hi Bob,\n\nThe server is down since 9:30."}, 2),
            "The server is down since 9:30.");
}

TEST(Summarise, AShortAnswerThatSettlesTheMatterIsTold) {
  EXPECT_EQ(
      summarise({"Hello Keno,\n\nThank you. Such a nicely written note!\n\nThe comment was mine, "
                 "but I lost the plot after I wrote it.\n\nPatch applied.\n\nCheers,\nMichael"},
                1),
      "Patch applied.");
}

TEST(Summarise, AskedOnlyIsToldAsAsked) {
  EXPECT_EQ(
      summarise({"Hi all,\n\nDoes the new scanner read both sides of a page?\n\nThanks,\nMia"}, 2),
      "Does the new scanner read both sides of a page?");
}

TEST(Summarise, DotsInsideEndNoSentence) {
  const std::string text =
      "Dr. Abel raised the dose to 3.5 mg on Jan. 12. The next check with Dr. Abel is at 10 a.m. "
      "on "
      "Friday in room 2.14.";
  EXPECT_EQ(summarise({text}, 2), text);
  EXPECT_EQ(
      summarise({"안산 공장의 2026. 3. 5. 점검은 3.5시간 걸렸다. 다음 점검은 2026. 9. 5.이다."}, 2),
      "안산 공장의 2026. 3. 5. 점검은 3.5시간 걸렸다. 다음 점검은 2026. 9. 5.이다.");
}

TEST(Summarise, ALongSentenceEndsWithAClause) {
  const std::string first =
      "The regional office in Porto reports that the warehouse roof leaks in "
      "four places above the cold store";
  const std::string rest =
      ", that the insurer wants photographs of every place before it pays for "
      "anything at all, and that the repair cannot begin before the rain stops "
      "which may well take another two or three weeks";
  const std::string summary = summarise({first + rest + "."}, 1);
  EXPECT_LT(summary.size(), 241u);
  EXPECT_EQ(summary, first +
                         ", that the insurer wants photographs of every place before it pays "
                         "for anything at all");
  std::string korean = "안산 공장은 지난달 말 창고 지붕 네 곳에서 물이 새는 것을 발견했고";
  for (int i = 0; i < 12; ++i)
    korean += " 보험사는 사진을 요구했으며 수리는 비가 그친 뒤에 시작되고";
  const std::string cut = summarise({korean + " 있다."}, 1);
  EXPECT_LT(models::summarizer::cut_at_clause(korean).size(), korean.size());
  EXPECT_TRUE(cut.ends_with("고") || cut.ends_with("며")) << cut;
}

TEST(Summarise, WhatSaysAllTheOtherDoesStandsForBoth) {
  EXPECT_EQ(
      summarise({"We are buying 12 new servers.", "We are buying 12 new servers in June."}, 2),
      "We are buying 12 new servers in June.");
  EXPECT_EQ(summarise({"서버 12대를 6월에 구매한다.", "서버 12대를 구매한다."}, 2),
            "서버 12대를 6월에 구매한다.");
}

TEST(Summarise, MembersOfASeriesAreNoUpdates) {
  const std::string summary =
      summarise({"The Q1 budget is $5,000.", "The Q2 budget is $6,000."}, 2);
  EXPECT_NE(summary.find("$5,000"), std::string::npos);
  EXPECT_NE(summary.find("$6,000"), std::string::npos);
}

TEST(Summarise, AnyBytesAreTaken) {
  const std::string bad = "The b\xffill is $30.\n\0The offic\xe4 is shut on 4 May.";
  const std::string summary = summarise({bad, "\xed\xa0\x80"}, 3);
  EXPECT_TRUE(is_valid_utf8(summary));
  EXPECT_NE(summary.find("$30"), std::string::npos);
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::string noise(random() % 400, ' ');
    for (char& c : noise) c = static_cast<char>(random() % 4 == 0 ? random() : ' ' + random() % 90);
    EXPECT_TRUE(is_valid_utf8(summarise({noise, noise.substr(noise.size() / 2)}, 3)));
    for (const std::string& word : keywords(noise, 8)) EXPECT_TRUE(is_valid_utf8(word));
  }
}

TEST(Summarise, OfTooMuchTextTheFirstAndTheNewestAreRead) {
  const std::string filler(600'000, 'x');
  std::vector<std::string_view> texts = {"The clock tower was built on 2 March 2019.",
                                         filler,
                                         "The boiler was replaced on 3 April 2020.",
                                         filler,
                                         filler,
                                         "The archive closed on 9 May 2024."};
  const std::string summary = summarise(texts, 3);
  EXPECT_NE(summary.find("2 March 2019"), std::string::npos);
  EXPECT_NE(summary.find("9 May 2024"), std::string::npos);
  EXPECT_EQ(summary.find("boiler"), std::string::npos);
}

TEST(Summarise, WithoutEndManySentencesAreStillAnswered) {
  std::string text;
  for (int i = 0; i < 5000; ++i) {
    text += "Machine " + std::to_string(i) + " was checked on day " + std::to_string(i * 7) + ". ";
  }
  const auto parts = parts_of(summarise({text}, 4));
  EXPECT_EQ(parts.size(), 4u);
  EXPECT_LE(parts_of(summarise({text}, 1'000'000)).size(), 200u);
}

TEST(Keywords, NoDatesAmountsAddressesOrStopWords) {
  const auto found = keywords(
      "On Friday 3 May 2026 the committee pays $4,500 to Harbour Lights, see "
      "https://example.com/a and ask lin@example.com about the harbour lights. 5월 3일 금요일에 "
      "위원회는 450만원을 지급한다.",
      20);
  for (const std::string& word : found) {
    EXPECT_EQ(word.find_first_of("0123456789@/$"), std::string::npos) << word;
    for (const char* stop : {"friday", "may", "the", "and", "금요일", "만원", "about"}) {
      EXPECT_NE(word, stop);
    }
  }
  EXPECT_NE(std::find(found.begin(), found.end(), "harbour lights"), found.end());
  EXPECT_NE(std::find(found.begin(), found.end(), "위원회"), found.end());
}

TEST(Keywords, PhrasesHaveThreeWordsAtMost) {
  for (const Set& set : all_sets()) {
    for (const std::string& phrase : keywords(joined(set.texts), 50)) {
      EXPECT_LE(std::count(phrase.begin(), phrase.end(), ' '), 2) << phrase;
      EXPECT_FALSE(phrase.empty());
    }
  }
}

TEST(Keywords, KoreanParticlesAreLeftOff) {
  const auto found = keywords("마케팅 예산이 승인되었다. 마케팅 예산을 광고비로 쓴다.", 5);
  EXPECT_EQ(found.at(0), "마케팅 예산");
}

}  // namespace
}  // namespace memfold
