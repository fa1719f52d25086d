#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/hash.h"
#include "memfold/error.h"
#include "memfold/models.h"

namespace memfold::ngram_test {
namespace {

using VectorRow = std::vector<std::int16_t>;

const Embedder& embedder() {
  static const std::shared_ptr<const Embedder> instance = ngram_embedder();
  return *instance;
}

VectorRow embed(std::string_view text) {
  VectorRow row(static_cast<std::size_t>(embedder().dimension()), -1);
  embedder().embed(std::span(&text, 1), row);
  return row;
}

std::int64_t dot(const VectorRow& a, const VectorRow& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), std::int64_t{0});
}

double cosine(std::string_view a, std::string_view b) {
  return static_cast<double>(dot(embed(a), embed(b))) / kDotScale;
}

double similarity(std::string_view a, std::string_view b) {
  return embedder().calibration().similarity(cosine(a, b));
}

bool is_zero(const VectorRow& row) {
  return std::all_of(row.begin(), row.end(), [](std::int16_t value) { return value == 0; });
}

/// Texts of every kind the reader knows, ill-formed ones among them.
const std::vector<std::string>& samples() {
  static const std::vector<std::string> texts = {
      "The budget review moved to Thursday, room 4B",
      "예산 검토 회의가 목요일로 옮겨졌습니다",
      "API v2.1의 rate limit은 분당 1,200건",
      "Café Zoë öffnet um 9:30",
      "会議は月曜日の午前10時です",
      "Совещание перенесено на вторник",
      "ประชุมวันจันทร์",
      "👍 배포 완료",
      "x",
      "7",
      "ㅋㅋㅋ",
      "\xEC\x84 broken \xFF\xC0\x80 bytes \xED\xA0\x80",
      std::string("nul\0inside", 10),
      std::string(3000, 'a') + " " + std::string(500, '9'),
  };
  return texts;
}

TEST(NgramEmbedder, SaysWhatItIs) {
  EXPECT_EQ(embedder().name(), "memfold-ngram@1");
  EXPECT_EQ(embedder().dimension(), 384);
  EXPECT_LE(embedder().calibration().points().size(), 12u);
  EXPECT_GE(embedder().calibration().points().size(), 2u);
}

// The promise that rows are the same on every machine, compiler and release: a change here is a new
// embedder version.
TEST(NgramEmbedder, GivesTheRowsItHasAlwaysGiven) {
  std::uint64_t digest = 0;
  for (const std::string& text : samples()) {
    std::string bytes;
    for (const std::int16_t value : embed(text)) {
      bytes += static_cast<char>(value & 0xFF);
      bytes += static_cast<char>((value >> 8) & 0xFF);
    }
    digest = hash64(bytes, digest);
  }
  EXPECT_EQ(digest, 4173936375500475245ull);
  EXPECT_EQ(dot(embed(samples()[0]), embed("The budget review is on Thursday")), 211028835);
  EXPECT_EQ(dot(embed(samples()[1]), embed("예산 검토 회의는 수요일입니다")), 209358654);
}

TEST(NgramEmbedder, GivesUnitRows) {
  for (const std::string& text : samples()) {
    const VectorRow row = embed(text);
    const double norm = std::sqrt(static_cast<double>(dot(row, row))) / kVectorScale;
    // Each of 384 components is rounded by at most half a step.
    EXPECT_NEAR(norm, 1, std::sqrt(384.0) / 2 / kVectorScale) << text;
  }
}

TEST(NgramEmbedder, GivesAZeroRowWhereThereIsNothingToEmbed) {
  for (const std::string_view text : {"", " ", " \t\r\n ", "\xE3\x80\x80\xC2\xA0", "...!?",
                                      "\xFF\xFE", "\xE2\x80\x8B\xEF\xBB\xBF"}) {
    EXPECT_TRUE(is_zero(embed(text))) << '"' << text << '"';
  }
  EXPECT_FALSE(is_zero(embed("the"))) << "a function word is weak, not nothing";
  EXPECT_EQ(similarity("", ""), embedder().calibration().similarity(0));
}

TEST(NgramEmbedder, ReadsComposedAndDecomposedTextAlike) {
  EXPECT_EQ(embed("한글"), embed("\u1112\u1161\u11AB\u1100\u1173\u11AF"));
  EXPECT_EQ(embed("회의 3층"), embed("\u1112\u116C\u110B\u1174 3\u110E\u1173\u11BC"));
  EXPECT_EQ(embed("가\u11A8"), embed("각"));  // a syllable and a jamo that joins it
  EXPECT_EQ(embed("Caf\u00E9 r\u00E9sum\u00E9"), embed("Cafe\u0301 re\u0301sume\u0301"));
  EXPECT_NE(embed("한글"), embed("한국"));
}

