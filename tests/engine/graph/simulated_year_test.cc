// A year of use: 10,000 nodes, bursts, quiet months, maintenance every night. At its end every node
// is where a model says that knows no index and no shortcut, only the formulas, day by day.
#include <cmath>
#include <random>
#include <set>

#include "tests/engine/graph/graph_fixture.h"

namespace memfold::test {
namespace {

constexpr int kFirstDay = 20'454;  // 1 January 2026
constexpr int kDays = 365;
constexpr int kMemories = 5000;
constexpr int kDaily = 20;  ///< memories, and things, used every day

Time at_day(int number, double hour) {
  return day(kFirstDay + number + hour / 24);
}
Time night_after(int number) {
  return at_day(number + 1, 5.5);  // all jobs are due by then
}
/// July and August.
bool is_quiet(int number) {
  return number >= 181 && number < 243;
}

struct Use {
  Time at;
  double score = 0;
};

/// What the spec says, recomputed for every node every night.
class NaiveLife {
 public:
  double confidence = 1, salience = 0.5, gradient = 1;
  MemoryState state = MemoryState::Candidate;
  TtlPolicy policy = TtlPolicy::Decay;
  Time created, seen;
  std::optional<Time> used;
  std::optional<double> interval;
  std::uint32_t accesses = 0;

  double rate() const {
    const double base = 0.02 / (1 + (accesses == 0 ? 0 : std::pow(accesses, gradient)));
    const bool candidate = !used;
    if (candidate && confidence >= 0.8) return 0;
    return candidate ? base * (1 + (1 - confidence) * 2) : base;
  }
  void pass_until(Time now) {
    const double days = double(now.micros - seen.micros) / double(kMicrosPerDay);
    salience = policy == TtlPolicy::KeepForever ? 1 : salience * std::exp(-rate() * days);
    seen = now;
  }
  void use(const Use& use) {
    pass_until(use.at);
    salience = std::min(1.0, salience + 0.05 + 0.05 * use.score);
    if (used) {
      const double days = double(use.at.micros - used->micros) / double(kMicrosPerDay);
      if (interval && days > *interval) gradient += 0.1;
      if (interval && days < *interval) gradient -= 0.05;
      gradient = std::min(5.0, std::max(0.1, gradient));
      interval = days;
    }
    used = use.at;
    ++accesses;
    const bool core = accesses >= 10 && state != MemoryState::Archived;
    state = core ? MemoryState::Core : MemoryState::Active;
  }
  void archive_at_night(Time now) {
    pass_until(now);
    const bool outlived =
        policy == TtlPolicy::Ephemeral && now.micros >= created.micros + 90 * kMicrosPerDay;
    const bool faded = policy == TtlPolicy::Decay && salience < 0.01;
    if (outlived || faded) state = MemoryState::Archived;
  }
  /// From the first night on, with the days' uses in between.
  void live(std::span<const Use> uses, Time from) {
    for (int number = 0; number < kDays; ++number) {
      const Time night = night_after(number);
      if (night <= from) continue;
      for (; !uses.empty() && uses.front().at < night; uses = uses.subspan(1)) use(uses.front());
      archive_at_night(night);
    }
  }
};

class SimulatedYear : public GraphTest {
 protected:
  SimulatedYear() {
    now_ = at_day(0, 0);
    reopen();
  }
  void configure(EngineOptions& options) override {
    options.durability = Durability::Relaxed;
    options.decide.mode = Mode::Fast;
  }

  /// A direction of its own for each memory.
  std::vector<float> direction(int memory, float noise) {
    std::mt19937_64 own{std::uint64_t(memory)};
    std::vector<float> vector(std::size_t(builtin_embedder()->dimension()));
    for (float& value : vector) {
      value = float(own() % 2001) - 1000 + noise * (float(random_() % 2001) - 1000);
    }
    return vector;
  }

  static TtlPolicy policy_of(int memory) {
    if (memory >= 240 && memory < 340) return TtlPolicy::KeepForever;
    if (memory >= 340 && memory < 440) return TtlPolicy::Ephemeral;
    return TtlPolicy::Decay;
  }
  static double confidence_of(int memory) {
    constexpr double kConfidences[] = {0.1, 0.3, 0.5, 0.7, 0.79, 0.8, 0.9, 1};
    return memory < 240 ? 1 : kConfidences[memory % 8];
  }

