// Chains as people ask for them: what is current, what changed at each step and why, what was
// believed and what was true.
#include "amend_fixture.h"
#include "storage/store.h"

namespace memfold::test {
namespace {

class History : public Amend {
 protected:
  Decision tell_at(const char* when, const std::string& content) {
    now_ = Time{parse_time(when)->micros - kMicrosPerDay};  // tell() moves on by a day
    return tell(content);
  }
  std::string at(const Id& member, const AsOf& when) {
    const auto memory = engine_->as_of("mina", member, when);
    return memory ? memory->content : "nothing";
  }
};

TEST_F(History, TheExampleOfThreeVersions) {
  const Id first = tell_at("2026-01-01", "예산은 5000만원입니다").memory_id;
  tell_at("2026-02-01", "예산은 6000만원입니다");
  const Id third = tell_at("2026-03-15", "예산은 7000만원입니다").memory_id;
  EXPECT_EQ(engine_->as_of("mina", third, {.system = parse_time("2026-01-15")}).value().version,
            1u);
  EXPECT_EQ(engine_->as_of("mina", first, {}).value().version, 3u);
  EXPECT_EQ(history(first).size(), 3u);
}

TEST_F(History, AVersionIsBelievedFromItsCreationUntilItIsSuperseded) {
  const Id first = tell_at("2026-01-01", "예산은 5000만원입니다").memory_id;
  const Id second = tell_at("2026-02-01", "예산은 6000만원입니다").memory_id;
  const Time created = engine_->get("mina", first).value().created_at;
  const Time superseded = engine_->get("mina", first).value().superseded_at.value();
  EXPECT_EQ(superseded, engine_->get("mina", second).value().created_at);
  EXPECT_EQ(at(first, {.system = Time{created.micros - 1}}), "nothing");
  EXPECT_EQ(at(first, {.system = created}), "예산은 5000만원입니다");
  EXPECT_EQ(at(first, {.system = Time{superseded.micros - 1}}), "예산은 5000만원입니다");
  EXPECT_EQ(at(first, {.system = superseded}), "예산은 6000만원입니다");
}

TEST_F(History, ValidTimeAsksWhatWasTrueWheneverItWasSaid) {
  Fact fact;
  fact.user = "mina";
  fact.thread_id = "t1";
  fact.subject = "Q1 마케팅 캠페인 예산";
  fact.content = "예산은 5000만원입니다";
  now_ = fact.stated_at.emplace(parse_time("2026-01-01").value());
  fact.valid_from = parse_time("2025-10-01");
  const Id id = engine_->fold({&fact, 1}).at(0).memory_id;
  fact.content = "예산은 6000만원입니다";
  now_ = fact.stated_at.emplace(parse_time("2026-02-01").value());
  fact.valid_from = parse_time("2025-12-01");
  fact.valid_until = parse_time("2026-06-01");
  ASSERT_EQ(engine_->fold({&fact, 1}).at(0).operation, Operation::Supersede);
  EXPECT_EQ(at(id, {.valid = parse_time("2025-09-30")}), "nothing");
  EXPECT_EQ(at(id, {.valid = parse_time("2025-10-01")}), "예산은 5000만원입니다");
  EXPECT_EQ(at(id, {.valid = parse_time("2025-12-01")}), "예산은 6000만원입니다");
  EXPECT_EQ(at(id, {.valid = parse_time("2026-06-01")}), "nothing") << "its end is exclusive";
  EXPECT_EQ(at(id, {.system = parse_time("2026-01-15"), .valid = parse_time("2025-12-15")}),
            "예산은 5000만원입니다")
      << "both: as was believed in January";
}

TEST_F(History, IsTheWholeChainFromAnyMemberOldestFirst) {
  const auto told = budget();
  for (const Decision& member : told) {
    EXPECT_EQ(history(member.memory_id), (Contents{"예산은 5000만원입니다", "예산은 6000만원입니다",
                                                   "예산은 7000만원입니다"}));
  }
  EXPECT_EQ(history(derive_id("mina", "nothing of the kind")), Contents{});
}

TEST_F(History, SaysWhatChangedAtEachStepAndWhy) {
  engine_.reset();
  Engine engine = Engine::open(directory_.path(), fixed_options());  // the built-in Analyst
  const auto fold = [&](const char* content, const char* when) {
    Fact fact;
    fact.user = "mina";
    fact.content = content;
    fact.thread_id = "t1";
    fact.subject = "Q1 마케팅 캠페인 예산";
    fact.occurred_at = parse_time(when);
    return engine.fold({&fact, 1}).at(0);
  };
  const std::vector<Decision> told = {
      fold("Q1 마케팅 캠페인 예산은 5000만원", "2026-01-05"),
      fold("Q1 마케팅 캠페인 예산이 6000만원으로 증액", "2026-01-12"),
      fold("Q1 마케팅 캠페인 예산이 7000만원으로 증액", "2026-01-19")};
  const auto steps = engine.history("mina", told[0].memory_id);
  ASSERT_EQ(steps.size(), 3u);
  EXPECT_EQ(steps[0].operation, Operation::Add);
  EXPECT_TRUE(steps[0].changes.empty());
  const char* const values[] = {"KRW 50000000", "KRW 60000000", "KRW 70000000"};
  for (std::size_t i = 1; i < 3; ++i) {
    EXPECT_EQ(steps[i].operation, Operation::Supersede);
    ASSERT_EQ(steps[i].changes.size(), 1u);
    EXPECT_EQ(steps[i].changes[0].property, "money");
    EXPECT_EQ(steps[i].changes[0].old_value, values[i - 1]);
    EXPECT_EQ(steps[i].changes[0].new_value, values[i]);
    EXPECT_EQ(steps[i].current, i == 2);
  }
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(steps[i].reason, told[i].reason);
}

TEST_F(History, RetrievalReturnsWhatIsCurrentByDefault) {
  budget();
  EXPECT_EQ(recalled(), Contents{"예산은 7000만원입니다"});
}

TEST_F(History, RetrievalLeavesOutWhatIsArchivedUnlessAsked) {
  const auto told = budget();
  engine_.reset();
  {
    storage::StoreOptions options;
    options.create_if_missing = false;
    const auto store = storage::Store::open(directory_.path(), options);
    const Memory before = store->memory(storage::user_key("mina"), told.back().memory_id).value();
    Memory archived = before;
    archived.state = MemoryState::Archived;
    storage::CommitBatch batch("mina");
    batch.put_memory(archived, &before);
    store->commit(std::move(batch));
  }
  reopen();
  EXPECT_EQ(recalled(), Contents{});
  RecallQuery query;
  query.user = "mina";
  query.text = "예산";
  query.where.include_archived = true;
  EXPECT_EQ(engine_->recall(query).size(), 1u);
}

TEST_F(History, RetrievalLeavesOutWhatIsDeletedByDefault) {
  const auto told = budget();
  engine_->forget({.user = "mina", .ids = {told[0].memory_id}});
  EXPECT_EQ(recalled(), Contents{});
}

}  // namespace
}  // namespace memfold::test
