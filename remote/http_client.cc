#include "remote/http_client.h"

#include <curl/curl.h>

#include <algorithm>
#include <chrono>
#include <string_view>

namespace memfold::remote {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr int kLookEveryMs = 100;  // for silence and stop(); traffic wakes earlier

/// What one response has brought so far.
struct Incoming {
  std::size_t limit;
  std::size_t bytes = 0;
  bool is_too_large = false;
  SteadyClock::time_point last = SteadyClock::now();
  std::string body{}, retry_after{};

  /// False ends the transfer.
  bool count(std::size_t size) {
    last = SteadyClock::now();
    bytes += size;
    is_too_large = is_too_large || bytes > limit;
    return !is_too_large;
  }
};

std::size_t on_body(char* data, std::size_t, std::size_t size, void* user) {
  Incoming& incoming = *static_cast<Incoming*>(user);
  if (!incoming.count(size)) return 0;
  incoming.body.append(data, size);
  return size;
}

std::size_t on_header(char* data, std::size_t, std::size_t size, void* user) {
  constexpr std::string_view kName = "retry-after:";
  Incoming& incoming = *static_cast<Incoming*>(user);
  if (!incoming.count(size)) return 0;
  const std::string_view line(data, size);
  const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; };
  if (line.size() > kName.size() && std::equal(kName.begin(), kName.end(), line.begin(),
                                               [&](char b, char a) { return same(a, b); })) {
    incoming.retry_after = line.substr(kName.size());
  }
  return size;
}

/// How curl's codes are to be taken; the rest: the connection broke.
struct Meaning {
  CURLcode code;
  Transport transport;
};
constexpr Meaning kMeanings[] = {
    {CURLE_OK, Transport::Answered},
    {CURLE_OPERATION_TIMEDOUT, Transport::TimedOut},
    {CURLE_PEER_FAILED_VERIFICATION, Transport::Refused},
    {CURLE_SSL_CACERT_BADFILE, Transport::Refused},
    {CURLE_UNSUPPORTED_PROTOCOL, Transport::Refused},
    {CURLE_URL_MALFORMAT, Transport::Refused},
    {CURLE_OUT_OF_MEMORY, Transport::Refused},
};

Transport transport_of(CURLcode code) {
  for (const Meaning& meaning : kMeanings) {
    if (meaning.code == code) return meaning.transport;
  }
  return Transport::Unreachable;
}

std::string problem_of(CURLcode code, const Incoming& incoming) {
  if (incoming.is_too_large) return "the response is larger than max_response_bytes";
  // Not the error buffer, which quotes what the other side says.
  return curl_easy_strerror(code);
}

void initialise_curl() {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
}

}  // namespace

