// One POST at a time and thread over libcurl, with every limit a stranger's server calls for.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "remote/api_key.h"
#include "remote/endpoint.h"

namespace memfold::remote {

/// How a call ended as far as the network goes.
enum class Transport {
  Answered,     ///< with a status and a whole body
  TimedOut,     ///< to connect, in silence or in all
  Unreachable,  ///< no connection, or it broke
  TooLarge,
  Refused,  ///< trying again cannot help: certificate, protocol
  Stopped,  ///< by stop()
};

struct HttpReply {
  Transport transport = Transport::Unreachable;
  int status = 0;
  std::string body;
  std::string retry_after;  ///< the header as it came
  std::string problem;      ///< for people, when not answered; holds nothing that was sent
};

struct HttpLimits {
  int connect_timeout_ms, read_timeout_ms, timeout_ms;
  std::size_t max_response_bytes;
};

/// Keeps connections open between calls. Follows no redirect, checks certificates and host names,
/// uses a proxy of the environment for https alone. Thread-safe.
class HttpClient {
 public:
  HttpClient(Endpoint endpoint, const ApiKey& key, HttpLimits limits);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  HttpReply post(const std::string& json) const;

  /// Ends calls under way within a moment and every later one at once.
  void stop() { stopped_ = true; }

 private:
  class Connection;
  std::unique_ptr<Connection> take() const;

  const Endpoint endpoint_;
  const ApiKey key_;
  const HttpLimits limits_;
  std::atomic<bool> stopped_ = false;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Connection>> idle_;
};

}  // namespace memfold::remote
