// The calls of an engine by name, each with a request in JSON and a reply as each door has it: what
// every door to memfold but C++ is made of. Doors have no logic of their own, and neither have
// these: one call of Engine or Graph each.
#pragma once

#include <concepts>
#include <functional>
#include <span>
#include <stop_token>
#include <string_view>

#include "call/read_value.h"
#include "call/requests.h"
#include "call/show.h"

namespace memfold::call {

/// Vectors that come beside a request as plain numbers, row-major: of a fold one row a fact, else
/// one. Borrowed for the call. None: `rows` is 0.
struct Vectors {
  const float* values = nullptr;
  std::size_t rows = 0, dimension = 0;

  std::vector<float> row(std::size_t index) const {
    return {values + index * dimension, values + (index + 1) * dimension};
  }
};

/// How far a long call has come, told and stopped.
struct Control {
  /// Called from any thread, one call at a time, with figures by name; false: stop. May be empty.
  std::function<bool(const Shown& figures)> on_progress{};
  std::stop_token stop{};
};

/// What a method is called with beside its request.
struct Call {
  Engine& engine;
  const Vectors& vectors;
  const Control& control;
};

/// When the call ends before it is done; `timeout_ms`: of its request, 0: none.
StopWhen stop_of(const Call& call, std::uint32_t timeout_ms);

struct Method {
  std::string_view name;
  std::string_view help;  ///< one line
  bool writes = false;    ///< needs a store opened for writing
  /// Reads the request, calls the engine, tells what came of it. Throws Error, what a host's
  /// callbacks throw as the engine passes it on, and std::bad_alloc.
  Shown (*run)(const Call& call, const RequestJson& request);
  const std::vector<std::string>& (*keys)();  ///< a request may have, in their order
};

/// By subject; each in the file of its name.
std::span<const Method> memory_methods();
std::span<const Method> change_methods();
std::span<const Method> log_methods();
std::span<const Method> store_methods();
std::span<const Method> graph_methods();
/// None where this was built without memfold::ingest.
std::span<const Method> ingest_methods();

/// Null: there is no such method.
const Method* find_method(std::string_view name);
/// Every method there is.
std::span<const Method* const> all_methods();

// What the rows of the tables are made with.

// Puts vectors where a request of this type has them. Throws Error(InvalidArgument) where it has
// none, or for another number of rows than it needs.
template <typename Request>
void attach(Request&, const Vectors&) {
  refuse({}, "takes no vectors");
}
inline void require_rows(const Vectors& vectors, std::size_t rows) {
  if (vectors.rows == rows) return;
  refuse({}, "comes with " + std::to_string(vectors.rows) + " vectors and needs " +
                 std::to_string(rows));
}
inline void attach(FoldRequest& request, const Vectors& vectors) {
  require_rows(vectors, request.facts.size());
  for (std::size_t i = 0; i < vectors.rows; ++i) request.facts[i].embedding = vectors.row(i);
}
inline void attach(ExplainRequest& request, const Vectors& vectors) {
  require_rows(vectors, 1);
  request.fact.embedding = vectors.row(0);
}
inline void attach(RecallQuery& request, const Vectors& vectors) {
  require_rows(vectors, 1);
  request.vector = vectors.row(0);
}
inline void attach(EditRequest& request, const Vectors& vectors) {
  require_rows(vectors, 1);
  request.embedding = vectors.row(0);
}

template <typename Request>
Request read_request(const RequestJson& json, const Vectors& vectors) {
  Request request{};
  if (!json.is_null()) read(json, request, {});
  if (vectors.rows > 0) attach(request, vectors);
  return request;
}

namespace method_detail {
template <typename Request>
Request request_of(Shown (*)(Engine&, Request));
template <typename Request>
Request request_of(Shown (*)(const Call&, Request));
}  // namespace method_detail

enum class Effect : bool { Reads, Writes };

/// `kRun`: Shown (*)(Engine&, Request), or of a Call where it tells how far it is.
template <auto kRun>
constexpr Method method(std::string_view name, std::string_view help,
                        Effect effect = Effect::Reads) {
  using Request = decltype(method_detail::request_of(kRun));
  return {name, help, effect == Effect::Writes,
          [](const Call& call, const RequestJson& json) {
            Request request = read_request<Request>(json, call.vectors);
            if constexpr (std::invocable<decltype(kRun), Engine&, Request>) {
              return kRun(call.engine, std::move(request));
            } else {
              return kRun(call, std::move(request));
            }
          },
          []() -> const std::vector<std::string>& { return key_names<Request>(); }};
}

/// Throws Error(InvalidArgument) naming the key of a request that has to be given.
inline void require_given(bool is_given, std::string_view key) {
  const Place request;
  if (!is_given) refuse(request.in(key), "is missing");
}

}  // namespace memfold::call
