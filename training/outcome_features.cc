// The C++ half of training/fit_outcomes.py: folds labelled streams as they are labelled, so that
// each statement meets the memory a careful person would have, and writes, as JSON lines, what the
// engine knows of it and of each candidate it would be compared with.
//   outcome_features STREAMS.jsonl [WEIGHTS] > features.jsonl
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "core/text.h"
#include "engine/fold/evaluate.h"
#include "ingest/byte_source.h"
#include "memfold/engine.h"
#include "memfold/error.h"
#include "models/judge/judge_features.h"
#include "models/judge/wording.h"
#include "models/weights/weights.h"
#include "tools/eval/scratch_store.h"
#include "tools/eval/streams.h"
#include "training/read_file.h"

namespace {

using namespace memfold;
using tools::StreamDecision;
using Json = nlohmann::json;

constexpr std::size_t kMostCandidates = 16;

Outcome outcome_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::Duplicate:
      return Outcome::Duplicate;
    case Verdict::Merge:
      return Outcome::Merge;
    case Verdict::Update:
      return Outcome::Update;
    default:
      return Outcome::Apart;
  }
}

/// Says of each pair what the labels say of it.
class LabelledAnswers final : public Analyst, public Guard, public Judge {
 public:
  /// `analyst` says what identifies, which candidates are ordered by.
  explicit LabelledAnswers(std::shared_ptr<const Analyst> analyst) : analyst_(std::move(analyst)) {}

  void expect(std::set<std::string> targets, Verdict verdict) {
    targets_ = std::move(targets);
    verdict_ = verdict;
  }
  std::string name() const override { return "labels@1"; }
  Analysis compare(const Statement& existing, const Statement&) const override {
    Analysis analysis;
    if (targets_.contains(std::string(existing.content))) {
      analysis.verdict = verdict_;
      analysis.same_subject = true;
    }
    analysis.confidence = 1;
    analysis.analyst = name();
    return analysis;
  }
  std::vector<std::string> identifiers(const Statement& statement) const override {
    return analyst_->identifiers(statement);
  }
  std::vector<Judgement> judge(std::string_view, std::span<const PairContext>,
                               std::span<const Analysis> analyses) const override {
    std::vector<Judgement> judgements;
    for (const Analysis& analysis : analyses) {
      judgements.emplace_back().likely[std::size_t(outcome_of(analysis.verdict))] = 1;
    }
    return judgements;
  }
  std::vector<PropertyChange> differences(const Statement& existing,
                                          const Statement&) const override {
    if (targets_.contains(std::string(existing.content)) && verdict_ == Verdict::Duplicate)
      return {};
    return {PropertyChange{"label", "a", "b", ChangeKind::ValueChange, {}, {}}};
  }

 private:
  const std::shared_ptr<const Analyst> analyst_;
  std::set<std::string> targets_;
  Verdict verdict_ = Verdict::Unrelated;
};

/// The fact as the engine has it once it is prepared, as far as a Judge is told.
Memory prepared(const Fact& fact) {
  Memory memory;
  memory.source_type = fact.source_type;
  memory.stated_at = *fact.stated_at;
  memory.subject = fact.subject;
  return memory;
}

class Writer {
 public:
  Writer(Engine& engine, const Engine& reader, LabelledAnswers& labels, const Analyst& analyst)
      : engine_(engine), reader_(reader), labels_(labels), analyst_(analyst) {}

  void operator()(const tools::Stream& stream, const std::string& split) {
    std::vector<std::size_t> subjects(stream.items.size());
    std::vector<std::pair<std::size_t, Id>> stored;
    for (std::size_t i = 0; i < stream.items.size(); ++i) {
      const tools::StreamItem& item = stream.items[i];
      subjects[i] = item.target ? subjects[*item.target] : i;
      Fact fact = item.fact;
      fact.user = stream.id;
      fact.subject = normalise_subject(fact.subject);
      std::set<Id> meant;
      if (item.target) {
        for (const auto& [place, id] : stored) {
          const auto memory = engine_.get(stream.id, id);
          if (subjects[place] == subjects[i] && memory) meant.insert(memory->chain_id);
        }
      }
      write(stream, split, i, fact, meant);
      const Decision decision = engine_.fold({&fact, 1}).front();
      if (decision.kind == DecisionKind::Skip) continue;
      stored.emplace_back(i, decision.memory_id);
    }
  }

