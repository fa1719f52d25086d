#include "index/dispatch.h"

#include <vector>

#include "core/isa.h"

namespace memfold::index {
namespace {

std::vector<const Kernels*> kernels_for(Isa isa) {
  return kernels_up_to<Kernels>(isa, {
    {Isa::Plain, &kPlainKernels},
#if defined(__x86_64__)
        {Isa::Avx2, &kAvx2Kernels}, {Isa::Avx512Vnni, &kAvx512VnniKernels},
#endif
  });
}

}  // namespace

std::span<const Kernels* const> available_kernels() {
  static const std::vector<const Kernels*> available = kernels_for(widest_isa());
  return available;
}

const Kernels& active_kernels() {
  static const Kernels& active = *kernels_for(active_isa()).back();
  return active;
}

}  // namespace memfold::index
