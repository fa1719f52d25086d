// What is exported comes back bit by bit, and what is damaged does not come in.
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <sstream>

#include "core/hash.h"
#include "engine/export/record_fields.h"
#include "storage/store.h"
#include "tests/engine/amend_fixture.h"
#include "tests/engine/graph/graph_fixture.h"

namespace memfold::test {
namespace {

using testing::AllOf;
using testing::IsEmpty;
using testing::SizeIs;

class NoReader final : public SourceReader {
 public:
  SourceReading read(const Source&) const override {
    throw Error(ErrorCode::InvalidArgument, "no such form");
  }
};

class Export : public GraphTest {
 protected:
  Export() { reopen(); }

  void configure(EngineOptions& options) override {
    options.models.analyst = analyst_;
    options.models.source_reader = std::make_shared<NoReader>();
  }
  Engine open(const std::string& path) {
    EngineOptions options;
    options.models = builtin_models();
    options.clock = [this] { return now_; };
    configure(options);
    return Engine::open(path, options);
  }

  Decision tell(const std::string& user, const std::string& content, Verdict verdict,
                double confidence = 0.95) {
    analyst_->verdict = verdict;
    analyst_->confidence = confidence;
    now_.micros += 1'234'567;
    Fact told;
    told.user = user;
    told.content = content;
    told.thread_id = "t1";
    told.subject = "Q1 마케팅 캠페인 예산";
    told.source_id = "mail-" + std::to_string(now_.micros % 7);
    told.importance_factors = {{"has_money", 0.1 + 0.2, content}};
    told.people = {"Mina Kim"};
    told.entities = {"Q1 캠페인"};
    if (content.size() % 2 == 0) told.category = Category::named("돈; \"money\"");
    FoldOptions fold;
    fold.checkpoint_name = "archive of " + user;
    fold.checkpoint_value = std::string("at\0byte", 7) + "\xFF";
    return engine_->fold({&told, 1}, fold).at(0);
  }

  /// Everything a store can hold, of two users and a team.
  void fill() {
    for (const std::string user : {"mina", "지호\n\"quoted\""}) {
      tell(user, "예산은 5000만원입니다", Verdict::Unrelated);
      tell(user, "예산은 6000만원입니다", Verdict::Update);
      tell(user, "예산은 6000만원이고 승인이 필요합니다", Verdict::Merge);
      const Decision linked = tell(user, "예산 회의는 세 시에 합니다", Verdict::Link);
      tell(user, "예산은 9000만원입니다", Verdict::Update, 0.6);  // a case for review
      tell(user, "예산은 9000만원입니다", Verdict::Duplicate);
      const Decision gone = tell(user, "예산과 무관한 이야기를 지웁니다", Verdict::Unrelated);
      engine_->forget({.user = user, .ids = {gone.memory_id}}, {.erasure = Erasure::Hard});
      engine_->forget({.user = user, .ids = {linked.memory_id}});
      engine_->recall({.user = user, .text = "예산"});
    }
    Fact rejected = fact("");
    engine_->fold({&rejected, 1});
    fill_graph();
  }
  void fill_graph() {
    graph().set_owner(kUser, {"김민아", {"mina@example.org"}});
    for (int story = 0; story < 3; ++story) {
      for (int i = 0; i < 5; ++i) {
        ExtractedSource told = source(100 + story * 100 + i, {entity("Atlas"), person("Jun Park")},
                                      "Atlas & \"Boreas\" <moved>\r\n on\x01.");
        told.mentioned.relations = {{1, 0, "works_on", Attitude::Positive, 1.0 / 3}};
        told.facts = {fact("Atlas passed step " + std::to_string(story * 10 + i))};
        told.attachments = {{"표;1,2.pdf", "application/pdf", 3}};
        told.source.raw = std::string("\x00\xFF\xFE raw\r\n", 9) + std::to_string(i);
        told.source.processed = "처리된 글 " + std::to_string(i);
        told.source.tags = {"a;b", "c"};
        analyst_->verdict = Verdict::Unrelated;
        graph().fold_sources({&told, 1});
      }
    }
    Note note;
    note.text = "적어 둘 것";
    note.lifetime = NoteLifetime::Month;
    graph().add_note(kUser, find_entity("Atlas")->id, note);
    for (const char* job : {"promote_storylines", "promote_macros", "consolidate"}) {
      engine_->maintain({{job}});
    }
    Source unread;
    unread.user = kUser;
    unread.raw = "unreadable";
    graph().add_source(unread);
    graph().work();  // fails for good
    Source of_team;
    of_team.team = "영업";
    of_team.raw = "팀의 글";
    graph().add_source(of_team);
  }

