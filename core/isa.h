// The instruction set that every layer's kernels are chosen for: the processor and MEMFOLD_ISA are
// read here and nowhere else. Kernels of all sets give the same bits, so it is a matter of time
// alone.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

namespace memfold {

/// Sets that kernels are written for, each with all of those before it. Avx2 is AVX2 and FMA,
/// Avx512 is F, Avx512Vnni also BW, VL and VNNI.
enum class Isa : std::uint8_t { Plain, Avx2, Avx512, Avx512Vnni };

/// "plain", "avx2", "avx512", "avx512-vnni".
std::string_view name(Isa isa);

/// The widest set this processor has. Thread-safe.
Isa widest_isa();

/// The set called `name`, or `widest` for an empty name. Throws Error(Unsupported), naming what
/// there is, for a name that is unknown or beyond `widest`. Pure.
Isa isa_named(std::string_view name, Isa widest);

/// isa_named(MEMFOLD_ISA, widest_isa()), decided at first use and kept from then on. Thread-safe.
Isa active_isa();

/// Of kernels for rising sets, the first plain, those that run on `isa`; the last is the one to
/// use.
template <typename Kernels>
std::vector<const Kernels*> kernels_up_to(
    Isa isa, std::initializer_list<std::pair<Isa, const Kernels*>> kernels) {
  std::vector<const Kernels*> runnable;
  for (const auto& [needed, those] : kernels) {
    if (needed <= isa) runnable.push_back(those);
  }
  return runnable;
}

}  // namespace memfold
