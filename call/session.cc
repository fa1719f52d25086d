#include "call/session.h"

#include "call/nearest_name.h"
#include "memfold/own_process.h"

namespace memfold::call {
namespace {

constexpr int kMaxDepth = 32;

/// Whether brackets are nested no deeper than any request needs: a few megabytes of them are
/// gigabytes of values. Before parsing, since a parser that is asked at each value takes the square
/// of the time.
bool within_depth(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') in_string = !in_string;
    if (in_string) {
      i += c == '\\';
    } else if (c == '{' || c == '[') {
      if (++depth > kMaxDepth) return false;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return true;
}

void show_methods(Writer& out) {
  out.begin_list(all_methods().size());
  for (const Method* one : all_methods()) {
    show_object(
        out,
        {{"name", one->name}, {"help", one->help}, {"writes", one->writes}, {"keys", one->keys()}});
  }
  out.end_list();
}

[[noreturn]] void refuse_method(std::string_view name) {
  std::vector<std::string> known = {"methods", "refresh"};
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
  if (!within_depth(text)) {
    throw Error(ErrorCode::InvalidArgument, "the request is nested too deep");
  }
  try {
    return RequestJson::parse(text);
  } catch (const RequestJson::parse_error& error) {
    // Its message quotes the text.
    throw Error(ErrorCode::InvalidArgument,
                "the request is not JSON; see its byte " + std::to_string(error.byte));
  } catch (const RequestJson::exception&) {
    throw Error(ErrorCode::InvalidArgument, "the request holds a number that is out of range");
  }
}

Session::Session(const std::string& path, const RequestJson& options, const HostModels& host) {
  forbid_host_call();
  engine_.emplace(Engine::open(path, engine_options(options, host)));
}

Shown Session::call(std::string_view name, const RequestJson& request, const Vectors& vectors,
                    const Control& control) {
  forbid_host_call();
  if (name == "methods") return shown("methods", show_methods);
  if (name == "refresh") {
    refresh();
    return shown_nothing();
  }
  const Method* method = find_method(name);
  if (method == nullptr) refuse_method(name);
  require_own_process(process_);
  if (is_closed_) throw ClosedError();
  const std::shared_lock lock(mutex_);
  if (!engine_) throw ClosedError();
  return method->run({*engine_, vectors, control}, request);
}

void Session::refresh() {
  require_own_process(process_);
  const std::unique_lock lock(mutex_);
  if (!engine_) throw ClosedError();
  engine_->refresh();
}

void Session::close() {
  forbid_host_call();
  require_own_process(process_);
  is_closed_ = true;  // before the lock: nobody new comes in while it waits
  const std::unique_lock lock(mutex_);
  engine_.reset();
}

}  // namespace memfold::call