  std::string exported(const std::string& user = {}) {
    std::ostringstream out;
    engine_->admin().export_jsonl(out, {.user = user});
    return out.str();
  }
  static ImportReport import(Engine& engine, const std::string& text,
                             const std::string& user = {}) {
    std::istringstream in(text);
    return engine.admin().import_jsonl(in, {.user = user});
  }
  static std::string error_of(Engine& engine, const std::string& text, ErrorCode code) {
    try {
      import(engine, text);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), code) << error.what();
      return error.what();
    }
    ADD_FAILURE() << "nothing was refused";
    return {};
  }

  std::shared_ptr<ScriptedAnalyst> analyst_ = std::make_shared<ScriptedAnalyst>();
  StoreDirectory other_;
};

TEST_F(Export, ComesBackBitByBit) {
  fill();
  expect_sound();
  const std::string text = exported();
  Engine copy = open(other_.path());
  const ImportReport report = import(copy, text);
  EXPECT_EQ(report.users, 3u);
  EXPECT_EQ(report.bytes, text.size());
  for (const char* type : {"user", "memory", "version", "edge", "log", "review", "fact", "node",
                           "graph_edge", "name", "source", "job", "checkpoint"}) {
    EXPECT_GT(report.counts.count(type), 0u) << type;
  }
  EXPECT_EQ(copy.admin().digest(), engine_->admin().digest());
  EXPECT_THAT(copy.admin().verify().problems, IsEmpty());
  EXPECT_EQ(copy.checkpoint("archive of mina"), engine_->checkpoint("archive of mina"));
  std::ostringstream again;
  copy.admin().export_jsonl(again);
  EXPECT_EQ(again.str(), text) << "counters, digests of the log and times of work as well";
}

TEST_F(Export, ACopyGoesOnAsTheStoreWould) {
  fill();
  Engine copy = open(other_.path());
  import(copy, exported());
  analyst_->verdict = Verdict::Update;
  Fact next = fact("예산은 7000만원입니다");
  next.thread_id = "t1";
  next.subject = "Q1 마케팅 캠페인 예산";
  engine_->fold({&next, 1});
  copy.fold({&next, 1});
  EXPECT_EQ(copy.admin().digest(), engine_->admin().digest());
  EXPECT_THAT(copy.admin().verify().problems, IsEmpty());
}

TEST_F(Export, OneUserOfMany) {
  fill();
  const std::string all = exported(), one = exported(kUser);
  Engine copy = open(other_.path());
  EXPECT_EQ(import(copy, one).counts.count("checkpoint"), 0u);
  EXPECT_THAT(copy.users(), testing::ElementsAre(kUser));
  EXPECT_EQ(copy.stats(kUser).memories, engine_->stats(kUser).memories);
  EXPECT_THAT(error_of(copy, one, ErrorCode::InvalidArgument), HasSubstr("mina already"));
  EXPECT_THAT(error_of(copy, all, ErrorCode::InvalidArgument), HasSubstr("mina already"));
  EXPECT_THAT(copy.users(), SizeIs(1)) << "all or nothing";
  EXPECT_EQ(import(copy, all, "지호\n\"quoted\"").users, 1u);
  EXPECT_THAT(copy.users(), SizeIs(2));
  EXPECT_THAT(copy.admin().verify().problems, IsEmpty());
  EXPECT_THROW(import(copy, all, "nobody"), Error);
  EXPECT_THROW(exported("nobody"), Error);
}