TEST(NgramEmbedder, IgnoresCaseWidthAndInvisibleCharacters) {
  EXPECT_EQ(embed("Project AURORA"), embed("project aurora"));
  EXPECT_EQ(embed("ÄRGER STRASSE"), embed("ärger straße"));
  EXPECT_EQ(embed("ΣΟΦΟΣ"), embed("σοφος"));
  EXPECT_EQ(embed("ＡＢＣ１２３"), embed("abc123"));
  EXPECT_EQ(embed("ＡＢＣ é"), embed("abc é"));  // the same on the way through ICU
  EXPECT_EQ(embed("예\u200B산"), embed("예산"));
  EXPECT_EQ(embed("soft\u00ADware"), embed("software"));
}

TEST(NgramEmbedder, IgnoresSpacingAndPunctuationBetweenWords) {
  EXPECT_EQ(embed("  review,  contract!\n"), embed("review contract"));
  EXPECT_EQ(embed("검토 - 계약"), embed("검토 계약"));
}

TEST(NgramEmbedder, ReadsNumbersByValue) {
  EXPECT_EQ(embed("50,000"), embed("50000"));
  EXPECT_EQ(embed("2026-04-01"), embed("2026-4-1"));
  EXPECT_EQ(embed("٤٢"), embed("42"));
  EXPECT_NE(embed("3.5"), embed("35"));
  EXPECT_NE(embed("3.5"), embed("3.50"));
  EXPECT_NE(embed("1,2"), embed("12"));
}

TEST(NgramEmbedder, ReadsIllFormedBytesAsSeparators) {
  EXPECT_EQ(embed("budget\xFFplan"), embed("budget plan"));
  EXPECT_EQ(embed("예산\xEC\x84 계획"), embed("예산 계획"));
  EXPECT_EQ(embed("계획\xED\x95"), embed("계획"));  // cut off at the end
  EXPECT_EQ(embed("a1\xC0\xAF"
                  "b2"),
            embed("a1 b2"));  // overlong
  EXPECT_EQ(embed("a1\xED\xA0\x80"
                  "b2"),
            embed("a1 b2"));  // a surrogate
  EXPECT_EQ(embed("a1\xF4\x90\x80\x80"
                  "b2"),
            embed("a1 b2"));                     // past the last code point
  EXPECT_EQ(embed("é \xFF x9"), embed("é x9"));  // on the way through ICU
}

TEST(NgramEmbedder, SurvivesEveryByteAnywhere) {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; second += 5) {
      const std::string text = {static_cast<char>(first), static_cast<char>(second), '\x80', 'a'};
      const VectorRow row = embed(text);
      ASSERT_LE(dot(row, row), std::int64_t{kVectorScale + 16} * (kVectorScale + 16));
      ASSERT_EQ(row, embed(text + " "));
    }
  }
}

TEST(NgramEmbedder, TakesLongTexts) {
  std::string text;
  for (int i = 0; i < 20000; ++i) text += "word" + std::to_string(i * 7919) + " 단어 ";
  const VectorRow row = embed(text);
  EXPECT_NEAR(std::sqrt(static_cast<double>(dot(row, row))), kVectorScale, 16);
}

TEST(NgramEmbedder, GivesABatchTheRowsOfItsTexts) {
  const std::vector<std::string_view> texts(samples().begin(), samples().end());
  VectorRow rows(texts.size() * 384);
  embedder().embed(texts, rows);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(i * 384);
    EXPECT_EQ(VectorRow(begin, begin + 384), embed(texts[i])) << texts[i];
  }
  embedder().embed({}, {});
}

TEST(NgramEmbedder, IsSafeFromSeveralThreads) {
  std::vector<VectorRow> expected;
  for (const std::string& text : samples()) expected.push_back(embed(text));
  std::vector<std::thread> threads;
  std::vector<int> wrong(4);
  for (std::size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&, t] {
      for (int round = 0; round < 20; ++round) {
        for (std::size_t i = 0; i < expected.size(); ++i)
          wrong[t] += embed(samples()[i]) != expected[i];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4));
}

TEST(NgramEmbedder, RefusesRoomOfTheWrongSize) {
  const std::string_view text = "text";
  VectorRow row(383);
  try {
    embedder().embed(std::span(&text, 1), row);
    FAIL() << "accepted 383 values for a row of 384";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
  }
}

TEST(NgramEmbedder, HardlyMindsEndings) {
  EXPECT_GE(similarity("서버가", "서버는"), 0.95);
  EXPECT_GE(similarity("결제 서버가 느려졌습니다", "결제 서버는 느려졌다"), 0.95);
  EXPECT_GE(similarity("예산을 승인했습니다", "예산이 승인됐다"), 0.95);
  EXPECT_GE(similarity("servers", "server"), 0.95);
  EXPECT_GE(similarity("The invoices were approved", "Invoice approved"), 0.95);
  EXPECT_LT(similarity("서버가", "서점은"), 0.8);
}

