// What is shown (call/show.h), as Python objects: nothing in between.
#pragma once

#include <nanobind/nanobind.h>

#include <utility>
#include <vector>

#include "call/show.h"

namespace memfold::python {

/// Makes dict, list, str, int, float, bool and None, with the GIL. Text that is not UTF-8 has its
/// bytes replaced. Throws nb::python_error.
class PythonWriter final : public call::Writer {
 public:
  /// `chosen`: a set of keys, borrowed; of objects only what is under one of these is made. A
  /// host's own keys are all told. Null: everything is.
  explicit PythonWriter(PyObject* chosen = nullptr) : chosen_(chosen) { open_.reserve(8); }

  void null() override;
  void boolean(bool value) override;
  void integer(std::int64_t value) override;
  void natural(std::uint64_t value) override;
  void real(double value) override;
  void text(std::string_view value) override;
  void name(std::string_view lasting) override;
  void begin_list(std::size_t size) override;
  void end_list() override { end_object(); }
  void begin_object(std::size_t size) override;
  void begin_record(std::size_t size, const void* kind) override;
  void end_object() override;
  void key(std::string_view lasting) override;
  void given_key(std::string_view name) override;

  /// What was written; once.
  nanobind::object take() { return std::move(whole_); }

 private:
  /// A list or dict begun and not ended. The one before holds it, `whole_` the first.
  struct Open {
    PyObject* container;
    Py_ssize_t next;             ///< of a list: the place of its next item; -1: a dict
    const void* kind = nullptr;  ///< of a record that is the first of its kind
  };

  void add(PyObject* value);
  /// Whether the value that comes is under a key that was not chosen, or in one that is.
  bool passes_over() { return passed_depth_ > 0 || std::exchange(passes_next_, false); }
  /// Likewise of a list or object that begins.
  bool passes_into();

  PyObject* chosen_;
  std::size_t passed_depth_ = 0;  ///< of lists and objects begun that nobody asked for
  bool passes_next_ = false;
  nanobind::object whole_;
  std::vector<Open> open_;
  PyObject* key_ = nullptr;     ///< borrowed
  nanobind::object given_key_;  ///< holds key_ where nothing else does
};

template <typename T>
nanobind::object to_python(const T& value, PyObject* chosen = nullptr) {
  PythonWriter out(chosen);
  show(out, value);
  return out.take();
}

}  // namespace memfold::python
