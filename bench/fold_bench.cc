// T2 and T3: folding facts that bring their own vectors, everything durable and logged, against a
// loop that searches and inserts with hnswlib and stores nothing.
//
//   fold_bench [--memories N] [--users N] [--dimension D] [--call N] [--mode fast|balanced]
//              [--no-peer] [--no-judge] [--compared N] [--json FILE] [--texts]
//
// With --texts the facts bring no vectors: short statements, half of them Korean, through the
// built-in models, balanced unless another mode is named. --no-judge: `decide.judge: false`;
// --compared: `decide.max_analyses`.
#include <hnswlib/hnswlib.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "bench/figures.h"
#include "bench/fold_parts.h"
#include "bench/machine.h"
#include "memfold/engine.h"
#include "memfold/models.h"

namespace {

using namespace memfold;
using namespace memfold::bench;

struct Settings {
  std::size_t memories = 100'000, users = 1, call = 1024;
  int dimension = 384, compared = DecideOptions().max_analyses;
  Mode mode = Mode::Fast;
  bool peer = true, judge = true, texts = false;
  std::string json;
};

/// Unit vectors around cluster centres: neighbours exist, duplicates do not.
std::vector<float> clustered_vectors(std::size_t n, int dimension, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<float> normal;
  const std::size_t clusters = std::max<std::size_t>(1, n / 50);
  std::vector<float> centres(clusters * std::size_t(dimension));
  for (float& value : centres) value = normal(random);
  std::vector<float> rows(n * std::size_t(dimension));
  for (std::size_t i = 0; i < n; ++i) {
    const float* centre = &centres[(random() % clusters) * std::size_t(dimension)];
    float* row = &rows[i * std::size_t(dimension)];
    double square = 0;
    for (int j = 0; j < dimension; ++j) {
      row[j] = centre[j] + 1.2f * normal(random);
      square += double(row[j]) * row[j];
    }
    const auto scale = float(1 / std::sqrt(square));
    for (int j = 0; j < dimension; ++j) row[j] *= scale;
  }
  return rows;
}

std::vector<Fact> make_facts(const Settings& settings, const std::vector<float>& rows) {
  std::vector<Fact> facts(settings.memories);
  const std::int64_t start = parse_time("2020-01-01T00:00:00Z")->micros;
  for (std::size_t i = 0; i < facts.size(); ++i) {
    Fact& fact = facts[i];
    fact.user = "user-" + std::to_string(i % settings.users);
    fact.content = settings.texts ? short_statement(i, 5000)
                                  : "Statement number " + std::to_string(i) + " about topic " +
                                        std::to_string(i / 7);
    fact.idempotency_key = std::to_string(i);
    fact.source_id = "source-" + std::to_string(i / 3);
    fact.occurred_at = Time{start + std::int64_t(i) * kMicrosPerSecond};
    if (settings.texts) continue;
    const float* row = &rows[i * std::size_t(settings.dimension)];
    fact.embedding.assign(row, row + settings.dimension);
  }
  return facts;
}

constexpr std::size_t kSamples = 200;

/// The fact a sample is about, and the one whose vector is nearest to its own, by brute force.
std::pair<std::size_t, std::size_t> sampled(const Settings& settings,
                                            const std::vector<float>& rows, std::size_t sample) {
  const auto dimension = std::size_t(settings.dimension);
  const std::size_t i = sample * (settings.memories / kSamples);
  std::size_t best = 0;
  float best_dot = -2;
  for (std::size_t j = 0; j < settings.memories; ++j) {
    if (j == i) continue;
    float dot = 0;
    for (std::size_t k = 0; k < dimension; ++k) {
      dot += rows[i * dimension + k] * rows[j * dimension + k];
    }
    if (dot > best_dot) best_dot = dot, best = j;
  }
  return {i, best};
}

struct Result {
  double seconds = 0;
  double recall = 0;  ///< how often the nearest other memory is found
  Stats stats;
  double open_seconds = 0;
  std::uint64_t store_bytes = 0;
};

/// `rows`: the facts' vectors, or none.
Result fold_all(const Settings& settings, std::span<const Fact> facts,
                const std::vector<float>& rows) {
  const Scratch store("fold-bench");
  EngineOptions options;
  options.models = builtin_models();
  if (!settings.texts) options.models.embedder = std::make_shared<HostEmbedder>(settings.dimension);
  options.decide.mode = settings.mode;
  options.decide.judge = settings.judge;
  options.decide.max_analyses = settings.compared;
  Result result;
  {
    Engine engine = Engine::open(store.path(), options);
    const auto start = SteadyClock::now();
    for (std::size_t begin = 0; begin < facts.size(); begin += settings.call) {
      const auto decisions =
          engine.fold(facts.subspan(begin, std::min(settings.call, facts.size() - begin)));
      for (const Decision& decision : decisions) {
        if (decision.status == Status::Error) throw std::runtime_error(decision.error);
      }
    }
    result.seconds = seconds_since(start);
    result.stats = engine.stats();
  }
  result.store_bytes = directory_bytes(store.path());
  {
    const auto start = SteadyClock::now();
    const Engine engine = Engine::open(store.path(), options);
    RecallQuery query{.user = facts.back().user, .vector = facts.back().embedding, .k = 1};
    if (settings.texts) query.text = facts.back().content;
    const auto hits = engine.recall(query);
    result.open_seconds = seconds_since(start);
    // The nearest memory of a stored statement is itself: the answer is checked before figures are.
    const bool found = !hits.empty() && hits[0].memory.content == facts.back().content;
    if (!found && !settings.texts) {
      throw std::runtime_error("recall does not find what was folded last");
    }
    for (std::size_t s = 0; s < kSamples && settings.users == 1 && !rows.empty(); ++s) {
      const auto [i, best] = sampled(settings, rows, s);
      const auto near = engine.recall({.user = facts[i].user,
                                       .vector = facts[i].embedding,
                                       .k = 2,
                                       .by = RecallBy::Vector,
                                       .count_use = false});
      for (const Hit& hit : near) result.recall += hit.memory.content == facts[best].content;
    }
    result.recall /= double(kSamples);
  }
  if (result.stats.decisions != facts.size()) throw std::runtime_error("decisions do not add up");
  return result;
}

/// Search 5, insert, one thread, nothing stored; M 16, efConstruction 100, ef 64.
double hnsw_loop(const Settings& settings, const std::vector<float>& rows, double& recall) {
  const auto dimension = std::size_t(settings.dimension);
  hnswlib::InnerProductSpace space(dimension);
  hnswlib::HierarchicalNSW<float> index(&space, settings.memories, 16, 100);
  index.setEf(64);
  const auto start = SteadyClock::now();
  for (std::size_t i = 0; i < settings.memories; ++i) {
    const float* row = &rows[i * dimension];
    if (i > 0) index.searchKnn(row, std::min<std::size_t>(5, i));
    index.addPoint(row, i);
  }
  const double seconds = seconds_since(start);
  // Recall@1 of the finished index on a sample, by brute force.
  std::size_t found = 0;
  for (std::size_t s = 0; s < kSamples; ++s) {
    const auto [i, best] = sampled(settings, rows, s);
    const float* row = &rows[i * dimension];
    auto hits = index.searchKnn(row, 2);
    bool hit = false;
    for (; !hits.empty(); hits.pop()) hit |= hits.top().second == best;
    found += hit;
  }
  recall = double(found) / kSamples;
  return seconds;
}

Settings parse(int argc, char** argv) {
  Settings settings;
  bench::each_flag(argc, argv, [&](const std::string& flag, const auto& value) {
    if (flag == "--memories")
      settings.memories = std::stoul(value());
    else if (flag == "--users")
      settings.users = std::stoul(value());
    else if (flag == "--dimension")
      settings.dimension = std::stoi(value());
    else if (flag == "--call")
      settings.call = std::stoul(value());
    else if (flag == "--mode")
      settings.mode = parse_name<Mode>(value()).value();
    else if (flag == "--no-peer")
      settings.peer = false;
    else if (flag == "--no-judge")
      settings.judge = false;
    else if (flag == "--compared")
      settings.compared = std::stoi(value());
    else if (flag == "--texts")
      settings.texts = true, settings.peer = false, settings.mode = Mode::Balanced;
    else if (flag == "--json")
      settings.json = value();
    else
      throw std::runtime_error("unknown flag " + flag);
  });
  return settings;
}

}  // namespace

