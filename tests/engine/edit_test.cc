// Changing memories by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "memfold/engine.h"
#include "tests/property/fact_stream.h"

namespace memfold {
namespace {

using test::fixed_options;
using test::StoreDirectory;

class Editing : public testing::Test {
 protected:
  Editing() {
    EngineOptions options = fixed_options();
    options.clock = [this] { return now_; };
    engine_.emplace(Engine::open(directory_.path(), options));
    Fact fact;
    fact.user = "mina";
    fact.content = "The marketing budget is 500 USD.";
    fact.source_type = SourceType::Bootstrapped;
    fact.tags = {"draft"};
    fact.metadata = {{"project", "apollo"}};
    fact.occurred_at = parse_time("2026-01-05");
    first_ = engine_->fold({&fact, 1}).at(0).memory_id;
  }

  Memory current() { return engine_->current("mina", first_).value(); }
  std::string error_of(const Edit& edit) {
    try {
      engine_->edit("mina", first_, edit);
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  }
  void expect_sound() { EXPECT_EQ(engine_->admin().verify().problems, std::vector<std::string>{}); }

  StoreDirectory directory_;
  Time now_ = parse_time("2026-03-01").value();
  std::optional<Engine> engine_;
  Id first_;
};

TEST_F(Editing, MakesANextVersionAndUndoTakesItBack) {
  const Memory before = current();
  const Decision decision = engine_->edit(
      "mina", first_, {.content = "The marketing budget is 650 USD.", .importance = 0.9});
  EXPECT_EQ(decision.kind, DecisionKind::Update);
  EXPECT_EQ(decision.trigger, Trigger::UserRequest);
  EXPECT_EQ(decision.target_id, before.id);
  EXPECT_THAT(decision.reason, testing::HasSubstr("content"));
  ASSERT_FALSE(decision.property_changes.empty());
  const Memory after = current();
  EXPECT_EQ(after.id, decision.memory_id);
  EXPECT_EQ(after.content, "The marketing budget is 650 USD.");
  EXPECT_EQ(after.importance, 0.9);
  EXPECT_EQ(after.version, 2u);
  EXPECT_EQ(after.stated_at, now_);
  EXPECT_EQ(after.source_type, SourceType::UserInput);
  EXPECT_EQ(after.tags, before.tags);
  EXPECT_EQ(after.metadata, before.metadata);
  EXPECT_EQ(engine_->history("mina", first_).size(), 2u);
  EXPECT_EQ(engine_->recall({.user = "mina", .text = "marketing budget 650"}).at(0).memory.id,
            after.id);
  expect_sound();

  engine_->undo("mina", decision.sequence);
  EXPECT_EQ(current().content, before.content);
  EXPECT_EQ(current().importance, before.importance);
  EXPECT_EQ(engine_->history("mina", first_).size(), 3u);
  expect_sound();
}

TEST_F(Editing, ALessTrustedSourceDoesNotReplaceWhatAPersonWrote) {
  engine_->edit("mina", first_, {.content = "The marketing budget is 650 USD."});
  now_.micros += kMicrosPerDay;
  Fact mail;
  mail.user = "mina";
  mail.content = "The marketing budget is 500 USD.";
  mail.source_type = SourceType::Bootstrapped;
  mail.source_id = "old mail";
  mail.occurred_at = parse_time("2026-01-07");
  engine_->fold({&mail, 1});
  EXPECT_EQ(current().content, "The marketing budget is 650 USD.");
  expect_sound();
}

TEST_F(Editing, ListsTakeThePlaceOfTheOldOnesAndPinsHold) {
  engine_->edit("mina", first_,
                {.tags = std::vector<std::string>{},
                 .metadata = std::vector<Metadatum>{{"b", "2"}, {"a", "1"}},
                 .valid_until = std::optional(parse_time("2027-01-01"))});
  EXPECT_TRUE(current().tags.empty());
  EXPECT_EQ(current().metadata, (std::vector<Metadatum>{{"a", "1"}, {"b", "2"}}));
  EXPECT_EQ(current().valid_until, parse_time("2027-01-01"));
  EXPECT_EQ(current().stated_at, parse_time("2026-01-05")) << "nothing new was stated";
  engine_->edit("mina", first_, {.valid_until = std::optional<Time>()});
  EXPECT_FALSE(current().valid_until);

  const Decision pinned = engine_->pin("mina", first_);
  EXPECT_EQ(current().ttl_policy, TtlPolicy::KeepForever);
  EXPECT_THROW(engine_->pin("mina", first_), Error) << "it is pinned";
  engine_->undo("mina", pinned.sequence);
  EXPECT_EQ(current().ttl_policy, TtlPolicy::Decay);
  expect_sound();
}

TEST_F(Editing, RefusesWhatCannotBe) {
  EXPECT_THAT(error_of({}), testing::HasSubstr("nothing was changed"));
  EXPECT_THAT(error_of({.content = " "}), testing::HasSubstr("blank"));
  EXPECT_THAT(error_of({.importance = 2}), testing::HasSubstr("importance"));
  EXPECT_THAT(error_of({.metadata = std::vector<Metadatum>{{"", "x"}}}),
              testing::HasSubstr("empty key"));
  EXPECT_THAT(error_of({.valid_from = std::optional(parse_time("2027-01-01")),
                        .valid_until = std::optional(parse_time("2026-01-01"))}),
              testing::HasSubstr("valid_from"));
  EXPECT_THROW(engine_->edit("mina", Id{}, {.importance = 0.9}), Error);
  EXPECT_THROW(engine_->edit("jun", first_, {.importance = 0.9}), Error);
  engine_->forget({.user = "mina", .ids = {first_}});
  EXPECT_THAT(error_of({.importance = 0.9}), testing::HasSubstr("deleted"));
  expect_sound();
}

}  // namespace
}  // namespace memfold
