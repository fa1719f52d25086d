#include "python/memfold/python_models.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <cmath>
#include <stdexcept>

#include "call/analysis_json.h"
#include "call/json.h"
#include "call/message_json.h"
#include "call/session.h"
#include "memfold/error.h"
#include "memfold/models.h"
#include "python/memfold/json_values.h"
#include "python/memfold/python_writer.h"

namespace nb = nanobind;

namespace memfold::python {
namespace {

/// Of Python, held by C++ objects that any thread may end.
class Held {
 public:
  explicit Held(nb::handle object) : object_(object.ptr()) { Py_INCREF(object_); }
  ~Held() {
    if (!Py_IsInitialized()) return;
    const nb::gil_scoped_acquire mine;
    Py_DECREF(object_);
  }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  nb::handle get() const { return object_; }

 private:
  PyObject* object_;
};

/// "ValueError: what it says"; the type alone where it cannot be said.
std::string text_of(nb::python_error& error) {
  const auto* type = reinterpret_cast<const PyTypeObject*>(error.type().ptr());
  std::string text = type->tp_name;
  PyObject* said = PyObject_Str(error.value().ptr());
  PyObject* bytes =
      said == nullptr ? nullptr : PyUnicode_AsEncodedString(said, "utf-8", "backslashreplace");
  if (bytes != nullptr) {
    text += ": ";
    text.append(PyBytes_AS_STRING(bytes), std::size_t(PyBytes_GET_SIZE(bytes)));
  }
  Py_XDECREF(bytes);
  Py_XDECREF(said);
  PyErr_Clear();
  return text;
}

/// Runs it with the GIL, and gives what Python raised as what the engine passes on.
template <typename Work>
auto in_python(Work work) {
  const nb::gil_scoped_acquire mine;
  const call::HostCall running;
  try {
    return work();
  } catch (nb::python_error& error) {
    throw std::runtime_error(text_of(error));
  } catch (const Error& error) {  // an answer that cannot be used: the model's fault
    throw std::runtime_error(error.what());
  }
}

void require_attributes(nb::handle model, const char* part,
                        std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (nb::hasattr(model, name)) continue;
    throw Error(ErrorCode::InvalidArgument, std::string(part) + " has no " + name);
  }
}

std::string name_of(nb::handle model, const char* part) {
  const nb::object name = model.attr("name");
  if (!nb::isinstance<nb::str>(name) || nb::len(name) == 0) {
    throw Error(ErrorCode::InvalidArgument, std::string(part) + ".name must be a text");
  }
  return nb::cast<std::string>(name);
}

class PythonEmbedder final : public Embedder {
 public:
  explicit PythonEmbedder(nb::handle model)
      : model_(model),
        name_(name_of(model, "embedder")),
        dimension_(nb::cast<int>(model.attr("dimension"))) {
    if (dimension_ < 1 || dimension_ > kMaxDimension) {
      throw Error(ErrorCode::InvalidArgument, "embedder.dimension must lie in 1..4096");
    }
    if (nb::hasattr(model, "calibration")) read_calibration(model.attr("calibration"));
    if (nb::hasattr(model, "texts_per_call")) {
      texts_per_call_ = nb::cast<std::size_t>(model.attr("texts_per_call"));
    }
  }

  std::string name() const override { return name_; }
  int dimension() const override { return dimension_; }
  const Calibration& calibration() const override { return calibration_; }
  std::size_t texts_per_call() const override { return texts_per_call_; }

  void embed(std::span<const std::string_view> texts, std::span<std::int16_t> out) const override {
    in_python([&] {
      nb::list given;
      for (const std::string_view text : texts) given.append(nb::str(text.data(), text.size()));
      // Through numpy, so that rows may be an array of any kind, or lists.
      const nb::object rows = nb::module_::import_("numpy").attr("ascontiguousarray")(
          model_.get().attr("embed")(given), nb::arg("dtype") = "float32");
      using Rows = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
      Rows array;
      if (!nb::try_cast(rows, array) || array.shape(0) != texts.size() ||
          array.shape(1) != std::size_t(dimension_)) {
        throw std::runtime_error("it gave no array of " + std::to_string(texts.size()) + " x " +
                                 std::to_string(dimension_));
      }
      const std::span values(array.data(), texts.size() * std::size_t(dimension_));
      for (const float value : values) {
        if (!std::isfinite(value)) throw std::runtime_error("it gave a number that is not finite");
      }
      const auto width = std::size_t(dimension_);
      for (std::size_t i = 0; i < texts.size(); ++i) {
        quantise_unit(values.subspan(i * width, width), out.subspan(i * width, width));
      }
    });
  }

 private:
  void read_calibration(nb::handle pairs) {
    std::vector<Calibration::Point> points;
    for (nb::handle pair : nb::iter(pairs)) {
      points.push_back(
          {nb::cast<double>(nb::object(pair[0])), nb::cast<double>(nb::object(pair[1]))});
    }
    if (!points.empty()) calibration_ = Calibration(std::move(points));
  }

  Held model_;
  std::string name_;
  int dimension_;
  Calibration calibration_;
  std::size_t texts_per_call_ = 0;
};

class PythonAnalyst final : public Analyst {
 public:
  explicit PythonAnalyst(nb::handle model) : model_(model), name_(name_of(model, "analyst")) {}

  std::string name() const override { return name_; }

  Analysis compare(const Statement& existing, const Statement& incoming) const override {
    return in_python([&] {
      const nb::object answer =
          model_.get().attr("compare")(to_python(existing), to_python(incoming));
      return call::analysis_of(to_request(answer), name_);
    });
  }

 private:
  Held model_;
  std::string name_;
};

class PythonExtractor final : public Extractor {
 public:
  explicit PythonExtractor(nb::handle model) : model_(model), name_(name_of(model, "extractor")) {}

  std::string name() const override { return name_; }

  std::vector<Fact> extract(const Message& message) const override {
    return in_python([&] {
      const nb::object facts = model_.get().attr("extract")(to_python(message));
      return call::facts_of(to_request(facts), message);
    });
  }

 private:
  Held model_;
  std::string name_;
};

}  // namespace

LogOptions log_to(nb::handle told) {
  const auto sink = [held = std::make_shared<Held>(told)](const LogEvent& event) {
    if (!Py_IsInitialized()) return;
    const nb::gil_scoped_acquire mine;
    const call::HostCall running;
    try {
      held->get()(to_python(event));
    } catch (nb::python_error& error) {
      error.discard_as_unraisable("memfold: log");
    }
  };
  return {sink, LogLevel::Debug};  // which level is heard is Python's to say, and may change
}

call::HostModels models_of(nb::handle embedder, nb::handle analyst, nb::handle extractor) {
  call::HostModels models;
  if (!embedder.is_none()) {
    require_attributes(embedder, "embedder", {"name", "dimension", "embed"});
    models.embedder = std::make_shared<PythonEmbedder>(embedder);
  }
  if (!analyst.is_none()) {
    require_attributes(analyst, "analyst", {"name", "compare"});
    models.analyst = std::make_shared<PythonAnalyst>(analyst);
  }
  if (!extractor.is_none()) {
    require_attributes(extractor, "extractor", {"name", "extract"});
    models.extractor = std::make_shared<PythonExtractor>(extractor);
  }
  return models;
}

}  // namespace memfold::python