 private:
  void write(const tools::Stream& stream, const std::string& split, std::size_t place,
             const Fact& fact, const std::set<Id>& meant) {
    const tools::StreamItem& item = stream.items[place];
    Json candidates = Json::array();
    std::set<std::string> targets;
    bool found = false;
    std::vector<PairContext> contexts;
    std::vector<Analysis> analyses;
    for (const Candidate& candidate : reader_.explain(fact).candidates) {
      const auto memory = engine_.get(stream.id, candidate.memory_id);
      if (!memory || contexts.size() >= kMostCandidates) continue;
      const bool is_meant = meant.contains(memory->chain_id);
      found = found || is_meant;
      if (is_meant) targets.insert(memory->content);
      contexts.push_back(pair_context(candidate.score, *memory, prepared(fact)));
      analyses.push_back(
          *analyst_.compare_for_judge({memory->content, memory->subject, memory->stated_at},
                                      {fact.content, fact.subject, fact.stated_at}, 0));
      Json differences = Json::array();
      for (const PropertyChange& change :
           guard_->differences({memory->content, memory->subject, memory->stated_at},
                               {fact.content, fact.subject, fact.stated_at})) {
        differences.push_back(
            {change.property, int(change.change), change.old_value, change.new_value});
      }
      candidates.push_back({{"meant", is_meant},
                            {"differences", std::move(differences)},
                            {"text", memory->content},
                            {"subject", memory->subject},
                            {"source", int(memory->source_type)},
                            {"stated", memory->stated_at.micros},
                            {"verdict", int(analyses.back().verdict)}});
    }
    const auto rows = models::judge_features({}, contexts, analyses);
    for (std::size_t i = 0; i < rows.size(); ++i) candidates[i]["row"] = rows[i];
    Json line = {{"stream", stream.id},
                 {"item", place + 1},
                 {"last", place + 1 == stream.items.size()},
                 {"lang", stream.language},
                 {"domain", stream.domain},
                 {"split", split},
                 {"expected", label(item.expected)},
                 {"found", found},
                 {"text", fact.content},
                 {"wording", models::wording_rows(fact.content)},
                 {"subject", fact.subject},
                 {"source", int(fact.source_type)},
                 {"stated", fact.stated_at->micros},
                 {"candidates", std::move(candidates)}};
    std::cout << line.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
    labels_.expect(std::move(targets), tools::verdict_for(item.expected));
  }

  Engine& engine_;
  const Engine& reader_;
  LabelledAnswers& labels_;
  const Analyst& analyst_;
  const std::shared_ptr<const Guard> guard_ = builtin_guard();
};

int run(const std::string& path) {
  EngineOptions options;
  options.models = builtin_models();
  const auto analyst = options.models.analyst;
  const auto labels = std::make_shared<LabelledAnswers>(analyst);
  options.models.analyst = labels;
  options.models.guard = labels;
  options.models.judge = labels;
  options.threads = 1;
  options.durability = Durability::Relaxed;
  options.decide.max_judged = options.decide.max_analyses = 64;
  tools::ScratchStore store(std::move(options));
  Writer write(store.engine(), store.engine(), *labels, *analyst);
  for (const char* const split : {"tune", "held"}) {
    const auto read = tools::read_streams(ingest::open_bytes(path), {split, {}});
    for (const auto& refused : read.rejected) {
      std::cerr << path << ", line " << refused.line << ": " << refused.reason << '\n';
    }
    for (const tools::Stream& stream : read.streams) write(stream, split);
  }
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2 && count != 3) {
    std::cerr << "usage: outcome_features STREAMS.jsonl|--names [WEIGHTS]\n";
    return 2;
  }
  try {
    if (count == 3) models::use_weights(read_file(arguments[2]));
    if (std::string_view(arguments[1]) == "--names") {
      for (const std::string_view name : models::judge_feature_names()) std::cout << name << '\n';
      return 0;
    }
    return run(arguments[1]);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
