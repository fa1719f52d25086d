// The file of weights, laid into read-only data as it is: no table of pointers that the loader
// would have to fill in, and nothing to compile. MEMFOLD_WEIGHTS is its path.
#include "models/weights/weights.h"

// In the words that GNU as and clang's assembler have in common, on any ELF machine.
asm(R"(
  .pushsection .rodata.memfold_weights, "a", %progbits
  .balign 64
  .globl memfold_weights_begin
  .hidden memfold_weights_begin
  .type memfold_weights_begin, %object
memfold_weights_begin:
  .incbin ")" MEMFOLD_WEIGHTS R"("
  .globl memfold_weights_end
  .hidden memfold_weights_end
  .type memfold_weights_end, %object
memfold_weights_end:
  .byte 0
  .size memfold_weights_begin, memfold_weights_end - memfold_weights_begin
  .size memfold_weights_end, 1
  .popsection
)");

extern "C" {
[[gnu::visibility("hidden")]] extern const std::byte memfold_weights_begin[];
[[gnu::visibility("hidden")]] extern const std::byte memfold_weights_end[];
}

namespace memfold::models {

std::span<const std::byte> shipped_weights() {
  return {memfold_weights_begin, memfold_weights_end};
}

}  // namespace memfold::models
