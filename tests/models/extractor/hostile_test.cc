// Input nobody wrote by hand: the extractor must stay linear, bounded and sane.
#include <gtest/gtest.h>

#include <chrono>

#include "core/text.h"
#include "fixture.h"
#include "models/extractor/extractor.h"

namespace memfold::models::extractor {
namespace {

std::string repeat(std::string_view unit, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += unit;
  return text;
}

void expect_sane(const std::vector<Fact>& facts) {
  EXPECT_LE(facts.size(), 64u);
  for (const Fact& fact : facts) {
    EXPECT_FALSE(fact.content.empty());
    EXPECT_LE(fact.content.size(), 2048u);
    EXPECT_TRUE(is_valid_utf8(fact.content));
    EXPECT_LE(fact.people.size(), 64u);
    EXPECT_LE(fact.entities.size(), kMaxListItems);
    EXPECT_LE(fact.keywords.size(), 5u);
    for (const std::string& entity : fact.entities) EXPECT_TRUE(is_valid_utf8(entity));
    for (const std::string& keyword : fact.keywords) EXPECT_TRUE(is_valid_utf8(keyword));
    EXPECT_GE(*fact.importance, 0.0);
    EXPECT_LE(*fact.importance, 1.0);
  }
}

void expect_sane(const MentionSet& mentioned) {
  EXPECT_LE(mentioned.mentions.size(), 32u);
  EXPECT_LE(mentioned.relations.size(), 32u);
  for (const Mention& mention : mentioned.mentions) {
    EXPECT_FALSE(mention.name.empty());
    EXPECT_LE(mention.name.size(), 256u);
    EXPECT_TRUE(is_valid_utf8(mention.name)) << mention.name;
    EXPECT_GE(mention.confidence, 0);
    EXPECT_LE(mention.confidence, 1);
    EXPECT_GE(mention.support, 1);
  }
  for (const MentionedRelation& relation : mentioned.relations) {
    EXPECT_LT(relation.from, mentioned.mentions.size());
    EXPECT_LT(relation.to, mentioned.mentions.size());
  }
}

// Everything at once: names, facts and signature of one unit.
void expect_sane_names(const Extractor& extractor, const std::string& text) {
  Message message = letter(text, text);
  message.signature = text;
  message.from.name = text;
  message.to.assign(100, {text, text});
  std::vector<Fact> facts(64);
  for (Fact& fact : facts) {
    fact.content = to_valid_utf8(text.substr(0, 1000));
    fact.keywords = {to_valid_utf8(text.substr(0, 30))};
  }
  expect_sane(extractor.mentions(message, facts));
}

constexpr std::string_view kUnits[] = {"a",
                                       "a.",
                                       "a.\n",
                                       ". ",
                                       "( ",
                                       "(((",
                                       "1",
                                       "1 ",
                                       "1. ",
                                       "1,000",
                                       "- ",
                                       "- a\n",
                                       "\n",
                                       " \n",
                                       "\t",
                                       "@",
                                       "a@",
                                       "a@b.c ",
                                       "http://",
                                       "http://a ",
                                       "/",
                                       "a/b/",
                                       "://",
                                       "?",
                                       "!",
                                       "please ",
                                       "by Friday ",
                                       "내일 ",
                                       "까지",
                                       "회의",
                                       "월",
                                       "1월 ",
                                       "1월 22일 ",
                                       "다음 ",
                                       "억",
                                       "1억 ",
                                       "5천만",
                                       "$1",
                                       "Jan ",
                                       "Jan 22 ",
                                       "next ",
                                       "end of ",
                                       "and please ",
                                       ", ",
                                       "a, b",
                                       "Hi, ",
                                       "Re: ",
                                       "x: ",
                                       "> ",
                                       "|",
                                       "A ",
                                       "AB-1",
                                       "open(2) ",
                                       "f()",
                                       "_",
                                       "\u00A0",
                                       "\u3000",
                                       "。",
                                       "…",
                                       "é",
                                       "你好",
                                       "👍",
                                       "\uFEFF",
                                       "```\n",
                                       "@@ -1\n",
                                       "From: x\n",
                                       "Reviewed-by: a <b@c.d>\n",
                                       "습니다 ",
                                       "요 ",
                                       "No ",
                                       "3pm ",
                                       "10:30 ",
                                       "2026-01-22 ",
                                       "at 2 ",
                                       "q1 ",
                                       "님, ",
                                       "because if when "};

TEST(Hostile, RepeatedUnitsStayLinear) {
  const auto extractor = builtin_extractor();
  for (std::string_view unit : kUnits) {
    const std::string body = repeat(unit, 300'000);
    const auto start = std::chrono::steady_clock::now();
    expect_sane(extractor->extract(letter(body, body)));
    expect_sane_names(*extractor, body);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    // Quadratic work over 300 kB would take minutes; the margin is for sanitizers and slow
    // machines.
    EXPECT_LT(spent.count(), 5.0) << "unit '" << unit << "'";
  }
}

// A generator of our own: the same sequence everywhere.
class Random {
 public:
  std::uint32_t next(std::uint32_t bound) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<std::uint32_t>(state_ >> 33) % bound;
  }

 private:
  std::uint64_t state_ = 20240115;
};

TEST(Hostile, MixturesOfUnitsStaySane) {
  const auto extractor = builtin_extractor();
  Random random;
  for (int round = 0; round < 1500; ++round) {
    std::string body;
    for (std::uint32_t i = random.next(40); i-- > 0;) {
      body += kUnits[random.next(std::size(kUnits))];
      if (random.next(3) == 0) body += ' ';
    }
    Message message = letter(body, body.substr(0, 0));
    message.subject = body;
    message.is_reply = random.next(2);
    if (random.next(8) == 0) message.date.reset();
    message.utc_offset_minutes = static_cast<int>(random.next(1700)) - 850;
    expect_sane(extractor->extract(message));
  }
}

TEST(Hostile, EveryCodePointIsAccepted) {
  const auto extractor = builtin_extractor();
  std::string body;
  for (char32_t c = 1; c < 0x11000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    if (c < 0x80) {
      body += static_cast<char>(c);
    } else if (c < 0x800) {
      body += static_cast<char>(0xC0 | (c >> 6));
      body += static_cast<char>(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
      body += static_cast<char>(0xE0 | (c >> 12));
      body += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
      body += static_cast<char>(0x80 | (c & 0x3F));
    } else {
      body += static_cast<char>(0xF0 | (c >> 18));
      body += static_cast<char>(0x80 | ((c >> 12) & 0x3F));
      body += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
      body += static_cast<char>(0x80 | (c & 0x3F));
    }
    if (c % 23 == 0) body += ' ';
    if (c % 97 == 0) body += '\n';
  }
  expect_sane(extractor->extract(letter(body, "x")));
}

TEST(Hostile, ExtremeTimesAndLists) {
  const auto extractor = builtin_extractor();
  Message message =
      letter("Please send the report by Friday. Let's meet tomorrow at 3pm. 내년 말까지 제출", "x");
  message.to.assign(10'000, {"Kim", "kim@example.com"});
  message.events.assign(1000, {});
  for (const char* when :
       {"0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "1970-01-01T00:00:00Z"}) {
    message.date = at(when);
    for (int offset : {-5000, -720, 0, 840, 5000}) {
      message.utc_offset_minutes = offset;
      expect_sane(extractor->extract(message));
    }
  }
}

}  // namespace
}  // namespace memfold::models::extractor
