#include "memfold/backfill.h"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>

#include "ingest/backfill_checkpoint.h"
#include "memfold/error.h"
#include "tests/ingest/support.h"

namespace memfold::ingest {
namespace {

using testing::Folder;
using testing::gzip;

std::string day(int i) {
  const std::string number = std::to_string(1 + i % 27);
  return (number.size() == 1 ? "0" : "") + number + " Jan 2026 0" + std::to_string(i % 10) +
         ":00:00 +0900";
}

std::string mail(int i, const std::string& body, const std::string& headers = {}) {
  return "From sender@example.com Mon Jan  5 09:00:00 2026\nFrom: Sender <sender" +
         std::to_string(i % 3) + "@example.com>\nTo: owner@example.com\nDate: " + day(i) +
         "\nMessage-ID: <mail-" + std::to_string(i) + "@example.com>\nSubject: Project " +
         std::to_string(i % 5) + " budget\n" + headers + "\n" + body + "\n\n";
}

std::string fact_mail(int i, const std::string& headers = {}) {
  return mail(i,
              "The budget of project " + std::to_string(i % 5) + " is " +
                  std::to_string(1000 + i * 10) + " USD.\n" + std::to_string(i) +
                  "번 보고서는 1월 " + std::to_string(1 + i % 27) + "일까지 제출해 주세요.",
              headers);
}

std::string archive(int mails) {
  std::string bytes;
  for (int i = 0; i < mails; ++i) bytes += i % 7 == 3 ? mail(i, "Thanks!") : fact_mail(i);
  return bytes;
}

class Backfill : public ::testing::Test {
 protected:
  Engine open(const std::string& name) {
    EngineOptions options;
    options.models = builtin_models();
    options.clock = fixed_clock(*parse_time("2026-02-01T00:00:00Z"));
    options.durability = Durability::Relaxed;
    return Engine::open(folder_.path(name), options);
  }
  BackfillOptions options(std::size_t chunk = 4) const {
    BackfillOptions result;
    result.user = "owner";
    result.chunk = chunk;
    return result;
  }
  BackfillSummary run(Engine& engine, const std::string& path, const BackfillOptions& how) {
    BackfillSummary summary = backfill(engine, {path}, how);
    EXPECT_TRUE(summary.counts.adds_up());
    EXPECT_TRUE(summary.earlier.adds_up());
    return summary;
  }
  std::string digest_of(const std::string& path, const std::string& name) {
    Engine engine = open(name);
    run(engine, path, options());
    return engine.admin().digest();
  }