  void fold_month(int month) {
    std::vector<Fact> facts;
    // Those that are used by plan are there from the beginning.
    const int planned = 240, rest = (kMemories - planned) / 12;
    const int begin = month == 0 ? 0 : planned + month * rest;
    const int end = month == 11 ? kMemories : planned + (month + 1) * rest;
    for (int i = begin; i < end; ++i) {
      Fact made = fact("Statement " + std::to_string(i * 7919) + " of the year");
      made.source_id = "memory-" + std::to_string(i);
      made.embedding = direction(i, 0);
      made.confidence = confidence_of(i);
      made.ttl_policy = policy_of(i);
      facts.push_back(std::move(made));
    }
    for (const Decision& decision : engine_->fold(facts)) {
      ASSERT_EQ(decision.kind, DecisionKind::Create) << decision.reason;
      ids_.push_back(decision.memory_id);
    }
  }

  void recall(int memory, float noise = 0.3F, bool archived = false) {
    RecallQuery query{.user = kUser, .vector = direction(memory, noise), .k = 1};
    query.where.include_archived = archived;
    for (const Hit& hit : engine_->recall(query)) {
      memory_uses_[hit.memory.id].push_back({now_, hit.score});
    }
    now_.micros += kMicrosPerSecond;
  }

  void recall_all(int number) {
    for (int i = 0; i < kDaily; ++i) recall(i);
    const int week = number / 7;
    for (int i = 0; i < 10 && number % 7 < 2; ++i) recall(20 + (week % 20) * 10 + i);  // bursts
    const std::set<int> spaced = {1, 2, 4, 8, 16, 32, 64, 128, 256};
    for (int i = 220; i < 240 && spaced.contains(number); ++i) recall(i);
    const int known = int(ids_.size());
    for (int i = 0; i < 3; ++i) recall(int(random_() % std::uint64_t(known)), 0.8F, i == 0);
  }

  void mention(std::vector<Mention>& mentions, const std::string& name, double confidence) {
    mentions.push_back(entity(name));
    mentions.back().confidence = confidence;
    mentioned_[name].push_back({now_, confidence});
  }

  /// Five sources: things of every day, of this week, and of this day alone.
  void bring_sources(int number) {
    std::vector<ExtractedSource> sources;
    for (int j = 0; j < 5; ++j) {
      now_.micros += 60 * kMicrosPerSecond;
      std::vector<Mention> mentions;
      for (int i = j; i < kDaily; i += 5) mention(mentions, "Daily " + std::to_string(i), 0.9);
      if (number % 7 < 5) {
        for (int i = 0; i < 2; ++i) {
          const int thing = (number / 7) * 10 + (number % 7 + j * 2 + i) % 10;
          mention(mentions, "Week " + std::to_string(thing), 0.85);
        }
      }
      for (int i = 0; i < 2; ++i) {
        const int thing = (number * 5 + j) * 2 + i;
        mention(mentions, "Once " + std::to_string(thing), 0.7 + 0.05 * (thing % 6));
      }
      sources.push_back(source(0, std::move(mentions), "Things moved."));
      Source& made = sources.back().source;
      made.started_at = made.ended_at = made.received_at = now_;
    }
    graph().fold_sources(sources);
  }

  void live() {
    for (int number = 0; number < kDays; ++number) {
      now_ = at_day(number, 8);
      if (number % 31 == 0 && number / 31 < 12) fold_month(number / 31);
      now_ = at_day(number, 9);
      if (!is_quiet(number)) {
        recall_all(number);
        bring_sources(number);
      }
      now_ = night_after(number);
      for (const JobReport& report : engine_->maintain()) jobs_run_ += report.ran;
    }
  }

  void expect_agrees(const Lifecycle& life, const NaiveLife& model, const std::string& what) {
    EXPECT_EQ(life.state, model.state) << what;
    EXPECT_EQ(life.access_count, model.accesses) << what;
    EXPECT_NEAR(life.decay_gradient, model.gradient, 1e-9) << what;
    EXPECT_NEAR(salience_at(life, now_), model.salience, 1e-9) << what;
  }

  void check_memories() {
    for (int i = 0; i < kMemories; ++i) {
      const Memory memory = engine_->get(kUser, ids_[std::size_t(i)]).value();
      NaiveLife model;
      model.confidence = confidence_of(i);
      model.policy = policy_of(i);
      model.created = model.seen = memory.created_at;
      model.live(memory_uses_[memory.id], memory.created_at);
      expect_agrees(memory, model, "memory " + std::to_string(i));
    }
  }

  void check_things() {
    for (const auto& [name, uses] : mentioned_) {
      const Node node = find_entity(name).value();
      NaiveLife model;
      model.confidence = uses.front().score;
      model.created = model.seen = uses.front().at;
      model.live(std::span(uses).subspan(1), uses.front().at);
      expect_agrees(node, model, name);
      EXPECT_EQ(node.source_count, uses.size()) << name;
    }
  }

