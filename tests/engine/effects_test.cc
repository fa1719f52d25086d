// What each decision does to the store: one row of the table of outcomes a test.
#include <algorithm>
#include <filesystem>

#include "amend_fixture.h"

namespace memfold::test {
namespace {

class Effects : public Amend {
 protected:
  /// A fact of the budget's thread, a day after the last.
  Fact fact(const std::string& content, const std::string& source = "mail-1") {
    now_.micros += kMicrosPerDay;
    Fact fact;
    fact.user = "mina";
    fact.content = content;
    fact.source_id = source;
    fact.thread_id = "t1";
    fact.subject = "Q1 마케팅 캠페인 예산";
    fact.stated_at = now_;
    return fact;
  }
  Decision fold(const Fact& fact, Verdict verdict = Verdict::Unrelated) {
    analyst_->verdict = verdict;
    return engine_->fold({&fact, 1}).at(0);
  }
  Memory get(const Id& id) { return engine_->get("mina", id).value(); }
  std::vector<EdgeType> edge_types(const Id& from) {
    std::vector<EdgeType> types;
    for (const Edge& edge : engine_->edges_from("mina", from)) types.push_back(edge.type);
    return types;
  }
  static void expect_row(const Decision& decision, DecisionKind kind, Operation operation) {
    EXPECT_EQ(name(decision.kind), name(kind)) << decision.reason;
    EXPECT_EQ(name(decision.operation), name(operation)) << decision.reason;
  }
};

TEST_F(Effects, UnrelatedCreatesVersionOneWithoutEdges) {
  const Decision first = fold(fact("예산은 5000만원입니다"));
  const Decision second = fold(fact("예산은 6000만원입니다"), Verdict::Unrelated);
  for (const Decision& decision : {first, second}) {
    expect_row(decision, DecisionKind::Create, Operation::Add);
    const Memory memory = get(decision.memory_id);
    EXPECT_EQ(memory.version, 1u);
    EXPECT_EQ(memory.chain_id, memory.id);
    EXPECT_EQ(memory.created_at, decision.at);
    EXPECT_TRUE(memory.is_current());
  }
  EXPECT_EQ(engine_->stats("mina").edges, 0u);
  expect_sound();
}

TEST_F(Effects, LinkCreatesWithATypedEdgeToTheMatchAndEdgesToTheOtherRelatedOnes) {
  const Decision first = fold(fact("예산은 5000만원입니다"));
  const Decision second = fold(fact("예산은 6000만원입니다"));
  analyst_->edge = EdgeType::Elaboration;
  const Decision linked = fold(fact("예산은 6000만원이며 상반기에 씁니다"), Verdict::Link);
  expect_row(linked, DecisionKind::Create, Operation::Add);
  EXPECT_EQ(get(linked.memory_id).version, 1u);
  EXPECT_THAT(linked.related_ids, testing::UnorderedElementsAre(first.memory_id, second.memory_id));
  EXPECT_THAT(edge_types(linked.memory_id),
              testing::UnorderedElementsAre(EdgeType::Elaboration, EdgeType::RelatedTo));
  for (const Edge& edge : engine_->edges_from("mina", linked.memory_id)) {
    EXPECT_EQ(edge.type == EdgeType::Elaboration, edge.to == linked.related_ids.front());
  }
  expect_sound();
}

TEST_F(Effects, UpdateClosesTheOldVersionInSystemTimeAndInValidTime) {
  Fact old_fact = fact("예산은 5000만원입니다");
  old_fact.valid_from = parse_time("2026-01-01");
  const Decision first = fold(old_fact);
  Fact new_fact = fact("예산은 6000만원입니다");
  new_fact.valid_from = parse_time("2026-03-01");
  const Decision update = fold(new_fact, Verdict::Update);
  expect_row(update, DecisionKind::Update, Operation::Supersede);
  const Memory closed = get(first.memory_id), next = get(update.memory_id);
  EXPECT_EQ(closed.superseded_at, update.at);
  EXPECT_EQ(closed.superseded_by, next.id);
  EXPECT_EQ(closed.valid_until, parse_time("2026-03-01"));
  EXPECT_EQ(closed.content, "예산은 5000만원입니다") << "nothing else of it changes";
  EXPECT_EQ(next.version, 2u);
  EXPECT_EQ(next.previous_version_id, closed.id);
  EXPECT_TRUE(next.is_current());
  EXPECT_EQ(edge_types(next.id), std::vector<EdgeType>{EdgeType::Supersedes});
  EXPECT_EQ(engine_->edges_to("mina", closed.id).size(), 1u);
  expect_sound();
}

TEST_F(Effects, MergeKeepsTheIdAndCombinesTheContent) {
  const Decision first = fold(fact("예산은 5000만원입니다."));
  const Decision merge = fold(fact("마케팅팀이 예산을 관리합니다."), Verdict::Merge);
  expect_row(merge, DecisionKind::Update, Operation::Merge);
  EXPECT_EQ(merge.memory_id, first.memory_id);
  EXPECT_EQ(get(first.memory_id).content, "예산은 5000만원입니다. 마케팅팀이 예산을 관리합니다.");
  EXPECT_EQ(get(first.memory_id).version, 2u);
  EXPECT_EQ(engine_->stats("mina").memories, 1u);
  expect_sound();
}

TEST_F(Effects, MergeEmbedsTheCombinedContent) {
  const Decision first = fold(fact("예산은 5000만원입니다."));
  fold(fact("마케팅팀이 예산을 관리합니다."), Verdict::Merge);
  Fact probe;
  probe.user = "mina";
  probe.content = get(first.memory_id).content;
  ASSERT_THAT(probe.content, HasSubstr("마케팅팀이"));
  for (const bool reopened : {false, true}) {
    if (reopened) reopen();
    const auto candidates = engine_->explain(probe).candidates;
    ASSERT_EQ(candidates.size(), 1u);
    EXPECT_NEAR(candidates[0].score.cosine, 1.0, 1e-3) << "loaded anew: " << reopened;
  }
}

TEST_F(Effects, MergeTakesTheHigherImportanceTheEarlierCreationAndCountsAnAccess) {
  Fact low = fact("예산은 5000만원입니다.");
  low.importance = 0.5;
  const Decision first = fold(low);
  Fact high = fact("마케팅팀이 예산을 관리합니다.");
  high.importance = 0.9;
  const Decision merge = fold(high, Verdict::Merge);
  Memory memory = get(first.memory_id);
  EXPECT_EQ(memory.importance, 0.9);
  EXPECT_EQ(memory.created_at, first.at);
  EXPECT_EQ(memory.updated_at, merge.at);
  EXPECT_EQ(memory.access_count, 1u);
  Fact lower = fact("예산은 3월부터 집행합니다.");
  lower.importance = 0.1;
  fold(lower, Verdict::Merge);
  memory = get(first.memory_id);
  EXPECT_EQ(memory.importance, 0.9);
  EXPECT_EQ(memory.access_count, 2u);
  EXPECT_EQ(memory.created_at, first.at);
}

TEST_F(Effects, MergeUnitesSourcesTagsPeopleAndEntitiesNormalised) {
  Fact one = fact("예산은 5000만원입니다.", "mail-1");
  one.tags = {"budget", "q1"};
  one.people = {"Jiyeon Lee <JIYEON@hanbit.example>"};
  one.entities = {"Hanbit"};
  const Decision first = fold(one);
  Fact two = fact("마케팅팀이 예산을 관리합니다.", "mail-2");
  two.tags = {"q1", "marketing"};
  two.people = {"jiyeon@hanbit.example", "Minsu <minsu@hanbit.example>"};
  two.entities = {"HANBIT", "Northwind"};
  fold(two, Verdict::Merge);
  const Memory memory = get(first.memory_id);
  EXPECT_EQ(memory.sources, (Contents{"mail-1", "mail-2"}));
  EXPECT_EQ(memory.tags, (Contents{"budget", "marketing", "q1"}));
  EXPECT_EQ(memory.people, (Contents{"jiyeon@hanbit.example", "minsu@hanbit.example"}));
  EXPECT_EQ(memory.entities, (Contents{"hanbit", "northwind"}));
  expect_sound();
}

TEST_F(Effects, MergeDrawsAnEdgeMergedIntoFromTheFact) {
  const Decision first = fold(fact("예산은 5000만원입니다."));
  const Decision merge = fold(fact("마케팅팀이 예산을 관리합니다."), Verdict::Merge);
  const auto edges = engine_->edges_to("mina", first.memory_id);
  ASSERT_EQ(edges.size(), 1u);
  EXPECT_EQ(edges[0].type, EdgeType::MergedInto);
  EXPECT_EQ(edges[0].from, merge.fact_id);
}

TEST_F(Effects, ADuplicateStoresNothingButTheLogEntry) {
  const Decision first = fold(fact("예산은 5000만원입니다"));
  const Stats before = engine_->stats("mina");
  const Decision skip = fold(fact("예산은 5000만원입니다."));
  expect_row(skip, DecisionKind::Skip, Operation::Noop);
  EXPECT_EQ(skip.memory_id, first.memory_id);
  EXPECT_FALSE(engine_->get("mina", skip.fact_id));
  const Stats after = engine_->stats("mina");
  EXPECT_EQ(after.memories, before.memories);
  EXPECT_EQ(after.edges, before.edges);
  EXPECT_EQ(after.decisions, before.decisions + 1);
  EXPECT_EQ(history(first.memory_id).size(), 1u);
  expect_sound();
}

TEST_F(Effects, ANewerDuplicateTouchesUpdatedAtAndAddsItsSource) {
  const Decision first = fold(fact("예산은 5000만원입니다", "mail-1"));
  Memory expected = get(first.memory_id);
  const Decision skip = fold(fact("예산은 5000만원입니다.", "mail-2"));
  expected.updated_at = skip.at;
  expected.stated_at = now_;
  expected.sources.push_back("mail-2");
  EXPECT_EQ(get(first.memory_id), expected) << "and nothing else";
}

TEST_F(Effects, AnOlderDuplicateAddsItsSourceAndTouchesNothingElse) {
  const Decision first = fold(fact("예산은 5000만원입니다", "mail-1"));
  Memory before = get(first.memory_id);
  Fact older = fact("예산은 5000만원입니다.", "mail-2");
  older.stated_at = parse_time("2025-12-01");
  expect_row(fold(older), DecisionKind::Skip, Operation::Noop);
  before.sources.push_back("mail-2");
  EXPECT_EQ(get(first.memory_id), before);
}

TEST_F(Effects, AConflictThatIsLostSkipsAndChangesNothing) {
  Fact trusted = fact("예산은 5000만원입니다");
  trusted.source_type = SourceType::UserInput;
  const Decision first = fold(trusted);
  const Memory before = get(first.memory_id);
  for (const Verdict verdict : {Verdict::Update, Verdict::Merge}) {
    const Decision lost =
        fold(fact("예산은 " + std::to_string(60 + int(verdict)) + "만원입니다"), verdict);
    expect_row(lost, DecisionKind::Skip, Operation::Noop);
    EXPECT_THAT(lost.reason, testing::AllOf(HasSubstr("realtime fact (priority 4)"),
                                            HasSubstr("user_input memory (priority 1)")));
    EXPECT_EQ(get(first.memory_id), before);
  }
}

TEST_F(Effects, ALateArrivalIsABackdatedUpdateBelowTheVersionThatStaysCurrent) {
  fold(fact("예산은 5000만원입니다"));
  Fact late = fact("예산은 6000만원입니다");
  now_.micros += kMicrosPerDay;
  const Decision current = fold(fact("예산은 7000만원입니다"), Verdict::Update);
  const Decision arrived = fold(late, Verdict::Update);
  expect_row(arrived, DecisionKind::Update, Operation::Supersede);
  EXPECT_TRUE(arrived.backdated);
  EXPECT_EQ(history(current.memory_id),
            (Contents{"예산은 5000만원입니다", "예산은 6000만원입니다", "예산은 7000만원입니다"}));
  EXPECT_TRUE(get(current.memory_id).is_current());
  EXPECT_FALSE(get(arrived.memory_id).is_current());
  EXPECT_EQ(recalled(), Contents{"예산은 7000만원입니다"});
  EXPECT_THAT(arrived.reason, HasSubstr("late arrival"));
  expect_sound();
}

TEST_F(Effects, ADeletionIsADecisionOfItsOwn) {
  const Decision first = fold(fact("예산은 5000만원입니다"));
  const Decision deletion =
      engine_->forget({.user = "mina", .ids = {first.memory_id}}).decisions.at(0);
  expect_row(deletion, DecisionKind::Delete, Operation::Delete);
  EXPECT_EQ(deletion.target_id, first.memory_id);
  EXPECT_EQ(engine_->log({.user = "mina", .limit = 1}).entries.at(0).kind, DecisionKind::Delete);
}

TEST_F(Effects, InDoubtTheFactIsLinkedByDefaultAndTheCaseWaitsForReview) {
  const Decision first = fold(fact("예산은 5000만원입니다"));
  analyst_->confidence = 0.8;
  const Decision doubtful = fold(fact("예산은 6000만원입니다"), Verdict::Update);
  expect_row(doubtful, DecisionKind::Create, Operation::Add);
  EXPECT_EQ(edge_types(doubtful.memory_id), std::vector<EdgeType>{EdgeType::RelatedTo});
  EXPECT_TRUE(get(first.memory_id).is_current());
  const auto cases = engine_->reviews({.user = "mina"});
  ASSERT_EQ(cases.size(), 1u);
  EXPECT_EQ(cases[0].sequence, doubtful.sequence);
}

TEST_F(Effects, HeldBackNothingIsAppliedUntilAPersonDecides) {
  DecideOptions options;
  options.in_doubt = DoubtPolicy::Hold;
  reopen(options);
  const Decision first = fold(fact("예산은 5000만원입니다"));
  const Memory before = get(first.memory_id);
  analyst_->confidence = 0.8;
  const Decision held = fold(fact("예산은 6000만원입니다"), Verdict::Update);
  expect_row(held, DecisionKind::Skip, Operation::Noop);
  EXPECT_EQ(get(first.memory_id), before);
  EXPECT_EQ(engine_->stats("mina").memories, 1u);
  EXPECT_EQ(engine_->stats("mina").edges, 0u);
  engine_->settle_review("mina", held.sequence, {ReviewAnswer::Kind::Accept, {}});
  EXPECT_EQ(current(first.memory_id), "예산은 6000만원입니다");
  expect_sound();
}

TEST_F(Effects, InFastModeTheBuiltInAnalystIsAskedInsteadOfTheConfiguredOne) {
  DecideOptions options;
  options.mode = Mode::Fast;
  options.related_from = 0.1;
  options.update_from = 0.2;
  reopen(options);
  fold(fact("예산은 5000만원입니다"));
  const Decision raised = fold(fact("예산은 6000만원입니다"), Verdict::Unrelated);
  expect_row(raised, DecisionKind::Update, Operation::Supersede);
  options.mode = Mode::Balanced;
  reopen(options);
  expect_row(fold(fact("예산은 7000만원입니다"), Verdict::Unrelated), DecisionKind::Create,
             Operation::Add);
}

/// Everything of one script of verdicts that people see.
struct Seen {
  std::vector<std::string> decisions, recalled;
  std::uint64_t memories = 0;
  bool operator==(const Seen&) const = default;
};

class BothPolicies : public Effects {
 protected:
  Seen play(Policy policy) {
    engine_.reset();
    std::filesystem::remove_all(directory_.path());
    DecideOptions options;
    options.policy = policy;
    options.classify.cosine_above = 0.05;  // every statement below is judged
    options.related_from = options.balanced_from = 0.05;
    options.update_floor = 0;
    reopen(options);
    now_ = parse_time("2026-01-01").value();
    Seen seen;
    const std::pair<Verdict, const char*> script[] = {
        {Verdict::Unrelated, "예산은 5000만원입니다"},
        {Verdict::Update, "예산은 6000만원입니다"},
        {Verdict::Merge, "예산은 마케팅팀이 관리합니다"},
        {Verdict::Duplicate, "예산은 6000만원입니다."},
        {Verdict::Link, "예산 회의는 9시입니다"}};
    for (const auto& [verdict, content] : script) {
      const Decision decision = fold(fact(content), verdict);
      seen.decisions.push_back(std::string(name(decision.kind)) + " " +
                               std::string(name(decision.operation)));
    }
    seen.recalled = recalled();
    std::sort(seen.recalled.begin(), seen.recalled.end());
    seen.memories = engine_->stats("mina").memories;
    expect_sound();
    return seen;
  }
};

TEST_F(BothPolicies, EndInTheSameDecisionsWithTheSameEffects) {
  const Seen tree = play(Policy::Tree), classify = play(Policy::Classify);
  EXPECT_EQ(tree, classify) << testing::PrintToString(tree.decisions) << " and "
                            << testing::PrintToString(classify.decisions);
  EXPECT_EQ(tree.decisions, (Contents{"CREATE ADD", "UPDATE SUPERSEDE", "UPDATE MERGE", "SKIP NOOP",
                                      "CREATE ADD"}));
}

TEST_F(BothPolicies, ClassifyStoresWhatCoexistsWithAnEdgeSimilarOfStrength08) {
  DecideOptions options;
  options.policy = Policy::Classify;
  options.classify.cosine_above = 0.4;
  reopen(options);
  const Decision first = fold(fact("예산은 5000만원입니다"));
  const Decision second = fold(fact("예산은 6000만원입니다"), Verdict::Link);
  ASSERT_NE(second.score.total, 0.8);
  const auto edges = engine_->edges_from("mina", second.memory_id);
  ASSERT_EQ(edges.size(), 1u);
  EXPECT_EQ(edges[0].to, first.memory_id);
  EXPECT_EQ(edges[0].type, EdgeType::Similar);
  EXPECT_EQ(edges[0].strength, 0.8);
  expect_sound();
}

}  // namespace
}  // namespace memfold::test
