// Moving a store to another embedder: what it holds before, during and after, whatever happens.
#include "engine/maintain/reembed.h"

#include <map>

#include "amend_fixture.h"
#include "engine/fold/lane.h"
#include "other_embedder.h"

namespace memfold::test {
namespace {

/// A store of the embedder old@1, and the ways to take it elsewhere.
class Reembed : public testing::Test {
 protected:
  Reembed() {
    Engine engine = open(old_);
    std::vector<Fact> facts = random_stream({.facts = 240, .users = 3, .seed = 5});
    facts.push_back(said("nothing to see"));     // no vector under either
    facts.push_back(said("blank for the old"));  // none under the old one
    facts.push_back(said("void for the new"));   // none under the new one
    engine.fold(facts);
    engine.forget({.user = facts[0].user, .source_id = facts[0].source_id});
    expect_sound(engine);
    before_ = engine.admin().digest();
  }

  static Fact said(const std::string& content) {
    Fact fact;
    fact.user = "mina";
    fact.content = content;
    fact.stated_at = parse_time("2026-03-01");
    return fact;
  }
  Engine open(std::shared_ptr<const Embedder> embedder) const {
    EngineOptions options = fixed_options();
    options.models.embedder = std::move(embedder);
    return Engine::open(directory_.path(), options);
  }
  ReembedReport reembed(std::shared_ptr<const Embedder> embedder, ReembedOptions how = {}) const {
    EngineOptions options = fixed_options();
    options.models.embedder = std::move(embedder);
    how.batch = 7;
    return Admin::reembed(directory_.path(), options, how);
  }
  static void expect_sound(const Engine& engine) {
    EXPECT_EQ(engine.admin().verify().problems, std::vector<std::string>{});
  }

  /// Every stored vector is that of its memory's content.
  void expect_vectors_of(const Embedder& embedder) const {
    const auto store = storage::Store::open(directory_.path(), {});
    EXPECT_EQ(store->identity(), identity_of(embedder));
    std::uint64_t with = 0;
    store->scan_users([&](const storage::UserKey& key, const storage::UserRecord&) {
      store->scan_memories(key, [&](const Memory& memory) {
        std::vector<std::int16_t> row(std::size_t(embedder.dimension()));
        const std::string_view text = memory.content;
        embedder.embed({&text, 1}, row);
        if (!has_direction(row)) row.clear();
        EXPECT_EQ(store->vector(key, memory.slot), row) << memory.content;
        EXPECT_EQ(memory.embedding_model, row.empty() ? "" : embedder.name()) << memory.content;
        with += !row.empty();
      });
      store->scan_other_vectors(key, [](std::uint64_t, const Id&) { ADD_FAILURE(); });
    });
    EXPECT_GT(with, 100u);
  }

  static std::shared_ptr<OtherEmbedder> blind_to(std::shared_ptr<OtherEmbedder> embedder,
                                                 const std::string& word) {
    embedder->nothing = word;
    return embedder;
  }

