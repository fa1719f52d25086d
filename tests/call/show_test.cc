#include "call/show.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include "call/analysis_json.h"
#include "call/json.h"
#include "call/message_json.h"
#include "call/method.h"

namespace memfold::call {
namespace {

/// Holds what is shown to what a Writer is promised.
class StrictWriter final : public Writer {
 public:
  ~StrictWriter() override {
    EXPECT_TRUE(open_.empty()) << "something was not ended";
    EXPECT_EQ(values_, 1) << "what is shown is one value";
  }

  void null() override { add(); }
  void boolean(bool) override { add(); }
  void integer(std::int64_t) override { add(); }
  void natural(std::uint64_t) override { add(); }
  void real(double) override { add(); }
  void text(std::string_view) override { add(); }
  void name(std::string_view lasting) override {
    expect_lasting(lasting);
    add();
  }
  void begin_list(std::size_t size) override {
    add();
    open_.push_back({false, size, false});
  }
  void end_list() override { end(false); }
  void begin_object(std::size_t) override {
    add();
    open_.push_back({true, 0, false});
  }
  void begin_record(std::size_t size, const void* kind) override {
    begin_object(size);
    open_.back().kind = kind;
  }
  void end_object() override {
    if (!open_.empty() && open_.back().kind != nullptr) {
      const auto& keys = open_.back().keys;
      EXPECT_EQ(keys_of_kinds().try_emplace(open_.back().kind, keys).first->second, keys);
    }
    end(true);
  }
  void key(std::string_view lasting) override {
    expect_lasting(lasting);
    given_key(lasting);
  }
  void given_key(std::string_view name) override {
    ASSERT_FALSE(open_.empty());
    EXPECT_TRUE(open_.back().is_object && !open_.back().has_key) << name;
    open_.back().has_key = true;
    open_.back().keys.emplace_back(name);
  }

 private:
  struct Open {
    bool is_object;
    std::size_t missing;  ///< of a list
    bool has_key;         ///< of an object: one that waits for its value
    const void* kind = nullptr;
    std::vector<std::string> keys = {};
  };

  /// Of all records there were.
  static std::map<const void*, std::vector<std::string>>& keys_of_kinds() {
    static std::map<const void*, std::vector<std::string>> kinds;
    return kinds;
  }

  /// What lasts lies in a binary, neither on the heap nor on a stack.
  static void expect_lasting(std::string_view text) {
    Dl_info info{};
    EXPECT_NE(dladdr(text.data(), &info), 0) << text;
  }

  void add() {
    if (open_.empty()) {
      ++values_;
    } else if (open_.back().is_object) {
      EXPECT_TRUE(open_.back().has_key) << "a value without a key";
      open_.back().has_key = false;
    } else {
      EXPECT_GT(open_.back().missing, 0U) << "more than the list was begun for";
      --open_.back().missing;
    }
  }
  void end(bool is_object) {
    ASSERT_FALSE(open_.empty());
    EXPECT_EQ(open_.back().is_object, is_object);
    EXPECT_EQ(open_.back().missing, 0U) << "fewer than the list was begun for";
    EXPECT_FALSE(open_.back().has_key) << "a key without a value";
    open_.pop_back();
  }

  std::vector<Open> open_;
  int values_ = 0;
};

template <typename T>
void check(const T& value) {
  SCOPED_TRACE(to_json(value).dump());
  StrictWriter out;
  show(out, value);
}

Memory full_memory() {
  Memory memory;
  memory.id.bytes.fill(1);
  memory.content = "Tea at five, and whatever else is said on a line that is long enough.";
  memory.category = Category::named("a category of a host's own");
  memory.importance_factors.resize(2);
  memory.sources = {"a", "b"};
  memory.metadata = {{"key of a host that is long enough", "value"}};
  memory.superseded_at = Time{5};
  return memory;
}

Decision full_decision() {
  Decision decision;
  decision.related_ids.resize(2);
  decision.property_changes.resize(2);
  decision.property_changes[0].old_span = {1, 2};
  decision.rivals.resize(2);
  decision.score.present[0] = true;
  decision.verdict = Verdict::Merge;
  decision.analyst = "somebody";
  return decision;
}

TEST(Show, WhatIsEmptyKeepsToTheRules) {
  check(Decision{}), check(Memory{}), check(Edge{}), check(Hit{}), check(VersionStep{});
  check(PropertyChange{}), check(Score{}), check(Analysis{}), check(Explanation{});
  check(MemoryPage{}), check(LogPage{}), check(Profile{}), check(Metrics{});
  check(LogAnalytics{}), check(JobReport{}), check(StaleMemory{}), check(RepairReport{});
  check(Stats{}), check(VerifyReport{}), check(Forgotten{}), check(ForgetReport{});
  check(Review{}), check(ReplayReport{}), check(DecisionStates{}), check(StoredEmbedder{});
  check(ExportReport{}), check(ImportReport{}), check(Fact{}), check(Node{}), check(Source{});
  check(SourceReceipt{}), check(SourceJob{}), check(GraphStep{}), check(WorkReport{});
  check(SourceHit{}), check(StoryHit{}), check(GraphCounts{}), check(Message{});
  check(Statement{}), check(shown_nothing());
}

TEST(Show, WhatIsFullKeepsToTheRules) {
  const Memory memory = full_memory();
  const Decision decision = full_decision();
  check(memory), check(decision);
  check(Hit{.memory = memory, .matched_words = {"tea"}, .why = "content 1"});
  check(Explanation{.decision = decision, .candidates = std::vector<Candidate>(2)});
  check(MemoryPage{{memory, memory}, "next"});
  check(DecisionStates{.decision = decision, .fact = memory, .before = memory, .after = {}});
  check(Metrics{.calls = {CallMetrics{.call = "recall"}, CallMetrics{.call = "fold"}}});
  LogAnalytics analytics;
  analytics.by_day = {{Time{0}, 3}, {Time{kMicrosPerDay}, 1}};
  check(analytics);
  VerifyReport verified;
  verified.records = {{"memories", 1}, {"log", 2}};
  verified.problems = {"one"};
  check(verified);
  check(ReplayReport{.changes = std::vector<ReplayChange>(2)});
  Source source;
  source.raw = "read";
  check(source);
  StoryHit story;
  story.below.resize(2);
  check(story);
  Fact fact;
  fact.content = "Tea at five.";
  fact.metadata = {{"key", "value"}};
  fact.embedding = {1, 0};
  check(fact);
  Message message;
  message.to.resize(2);
  check(message);
}

TEST(Show, AReplyOutlivesWhatItWasMadeOf) {
  Shown reply;
  {
    const Memory memory = full_memory();
    reply = shown("memory", memory);
  }
  EXPECT_EQ(to_json(reply), (Json{{"memory", to_json(full_memory())}}));
  EXPECT_EQ(to_json(reply), to_json(reply)) << "as often as one likes";
}

TEST(Show, NumbersStayOfTheirKind) {
  const Json json = to_json(std::vector<double>{1, 0.5});
  EXPECT_EQ(json.dump(), "[1.0,0.5]");
  EXPECT_TRUE(to_json(-1).is_number_integer());
  EXPECT_TRUE(to_json(std::uint64_t{1} << 63).is_number_unsigned());
  EXPECT_EQ(to_json(true), true);
  EXPECT_EQ(to_json(std::optional<int>()), nullptr);
}

}  // namespace
}  // namespace memfold::call
