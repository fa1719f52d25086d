// What a host's models throw, or answer against their interfaces, comes out as Error and names the
// part (error.h); the store stays usable and what it holds is what it would hold without (P2, P9).
#include <functional>

#include "amend_fixture.h"
#include "failing_models.h"

namespace memfold::test {
namespace {

/// One user's month: new, changed, merged, repeated statements.
std::vector<Fact> month() {
  std::vector<Fact> facts = random_stream({.facts = 60, .users = 1, .seed = 5});
  for (Fact& fact : facts) fact.user = "mina";
  const char* const more[] = {"Q1 마케팅 캠페인 예산은 5000만원입니다",
                              "Q1 마케팅 캠페인 예산이 6000만원으로 증액되었습니다",
                              "The launch party is at the Hanbit office",
                              "The launch party is at the Hanbit office on the third floor"};
  for (const char* content : more) {
    Fact fact;
    fact.user = "mina";
    fact.content = content;
    fact.thread_id = "t1";
    fact.occurred_at = Time{std::int64_t(facts.size()) * kMicrosPerDay};
    facts.push_back(fact);
  }
  return facts;
}

class HostModels : public testing::Test {
 protected:
  HostModels() { reopen(); }

  EngineOptions options() {
    EngineOptions made = fixed_options();
    made.mapped.from = 0;  // models are asked again each time
    made.models = host_.models();
    return made;
  }
  void reopen() {
    engine_.reset();
    engine_.emplace(Engine::open(directory_.path(), options()));
  }

  std::string error_of(const std::function<void()>& call, ErrorCode code = ErrorCode::Model) {
    try {
      call();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), code) << error.what();
      return error.what();
    }
    ADD_FAILURE() << "nothing was thrown";
    return {};
  }

  /// call() fails in every way the part can fail in, and says so; then it succeeds.
  void expect_told(Moody& part, const std::string& called, const std::function<void()>& call) {
    SCOPED_TRACE(called);
    part.mood = Mood::Throws;
    EXPECT_EQ(error_of(call), "the " + called + " failed: the endpoint went away");
    part.mood = Mood::ThrowsNumber;
    EXPECT_EQ(error_of(call), "the " + called + " failed: it threw what is no std::exception");
    part.mood = Mood::ThrowsQuoting;
    EXPECT_EQ(error_of(call), "the " + called + " failed: its message quotes what it was given");
    part.mood = Mood::ThrowsError;
    EXPECT_EQ(error_of(call, ErrorCode::Io), "the endpoint is gone") << "an Error passes as it is";
    part.mood = Mood::Badly;
    EXPECT_THAT(error_of(call), HasSubstr("the " + called + " broke its interface: "));
    part.mood = Mood::Well;
    EXPECT_NO_THROW(call());
  }

  std::string undisturbed() {
    const StoreDirectory other;
    Engine engine = Engine::open(other.path(), options());
    engine.fold(month());
    return engine.admin().digest();
  }
  void expect_sound() { EXPECT_EQ(engine_->admin().verify().problems, std::vector<std::string>{}); }

  FailingModels host_;
  StoreDirectory directory_;
  std::optional<Engine> engine_;
};

/// P2, P4: a fold that failed anywhere left whole decisions behind, and folding again completes it.
TEST_F(HostModels, AFoldThatFailsSomewhereIsCompletedByTheNextOne) {
  const std::string expected = undisturbed();
  const std::vector<Fact> facts = month();
  const std::pair<Moody*, std::string> parts[] = {{host_.embedder.get(), "Embedder"},
                                                  {host_.analyst.get(), "Analyst"},
                                                  {host_.guard.get(), "Guard"},
                                                  {host_.summarizer.get(), "Summarizer"},
                                                  {host_.tokenizer.get(), "Tokenizer"}};
  for (const auto& [part, called] : parts) {
    for (const Mood mood : {Mood::Throws, Mood::ThrowsNumber, Mood::Badly}) {
      for (const int good_calls : {0, 2}) {
        SCOPED_TRACE(called + ", " + std::to_string(int(mood)) + ", after " +
                     std::to_string(good_calls));
        const StoreDirectory place;
        Engine engine = Engine::open(place.path(), options());
        engine.fold(std::span(facts).first(20));
        engine.recall({.user = "mina", .text = "예산", .count_use = false});  // words are loaded
        part->good_calls = good_calls;
        part->mood = mood;
        part->bad_calls = 0;
        std::string error;
        try {
          engine.fold(facts, {.batch = 16});
        } catch (const Error& thrown) {
          error = thrown.what();
        }
        EXPECT_EQ(error.find("the " + called) == 0, part->bad_calls > 0) << error;
        EXPECT_TRUE(good_calls > 0 || part->bad_calls > 0) << "it was not called at all";
        part->mood = Mood::Well;
        EXPECT_EQ(engine.admin().verify().problems, std::vector<std::string>{});
        engine.fold(facts, {.batch = 16});
        EXPECT_EQ(engine.admin().digest(), expected);
        EXPECT_EQ(engine.admin().verify().problems, std::vector<std::string>{});
      }
    }
  }
}

