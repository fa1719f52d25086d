#include "call/session.h"

#include "call/nearest_name.h"

namespace memfold::call {
namespace {

constexpr int kMaxDepth = 32;

/// Refuses what no request needs while it is being read: a few megabytes of brackets are gigabytes
/// of values.
bool within_depth(int depth, RequestJson::parse_event_t, RequestJson&) {
  if (depth > kMaxDepth) throw Error(ErrorCode::InvalidArgument, "the request is nested too deep");
  return true;
}

Json methods_json() {
  Json methods = Json::array();
  for (const Method* one : all_methods()) {
    methods.push_back(
        {{"name", one->name}, {"help", one->help}, {"writes", one->writes}, {"keys", one->keys()}});
  }
  return {{"methods", methods}};
}

[[noreturn]] void refuse_method(std::string_view name) {
  std::vector<std::string> known = {"methods"};
  for (const Method* one : all_methods()) known.emplace_back(one->name);
  const std::string shown(name.substr(0, 64));
  throw Error(ErrorCode::NotFound, "unknown method " + shown + suggestion(shown, known));
}

void forbid_host_call() {
  if (!HostCall::is_running()) return;
  throw Error(ErrorCode::InvalidArgument, "a callback may not call an engine");
}

}  // namespace

RequestJson parse_request(std::string_view text) {
  if (text.size() > kMaxRequestBytes) {
    throw Error(ErrorCode::InvalidArgument, "the request is longer than 64 MiB; make several");
  }
  try {
    return RequestJson::parse(text, within_depth);
  } catch (const RequestJson::parse_error& error) {
    // Its message quotes the text.
    throw Error(ErrorCode::InvalidArgument,
                "the request is not JSON; see its byte " + std::to_string(error.byte));
  }
}

Session::Session(const std::string& path, const RequestJson& options, const HostModels& host) {
  forbid_host_call();
  engine_.emplace(Engine::open(path, engine_options(options, host)));
}

Json Session::call(std::string_view name, const RequestJson& request, const Vectors& vectors,
                   const Control& control) {
  forbid_host_call();
  if (name == "methods") return methods_json();
  const Method* method = find_method(name);
  if (method == nullptr) refuse_method(name);
  if (is_closed_) throw ClosedError();
  const std::shared_lock lock(mutex_);
  if (!engine_) throw ClosedError();
  return method->run({*engine_, vectors, control}, request);
}

void Session::close() {
  forbid_host_call();
  is_closed_ = true;  // before the lock: nobody new comes in while it waits
  const std::unique_lock lock(mutex_);
  engine_.reset();
}

}  // namespace memfold::call