  StoreDirectory directory_;
  std::shared_ptr<OtherEmbedder> old_ = blind_to(std::make_shared<OtherEmbedder>("old@1"), "blank");
  std::shared_ptr<OtherEmbedder> new_ =
      blind_to(std::make_shared<OtherEmbedder>("new@2", 40), "void");
  std::string before_;
};

TEST_F(Reembed, EveryMemoryGetsAVectorOfTheNewEmbedder) {
  const ReembedReport report = reembed(new_);
  EXPECT_TRUE(report.finished);
  EXPECT_TRUE(report.switched);
  EXPECT_EQ(report.from, "old@1");
  EXPECT_EQ(report.to, "new@2");
  EXPECT_EQ(report.to_dimension, 40);
  EXPECT_EQ(report.embedded, report.memories);
  EXPECT_EQ(report.without, 1u) << "void";
  EXPECT_EQ(report.dropped, report.memories - 1) << "all but blank";
  expect_vectors_of(*new_);
  Engine engine = open(new_);
  expect_sound(engine);
  EXPECT_NE(engine.admin().digest(), before_);
  const auto hits = engine.recall({.user = "mina", .text = "blank for the old", .k = 1});
  ASSERT_EQ(hits.size(), 1u);
  EXPECT_EQ(hits[0].memory.content, "blank for the old");
}

TEST_F(Reembed, ASecondRunChangesNothing) {
  reembed(new_);
  const std::string digest = open(new_).admin().digest();
  const ReembedReport again = reembed(new_);
  EXPECT_TRUE(again.finished);
  EXPECT_FALSE(again.switched);
  EXPECT_EQ(again.embedded, 1u) << "void is asked about again";
  EXPECT_EQ(again.dropped, 0u);
  EXPECT_EQ(open(new_).admin().digest(), digest);
}

TEST_F(Reembed, ThereAndBackIsWhereItWas) {
  reembed(new_);
  reembed(old_);
  expect_vectors_of(*old_);
  EXPECT_EQ(open(old_).admin().digest(), before_);
}

TEST_F(Reembed, StoppedAnywhereTheStoreIsAllOldOrAllNewAndTheNextRunGoesOn) {
  StoreDirectory copies;
  int stops = 0, switched_stops = 0;
  std::string after;
  for (int calls = 0;; ++calls) {
    const std::string copy = copies.path(std::to_string(calls));
    std::filesystem::copy(directory_.path(), copy, std::filesystem::copy_options::recursive);
    EngineOptions options = fixed_options();
    options.models.embedder = new_;
    int left = calls;
    ReembedOptions how;
    how.batch = 7;
    std::stop_source stop;
    how.stop.token = stop.get_token();
    how.on_progress = [&](const ReembedProgress&) {
      if (left-- <= 0) stop.request_stop();
    };
    const ReembedReport report = Admin::reembed(copy, options, how);
    {
      EngineOptions as_is = options;
      as_is.models.embedder = report.switched ? new_ : old_;
      const Engine engine = Engine::open(copy, as_is);
      EXPECT_EQ(engine.admin().verify().problems, std::vector<std::string>{}) << calls;
      if (!report.switched) {
        EXPECT_EQ(engine.admin().digest(), before_) << calls;
      }
    }
    how.stop = {};
    how.on_progress = nullptr;
    const ReembedReport rest = Admin::reembed(copy, options, how);
    EXPECT_TRUE(rest.finished);
    if (calls > 8 && !report.switched) {
      EXPECT_GT(rest.kept, 0u) << "what was done is not done again";
    }
    const std::string digest = Engine::open(copy, options).admin().digest();
    if (after.empty()) after = digest;
    EXPECT_EQ(digest, after) << "stopped after " << calls;
    std::filesystem::remove_all(copy);
    stops += !report.finished;
    switched_stops += report.switched && !report.finished;
    if (report.finished || HasFailure()) break;
  }
  EXPECT_GT(stops, 20);
  EXPECT_EQ(switched_stops, 1) << "between the switch and the deleting";
}

TEST_F(Reembed, WithoutTimeItSaysSoAndHasDoneNothing) {
  const ReembedReport report = reembed(new_, {.stop = {{}, std::chrono::steady_clock::now()}});
  EXPECT_FALSE(report.finished);
  EXPECT_FALSE(report.switched);
  EXPECT_EQ(report.embedded, 0u);
  EXPECT_EQ(open(old_).admin().digest(), before_);
}

TEST_F(Reembed, AFailingEmbedderLeavesWhatItDid) {
  new_->texts_left = 50;
  EXPECT_THROW(reembed(new_), std::runtime_error);
  EXPECT_EQ(open(old_).admin().digest(), before_);
  new_->texts_left = 1 << 30;
  const ReembedReport report = reembed(new_);
  EXPECT_GT(report.kept, 0u);
  EXPECT_LT(report.kept, 51u);
  expect_vectors_of(*new_);
}

TEST_F(Reembed, FactsFoldedBetweenTwoRunsAreNotMissed) {
  std::stop_source stop;
  const auto before_the_switch = [&](const ReembedProgress& progress) {
    if (progress.step == ReembedProgress::Step::Switching) stop.request_stop();
  };
  const ReembedOptions stopped{.stop = {stop.get_token(), {}}, .on_progress = before_the_switch};
  EXPECT_FALSE(reembed(new_, stopped).finished);
  {
    Engine engine = open(old_);
    // The same topics again: chains move on, memories are merged into, new ones come.
    engine.fold(random_stream({.facts = 120, .users = 3, .seed = 6}));
    expect_sound(engine);
    const std::string user = engine.users().back();
    const auto hits =
        engine.recall({.user = user, .text = "다음 주 점심 모임은 판교역 앞에서", .k = 3});
    ASSERT_FALSE(hits.empty());
    engine.forget({.user = user, .ids = {hits[0].memory.id}}, {.erasure = Erasure::Hard});
    expect_sound(engine);
  }
  EXPECT_TRUE(reembed(new_).switched);
  expect_vectors_of(*new_);
  expect_sound(open(new_));
}

TEST_F(Reembed, AnotherMigrationIsNotGivenUpUnasked) {
  int left = 15;
  std::stop_source stop;
  reembed(new_, {.stop = {stop.get_token(), {}}, .on_progress = [&](const ReembedProgress&) {
                   if (left-- <= 0) stop.request_stop();
                 }});
  const auto third = std::make_shared<OtherEmbedder>("third@1", 24);
  for (const auto& other : {third, old_}) {
    try {
      reembed(other);
      ADD_FAILURE() << "what new@2 gathered was thrown away";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Mismatch);
      EXPECT_NE(std::string(error.what()).find("new@2"), std::string::npos) << error.what();
    }
  }
  EXPECT_TRUE(reembed(old_, {.missing_only = true}).finished) << "that leaves it alone";
  const ReembedReport given_up = reembed(old_, {.abandon_other = true});
  EXPECT_GT(given_up.dropped, 0u);
  EXPECT_EQ(open(old_).admin().digest(), before_);
  EXPECT_TRUE(reembed(third).switched);
  expect_vectors_of(*third);
}

TEST_F(Reembed, WhatLostItsVectorGetsOneAgain) {
  std::size_t lost = 0;
  {
    const auto store = storage::Store::open(directory_.path(), {});
    storage::CommitBatch batch("mina");
    store->scan_memories(storage::user_key("mina"), [&](const Memory& memory) {
      lost += !memory.embedding_model.empty();
      batch.delete_vector(memory.slot);
    });
    store->commit(std::move(batch));
  }
  ASSERT_EQ(lost, 2u);
  EXPECT_FALSE(open(old_).admin().verify().problems.empty());
  EXPECT_THROW(reembed(new_, {.missing_only = true}), Error) << "that would be a migration";
  const ReembedReport report = reembed(old_, {.missing_only = true});
  EXPECT_EQ(report.embedded, 3u);
  EXPECT_EQ(report.without, 1u);
  EXPECT_EQ(open(old_).admin().digest(), before_);
}

TEST_F(Reembed, ABlindSpotThatHealedIsFilled) {
  // The same name with more sight: not what a version is for, but it happens.
  old_->nothing = "never";
  const ReembedReport report = reembed(old_);
  EXPECT_EQ(report.embedded, 1u);
  EXPECT_EQ(report.without, 0u);
  EXPECT_FALSE(report.switched);
  expect_vectors_of(*old_);
  expect_sound(open(old_));
}

TEST_F(Reembed, AnotherCalibrationNeedsNoVector) {
  const auto recalibrated = blind_to(
      std::make_shared<OtherEmbedder>("old@1", 24, Calibration({{0, 0}, {0.5, 0.9}, {1, 1}})),
      "blank");
  EXPECT_THROW(open(recalibrated), Error);
  const ReembedReport report = reembed(recalibrated);
  EXPECT_TRUE(report.calibration_changed);
  EXPECT_FALSE(report.switched);
  EXPECT_EQ(report.embedded, 1u) << "blank is asked about again";
  EXPECT_EQ(open(recalibrated).admin().digest(), before_);
  EXPECT_THROW(open(old_), Error);
}

TEST_F(Reembed, ReadersNeedNoEmbedderUnlessTheyCompare) {
  EngineOptions options = fixed_options();
  options.models.embedder = new_;
  options.read_only = true;
  EXPECT_THROW(Engine::open(directory_.path(), options), Error);
  options.any_embedder = true;
  Engine engine = Engine::open(directory_.path(), options);
  EXPECT_GT(engine.stats().memories, 100u);
  expect_sound(engine);
  EXPECT_EQ(engine.admin().digest(), before_);
  const auto expect_refused = [](const auto& call) {
    try {
      call();
      ADD_FAILURE() << "compared with vectors of another embedder";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Mismatch) << error.what();
      EXPECT_NE(std::string(error.what()).find("memfold reembed"), std::string::npos);
    }
  };
  const Fact fact = said("anything");
  expect_refused([&] { engine.recall({.user = "mina", .text = "budget"}); });
  expect_refused([&] { engine.explain(fact); });
  expect_refused([&] { engine.fold({&fact, 1}, {.dry_run = true}); });
  options.read_only = false;
  EXPECT_THROW(Engine::open(directory_.path(), options), Error) << "writers always compare";
}