TEST_F(HostModels, EachPartIsNamedWhereverItIsCalled) {
  engine_->fold(month());
  const Fact change = [] {
    Fact fact = month().back();
    fact.content = "The launch party is at the Hanbit office on the fourth floor";
    return fact;
  }();
  const std::string embedder = "Embedder moody-embedder@3", analyst = "Analyst moody-analyst@1";
  expect_told(*host_.embedder, embedder, [&] { engine_->explain(change); });
  expect_told(*host_.analyst, analyst, [&] { engine_->explain(change); });
  expect_told(*host_.embedder, embedder, [&] {
    engine_->recall({.user = "mina", .text = "launch party office", .by = RecallBy::Vector});
  });
  expect_told(*host_.tokenizer, "Tokenizer moody-tokenizer@1", [&] {
    engine_->recall({.user = "mina", .text = "launch party office", .by = RecallBy::Words});
  });
  expect_told(*host_.analyst, analyst, [&] { engine_->admin().replay({.user = "mina"}); });
  expect_sound();
}

TEST_F(HostModels, AJudgeIsNamedToo) {
  const auto judge = std::make_shared<MoodyJudge>();
  EngineOptions made = options();
  made.models.analyst = builtin_analyst();
  made.models.judge = judge;
  made.decide.judge = true;
  const StoreDirectory place;
  Engine engine = Engine::open(place.path(), made);
  engine.fold(month());
  Fact change = month().back();
  change.content = "The launch party is at the Hanbit office on the fourth floor";
  expect_told(*judge, "Judge moody-judge@2", [&] { engine.explain(change); });
  EXPECT_EQ(engine.admin().verify().problems, std::vector<std::string>{});
}

TEST_F(HostModels, ARecallThatFailsWhileWordsAreReadLeavesNoneHalfRead) {
  engine_->fold(month());
  const RecallQuery query{
      .user = "mina", .text = "launch 예산", .by = RecallBy::Words, .count_use = false};
  const std::size_t expected = engine_->recall(query).size();
  ASSERT_GT(expected, 0u);
  reopen();
  host_.tokenizer->good_calls = 5;
  host_.tokenizer->mood = Mood::Throws;
  error_of([&] { engine_->recall(query); });
  EXPECT_EQ(engine_->stats().resident_bytes, 0u) << "what was loaded is thrown away";
  host_.tokenizer->mood = Mood::Well;
  EXPECT_EQ(engine_->recall(query).size(), expected);
}

TEST_F(HostModels, AReviewThatCannotBeSettledStaysOpen) {
  const auto scripted = std::make_shared<ScriptedAnalyst>();
  EngineOptions opened = options();
  opened.models.analyst = scripted;
  engine_.reset();
  engine_.emplace(Engine::open(directory_.path(), opened));
  std::vector<Fact> facts = month();
  facts.erase(facts.begin(), facts.end() - 2);
  scripted->verdict = Verdict::Merge;
  scripted->confidence = 0.6;
  const std::uint64_t sequence = engine_->fold(facts).at(1).sequence;
  ASSERT_EQ(engine_->reviews({.user = "mina"}).size(), 1u);
  const auto settle = [&] {
    engine_->settle_review("mina", sequence, {ReviewAnswer::Kind::Accept, Verdict::Merge});
  };
  for (const Mood mood : {Mood::Throws, Mood::ThrowsNumber, Mood::Badly}) {
    host_.summarizer->mood = mood;
    EXPECT_THAT(error_of(settle), HasSubstr("the Summarizer moody-summarizer@1"));
    host_.summarizer->mood = Mood::Well;
    host_.embedder->mood = mood;
    EXPECT_THAT(error_of(settle), HasSubstr("the Embedder moody-embedder@3"));
    host_.embedder->mood = Mood::Well;
    EXPECT_EQ(engine_->reviews({.user = "mina"}).size(), 1u);
    expect_sound();
  }
  // P5: nothing is lost silently.
  host_.summarizer->bad_text = " \n";
  host_.summarizer->mood = Mood::Badly;
  EXPECT_THAT(error_of(settle), HasSubstr("combine() made nothing of two statements"));
  host_.summarizer->mood = Mood::Well;
  settle();
  expect_sound();
}

/// Answers nothing, whatever it is asked.
class SilentAnalyst final : public Analyst {
 public:
  std::string name() const override { return "silent@1"; }
  Analysis compare(const Statement&, const Statement&) const override { return {}; }
  std::optional<Analysis> compare_for_judge(const Statement&, const Statement&,
                                            double) const override {
    return std::nullopt;
  }
};

