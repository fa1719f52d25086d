// The queue: each step once, tried again when it fails, resumed where it stopped.
#include "engine/graph/queue.h"

#include <algorithm>
#include <filesystem>
#include <thread>

#include "engine/graph/source_work.h"
#include "tests/engine/graph/scripted_models.h"

namespace memfold::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class Queue : public GraphTest {
 protected:
  Queue() { reopen(); }

  void configure(EngineOptions& options) override {
    options.models.source_reader = reader_;
    options.models.extractor = extractor_;
    options.models.summarizer = summarizer_;
    options.models.embedder = embedder_;
    options.limits.max_memories = room_;
  }

  Source note(const std::string& id, std::string raw, double on = 990) {
    Source source;
    source.user = kUser;
    source.source_id = id;
    source.raw = std::move(raw);
    source.started_at = day(on);
    return source;
  }
  Source team_note(const std::string& id, std::string raw) {
    Source source = note(id, std::move(raw));
    source.user.clear();
    source.team = "atlas team";
    return source;
  }
  Id add(const std::string& id, std::string raw) {
    return graph().add_source(note(id, std::move(raw))).id;
  }
  SourceStatus status(const Id& id) { return graph().source(kUser, id)->status; }
  SourceJob only_job() {
    const std::vector<SourceJob> jobs = graph().jobs();
    EXPECT_THAT(jobs, SizeIs(1));
    return jobs.at(0);
  }
  void pass(double seconds) { now_.micros += std::int64_t(seconds * double(kMicrosPerSecond)); }

  std::shared_ptr<ScriptedReader> reader_ = std::make_shared<ScriptedReader>();
  std::shared_ptr<ScriptedExtractor> extractor_ = std::make_shared<ScriptedExtractor>();
  std::shared_ptr<RepeatingSummarizer> summarizer_ = std::make_shared<RepeatingSummarizer>();
  std::shared_ptr<FailingEmbedder> embedder_ = std::make_shared<FailingEmbedder>();
  std::int64_t room_ = 0;  ///< UserLimits::max_memories
};