// Nothing is folded without its vector: the call fails, and folding again loses and doubles
// nothing.
TEST_F(Reembed, AnEmbedderThatGoesAwayWhileFoldingLosesNothing) {
  const std::vector<Fact> more = random_stream({.facts = 150, .users = 3, .seed = 9});
  StoreDirectory elsewhere;
  std::filesystem::copy(directory_.path(), elsewhere.path(),
                        std::filesystem::copy_options::recursive);
  EngineOptions options = fixed_options();
  options.models.embedder = old_;
  std::string expected;
  {
    Engine undisturbed = Engine::open(elsewhere.path(), options);
    undisturbed.fold(more);
    expected = undisturbed.admin().digest();
  }
  Engine engine = open(old_);
  old_->texts_left = 60;
  EXPECT_THROW(engine.fold(more, {.batch = 8}), std::runtime_error);
  old_->texts_left = 1 << 30;
  expect_sound(engine);
  EXPECT_NE(engine.admin().digest(), expected);
  engine.fold(more, {.batch = 8});
  expect_sound(engine);
  EXPECT_EQ(engine.admin().digest(), expected);
}

/// Nobody chose memfold-ngram: who opens a store made with it and chooses nothing goes on with it.
TEST_F(Reembed, AStoreOfTheBuiltInEmbedderOfBeforeGoesOnWithIt) {
  reembed(ngram_embedder());
  for (const auto& asked : {std::shared_ptr<const Embedder>(), builtin_embedder()}) {
    Engine engine = open(asked);
    EXPECT_EQ(engine.options().models.embedder, ngram_embedder());
    const Fact fact = said(asked ? "The fair is in May" : "The fair is in June");
    EXPECT_EQ(engine.fold({&fact, 1}).at(0).status, Status::Success);
    EXPECT_FALSE(engine.recall({.user = "mina", .text = fact.content}).empty());
    EXPECT_EQ(engine.embedder().name, "memfold-ngram@1");
  }
  EngineOptions reading = fixed_options();
  reading.read_only = reading.any_embedder = true;
  reading.models.embedder = nullptr;
  EXPECT_FALSE(
      Engine::open(directory_.path(), reading).recall({.user = "mina", .text = "fair"}).empty());
  expect_vectors_of(*ngram_embedder());
  EXPECT_THROW(open(old_), Error) << "another one is refused as ever";
  EXPECT_TRUE(reembed(nullptr).switched) << "moving is chosen";
  EXPECT_EQ(open(nullptr).embedder().name, builtin_embedder()->name());
  expect_vectors_of(*builtin_embedder());
}

