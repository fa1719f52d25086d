// How often recall finds the statement that another one repeats, updates or belongs to: labelled
// pairs, each incoming statement as a query among all existing ones.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unordered_set>
#include <vector>

#include "bench/machine.h"
#include "core/temporary_directory.h"
#include "core/text.h"
#include "ingest/byte_source.h"
#include "memfold/engine.h"
#include "tools/eval/pairs.h"
#include "tools/eval/recall.h"

namespace {

using namespace memfold;
using namespace memfold::tools;

constexpr const char* kUser = "bench";

std::vector<LabelledPair> read_all(int files, char** paths, const std::string& split) {
  std::vector<LabelledPair> pairs;
  for (int i = 0; i < files; ++i) {
    PairFile file = read_pairs(ingest::open_bytes(paths[i]), {});
    const std::string wanted = file.splits.empty() ? "" : split;
    file = read_pairs(ingest::open_bytes(paths[i]), {.split = wanted, .language = {}});
    std::move(file.pairs.begin(), file.pairs.end(), std::back_inserter(pairs));
  }
  return pairs;
}

/// Every statement becomes a memory: no cosine lies above 1.
EngineOptions options() {
  EngineOptions options{.models = builtin_models()};
  options.decide.policy = Policy::Classify;
  options.decide.classify.cosine_above = 1;
  options.durability = Durability::Relaxed;
  return options;
}

void fold_existing(Engine& engine, const std::vector<LabelledPair>& pairs) {
  std::vector<Fact> facts;
  std::unordered_set<std::string> seen;
  for (const LabelledPair& pair : pairs) {
    if (!seen.insert(pair.existing).second) continue;
    Fact& fact = facts.emplace_back();
    fact.user = kUser;
    fact.content = pair.existing;
  }
  engine.fold(facts);
  std::printf("%zu statements, %llu memories\n", facts.size(),
              static_cast<unsigned long long>(engine.stats(kUser).current_memories));
}

bool has_answer(Verdict verdict) {
  return verdict == Verdict::Duplicate || verdict == Verdict::Update || verdict == Verdict::Merge;
}

void print(const std::string& language, const WayFigures& figures) {
  for (std::size_t way = 0; way < kWays.size(); ++way) {
    const RecallFigures& one = figures[way];
    std::printf("%-4s %6zu queries  by %-7s hit@1 %.4f  hit@5 %.4f  MRR %.4f\n", language.c_str(),
                one.questions, std::string(name(kWays[way])).c_str(), one.hit_1().value_or(0),
                one.hit_5().value_or(0), one.mrr().value_or(0));
  }
}

}  // namespace

/// recall_quality EVERY PAIRS.jsonl...: every EVERYth query; of files with splits the one `tune`.
int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: recall_quality EVERY PAIRS.jsonl...\n");
    return 2;
  }
  std::printf("%s\n", bench::machine_line().c_str());
  const auto every = std::size_t(std::max(1, std::atoi(argv[1])));
  const std::vector<LabelledPair> pairs = read_all(argc - 2, argv + 2, "tune");
  const TemporaryDirectory directory;
  Engine engine = Engine::open(directory.path() + "/store", options());
  fold_existing(engine, pairs);

  std::vector<Question> questions;
  std::size_t number = 0;
  for (const LabelledPair& pair : pairs) {
    if (!has_answer(pair.expected) || number++ % every != 0) continue;
    Question& question = questions.emplace_back();
    question.language = pair.language;
    question.text = pair.incoming;
    question.expected = {normalise_key(pair.existing)};
  }
  const std::vector<QuestionOutcome> outcomes = ask_questions(engine, kUser, questions);
  for (const auto& [language, figures] : recall_figures_by(outcomes, &Question::language)) {
    print(language, figures);
  }
  print("all", recall_figures(outcomes));
}
