// Recall by vector, by words and by both; reasons, filters and time.
#include <thread>

#include "amend_fixture.h"

namespace memfold::test {
namespace {

class Recall : public Amend {
 protected:
  /// Statements that have nothing to do with each other.
  void tell_all() {
    for (const char* content :
         {"봄 캠페인 예산은 6500만원입니다", "사무실 이전은 취소되었습니다",
          "장애 INC-1042는 조치중입니다", "The pilot budget is USD 52,000",
          "HaneulTrack v2.2 will be released on Thursday", "점심은 판교역 앞에서 먹습니다"}) {
      ids_.push_back(
          tell(Verdict::Unrelated, content, "mail", "t" + std::to_string(ids_.size())).memory_id);
    }
  }
  std::vector<Hit> ask(const std::string& text, RecallBy by = RecallBy::Both) {
    RecallQuery query{.user = "mina", .text = text};
    query.by = by;
    query.count_use = false;
    return engine_->recall(query);
  }
  Contents contents(const RecallQuery& query) {
    Contents found;
    for (const Hit& hit : engine_->recall(query)) found.push_back(hit.memory.content);
    return found;
  }
  static RecallQuery at(const std::string& text, std::optional<Time> as_of,
                        std::optional<Time> valid_at = {}) {
    RecallQuery query{.user = "mina", .text = text};
    query.as_of = as_of;
    query.valid_at = valid_at;
    query.count_use = false;
    return query;
  }
  std::vector<Id> ids_;
};

TEST_F(Recall, ByWordsFindsExactThingsInBothLanguages) {
  tell_all();
  const std::pair<const char*, const char*> rows[] = {
      {"INC-1042", "장애 INC-1042는 조치중입니다"},
      {"1042", "장애 INC-1042는 조치중입니다"},
      {"6500만원", "봄 캠페인 예산은 6500만원입니다"},
      {"65,000,000원", "봄 캠페인 예산은 6500만원입니다"},
      {"캠페인예산안", "봄 캠페인 예산은 6500만원입니다"},
      {"what is v2.2", "HaneulTrack v2.2 will be released on Thursday"},
      {"USD 52000", "The pilot budget is USD 52,000"},
      {"사무실을 이전하나요", "사무실 이전은 취소되었습니다"},
  };
  for (const auto& [question, content] : rows) {
    const std::vector<Hit> hits = ask(question, RecallBy::Words);
    ASSERT_FALSE(hits.empty()) << question;
    EXPECT_EQ(hits[0].memory.content, content) << question;
    EXPECT_EQ(hits[0].score, hits[0].words);
    EXPECT_EQ(hits[0].content, 0);
    EXPECT_EQ(ask(question).at(0).memory.content, content) << question << " by both";
  }
  EXPECT_TRUE(ask("축구", RecallBy::Words).empty()) << "no memory says it";
}

TEST_F(Recall, SaysWhatMatchedAndHowMuch) {
  tell_all();
  const Hit hit = ask("봄 캠페인 예산").at(0);
  EXPECT_GT(hit.content, 0.5);
  EXPECT_GT(hit.words, 0.5);
  EXPECT_LE(hit.words, 1);
  EXPECT_GE(hit.score, hit.content) << "words never count against";
  EXPECT_LE(hit.score, 1);
  EXPECT_EQ(hit.matched_words, (std::vector<std::string>{"봄", "캠페인", "예산"}));
  EXPECT_THAT(hit.why, HasSubstr("content 0."));
  EXPECT_THAT(hit.why, HasSubstr("words \""));
  const Hit by_vector = ask("봄 캠페인 예산", RecallBy::Vector).at(0);
  EXPECT_EQ(by_vector.score, by_vector.content);
  EXPECT_EQ(by_vector.words, 0);
  EXPECT_EQ(by_vector.why.find("words"), std::string::npos);
}

TEST_F(Recall, PrefersWhatHoldsTheKindOfValueThatIsAskedFor) {
  tell(Verdict::Unrelated, "센터 작업자 교육 센터 작업자 45명", "mail", "t1");
  tell(Verdict::Unrelated, "작업자 교육은 4월 1일 오전 10시입니다", "mail", "t2");
  const std::vector<Hit> hits = ask("센터 작업자 교육 언제예요");
  ASSERT_EQ(hits.size(), 2u);
  EXPECT_EQ(hits[0].memory.content, "작업자 교육은 4월 1일 오전 10시입니다");
  EXPECT_EQ(hits[0].why.find("no such value"), std::string::npos);
  EXPECT_THAT(hits[1].why, HasSubstr("no such value as is asked for"));
  EXPECT_EQ(ask("센터 작업자 교육").at(0).memory.content, "센터 작업자 교육 센터 작업자 45명");
}

/// An answer need not repeat the words of its question.
TEST_F(Recall, WhatWasSaidBesideItLendsToAnAnswer) {
  const auto say = [&](const std::string& content, const std::string& session) {
    Fact fact;
    fact.user = "mina";
    fact.content = content;
    fact.session_id = session;
    engine_->fold({&fact, 1});
  };
  say("재민이 동물병원 어디야?", "s1");
  say("불광동", "s1");
  say("우산 챙겨", "s2");  // follows on it, in another session
  const auto find = [&](const std::string& content) {
    for (Hit& hit : ask("재민이 동물병원 어디")) {
      if (hit.memory.content == content) return std::optional(std::move(hit));
    }
    return std::optional<Hit>();
  };
  const std::optional<Hit> answer = find("불광동"), other = find("우산 챙겨");
  ASSERT_TRUE(answer);
  EXPECT_GT(answer->near, 0);
  EXPECT_THAT(answer->why, HasSubstr("beside 0."));
  EXPECT_TRUE(!other || (other->near == 0 && other->score < answer->score));
  RecallQuery by_words{.user = "mina", .text = "동물병원"};
  by_words.by = RecallBy::Words;
  EXPECT_EQ(engine_->recall(by_words).size(), 1u) << "words alone look at nothing beside";
}

TEST_F(Recall, NamesTheEntitiesTheQueryNames) {
  Fact fact;
  fact.user = "mina";
  fact.content = "회의는 4시에 합니다";
  fact.entities = {"미래물류"};
  engine_->fold({&fact, 1});
  const Hit hit = ask("미래물류 회의").at(0);
  EXPECT_EQ(hit.matched_keys, std::vector<std::string>{"미래물류"});
  EXPECT_EQ(hit.keys, 1);
  EXPECT_THAT(hit.why, HasSubstr("entities \"미래물류\" 1.000"));
}

TEST_F(Recall, WhatIsAskedForMustBeThere) {
  tell_all();
  RecallQuery query{.user = "mina"};
  query.by = RecallBy::Words;
  error_of([&] { engine_->recall(query); });
  EngineOptions options = fixed_options();
  options.models.tokenizer = nullptr;
  engine_.reset();
  engine_.emplace(Engine::open(directory_.path(), options));
  query.text = "예산";
  error_of([&] { engine_->recall(query); }, ErrorCode::Unsupported);
  query.by = RecallBy::Both;
  EXPECT_FALSE(engine_->recall(query).empty()) << "by vectors and keys alone";
  engine_.reset();
  options.recall.b = 1.5;
  EXPECT_THAT(error_of([&] { Engine::open(directory_.path(), options); }), HasSubstr("recall.b"));
}

/// Everything a recall says, as text.
std::string told(const std::vector<Hit>& hits) {
  std::string text;
  for (const Hit& hit : hits) text += to_string(hit.memory.id) + " " + hit.why + "\n";
  return text;
}

TEST_F(Recall, FollowsFoldsAsIfItWereReadAnew) {
  tell_all();
  EXPECT_EQ(ask("52,000", RecallBy::Words).size(), 1u);  // words are loaded from here on
  tell(Verdict::Unrelated, "가을 예산은 아직 없습니다", "mail", "t9");
  tell(Verdict::Update, "봄 캠페인 예산은 7000만원입니다", "mail", "t0");
  tell(Verdict::Merge, "봄 캠페인 예산 집행은 3월부터입니다", "mail", "t0");
  const char* questions[] = {"예산", "6500만원", "7000만원", "3월 집행", "budget", "이전 취소"};
  std::vector<std::string> grown;
  for (const char* question : questions) {
    for (const RecallBy by : {RecallBy::Both, RecallBy::Words, RecallBy::Vector}) {
      grown.push_back(told(ask(question, by)));
    }
  }
  EXPECT_EQ(ask("6500만원", RecallBy::Words).size(), 0u) << "superseded";
  reopen();
  auto expected = grown.begin();
  for (const char* question : questions) {
    for (const RecallBy by : {RecallBy::Both, RecallBy::Words, RecallBy::Vector}) {
      EXPECT_EQ(told(ask(question, by)), *expected++) << question;
    }
  }
}

/// A lane that is loaded anew has no places for what was superseded.
TEST_F(Recall, WhatStandsBesideIsTheSameOnceReloaded) {
  const auto say = [&](Verdict verdict, const std::string& content, const std::string& thread) {
    analyst_->verdict = verdict;
    now_.micros += kMicrosPerDay;
    Fact fact;
    fact.user = "mina";
    fact.content = content;
    fact.thread_id = thread;
    fact.session_id = "s1";
    return engine_->fold({&fact, 1}).front().kind;
  };
  say(Verdict::Unrelated, "재민이 동물병원 어디야?", "t1");
  say(Verdict::Unrelated, "봄 캠페인 예산은 5000만원입니다", "t2");
  say(Verdict::Unrelated, "불광동", "t3");
  ASSERT_EQ(say(Verdict::Update, "봄 캠페인 예산은 7000만원입니다", "t2"), DecisionKind::Update);
  const std::string before = told(ask("재민이 동물병원 어디"));
  EXPECT_THAT(before, HasSubstr("beside"));
  reopen();
  EXPECT_EQ(told(ask("재민이 동물병원 어디")), before);
}

TEST_F(Recall, IsTheSameUnderEvictionAndFromManyThreads) {
  tell_all();
  const std::string expected = told(ask("봄 예산 budget"));
  EngineOptions options = fixed_options();
  options.memory_budget = 1;  // whatever is not in use goes
  engine_.reset();
  engine_.emplace(Engine::open(directory_.path(), options));
  std::vector<std::string> found(8);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < found.size(); ++i) {
    threads.emplace_back([&, i] {
      for (int round = 0; round < 5; ++round) found[i] = told(ask("봄 예산 budget"));
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& one : found) EXPECT_EQ(one, expected);
  EXPECT_LE(engine_->stats().resident_bytes, 1u << 20);
}

TEST_F(Recall, CountsWordsAmongWhatIsLoaded) {
  tell_all();
  ask("예산", RecallBy::Vector);
  const auto before = engine_->stats().resident_bytes;
  ask("예산", RecallBy::Words);
  EXPECT_GT(engine_->stats().resident_bytes, before);
}

TEST_F(Recall, AnErasedMemoryLeavesNoWords) {
  tell_all();
  EXPECT_EQ(ask("INC-1042", RecallBy::Words).size(), 1u);
  const ForgetReport report = engine_->forget({.user = "mina", .ids = {ids_[2]}},
                                              {.erasure = Erasure::Hard, .prove = true});
  EXPECT_TRUE(report.searched);
  EXPECT_TRUE(report.traces.empty());
  EXPECT_EQ(engine_->stats().resident_bytes, 0u) << "the lane went with its words";
  EXPECT_TRUE(ask("INC-1042", RecallBy::Words).empty());
  for (std::int64_t day = 0; day < 12; ++day) {
    const Time then{parse_time("2026-01-01")->micros + day * kMicrosPerDay};
    for (const std::string& content : contents(at("장애 INC-1042 조치", then))) {
      EXPECT_EQ(content.find("INC-1042"), std::string::npos) << "day " << day;
    }
    for (const std::string& content : contents(at("장애 INC-1042 조치", {}, then))) {
      EXPECT_EQ(content.find("INC-1042"), std::string::npos) << "day " << day;
    }
  }
}

TEST_F(Recall, AsOfBringsBackWhatWasBelieved) {
  const std::vector<Decision> decisions = budget();  // Jan 2, 3, 4
  const auto then = [](const char* day) { return parse_time(day); };
  EXPECT_EQ(contents(at("예산", then("2026-01-01"))), Contents{});
  EXPECT_EQ(contents(at("예산", then("2026-01-02"))), Contents{"예산은 5000만원입니다"});
  EXPECT_EQ(contents(at("예산", then("2026-01-03T12:00:00Z"))), Contents{"예산은 6000만원입니다"});
  EXPECT_EQ(contents(at("예산", then("2026-02-01"))), Contents{"예산은 7000만원입니다"});
  RecallQuery by_words = at("5000만원", then("2026-01-02"));
  by_words.by = RecallBy::Words;
  EXPECT_EQ(contents(by_words), Contents{"예산은 5000만원입니다"});
  by_words.as_of = then("2026-01-03");
  EXPECT_EQ(contents(by_words), Contents{}) << "nobody believed it then";
  const Hit hit = engine_->recall(at("예산", then("2026-01-02"))).at(0);
  EXPECT_FALSE(hit.memory.superseded_at) << "as it looked then";
}

TEST_F(Recall, AMergedMemoryIsRecalledAsItRead) {
  const Decision first = tell("예산은 5000만원입니다");
  tell(Verdict::Merge, "예산 집행은 3월부터입니다");
  const RecallQuery query = at("예산", parse_time("2026-01-02"));
  EXPECT_EQ(contents(query), Contents{"예산은 5000만원입니다"});
  RecallQuery words = query;
  words.text = "집행";
  words.by = RecallBy::Words;
  EXPECT_EQ(contents(words), Contents{}) << "it did not say so yet";
}

TEST_F(Recall, ValidAtTakesTheVersionThatWasTrue) {
  budget();
  const auto then = [](const char* day) { return parse_time(day); };
  EXPECT_EQ(contents(at("예산", {}, then("2026-01-01"))), Contents{});
  EXPECT_EQ(contents(at("예산", {}, then("2026-01-02T12:00:00Z"))),
            Contents{"예산은 5000만원입니다"});
  EXPECT_EQ(contents(at("예산", {}, then("2026-06-01"))), Contents{"예산은 7000만원입니다"});
  EXPECT_EQ(contents(at("예산", then("2026-01-02"), then("2026-06-01"))),
            Contents{"예산은 5000만원입니다"})
      << "what was believed on Jan 2 about June";
}

TEST_F(Recall, ValidityEnds) {
  Fact fact;
  fact.user = "mina";
  fact.content = "쿠폰 SPRING20으로 20% 할인합니다";
  fact.valid_from = parse_time("2026-05-01");
  fact.valid_until = parse_time("2026-05-08");
  engine_->fold({&fact, 1});
  const auto valid = [&](const char* day) {
    return contents(at("쿠폰 SPRING20", {}, parse_time(day))).size();
  };
  EXPECT_EQ(valid("2026-04-30T23:59:59Z"), 0u);
  EXPECT_EQ(valid("2026-05-01"), 1u);
  EXPECT_EQ(valid("2026-05-07T23:59:59Z"), 1u);
  EXPECT_EQ(valid("2026-05-08"), 0u) << "the end is not part of it";
}

// What is no longer valid was answered as if it were, unless somebody asked by valid_at.
TEST_F(Recall, WhatIsOverIsLeftOutFromTheMomentItEnds) {
  Fact over;
  over.user = "mina";
  over.content = "봄 쿠폰 코드는 SPRING입니다";
  over.valid_until = Time{now_.micros + kMicrosPerDay};
  Fact coming = over;
  coming.content = "The summer coupon code is SUMMER";
  coming.valid_from = Time{now_.micros + 30 * kMicrosPerDay};
  coming.valid_until.reset();
  const Fact facts[] = {over, coming};
  engine_->fold(facts);
  const RecallQuery spring{.user = "mina", .text = "SPRING", .count_use = false};
  const RecallQuery summer{
      .user = "mina", .text = "SUMMER", .by = RecallBy::Words, .count_use = false};
  const auto found = [&](RecallQuery query, bool expired) {
    query.by = RecallBy::Words;
    query.where.include_expired = expired;
    return contents(query);
  };
  EXPECT_EQ(contents(summer), Contents{coming.content}) << "known, and coming";
  EXPECT_EQ(found(spring, false), Contents{over.content});
  now_ = Time{over.valid_until->micros - 1};
  EXPECT_EQ(found(spring, false), Contents{over.content}) << "valid up to its last moment";
  now_ = *over.valid_until;
  EXPECT_EQ(found(spring, false), Contents()) << "[from, until)";
  EXPECT_EQ(found(spring, true), Contents{over.content});
  EXPECT_EQ(contents(at("SPRING", {}, Time{over.valid_until->micros - 1})).front(), over.content);
  EXPECT_EQ(contents(at("SPRING", now_)).front(), over.content) << "what was believed, all of it";
  // Deciding is another matter: what is over is compared with all the same.
  EXPECT_EQ(engine_->explain(over).candidates.empty(), false);
}

TEST_F(Recall, WhatIsOverDoesNotTakeThePlaceOfWhatIsNot) {
  analyst_->verdict = Verdict::Unrelated;
  for (int i = 0; i < 300; ++i) {
    Fact fact;
    fact.user = "mina";
    fact.content = "coupon number " + std::to_string(i);
    if (i != 150) fact.valid_until = now_;
    engine_->fold({&fact, 1});
  }
  EXPECT_EQ(contents({.user = "mina", .text = "coupon number", .k = 5, .count_use = false}),
            Contents{"coupon number 150"});
}

TEST_F(Recall, ASoftDeletionIsUnknownBeforeItHappened) {
  const Decision decision = tell("예산은 5000만원입니다");  // Jan 2
  now_ = parse_time("2026-01-10").value();
  engine_->forget({.user = "mina", .ids = {decision.memory_id}});
  EXPECT_TRUE(ask("예산").empty());
  EXPECT_EQ(contents(at("예산", parse_time("2026-01-09"))), Contents{"예산은 5000만원입니다"});
  EXPECT_EQ(contents(at("예산", parse_time("2026-01-10"))), Contents{});
  EXPECT_EQ(contents(at("예산", {}, parse_time("2026-01-05"))), Contents{}) << "known to be gone";
  now_ = parse_time("2026-01-20").value();
  engine_->restore("mina", decision.memory_id);
  EXPECT_EQ(contents(at("예산", parse_time("2026-01-15"))), Contents{}) << "it was hidden then";
  EXPECT_EQ(contents(at("예산", parse_time("2026-01-20"))), Contents{"예산은 5000만원입니다"});
}

TEST_F(Recall, TakesStates) {
  tell_all();
  RecallQuery query{.user = "mina", .text = "봄 캠페인 예산"};
  query.k = 1;
  engine_->recall(query);  // makes it active
  reopen();                // which is written now
  query.count_use = false;
  query.k = 10;
  query.where.states = {MemoryState::Active};
  EXPECT_EQ(contents(query), Contents{"봄 캠페인 예산은 6500만원입니다"});
  query.where.states = {MemoryState::Archived};
  EXPECT_EQ(contents(query), Contents{});
  query.where.states = {MemoryState::Candidate, MemoryState::Active};
  EXPECT_GE(contents(query).size(), 2u);
}

TEST_F(Recall, AScoreAboveTheThresholdStaysAboveIt) {
  tell_all();
  const std::vector<Hit> all = ask("봄 캠페인 예산 budget");
  ASSERT_GE(all.size(), 2u);
  for (std::size_t i = 1; i < all.size(); ++i) EXPECT_LE(all[i].score, all[i - 1].score);
  RecallQuery query{.user = "mina", .text = "봄 캠페인 예산 budget"};
  query.threshold = all[1].score;
  EXPECT_EQ(engine_->recall(query).size(), 2u);
}

}  // namespace
}  // namespace memfold::test
