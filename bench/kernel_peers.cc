#include "bench/kernel_peers.h"

#include <cblas.h>
#include <faiss/IndexFlat.h>
#include <oneapi/tbb/parallel_for.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <functional>
#include <limits>
#include <mutex>
#include <numeric>
#include <thread>

#include "index/top_k.h"

extern "C" {
void openblas_set_num_threads(int count);
char* openblas_get_config();
char* openblas_get_corename();
}

namespace memfold::bench {
namespace {

/// Rows of the base in one product: the fastest of 256, 512, 1024 and 2048 here.
constexpr std::size_t kPiece = 512;
/// Products looked at together by the filter.
constexpr std::size_t kLook = 64;

/// Floats in the order of integers, so that memfold's selection takes them.
std::int32_t ordered(float value) {
  const auto bits = std::bit_cast<std::int32_t>(value);
  return bits ^ ((bits >> 31) & 0x7fffffff);
}
float unordered(std::int32_t value) {
  return std::bit_cast<float>(value ^ ((value >> 31) & 0x7fffffff));
}

void multiply_piece(const FloatProblem& problem, std::size_t first, std::size_t count,
                    float* products) {
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, int(problem.batch), int(count),
              int(problem.dimension), 1.0f, problem.queries.data(), int(problem.dimension),
              &problem.base[first * problem.dimension], int(problem.dimension), 0.0f, products,
              int(kPiece));
}

struct Worker {
  explicit Worker(const FloatProblem& problem)
      : products(problem.batch * kPiece), best(problem.batch, problem.top, ordered(-2.0f)) {}
  std::vector<float> products;
  index::TopK best;
};

void select_piece(const FloatProblem& problem, std::size_t first, std::size_t count,
                  Worker& worker) {
  for (std::size_t query = 0; query < problem.batch; ++query) {
    const float* products = &worker.products[query * kPiece];
    float floor = unordered(worker.best.floors()[query]);
    for (std::size_t i = 0; i < count; i += kLook) {
      const std::size_t end = std::min(count, i + kLook);
      float most = products[i];
#pragma omp simd reduction(max : most)
      for (std::size_t j = i; j < end; ++j) most = most < products[j] ? products[j] : most;
      if (most < floor) continue;
      for (std::size_t j = i; j < end; ++j) {
        if (products[j] < floor) continue;
        worker.best.offer(query, ordered(products[j]), static_cast<index::Ordinal>(first + j));
        floor = unordered(worker.best.floors()[query]);
      }
    }
  }
}

/// step(worker, first row, rows) for every piece, in ascending order for each worker.
std::vector<std::unique_ptr<Worker>> for_pieces(
    const FloatProblem& problem,
    const std::function<void(Worker&, std::size_t, std::size_t)>& step) {
  openblas_set_num_threads(1);
  const std::size_t pieces = (problem.rows + kPiece - 1) / kPiece;
  std::mutex mutex;
  std::size_t next = 0;
  std::vector<std::unique_ptr<Worker>> workers;
  std::vector<Worker*> idle;
  tbb::parallel_for(std::size_t{0}, pieces, [&](std::size_t) {
    std::unique_lock lock(mutex);
    if (idle.empty()) {
      workers.push_back(std::make_unique<Worker>(problem));
      idle.push_back(workers.back().get());
    }
    Worker& worker = *idle.back();
    idle.pop_back();
    const std::size_t first = next++ * kPiece;
    lock.unlock();
    step(worker, first, std::min(kPiece, problem.rows - first));
    lock.lock();
    idle.push_back(&worker);
  });
  return workers;
}

}  // namespace

std::string blas_name() {
  return std::string(openblas_get_config()) + ", kernels " + openblas_get_corename();
}

void pick_blas_kernels(char** argv) {
  const std::string picked = openblas_get_corename();
  if (std::getenv("OPENBLAS_CORETYPE") != nullptr || picked != "Prescott") return;
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
  if (!avx512 && !__builtin_cpu_supports("avx2")) return;
  setenv("OPENBLAS_CORETYPE", avx512 ? "SkylakeX" : "Haswell", 1);
  execv("/proc/self/exe", argv);  // the library reads it when it is loaded
}

void multiply_with_blas(const FloatProblem& problem) {
  for_pieces(problem, [&](Worker& worker, std::size_t first, std::size_t count) {
    multiply_piece(problem, first, count, worker.products.data());
  });
}

Found search_with_blas(const FloatProblem& problem) {
  const auto workers =
      for_pieces(problem, [&](Worker& worker, std::size_t first, std::size_t count) {
        multiply_piece(problem, first, count, worker.products.data());
        select_piece(problem, first, count, worker);
      });
  Found found(problem.batch);
  for (std::size_t query = 0; query < problem.batch; ++query) {
    std::vector<index::HitKey> keys;
    for (const auto& worker : workers) {
      const auto held = worker->best.keys(query);
      keys.insert(keys.end(), held.begin(), held.end());
    }
    std::sort(keys.rbegin(), keys.rend());
    keys.resize(std::min(keys.size(), problem.top));
    for (const auto key : keys) found[query].push_back(index::key_hit(key).ordinal);
  }
  return found;
}

struct FlatIpPeer::State {
  const FloatProblem& problem;
  faiss::IndexFlatIP index;
};

FlatIpPeer::FlatIpPeer(const FloatProblem& problem)
    : state_(new State{problem, faiss::IndexFlatIP(std::int64_t(problem.dimension))}) {
  state_->index.add(std::int64_t(problem.rows), problem.base.data());
}

FlatIpPeer::~FlatIpPeer() {
  delete state_;
}

Found FlatIpPeer::search() const {
  openblas_set_num_threads(int(std::thread::hardware_concurrency()));
  const FloatProblem& problem = state_->problem;
  std::vector<float> distances(problem.batch * problem.top);
  std::vector<faiss::Index::idx_t> labels(problem.batch * problem.top);
  state_->index.search(std::int64_t(problem.batch), problem.queries.data(),
                       std::int64_t(problem.top), distances.data(), labels.data());
  Found found(problem.batch);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    found[i / problem.top].push_back(static_cast<std::uint32_t>(labels[i]));
  }
  return found;
}

void tbb_for(std::size_t count, void (*body)(void* context, std::size_t i), void* context) {
  tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) { body(context, i); });
}

}  // namespace memfold::bench
