// One open store behind a door: opened with options in JSON, called by name, closed while calls
// run.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>

#include "call/engine_options.h"
#include "call/method.h"
#include "memfold/own_process.h"

namespace memfold::call {

/// A request this long is refused unread; facts come in as many calls as one likes.
inline constexpr std::size_t kMaxRequestBytes = std::size_t{64} << 20;

/// The JSON of a request. Throws Error(InvalidArgument) for text that is not JSON, is too long or
/// nested too deeply.
RequestJson parse_request(std::string_view text);

/// The host's part may not call back into an engine: that could wait for itself.
class HostCall {
 public:
  HostCall() { ++depth_; }
  ~HostCall() { --depth_; }
  HostCall(const HostCall&) = delete;
  HostCall& operator=(const HostCall&) = delete;
  static bool is_running() { return depth_ > 0; }  ///< on this thread

 private:
  static inline thread_local int depth_ = 0;
};

/// Safe from any thread.
class Session {
 public:
  Session(const std::string& path, const RequestJson& options, const HostModels& host);

  /// Beside the methods there are `methods`, which lists them, and `refresh`. Throws Error:
  /// NotFound for an unknown method; ClosedError; Locked in a fork; what the engine throws. The
  /// reply needs the session no more.
  Shown call(std::string_view method, const RequestJson& request, const Vectors& vectors = {},
             const Control& control = {});

  /// Engine::refresh(), once the calls that run have ended.
  void refresh();

  /// Lets the calls that run end, and the store go. Calls that come later throw ClosedError. The
  /// second time does nothing.
  void close();

 private:
  const int process_ = own_process();  ///< a fork inherits locks that nobody will let go of
  std::shared_mutex mutex_;            ///< shared by calls; close() has it alone
  std::atomic<bool> is_closed_ = false;
  std::optional<Engine> engine_;
};

/// A call came after close().
class ClosedError : public Error {
 public:
  ClosedError() : Error(ErrorCode::InvalidArgument, "this engine was closed") {}
};

}  // namespace memfold::call
