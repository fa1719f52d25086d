#include "ingest/address.h"

#include <gtest/gtest.h>

namespace memfold::ingest {
namespace {

std::string show(std::string_view value) {
  std::string text;
  for (const Mailbox& mailbox : parse_addresses(value)) {
    text += "[" + mailbox.name + "|" + mailbox.address + "]";
  }
  return text;
}

TEST(Addresses, EveryForm) {
  EXPECT_EQ(show("Mina Kim <Mina.KIM@Example.com>"), "[Mina Kim|mina.kim@example.com]");
  EXPECT_EQ(show("\"Kim, Mina\" <m@example.com>, b@example.com"),
            "[Kim, Mina|m@example.com][|b@example.com]");
  EXPECT_EQ(show("m@example.com (Mina Kim)"), "[Mina Kim|m@example.com]");
  EXPECT_EQ(show("=?utf-8?B?6rmA66+87KeA?= <m@example.com>"), "[김민지|m@example.com]");
  EXPECT_EQ(show("\"=?utf-8?B?6rmA66+87KeA?=\" <m@example.com>"), "[김민지|m@example.com]");
  EXPECT_EQ(show("=?utf-8?Q?Kim,_Mina?= <m@example.com>"), "[Kim, Mina|m@example.com]");
  EXPECT_EQ(show("Team: a@example.com, B <b@example.com>;"), "[|a@example.com][B|b@example.com]");
  EXPECT_EQ(show("undisclosed-recipients:;"), "");
  EXPECT_EQ(show("'m@example.com' <m@example.com>"), "[|m@example.com]");
  EXPECT_EQ(show("mailto:m@example.com"), "[|m@example.com]");
  EXPECT_EQ(show("Somebody"), "[Somebody|]");
  EXPECT_EQ(show("Mina <mina(at home)@example.com (the office)>"), "[Mina|mina@example.com]");
  EXPECT_EQ(show("Mina <@relay.example:mina@example.com>"), "[Mina|mina@example.com]");
}

TEST(Addresses, DamageIsTolerated) {
  EXPECT_EQ(show("Mina <m@example.com"), "[Mina|m@example.com]");
  EXPECT_EQ(show("Mina Kim m@example.com"), "[Mina Kim|m@example.com]") << "no brackets at all";
  EXPECT_EQ(show("<Undisclosed-Recipient:@mail.example.com;>"), "");
  EXPECT_EQ(show("\"Mina <m@example.com>"), "[Mina|m@example.com]");
  EXPECT_EQ(show(",,;,<>"), "");
  EXPECT_EQ(show("((((((("), "");
  std::string many;
  for (int i = 0; i < 5000; ++i) many += "a" + std::to_string(i) + "@example.com,";
  EXPECT_EQ(parse_addresses(many).size(), kMaxAddresses);
}

}  // namespace
}  // namespace memfold::ingest
