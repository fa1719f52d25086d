// The ways others score a batch against a base, for kernel_bench.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace memfold::bench {

/// A base and a batch of float unit vectors, row-major.
struct FloatProblem {
  std::size_t rows, batch, dimension, top;
  std::vector<float> base, queries;
};

/// Ordinals of the `top` best rows of each query, best first.
using Found = std::vector<std::vector<std::uint32_t>>;

/// OpenBLAS's version and the kernels it picked.
std::string blas_name();

/// Debian's OpenBLAS does not know processors younger than itself and takes its oldest kernels on
/// them, five times slower. Then this starts the program again with OPENBLAS_CORETYPE set to the
/// best kernels the processor can run, so that the peers are at their best; otherwise it does
/// nothing.
void pick_blas_kernels(char** argv);

/// The product alone: single-threaded sgemm on pieces that stay in cache, under oneTBB.
void multiply_with_blas(const FloatProblem& problem);

/// The same with a vectorised filter at each query's running threshold and the selection memfold
/// uses.
Found search_with_blas(const FloatProblem& problem);

/// faiss::IndexFlatIP, one search call for the batch, with the threads FAISS and BLAS take by
/// themselves, as its users have it.
class FlatIpPeer {
 public:
  explicit FlatIpPeer(const FloatProblem& problem);
  ~FlatIpPeer();
  Found search() const;

 private:
  struct State;
  State* state_;
};

/// body(0..count-1) over oneTBB's threads.
void tbb_for(std::size_t count, void (*body)(void* context, std::size_t i), void* context);

}  // namespace memfold::bench
