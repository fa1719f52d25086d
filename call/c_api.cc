// memfold.h: statuses for exceptions, handles for sessions, texts for JSON.
#include "memfold.h"

#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <shared_mutex>

#include "call/c_host.h"
#include "call/json.h"
#include "call/session.h"
#include "memfold/own_process.h"

namespace memfold::call {
namespace {

/// The sessions that are open, by handle. Handles count up and are never used again, so that one
/// that was closed is told from all others.
class Registry {
 public:
  mf_engine* add(std::shared_ptr<Session> session) {
    const std::unique_lock lock(mutex_);
    sessions_.emplace(++last_, std::move(session));
    return reinterpret_cast<mf_engine*>(last_);
  }

  /// Throws ClosedError where it is none.
  std::shared_ptr<Session> find(const mf_engine* handle) const {
    const std::shared_lock lock(mutex_);
    const auto found = sessions_.find(reinterpret_cast<std::uintptr_t>(handle));
    if (found == sessions_.end()) throw ClosedError();
    return found->second;
  }

  /// Takes it out. Throws ClosedError where it is none.
  std::shared_ptr<Session> take(const mf_engine* handle) {
    const std::unique_lock lock(mutex_);
    const auto found = sessions_.find(reinterpret_cast<std::uintptr_t>(handle));
    if (found == sessions_.end()) throw ClosedError();
    const std::shared_ptr<Session> session = std::move(found->second);
    sessions_.erase(found);
    return session;
  }

 private:
  mutable std::shared_mutex mutex_;
  std::uintptr_t last_ = 0;
  std::map<std::uintptr_t, std::shared_ptr<Session>> sessions_;
};

/// The registry of this process. One that was forked has the memory of another's, whose lock
/// somebody may have held: it is not touched there.
class OwnRegistry {
 public:
  Registry& get() const {
    require_own_process(process_);
    return *registry_;
  }

 private:
  int process_ = own_process();
  Registry* registry_ = new Registry;  // never ends: calls may come while the process does
};

Registry& registry() {
  static const OwnRegistry kRegistry;
  return kRegistry.get();
}

/// By malloc, for mf_free().
char* copy_text(std::string_view text) {
  auto* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) throw std::bad_alloc();
  std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  return copy;
}

void set_error(char** error, const char* message) noexcept {
  if (error == nullptr) return;
  const std::size_t size = std::strlen(message) + 1;
  *error = static_cast<char*>(std::malloc(size));
  if (*error != nullptr) std::memcpy(*error, message, size);
}

static_assert(int(ErrorCode::InvalidArgument) + 1 == MF_INVALID_ARGUMENT);
static_assert(int(ErrorCode::Stopped) + 1 == MF_STOPPED);

/// Runs it and tells what it threw.
template <typename Work>
mf_status guarded(char** error, Work work) noexcept {
  if (error != nullptr) *error = nullptr;
  try {
    work();
    return MF_OK;
  } catch (const ClosedError& closed) {
    set_error(error, closed.what());
    return MF_CLOSED;
  } catch (const Error& failed) {
    set_error(error, failed.what());
    return mf_status(int(failed.code()) + 1);
  } catch (const std::bad_alloc&) {
    set_error(error, "out of memory");
    return MF_NO_MEMORY;
  } catch (const std::exception& failed) {
    set_error(error, failed.what());
    return MF_INTERNAL;
  } catch (...) {
    set_error(error, "an exception of unknown type");
    return MF_INTERNAL;
  }
}

void require_given(const void* pointer, const char* problem) {
  if (pointer == nullptr) throw Error(ErrorCode::InvalidArgument, problem);
}

RequestJson request_of(const char* text) {
  return text == nullptr ? RequestJson() : parse_request(text);
}

Vectors vectors_of(const mf_extras& extras) {
  if (extras.vectors == nullptr) return {};
  const mf_vectors& given = *extras.vectors;
  if (given.rows > 0) require_given(given.values, "vectors.values is NULL");
  if (given.dimension == 0 || given.dimension > std::size_t(kMaxDimension)) {
    throw Error(ErrorCode::InvalidArgument, "vectors.dimension must lie in 1..4096");
  }
  return {given.values, given.rows, given.dimension};
}

/// Contents are UTF-8 already; what a file name holds need not be.
std::string reply_text(const Shown& reply) {
  return to_json(reply).dump(-1, ' ', false, Json::error_handler_t::replace);
}

Control control_of(const mf_extras& extras) {
  Control control;
  if (extras.progress == nullptr) return control;
  control.on_progress = [&extras](const Shown& figures) {
    const std::string text = reply_text(figures);
    const HostCall running;
    return extras.progress(extras.progress_context, text.c_str()) == 0;
  };
  return control;
}

}  // namespace
}  // namespace memfold::call

using namespace memfold::call;

mf_status mf_open(const char* path, const char* options, const mf_host* host, mf_engine** engine,
                  char** error) {
  if (engine != nullptr) *engine = nullptr;
  return guarded(error, [&] {
    require_given(path, "path is NULL");
    require_given(engine, "engine is NULL");
    const HostModels models = host == nullptr ? HostModels() : host_models(*host);
    auto session = std::make_shared<Session>(path, request_of(options), models);
    *engine = registry().add(std::move(session));
  });
}

mf_status mf_call(mf_engine* engine, const char* method, const char* request, char** reply,
                  char** error) {
  return mf_call_with(engine, method, request, nullptr, reply, error);
}

mf_status mf_call_with(mf_engine* engine, const char* method, const char* request,
                       const mf_extras* extras, char** reply, char** error) {
  if (reply != nullptr) *reply = nullptr;
  return guarded(error, [&] {
    require_given(method, "method is NULL");
    const mf_extras given =
        extras == nullptr ? mf_extras{} : known_part(*extras, "extras.size must be set");
    const auto session = registry().find(engine);
    const Shown answer =
        session->call(method, request_of(request), vectors_of(given), control_of(given));
    if (reply != nullptr) *reply = copy_text(reply_text(answer));
  });
}

mf_status mf_close(mf_engine* engine, char** error) {
  return guarded(error, [&] {
    if (HostCall::is_running()) {
      throw memfold::Error(memfold::ErrorCode::InvalidArgument,
                           "a callback may not close an engine");
    }
    registry().take(engine)->close();
  });
}

void mf_set_answer(mf_answer* answer, const char* analysis_json) {
  if (answer == nullptr || analysis_json == nullptr) return;
  try {
    *reinterpret_cast<std::string*>(answer) = analysis_json;
  } catch (const std::bad_alloc&) {  // no answer, then
  }
}

void mf_free(char* text) {
  std::free(text);
}

const char* mf_version(void) {
  return MEMFOLD_VERSION;
}

const char* mf_status_name(mf_status status) {
  constexpr const char* kNames[] = {"ok",      "invalid_argument", "not_found", "mismatch",
                                    "locked",  "corruption",       "io",        "unsupported",
                                    "model",   "stopped",          "closed",    "no_memory",
                                    "internal"};
  return status >= MF_OK && status <= MF_INTERNAL ? kNames[status] : "unknown";
}
