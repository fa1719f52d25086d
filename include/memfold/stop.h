// Ending a long call before it is done.
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>

#pragma GCC visibility push(default)
namespace memfold {

/// When a call is to end though it is not done: asked by whoever holds the std::stop_source, or
/// when its time is up. The call then throws Error(Stopped) at the next place where that loses
/// nothing: what it had committed stays, whole decisions, and the same call made again goes on.
/// Calls that report how far they came (backfill, fold_jsonl, Admin::reembed) do not throw: they
/// end likewise, and their report says that they were stopped. A signal handler may not call
/// request_stop(): let it wake a thread that does. Safe to ask from any thread. By default never.
struct StopWhen {
  std::stop_token token{};
  std::optional<std::chrono::steady_clock::time_point> deadline{};

  bool is_asked() const noexcept {
    return token.stop_requested() || (deadline && std::chrono::steady_clock::now() >= *deadline);
  }
  /// Throws Error(Stopped) when it is; `what` was under way.
  void check(const char* what) const;
};

}  // namespace memfold
#pragma GCC visibility pop
