#include "bench/machine.h"

#include <fstream>
#include <thread>

#include "core/isa.h"

namespace memfold::bench {

std::string machine_line() {
  std::string processor = "unknown processor", line;
  std::ifstream info("/proc/cpuinfo");
  while (std::getline(info, line)) {
    if (line.compare(0, 10, "model name") == 0) {
      processor = line.substr(line.find(':') + 2);
      break;
    }
  }
  return processor + ", " + std::to_string(std::thread::hardware_concurrency()) +
         " threads; compiler " __VERSION__ ", flags " MEMFOLD_BENCH_FLAGS "; kernels " +
         std::string(name(active_isa()));
}

}  // namespace memfold::bench