TEST_F(Queue, ASourceWhoseFactsHaveNoRoomWaitsUntilTheyHave) {
  room_ = 1;
  reopen();
  const Id first = add("n1", "fact Atlas ships in May\nentity Atlas");
  const Id second = add("n2", "fact The canteen is closed on Friday\nentity canteen");
  const WorkReport full = graph().work();
  EXPECT_EQ(full.extracted, 1u);
  EXPECT_EQ(full.retried, 1u);
  EXPECT_THAT(full.decisions, SizeIs(2)) << "both are told";
  EXPECT_EQ(std::ranges::count(full.decisions, true, &Decision::over_limit), 1);
  EXPECT_THAT(only_job().error, HasSubstr("limits.max_memories"));
  const bool first_waits = only_job().source == first;
  EXPECT_EQ(status(first_waits ? second : first), SourceStatus::Extracted);
  EXPECT_EQ(status(first_waits ? first : second), SourceStatus::Processed);
  room_ = 2;
  reopen();
  pass(100'000);
  const WorkReport rest = graph().work();
  EXPECT_EQ(rest.extracted, 1u);
  EXPECT_THAT(graph().jobs(), IsEmpty());
  EXPECT_EQ(status(first_waits ? first : second), SourceStatus::Extracted);
  EXPECT_EQ(engine_->stats(kUser).current_memories, 2u);
  EXPECT_EQ(engine_->admin().verify().problems, std::vector<std::string>{});
}

TEST_F(Queue, AnUploadIsDurableOnReturnAndKeptAsItCame) {
  const std::string raw = "fact Atlas ships\r\nentity Atlas\xff\n";
  const Id id = add("n1", raw);
  const TemporaryDirectory copy;  // what another process would find were this one killed now
  std::filesystem::copy(
      directory_.path(), copy.path(),
      std::filesystem::copy_options::recursive | std::filesystem::copy_options::overwrite_existing);
  EngineOptions options = engine_->options();
  const Engine other = Engine::open(copy.path(), options);
  const Source stored = other.graph().source(kUser, id, true).value();
  EXPECT_EQ(stored.raw, raw);
  EXPECT_EQ(stored.status, SourceStatus::Raw);
  EXPECT_THAT(other.graph().jobs(kUser), SizeIs(1));
  graph().work();
  EXPECT_EQ(graph().source(kUser, id, true)->raw, raw) << "unchanged by the work on it";
}

TEST_F(Queue, AddingTwiceIsAddingOnce) {
  EXPECT_FALSE(graph().add_source(note("n1", "entity Atlas")).known);
  EXPECT_TRUE(graph().add_source(note("n1", "entity Boreas")).known) << "by its id";
  EXPECT_FALSE(graph().add_source(note("", "entity Corvus")).known);
  EXPECT_TRUE(graph().add_source(note("", "entity Corvus")).known) << "by its content";
  Source other = note("n1", "entity Atlas");
  other.user = "june";
  EXPECT_FALSE(graph().add_source(other).known);
  EXPECT_THAT(graph().jobs(), SizeIs(3));
  graph().work();
  EXPECT_TRUE(graph().add_source(note("n1", "entity Atlas")).known);
  EXPECT_THAT(graph().jobs(), IsEmpty());
}

TEST_F(Queue, RefusesWhatIsNoSource) {
  const auto refuses = [&](auto change) {
    Source source = note("n1", "entity Atlas");
    change(source);
    try {
      graph().add_source(source);
      return false;
    } catch (const Error& error) {
      return error.code() == ErrorCode::InvalidArgument;
    }
  };
  EXPECT_TRUE(refuses([](Source& s) { s.user.clear(); }));
  EXPECT_TRUE(refuses([](Source& s) { s.team = "both"; }));
  EXPECT_TRUE(refuses([](Source& s) { s.user = std::string(kMaxUserBytes + 1, 'u'); }));
  EXPECT_TRUE(refuses([](Source& s) { s.raw.clear(); }));
  EXPECT_TRUE(refuses([](Source& s) { s.raw = std::string(kMaxRawBytes + 1, 'x'); }));
  EXPECT_TRUE(refuses([](Source& s) { s.source_id = std::string(kMaxFieldBytes + 1, 'x'); }));
  EXPECT_FALSE(refuses([](Source&) {}));
}

TEST_F(Queue, AnAdvertisementIsKeptAndMentionsNobody) {
  const Id id = add("n1", "ad Atlas for half the price\nentity Atlas");
  graph().work();
  EXPECT_EQ(status(id), SourceStatus::Extracted);
  EXPECT_EQ(find_entity("Atlas"), std::nullopt);
}

TEST_F(Queue, RawThenProcessedThenExtracted) {
  const Id id = add("n1", "fact Atlas ships on May 3.\nentity Atlas");
  EXPECT_EQ(status(id), SourceStatus::Raw);
  EXPECT_EQ(only_job().step, JobStep::Process);
  WorkReport report = graph().work({.limit = 1});
  EXPECT_EQ(report.processed, 1u);
  EXPECT_EQ(report.waiting, 1u);
  EXPECT_EQ(status(id), SourceStatus::Processed);
  EXPECT_EQ(only_job().step, JobStep::Extract);
  EXPECT_THAT(graph().nodes(kUser, NodeKind::Source), IsEmpty());
  report = graph().work();
  EXPECT_EQ(report.extracted, 1u);
  EXPECT_THAT(report.decisions, SizeIs(1));
  EXPECT_EQ(status(id), SourceStatus::Extracted);
  EXPECT_THAT(graph().jobs(), IsEmpty());
  const Source source = *graph().source(kUser, id);
  EXPECT_EQ(source.title, "n1");
  EXPECT_THAT(source.processed, HasSubstr("May 3"));
  EXPECT_THAT(source.summary, HasSubstr("May 3"));
  EXPECT_THAT(source.participants, ElementsAre("Jun Park <jun@example.org>"));
  EXPECT_EQ(find_entity("Atlas")->source_count, 1u);
  EXPECT_EQ(graph().work().extracted, 0u);
  expect_sound();
}

TEST_F(Queue, FailuresWaitLongerAndLongerThenSomeoneHasToLook) {
  reader_->failures.add("Atlas", 100);
  add("n1", "entity Atlas");
  const QueueOptions queue;
  for (int attempt = 1; attempt <= queue.max_attempts; ++attempt) {
    const WorkReport report = graph().work();
    const SourceJob job = only_job();
    EXPECT_EQ(job.attempts, attempt);
    EXPECT_EQ(job.error, "the SourceReader failed: no answer about Atlas");
    EXPECT_EQ(job.dead, attempt == queue.max_attempts);
    EXPECT_EQ(report.dead, attempt == queue.max_attempts ? 1u : 0u);
    if (job.dead) break;
    EXPECT_EQ(report.retried, 1u);
    const double wait = double(job.run_at.micros - now_.micros) / double(kMicrosPerSecond);
    const double planned = queue.first_wait_seconds * double(1 << (attempt - 1));
    EXPECT_GE(wait, planned * (1 - queue.jitter));
    EXPECT_LE(wait, planned * (1 + queue.jitter));
    pass(wait - 1);
    EXPECT_EQ(graph().work().retried, 0u) << "its time has not come";
    pass(1);
  }
  pass(1e7);
  EXPECT_EQ(graph().work().dead, 0u) << "left alone";
  reader_->failures.add("Atlas", 0);
  graph().retry(kUser, only_job().id);
  EXPECT_EQ(only_job().attempts, 0);
  EXPECT_EQ(graph().work().extracted, 1u);
  EXPECT_THROW(graph().retry(kUser, Id{}), Error);
}

TEST_F(Queue, WhatNoRetryWouldMendFailsAtOnce) {
  reader_->failures.add("Atlas", 1, true);
  add("n1", "entity Atlas");
  EXPECT_EQ(graph().work().dead, 1u);
  EXPECT_TRUE(only_job().dead);
  EXPECT_EQ(only_job().error, "cannot read Atlas");
}

TEST_F(Queue, AnErrorWithoutWordsIsOne) {
  reader_->failures.add("mute", 1);
  add("n1", "entity mute");
  EXPECT_EQ(graph().work().retried, 1u);
}

TEST_F(Queue, GoesOnFromTheStepThatFailed) {
  extractor_->failures.add("Atlas", 1);
  const Id id = add("n1", "entity Atlas");
  const WorkReport report = graph().work();
  EXPECT_EQ(report.processed, 1u);
  EXPECT_EQ(report.retried, 1u);
  EXPECT_EQ(status(id), SourceStatus::Processed);
  EXPECT_EQ(only_job().step, JobStep::Extract);
  const int asked = summarizer_->asked;
  reopen();
  pass(100);
  EXPECT_EQ(graph().work().extracted, 1u);
  EXPECT_EQ(summarizer_->asked, asked) << "what was processed stays so";
  EXPECT_EQ(status(id), SourceStatus::Extracted);
}

TEST_F(Queue, StoppedBetweenFoldingAndTyingInItEndsTheSame) {
  const std::string raw = "fact Atlas ships on May 3.\nfact Boreas waits.\nentity Atlas";
  const auto run = [&](bool disturbed) {
    const TemporaryDirectory place;
    EngineOptions options = engine_->options();
    Time now = day(1000);
    options.clock = [&now] { return now; };
    Engine engine = Engine::open(place.path(), options);
    engine.graph().add_source(note("n1", raw));
    // The whole text is embedded as the summary alone, after the facts were folded.
    if (disturbed) embedder_->failures.add(raw, 1);
    const WorkReport report = engine.graph().work();
    EXPECT_EQ(report.retried, disturbed ? 1u : 0u);
    if (disturbed) {
      EXPECT_EQ(engine.stats().memories, 2u) << "folded";
      EXPECT_THAT(engine.graph().nodes(kUser, NodeKind::Source), IsEmpty());
      now = day(1001);
      EXPECT_EQ(engine.graph().work().extracted, 1u);
    }
    return engine.admin().digest();
  };
  const std::string undisturbed = run(false);
  EXPECT_EQ(run(true), undisturbed);
}

TEST_F(Queue, OneBadSourceDoesNotStopTheOthers) {
  embedder_->failures.add("Boreas", 1 << 20);
  add("n1", "entity Atlas");
  add("n2", "entity Boreas");
  add("n3", "entity Corvus");
  const WorkReport report = graph().work();
  EXPECT_EQ(report.extracted, 2u);
  EXPECT_EQ(report.retried, 1u);
  EXPECT_THAT(only_job().error, HasSubstr("no answer about Boreas"));
  EXPECT_EQ(find_entity("Boreas"), std::nullopt);
}

TEST_F(Queue, WhereItIsCutShortDoesNotShow) {
  const auto run = [&](std::size_t limit) {
    const TemporaryDirectory place;
    Engine engine = Engine::open(place.path(), engine_->options());
    for (int i = 0; i < 70; ++i) {
      const std::string n = std::to_string(i % 9);
      engine.graph().add_source(note("n" + std::to_string(i),
                                     "fact The budget of Atlas " + n + " is " +
                                         std::to_string(1000 + i) + " USD.\nentity Atlas " + n,
                                     900 + i));
    }
    while (!engine.graph().jobs().empty()) engine.graph().work({.limit = limit});
    return engine.admin().digest();
  };
  const std::string whole = run(0);
  EXPECT_EQ(run(1), whole);
  EXPECT_EQ(run(13), whole);
}

TEST_F(Queue, TwoWorkersDoNotGetInEachOthersWay) {
  std::vector<Id> ids;
  for (int i = 0; i < 40; ++i) {
    ids.push_back(
        add("n" + std::to_string(i), "fact Step " + std::to_string(i) + " is done.\nentity Atlas"));
  }
  std::thread other([&] { graph().work(); });
  graph().work();
  other.join();
  EXPECT_THAT(graph().jobs(), IsEmpty());
  for (const Id& id : ids) EXPECT_EQ(status(id), SourceStatus::Extracted);
  EXPECT_EQ(find_entity("Atlas")->source_count, 40u);
  expect_sound();
}

TEST_F(Queue, TeamSourcesAreExtractedForEachUserApart) {
  const Id id = graph().add_source(team_note("n1", "fact Atlas ships.\nentity Atlas")).id;
  EXPECT_EQ(graph().work().processed, 1u);
  EXPECT_THAT(graph().jobs(), IsEmpty()) << "nobody has asked for it";
  EXPECT_THAT(engine_->users(), IsEmpty()) << "a team is no user";

  EXPECT_EQ(graph().extract_for(kUser, "atlas team"), 1u);
  EXPECT_EQ(graph().extract_for(kUser, "atlas team"), 0u) << "queued already";
  EXPECT_EQ(graph().work().extracted, 1u);
  EXPECT_EQ(graph().extract_for(kUser, "atlas team"), 0u) << "extracted already";
  EXPECT_THAT(engine_->users(), ElementsAre(kUser));
  EXPECT_EQ(find_entity("Atlas")->source_count, 1u);
  EXPECT_EQ(graph().find("june", NodeKind::Entity, "Atlas", "product"), std::nullopt);

  EXPECT_EQ(graph().extract_for("june", "atlas team", {&id, 1}), 1u);
  EXPECT_EQ(graph().work().extracted, 1u);
  EXPECT_EQ(graph().find("june", NodeKind::Entity, "Atlas", "product")->source_count, 1u);
  EXPECT_EQ(find_entity("Atlas")->source_count, 1u);
  EXPECT_EQ(engine_->stats("june").memories, 1u);
  EXPECT_EQ(engine_->stats(kUser).memories, 1u);
  EXPECT_EQ(graph().team_source("atlas team", id)->status, SourceStatus::Processed);
  EXPECT_EQ(graph().source(kUser, id), std::nullopt) << "it stays the team's";
  const Id unknown{};
  EXPECT_THROW(graph().extract_for(kUser, "atlas team", {&unknown, 1}), Error);
  expect_sound();
}

TEST_F(Queue, ATeamSourceWantedBeforeItsTimeIsProcessedOnTheWay) {
  const Id id = graph().add_source(team_note("n1", "entity Atlas")).id;
  reader_->failures.add("Atlas", 1);
  EXPECT_EQ(graph().extract_for(kUser, "atlas team"), 1u);
  const WorkReport report = graph().work();
  EXPECT_EQ(report.retried, 1u) << "the team's own step";
  EXPECT_EQ(report.extracted, 1u);
  EXPECT_EQ(graph().node(kUser, id)->description, "entity Atlas");
}

TEST_F(Queue, NamedLikeATeamAUserIsNotIt) {
  graph().add_source(team_note("n1", "entity Atlas"));
  Source own = note("n1", "entity Boreas");
  own.user = "atlas team";
  EXPECT_FALSE(graph().add_source(own).known);
  graph().work();
  EXPECT_THAT(graph().sources("atlas team"), SizeIs(1));
  EXPECT_THAT(graph().nodes("atlas team", NodeKind::Entity), SizeIs(1));
}

TEST(WaitAfter, DoublesUpToTheLongestAndMovesByTheJitter) {
  QueueOptions options;
  SourceJob job;
  std::set<std::int64_t> waits;
  const double planned[] = {60, 120, 240, 480, 960, 1920, 3840, 7680, 15360, 30720, 61440, 86400};
  for (int n = 1; n <= 200; ++n) {
    job.attempts = n;
    for (int i = 0; i < 20; ++i) {
      job.id = derive_id("job", std::to_string(i));
      const double wait = double(graph::wait_after(job, options)) / double(kMicrosPerSecond);
      const double expected = planned[std::min<std::size_t>(std::size_t(n) - 1, 11)];
      EXPECT_GE(wait, expected * 0.8) << n;
      EXPECT_LE(wait, expected * 1.2) << n;
      EXPECT_EQ(graph::wait_after(job, options), graph::wait_after(job, options));
      if (n == 1) waits.insert(graph::wait_after(job, options));
    }
  }
  EXPECT_GT(waits.size(), 15u) << "jobs that failed together are not tried together";
  options.jitter = 0;
  job.attempts = 3;
  EXPECT_EQ(graph::wait_after(job, options), 240 * kMicrosPerSecond);
}

}  // namespace
}  // namespace memfold::test
