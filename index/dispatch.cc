#include "index/dispatch.h"

#include <array>
#include <cstdlib>
#include <string>

#include "index/vector_index.h"
#include "memfold/error.h"

namespace memfold::index {
namespace {

struct Available {
  std::array<const Kernels*, 3> list{};
  std::size_t count = 0;
  void add(const Kernels& kernels) { list[count++] = &kernels; }
};

Available detect() {
  Available found;
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni");
  if (avx512) found.add(kAvx512VnniKernels);
  if (__builtin_cpu_supports("avx2")) found.add(kAvx2Kernels);
#endif
  found.add(kPlainKernels);
  return found;
}

}  // namespace

std::span<const Kernels* const> available_kernels() {
  static const Available available = detect();
  return std::span(available.list).first(available.count);
}

const Kernels& kernels_named(std::string_view name) {
  const std::span<const Kernels* const> available = available_kernels();
  if (name.empty()) return *available.front();
  std::string names;
  for (const Kernels* kernels : available) {
    if (name == kernels->name) return *kernels;
    names += (names.empty() ? "" : ", ") + std::string(kernels->name);
  }
  throw Error(ErrorCode::Unsupported, "MEMFOLD_ISA=" + std::string(name) +
                                          ": this machine has no such kernels; it has " + names);
}

const Kernels& active_kernels() {
  static const Kernels& active = [&]() -> const Kernels& {
    const char* forced = std::getenv("MEMFOLD_ISA");
    return kernels_named(forced != nullptr ? forced : "");
  }();
  return active;
}

const char* active_isa() {
  return active_kernels().name;
}

}  // namespace memfold::index