/// A handle, what it keeps connected, and the header lines it sends.
class HttpClient::Connection {
 public:
  Connection(const Endpoint& endpoint, const ApiKey& key, const HttpLimits& limits)
      : limits_(limits), easy_(curl_easy_init()), multi_(curl_multi_init()) {
    if (!easy_ || !multi_) throw std::bad_alloc();
    add_header("Content-Type: application/json");
    add_header("Accept: application/json");
    add_header("Expect:");  // no waiting for a "100 Continue"
    if (!key.empty()) add_header("Authorization: Bearer " + key.secret());
    set(CURLOPT_URL, endpoint.url.c_str());
    set(CURLOPT_HTTPHEADER, headers_);
    set(CURLOPT_USERAGENT, "memfold");
    set(CURLOPT_POST, 1L);
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_PROTOCOLS_STR, endpoint.is_encrypted ? "https" : "http");
    set(CURLOPT_FOLLOWLOCATION, 0L);  // statements and key go where they were told to
    set(CURLOPT_SSL_VERIFYPEER, 1L);
    set(CURLOPT_SSL_VERIFYHOST, 2L);
    set(CURLOPT_SSLVERSION, long(CURL_SSLVERSION_TLSv1_2));
    if (!endpoint.is_encrypted || endpoint.is_loopback) set(CURLOPT_PROXY, "");
    set(CURLOPT_CONNECTTIMEOUT_MS, long(limits.connect_timeout_ms));
    set(CURLOPT_TIMEOUT_MS, long(limits.timeout_ms));
    set(CURLOPT_WRITEFUNCTION, on_body);
    set(CURLOPT_HEADERFUNCTION, on_header);
  }

  ~Connection() {
    curl_multi_cleanup(multi_);
    curl_easy_cleanup(easy_);
    curl_slist_free_all(headers_);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  HttpReply post(const std::string& json, const std::atomic<bool>& stopped) {
    Incoming incoming{limits_.max_response_bytes};
    set(CURLOPT_WRITEDATA, &incoming);
    set(CURLOPT_HEADERDATA, &incoming);
    set(CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(json.size()));
    set(CURLOPT_POSTFIELDS, json.c_str());
    curl_multi_add_handle(multi_, easy_);
    HttpReply reply = transfer(incoming, stopped);
    curl_multi_remove_handle(multi_, easy_);
    return reply;
  }

 private:
  template <typename Value>
  void set(CURLoption option, Value value) {
    curl_easy_setopt(easy_, option, value);
  }

  void add_header(const std::string& line) {
    curl_slist* const longer = curl_slist_append(headers_, line.c_str());
    if (!longer) throw std::bad_alloc();
    headers_ = longer;
  }

  HttpReply transfer(Incoming& incoming, const std::atomic<bool>& stopped) {
    const auto silence = std::chrono::milliseconds(limits_.read_timeout_ms);
    for (int running = 1; running > 0;) {
      if (curl_multi_perform(multi_, &running) != CURLM_OK) break;
      if (running == 0) break;
      if (stopped) return {Transport::Stopped, 0, {}, {}, "stopped"};
      if (SteadyClock::now() - incoming.last > silence) {
        return {Transport::TimedOut, 0, {}, {}, curl_easy_strerror(CURLE_OPERATION_TIMEDOUT)};
      }
      curl_multi_poll(multi_, nullptr, 0, std::min(kLookEveryMs, limits_.read_timeout_ms), nullptr);
    }
    int left = 0;
    const CURLMsg* const message = curl_multi_info_read(multi_, &left);
    const CURLcode code = message ? message->data.result : CURLE_RECV_ERROR;
    return finished(code, incoming);
  }

  HttpReply finished(CURLcode code, Incoming& incoming) const {
    HttpReply reply;
    reply.transport = incoming.is_too_large ? Transport::TooLarge : transport_of(code);
    if (reply.transport != Transport::Answered) {
      reply.problem = problem_of(code, incoming);
      return reply;
    }
    long status = 0;
    curl_easy_getinfo(easy_, CURLINFO_RESPONSE_CODE, &status);
    reply.status = int(status);
    reply.body = std::move(incoming.body);
    reply.retry_after = std::move(incoming.retry_after);
    return reply;
  }

  const HttpLimits limits_;
  CURL* easy_;
  CURLM* multi_;
  curl_slist* headers_ = nullptr;
};

HttpClient::HttpClient(Endpoint endpoint, const ApiKey& key, HttpLimits limits)
    : endpoint_(std::move(endpoint)), key_(key), limits_(limits) {
  initialise_curl();
}

HttpClient::~HttpClient() = default;

std::unique_ptr<HttpClient::Connection> HttpClient::take() const {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      auto connection = std::move(idle_.back());
      idle_.pop_back();
      return connection;
    }
  }
  return std::make_unique<Connection>(endpoint_, key_, limits_);
}

HttpReply HttpClient::post(const std::string& json) const {
  if (stopped_) return {Transport::Stopped, 0, {}, {}, "stopped"};
  auto connection = take();
  HttpReply reply = connection->post(json, stopped_);
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(connection));
  return reply;
}

}  // namespace memfold::remote