/// A held fact that came with a vector waits for a person across the migration.
TEST_F(Amend, AHeldVectorOfAnotherEmbedderIsNotUsed) {
  DecideOptions holding;
  holding.in_doubt = DoubtPolicy::Hold;
  reopen(holding);
  tell("예산은 5000만원입니다");
  analyst_->verdict = Verdict::Update;
  analyst_->confidence = 0.6;
  now_.micros += kMicrosPerDay;
  Fact fact;
  fact.user = "mina";
  fact.content = "예산은 6000만원입니다";
  fact.thread_id = "t1";
  fact.subject = "Q1 마케팅 캠페인 예산";
  fact.stated_at = now_;
  std::vector<std::int16_t> row(384);
  const std::string_view text = fact.content;
  builtin_embedder()->embed({&text, 1}, row);
  fact.embedding.assign(row.begin(), row.end());
  const Decision held = engine_->fold({&fact, 1}).at(0);
  ASSERT_TRUE(held.review);
  ASSERT_FALSE(engine_->review("mina", held.sequence).row.empty());
  const EngineOptions builtin = engine_->options();
  engine_.reset();

  EngineOptions options = builtin;
  options.models.embedder = std::make_shared<OtherEmbedder>("other@1", 24);
  EXPECT_TRUE(Admin::reembed(directory_.path(), options).switched);
  Engine engine = Engine::open(directory_.path(), options);
  EXPECT_TRUE(engine.review("mina", held.sequence).row.empty());
  const Decision settled =
      engine.settle_review("mina", held.sequence, {ReviewAnswer::Kind::Accept, {}});
  EXPECT_EQ(settled.operation, Operation::Supersede);
  EXPECT_EQ(engine.admin().verify().problems, std::vector<std::string>{});
}

}  // namespace
}  // namespace memfold::test
