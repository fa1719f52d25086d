#include "models/extractor/bulk.h"

#include <gtest/gtest.h>

#include "fixture.h"
#include "models/extractor/extractor.h"

namespace memfold::models::extractor {
namespace {

BulkSigns signs_of(std::initializer_list<std::string_view> statements) {
  BulkSigns signs;
  for (std::string_view text : statements) signs.add(Parsed(text).parse);
  return signs;
}

TEST(Bulk, FraudIsMassMail) {
  const BulkSigns signs =
      signs_of({"I am the son of the late President and need a foreign partner.",
                "The funds lie with a security company.",
                "This transaction asks for utmost confidentiality."});
  EXPECT_EQ(signs.scam, 3);
  EXPECT_TRUE(is_mass_mail(letter("", "Hello"), signs));
}

TEST(Bulk, TheSubjectCountsOnlyBesideOtherSigns) {
  const BulkSigns plain = signs_of({"The meeting is on Friday."});
  EXPECT_FALSE(is_mass_mail(letter("", "URGENT: READ THIS NOW!"), plain));
  const BulkSigns offer =
      signs_of({"Save on every loan.", "Take your name off our list by clicking here."});
  EXPECT_FALSE(is_mass_mail(letter("", "loan papers"), offer));
  EXPECT_TRUE(is_mass_mail(letter("", "ADV: LOWEST RATES EVER!"), offer));
}

TEST(Bulk, AnAnswerIsNoMassMail) {
  BulkSigns offer =
      signs_of({"Use this coupon, 20% off, guaranteed!", "Get a discount and free shipping today!",
                "Click here to order now!", "To unsubscribe click here."});
  Message message = letter("", "Re: your account");
  message.from.address = "info@shop.example.net";
  message.is_reply = true;  // "Re:" alone proves no conversation
  EXPECT_TRUE(is_mass_mail(message, offer));
  message.make.names_parent = true;
  message.quoted = "Which coupon works?";
  EXPECT_FALSE(is_mass_mail(message, offer));
}

TEST(Bulk, OneTimeCodesGiveNothing) {
  Message message = letter("Your passcode is 604 118.\nEnter it within 3 minutes.", "Sign in");
  message.from.address = "no-reply@bank.example.com";
  EXPECT_TRUE(builtin_extractor()->extract(message).empty());
  message.from.address = "jiho@example.com";
  message.body = "We will add the passcode screen by Friday.";
  message.subject = "Login work";
  EXPECT_FALSE(builtin_extractor()->extract(message).empty());
}

}  // namespace
}  // namespace memfold::models::extractor
