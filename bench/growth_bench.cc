// How the cost of one user's facts grows with what is known: facts with given vectors, durable and
// logged, to 10,000, 100,000, ... memories; facts per second of each last tenth, then opening,
// recall by vector and by words, memory, and how often decisions agree with those of a store that
// compares with everything.
//
//   growth_bench [--steps N,N,...] [--dimension D] [--agree N] [--texts] [--peer-seconds S]
//                [--budget-mb MIB] [--json FILE]
//
// With --texts the facts are short statements, half of them Korean, embedded by the built-in model.
// The peers, hnswlib and where it is installed faiss::IndexHNSWFlat, search and insert the same
// vectors for the seconds they are given.
// Vectors are unit vectors near one of many centres; every tenth fact says nearly what an earlier
// one said, so that there is something to find.
#include <hnswlib/hnswlib.h>

#ifdef MEMFOLD_BENCH_FAISS
#include <faiss/IndexHNSW.h>
#include <omp.h>
#endif

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <random>
#include <sstream>
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
namespace fs = std::filesystem;

struct Settings {
  std::vector<std::size_t> steps = {10'000, 100'000, 300'000, 1'000'000};
  std::size_t agree = 20'000;
  int dimension = 384;
  double peer_seconds = 60;
  std::uint64_t budget_mb = 12 << 10;
  bool texts = false;
  std::string json;
};

constexpr const char* kUser = "mina";
constexpr std::size_t kCall = 1024;

/// The i-th fact, from its number alone.
class Stream {
 public:
  Stream(int dimension, bool texts) : dimension_(std::size_t(dimension)), texts_(texts) {}

