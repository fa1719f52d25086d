// What an entry of the decision log holds, and what of it stays.
#include <algorithm>

#include "amend_fixture.h"
#include "engine/fold/prepare.h"
#include "storage/store.h"

namespace memfold::test {
namespace {

class LogEntries : public Amend {
 protected:
  std::vector<Decision> entries(LogQuery query = {}) {
    query.user = "mina";
    query.newest_first = false;
    return engine_->log(query).entries;
  }
  std::unique_ptr<storage::Store> open_store() {
    engine_.reset();
    storage::StoreOptions options;
    options.create_if_missing = false;
    return storage::Store::open(directory_.path(), options);
  }
};

TEST_F(LogEntries, HoldAllThatWasReturnedToTheCaller) {
  std::vector<Decision> told = budget();
  told.push_back(tell(Verdict::Merge, "마케팅팀이 예산을 관리합니다"));
  told.push_back(tell(Verdict::Link, "예산 회의는 9시입니다"));
  told.push_back(tell("예산 회의는 9시입니다.", "mail-2"));
  analyst_->confidence = 0.5;
  told.push_back(tell(Verdict::Update, "예산은 9000만원입니다"));
  for (const bool reopened : {false, true}) {
    if (reopened) reopen();
    const auto logged = entries();
    ASSERT_EQ(logged.size(), told.size());
    for (std::size_t i = 0; i < told.size(); ++i) {
      const Decision &entry = logged[i], &d = told[i];
      EXPECT_EQ(entry.id, d.id);
      EXPECT_TRUE(entry.id);
      EXPECT_EQ(entry.sequence, i + 1);
      EXPECT_EQ(entry.at, d.at);
      EXPECT_EQ(entry.user, "mina");
      EXPECT_EQ(entry.kind, d.kind);
      EXPECT_EQ(entry.operation, d.operation);
      EXPECT_EQ(entry.source_id, i == 5 ? "mail-2" : "mail-1");
      EXPECT_EQ(entry.content_hash, d.content_hash);
      EXPECT_EQ(entry.memory_id, d.memory_id);
      EXPECT_EQ(entry.target_id, d.target_id);
      EXPECT_EQ(entry.related_ids, d.related_ids);
      EXPECT_EQ(entry.relationship_type, d.relationship_type);
      EXPECT_EQ(entry.score, d.score) << "with its factors and weights";
      EXPECT_EQ(entry.band, d.band);
      EXPECT_EQ(entry.verdict, d.verdict);
      EXPECT_EQ(entry.confidence, d.confidence);
      EXPECT_EQ(entry.property_changes, d.property_changes);
      EXPECT_EQ(entry.reason, d.reason);
      EXPECT_EQ(entry.rivals, d.rivals);
      EXPECT_EQ(entry.status, d.status);
      EXPECT_EQ(entry.processing_time_us, d.processing_time_us);
      EXPECT_EQ(entry.trigger, Trigger::Realtime);
      EXPECT_EQ(entry.review, d.review);
      EXPECT_EQ(entry.analyses, d.analyses);
      EXPECT_EQ(entry.idempotency_key, d.idempotency_key);
    }
  }
}

TEST_F(LogEntries, KeepTheHashOfTheContentWhichIsInTheStatesAlone) {
  const std::string content = "예산은 6000만원, 코드명 부엉이바위";
  Fact trusted;
  trusted.user = "mina";
  trusted.content = "예산은 5000만원";
  trusted.source_type = SourceType::UserInput;
  trusted.thread_id = "t1";
  trusted.subject = "Q1 마케팅 캠페인 예산";
  engine_->fold({&trusted, 1});
  const Decision skipped = tell(Verdict::Update, content);
  ASSERT_EQ(skipped.operation, Operation::Noop) << skipped.reason;
  EXPECT_EQ(entries().at(1).content_hash, hash_content(content));
  const auto files_with_it = [&] {
    const auto store = open_store();
    store->rewrite(storage::user_key("mina"));
    return store->search_files(TextPrints{std::span(&content, 1)}).files.size();
  };
  EXPECT_GT(files_with_it(), 0u);
  now_.micros += 91 * kMicrosPerDay;
  reopen();
  engine_->admin().apply_retention();
  EXPECT_EQ(files_with_it(), 0u) << "the entry and its indexes do not quote it";
  reopen();
  EXPECT_EQ(entries().at(1).content_hash, hash_content(content));
}

TEST_F(LogEntries, SayWhatTriggeredThem) {
  DecideOptions options;
  options.in_doubt = DoubtPolicy::Hold;
  reopen(options);
  const auto told = [&](const std::string& content, Trigger trigger) {
    now_.micros += kMicrosPerDay;
    Fact fact;
    fact.user = "mina";
    fact.content = content;
    fact.stated_at = now_;
    return engine_->fold({&fact, 1}, {.trigger = trigger}).at(0);
  };
  analyst_->verdict = Verdict::Unrelated;
  const Decision first = told("예산은 5000만원입니다", Trigger::Realtime);
  const Decision second = told("The release moves to June", Trigger::Backfill);
  told("점심은 판교역에서 먹습니다", Trigger::Manual);
  engine_->forget({.user = "mina", .ids = {first.memory_id}});
  engine_->purge("mina", Time{now_.micros + 1});
  analyst_->verdict = Verdict::Update;
  analyst_->confidence = 0.5;
  const Decision held = told("The release moves to July", Trigger::Realtime);
  ASSERT_TRUE(held.review) << held.reason;
  engine_->settle_review("mina", held.sequence, {ReviewAnswer::Kind::Accept, {}});
  engine_->undo("mina", entries().back().sequence);
  ASSERT_TRUE(engine_->get("mina", second.memory_id));
  std::vector<Trigger> triggers;
  for (const Decision& entry : entries()) triggers.push_back(entry.trigger);
  EXPECT_EQ(triggers, (std::vector<Trigger>{Trigger::Realtime, Trigger::Backfill, Trigger::Manual,
                                            Trigger::UserRequest, Trigger::Scheduled,
                                            Trigger::Realtime, Trigger::Review, Trigger::Undo}));
  for (const Trigger trigger : triggers) {
    for (const Decision& entry : entries({.trigger = trigger})) EXPECT_EQ(entry.trigger, trigger);
  }
}

TEST_F(LogEntries, OfOneUserAreNeverAnothers) {
  budget();
  Fact fact;
  fact.user = "jiho";
  fact.content = "예산은 5000만원입니다";
  fact.source_id = "mail-1";
  engine_->fold({&fact, 1});
  EXPECT_EQ(entries().size(), 3u);
  EXPECT_EQ(engine_->log({.user = "jiho"}).entries.size(), 1u);
  EXPECT_EQ(engine_->log({.user = "jiho", .source_id = "mail-1"}).entries.size(), 1u);
  EXPECT_EQ(engine_->log_analytics({.user = "jiho"}).entries, 1u);
}

TEST_F(LogEntries, AnUndoAddsOneAndRewritesNone) {
  const auto told = budget();
  std::vector<storage::LogEntry> before;
  {
    const auto store = open_store();
    for (std::uint64_t i = 1; i <= 3; ++i) {
      before.push_back(store->log_entry(storage::user_key("mina"), i).value());
    }
  }
  reopen();
  engine_->undo("mina", told[1].sequence, {.cascade = true});
  EXPECT_EQ(entries().size(), 5u);
  const auto store = open_store();
  for (std::uint64_t i = 1; i <= 3; ++i) {
    const auto after = store->log_entry(storage::user_key("mina"), i).value();
    EXPECT_EQ(after.chain, before[i - 1].chain);
    EXPECT_FALSE(after.decision.redacted);
  }
}

TEST_F(LogEntries, LoseTheirStatesAfterNinetyDaysByDefault) {
  const auto told = budget();
  const auto states_left = [&] {
    const auto store = open_store();
    std::vector<std::uint64_t> left;
    for (const Decision& d : told) {
      if (store->log_states(storage::user_key("mina"), d.at, d.sequence))
        left.push_back(d.sequence);
    }
    return left;
  };
  EXPECT_EQ(states_left(), (std::vector<std::uint64_t>{2, 3}));
  now_ = Time{told[1].at.micros + 90 * kMicrosPerDay};
  reopen();
  engine_->admin().apply_retention();
  EXPECT_EQ(states_left(), (std::vector<std::uint64_t>{2, 3})) << "ninety days is not older";
  now_.micros += 1;
  reopen();
  engine_->admin().apply_retention();
  EXPECT_EQ(states_left(), std::vector<std::uint64_t>{3});
  reopen();
  EXPECT_EQ(entries().size(), 3u) << "the entries stay";
  EXPECT_EQ(history(told[0].memory_id).size(), 3u);
}

TEST_F(LogEntries, AnalyticsCountVerdictsAndSpreadScoresAndTimes) {
  std::vector<Decision> told = budget();
  told.push_back(tell(Verdict::Link, "예산 회의는 9시입니다"));
  told.push_back(tell(Verdict::Merge, "마케팅팀이 예산을 관리합니다"));
  for (int i = 0; i < 25; ++i) {
    told.push_back(tell(Verdict::Link, "예산 안건 " + std::to_string(i) + "번을 논의합니다"));
  }
  const LogAnalytics all = engine_->log_analytics({.user = "mina"});
  std::array<std::uint64_t, 5> verdicts{};
  std::vector<double> scores;
  std::vector<std::uint32_t> times;
  for (const Decision& d : told) {
    if (d.verdict) ++verdicts[std::size_t(*d.verdict)];
    scores.push_back(d.score.total);
    times.push_back(std::uint32_t(d.processing_time_us));
  }
  EXPECT_EQ(all.by_verdict, verdicts);
  EXPECT_GT(verdicts[std::size_t(Verdict::Link)], 0u);
  std::sort(scores.begin(), scores.end());
  std::sort(times.begin(), times.end());
  // Nearest rank of 30 values: the 15th, the 29th and the 30th.
  ASSERT_EQ(told.size(), 30u);
  EXPECT_EQ(all.score_p50, scores[14]);
  EXPECT_EQ(all.score_p95, scores[28]);
  EXPECT_EQ(all.time_p50_us, times[14]);
  EXPECT_EQ(all.time_p95_us, times[28]);
  EXPECT_EQ(all.time_p99_us, times[29]);
  const LogAnalytics links = engine_->log_analytics({.user = "mina", .verdict = Verdict::Link});
  EXPECT_EQ(links.entries, verdicts[std::size_t(Verdict::Link)]) << "of any filter";
}

}  // namespace
}  // namespace memfold::test
