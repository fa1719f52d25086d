#include "loopback_server.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>

namespace memfold::testing_remote {
namespace {

int bind_loopback(int& port) {
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (listener < 0 || bind(listener, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    throw std::runtime_error("no loopback port");
  }
  port = ntohs(address.sin_port);
  return listener;
}

bool send_all(int connection, const std::string& text) {
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t n = send(connection, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (n <= 0) return false;
    sent += std::size_t(n);
  }
  return true;
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return char(std::tolower(c)); });
  return text;
}

HttpRequest parse_head(const std::string& head) {
  HttpRequest request;
  std::size_t line = head.find("\r\n");
  const std::string first = head.substr(0, line);
  const std::size_t space = first.find(' ');
  request.method = first.substr(0, space);
  request.target = first.substr(space + 1, first.rfind(' ') - space - 1);
  while (line + 2 < head.size()) {
    const std::size_t end = head.find("\r\n", line + 2);
    const std::string text = head.substr(line + 2, end - line - 2);
    const std::size_t colon = text.find(": ");
    if (colon != std::string::npos) {
      request.headers[lower(text.substr(0, colon))] = text.substr(colon + 2);
    }
    line = end;
  }
  return request;
}

std::string head_of(const HttpResponse& response, std::size_t length) {
  std::string text = "HTTP/1.1 " + std::to_string(response.status) + " Status\r\n";
  for (const auto& [name, value] : response.headers) text += name + ": " + value + "\r\n";
  return text + "Content-Length: " + std::to_string(length) + "\r\nConnection: close\r\n\r\n";
}

}  // namespace

LoopbackServer::LoopbackServer(Handler handler) : handler_(std::move(handler)) {
  listener_ = bind_loopback(port_);
  if (listen(listener_, 128) != 0) throw std::runtime_error("cannot listen");
  acceptor_ = std::thread([this] { accept_all(); });
}

LoopbackServer::~LoopbackServer() {
  stopped_ = true;
  shutdown(listener_, SHUT_RDWR);
  acceptor_.join();
  for (std::thread& thread : threads_) thread.join();
  close(listener_);
}

std::string LoopbackServer::url() const {
  return "http://127.0.0.1:" + std::to_string(port_) + "/v1";
}

std::vector<HttpRequest> LoopbackServer::requests() const {
  const std::lock_guard lock(mutex_);
  return requests_;
}

void LoopbackServer::accept_all() {
  while (!stopped_) {
    const int connection = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0) continue;
    threads_.emplace_back([this, connection] {
      serve(connection);
      close(connection);
    });
  }
}

void LoopbackServer::serve(int connection) {
  std::string text;
  char buffer[4096];
  std::size_t head = std::string::npos, needed = 0;
  HttpRequest request;
  while (head == std::string::npos || text.size() < needed) {
    const ssize_t n = recv(connection, buffer, sizeof buffer, 0);
    if (n <= 0) return;
    text.append(buffer, std::size_t(n));
    if (head != std::string::npos) continue;
    head = text.find("\r\n\r\n");
    if (head == std::string::npos) continue;
    request = parse_head(text.substr(0, head + 2));
    needed = head + 4 + std::stoul(request.headers["content-length"]);
  }
  request.body = text.substr(head + 4);
  {
    const std::lock_guard lock(mutex_);
    requests_.push_back(request);
  }

  using Manner = HttpResponse::Manner;
  const HttpResponse response = handler_(request);
  const auto is_here = [&] {  // the client sends nothing more, so what can be read is its leaving
    pollfd descriptor{connection, POLLIN, 0};
    return !stopped_ && poll(&descriptor, 1, 10) == 0;
  };
  switch (response.manner) {
    case Manner::Answer:
      send_all(connection, head_of(response, response.body.size()) + response.body);
      break;
    case Manner::Close:
      break;
    case Manner::Half:
      send_all(connection, head_of(response, response.body.size() + 100) + response.body);
      break;
    case Manner::Hang:
      while (is_here()) {
      }
      break;
    case Manner::Trickle:
      send_all(connection, "HTTP/1.1 200 Status\r\nX-Slow: ");
      while (is_here() && send_all(connection, "x")) {
      }
      break;
    case Manner::Endless:
      send_all(connection, "HTTP/1.1 200 Status\r\nConnection: close\r\n\r\n");
      while (!stopped_ && send_all(connection, std::string(65536, ' '))) {
      }
      break;
  }
}

std::string url_of_nobody() {
  int port = 0;
  // Bound and closed without listening: refused, unless somebody takes it this very moment.
  close(bind_loopback(port));
  return "http://127.0.0.1:" + std::to_string(port) + "/v1";
}

}  // namespace memfold::testing_remote
