// T1: a batch scored against a base, the best rows of each query out: every kernel of this machine,
// OpenBLAS's sgemm and faiss::IndexFlatIP by turns in one run.
//
//   kernel_bench [--rows N] [--batch N] [--dimension D] [--top K] [--threads N] [--rounds N]
//                [--json FILE]
#include <faiss/Index.h>
#include <oneapi/tbb/global_control.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "bench/kernel_peers.h"
#include "bench/machine.h"
#include "index/dispatch.h"
#include "index/search.h"
#include "memfold/models.h"

namespace {

using namespace memfold;
using bench::FloatProblem;
using bench::Found;

struct Settings {
  std::size_t rows = 100'000, batch = 1024, dimension = 384, top = 16;
  std::size_t threads = std::thread::hardware_concurrency(), rounds = 9;
  std::string json;
};

/// Half of a vector's square is its centre, half its own; 50 rows a centre.
FloatProblem clustered_problem(const Settings& settings) {
  std::mt19937_64 random(42);
  std::normal_distribution<float> normal;
  const std::size_t d = settings.dimension, centre_count = settings.rows / 50 + 1;
  std::vector<float> centres(centre_count * d);
  for (float& value : centres) value = normal(random);
  const auto fill = [&](std::vector<float>& out, std::size_t n) {
    out.resize(n * d);
    for (std::size_t i = 0; i < n; ++i) {
      const float* centre = &centres[random() % centre_count * d];
      double square = 0;
      for (std::size_t j = 0; j < d; ++j) {
        out[i * d + j] = centre[j] + normal(random);
        square += double(out[i * d + j]) * out[i * d + j];
      }
      for (std::size_t j = 0; j < d; ++j) out[i * d + j] *= float(1 / std::sqrt(square));
    }
  };
  FloatProblem problem{settings.rows, settings.batch, d, settings.top, {}, {}};
  fill(problem.base, settings.rows);
  fill(problem.queries, settings.batch);
  return problem;
}

std::vector<std::int16_t> quantised(const std::vector<float>& values, std::size_t d) {
  std::vector<std::int16_t> rows(values.size());
  for (std::size_t i = 0; i < values.size(); i += d) {
    quantise_unit(std::span(values).subspan(i, d), std::span(rows).subspan(i, d));
  }
  return rows;
}

/// Our search, on the kernels given, over chunks as an index holds them.
class Ours {
 public:
  explicit Ours(const FloatProblem& problem)
      : problem_(problem),
        base_(quantised(problem.base, problem.dimension)),
        queries_(quantised(problem.queries, problem.dimension)) {
    constexpr std::size_t kChunk = 8192;
    for (std::size_t i = 0; i < problem.rows; i += kChunk) {
      segments_.push_back({&base_[i * problem.dimension], std::min(kChunk, problem.rows - i),
                           static_cast<index::Ordinal>(i)});
    }
  }

  Found search(const index::Kernels& kernels) const {
    std::vector<std::vector<index::Hit>> hits;
    index::search_exactly(kernels, bench::tbb_for, {problem_.dimension, segments_, {}}, queries_,
                          problem_.batch, problem_.top, std::numeric_limits<std::int32_t>::min(),
                          hits);
    Found found(hits.size());
    for (std::size_t q = 0; q < hits.size(); ++q) {
      for (const index::Hit& hit : hits[q]) found[q].push_back(hit.ordinal);
    }
    return found;
  }

  /// The right answer for one query, by a loop and a sort.
  std::vector<std::uint32_t> right(std::size_t q) const {
    const std::size_t d = problem_.dimension;
    std::vector<std::pair<std::int64_t, std::uint32_t>> all(problem_.rows);
    for (std::size_t i = 0; i < problem_.rows; ++i) {
      std::int64_t dot = 0;
      for (std::size_t j = 0; j < d; ++j) {
        dot += std::int32_t{queries_[q * d + j]} * base_[i * d + j];
      }
      all[i] = {-dot, static_cast<std::uint32_t>(i)};
    }
    std::sort(all.begin(), all.end());
    std::vector<std::uint32_t> best;
    for (std::size_t i = 0; i < std::min(problem_.top, all.size()); ++i) {
      best.push_back(all[i].second);
    }
    return best;
  }