  /// Storylines are used by the sources that join them, macros by nobody; both live from when they
  /// are told.
  void check_stories(NodeKind kind) {
    for (const Node& node : graph().nodes(kUser, kind)) {
      NaiveLife model;
      model.state = MemoryState::Active;
      model.used = model.seen = node.created_at;
      std::vector<Use> uses;
      for (const Edge& edge : graph().edges_from(kUser, node.id)) {
        if (edge.type != EdgeType::Includes) continue;
        if (edge.provenance == "source") uses.push_back({edge.created_at, 1});
      }
      std::sort(uses.begin(), uses.end(), [](const Use& a, const Use& b) { return a.at < b.at; });
      model.live(uses, node.created_at);
      expect_agrees(node, model, node.title + " " + to_string(node.id));
    }
  }

  std::mt19937_64 random_{2026};
  std::vector<Id> ids_;  ///< of memories
  std::map<Id, std::vector<Use>> memory_uses_;
  std::map<std::string, std::vector<Use>> mentioned_;
  std::size_t jobs_run_ = 0;
};

TEST_F(SimulatedYear, EndsWhereTheFormulasSay) {
  live();
  const GraphCounts counts = graph().counts(kUser);
  std::uint64_t nodes = kMemories;
  for (const std::uint64_t count : counts.nodes) nodes += count;
  EXPECT_GE(nodes, 10'000u);
  EXPECT_GE(jobs_run_, std::size_t(6 * kDays));
  check_memories();
  check_things();
  check_stories(NodeKind::Storyline);
  check_stories(NodeKind::Macro);
  expect_sound();

  const auto memory = [&](int i) { return engine_->get(kUser, ids_[std::size_t(i)]).value(); };
  for (int i = 0; i < kDaily; ++i) {
    EXPECT_EQ(memory(i).state, MemoryState::Core) << "used daily";
    EXPECT_LT(decay_rate(memory(i)), 0.02 / 100) << "and hardly fading";
    EXPECT_GT(salience_at(memory(i), at_day(kDays + 90, 0)), 0.9);
  }
  for (int i = 20; i < 220; ++i) {
    const Memory burst = memory(i);
    EXPECT_NE(burst.state, MemoryState::Candidate);
    EXPECT_LT(salience_at(burst, now_), burst.salience) << "a burst, then silence";
  }
  for (int i = 220; i < 240; ++i) {
    EXPECT_GT(memory(i).decay_gradient, 1.5) << "longer and longer gaps";
  }
  int sure = 0, doubtful = 0;
  for (int i = 240; i < kMemories; ++i) {
    const Memory one = memory(i);
    const double age = double(now_.micros - one.created_at.micros) / double(kMicrosPerDay);
    if (one.ttl_policy == TtlPolicy::KeepForever) {
      EXPECT_EQ(salience_at(one, now_), 1);
      EXPECT_NE(one.state, MemoryState::Archived);
    } else if (one.ttl_policy == TtlPolicy::Ephemeral) {
      EXPECT_EQ(one.state == MemoryState::Archived, age >= 90) << "used or not";
    } else if (one.access_count > 0) {
      continue;
    } else if (one.confidence >= 0.8) {
      EXPECT_EQ(one.state, MemoryState::Candidate);
      EXPECT_EQ(salience_at(one, now_), 0.5) << "sure candidates stay";
      ++sure;
    } else if (one.confidence == 0.5) {
      EXPECT_NEAR(salience_at(one, {one.created_at.micros + 17 * kMicrosPerDay}), 0.25, 0.005);
      EXPECT_EQ(one.state == MemoryState::Archived, age >= 97.9) << age;
      ++doubtful;
    }
  }
  EXPECT_GT(sure, 500);
  EXPECT_GT(doubtful, 200);
  EXPECT_EQ(find_entity("Daily 0")->state, MemoryState::Core);
  EXPECT_GT(counts.nodes[std::size_t(NodeKind::Storyline)], 300u);
  std::size_t distilled = 0;
  for (const Node& one : graph().nodes(kUser, NodeKind::Source)) {
    if (one.state != MemoryState::Archived) continue;
    ++distilled;
    EXPECT_LE(one.last_at->micros, now_.micros - 7 * kMicrosPerDay);
  }
  EXPECT_GT(distilled, 100u) << "sources of things at rest became notes";

  MaintainOptions all;
  for (const JobReport& report : engine_->maintain()) all.jobs.push_back(report.job);
  engine_->maintain(all);
  const std::string digest = engine_->admin().digest();
  engine_->maintain(all);
  EXPECT_EQ(engine_->admin().digest(), digest) << "twice is once";
}

}  // namespace
}  // namespace memfold::test
