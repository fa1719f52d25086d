// What is softly forgotten is quoted by nothing the graph gives, before maintenance and after it,
// and all of it is back once it is restored.
#include "engine/graph/veil.h"

#include <algorithm>
#include <random>
#include <sstream>

#include "engine/graph/masked_text.h"
#include "tests/engine/graph/graph_fixture.h"

namespace memfold::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

constexpr const char* kKorean = "Atlas 예산은 구천이백만 원으로 정했습니다";
constexpr const char* kEnglish = "The Atlas launch moves to the second of September";
constexpr const char* kKept = "Boreas keeps its office on the third floor";

/// Repeats everything: the hardest to forget.
class Quoting final : public Summarizer {
 public:
  std::string name() const override { return "quoting@1"; }
  std::string combine(std::string_view existing, std::string_view incoming) const override {
    return std::string(existing) + " " + std::string(incoming);
  }
  std::string summarise(std::span<const std::string_view> texts, std::size_t) const override {
    std::string all;
    for (const std::string_view text : texts) all += std::string(text) + " ";
    return all;
  }
  std::vector<std::string> keywords(std::string_view text, std::size_t) const override {
    return {std::string(text)};
  }
};

class VeilTest : public GraphTest {
 protected:
  VeilTest() { reopen(); }  // with what configure() sets

  void configure(EngineOptions& options) override {
    options.models.summarizer = std::make_shared<Quoting>();
  }

  /// A source that says these statements, each on a line of its own, and sums all of them up.
  ExtractedSource saying(double on, std::vector<Mention> mentions,
                         const std::vector<std::string>& statements) {
    ExtractedSource said = source(on, std::move(mentions));
    said.source.title = "Notes of the day";
    said.source.processed = "Hello all.\n";
    for (const std::string& statement : statements) {
      said.facts.push_back(fact(statement));
      said.source.processed += statement + ".\n";
      said.source.summary += statement + ". ";
      said.source.keywords.push_back(statement);
    }
    said.source.tags = said.source.keywords;
    said.source.raw = "Subject: Notes\r\n\r\n" + said.source.processed;
    return said;
  }
  std::vector<Decision> tell(const ExtractedSource& told) {
    return graph().fold_sources({&told, 1}).decisions;
  }
  void forget(const Id& memory) { engine_->forget({.user = kUser, .ids = {memory}}); }

  /// All the graph gives, as one text.
  std::string everything_shown() {
    std::ostringstream all;
    const auto add = [&](const Node& node) {
      all << node.title << '\n' << node.description << '\n' << node.withheld << '\n';
      for (const auto* words : {&node.keywords, &node.tags}) {
        for (const std::string& word : *words) all << word << '\n';
      }
      for (const Note& note : node.notes) {
        all << note.text << '\n';
        if (note.memory) all << engine_->get(kUser, *note.memory)->content << '\n';
      }
    };
    for (const NodeKind kind :
         {NodeKind::Source, NodeKind::Person, NodeKind::Concept, NodeKind::Entity,
          NodeKind::Storyline, NodeKind::Macro, NodeKind::Relationship}) {
      for (const Node& node : graph().nodes(kUser, kind)) {
        add(node);
        add(*graph().node(kUser, node.id));
      }
    }
    for (const Source& source : graph().sources(kUser)) {
      const Source one = *graph().source(kUser, source.id);
      for (const Source* text : {&source, &one}) {
        all << text->title << '\n' << text->processed << '\n' << text->summary << '\n';
        for (const auto* words : {&text->keywords, &text->tags}) {
          for (const std::string& word : *words) all << word << '\n';
        }
      }
    }
    for (const Granularity level : {Granularity::Meso, Granularity::Macro}) {
      for (const StoryHit& hit : graph().recall({.user = kUser,
                                 .text = "Atlas 예산 Boreas",
                                 .granularity = level,
                                 .count_use = false})) {
        add(hit.node);
        for (const Node& part : hit.below) add(part);
        for (const std::string& word : hit.matched_words) all << word << '\n';
      }
    }
    for (const SourceHit& hit : graph().recall_sources(
             {.user = kUser, .text = "Atlas 예산 Boreas", .k = 100, .count_use = false})) {
      add(hit.node);
      for (const Hit& statement : hit.statements) all << statement.memory.content << '\n';
    }
    engine_->admin().export_graphml(all);
    return all.str();
  }
  void expect_unsaid(const std::string& statement) {
    EXPECT_THAT(everything_shown(), Not(HasSubstr(statement)));
    expect_sound();
  }
};