int main(int argc, char** argv) try {
  const Settings settings = parse(argc, argv);
  std::printf("%s\n", bench::machine_line().c_str());
  const std::vector<float> rows =
      settings.texts ? std::vector<float>()
                     : clustered_vectors(settings.memories, settings.dimension, 42);
  double peer_seconds = 0, peer_recall = 0;
  if (settings.peer) peer_seconds = hnsw_loop(settings, rows, peer_recall);
  const std::vector<Fact> facts = make_facts(settings, rows);
  const Result result = fold_all(settings, facts, rows);

  const double rate = double(settings.memories) / result.seconds;
  std::printf("fold: %zu facts, %zu users, %s, mode %s%s, calls of %zu: %.2f s, %.0f facts/s\n",
              settings.memories, settings.users,
              settings.texts ? "built-in models"
                             : ("given vectors of " + std::to_string(settings.dimension)).c_str(),
              std::string(name(settings.mode)).c_str(), settings.judge ? "" : " without a Judge",
              settings.call, result.seconds, rate);
  const auto& kinds = result.stats.by_kind;
  std::printf("      CREATE %llu, UPDATE %llu, SKIP %llu", (unsigned long long)kinds[0],
              (unsigned long long)kinds[1], (unsigned long long)kinds[2]);
  if (settings.users == 1 && !settings.texts) {
    std::printf("; the nearest other memory is found: recall@1 %.3f", result.recall);
  }
  std::printf("\n");
  std::printf("      store %.1f MB, open and first recall %.3f s, lanes resident %.1f MB\n",
              double(result.store_bytes) / 1e6, result.open_seconds,
              double(result.stats.resident_bytes) / 1e6);
  const double ratio = settings.peer ? rate / (double(settings.memories) / peer_seconds) : 0;
  if (settings.peer) {
    std::printf(
        "hnswlib search + insert, one thread, nothing stored: %.2f s, %.0f facts/s, recall@1 "
        "%.3f\n",
        peer_seconds, double(settings.memories) / peer_seconds, peer_recall);
    std::printf("ratio %.2f\n", ratio);
  }
  Figures figures;
  figures.add("facts_per_second", rate);
  if (settings.peer) figures.add("hnswlib_ratio", ratio);
  figures.add("open_and_recall_seconds", result.open_seconds);
  figures.add("lanes_mb", double(result.stats.resident_bytes) / 1e6);
  figures.add("process_peak_mb", resident().peak);
  figures.add("store_mb", double(result.store_bytes) / 1e6);
  if (settings.users == 1 && !settings.texts) figures.add("recall_at_1", result.recall);
  figures.write(settings.json);
} catch (const std::exception& error) {
  std::fprintf(stderr, "fold_bench: %s\n", error.what());
  return 1;
}
