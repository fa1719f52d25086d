// A hard erasure reaches sources, nodes, notes, descriptions and jobs. What a soft one hides of
// them is in veil_test.cc.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "core/text.h"
#include "storage/store.h"
#include "tests/engine/graph/graph_fixture.h"

namespace memfold::test {
namespace {

using testing::AllOf;
using testing::Each;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

constexpr const char* kKorean = "아틀라스 예산은 구천이백만 원으로 정했습니다";
constexpr const char* kEnglish = "The Atlas launch moves to the second of September";

class NoReader final : public SourceReader {
 public:
  SourceReading read(const Source& source) const override {
    throw Error(ErrorCode::InvalidArgument, "cannot read " + source.raw.substr(0, 60));
  }
};

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

class ForgetGraph : public GraphTest {
 protected:
  ForgetGraph() { reopen(); }  // with what configure() sets

  void configure(EngineOptions& options) override {
    options.models.source_reader = std::make_shared<NoReader>();
    options.models.summarizer = std::make_shared<Quoting>();
  }

  /// A source that says `content` in every place text can lie in.
  ExtractedSource telling(double on, std::vector<Mention> mentions, const std::string& content) {
    ExtractedSource told = source(on, std::move(mentions), content + ".");
    told.facts = {fact(content)};
    told.source.raw = "Subject: " + content + "\r\n\r\nBody of " + told.source.source_id +
                      " as it came\r\n> " + content + "\r\n";
    told.source.title = "Re: " + content;
    told.source.processed = "Clean text of " + told.source.source_id + ".\n" + content + ".";
    told.source.keywords = told.source.tags = {content};
    told.source.participants = {content + " <mina@example.org>"};
    return told;
  }
  Decision tell(const ExtractedSource& told) {
    return graph().fold_sources({&told, 1}).decisions.front();
  }
  ForgetReport erase(ForgetQuery query) {
    query.user = kUser;
    return engine_->forget(query, {.erasure = Erasure::Hard, .prove = true});
  }
  Source stored(const ExtractedSource& told) {
    return graph().source(kUser, told.source.id, true).value();
  }

