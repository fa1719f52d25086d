#include "core/isa.h"

#include <array>
#include <cstdlib>
#include <string>

#include "memfold/error.h"

namespace memfold {
namespace {

constexpr std::array<std::string_view, 4> kIsaNames = {"plain", "avx2", "avx512", "avx512-vnni"};

Isa read_processor() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return Isa::Plain;
  if (!__builtin_cpu_supports("avx512f")) return Isa::Avx2;
  const bool vnni = __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                    __builtin_cpu_supports("avx512vnni");
  return vnni ? Isa::Avx512Vnni : Isa::Avx512;
#else
  return Isa::Plain;
#endif
}

}  // namespace

std::string_view name(Isa isa) {
  return kIsaNames[std::size_t(isa)];
}

Isa widest_isa() {
  static const Isa widest = read_processor();
  return widest;
}

Isa isa_named(std::string_view name, Isa widest) {
  if (name.empty()) return widest;
  std::string names;
  for (std::size_t i = 0; i <= std::size_t(widest); ++i) {
    if (name == kIsaNames[i]) return Isa(i);
    names += (names.empty() ? "" : ", ") + std::string(kIsaNames[i]);
  }
  throw Error(ErrorCode::Unsupported, "MEMFOLD_ISA=" + std::string(name) +
                                          ": this machine has no such kernels; it has " + names);
}

Isa active_isa() {
  static const Isa active = [] {
    const char* forced = std::getenv("MEMFOLD_ISA");
    return isa_named(forced != nullptr ? forced : "", widest_isa());
  }();
  return active;
}

}  // namespace memfold