 private:
  const FloatProblem& problem_;
  std::vector<std::int16_t> base_, queries_;
  std::vector<index::Segment> segments_;
};

struct Way {
  std::string name;
  std::function<Found()> run;
  bool exact;  ///< must give the right answer to the last place
  bool selects = true;
  std::vector<double> seconds = {};
};

/// Throws when a way's answers are not the right ones; floats may swap near equals.
void check(const Way& way, const Found& found, const Ours& ours, std::size_t batch) {
  constexpr std::size_t kSamples = 24;
  std::size_t same = 0, all = 0;
  for (std::size_t s = 0; s < kSamples; ++s) {
    const std::size_t q = s * batch / kSamples;
    const std::vector<std::uint32_t> right = ours.right(q);
    if (way.exact && found[q] != right) throw std::runtime_error(way.name + ": wrong answer");
    for (const std::uint32_t ordinal : right) {
      same += std::count(found[q].begin(), found[q].end(), ordinal) > 0;
    }
    all += right.size();
  }
  if (double(same) < 0.99 * double(all)) throw std::runtime_error(way.name + ": wrong answers");
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

Settings parse(int argc, char** argv) {
  Settings settings;
  const std::vector<std::pair<std::string, std::size_t*>> numbers = {
      {"--rows", &settings.rows},           {"--batch", &settings.batch},
      {"--dimension", &settings.dimension}, {"--top", &settings.top},
      {"--threads", &settings.threads},     {"--rounds", &settings.rounds}};
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string flag = argv[i];
    const auto number = std::find_if(numbers.begin(), numbers.end(),
                                     [&](const auto& entry) { return entry.first == flag; });
    if (number != numbers.end()) {
      *number->second = std::stoul(argv[i + 1]);
    } else if (flag == "--json") {
      settings.json = argv[i + 1];
    } else {
      throw std::runtime_error("unknown flag " + flag);
    }
  }
  if (argc % 2 == 0) throw std::runtime_error(std::string(argv[argc - 1]) + " needs a value");
  return settings;
}

std::string report(const Settings& settings, const std::vector<Way>& ways) {
  const double operations =
      2.0 * double(settings.rows) * double(settings.batch) * double(settings.dimension);
  const auto find = [&](const std::string& name) -> const Way& {
    return *std::find_if(ways.begin(), ways.end(), [&](const Way& w) { return w.name == name; });
  };
  const Way &product = find("sgemm product"), &flat = find("faiss::IndexFlatIP");
  std::string json = "{\"rows\":" + std::to_string(settings.rows) +
                     ",\"batch\":" + std::to_string(settings.batch) +
                     ",\"dimension\":" + std::to_string(settings.dimension) + ",\"ways\":[";
  std::printf("%-28s %10s %10s %12s %12s %12s\n", "", "Gop/s", "best", "queries/s", "x sgemm",
              "x IndexFlatIP");
  for (const Way& way : ways) {
    // Ratios round by round, so that what else the machine did hits both sides alike.
    std::vector<double> to_product, to_flat;
    for (std::size_t r = 0; r < way.seconds.size(); ++r) {
      to_product.push_back(product.seconds[r] / way.seconds[r]);
      to_flat.push_back(flat.seconds[r] / way.seconds[r]);
    }
    const double seconds = median(way.seconds);
    const double best = *std::min_element(way.seconds.begin(), way.seconds.end());
    std::printf("%-28s %10.1f %10.1f %12.0f %12.2f %12.2f\n", way.name.c_str(),
                operations / seconds / 1e9, operations / best / 1e9,
                double(settings.batch) / seconds, median(to_product), median(to_flat));
    json += (json.back() == '[' ? "" : ",") + std::string("{\"name\":\"") + way.name +
            "\",\"gops\":" + std::to_string(operations / seconds / 1e9) +
            ",\"best_gops\":" + std::to_string(operations / best / 1e9) +
            ",\"sgemm_ratio\":" + std::to_string(median(to_product)) +
            ",\"flat_ip_ratio\":" + std::to_string(median(to_flat)) + "}";
  }
  return json + "]}\n";
}

}  // namespace

int main(int argc, char** argv) try {
  bench::pick_blas_kernels(argv);
  const Settings settings = parse(argc, argv);
  const tbb::global_control threads(tbb::global_control::max_allowed_parallelism, settings.threads);
  std::printf("%s\nfaiss %d.%d.%d; %s\n%zu x %zu base, batch %zu, best %zu, %zu threads\n",
              bench::machine_line().c_str(), FAISS_VERSION_MAJOR, FAISS_VERSION_MINOR,
              FAISS_VERSION_PATCH, bench::blas_name().c_str(), settings.rows, settings.dimension,
              settings.batch, settings.top, settings.threads);
  const FloatProblem problem = clustered_problem(settings);
  const Ours ours(problem);
  const bench::FlatIpPeer flat(problem);
  std::vector<Way> ways;
  for (const index::Kernels* kernels : index::available_kernels()) {
    if (std::string(kernels->name) == "plain") continue;
    ways.push_back({std::string("memfold ") + kernels->name,
                    [&ours, kernels] { return ours.search(*kernels); }, true});
  }
  ways.push_back({"sgemm product",
                  [&] {
                    bench::multiply_with_blas(problem);
                    return Found{};
                  },
                  false, false});
  ways.push_back({"sgemm and selection", [&] { return bench::search_with_blas(problem); }, false});
  ways.push_back({"faiss::IndexFlatIP", [&] { return flat.search(); }, false});
  for (const Way& way : ways) {
    const Found found = way.run();
    if (way.selects) check(way, found, ours, settings.batch);
  }
  for (std::size_t round = 0; round < settings.rounds; ++round) {
    for (Way& way : ways) {
      const auto start = std::chrono::steady_clock::now();
      way.run();
      way.seconds.push_back(
          std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
  }
  const std::string json = report(settings, ways);
  if (!settings.json.empty()) std::ofstream(settings.json) << json;
} catch (const std::exception& error) {
  std::fprintf(stderr, "kernel_bench: %s\n", error.what());
  return 1;
}
