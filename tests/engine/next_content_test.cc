// What the next version of a memory says: an update takes the place of what it contradicts, and two
// texts that are too long for one memory stay two.
#include "engine/fold/next_content.h"

#include "amend_fixture.h"

namespace memfold::test {
namespace {

Memory merged_memory(std::string content, bool merged = true) {
  Memory memory;
  memory.content = std::move(content);
  if (merged) memory.merge_source_ids = {derive_id("mina", "merged")};
  return memory;
}

Memory saying(std::string content) {
  return merged_memory(std::move(content), false);
}

DecideOptions replaces() {
  DecideOptions options;
  options.content = ContentStrategy::Replace;
  return options;
}

NextContent replacing(const Memory& target, const std::string& fact) {
  return next_content(target, saying(fact), Operation::Supersede, replaces(), builtin_models());
}

struct Beside {
  const char *merged, *fact, *next;
};
class KeptBeside : public testing::TestWithParam<Beside> {};

// P5: nothing is lost silently. Before, the next version was the fact alone.
TEST_P(KeptBeside, P5_AnUpdateReplacesWhatItContradictsAndNotWhatWasMergedBesideIt) {
  const auto& [merged, fact, next] = GetParam();
  const NextContent content = replacing(merged_memory(merged), fact);
  EXPECT_EQ(content.content, next);
  EXPECT_TRUE(content.keeps_some);
  EXPECT_EQ(content.replaced, 1u);
  EXPECT_EQ(replacing(merged_memory(merged, false), fact).content, fact)
      << "what was never merged is replaced whole";
}

INSTANTIATE_TEST_SUITE_P(
    KoreanAndEnglish, KeptBeside,
    testing::Values(
        Beside{"예산은 5000만원입니다. 예산은 3월 5일까지 제출합니다.", "예산은 6000만원입니다.",
               "예산은 3월 5일까지 제출합니다. 예산은 6000만원입니다."},
        Beside{"The budget is $50,000. The budget is due on March 5.", "The budget is $60,000.",
               "The budget is due on March 5. The budget is $60,000."},
        Beside{"파일럿 예산은 5000만원\n파일럿 예산 제출은 3월 5일까지", "파일럿 예산은 6000만원",
               "파일럿 예산 제출은 3월 5일까지\n파일럿 예산은 6000만원"},
        Beside{"The Falcon project costs $50,000\nThe Falcon project is due on March 5",
               "The Falcon project is now due on March 12",
               "The Falcon project costs $50,000\nThe Falcon project is now due on March 12"},
        Beside{
            "The budget is $50,000. The marketing team manages the budget. The budget is due on "
            "March 5.",
            "The budget is now due on March 12.",
            "The budget is $50,000. The marketing team manages the budget. The budget is now due "
            "on March 12."}));

TEST(NextContent, WhatTheFactSaysTooIsNotSaidTwice) {
  const NextContent content =
      replacing(merged_memory("예산은 5000만원입니다. 마케팅팀이 예산을 관리합니다."),
                "예산은 6000만원이며 마케팅팀이 관리합니다.");
  EXPECT_EQ(content.content.find("5000만원"), std::string::npos) << content.content;
}

TEST(NextContent, WhatCannotBeToldApartIsReplacedWholeAndSaysSo) {
  const NextContent content =
      replacing(merged_memory("점심은 김치찌개입니다. 서버 이전은 4월입니다."),
                "The office moves to Pangyo.");
  EXPECT_EQ(content.content, "The office moves to Pangyo.");
  EXPECT_EQ(content.replaced, content.sentences);
  EXPECT_FALSE(content.keeps_some);
}

TEST(NextContent, TextsThatTogetherAreTooLongHaveNoNextVersion) {
  const Memory target = saying(std::string(kMaxContentBytes - 10, 'a'));
  const Memory fact = saying("예산은 6000만원입니다.");
  const Models models = builtin_models();
  const std::size_t together = target.content.size() + 1 + fact.content.size();
  EXPECT_EQ(next_content(target, fact, Operation::Merge, {}, models).too_long, together);
  DecideOptions append;
  append.content = ContentStrategy::Append;
  EXPECT_EQ(next_content(target, fact, Operation::Supersede, append, models).too_long, together);
  EXPECT_EQ(next_content(target, fact, Operation::Supersede, replaces(), models).content,
            fact.content);
}

/// The same through the engine, by script or with the built-in models.
class NextVersions : public Amend {
 protected:
  NextVersions() { reopen(replaces()); }
  void use_builtin_models() {
    engine_.reset();
    EngineOptions options = fixed_options();
    options.clock = [this] { return now_; };
    options.decide = replaces();
    engine_.emplace(Engine::open(directory_.path(), options));
  }
  Decision say(const std::string& content) {
    now_.micros += kMicrosPerDay;
    const Fact fact{.user = "mina", .content = content, .stated_at = now_, .occurred_at = {}};
    return engine_->fold({&fact, 1}).at(0);
  }
  bool is_found(const std::string& text, const std::string& query) {
    for (const Hit& hit : engine_->recall({.user = "mina", .text = query, .k = 20})) {
      if (hit.memory.content.find(text) != std::string::npos) return true;
    }
    return false;
  }
};

// P5: nothing is lost silently.
TEST_F(NextVersions, P5_ADueDateMergedBesideABudgetOutlivesANewBudget) {
  use_builtin_models();
  const struct {
    const char *budget, *due, *raise, *needle, *raised, *question;
  } stories[] = {
      {"워크숍 예산은 2000만원입니다.", "워크숍 예산은 6월 3일까지 제출해야 합니다.",
       "워크숍 예산은 3000만원입니다.", "6월 3일", "3000만원", "워크숍 예산 마감"},
      {"The offsite budget is $20,000.", "The offsite budget must be submitted by June 3.",
       "The offsite budget is $30,000.", "June 3", "$30,000", "offsite budget due"}};
  for (const auto& story : stories) {
    say(story.budget);
    const Decision merge = say(story.due);
    ASSERT_EQ(merge.operation, Operation::Merge) << merge.reason;
    const Decision raise = say(story.raise);
    ASSERT_EQ(raise.operation, Operation::Supersede) << raise.reason;
    EXPECT_THAT(raise.reason, HasSubstr("replaces 1 of 2 sentences of a merged memory"));
    const std::string now = current(raise.memory_id);
    EXPECT_THAT(now, testing::AllOf(HasSubstr(story.needle), HasSubstr(story.raised)));
    EXPECT_TRUE(is_found(story.needle, story.question));
    EXPECT_EQ(history(raise.memory_id).size(), 3u);
    EXPECT_EQ(history(raise.memory_id).front(), story.budget);
  }
  EXPECT_EQ(engine_->admin().verify().problems, Contents{});
}

TEST_F(NextVersions, TheNextUpdateFindsWhatIsKeptAndCanBeUndone) {
  use_builtin_models();
  say("The offsite budget is $20,000.");
  say("The offsite budget must be submitted by June 3.");
  say("The offsite budget is $30,000.");
  const Decision moved = say("The offsite budget was raised to $40,000.");
  ASSERT_EQ(moved.operation, Operation::Supersede) << moved.reason;
  EXPECT_EQ(
      current(moved.memory_id),
      "The offsite budget must be submitted by June 3. The offsite budget was raised to $40,000.");
  engine_->undo("mina", moved.sequence);
  EXPECT_EQ(current(moved.memory_id),
            "The offsite budget must be submitted by June 3. The offsite budget is $30,000.");
  const Fact probe{.user = "mina", .content = current(moved.memory_id), .occurred_at = {}};
  EXPECT_NEAR(engine_->explain(probe).candidates.at(0).score.cosine, 1.0, 1e-3)
      << "what is kept is embedded too";
  EXPECT_EQ(engine_->admin().verify().problems, Contents{});
}

TEST_F(NextVersions, AnUpdateSettledFromTheReviewQueueKeepsWhatWasMergedBeside) {
  tell("예산은 5000만원입니다.");
  ASSERT_EQ(tell(Verdict::Merge, "예산은 3월 5일까지 제출합니다.").operation, Operation::Merge);
  analyst_->confidence = 0.7;
  const Decision flagged = tell(Verdict::Update, "예산은 6000만원입니다.");
  ASSERT_TRUE(flagged.review) << flagged.reason;
  const Decision settled =
      engine_->settle_review("mina", flagged.sequence, {ReviewAnswer::Kind::Accept, {}});
  EXPECT_EQ(current(settled.memory_id), "예산은 3월 5일까지 제출합니다. 예산은 6000만원입니다.");
  EXPECT_THAT(settled.reason, HasSubstr("replaces 1 of 2 sentences of a merged memory"));
  expect_sound();
}

/// Statements of which two do not fit into one memory.
class TooLong : public NextVersions {
 protected:
  static std::string long_text(const std::string& about) {
    std::string text = about;
    while (text.size() < kMaxContentBytes - 1000)
      text += " 예산 항목 " + std::to_string(text.size());
    return text + ".";
  }
  void expect_both_stand(const Decision& first, const Decision& second) {
    EXPECT_EQ(second.kind, DecisionKind::Create) << second.reason;
    EXPECT_EQ(second.operation, Operation::Add);
    EXPECT_THAT(second.reason, testing::AllOf(HasSubstr("both texts together are "),
                                              HasSubstr("more than the 65536 of a memory")));
    EXPECT_EQ(second.related_ids, std::vector<Id>{first.memory_id});
    EXPECT_TRUE(engine_->get("mina", first.memory_id)->is_current());
    EXPECT_TRUE(engine_->get("mina", second.memory_id)->is_current());
    EXPECT_EQ(recalled().size(), 2u);
    expect_sound();
  }
};

// P5: nothing is lost silently. Before: MERGE, and the second statement nowhere.
TEST_F(TooLong, P5_AMergeThatDoesNotFitIsALinkThatSaysTheSizes) {
  const Decision first = tell(long_text("예산은 5000만원입니다"));
  expect_both_stand(first, tell(Verdict::Merge, long_text("마케팅팀이 예산을 관리합니다")));
}

// P5. Before: UPDATE by a version that held the second text alone, though both were asked for.
TEST_F(TooLong, P5_AnAppendThatDoesNotFitIsALinkThatSaysTheSizes) {
  DecideOptions options;
  options.content = ContentStrategy::Append;
  reopen(options);
  const Decision first = tell(long_text("예산은 5000만원입니다"));
  expect_both_stand(first, tell(Verdict::Update, long_text("예산은 6000만원입니다")));
}

TEST_F(TooLong, InADryRunAndAnExplanationToo) {
  const Decision first = tell(long_text("예산은 5000만원입니다"));
  analyst_->verdict = Verdict::Merge;
  const Fact fact{.user = "mina",
                  .content = long_text("마케팅팀이 예산을 관리합니다"),
                  .thread_id = "t1",
                  .subject = "Q1 마케팅 캠페인 예산",
                  .occurred_at = {}};
  for (const Decision& decision :
       {engine_->explain(fact).decision, engine_->fold({&fact, 1}, {.dry_run = true}).at(0)}) {
    EXPECT_EQ(decision.operation, Operation::Add);
    EXPECT_THAT(decision.reason, HasSubstr("both texts together are "));
    EXPECT_EQ(decision.related_ids, std::vector<Id>{first.memory_id});
  }
}

TEST_F(TooLong, ByClassifyBothCoexist) {
  DecideOptions options;
  options.policy = Policy::Classify;
  options.classify.cosine_above = 0.05;
  reopen(options);
  const Decision first = tell(long_text("예산은 5000만원입니다"));
  const Decision second = tell(Verdict::Merge, long_text("예산은 6000만원입니다"));
  expect_both_stand(first, second);
  EXPECT_EQ(second.relationship_type, EdgeType::Similar);
}

// P5. Before: settled as MERGE, with the text of the case hidden and nowhere else.
TEST_F(TooLong, P5_ACaseWhoseTextsDoNotFitIsNotSettledAsAMerge) {
  tell(long_text("예산은 5000만원입니다"));
  analyst_->confidence = 0.7;
  const Decision flagged = tell(Verdict::Merge, long_text("마케팅팀이 예산을 관리합니다"));
  ASSERT_TRUE(flagged.review) << flagged.reason;
  const std::string digest = engine_->admin().digest();
  const std::string error = error_of([&] {
    engine_->settle_review("mina", flagged.sequence, {ReviewAnswer::Kind::Accept, {}});
  });
  EXPECT_THAT(error, testing::AllOf(HasSubstr("more than the 65536 of a memory"),
                                    HasSubstr("settle it as a link")));
  EXPECT_EQ(engine_->admin().digest(), digest) << "and nothing has changed";
  engine_->settle_review("mina", flagged.sequence, {ReviewAnswer::Kind::Override, Verdict::Link});
  EXPECT_EQ(recalled().size(), 2u);
}

}  // namespace
}  // namespace memfold::test