  Fact fact(std::size_t i) const {
    Fact fact;
    fact.user = kUser;
    fact.content = texts_ ? short_statement(i, 200'000) : "Statement number " + std::to_string(i);
    fact.idempotency_key = std::to_string(i);
    fact.occurred_at = Time{std::int64_t(1'577'836'800 + i) * kMicrosPerSecond};
    if (!texts_) fact.embedding = vector(i);
    return fact;
  }

  std::vector<float> vector(std::size_t i) const {
    std::mt19937_64 random(i * 0x9e3779b97f4a7c15u + 1);
    if (i % 10 == 9) {  // 0.8 to 1 beside an earlier one
      std::vector<float> row = vector((random() % i) / 10 * 10);
      const float share = 0.8f * float(random() % 1000) / 1000;
      return mixed(row, random, share);
    }
    std::mt19937_64 centre(1 + random() % (1 + i / 50));
    return mixed(mixed(std::vector<float>(dimension_), centre, 1), random, 1.2f);
  }

 private:
  /// row + share * noise, of unit length. A zero row: noise alone.
  std::vector<float> mixed(std::vector<float> row, std::mt19937_64& random, float share) const {
    std::normal_distribution<float> normal;
    const auto scale = share / std::sqrt(float(dimension_));
    double square = 0;
    for (float& value : row) {
      value += scale * normal(random);
      square += double(value) * value;
    }
    for (float& value : row) value = float(value / std::sqrt(square));
    return row;
  }

  std::size_t dimension_;
  bool texts_;
};

EngineOptions options_of(const Settings& settings, std::int64_t cells_from) {
  EngineOptions options;
  options.models = builtin_models();
  if (!settings.texts) options.models.embedder = std::make_shared<HostEmbedder>(settings.dimension);
  options.decide.mode = Mode::Fast;
  options.memory_budget = settings.budget_mb << 20;
  options.cells.from = cells_from;
  return options;
}

/// Folds facts [begin, end). Adds what the calls take to `seconds`, and the longest to `longest`.
std::vector<Decision> fold_range(Engine& engine, const Stream& stream, std::size_t begin,
                                 std::size_t end, double& seconds, double& longest) {
  std::vector<Decision> all;
  for (std::size_t at = begin; at < end; at += kCall) {
    std::vector<Fact> facts;
    for (std::size_t i = at; i < std::min(end, at + kCall); ++i) facts.push_back(stream.fact(i));
    const auto start = SteadyClock::now();
    std::vector<Decision> decisions = engine.fold(facts);
    const double call = seconds_since(start);
    seconds += call;
    longest = std::max(longest, call);
    for (Decision& decision : decisions) {
      if (decision.status == Status::Error) throw std::runtime_error(decision.error);
      all.push_back(std::move(decision));
    }
  }
  return all;
}

/// Of recalls, in milliseconds each. The first loads what the others find loaded.
struct Latencies {
  double first, p50, p99;
};

/// `count` recalls about facts that are known, the `which`-th of tens spread over all; nearly every
/// one must find what it asks for.
template <typename Ask, typename Found>
Latencies recall_many(const Engine& engine, const Stream& stream, std::size_t known,
                      std::size_t count, std::size_t which, const Ask& ask, const Found& is_found) {
  std::vector<double> each;
  std::size_t found = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Fact fact = stream.fact(i * (known / count) / 10 * 10 + which);
    const RecallQuery query = ask(fact);
    const auto begin = SteadyClock::now();
    const std::vector<Hit> hits = engine.recall(query);
    each.push_back(1e3 * seconds_since(begin));
    found += !hits.empty() && is_found(hits[0], fact);
  }
  if (found * 100 < count * 95) throw std::runtime_error("recall does not find what is known");
  return {each[0], at_share(each, 0.5), at_share(each, 0.99)};
}

/// A process that just opened the store.
struct Served {
  double open = 0;  ///< seconds, with the first recall by vector
  Latencies vector{}, words{};
  Resident by_vector{}, by_both{};  ///< before words were loaded, and after
};

Served open_and_recall(const Settings& settings, const fs::path& store, const Stream& stream,
                       std::size_t known) {
  forget_memory();
  const auto start = SteadyClock::now();
  const Engine engine = Engine::open(store.string(), options_of(settings, CellOptions{}.from));
  Served result;
  const double opening = seconds_since(start);
  result.vector = recall_many(
      engine, stream, known, 500, 0,
      [&](const Fact& fact) {
        RecallQuery query{.user = kUser, .k = 5, .by = RecallBy::Vector, .count_use = false};
        if (settings.texts) {
          query.text = fact.content;
        } else {
          query.vector = fact.embedding;
        }
        return query;
      },
      [](const Hit& hit, const Fact&) { return hit.content > 0.79; });
  result.open = opening + result.vector.first / 1e3;
  result.by_vector = resident();
  // All words of what was said: rare ones, and those that nearly every memory has. The first of a
  // ten may have been replaced since, the second never is.
  result.words = recall_many(
      engine, stream, known, 200, 1,
      [](const Fact& fact) {
        return RecallQuery{
            .user = kUser, .text = fact.content, .k = 5, .by = RecallBy::Words, .count_use = false};
      },
      [&](const Hit& hit, const Fact& fact) {
        return settings.texts ? hit.words > 0 : hit.memory.content == fact.content;
      });
  result.by_both = resident();
  return result;
}

/// How many of the next facts get the same decision, about the same memory, where everything is
/// compared with.
std::size_t agreeing(const Settings& settings, const fs::path& store, const Stream& stream,
                     std::size_t known) {
  const Scratch copy("growth-bench-exact");
  fs::copy(store, copy.path(), fs::copy_options::recursive);
  double seconds = 0, longest = 0;
  std::vector<Decision> ours, exact;
  {
    Engine engine = Engine::open(store.string(), options_of(settings, CellOptions{}.from));
    ours = fold_range(engine, stream, known, known + settings.agree, seconds, longest);
  }
  {
    Engine engine = Engine::open(copy.path(), options_of(settings, 0));
    exact = fold_range(engine, stream, known, known + settings.agree, seconds, longest);
  }
  std::size_t same = 0;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    same += ours[i].kind == exact[i].kind && ours[i].operation == exact[i].operation &&
            ours[i].memory_id == exact[i].memory_id && ours[i].target_id == exact[i].target_id;
  }
  return same;
}

/// What a peer, one thread, nothing stored, did of search 5 and insert in the seconds it had.
struct PeerRate {
  double last_tenth;  ///< facts per second
  std::size_t facts;
};

template <typename Search, typename Add>
PeerRate peer_loop(const Settings& settings, const Stream& stream, const Search& search,
                   const Add& add) {
  std::vector<double> each;
  double spent = 0;
  while (each.size() < settings.steps.back() && spent < settings.peer_seconds) {
    const std::vector<float> row = stream.vector(each.size());
    const auto start = SteadyClock::now();
    if (!each.empty()) search(row.data(), std::min<std::size_t>(5, each.size()));
    add(row.data(), each.size());
    each.push_back(seconds_since(start));
    spent += each.back();
  }
  const std::size_t tenth = std::max<std::size_t>(1, each.size() / 10);
  double last = 0;
  for (std::size_t i = each.size() - tenth; i < each.size(); ++i) last += each[i];
  return {double(tenth) / last, each.size()};
}

constexpr int kLinks = 16, kBuildWidth = 100, kSearchWidth = 64;  ///< of both peers' graphs

PeerRate hnswlib_loop(const Settings& settings, const Stream& stream) {
  hnswlib::InnerProductSpace space(std::size_t(settings.dimension));
  hnswlib::HierarchicalNSW<float> index(&space, settings.steps.back(), kLinks, kBuildWidth);
  index.setEf(kSearchWidth);
  return peer_loop(
      settings, stream, [&](const float* row, std::size_t k) { index.searchKnn(row, k); },
      [&](const float* row, std::size_t i) { index.addPoint(row, i); });
}

#ifdef MEMFOLD_BENCH_FAISS
PeerRate faiss_loop(const Settings& settings, const Stream& stream) {
  omp_set_num_threads(1);
  faiss::IndexHNSWFlat index(settings.dimension, kLinks, faiss::METRIC_INNER_PRODUCT);
  index.hnsw.efConstruction = kBuildWidth;
  index.hnsw.efSearch = kSearchWidth;
  std::vector<float> products(5);
  std::vector<std::int64_t> found(5);
  return peer_loop(
      settings, stream,
      [&](const float* row, std::size_t k) {
        index.search(1, row, std::int64_t(k), products.data(), found.data());
      },
      [&](const float* row, std::size_t) { index.add(1, row); });
}
#endif

constexpr std::pair<const char*, PeerRate (*)(const Settings&, const Stream&)> kPeers[] = {
    {"hnswlib", hnswlib_loop},
#ifdef MEMFOLD_BENCH_FAISS
    {"faiss", faiss_loop},
#endif
};

Settings parse(int argc, char** argv) {
  Settings settings;
  bench::each_flag(argc, argv, [&](const std::string& flag, const auto& value) {
    if (flag == "--steps") {
      settings.steps.clear();
      std::istringstream list(value());
      for (std::string step; std::getline(list, step, ',');) {
        settings.steps.push_back(std::stoul(step));
      }
      std::sort(settings.steps.begin(), settings.steps.end());
      if (settings.steps.empty() || settings.steps.front() < 10) {
        throw std::runtime_error("--steps takes numbers of 10 and more");
      }
    } else if (flag == "--dimension") {
      settings.dimension = std::stoi(value());
    } else if (flag == "--agree") {
      settings.agree = std::stoul(value());
    } else if (flag == "--peer-seconds") {
      settings.peer_seconds = std::stod(value());
    } else if (flag == "--budget-mb") {
      settings.budget_mb = std::stoul(value());
    } else if (flag == "--texts") {
      settings.texts = true;
    } else if (flag == "--json") {
      settings.json = value();
    } else {
      throw std::runtime_error("unknown flag " + flag);
    }
  });
  return settings;
}

/// One size of the store.
struct Row {
  std::size_t memories = 0;
  double rate = 0, last_rate = 0, longest = 0, lanes_mb = 0, store_mb = 0;
  Resident folding{};  ///< while the engine that folded is open
  Served served{};
};

void print_heading() {
  std::printf("%10s %9s %10s %9s %8s %10s %8s %8s %8s %7s %7s %7s\n", "memories", "facts/s",
              "last tenth", "longest s", "lanes MB", "process MB", "anon MB", "file MB", "store MB",
              "open s", "p50 ms", "p99 ms");
}

void print(const Row& row) {
  const Served& served = row.served;
  std::printf("%10zu %9.0f %10.0f %9.2f %8.1f %10.1f %8.1f %8.1f %8.1f %7.3f %7.2f %7.2f\n",
              row.memories, row.rate, row.last_rate, row.longest, row.lanes_mb, row.folding.all,
              row.folding.anon, row.folding.file, row.store_mb, served.open, served.vector.p50,
              served.vector.p99);
  std::printf(
      "%10s by words: first %.1f ms, p50 %.2f, p99 %.2f; opened again, anon %.1f MB and "
      "file %.1f, with words %.1f and %.1f\n",
      "", served.words.first, served.words.p50, served.words.p99, served.by_vector.anon,
      served.by_vector.file, served.by_both.anon, served.by_both.file);
  std::fflush(stdout);
}

void add(const Row& row, Figures& figures) {
  const Served& served = row.served;
  const std::pair<const char*, double> all[] = {
      {"facts_per_second", row.rate},
      {"last_tenth", row.last_rate},
      {"longest_seconds", row.longest},
      {"lanes_mb", row.lanes_mb},
      {"process_mb", row.folding.all},
      {"anon_mb", row.folding.anon},
      {"file_mb", row.folding.file},
      {"store_mb", row.store_mb},
      {"open_seconds", served.open},
      {"vector_p50_ms", served.vector.p50},
      {"vector_p99_ms", served.vector.p99},
      {"words_first_ms", served.words.first},
      {"words_p50_ms", served.words.p50},
      {"words_p99_ms", served.words.p99},
      {"opened_anon_mb", served.by_vector.anon},
      {"opened_file_mb", served.by_vector.file},
      {"words_anon_mb", served.by_both.anon},
      {"words_file_mb", served.by_both.file},
  };
  for (const auto& [name, value] : all) {
    figures.add(std::string(name) + "_at_" + std::to_string(row.memories), value);
  }
}

/// Folds facts [known, step). `seconds` is what all facts took so far.
Row grow(const Settings& settings, const fs::path& store, const Stream& stream, std::size_t known,
         std::size_t step, double& seconds) {
  Row row;
  row.memories = step;
  double last = 0;
  const std::size_t tenth = std::max(known, step - step / 10);
  {
    Engine engine = Engine::open(store.string(), options_of(settings, CellOptions{}.from));
    engine.recall({.user = kUser, .text = "loads", .vector = stream.vector(0), .count_use = false});
    fold_range(engine, stream, known, tenth, seconds, row.longest);
    fold_range(engine, stream, tenth, step, last, row.longest);
    row.lanes_mb = double(engine.stats().resident_bytes) / 1e6;
    row.folding = resident();
  }
  seconds += last;
  row.rate = double(step) / seconds;
  row.last_rate = double(step - tenth) / last;
  row.store_mb = double(directory_bytes(store)) / 1e6;
  row.served = open_and_recall(settings, store, stream, step);
  return row;
}

}  // namespace

int main(int argc, char** argv) try {
  const Settings settings = parse(argc, argv);
  std::printf("%s\n", machine_line().c_str());
  const Stream stream(settings.dimension, settings.texts);
  Figures figures;
  if (!settings.texts && settings.peer_seconds > 0) {
    for (const auto& [name, loop] : kPeers) {
      const PeerRate peer = loop(settings, stream);
      std::printf("%s search + insert, nothing stored: %.0f facts/s in the last tenth of %zu\n",
                  name, peer.last_tenth, peer.facts);
      figures.add(std::string(name) + "_last_tenth", peer.last_tenth);
    }
  }
  const Scratch store("growth-bench");
  print_heading();
  std::size_t known = 0;
  double seconds = 0;
  for (const std::size_t step : settings.steps) {
    const Row row = grow(settings, store.path(), stream, known, step, seconds);
    known = step;
    print(row);
    add(row, figures);
  }
  if (settings.agree > 0) {
    const std::size_t same = agreeing(settings, store.path(), stream, known);
    std::printf("decisions as where everything is compared with: %zu of %zu\n", same,
                settings.agree);
    figures.add("agreeing_share", double(same) / double(settings.agree));
  }
  figures.write(settings.json);
} catch (const std::exception& error) {
  std::fprintf(stderr, "growth_bench: %s\n", error.what());
  return 1;
}
