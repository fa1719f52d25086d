#include "remote/hooks.h"

#include <chrono>
#include <memory>
#include <mutex>
#include <random>

namespace memfold::remote {
namespace {

std::int64_t steady_micros() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::microseconds>(now).count();
}

/// Independent of every result: it only spreads waits.
std::function<double()> machine_random() {
  struct Source {
    std::mutex mutex;
    std::mt19937_64 engine{std::random_device{}()};
  };
  return [source = std::make_shared<Source>()] {
    const std::lock_guard lock(source->mutex);
    return std::uniform_real_distribution<double>(0, 1)(source->engine);
  };
}

}  // namespace

RemoteOptions with_hooks(RemoteOptions options) {
  RemoteHooks& hooks = options.hooks;
  if (!hooks.wall_clock) hooks.wall_clock = system_clock();
  if (!hooks.steady_micros) hooks.steady_micros = steady_micros;
  if (!hooks.random) hooks.random = machine_random();
  return options;
}

}  // namespace memfold::remote
