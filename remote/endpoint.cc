#include "remote/endpoint.h"

#include <arpa/inet.h>
#include <curl/curl.h>

#include <memory>

#include "memfold/error.h"

namespace memfold::remote {
namespace {

constexpr std::size_t kMaxBytes = 2048;

[[noreturn]] void refuse_endpoint(const std::string& what) {
  throw Error(ErrorCode::InvalidArgument, "endpoint " + what);
}

class Url {
 public:
  explicit Url(const std::string& text) : url_(curl_url(), curl_url_cleanup) {
    if (!url_) throw std::bad_alloc();
    if (curl_url_set(url_.get(), CURLUPART_URL, text.c_str(), 0) != CURLUE_OK) {
      refuse_endpoint("must be a URL such as http://127.0.0.1:11434/v1");
    }
  }

  /// Empty where the URL has none.
  std::string part(CURLUPart which) const {
    char* text = nullptr;
    if (curl_url_get(url_.get(), which, &text, 0) != CURLUE_OK) return {};
    const std::unique_ptr<char, decltype(&curl_free)> owned(text, curl_free);
    return text;
  }

  void set_path(const std::string& path) {
    if (curl_url_set(url_.get(), CURLUPART_PATH, path.c_str(), 0) != CURLUE_OK) {
      refuse_endpoint("has a path that cannot be used");
    }
  }

 private:
  std::unique_ptr<CURLU, decltype(&curl_url_cleanup)> url_;
};

/// Names are not resolved: only what says loopback in so many words is one. curl itself resolves
/// "localhost" to loopback whatever the system says.
bool is_loopback(std::string host) {
  for (char& c : host) c = c >= 'A' && c <= 'Z' ? char(c + 32) : c;
  if (host == "localhost") return true;
  if (host.size() > 2 && host.front() == '[') host = host.substr(1, host.size() - 2);
  in_addr four{};
  if (inet_pton(AF_INET, host.c_str(), &four) == 1) return ntohl(four.s_addr) >> 24 == 127;
  in6_addr six{};
  return inet_pton(AF_INET6, host.c_str(), &six) == 1 && IN6_IS_ADDR_LOOPBACK(&six);
}

}  // namespace

Endpoint parse_endpoint(const std::string& text, std::string_view wanted) {
  if (text.empty() || text.size() > kMaxBytes || text.find('\0') != std::string::npos) {
    refuse_endpoint("must have 1..2048 bytes");
  }
  Url url(text);
  if (!url.part(CURLUPART_USER).empty() || !url.part(CURLUPART_PASSWORD).empty()) {
    refuse_endpoint(
        "must not hold a user or password; name the key's place with api_key_env or "
        "api_key_file");
  }
  if (!url.part(CURLUPART_QUERY).empty() || !url.part(CURLUPART_FRAGMENT).empty()) {
    refuse_endpoint("must not hold a query or fragment");
  }
  const std::string scheme = url.part(CURLUPART_SCHEME);
  if (scheme != "http" && scheme != "https") refuse_endpoint("must begin with http:// or https://");

  std::string path = url.part(CURLUPART_PATH);
  while (!path.empty() && path.back() == '/') path.pop_back();
  if (!path.ends_with(wanted)) path += wanted;
  url.set_path(path);

  return {url.part(CURLUPART_URL), scheme == "https", is_loopback(url.part(CURLUPART_HOST))};
}

}  // namespace memfold::remote
