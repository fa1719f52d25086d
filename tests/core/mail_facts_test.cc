#include "core/mail_facts.h"

#include <gtest/gtest.h>

namespace memfold {
namespace {

Message mail() {
  Message message;
  message.id = "m1@example.com";
  message.thread_id = "t1@example.com";
  message.subject = "Re: 예산";
  message.from = {"Mina", "mina@example.com"};
  message.to = {{"June", "june@example.com"}, {"Mina", "MINA@example.com"}};
  message.cc = {{"Somebody", ""}};
  message.date = parse_time("2026-01-05T09:00:00+09:00");
  return message;
}

Fact fact(const std::string& content) {
  Fact fact;
  fact.content = content;
  return fact;
}

TEST(MailFacts, TakeFromTheMailWhatItKnows) {
  const Message message = mail();
  MailFacts facts(message);
  Fact given = fact("예산은 5000만원");
  given.source_id = given.thread_id = given.idempotency_key = "somebody else's";
  EXPECT_TRUE(facts.add(given));
  const Fact found = facts.take().at(0);
  EXPECT_EQ(found.source_id, "m1@example.com");
  EXPECT_EQ(found.thread_id, "t1@example.com");
  EXPECT_EQ(found.subject, "Re: 예산");
  EXPECT_EQ(found.people,
            (std::vector<std::string>{"mina@example.com", "june@example.com", "somebody"}));
  EXPECT_EQ(found.stated_at, message.date);
  EXPECT_EQ(found.occurred_at, message.date);
  EXPECT_TRUE(found.idempotency_key.starts_with("m1@example.com#")) << found.idempotency_key;
}

TEST(MailFacts, KeepTheirOwnTimeAndMorePeople) {
  const Message message = mail();
  MailFacts facts(message);
  Fact given = fact("meeting");
  given.occurred_at = parse_time("2026-02-01");
  facts.add(given, {{"Lee", "lee@example.com"}});
  const Fact found = facts.take().at(0);
  EXPECT_EQ(found.occurred_at, given.occurred_at);
  EXPECT_EQ(found.people.back(), "lee@example.com");
}

TEST(MailFacts, TheSameWordsAreOneFactAndHaveOneKey) {
  const Message message = mail();
  MailFacts facts(message);
  EXPECT_TRUE(facts.add(fact("a")));
  EXPECT_TRUE(facts.add(fact("b")));
  EXPECT_FALSE(facts.add(fact("a")));
  const std::vector<Fact> found = facts.take();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_NE(found[0].idempotency_key, found[1].idempotency_key);
  MailFacts again(message);
  again.add(fact("b"));
  EXPECT_EQ(again.take().at(0).idempotency_key, found[1].idempotency_key);
}

}  // namespace
}  // namespace memfold