  Folder folder_;
  int next_ = 0;
};

TEST_F(Backfill, EveryMessageEndsInExactlyOneCount) {
  const std::string path =
      folder_.write("a.mbox", "stray bytes\n\n" + fact_mail(1) + mail(2, "Thanks!") + fact_mail(1) +
                                  "From sender@example.com Mon Jan  5 09:00:00 2026\n\n" +
                                  fact_mail(4) + fact_mail(5, "X-Gmail-Labels: Work\n"));
  Engine engine = open("db");
  const BackfillSummary all = run(engine, path, options());
  EXPECT_EQ(all.counts.messages, 7u);
  EXPECT_EQ(all.counts.used, 3u);
  EXPECT_EQ(all.counts.empty, 1u);
  EXPECT_EQ(all.counts.duplicate, 1u);
  EXPECT_EQ(all.counts.broken, 2u);
  ASSERT_EQ(all.broken.size(), 2u);
  EXPECT_EQ(all.broken[0].offset, 0u);
  EXPECT_NE(all.broken[1].reason, "");
  EXPECT_GT(all.counts.facts, 3u);
  EXPECT_EQ(engine.stats("owner").decisions, all.counts.facts - all.counts.rejected);
  EXPECT_FALSE(all.stopped);
}

TEST_F(Backfill, FiltersBySenderLabelAndTime) {
  std::string bytes;
  for (int i = 0; i < 12; ++i)
    bytes += fact_mail(i, i % 2 == 0 ? "X-Gmail-Labels: Work,Inbox\n" : "");
  const std::string path = folder_.write("a.mbox", bytes);
  const auto used = [&](const MailFilter& filter) {
    Engine engine = open("db" + std::to_string(next_++));
    BackfillOptions how = options();
    how.filter = filter;
    const BackfillSummary summary = run(engine, path, how);
    EXPECT_EQ(summary.counts.used + summary.counts.filtered, 12u);
    return summary.counts.used;
  };
  MailFilter filter;
  EXPECT_EQ(used(filter), 12u);
  filter.labels = {"WORK"};
  EXPECT_EQ(used(filter), 6u);
  filter.labels = {"wor"};
  EXPECT_EQ(used(filter), 0u);
  filter = {};
  filter.from = {"SENDER1@"};
  EXPECT_EQ(used(filter), 4u);
  filter = {};
  filter.since = parse_time("2026-01-03T00:00:00Z");
  filter.until = parse_time("2026-01-05T00:00:00Z");
  EXPECT_EQ(used(filter), 2u);
}

TEST_F(Backfill, WhatItsTimeAllowedIsReportedAndDurable) {
  const std::string path = folder_.write("a.mbox", archive(40));
  Engine engine = open("late");
  BackfillOptions how = options();
  how.stop.deadline = std::chrono::steady_clock::now();
  const BackfillSummary none = run(engine, path, how);
  EXPECT_TRUE(none.stopped);
  EXPECT_EQ(none.counts.messages, 0u);
  how.threads = 1;
  how.stop.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
  how.on_progress = [&](const BackfillProgress&) {
    std::this_thread::sleep_until(*how.stop.deadline);
  };
  const BackfillSummary some = run(engine, path, how);
  how.stop = {};
  how.on_progress = nullptr;
  const BackfillSummary rest = run(engine, path, how);
  EXPECT_FALSE(rest.stopped);
  EXPECT_EQ(some.counts.messages + rest.counts.messages, 40u);
  EXPECT_EQ(rest.earlier, some.counts);
  EXPECT_EQ(engine.admin().digest(), digest_of(path, "undisturbed"));
}

TEST_F(Backfill, StoppedAfterEveryChunkAndResumedItEndsInTheSameState) {
  const std::string path = folder_.write("a.mbox", archive(40));
  const std::string undisturbed = digest_of(path, "whole");
  for (std::size_t stop_after = 1; stop_after <= 10; ++stop_after) {
    Engine engine = open("stopped" + std::to_string(stop_after));
    std::stop_source stop;
    std::size_t chunks = 0;
    BackfillOptions how = options();
    how.threads = 1;
    how.stop.token = stop.get_token();
    how.on_progress = [&](const BackfillProgress& progress) {
      EXPECT_TRUE(progress.counts.adds_up());
      if (++chunks == stop_after) stop.request_stop();
    };
    const BackfillSummary first = run(engine, path, how);
    how.stop = {};
    how.on_progress = nullptr;
    const BackfillSummary second = run(engine, path, how);
    EXPECT_EQ(second.resumed, first.counts.messages > 0 ? 1u : 0u);
    EXPECT_EQ(second.earlier, first.counts);
    EXPECT_EQ(first.counts.messages + second.counts.messages, 40u) << "stop after " << stop_after;
    EXPECT_EQ(second.counts.already_folded, 0u);
    EXPECT_EQ(engine.admin().digest(), undisturbed) << "stop after " << stop_after;
  }
}

TEST_F(Backfill, LimitedRunsGoOnWhereTheyStopped) {
  const std::string path = folder_.write("a.mbox.gz", gzip(archive(20)));
  const std::string undisturbed = digest_of(path, "whole");
  Engine engine = open("limited");
  BackfillOptions how = options(3);
  how.limit = 7;
  std::uint64_t messages = 0;
  for (int i = 0; i < 3; ++i) {
    const BackfillSummary summary = run(engine, path, how);
    EXPECT_EQ(summary.stopped, i < 2);
    messages += summary.counts.messages;
  }
  EXPECT_EQ(messages, 20u);
  EXPECT_EQ(engine.admin().digest(), undisturbed);
}

TEST_F(Backfill, RunningAgainChangesNothing) {
  const std::string path = folder_.write("a.mbox", archive(20));
  Engine engine = open("db");
  const BackfillSummary first = run(engine, path, options());
  const std::string digest = engine.admin().digest();
  const BackfillSummary again = run(engine, path, options());
  EXPECT_EQ(again.counts.messages, 0u);
  EXPECT_EQ(again.earlier, first.counts);
  BackfillOptions from_start = options();
  from_start.resume = false;
  const BackfillSummary whole = run(engine, path, from_start);
  EXPECT_EQ(whole.counts.messages, 20u);
  EXPECT_EQ(whole.counts.already_folded, first.counts.facts - first.counts.rejected);
  EXPECT_EQ(engine.admin().digest(), digest);
}

TEST_F(Backfill, AGrownArchiveIsReadFromItsOldEndAndAChangedOneFromTheStart) {
  const std::string path = folder_.write("a.mbox", archive(10));
  Engine engine = open("db");
  run(engine, path, options());
  folder_.write("a.mbox", archive(16));
  const BackfillSummary grown = run(engine, path, options());
  EXPECT_EQ(grown.resumed, 1u);
  EXPECT_EQ(grown.counts.messages, 6u);
  folder_.write("a.mbox", fact_mail(99) + archive(16));
  const BackfillSummary changed = run(engine, path, options());
  EXPECT_EQ(changed.resumed, 0u);
  EXPECT_EQ(changed.counts.messages, 17u);
  EXPECT_GT(changed.counts.already_folded, 0u);
}

TEST_F(Backfill, ChunksWithoutFactsMoveTheResumePointToo) {
  std::string bytes;
  for (int i = 0; i < 12; ++i) bytes += mail(i, "Thanks!");
  const std::string path = folder_.write("a.mbox", bytes);
  Engine engine = open("db");
  EXPECT_EQ(run(engine, path, options()).counts.empty, 12u);
  EXPECT_EQ(run(engine, path, options()).counts.messages, 0u);
}

TEST_F(Backfill, TheResultDoesNotDependOnChunksOrThreads) {
  const std::string path = folder_.write("a.mbox", archive(60));
  const std::string undisturbed = digest_of(path, "whole");
  for (const auto& [chunk, threads] : {std::pair{1, 1}, {3, 4}, {64, 2}, {1000, 1}}) {
    Engine engine = open("c" + std::to_string(chunk));
    BackfillOptions how = options(std::size_t(chunk));
    how.threads = threads;
    run(engine, path, how);
    EXPECT_EQ(engine.admin().digest(), undisturbed)
        << "chunk " << chunk << ", " << threads << " threads";
  }
}

/// One that is asked from several threads at once, and says how many.
class WaitingExtractor final : public Extractor {
 public:
  std::string name() const override { return builtin_->name(); }
  std::vector<Fact> extract(const Message& message) const override {
    {
      std::unique_lock lock(mutex_);
      most_ = std::max(most_, ++inside_);
      changed_.notify_all();
      // The first ones wait for company, which comes unless mails are taken one by one.
      changed_.wait_for(lock, std::chrono::seconds(5), [&] { return most_ >= 3; });
    }
    std::vector<Fact> facts = builtin_->extract(message);
    const std::lock_guard lock(mutex_);
    --inside_;
    return facts;
  }
  MentionSet mentions(const Message& message, std::span<const Fact> facts) const override {
    return builtin_->mentions(message, facts);
  }
  int most() const { return most_; }