TEST_F(Export, NoDamageGoesUnseen) {
  tell("mina", "예산은 5000만원입니다", Verdict::Unrelated);
  tell("mina", "The launch moves to May", Verdict::Unrelated);
  const std::string text = exported();
  std::mt19937 random(3);
  Engine copy = open(other_.path());
  for (int i = 0; i < 60; ++i) {
    std::string damaged = text;
    const std::size_t at = random() % text.size();
    damaged[at] = char(damaged[at] ^ (1 << random() % 7));
    const auto line = std::to_string(std::count(text.begin(), text.begin() + long(at), '\n') + 1);
    try {
      import(copy, damaged);
      ADD_FAILURE() << "byte " << at << " differs and nobody noticed";
    } catch (const Error& error) {
      const std::string what = error.what();
      const bool told = what.find("line " + line + " ") != std::string::npos ||
                        what.find("no memfold export") != std::string::npos ||
                        what.find("format") != std::string::npos || text[at] == '\n';
      EXPECT_TRUE(told) << what << " for a damage in line " << line;
    }
    EXPECT_THAT(copy.users(), IsEmpty());
  }
  for (std::size_t at = text.find('\n') + 1; at < text.size(); at += 97) {
    EXPECT_THAT(error_of(copy, text.substr(0, at), ErrorCode::Corruption), HasSubstr("line "));
  }
  std::string dropped = text;  // a whole line
  const std::size_t first = dropped.find('\n', dropped.find("\"memory\"")) + 1;
  dropped.erase(first, dropped.find('\n', first) + 1 - first);
  error_of(copy, dropped, ErrorCode::Corruption);
  error_of(copy, text + text, ErrorCode::Corruption);
  EXPECT_THAT(copy.users(), IsEmpty());
  EXPECT_EQ(import(copy, text).users, 1u) << "the store is none the worse";
  EXPECT_EQ(copy.admin().digest(), engine_->admin().digest());
}

