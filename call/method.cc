#include "call/method.h"

#include <algorithm>
#include <chrono>

namespace memfold::call {
namespace {

const std::vector<const Method*>& table() {
  static const std::vector<const Method*> kTable = [] {
    std::vector<const Method*> methods;
    for (const auto part : {memory_methods(), change_methods(), log_methods(), store_methods(),
                            graph_methods(), ingest_methods()}) {
      for (const Method& one : part) methods.push_back(&one);
    }
    return methods;
  }();
  return kTable;
}

}  // namespace

StopWhen stop_of(const Call& call, std::uint32_t timeout_ms) {
  StopWhen stop{call.control.stop, {}};
  if (timeout_ms > 0) {
    stop.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(timeout_ms);
  }
  return stop;
}

const Method* find_method(std::string_view name) {
  const auto& methods = table();
  const auto found =
      std::ranges::find_if(methods, [&](const Method* one) { return one->name == name; });
  return found == methods.end() ? nullptr : *found;
}

std::span<const Method* const> all_methods() {
  return table();
}

}  // namespace memfold::call