// "Hidden, they are in no recall" (docs/cli.md), whatever the granularity.
TEST_F(VeilTest, ASourceLosesTheLinesThatSayItAndGetsThemBack) {
  for (const char* forgotten : {kKorean, kEnglish}) {
    const ExtractedSource told = saying(990, {entity("Atlas")}, {forgotten, kKept});
    const Id memory = tell(told).front().memory_id;
    const Source before = *graph().source(kUser, told.source.id);
    const Node node = *graph().node(kUser, told.source.id);
    ASSERT_THAT(everything_shown(), HasSubstr(forgotten));
    forget(memory);
    expect_unsaid(forgotten);
    const Source source = *graph().source(kUser, told.source.id, true);
    EXPECT_EQ(source.processed, "Hello all.\n" + std::string(kKept) + ".");
    EXPECT_EQ(source.summary, std::string(kKept) + ".");
    EXPECT_THAT(source.keywords, testing::ElementsAre(kKept));
    EXPECT_EQ(source.title, "Notes of the day");
    EXPECT_EQ(source.raw, told.source.raw) << "as it was received";
    engine_->restore(kUser, memory);
    EXPECT_EQ(graph().source(kUser, told.source.id)->processed, before.processed);
    EXPECT_EQ(graph().source(kUser, told.source.id)->keywords, before.keywords);
    EXPECT_EQ(*graph().node(kUser, told.source.id), node);
  }
}

TEST_F(VeilTest, WhereNoLineSaysItNothingIsShown) {
  ExtractedSource told = saying(990, {entity("Atlas")}, {kKept});
  told.source.processed += "We shall spend 92 million on it.\n";
  told.source.summary += "They spend 92 million.";
  told.facts.push_back(fact(kKorean));  // in words of its own
  const Id memory = tell(told).back().memory_id;
  forget(memory);
  const Source source = *graph().source(kUser, told.source.id);
  EXPECT_EQ(source.title + source.processed + source.summary, "");
  EXPECT_THAT(source.keywords, IsEmpty());
  EXPECT_THAT(everything_shown(), Not(HasSubstr("92 million")));
  engine_->restore(kUser, memory);
  EXPECT_THAT(graph().source(kUser, told.source.id)->summary, HasSubstr("92 million"));
}

TEST_F(VeilTest, ASummaryInOtherWordsGoesWithTheLine) {
  ExtractedSource told = saying(990, {entity("Atlas")}, {kEnglish, kKept});
  told.source.summary = "Atlas starts in September. " + std::string(kKept) + ".";
  const Id memory = tell(told).front().memory_id;
  forget(memory);
  EXPECT_EQ(graph().source(kUser, told.source.id)->summary, std::string(kKept) + ".");
}

TEST_F(VeilTest, ASourceOfWhichAllIsForgottenShowsNoText) {
  const ExtractedSource told = saying(990, {entity("Atlas")}, {kEnglish});
  forget(tell(told).front().memory_id);
  const Node node = *graph().node(kUser, told.source.id);
  EXPECT_EQ(node.title + node.description, "") << "what is around it tells of it";
  EXPECT_EQ(node.name, told.source.source_id);
  EXPECT_EQ(node.last_at, day(990));
  EXPECT_EQ(graph().source(kUser, told.source.id)->processed, "");
}

TEST_F(VeilTest, ATitleGoesWithTheStatementOnlyItWasBefore) {
  ExtractedSource told = saying(990, {entity("Atlas")}, {kKept});
  told.source.title = "Atlas budget of 92 million";
  const std::string statement = told.source.title + ": it was approved by the board on Monday";
  told.source.processed += "It was approved by the board on Monday.\n";
  told.facts.push_back(fact(statement));
  const Id memory = tell(told).back().memory_id;
  forget(memory);
  const Source source = *graph().source(kUser, told.source.id);
  EXPECT_EQ(source.title, "");
  EXPECT_EQ(source.processed, "Hello all.\n" + std::string(kKept) + ".");
}

// What was skipped said the same in words that the log alone has.
TEST_F(VeilTest, ADuplicateInOtherWordsIsFoundThroughTheLog) {
  const ExtractedSource first = saying(990, {entity("Atlas")}, {"The door code is 4711"});
  ExtractedSource again = saying(991, {entity("Atlas")}, {"The door code is 4711!", kKept});
  const Id memory = tell(first).front().memory_id;
  const std::vector<Decision> decisions = tell(again);
  ASSERT_EQ(decisions.front().operation, Operation::Noop);
  forget(memory);
  expect_unsaid("4711");
  EXPECT_THAT(graph().source(kUser, again.source.id)->processed, HasSubstr(kKept));
}