/// The export with `to` for the first `from` in a line of this type, and that line's check made
/// right again: as somebody would who wants it believed.
std::string forged(std::string text, const std::string& type, const std::string& from,
                   const std::string& to) {
  const std::size_t line = text.find("{\"type\":\"" + type + "\"");
  const std::size_t at = text.find(from, line);
  EXPECT_LT(at, text.find('\n', line)) << type << " has no " << from;
  // The value that follows goes: up to the next comma or brace.
  const std::size_t value_end = text.find_first_of(",}", at + from.size());
  text.replace(at, value_end - at, to);
  const std::size_t check = text.find(",\"check\":\"", line);
  char digits[9];
  std::snprintf(digits, sizeof digits, "%08x",
                unsigned(hash64(std::string_view(text).substr(line, check - line)) & 0xFFFF'FFFF));
  return text.replace(check + 10, 8, digits);
}

// P9: bad input never corrupts. An imported salience of infinity and 2^64-1 operations passed, here
// and in verify.
TEST_F(Export, FiguresNoMemfoldWroteAreRefusedByLineAndName) {
  fill();
  const std::string text = exported();
  Engine copy = open(other_.path());
  const struct {
    const char *type, *from, *to, *says;
  } forgeries[] = {
      {"memory", "\"salience\":", "\"salience\":{\"bits\":9218868437227405312}", "salience is inf"},
      {"memory", "\"confidence\":", "\"confidence\":1.5", "confidence is 1.5"},
      {"memory", "\"version\":", "\"version\":0", "version is 0"},
      {"memory", "\"category\":", "\"category\":\" x\"", "category: the name of a category must"},
      {"memory", "\"slot\":", "\"slot\":18446744073709551615", "slot is 18446744073709551615"},
      {"memory", "\"vector\":", "\"vector\":\"fwA=\"", "vector"},
      {"user", "\"edges\":", "\"edges\":18446744073709551615", "edges is 18446744073709551615"},
      {"user", "\"by_operation\":[", "\"by_operation\":[18446744073709551615", "by_operation"},
      {"edge", "\"strength\":", "\"strength\":-3", "strength is -3"},
      {"node", "\"confidence\":", "\"confidence\":7", "confidence is 7"},
      {"source", "\"received_at\":", "\"received_at\":9223372036854775807", "received_at is"},
      {"review", "\"confidence\":", "\"confidence\":-1", "confidence is -1"},
      {"log", "\"confidence\":", "\"confidence\":40", "confidence is 40"},
  };
  for (const auto& each : forgeries) {
    const std::string bad = forged(text, each.type, each.from, each.to);
    const std::string what = error_of(copy, bad, ErrorCode::Corruption);
    EXPECT_THAT(what, AllOf(HasSubstr("line "), HasSubstr(each.says)));
    EXPECT_THAT(copy.users(), IsEmpty());
  }
  EXPECT_EQ(import(copy, text).users, 3u) << "the store is none the worse";
}

TEST_F(Export, OtherFormatsAndEmbeddersAreRefused) {
  fill();
  const std::string text = exported();
  Engine copy = open(other_.path());
  const std::string newer = "{\"memfold\":\"export\",\"format\":2,\"whatever\":[]}\n";
  EXPECT_THAT(error_of(copy, newer, ErrorCode::Mismatch), HasSubstr("newer"));
  error_of(copy, "", ErrorCode::InvalidArgument);
  error_of(copy, "{\"user\":\"mina\",\"content\":\"a fact\"}\n", ErrorCode::InvalidArgument);
  const auto with = [&](const std::string& embedder) {
    std::string header = "{\"memfold\":\"export\",\"format\":1,\"store_format\":5,\"embedder\":\"" +
                         embedder + "\",\"dimension\":64,\"calibration\":[]";
    char check[24];
    std::snprintf(check, sizeof check, ",\"check\":\"%08x\"}\n",
                  unsigned(hash64(header) & 0xFFFF'FFFF));
    return header + check;
  };
  EXPECT_THAT(error_of(copy, with("other@1"), ErrorCode::Mismatch),
              AllOf(HasSubstr("other@1"), HasSubstr("64 dimensions")));
}

TEST_F(Export, AnImportThatWasCutShortShowsAndIsDroppedByTheNext) {
  fill();
  const std::string text = exported();
  storage::StoreOptions options;
  open(other_.path());  // makes it
  {                     // as a process that was killed leaves it
    options.create_if_missing = false;
    const auto store = storage::Store::open(other_.path(), options);
    store->begin_import(kUser);
    storage::CommitBatch batch(kUser);
    Memory half;
    half.user = kUser;
    half.id = half.chain_id = derive_id(kUser, "half");
    half.content = "half of it";
    batch.put_memory(half, nullptr);
    store->commit(std::move(batch));
  }
  Engine copy = open(other_.path());
  EXPECT_THAT(copy.admin().unfinished_imports(), testing::ElementsAre(kUser));
  ASSERT_THAT(copy.admin().verify().problems, SizeIs(1));
  EXPECT_THAT(copy.admin().verify().problems.front(), HasSubstr("import"));
  Fact told = fact("새 이야기");
  EXPECT_THROW(copy.fold({&told, 1}), Error) << "nothing is built on half a user";
  std::ostringstream out;
  EXPECT_THROW(copy.admin().export_jsonl(out), Error);
  import(copy, text);
  EXPECT_EQ(copy.admin().digest(), engine_->admin().digest())
      << "nothing of the first half is left";
  EXPECT_THAT(copy.admin().verify().problems, IsEmpty());
  EXPECT_THAT(copy.admin().unfinished_imports(), IsEmpty());
}

TEST(ExportValues, NumbersTimesAndBytesSurviveBitByBit) {
  using namespace exporting;
  std::mt19937_64 random(5);
  std::vector<double> reals = {0.0,
                               -0.0,
                               0.1 + 0.2,
                               1.0 / 3,
                               5e-324,
                               1.7976931348623157e308,
                               1e21,
                               123456789012345678.0,
                               std::numeric_limits<double>::infinity(),
                               std::numeric_limits<double>::quiet_NaN()};
  for (int i = 0; i < 20'000; ++i) reals.push_back(std::bit_cast<double>(random()));
  for (const double real : reals) {
    const Json read = Json::parse(exporting::to_json(real).dump());
    EXPECT_EQ(std::bit_cast<std::uint64_t>(from_json<double>(read)),
              std::bit_cast<std::uint64_t>(real));
  }
  EXPECT_FALSE(is_blank(-0.0));
  for (const std::int64_t micros : {std::int64_t{0}, std::int64_t{-1}, INT64_MIN, INT64_MAX,
                                    std::int64_t{1'700'000'000'123'456}}) {
    const Json read = Json::parse(exporting::to_json(Time{micros}).dump());
    EXPECT_EQ(from_json<Time>(read).micros, micros);
  }
  for (const std::string& text : {std::string("가\0나", 7), std::string("\xFF\x00", 2),
                                  std::string("\xED\xA0\x80"), std::string("{\"base64\":1}")}) {
    EXPECT_EQ(from_json<std::string>(Json::parse(exporting::to_json(text).dump())), text);
  }
}

/// RFC 4180.
std::vector<std::vector<std::string>> read_csv(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  std::vector<std::vector<std::string>> rows(1, {""});
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string& field = rows.back().back();
    if (quoted && text[i] == '"' && text[i + 1] == '"') {
      field += text[++i];
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (quoted) {
      field += text[i];
    } else if (text[i] == ',') {
      rows.back().emplace_back();
    } else if (text.compare(i, 2, "\r\n") == 0) {
      rows.push_back({""});
      ++i;
    } else {
      field += text[i];
    }
  }
  rows.pop_back();
  return rows;
}

TEST_F(Export, Neo4jFilesHoldWholeRows) {
  fill();
  const std::string place = other_.path("graph");
  const ExportReport report = engine_->admin().export_neo4j(place);
  EXPECT_THAT(report.counts, SizeIs(4));
  std::set<std::string> ids;
  for (const char* name : {"nodes_memories.csv", "nodes_graph.csv"}) {
    const auto rows = read_csv(place + "/" + name);
    EXPECT_EQ(rows.size() - 1, report.counts.at(name));
    EXPECT_EQ(rows.front()[0] + " " + rows.front()[1], "id:ID :LABEL");
    for (const auto& row : rows) {
      EXPECT_EQ(row.size(), rows.front().size());
      ids.insert(row[0]);
    }
  }
  bool supersedes = false, mentions = false;
  for (const char* name : {"relationships_memories.csv", "relationships_graph.csv"}) {
    const auto rows = read_csv(place + "/" + name);
    EXPECT_EQ(rows.front()[0] + rows.front()[1] + rows.front()[2], ":START_ID:END_ID:TYPE");
    for (std::size_t i = 1; i < rows.size(); ++i) {
      EXPECT_EQ(rows[i].size(), rows.front().size());
      EXPECT_TRUE(ids.contains(rows[i][0]) && ids.contains(rows[i][1]));
      supersedes = supersedes || rows[i][2] == "SUPERSEDES";
      mentions = mentions || rows[i][2] == "MENTIONS";
    }
  }
  EXPECT_TRUE(supersedes && mentions);
  const auto nodes = read_csv(place + "/nodes_graph.csv");
  const auto described = std::count_if(nodes.begin(), nodes.end(), [](const auto& row) {
    return std::find(row.begin(), row.end(), "Atlas & \"Boreas\" <moved>\r\n on\x01.") != row.end();
  });
  EXPECT_GE(described, 15);
  EXPECT_TRUE(std::filesystem::exists(place + "/README.txt"));
  EXPECT_THROW(engine_->admin().export_neo4j(place), Error) << "it is not empty";
}

TEST_F(Export, GraphMlIsEscapedAndComplete) {
  fill();
  std::ostringstream out;
  const ExportReport report = engine_->admin().export_graphml(out);
  const std::string text = out.str();
  const auto count = [&](const std::string& what) {
    std::uint64_t found = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
      ++found;
    }
    return found;
  };
  EXPECT_EQ(count("<node "), report.counts.at("nodes"));
  EXPECT_EQ(count("</node>"), report.counts.at("nodes"));
  EXPECT_EQ(count("<edge "), report.counts.at("edges"));
  EXPECT_EQ(count("<data "), count("</data>"));
  EXPECT_GE(count("Atlas &amp; &quot;Boreas&quot; &lt;moved&gt;&#13;\n on."), 15u);
  EXPECT_EQ(count("\x01"), 0u);
}

}  // namespace
}  // namespace memfold::test
