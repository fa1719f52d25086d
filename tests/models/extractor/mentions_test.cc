#include "models/extractor/mentions.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "fixture.h"
#include "models/extractor/extractor.h"

namespace memfold::models::extractor {
namespace {

MentionSet mentions_in(const Message& message) {
  const auto extractor = builtin_extractor();
  return extractor->mentions(message, extractor->extract(message));
}

const Mention* find(const MentionSet& mentioned, std::string_view name) {
  const auto found = std::find_if(mentioned.mentions.begin(), mentioned.mentions.end(),
                                  [&](const Mention& mention) { return mention.name == name; });
  return found == mentioned.mentions.end() ? nullptr : &*found;
}

// As the graph does.
bool counts(const Mention* mention) {
  return mention != nullptr && mention->confidence >= 0.7 && mention->support > 2;
}

std::string relations(const MentionSet& mentioned) {
  std::string text;
  for (const MentionedRelation& relation : mentioned.relations) {
    text += mentioned.mentions.at(relation.from).name + " " + relation.type + " " +
            mentioned.mentions.at(relation.to).name + "\n";
  }
  return text;
}

TEST(Mentions, HeadersThatAgreeAreEnoughForThoseWhoWriteToEachOther) {
  const MentionSet mentioned = mentions_in(letter("Hello!"));
  ASSERT_EQ(mentioned.mentions.size(), 2u);
  EXPECT_EQ(mentioned.mentions[0].name, "Kim Jiho");
  EXPECT_EQ(mentioned.mentions[0].aliases, std::vector<std::string>{"jiho@example.com"});
  EXPECT_TRUE(counts(&mentioned.mentions[0]));
  EXPECT_TRUE(counts(find(mentioned, "Lee Suna")));
  ASSERT_EQ(mentioned.relations.size(), 1u);
  EXPECT_EQ(relations(mentioned), "Kim Jiho corresponds_with Lee Suna\n");
  EXPECT_EQ(mentioned.relations[0].proximity, 1);
}

TEST(Mentions, CopyingAloneIsNotEnough) {
  Message message = letter("Hello!");
  message.cc = {{"Ada Byron", "ada.byron@example.com"}, {"박민지", "minji.park@example.com"}};
  EXPECT_FALSE(counts(find(mentions_in(message), "Ada Byron")));
  EXPECT_FALSE(counts(find(mentions_in(message), "박민지")));
  message.body =
      "Please send the contract to Ada Byron by Friday.\n\n박민지 님은 계약서를 "
      "금요일까지 검토해 주세요.";
  EXPECT_TRUE(counts(find(mentions_in(message), "Ada Byron")));
  EXPECT_TRUE(counts(find(mentions_in(message), "박민지")));
}

TEST(Mentions, WhoeverItOnlyWentToIsCopied) {
  Message message = letter("Hello!");
  message.cc = {{"Ada Byron", "ada.byron@example.com"}, {"박민지", "minji.park@example.com"}};
  for (const Mention& mention : mentions_in(message).mentions) {
    const bool copied = mention.name == "Ada Byron" || mention.name == "박민지";
    EXPECT_EQ(mention.copied, copied) << mention.name;
  }
  message.body = "박민지 님, 안녕하세요.\n\nPlease send the contract to Ada Byron by Friday.";
  for (const Mention& mention : mentions_in(message).mentions) {
    EXPECT_FALSE(mention.copied) << mention.name;
  }
  message = letter("Hello!");
  for (const char* name : {"Ada", "Bob", "Cleo", "Dan"}) {
    const std::string lower(1, char(name[0] + 32));
    message.to.push_back({std::string(name) + " Byron", lower + ".byron@example.com"});
  }
  const MentionSet many = mentions_in(message);
  EXPECT_FALSE(many.mentions.at(0).copied) << "who writes";
  EXPECT_TRUE(find(many, "Ada Byron")->copied) << "one of five";
}

TEST(Mentions, NobodyIsMadeOfListsAndMachines) {
  Message message = letter("The release is planned for Friday.");
  message.from = {"Weekly Digest", "noreply@example.com"};
  message.to = {{"tools-users", "tools-users@example.com"},
                {"개발팀", "dev@example.com"},
                {"", "all@example.com"}};
  for (const Mention& mention : mentions_in(message).mentions) {
    EXPECT_NE(mention.kind, NodeKind::Person) << mention.name;
  }
}

TEST(Mentions, ANameDroppedOnceIsNotEnough) {
  const MentionSet mentioned =
      mentions_in(letter("Please call Ada Byron at Pinecrest Retail by Friday.\n"
                         "계약서는 금요일까지 배은성 대리에게 보내 주세요."));
  for (const char* name : {"Ada Byron", "배은성", "Pinecrest Retail"}) {
    ASSERT_NE(find(mentioned, name), nullptr) << name;
    EXPECT_FALSE(counts(find(mentioned, name))) << name;
  }
}

TEST(Mentions, WhatTheTextComesBackToIs) {
  const MentionSet mentioned =
      mentions_in(letter("INC-1042 will be fixed by Friday.\n\nPlease test INC-1042 on Monday.\n\n"
                         "배은성 대리는 금요일까지 한누리병원에 견적서를 보내 주세요.\n\n"
                         "한누리병원 계약은 배은성 대리가 월요일까지 검토해 주세요.",
                         "Incident"));
  EXPECT_TRUE(counts(find(mentioned, "INC-1042")));
  EXPECT_EQ(find(mentioned, "INC-1042")->type, "id");
  EXPECT_TRUE(counts(find(mentioned, "배은성")));
  EXPECT_TRUE(counts(find(mentioned, "한누리병원")));
  EXPECT_EQ(find(mentioned, "한누리병원")->type, "organisation");
}

TEST(Mentions, TheSubjectInFrontOfAStatementIsNoSecondPlace) {
  Message message = letter("It is due on Friday.", "HaneulTrack pilot");
  const MentionSet mentioned = mentions_in(message);
  ASSERT_NE(find(mentioned, "HaneulTrack"), nullptr);
  EXPECT_EQ(find(mentioned, "HaneulTrack")->support, 1);
}

TEST(Mentions, SignatureAndDomainSayWhoWorksWhere) {
  Message message = letter("회의는 금요일 오후 2시입니다.");
  message.from = {"한지우", "jiwoo.han@mirinae-tech.example.com"};
  message.to = {{"박상철", "sc.park@daon.example.net"}};
  message.signature = "한지우 | 영업2팀 대리\n미리내테크(주) 경기도 성남시";
  const MentionSet mentioned = mentions_in(message);
  EXPECT_EQ(relations(mentioned), "한지우 corresponds_with 박상철\n한지우 works_for 미리내테크\n");
  EXPECT_EQ(mentioned.relations[1].proximity, 1);
  EXPECT_EQ(find(mentioned, "미리내테크")->type, "organisation");
}

TEST(Mentions, PublicDomainsEmployNobody) {
  Message message = letter("Naver and Gmail agreed to move the meeting to Friday.");
  message.from = {"Minji Park", "minji.park@naver.com"};
  message.to = {{"Ada Byron", "ada.byron@gmail.com"}};
  EXPECT_EQ(relations(mentions_in(message)), "Minji Park corresponds_with Ada Byron\n");
}

TEST(Mentions, FirmsThatSignAreEmployersUnlessEverybodyKnowsThem) {
  Message message = letter("See you on Friday at 2 pm.");
  message.signature = "Kim Jiho\nPinecrest Retail";
  EXPECT_NE(relations(mentions_in(message)).find("works_for Pinecrest Retail"), std::string::npos);
  message.signature = "Kim Jiho\nsent from Yahoo";
  EXPECT_EQ(relations(mentions_in(message)).find("works_for"), std::string::npos);
}

TEST(Mentions, MassMailCountsForNothing) {
  Message message = letter(
      "Only today: 50% off everything at Pinecrest Retail! Buy now.\n"
      "Visit Pinecrest Retail before Friday.",
      "Pinecrest Retail sale");
  message.is_bulk = true;
  const MentionSet mentioned = mentions_in(message);
  EXPECT_FALSE(mentioned.mentions.empty());
  for (const Mention& mention : mentioned.mentions) EXPECT_FALSE(counts(&mention)) << mention.name;
  EXPECT_TRUE(mentioned.relations.empty());
}

TEST(Mentions, AreBounded) {
  Message message = letter("");
  for (int i = 0; i < 200; ++i) {
    const std::string letters = {char('a' + i % 26), char('a' + i / 26)};
    message.to.push_back({"Anna Hill" + letters, "anna.hill" + letters + "@example.com"});
    message.body += "Please send FOO_" + letters + "_BAR to INC-" + std::to_string(1000 + i) +
                    " by Friday.\n\n";
  }
  const MentionSet mentioned = mentions_in(message);
  EXPECT_EQ(mentioned.mentions.size(), kMaxMentions);
  EXPECT_LE(mentioned.relations.size(), kMaxRelations);
  EXPECT_EQ(mentioned.mentions[0].name, "Kim Jiho");
}

TEST(Mentions, SpeakersWithoutAddressesAreKnownByTheirNames) {
  Message turn = letter("I will send the report by Friday.");
  turn.from = {"민지", ""};
  turn.to.clear();
  const MentionSet mentioned = mentions_in(turn);
  ASSERT_NE(find(mentioned, "민지"), nullptr);
  EXPECT_EQ(find(mentioned, "민지")->support, 2);
}

}  // namespace
}  // namespace memfold::models::extractor