TEST(NgramEmbedder, MindsNumbersAndNegations) {
  EXPECT_LT(similarity("예산은 5000만원", "예산은 6000만원"), 0.95);
  EXPECT_GE(similarity("예산은 5000만원", "예산은 6000만원"), 0.5);
  EXPECT_LT(similarity("The fee is $50", "The fee is $60"), 0.95);
  EXPECT_LT(similarity("저는 회의에 갑니다", "저는 회의에 안 갑니다"), 0.95);
  EXPECT_LT(similarity("I will join the call", "I will not join the call"), 0.95);
}

// The two worked examples of the specification, both "about 0.86".
TEST(NgramEmbedder, PutsTheWorkedExamplesIntoTheUpdateBand) {
  const double budget =
      similarity("Q1 마케팅 캠페인 예산은 5000만원", "Q1 마케팅 캠페인 예산이 6000만원으로 증액");
  EXPECT_GE(budget, 0.80);
  EXPECT_LT(budget, 0.95);
  const double objective =
      similarity("Q1 OKR: 사용자 20% 증가", "Q2 OKR: 사용자 15% 증가, Q1 성과 기반");
  EXPECT_GE(objective, 0.70);
  EXPECT_LT(objective, 0.95);
}

struct Ladder {
  std::string_view statement, reworded, changed, topic, unrelated;
};
constexpr Ladder kLadders[] = {
    {"인사팀 워크숍은 양양에서 열립니다", "인사팀 워크숍이 양양에서 열린다",
     "인사팀 워크숍은 여수에서 열립니다", "인사팀이 새 근태 규정을 안내했다",
     "고양이 사료가 떨어졌다"},
    {"성수동 작업실의 월 임대료는 240만원입니다", "성수동 작업실 월 임대료 240만원",
     "성수동 작업실의 월 임대료가 260만원으로 올랐습니다", "임대료 납부 계좌가 바뀌었다",
     "축구 동호회가 주말에 모인다"},
    {"The HR workshop takes place in Porto", "The HR workshop is taking place in Porto",
     "The HR workshop takes place in Lyon", "HR announced a new attendance policy",
     "We ran out of cat food"},
    {"The monthly rent of the Austin studio is $2,400", "Monthly rent of the Austin studio: $2,400",
     "The monthly rent of the Austin studio went up to $2,600", "Rent is paid to a new account",
     "The football club meets on weekends"},
};

TEST(NgramEmbedder, OrdersStatementsByHowMuchTheyShare) {
  for (const Ladder& step : kLadders) {
    const double reworded = similarity(step.statement, step.reworded);
    const double changed = similarity(step.statement, step.changed);
    const double topic = similarity(step.statement, step.topic);
    const double unrelated = similarity(step.statement, step.unrelated);
    EXPECT_GE(reworded, 0.95) << step.statement;
    EXPECT_GE(changed, 0.80) << step.statement;
    EXPECT_LT(changed, 0.95) << step.statement;
    EXPECT_LT(topic, changed) << step.statement;
    EXPECT_LT(unrelated, topic) << step.statement;
    EXPECT_LT(unrelated, 0.5) << step.statement;
    EXPECT_EQ(cosine(step.statement, step.changed), cosine(step.changed, step.statement));
  }
}

/// The share of tests/data/similarity_pairs.tsv with this score whose similarity is in [low, high).
double share_within(double score, double low, double high) {
  std::ifstream file(std::string(MEMFOLD_SOURCE_DIR) + "/tests/data/similarity_pairs.tsv");
  int pairs = 0, within = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#' || std::stod(line) != score) continue;
    const std::size_t first = line.find('\t', line.find('\t') + 1) + 1;
    const std::size_t second = line.find('\t', first) + 1;
    const double value = similarity(std::string_view(line).substr(first, second - 1 - first),
                                    std::string_view(line).substr(second));
    ++pairs;
    within += value >= low && value < high;
  }
  return pairs ? static_cast<double>(within) / pairs : 0;
}

// docs/embedding.md states these shares; the floors here are a little below them.
TEST(NgramEmbedder, KeepsTheBandsMeaningWhatTheySay) {
  EXPECT_GE(share_within(5, 0.95, 2), 0.75);
  EXPECT_EQ(share_within(5, 0.80, 2), 1);
  EXPECT_GE(share_within(4, 0.80, 0.95), 0.85);
  EXPECT_EQ(share_within(4, 0.95, 2), 0) << "a changed property is no duplicate";
  EXPECT_GE(share_within(2, 0.30, 0.80), 0.75);
  EXPECT_GE(share_within(0, -1, 0.5), 0.75);
}

}  // namespace
}  // namespace memfold::ngram_test
