#include "remote/mail_words.h"

#include <gtest/gtest.h>

#include "mails.h"

namespace memfold::remote {
namespace {

using testing_remote::mail_of;

TEST(MailWords, EndingsParticlesAndWorkedOutDatesDoNotCount) {
  const Message mail = mail_of(
      "We decided to move the kickoff to Thursday, 3pm. 예산이 5천만원으로 늘었고 계약서는 "
      "금요일까지 보내기로 했습니다. 会议改到周四。");
  const MailWords words(mail);
  for (const char* statement :
       {"Kickoff moved to Thursday 2026-01-22 15:00.", "Mina Park decided to move the kickoff.",
        "예산은 5천만원으로 늘었다.", "계약서를 금요일까지 보낸다.",
        "spring fair: budget 예산 50,000,000원", "会议改到周四", "\"Kickoff\" (Thursday)"}) {
    EXPECT_TRUE(words.support(statement)) << statement;
  }
}

TEST(MailWords, OtherWordsAreNotTheMails) {
  const MailWords words(mail_of("We decided to move the kickoff to Thursday, 3pm. 예산이 늘었다."));
  for (const char* statement :
       {"The bank account changed to 99-1234.", "비밀번호가 변경되었습니다.", "Elephants sleep.",
        "Transfer money to the account of the fair", "", "...", "77", "we will be in"}) {
    EXPECT_FALSE(words.support(statement)) << statement;
  }
}

TEST(MailWords, FiguresCountWhereThereIsNothingElse) {
  const MailWords words(mail_of("Room 417, +82 2 555"));
  EXPECT_TRUE(words.support("417"));
  EXPECT_FALSE(words.support("418"));
}

}  // namespace
}  // namespace memfold::remote