 private:
  const std::shared_ptr<const Extractor> builtin_ = builtin_extractor();
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  mutable int inside_ = 0, most_ = 0;
};

TEST_F(Backfill, MailsOfAChunkAreUnderstoodAtOnceWhereAskedFor) {
  const std::string path = folder_.write("a.mbox", archive(30));
  const std::string undisturbed = digest_of(path, "whole");
  const auto waiting = std::make_shared<WaitingExtractor>();
  Engine engine = open("db");
  BackfillOptions how = options(8);
  how.threads = 1;
  how.extractor = waiting;
  how.extract_at_once = 4;
  run(engine, path, how);
  EXPECT_EQ(engine.admin().digest(), undisturbed);
  EXPECT_GE(waiting->most(), 3);
  EXPECT_LE(waiting->most(), 4);
}

TEST_F(Backfill, ADryRunWritesNothing) {
  const std::string path = folder_.write("a.mbox", archive(10));
  Engine engine = open("db");
  const std::string empty = engine.admin().digest();
  BackfillOptions how = options();
  how.dry_run = true;
  const BackfillSummary dry = run(engine, path, how);
  EXPECT_GT(dry.counts.facts, 0u);
  EXPECT_EQ(engine.admin().digest(), empty);
  EXPECT_EQ(run(engine, path, options()).counts.messages, 10u);
}

TEST_F(Backfill, SeveralInputsHaveTheirOwnResumePoints) {
  const std::string a = folder_.write("a.mbox", archive(10));
  std::string other;
  for (int i = 100; i < 105; ++i) other += fact_mail(i);
  const std::string b = folder_.write("b.mbox", other);
  Engine engine = open("db");
  EXPECT_EQ(run(engine, a, options()).counts.messages, 10u);
  const BackfillSummary both = backfill(engine, {a, b}, options());
  EXPECT_EQ(both.inputs, 2u);
  EXPECT_EQ(both.resumed, 1u);
  EXPECT_EQ(both.counts.messages, 5u);
}

TEST_F(Backfill, WhatCannotBeUsedIsAnError) {
  Engine engine = open("db");
  const std::string facts = folder_.write("facts.jsonl", "{\"user\":\"u\"}\n");
  EXPECT_THROW(backfill(engine, {facts}, options()), Error);
  EXPECT_THROW(backfill(engine, {folder_.path("missing")}, options()), Error);
  EXPECT_THROW(backfill(engine, {facts}, BackfillOptions{}), Error);
  EngineOptions without;
  without.models.embedder = builtin_embedder();  // some are given, no Extractor among them
  Engine reader_of_none = Engine::open(folder_.path("without"), without);
  const std::string mails = folder_.write("a.mbox", archive(1));
  EXPECT_THROW(backfill(reader_of_none, {mails}, options()), Error);
}

TEST_F(Backfill, ProgressEndsAtTheWholeArchive) {
  const std::string path = folder_.write("a.mbox", archive(30));
  Engine engine = open("db");
  BackfillOptions how = options();
  BackfillProgress last;
  std::uint64_t before = 0;
  how.on_progress = [&](const BackfillProgress& progress) {
    EXPECT_GE(progress.counts.messages, before);
    EXPECT_LE(progress.bytes_done, progress.bytes_total);
    before = progress.counts.messages;
    last = progress;
  };
  const BackfillSummary summary = run(engine, path, how);
  EXPECT_EQ(last.counts, summary.counts);
  EXPECT_EQ(last.bytes_done, last.bytes_total);
}

TEST_F(Backfill, TheShareDoneCountsWhatEarlierRunsRead) {
  std::vector<std::string> paths = {folder_.write("a.mbox", archive(40)),
                                    folder_.write("b.mbox.gz", gzip(archive(40)))};
  for (int i = 0; i < 40; ++i) {
    const std::string one = fact_mail(i);
    folder_.write("mails/" + std::to_string(i) + ".eml", one.substr(one.find('\n') + 1));
  }
  paths.push_back(folder_.path("mails"));
  for (const std::string& path : paths) {
    Engine engine = open("db" + std::to_string(next_++));
    BackfillOptions how = options();
    how.limit = 20;
    BackfillProgress last;
    how.on_progress = [&](const BackfillProgress& progress) { last = progress; };
    run(engine, path, how);
    const std::uint64_t half = last.bytes_done;
    EXPECT_GT(half, 0u);
    run(engine, path, how);
    EXPECT_GE(last.bytes_done, half) << path;
    EXPECT_EQ(last.bytes_done, last.bytes_total) << path;
  }
}

TEST(BackfillCheckpoint, SurvivesItsText) {
  BackfillCheckpoint checkpoint;
  checkpoint.point = {1, 2, 3, 0xFFFFFFFFFFFFFFFF, 5, 6};
  checkpoint.counts.messages = 7;
  checkpoint.counts.by_kind = {1, 2, 3, 4};
  EXPECT_EQ(parse_checkpoint(to_text(checkpoint)), checkpoint);
  for (const char* text : {"", "{}", "[]", "{\"version\":2}", "{\"version\":1}", "nonsense",
                           "{\"version\":1,\"position\":\"x\"}"}) {
    EXPECT_FALSE(parse_checkpoint(text)) << text;
  }
}

TEST(BackfillCheckpoint, NamesDifferWhereTheFactsWould) {
  const Archive a{ArchiveKind::Mbox, "/a"}, b{ArchiveKind::Mbox, "/b"};
  MailFilter from, label;
  from.from = {"x"};
  label.labels = {"x"};
  const std::set<std::string> names = {
      checkpoint_name("u", a, "e@1", {}),   checkpoint_name("v", a, "e@1", {}),
      checkpoint_name("u", b, "e@1", {}),   checkpoint_name("u", a, "e@2", {}),
      checkpoint_name("u", a, "e@1", from), checkpoint_name("u", a, "e@1", label)};
  EXPECT_EQ(names.size(), 6u);
}

}  // namespace
}  // namespace memfold::ingest
