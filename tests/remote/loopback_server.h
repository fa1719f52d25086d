// An HTTP server of this process on 127.0.0.1 that behaves as well or as badly as a test wants.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace memfold::testing_remote {

struct HttpRequest {
  std::string method, target;
  std::map<std::string, std::string> headers;  ///< names in lower case
  std::string body;
};

struct HttpResponse {
  enum class Manner {
    Answer,
    Close,    ///< closes the connection without a word
    Half,     ///< closes it in the middle of the body
    Hang,     ///< says nothing until the client leaves
    Trickle,  ///< a byte of a header now and then until the client leaves
    Endless,  ///< a body without end
  };

  int status = 200;
  std::string body;
  std::map<std::string, std::string> headers = {};
  Manner manner = Manner::Answer;
};

/// Answers every request by `handler`, which is called from many threads at once.
class LoopbackServer {
 public:
  using Handler = std::function<HttpResponse(const HttpRequest&)>;

  explicit LoopbackServer(Handler handler);
  ~LoopbackServer();
  LoopbackServer(const LoopbackServer&) = delete;
  LoopbackServer& operator=(const LoopbackServer&) = delete;

  std::string url() const;  ///< http://127.0.0.1:PORT/v1
  std::vector<HttpRequest> requests() const;
  std::size_t count() const { return requests().size(); }

 private:
  void accept_all();
  void serve(int connection);

  const Handler handler_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<bool> stopped_ = false;
  mutable std::mutex mutex_;
  std::vector<HttpRequest> requests_;
  std::vector<std::thread> threads_;
  std::thread acceptor_;
};

/// A port of this machine that nobody listens on.
std::string url_of_nobody();

}  // namespace memfold::testing_remote
