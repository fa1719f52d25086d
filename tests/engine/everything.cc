#include "tests/engine/everything.h"

#include <memory>
#include <utility>
#include <vector>

#include "memfold/models.h"

namespace memfold::test {
namespace {

/// Says what it is told to, and that it cost something.
class Script final : public Analyst {
 public:
  Verdict verdict = Verdict::Unrelated;
  double confidence = 0.95;
  std::string name() const override { return "script@1"; }
  bool is_costly(const Analysis&) const override { return true; }
  Analysis compare(const Statement& existing, const Statement& incoming) const override {
    Analysis analysis;
    analysis.verdict = verdict;
    analysis.confidence = confidence;
    analysis.same_subject = verdict != Verdict::Link && verdict != Verdict::Unrelated;
    analysis.subject_a = std::string(existing.subject);
    analysis.subject_b = std::string(incoming.subject);
    analysis.reasoning = "as the script says";
    analysis.tokens = 3;
    if (verdict == Verdict::Link) analysis.relationship_type = EdgeType::Elaboration;
    return analysis;
  }
};

class Unreadable final : public SourceReader {
 public:
  SourceReading read(const Source&) const override {
    throw Error(ErrorCode::InvalidArgument, "no such form");
  }
};

constexpr Time kFirst{1'767'225'600'000'000};  // 2026-01-01

class Filling {
 public:
  explicit Filling(const std::string& path)
      : script_(std::make_shared<Script>()), now_(std::make_shared<Time>(kFirst)) {
    EngineOptions options = everything_options();
    options.create_if_missing = true;
    options.models.analyst = script_;
    options.clock = [now = now_] { return *now; };
    engine_ = std::make_unique<Engine>(Engine::open(path, options));
  }

  void run() {
    tell_all(kEveryUser);
    tell_all(kOtherUser);
    tell_sources();
    wait_for_work();
    engine_->recall({.user = kEveryUser, .text = "캠페인 예산"});
  }

 private:
  Decision tell(const std::string& user, Verdict verdict, const std::string& content,
                double confidence = 0.95, double days_ago = 0) {
    script_->verdict = verdict;
    script_->confidence = confidence;
    now_->micros += kMicrosPerDay + 1'234'567;
    Fact fact;
    fact.user = user;
    fact.content = content;
    fact.thread_id = "campaign";
    fact.subject = "Q1 마케팅 캠페인 예산";
    fact.source_id = "mail-" + std::to_string(++told_);
    fact.people = {"Mina Kim"};
    fact.entities = {"Q1 캠페인"};
    fact.tags = {"예산"};
    fact.importance_factors = {{"has_money", 0.3, "만원"}};
    fact.stated_at = Time{now_->micros - std::int64_t(days_ago * double(kMicrosPerDay))};
    if (told_ % 5 == 0) fact.confidence = 0.5;  // fades, and falls due
    FoldOptions fold;
    fold.checkpoint_name = "archive";
    fold.checkpoint_value = std::string("at\0byte ", 8) + std::to_string(told_);
    return engine_->fold({&fact, 1}, fold).at(0);
  }

  void tell_all(const std::string& user) {
    tell(user, Verdict::Unrelated, "The launch of Harbour is on the third of May");
    tell(user, Verdict::Unrelated, "캠페인 예산은 5000만원입니다");
    tell(user, Verdict::Update, "캠페인 예산은 6000만원입니다");
    tell(user, Verdict::Update, "The campaign budget is 70 million KRW");
    tell(user, Verdict::Update, "캠페인 예산은 4500만원이었습니다", 0.95, 20);  // late
    tell(user, Verdict::Merge, "The campaign budget also needs the approval of Jun Park");
    tell(user, Verdict::Link, "캠페인 회의는 매주 화요일 세 시에 합니다");
    tell(user, Verdict::Duplicate, "The campaign budget is 70 million KRW, again");
    const Decision pending = tell(user, Verdict::Update, "캠페인 예산은 9000만원입니다", 0.6);
    const Decision doubt =
        tell(user, Verdict::Update, "The campaign budget is 95 million KRW", 0.6);
    engine_->settle_review(user, doubt.sequence, {.kind = ReviewAnswer::Kind::Accept});
    const Decision hidden = tell(user, Verdict::Unrelated, "The printer on floor two is broken");
    const Decision erased = tell(user, Verdict::Unrelated, kErasedText);
    const Decision undone = tell(user, Verdict::Unrelated, "점심은 열두 시에 먹습니다");
    engine_->forget({.user = user, .ids = {erased.memory_id}}, {.erasure = Erasure::Hard});
    engine_->forget({.user = user, .ids = {hidden.memory_id}});
    engine_->undo(user, undone.sequence);
    Fact rejected;
    rejected.user = user;
    rejected.idempotency_key = "empty";
    engine_->fold({&rejected, 1});
    (void)pending;
  }

  static Mention mention(NodeKind kind, const std::string& name, const std::string& type,
                         std::vector<std::string> aliases = {}) {
    Mention made;
    made.kind = kind;
    made.name = name;
    made.type = type;
    made.aliases = std::move(aliases);
    made.confidence = 0.9;
    made.support = 3;
    return made;
  }

  void bring(std::int64_t day, int number) {
    ExtractedSource told;
    const std::string id = "note-" + std::to_string(number);
    told.source.user = kEveryUser;
    told.source.source_id = id;
    told.source.id = source_id_of(kEveryUser, {}, id);
    told.source.form = SourceForm::Email;
    told.source.started_at = told.source.ended_at = Time{day * kMicrosPerDay};
    told.source.received_at = *now_;
    told.source.title = "Harbour, 주간 보고";
    told.source.summary = "Harbour는 " + std::to_string(number) + "단계를 지났다. It went well.";
    told.source.raw = "raw of note " + std::to_string(number) + " with a zero\0byte";
    told.source.processed = "처리된 글 " + std::to_string(number);
    told.source.tags = {"보고"};
    told.mentioned.mentions = {mention(NodeKind::Entity, "Harbour", "product"),
                               mention(NodeKind::Person, "Jun Park", {}, {"jun@example.org"})};
    told.mentioned.relations = {{1, 0, "works_on", Attitude::Positive, 0.5}};
    told.attachments = {{"표.pdf", "application/pdf", 3}};
    Fact fact;
    fact.user = kEveryUser;
    fact.content = "Harbour passed step " + std::to_string(number);
    fact.source_id = id;
    told.facts = {fact};
    script_->verdict = Verdict::Unrelated;
    engine_->graph().fold_sources({&told, 1});
  }

  /// Two stories, half a year apart, and what grows out of them.
  void tell_sources() {
    engine_->graph().set_owner(kEveryUser, {"김민아", {"mina@example.org"}});
    const std::int64_t first = now_->micros / kMicrosPerDay - 300;
    for (int i = 0; i < 6; ++i) bring(first + i, i);
    for (int i = 0; i < 6; ++i) bring(first + 200 + i, 10 + i);
    Note note;
    note.text = "적어 둘 것";
    note.added_by = "a person";
    note.lifetime = NoteLifetime::Month;
    const auto harbour = engine_->graph().find(kEveryUser, NodeKind::Entity, "Harbour", "product");
    engine_->graph().add_note(kEveryUser, harbour.value().id, note);
    for (const char* job : {"promote_storylines", "promote_macros", "consolidate"}) {
      engine_->maintain({{job}});
    }
  }

  void wait_for_work() {
    Source unread;
    unread.user = kEveryUser;
    unread.source_id = "unreadable";
    unread.raw = "nothing that can be read";
    engine_->graph().add_source(unread);
    engine_->graph().work();  // fails for good
    Source waits = unread;
    waits.source_id = "waits";
    engine_->graph().add_source(waits);
    Source of_team;
    of_team.team = "영업";
    of_team.source_id = "team-1";
    of_team.raw = "팀의 글";
    engine_->graph().add_source(of_team);
  }

  std::shared_ptr<Script> script_;
  std::shared_ptr<Time> now_;
  std::unique_ptr<Engine> engine_;
  int told_ = 0;
};

}  // namespace

EngineOptions everything_options() {
  EngineOptions options;
  options.models = builtin_models();
  options.models.analyst = std::make_shared<Script>();
  options.models.source_reader = std::make_shared<Unreadable>();
  options.threads = 1;
  options.durability = Durability::Relaxed;
  options.clock = [] { return Time{kFirst.micros + 300 * kMicrosPerDay}; };
  options.create_if_missing = false;
  return options;
}

void fill_everything(const std::string& path) {
  Filling(path).run();
}

}  // namespace memfold::test