TEST_F(VeilTest, StoriesAreWithheldToldAnewAndBroughtBack) {
  for (int story = 0; story < 2; ++story) {
    for (int i = 0; i < 5; ++i) {
      tell(saying(700 + story * 100 + i, {entity("Atlas")},
                  {"Atlas passed test number " + std::to_string(story * 10 + i)}));
    }
  }
  now_ = day(812);
  const Id memory = tell(saying(810, {entity("Atlas")}, {kEnglish, kKept})).front().memory_id;
  for (const char* job : {"promote_storylines", "promote_macros"}) engine_->maintain({{job}});
  const std::vector<Node> told = storylines();
  ASSERT_THAT(told, SizeIs(2));
  const std::vector<Node> macros = graph().nodes(kUser, NodeKind::Macro);
  ASSERT_THAT(macros, SizeIs(1));
  ASSERT_THAT(macros.front().description, HasSubstr(kEnglish));

  now_ = day(813);
  forget(memory);
  expect_unsaid(kEnglish);
  EXPECT_THAT(storylines(), Contains(testing::Field(&Node::description, "")).Times(1))
      << "the other one has nothing to do with it";
  engine_->maintain({});
  expect_unsaid(kEnglish);
  EXPECT_THAT(storylines(), Each(testing::Field(&Node::description, HasSubstr("passed test"))));
  EXPECT_THAT(graph().nodes(kUser, NodeKind::Macro).front().description, HasSubstr("passed test"));

  now_ = day(814);
  engine_->restore(kUser, memory);
  EXPECT_EQ(graph().nodes(kUser, NodeKind::Macro).front().description, macros.front().description);
  for (const Node& before : told) {
    EXPECT_EQ(graph().node(kUser, before.id)->description, before.description);
  }
  EXPECT_THAT(everything_shown(), HasSubstr(kEnglish));
  engine_->maintain({});
  EXPECT_THAT(storylines(), Contains(testing::Field(&Node::description, HasSubstr(kEnglish))));
  EXPECT_THAT(storylines(), Each(testing::Field(&Node::embedding, Not(IsEmpty()))));
  expect_sound();
}

TEST_F(VeilTest, DescriptionsAndNotesOfAnchorsToo) {
  tell(saying(998, {entity("Atlas")}, {kKept}));
  const ExtractedSource told = saying(999, {entity("Atlas")}, {kEnglish});
  const Id memory = tell(told).front().memory_id;
  ASSERT_EQ(run("consolidate", "descriptions_consolidated"), 1u);
  Note own;
  own.text = "Atlas has a new lead";
  graph().add_note(kUser, find_entity("Atlas")->id, own);
  const Node before = *find_entity("Atlas");
  ASSERT_THAT(before.description, HasSubstr(kEnglish));
  ASSERT_THAT(before.notes, SizeIs(2));
  forget(memory);
  EXPECT_EQ(find_entity("Atlas")->description, "");
  EXPECT_THAT(find_entity("Atlas")->notes, SizeIs(1));
  expect_unsaid(kEnglish);
  ASSERT_EQ(run("consolidate", "descriptions_consolidated"), 1u);
  EXPECT_EQ(find_entity("Atlas")->description, "Atlas has a new lead ");
  expect_unsaid(kEnglish);
  engine_->restore(kUser, memory);
  EXPECT_EQ(find_entity("Atlas")->description, before.description);
  EXPECT_THAT(find_entity("Atlas")->notes, SizeIs(2));
}

TEST_F(VeilTest, DistilledNotesAreHiddenAndMadeWithoutIt) {
  for (int i = 0; i < 5; ++i) {
    tell(saying(900 + i, {entity("Atlas")}, {"Atlas passed test number " + std::to_string(i)}));
  }
  const Id memory = tell(saying(905, {entity("Atlas")}, {kEnglish, kKept})).front().memory_id;
  run("distil", "insights");
  ASSERT_THAT(everything_shown(), HasSubstr(kEnglish));
  forget(memory);
  expect_unsaid(kEnglish);
  engine_->restore(kUser, memory);
  EXPECT_THAT(everything_shown(), HasSubstr(kEnglish));
}

TEST_F(VeilTest, TwoThatWereForgottenComeBackOneByOne) {
  for (int i = 0; i < 5; ++i)
    tell(saying(900 + i, {entity("Atlas")}, {"Atlas test " + std::to_string(i)}));
  const Id korean = tell(saying(905, {entity("Atlas")}, {kKorean, kKept})).front().memory_id;
  const Id english = tell(saying(906, {entity("Atlas")}, {kEnglish})).front().memory_id;
  run("promote_storylines", "storylines_promoted");
  const std::string told = storylines().front().description;
  forget(korean);
  engine_->maintain({{"refresh_storylines"}});
  forget(english);
  expect_unsaid(kEnglish);
  engine_->restore(kUser, korean);
  expect_unsaid(kEnglish);
  engine_->maintain({{"refresh_storylines"}});
  expect_unsaid(kEnglish);
  EXPECT_THAT(storylines().front().description, HasSubstr(kKorean));
  engine_->restore(kUser, english);
  EXPECT_EQ(storylines().front().description, told);
}