  /// No file holds any of these, as it lies there or as the store reads it.
  void expect_nowhere(const std::vector<std::string>& texts) {
    engine_.reset();
    std::vector<std::string> patterns = texts;
    for (const std::string& text : texts) patterns.push_back(to_nfd(text));
    for (const auto& entry : std::filesystem::recursive_directory_iterator(directory_.path())) {
      if (!entry.is_regular_file()) continue;
      std::ifstream file(entry.path(), std::ios::binary);
      const std::string bytes(std::istreambuf_iterator<char>(file), {});
      for (const std::string& pattern : patterns) {
        EXPECT_EQ(bytes.find(pattern), std::string::npos) << pattern << " in " << entry.path();
      }
    }
    const TextPrints prints{std::span<const std::string>(patterns)};
    storage::StoreOptions options;
    options.create_if_missing = false;
    EXPECT_THAT(storage::Store::open(directory_.path(), options)->search_files(prints).files,
                IsEmpty());
    reopen();
  }
};

TEST_F(ForgetGraph, ByIdASourceLosesItsWordsAndKeepsItsPlace) {
  const ExtractedSource korean = telling(990, {entity("Atlas"), entity("예산")}, kKorean);
  const ExtractedSource english = telling(991, {entity("Atlas")}, kEnglish);
  const Id memory = tell(korean).memory_id;
  tell(english);
  run("consolidate", "descriptions_consolidated");
  const Node before = graph().node(kUser, korean.source.id).value();

  const ForgetReport report = erase({.ids = {memory}});
  EXPECT_EQ(report.sources_cleared, 1u);
  EXPECT_EQ(report.sources_erased, 0u);
  EXPECT_TRUE(report.searched);
  EXPECT_THAT(report.traces, IsEmpty());
  const Source source = stored(korean);
  EXPECT_EQ(source.raw + source.processed + source.summary + source.title, "");
  EXPECT_THAT(source.keywords, IsEmpty());
  EXPECT_THAT(source.tags, IsEmpty());
  EXPECT_THAT(source.participants, IsEmpty());
  EXPECT_EQ(source.status, SourceStatus::Extracted);
  EXPECT_EQ(source.started_at, day(990));
  const Node node = graph().node(kUser, korean.source.id).value();
  EXPECT_EQ(node.description + node.title, "");
  EXPECT_THAT(node.embedding, IsEmpty());
  EXPECT_EQ(node.name, before.name);
  EXPECT_EQ(node.last_at, before.last_at);
  EXPECT_EQ(find_entity("Atlas")->source_count, 2u);
  for (const Edge& edge : graph().edges_to(kUser, memory)) {
    EXPECT_NE(edge.from, korean.source.id) << "the source states it no more";
  }
  EXPECT_EQ(stored(english).raw, english.source.raw) << "the other one is left alone";
  expect_sound();
  expect_nowhere({kKorean, "Body of source-1", "Clean text of source-1"});
  EXPECT_THAT(stored(english).summary, HasSubstr(kEnglish));
}

TEST_F(ForgetGraph, ByIdNotesAndDescriptionsGoAndAreWrittenAnew) {
  bring(997, {entity("Atlas")});
  const ExtractedSource english = telling(998, {entity("Atlas")}, kEnglish);
  const ExtractedSource other =
      telling(999, {entity("Atlas")}, "Atlas costs nine thousand euros a year");
  const Id memory = tell(english).memory_id;
  tell(other);
  ASSERT_EQ(run("consolidate", "descriptions_consolidated"), 1u);
  ASSERT_THAT(find_entity("Atlas")->description, HasSubstr(kEnglish));
  now_ = day(1400);  // long after anyone spoke of it

  erase({.ids = {memory}});
  Node atlas = *find_entity("Atlas");
  EXPECT_EQ(atlas.description, "");
  EXPECT_THAT(atlas.embedding, IsEmpty());
  EXPECT_TRUE(atlas.dirty);
  EXPECT_THAT(atlas.notes, SizeIs(1));
  expect_sound();
  expect_nowhere({kEnglish});
  ASSERT_EQ(run("consolidate", "descriptions_consolidated"), 1u);
  atlas = *find_entity("Atlas");
  EXPECT_THAT(atlas.description, AllOf(HasSubstr("nine thousand euros"), Not(HasSubstr(kEnglish))));
  EXPECT_THAT(atlas.embedding, Not(IsEmpty()));
  expect_sound();
}

TEST_F(ForgetGraph, EverySourceOfAChainIsCleared) {
  const ExtractedSource first = telling(990, {entity("Atlas")}, kKorean);
  ExtractedSource again = telling(991, {entity("Atlas")}, kKorean);
  const Id memory = tell(first).memory_id;
  tell(again);
  EXPECT_EQ(erase({.ids = {memory}}).sources_cleared, 2u);
  expect_sound();
  expect_nowhere({kKorean});
}

TEST_F(ForgetGraph, BySourceItGoesWithWhatOnlyItSpokeOf) {
  ExtractedSource korean = telling(
      990, {entity("Atlas"), entity("보레아스"), person("김민지", {"minji@example.org"})}, kKorean);
  korean.mentioned.relations = {{2, 0, "works_on", Attitude::Positive, 1}};
  korean.attachments = {{"구천이백만-견적서.pdf", "application/pdf", 100}};
  const ExtractedSource english = telling(991, {entity("Atlas")}, kEnglish);
  tell(korean);
  tell(english);
  ASSERT_EQ(find_entity("Atlas")->source_count, 2u);

  const ForgetReport report = erase({.source_id = korean.source.source_id});
  EXPECT_EQ(report.sources_erased, 1u);
  EXPECT_EQ(report.nodes, 5u) << "the source, its attachment, 보레아스, 김민지 and a relationship";
  EXPECT_THAT(report.traces, IsEmpty());
  EXPECT_EQ(graph().source(kUser, korean.source.id), std::nullopt);
  EXPECT_EQ(graph().node(kUser, korean.source.id), std::nullopt);
  EXPECT_EQ(find_entity("보레아스"), std::nullopt);
  EXPECT_EQ(graph().find(kUser, NodeKind::Person, "minji@example.org"), std::nullopt);
  const Node atlas = *find_entity("Atlas");
  EXPECT_EQ(atlas.source_count, 1u);
  EXPECT_EQ(atlas.unfiled_sources, 1u);
  EXPECT_EQ(atlas.undistilled_sources, 1u);
  EXPECT_THAT(graph().nodes(kUser, NodeKind::Relationship), IsEmpty());
  EXPECT_EQ(stored(english).raw, english.source.raw);
  expect_sound();
  expect_nowhere({kKorean, "구천이백만-견적서", "보레아스", "Body of source-1"});
}

TEST_F(ForgetGraph, ASourceWithoutMemoriesGoesToo) {
  ExtractedSource quiet = telling(990, {entity("Atlas")}, kKorean);
  quiet.facts.clear();
  graph().fold_sources({&quiet, 1});
  const ForgetReport report = erase({.source_id = quiet.source.source_id});
  EXPECT_EQ(report.sources_erased, 1u);
  ASSERT_THAT(report.decisions, SizeIs(1));
  EXPECT_EQ(report.decisions.front().operation, Operation::Delete);
  EXPECT_TRUE(report.searched);
  EXPECT_THAT(report.traces, IsEmpty());
  expect_sound();
  expect_nowhere({kKorean});
}

TEST_F(ForgetGraph, StorylinesLoseASourceAndAreToldAnew) {
  for (int i = 0; i < 5; ++i) bring(900 + i, {entity("Atlas")}, "Atlas passed its first test.");
  const ExtractedSource told = telling(905, {entity("Atlas")}, kEnglish);
  tell(told);
  run("promote_storylines", "storylines_promoted");
  ASSERT_THAT(storylines(), SizeIs(1));
  ASSERT_THAT(storylines().front().description, HasSubstr(kEnglish));
  now_ = day(2000);  // the story has long been quiet

  erase({.source_id = told.source.source_id});
  ASSERT_THAT(storylines(), SizeIs(1));
  EXPECT_EQ(storylines().front().source_count, 5u);
  EXPECT_EQ(storylines().front().description, "");
  EXPECT_THAT(storylines().front().embedding, IsEmpty());
  expect_sound();
  expect_nowhere({kEnglish});
  EXPECT_EQ(run("refresh_storylines", "storylines_refreshed"), 1u);
  EXPECT_THAT(storylines().front().description, HasSubstr("first test"));
  expect_sound();
}

TEST_F(ForgetGraph, AStorylineWithoutSourcesGoesWithItsMacro) {
  std::vector<std::string> ids;
  for (int story = 0; story < 3; ++story) {
    for (int i = 0; i < 5; ++i) {
      const ExtractedSource told =
          source(100 + story * 100 + i, {entity("Atlas"), entity("Boreas")}, "Atlas moved on.");
      graph().fold_sources({&told, 1});
      if (story < 1) ids.push_back(told.source.source_id);
    }
  }
  run("promote_storylines", "storylines_promoted");
  run("promote_macros", "macros_promoted");
  const std::size_t stories = storylines().size();
  const auto macros = [&] { return graph().nodes(kUser, NodeKind::Macro); };
  ASSERT_THAT(macros(), Not(IsEmpty()));
  ASSERT_EQ(stories, 3u) << "both anchors share them";
  for (const std::string& id : ids) erase({.source_id = id});
  EXPECT_EQ(storylines().size(), stories - 1);
  for (const Node& macro : macros()) {
    std::uint32_t sources = 0;
    for (const Edge& edge : graph().edges_from(kUser, macro.id)) {
      if (edge.type == EdgeType::Groups) sources += graph().node(kUser, edge.to)->source_count;
    }
    EXPECT_EQ(macro.source_count, sources);
    EXPECT_EQ(macro.description, "");
    EXPECT_TRUE(macro.dirty);
  }
  expect_sound();
  run("refresh_macros", "macros_refreshed");
  EXPECT_THAT(macros(), Each(Field(&Node::description, Not(IsEmpty()))));
  for (const Source& source : graph().sources(kUser)) erase({.source_id = source.source_id});
  EXPECT_THAT(storylines(), IsEmpty());
  EXPECT_THAT(macros(), IsEmpty());
  EXPECT_EQ(find_entity("Atlas"), std::nullopt);
  expect_sound();
}

TEST_F(ForgetGraph, InsightsThatRestOnAClearedSourceGo) {
  ExtractedSource told;
  Id memory;
  for (int i = 0; i < 6; ++i) {
    told = telling(500 + i, {entity("Atlas")}, i == 3 ? kEnglish : "Step " + std::to_string(i));
    const Id id = tell(told).memory_id;
    if (i == 3) memory = id;
  }
  ASSERT_GT(run("distil", "insights"), 0u);
  const auto insights = [&] {
    const Node atlas = *find_entity("Atlas");
    return std::count_if(atlas.notes.begin(), atlas.notes.end(),
                         [](const Note& note) { return note.added_by == "distil"; });
  };
  ASSERT_GT(insights(), 0);
  erase({.ids = {memory}});
  EXPECT_EQ(insights(), 0);
  expect_sound();
  expect_nowhere({kEnglish});
}

TEST_F(ForgetGraph, SoftlyWhatQuotesItIsHiddenAndPurgedLater) {
  const ExtractedSource told = telling(999, {entity("Atlas")}, kEnglish);
  bring(998, {entity("Atlas")});
  const Id memory = tell(told).memory_id;
  const Node before = *find_entity("Atlas");
  ASSERT_THAT(before.notes, SizeIs(1));
  engine_->forget({.user = kUser, .ids = {memory}});
  EXPECT_THAT(find_entity("Atlas")->notes, IsEmpty());
  EXPECT_EQ(stored(told).raw, told.source.raw) << "as it was received";
  EXPECT_EQ(stored(told).processed, "") << "veil_test.cc has the rest";
  run("consolidate", "descriptions_consolidated");
  EXPECT_EQ(find_entity("Atlas")->description, "") << "read through the note";
  engine_->purge(kUser, Time{now_.micros + 1}, true);
  EXPECT_THAT(find_entity("Atlas")->notes, IsEmpty());
  EXPECT_EQ(stored(told).raw, "");
  expect_sound();
  expect_nowhere({kEnglish});
}

TEST_F(ForgetGraph, EverythingLeavesTheOwnerAlone) {
  graph().set_owner(kUser, {"김민아", {"mina@example.org"}});
  ExtractedSource told =
      telling(990, {entity("Atlas"), person("김민아", {"mina@example.org"})}, kKorean);
  tell(told);
  Note note;
  note.text = "미나는 아침형 인간입니다";
  graph().add_note(kUser, graph().find(kUser, NodeKind::Person, "김민아")->id, note);
  Source waiting;
  waiting.user = kUser;
  waiting.raw = "이 메모는 아직 읽지 않았습니다";
  graph().add_source(waiting);
  Source of_team;
  of_team.team = "sales";
  of_team.raw = "the team's own";
  const Id kept = graph().add_source(of_team).id;
  ASSERT_EQ(graph().extract_for(kUser, "sales"), 1u);

  const ForgetReport report = erase({.everything = true});
  EXPECT_THAT(report.traces, IsEmpty());
  EXPECT_THAT(graph().sources(kUser), IsEmpty());
  const GraphCounts counts = graph().counts(kUser);
  for (std::size_t kind = 0; kind < counts.nodes.size(); ++kind) {
    EXPECT_EQ(counts.nodes[kind], kind == std::size_t(NodeKind::Person) ? 1u : 0u);
  }
  const Node owner = graph().find(kUser, NodeKind::Person, "mina@example.org").value();
  EXPECT_TRUE(owner.is_owner);
  EXPECT_EQ(owner.source_count, 0u);
  EXPECT_THAT(owner.notes, IsEmpty());
  EXPECT_THAT(graph().jobs(kUser), IsEmpty());
  EXPECT_EQ(graph().team_source("sales", kept, true)->raw, "the team's own");
  expect_sound();
  expect_nowhere({kKorean, "아침형 인간", "아직 읽지 않았습니다"});
}

TEST_F(ForgetGraph, AJobsErrorGoesWithItsSource) {
  Source unread;
  unread.user = kUser;
  unread.source_id = "note-1";
  unread.raw = kEnglish;
  graph().add_source(unread);
  graph().work();
  ASSERT_THAT(graph().jobs(kUser), SizeIs(1));
  ASSERT_THAT(graph().jobs(kUser).front().error, HasSubstr(kEnglish));
  EXPECT_EQ(erase({.source_id = "note-1"}).sources_erased, 1u);
  EXPECT_THAT(graph().jobs(kUser), IsEmpty());
  expect_sound();
  expect_nowhere({kEnglish});
}

TEST_F(ForgetGraph, ReadingASourceAgainBringsNothingBack) {
  const ExtractedSource told = telling(990, {entity("Atlas")}, kEnglish);
  const Id memory = tell(told).memory_id;
  erase({.ids = {memory}});
  EXPECT_EQ(graph().fold_sources({&told, 1}).connected, 0u);
  EXPECT_EQ(stored(told).raw, "");
  expect_sound();
  expect_nowhere({kEnglish});
}

TEST_F(ForgetGraph, TheProofFindsWhatAnotherMemoryStillSaysToBeNoTrace) {
  ExtractedSource told = telling(990, {entity("Atlas")}, kEnglish);
  const std::string kept = "Boreas keeps its budget of forty thousand euros";
  told.facts.push_back(fact(kept));
  told.source.processed += "\n" + kept;
  const std::vector<Decision> decisions = graph().fold_sources({&told, 1}).decisions;
  const ForgetReport report = erase({.ids = {decisions[0].memory_id}});
  EXPECT_THAT(report.traces, IsEmpty());
  EXPECT_EQ(engine_->get(kUser, decisions[1].memory_id)->content, kept);
}

/// Whatever is erased, in whatever order, what is left agrees and nothing of it is in any file.
TEST_F(ForgetGraph, RandomErasuresLeaveASoundStore) {
  std::mt19937 random(11);
  const std::vector<std::string> names = {"Atlas", "Boreas", "보레아스", "한빛 상사", "Corvus"};
  const std::vector<std::string> verbs = {"costs", "moves to", "waits for", "예산은", "담당자는"};
  for (int round = 0; round < 2; ++round) {
    std::vector<std::pair<std::string, Id>> told;  // source and memory
    std::vector<std::string> marks, gone;
    for (int i = 0; i < 30; ++i) {
      const std::string mark = "mark-" + std::to_string(round) + "-" + std::to_string(i) + "-end";
      ExtractedSource next =
          telling(600 + round * 100 + i * 2,
                  {entity(names[random() % 5]), entity(names[random() % 5]), person("Mina Kim")},
                  names[random() % 5] + " " + verbs[random() % 5] + " " + mark);
      next.mentioned.relations = {{2, 0, "works_on", Attitude::Unknown, 0.5}};
      told.emplace_back(next.source.source_id, tell(next).memory_id);
      marks.push_back(mark);
    }
    for (const char* job : {"promote_storylines", "promote_macros", "distil", "consolidate"}) {
      engine_->maintain({{job}});
    }
    for (int i = 0; i < 8; ++i) {
      const std::size_t at = random() % told.size();
      const bool known = engine_->get(kUser, told[at].second).has_value();
      if (random() % 2 == 0) {
        erase({.source_id = told[at].first});
      } else if (known) {
        erase({.ids = {told[at].second}});
      } else {
        continue;
      }
      gone.push_back(marks[at]);
      expect_sound();
      if (random() % 3 == 0) engine_->maintain({});
    }
    expect_sound();
    expect_nowhere(gone);
    now_ = day(double(now_.micros) / double(kMicrosPerDay) + 100);
  }
  erase({.everything = true});
  EXPECT_EQ(graph().counts(kUser).sources, 0u);
  expect_sound();
}

}  // namespace
}  // namespace memfold::test
