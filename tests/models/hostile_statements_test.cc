// Inputs that would hurt a recogniser that backtracks, indexes without looking or trusts UTF-8.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "memfold/fact.h"
#include "memfold/models.h"

namespace memfold {
namespace {

std::string repeated(std::string_view unit) {
  std::string text;
  while (text.size() + unit.size() <= kMaxContentBytes) text += unit;
  return text;
}

std::vector<std::string> hostile() {
  std::vector<std::string> texts;
  for (const std::string_view unit :
       {"7",          "만",   "1만",      "5천만원 ",     "1,000,",
        "1.",         "(",    "((a",      "a-1-",         "a@",
        "http://",    "/a",   "Aa ",      "not ",         "않다 ",
        "월",         "3월 ", "next ",    "1시간 1분 ",   "다음 주 ",
        "from 1 to ", "\xFF", "\xED\xA0", "\xEA\xB0",     "김민수 팀장 ",
        "Q1 ",        "v1.",  "1/2/",     "Aa1 Bb2 Cc3 ", "0-",
        "first ",     "\n",   "."}) {
    texts.push_back(repeated(unit));
  }
  for (int byte = 0; byte < 256; ++byte) texts.emplace_back(3, static_cast<char>(byte));
  std::string distinct;
  for (int i = 0; distinct.size() < kMaxContentBytes - 16; ++i) {
    distinct += "w" + std::to_string(i * 7919) + " Name" + std::to_string(i) + "x ";
  }
  texts.push_back(distinct);
  std::string letters;
  for (int i = 0; letters.size() < kMaxContentBytes - 16; ++i) {
    letters += "Wo";
    for (int k = i; k > 0; k /= 26) letters += static_cast<char>('a' + k % 26);
    letters += ' ';
  }
  texts.push_back(letters);
  return texts;
}

TEST(HostileStatementsTest, NothingCrashesAndSpansStayInside) {
  const auto analyst = builtin_analyst();
  const auto guard = builtin_guard();
  const std::string plain = "예산은 5000만원, due on March 12 in room 301";
  for (const std::string& text : hostile()) {
    const Statement bad{text, {}, std::nullopt}, good{plain, {}, std::nullopt};
    for (const PropertyChange& change : guard->differences(good, bad)) {
      EXPECT_LE(change.new_span.begin, change.new_span.end);
      EXPECT_LE(change.new_span.end, text.size());
      EXPECT_LE(change.old_span.end, plain.size());
    }
    const Analysis analysis = analyst->compare(bad, good);
    EXPECT_GE(analysis.confidence, 0.0);
    EXPECT_LE(analysis.confidence, 1.0);
  }
}

TEST(HostileStatementsTest, TwoHostileSides) {
  const auto guard = builtin_guard();
  std::vector<std::string> texts = hostile();
  for (std::string& text : texts) text.resize(std::min<std::size_t>(text.size(), 8 * 1024));
  for (std::size_t i = 0; i + 1 < texts.size(); ++i) {
    guard->differences({texts[i], {}, std::nullopt}, {texts[i + 1], {}, std::nullopt});
  }
}

TEST(HostileStatementsTest, EveryPrefixOfAMixedStatement) {
  const std::string text =
      "김민수 팀장이 2026년 1월 22일(목) 오후 3시 반에 (주)한빛소프트와 v2.1-rc3, SR-2023-052, "
      "$1.2M, 5천만원, "
      "a@b.co, https://x.kr/a?b, open(2), [PATCH v2 3/5], 2-3pm을 not 검토중.";
  const auto analyst = builtin_analyst();
  for (std::size_t length = 0; length <= text.size(); ++length) {
    const std::string prefix = text.substr(0, length), suffix = text.substr(length);
    analyst->compare({prefix, {}, std::nullopt}, {suffix, {}, std::nullopt});
  }
}

}  // namespace
}  // namespace memfold
