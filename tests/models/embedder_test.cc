// memfold-text: what it takes for alike, and that its rows are what they have always been. What it
// shares with memfold-ngram is tested in ngram_embedder_test.cc.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/hash.h"
#include "memfold/error.h"
#include "memfold/models.h"
#include "models/embedder_text.h"

namespace memfold {
namespace {

using VectorRow = std::vector<std::int16_t>;
constexpr std::size_t kMeaning = models::PieceRows::kDimension;

const Embedder& embedder() {
  return *builtin_embedder();
}

VectorRow embed(std::string_view text) {
  VectorRow row(std::size_t(embedder().dimension()), -1);
  embedder().embed(std::span(&text, 1), row);
  return row;
}

std::int64_t dot(std::span<const std::int16_t> a, std::span<const std::int16_t> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), std::int64_t{0});
}

double length(std::span<const std::int16_t> row) {
  return std::sqrt(double(dot(row, row))) / kVectorScale;
}

double cosine(std::string_view a, std::string_view b) {
  return double(dot(embed(a), embed(b))) / kDotScale;
}

bool is_zero(std::span<const std::int16_t> row) {
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

TEST(Embedder, SaysWhatItIs) {
  EXPECT_EQ(embedder().name(), "memfold-text@2");
  EXPECT_EQ(embedder().dimension(), 384);
  EXPECT_EQ(embedder().dimension(), ngram_embedder()->dimension())
      << "the index is laid out for it";
  EXPECT_EQ(builtin_embedder(), builtin_embedder()) << "an Engine tells by it that none was chosen";
}

// Rows are the same on every machine, compiler and instruction set: a change here is a new version.
TEST(Embedder, GivesTheRowsItHasAlwaysGiven) {
  std::uint64_t digest = 0;
  for (const std::string& text : samples()) {
    std::string bytes;
    for (const std::int16_t value : embed(text)) {
      bytes += char(value & 0xFF);
      bytes += char((value >> 8) & 0xFF);
    }
    digest = hash64(bytes, digest);
  }
  EXPECT_EQ(digest, 3393527846845310251ull);
  EXPECT_EQ(dot(embed(samples()[0]), embed("The budget review is on Thursday")), 200791338);
  EXPECT_EQ(dot(embed(samples()[1]), embed("The budget review moved to Thursday")), 67994679);
}

TEST(Embedder, GivesMeaningAndWordingTheirShares) {
  const double rounding = std::sqrt(384.0) / 2 / kVectorScale;
  for (const std::string& text : samples()) {
    const VectorRow row = embed(text);
    const auto meaning = std::span(row).first(kMeaning), wording = std::span(row).subspan(kMeaning);
    EXPECT_NEAR(length(row), 1, rounding) << text;
    if (is_zero(meaning) || is_zero(wording)) continue;
    EXPECT_NEAR(length(meaning), std::sqrt(0.75), rounding) << text;
    EXPECT_NEAR(length(wording), std::sqrt(0.25), rounding) << text;
  }
}

/// A script that no piece is of: its wording is compared all the same.
TEST(Embedder, GivesWordingAllWhereItKnowsNoPiece) {
  const VectorRow row = embed("Совещание перенесено");
  EXPECT_NEAR(length(std::span(row).subspan(kMeaning)), 0.98, 0.02);
  EXPECT_GT(cosine("Совещание перенесено на вторник", "Совещание перенесено на среду"), 0.4);
}

TEST(Embedder, GivesAZeroRowWhereThereIsNothingToEmbed) {
  for (const std::string_view text : {"", " ", " \t\r\n ", "\xE3\x80\x80\xC2\xA0", "...!?",
                                      "\xFF\xFE", "\xE2\x80\x8B\xEF\xBB\xBF"}) {
    EXPECT_TRUE(is_zero(embed(text))) << '"' << text << '"';
  }
}

TEST(Embedder, ReadsWhatIsWrittenInAnotherWayAlike) {
  EXPECT_EQ(embed("한글"), embed("\u1112\u1161\u11AB\u1100\u1173\u11AF"));
  EXPECT_EQ(embed("Caf\u00E9 r\u00E9sum\u00E9"), embed("Cafe\u0301 re\u0301sume\u0301"));
  EXPECT_EQ(embed("Project AURORA"), embed("project aurora"));
  EXPECT_EQ(embed("ＡＢＣ１２３"), embed("abc123"));
  EXPECT_EQ(embed("예\u200B산"), embed("예산"));
  EXPECT_EQ(embed("  review,  contract!\n"), embed("review contract"));
  EXPECT_EQ(embed("budget\xFFplan"), embed("budget plan"));
  EXPECT_EQ(embed("계획\xED\x95"), embed("계획"));
}

TEST(Embedder, SurvivesAnyBytes) {
  std::mt19937 random(3);
  for (int round = 0; round < 3000; ++round) {
    std::string text(random() % 40, '\0');
    for (char& c : text) c = char(random() % 3 == 0 ? random() : 0xE0 + random() % 16);
    const VectorRow row = embed(text);
    ASSERT_LE(length(row), 1.001);
    ASSERT_EQ(row, embed(text + " "));
  }
}

TEST(Embedder, TakesLongTexts) {
  std::string text;
  for (int i = 0; i < 20000; ++i) text += "word" + std::to_string(i * 7919) + " 단어 ";
  EXPECT_NEAR(length(embed(text)), 1, 0.001);
  EXPECT_NEAR(length(embed(std::string(1 << 20, 'a'))), 1, 0.001);
}

TEST(Embedder, GivesABatchTheRowsOfItsTextsFromAnyThread) {
  const std::vector<std::string_view> texts(samples().begin(), samples().end());
  const auto row = std::size_t(embedder().dimension());
  VectorRow rows(texts.size() * row);
  embedder().embed(texts, rows);
  std::vector<int> wrong(4);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t i = 0; i < 10 * texts.size(); ++i) {
        const std::size_t at = i % texts.size();
        const auto whole = std::span(rows).subspan(at * row, row);
        wrong[t] += !std::ranges::equal(embed(texts[at]), whole);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4));
  embedder().embed({}, {});
  const std::string_view one = "text";
  VectorRow short_row(row - 1);
  try {
    embedder().embed(std::span(&one, 1), short_row);
    FAIL() << "accepted room for less than a row";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
  }
}

}  // namespace
}  // namespace memfold
