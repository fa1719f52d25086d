// The extension module: Python values for requests and replies, exceptions for errors, and the GIL
// let go while the engine works. What is pleasant to use is written in Python around it.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include "call/session.h"
#include "python/memfold/json_values.h"
#include "python/memfold/python_models.h"
#include "python/memfold/python_writer.h"

namespace nb = nanobind;

namespace memfold::python {
namespace {

/// Exceptions by status, made in errors.py: (InvalidArgument, NotFound, ..., Closed).
nb::object& error_types() {
  static auto* const kTypes = new nb::object;
  return *kTypes;
}

constexpr std::size_t kClosed = std::size_t(ErrorCode::Stopped) + 1;

void translate(const std::exception_ptr& thrown, void*) {
  const auto raise = [](std::size_t type, const char* message) {
    PyErr_SetString(nb::object(error_types()[type]).ptr(), message);
  };
  try {
    std::rethrow_exception(thrown);
  } catch (const call::ClosedError& closed) {
    raise(kClosed, closed.what());
  } catch (const Error& error) {
    raise(std::size_t(error.code()), error.what());
  }
}

using Rows = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

/// Set from Python to stop a call.
struct Stop {
  std::stop_source source;
};

class PySession {
 public:
  PySession(const std::string& path, const nb::object& options, const nb::object& embedder,
            const nb::object& analyst, const nb::object& extractor, const nb::object& log) {
    const call::RequestJson json = to_request(options);
    call::HostModels host = models_of(embedder, analyst, extractor);
    if (!log.is_none()) host.log = log_to(log);
    const nb::gil_scoped_release others_run;
    session_ = std::make_unique<call::Session>(path, json, host);
  }
  /// Threads of the engine that have something to say want the GIL, and closing waits for them.
  ~PySession() {
    const nb::gil_scoped_release others_run;
    session_.reset();
  }
  PySession(const PySession&) = delete;
  PySession& operator=(const PySession&) = delete;

  nb::object call(const std::string& method, const nb::object& request, const nb::object& rows,
                  const nb::object& progress, const Stop* stop, const nb::object& only) {
    if (!only.is_none() && !PyAnySet_Check(only.ptr())) throw nb::type_error("only: a set of keys");
    const call::RequestJson json = to_request(request);
    Rows held;  // keeps the array while the engine reads it
    call::Vectors vectors;
    if (!rows.is_none()) {
      if (!nb::try_cast(rows, held)) {
        throw Error(ErrorCode::InvalidArgument,
                    "vectors must be a two-dimensional float32 array in C order");
      }
      vectors = {held.data(), held.shape(0), held.shape(1)};
    }
    call::Control control;
    if (stop != nullptr) control.stop = stop->source.get_token();
    if (!progress.is_none()) control.on_progress = told(progress);
    call::Shown reply;
    {
      const nb::gil_scoped_release others_run;
      reply = session_->call(method, json, vectors, control);
    }
    return to_python(reply, only.is_none() ? nullptr : only.ptr());
  }

  void close() {
    const nb::gil_scoped_release others_run;
    session_->close();
  }

 private:
  /// Calls progress(figures): false, or an exception, stops.
  static std::function<bool(const call::Shown&)> told(const nb::object& progress) {
    return [progress = progress.ptr()](const call::Shown& figures) {
      const nb::gil_scoped_acquire mine;
      const call::HostCall running;
      try {
        return !nb::borrow(progress)(to_python(figures)).is(Py_False);
      } catch (nb::python_error& error) {
        error.discard_as_unraisable("memfold: progress");
        return false;
      }
    };
  }

  std::unique_ptr<call::Session> session_;
};

}  // namespace
}  // namespace memfold::python

NB_MODULE(_core, module) {
  using namespace memfold::python;
  nb::register_exception_translator(translate);
  module.def("set_error_types", [](const nb::object& types) { error_types() = types; });
  module.attr("version") = MEMFOLD_VERSION;
  nb::class_<Stop>(module, "Stop").def(nb::init<>()).def("set", [](Stop& stop) {
    stop.source.request_stop();
  });
  nb::class_<PySession>(module, "Session")
      .def(nb::init<const std::string&, nb::object, nb::object, nb::object, nb::object,
                    nb::object>(),
           nb::arg("path"), nb::arg("options") = nb::none(), nb::arg("embedder") = nb::none(),
           nb::arg("analyst") = nb::none(), nb::arg("extractor") = nb::none(),
           nb::arg("log") = nb::none())
      .def("call", &PySession::call, nb::arg("method"), nb::arg("request") = nb::none(),
           nb::arg("rows") = nb::none(), nb::arg("progress") = nb::none(),
           nb::arg("stop").none() = nb::none(), nb::arg("only") = nb::none())
      .def("close", &PySession::close);
}