/// Says that everything stands apart; the built-in one takes no host's Analyst.
class ApartJudge final : public Judge {
 public:
  std::string name() const override { return "apart@1"; }
  std::vector<Judgement> judge(std::string_view, std::span<const PairContext> contexts,
                               std::span<const Analysis>) const override {
    Judgement apart;
    apart.likely[std::size_t(Outcome::Apart)] = 1;
    return std::vector<Judgement>(contexts.size(), apart);
  }
};

TEST_F(HostModels, AnAnalystMaySetAsideOnlyWhatItIsAskedTo) {
  const StoreDirectory place;
  EngineOptions made = fixed_options();
  made.models.analyst = std::make_shared<SilentAnalyst>();
  made.models.judge = std::make_shared<ApartJudge>();
  Engine engine = Engine::open(place.path(), made);
  const std::vector<Fact> facts = month();
  EXPECT_THAT(
      error_of([&] { engine.fold(facts); }),
      HasSubstr("the Analyst silent@1 broke its interface: it sets aside what it was to compare"));
  EXPECT_EQ(engine.admin().verify().problems, std::vector<std::string>{});
}

TEST_F(HostModels, AReembeddingThatFailsIsTakenUpAgain) {
  const StoreDirectory place;
  Engine::open(place.path(), fixed_options()).fold(month());
  for (const Mood mood : {Mood::Throws, Mood::ThrowsNumber, Mood::ThrowsQuoting, Mood::Badly}) {
    host_.embedder->mood = mood;
    EXPECT_THAT(error_of([&] { Admin::reembed(place.path(), options()); }),
                HasSubstr("the Embedder moody-embedder@3"));
  }
  host_.embedder->mood = Mood::Well;
  EXPECT_TRUE(Admin::reembed(place.path(), options()).finished);
  EXPECT_EQ(Engine::open(place.path(), options()).admin().verify().problems,
            std::vector<std::string>{});
}

TEST_F(HostModels, ASourceThatCannotBeReadIsTriedAgainAndSaysWhoFailed) {
  Source source;
  source.user = "mina";
  source.raw = "한빛 사무실 이사는 3월 2일입니다";
  host_.reader->mood = Mood::ThrowsNumber;
  EXPECT_THAT(error_of([&] { engine_->graph().add_source(source); }),
              HasSubstr("the SourceReader failed"));
  host_.reader->mood = Mood::Well;
  engine_->graph().add_source(source);
  const auto only_error = [&] {
    const std::vector<SourceJob> jobs = engine_->graph().jobs();
    EXPECT_EQ(jobs.size(), 1u);
    return jobs.empty() ? std::string() : jobs.front().error;
  };
  host_.reader->mood = Mood::Badly;
  EXPECT_EQ(engine_->graph().work().retried, 1u);
  EXPECT_THAT(only_error(), HasSubstr("the SourceReader broke its interface"));
  expect_sound();
}

TEST_F(HostModels, AnExtractorThatFailsLeavesItsSourceWaiting) {
  Source source;
  source.user = "mina";
  source.raw = "한빛 사무실 이사는 3월 2일입니다";
  engine_->graph().add_source(source);
  host_.extractor->mood = Mood::Badly;
  engine_->graph().work();
  ASSERT_EQ(engine_->graph().jobs().size(), 1u);
  EXPECT_EQ(engine_->graph().jobs().front().error,
            "the Extractor moody-extractor@1 broke its interface: a relation is not between "
            "mentions");
  expect_sound();
}

TEST_F(HostModels, ConfidencesAndKindsOutOfRangeAreRefused) {
  const std::vector<Fact> facts = month();
  engine_->fold(std::span(facts).first(facts.size() - 1));
  host_.analyst->mood = Mood::Badly;
  for (const double confidence : {-0.1, 1.5, std::numeric_limits<double>::infinity()}) {
    host_.analyst->confidence = confidence;
    EXPECT_THAT(error_of([&] { engine_->fold({&facts.back(), 1}); }), HasSubstr("confidence"));
  }
  EXPECT_EQ(engine_->options().models.analyst.get(), host_.analyst.get())
      << "hosts get back what they gave";
}

TEST_F(HostModels, AnEmbedderMustNotChangeItsDimension) {
  class Growing final : public Embedder {
   public:
    mutable int grown = 24;
    std::string name() const override { return "growing@1"; }
    int dimension() const override { return grown; }
    const Calibration& calibration() const override { return calibration_; }
    void embed(std::span<const std::string_view>, std::span<std::int16_t> out) const override {
      std::fill(out.begin(), out.end(), std::int16_t{0});
    }

   private:
    Calibration calibration_;
  };
  const auto growing = std::make_shared<Growing>();
  const StoreDirectory place;
  Engine engine = Engine::open(place.path(), {.models = {.embedder = growing}});
  const std::vector<Fact> facts = month();
  engine.fold({&facts[0], 1});
  growing->grown = 48;
  EXPECT_THAT(error_of([&] { engine.fold({&facts[1], 1}); }), HasSubstr("its dimension changed"));
  growing->grown = 24;
  engine.fold({&facts[1], 1});
}

}  // namespace
}  // namespace memfold::test
