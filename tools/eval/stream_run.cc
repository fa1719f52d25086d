#include "tools/eval/stream_run.h"

#include <algorithm>
#include <array>
#include <set>

#include "engine/fold/past_note.h"
#include "memfold/error.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {
namespace {

constexpr int kHitsAsked = 1;

StreamDecision decision_of(const Decision& decision) {
  switch (decision.operation) {
    case Operation::Noop:
      // A verdict that would have replaced something: a more trusted source stood in its way.
      return decision.verdict && *decision.verdict != Verdict::Duplicate ? StreamDecision::Keep
                                                                         : StreamDecision::Skip;
    case Operation::Supersede:
    case Operation::Update:
      return decision.backdated ? StreamDecision::Backdate : StreamDecision::Update;
    case Operation::Merge:
      return StreamDecision::Merge;
    case Operation::Add:
    case Operation::Delete:
      break;
  }
  return StreamDecision::Create;
}

/// One stream on its way through the engine.
class StreamRun {
 public:
  StreamRun(Engine& engine, const Stream& stream) : engine_(engine), stream_(stream) {
    subjects_.resize(stream.items.size());
    for (std::size_t i = 0; i < subjects_.size(); ++i) {
      const auto& target = stream.items[i].target;
      subjects_[i] = target ? subjects_[*target] : i;
    }
  }

  StreamOutcome operator()() {
    StreamOutcome outcome;
    for (std::size_t i = 0; i < stream_.items.size(); ++i) outcome.items.push_back(fold_item(i));
    for (const StreamQuestion& question : stream_.questions) {
      outcome.answers.push_back(ask(question));
    }
    return outcome;
  }

 private:
  ItemOutcome fold_item(std::size_t place) {
    const StreamItem& item = stream_.items[place];
    Fact fact = item.fact;
    fact.user = stream_.id;
    const Explanation before = engine_.explain(fact);
    const Decision decision = engine_.fold({&fact, 1}).front();
    if (decision.status == Status::Error) {
      throw Error(ErrorCode::InvalidArgument, "stream " + printable(stream_.id) + ", item " +
                                                  std::to_string(place + 1) + ": " +
                                                  decision.error);
    }
    ItemOutcome outcome{.given = decision_of(decision),
                        .confidence = decision.confidence,
                        .review = decision.review,
                        .target = {},
                        .reads = {},
                        .reason = decision.reason};
    if (decision.target_id) outcome.target = text_in(before, *decision.target_id);
    // After the decision: a late arrival that becomes the first version gives its chain another id.
    const std::set<Id> meant = item.target ? chains_about(subjects_[*item.target]) : std::set<Id>();
    const std::optional<Id> acted = chain_of(decision.memory_id);
    outcome.right =
        outcome.given == item.expected && (!item.target || (acted && meant.contains(*acted)));
    if (!outcome.right) outcome.miss = why_missed(item, meant, before);
    note_where(place, outcome.given, decision.memory_id);
    read_back(item, decision, outcome);
    return outcome;
  }

  static std::string text_in(const Explanation& explanation, const Id& memory) {
    for (const Candidate& candidate : explanation.candidates) {
      if (candidate.memory_id == memory) return candidate.content;
    }
    return {};
  }

  std::optional<Id> chain_of(const Id& memory) const {
    const std::optional<Memory> found = engine_.get(stream_.id, memory);
    return found ? std::optional(found->chain_id) : std::nullopt;
  }

  /// Chains that hold what was said of a subject so far.
  std::set<Id> chains_about(std::size_t subject) const {
    std::set<Id> chains;
    for (const auto& [place, memory] : stored_) {
      if (subjects_[place] != subject) continue;
      if (const std::optional<Id> chain = chain_of(memory)) chains.insert(*chain);
    }
    return chains;
  }

  void note_where(std::size_t place, StreamDecision given, const Id& memory) {
    const bool stored = given != StreamDecision::Skip && given != StreamDecision::Keep;
    if (stored) stored_.emplace_back(place, memory);
  }

  Miss why_missed(const StreamItem& item, const std::set<Id>& meant,
                  const Explanation& before) const {
    if (!item.target) return Miss::JudgedWrong;
    bool found = false, asked = false;
    for (const Candidate& candidate : before.candidates) {
      const std::optional<Id> chain = chain_of(candidate.memory_id);
      if (!chain || !meant.contains(*chain)) continue;
      found = true;
      if (!candidate.analysis) continue;
      asked = true;
      if (candidate.analysis->verdict == verdict_for(item.expected)) return Miss::HeldBack;
    }
    return !found ? Miss::NotFound : !asked ? Miss::NotAsked : Miss::JudgedWrong;
  }

  /// What the memory says now, and whether older copies are gone.
  void read_back(const StreamItem& item, const Decision& decision, ItemOutcome& outcome) const {
    const std::vector<VersionStep> history = engine_.history(stream_.id, decision.memory_id);
    for (const VersionStep& step : history) {
      if (step.current) outcome.reads = step.memory.content;
    }
    const bool asks = !item.now.empty() || !item.gone.empty() || !item.retires.empty();
    if (!outcome.right || !asks) return;
    bool right = says_all(outcome.reads, item.now) &&
                 !says_any(std::string(split_note(outcome.reads).now), item.gone);
    const std::optional<Id> own = chain_of(decision.memory_id);
    for (const auto& [place, memory] : stored_) {
      const bool retired =
          std::find(item.retires.begin(), item.retires.end(), place) != item.retires.end();
      if (retired && chain_of(memory) != own) right = right && !has_current(memory);
    }
    outcome.reads_right = right;
  }

  bool has_current(const Id& memory) const {
    const std::vector<VersionStep> history = engine_.history(stream_.id, memory);
    return std::any_of(history.begin(), history.end(),
                       [](const VersionStep& step) { return step.current; });
  }

  QuestionAnswer ask(const StreamQuestion& question) const {
    RecallQuery query;
    query.user = stream_.id;
    query.text = question.text;
    query.k = kHitsAsked;
    query.where.include_archived = query.where.include_expired =
        true;  // streams are folded long after their time
    query.count_use = false;
    const std::vector<Hit> hits = engine_.recall(query);
    if (hits.empty()) return {};
    const std::string& first = hits.front().memory.content;
    return {says_all(first, question.says) &&
                !says_any(std::string(split_note(first).now), question.not_said),
            first};
  }

  Engine& engine_;
  const Stream& stream_;
  std::vector<std::size_t> subjects_;  ///< by item: the first item about the same thing
  std::vector<std::pair<std::size_t, Id>> stored_;  ///< item and the memory it became
};

}  // namespace

std::string name(Miss miss) {
  constexpr std::array<const char*, kMisses> kNames = {"", "not found", "not asked", "judged wrong",
                                                       "held back"};
  return kNames.at(std::size_t(miss));
}

std::vector<StreamOutcome> fold_streams(Engine& engine, std::span<const Stream> streams) {
  std::vector<StreamOutcome> outcomes;
  for (const Stream& stream : streams) outcomes.push_back(StreamRun(engine, stream)());
  return outcomes;
}

}  // namespace memfold::tools
