#include "core/sentences.h"

#include <gtest/gtest.h>

namespace memfold {
namespace {

using Sentences = std::vector<std::string_view>;

TEST(PlainSentences, EndAtMarksBeforeWhiteSpaceAndAtLineBreaks) {
  EXPECT_EQ(plain_sentences("The budget is $3.5 million. Due in May? Yes!"),
            (Sentences{"The budget is $3.5 million.", "Due in May?", "Yes!"}));
  EXPECT_EQ(plain_sentences("예산은 5000만원\n마감은 3월 5일\r\n\n"),
            (Sentences{"예산은 5000만원", "마감은 3월 5일"}));
  EXPECT_EQ(plain_sentences("v2.1 is out"), Sentences{"v2.1 is out"});
  EXPECT_EQ(plain_sentences(" \n "), Sentences{});
}

TEST(PlainSentences, AppendedOnesAreFoundAgain) {
  for (const Sentences& sentences : {Sentences{"예산은 5000만원입니다.", "마감은 3월 5일입니다."},
                                     Sentences{"Budget: $50,000", "Due: March 5", "Done."}}) {
    std::string text;
    for (const std::string_view sentence : sentences) append_sentence(text, sentence);
    EXPECT_EQ(plain_sentences(text), sentences) << text;
  }
}

}  // namespace
}  // namespace memfold