TEST_F(VeilTest, UndoingADecisionIsNoForgetting) {
  const ExtractedSource told = saying(990, {entity("Atlas")}, {kEnglish, kKept});
  tell(told);
  engine_->undo(kUser, 1);
  EXPECT_THAT(graph().source(kUser, told.source.id)->processed, HasSubstr(kEnglish));
}

// P7: what was set aside for a restoration goes with the erasure.
TEST_F(VeilTest, ErasingTakesWhatWasWithheld) {
  for (int i = 0; i < 5; ++i)
    tell(saying(900 + i, {entity("Atlas")}, {"Atlas test " + std::to_string(i)}));
  const Id memory = tell(saying(905, {entity("Atlas")}, {kEnglish, kKept})).front().memory_id;
  engine_->maintain({});
  forget(memory);
  engine_->maintain({{"refresh_storylines", "consolidate"}});
  const ForgetReport report = engine_->purge(kUser, Time{now_.micros + 1}, true);
  EXPECT_TRUE(report.searched);
  EXPECT_THAT(report.traces, IsEmpty());
  expect_unsaid(kEnglish);
}

/// Whatever is forgotten and restored, in whatever order, nothing that is forgotten is shown.
TEST_F(VeilTest, RandomForgettingShowsNothingForgotten) {
  std::mt19937 random(7);
  const std::vector<std::string> names = {"Atlas", "Boreas", "보레아스"};
  std::vector<Id> memories;
  std::vector<std::string> marks;
  std::vector<Source> sources;
  for (int i = 0; i < 24; ++i) {
    std::vector<std::string> statements;
    for (int n = 0; n < 2; ++n) {
      marks.push_back("mark-" + std::to_string(100 + i) + "-" + std::to_string(n) + "-end");
      statements.push_back(names[random() % 3] + (n == 0 ? " 예산은 " : " waits for ") +
                           marks.back());
    }
    const ExtractedSource told =
        saying(900 + i, {entity(names[random() % 3]), person("Mina Kim")}, statements);
    for (const Decision& decision : tell(told)) memories.push_back(decision.memory_id);
    sources.push_back(*graph().source(kUser, told.source.id));
  }
  const auto is_hidden = [&](std::size_t i) {
    return engine_->get(kUser, memories[i])->deleted_at.has_value();
  };
  for (const char* job : {"promote_storylines", "promote_macros", "consolidate"}) {
    engine_->maintain({{job}});
  }
  for (int step = 0; step < 40; ++step) {
    const std::size_t at = random() % memories.size();
    if (is_hidden(at)) {
      engine_->restore(kUser, memories[at]);
    } else {
      forget(memories[at]);
    }
    if (step % 4 == 0) {
      now_ = {now_.micros + kMicrosPerDay};
      engine_->maintain({});
    }
    const std::string shown = everything_shown();
    for (std::size_t i = 0; i < marks.size(); ++i) {
      const bool is_shown = shown.find(marks[i]) != shown.npos;
      EXPECT_FALSE(is_hidden(i) && is_shown) << marks[i];
    }
    expect_sound();
  }
  for (std::size_t i = 0; i < memories.size(); ++i) {
    if (is_hidden(i)) engine_->restore(kUser, memories[i]);
  }
  for (const Source& source : sources) {
    EXPECT_EQ(graph().source(kUser, source.id)->processed, source.processed);
    EXPECT_EQ(graph().source(kUser, source.id)->summary, source.summary);
  }
}

TEST(MaskedText, TakesOutSentencesHoweverTheyAreWrapped) {
  const std::string text =
      "Hi Mina,\n\nthe Q1 budget is 5,000\nUSD. It was raised.\n> Q1 예산은 \"5000만원\" "
      "입니다\nBye.";
  graph::MaskedText masked(text);
  EXPECT_TRUE(masked.take_out(graph::bare_forms("Budget: The Q1 budget is 5,000 USD")));
  EXPECT_TRUE(masked.take_out(graph::bare_forms("Q1 예산은 5000만원입니다.")));
  EXPECT_FALSE(masked.take_out(graph::bare_forms("Nobody said that")));
  EXPECT_EQ(masked.left(), "Hi Mina,\n\nIt was raised.\nBye.");
  EXPECT_TRUE(masked.says("it was raised"));
  EXPECT_FALSE(masked.says("5,000"));
  EXPECT_THAT(graph::bare_forms("5 pm"), IsEmpty()) << "too short to be told from chance";
}

}  // namespace
}  // namespace memfold::test
