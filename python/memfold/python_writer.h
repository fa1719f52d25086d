// What is shown (call/show.h), as Python objects: nothing in between.
#pragma once

#include <nanobind/nanobind.h>

#include <vector>

#include "call/show.h"

namespace memfold::python {

/// Makes dict, list, str, int, float, bool and None, with the GIL. Text that is not UTF-8 has its
/// bytes replaced. Throws nb::python_error.
class PythonWriter final : public call::Writer {
 public:
  PythonWriter() { open_.reserve(8); }

  void null() override;
  void boolean(bool value) override;
  void integer(std::int64_t value) override;
  void natural(std::uint64_t value) override;
  void real(double value) override;
  void text(std::string_view value) override;
  void name(std::string_view lasting) override;
  void begin_list(std::size_t size) override;
  void end_list() override { open_.pop_back(); }
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

  nanobind::object whole_;
  std::vector<Open> open_;
  PyObject* key_ = nullptr;     ///< borrowed
  nanobind::object given_key_;  ///< holds key_ where nothing else does
};

template <typename T>
nanobind::object to_python(const T& value) {
  PythonWriter out;
  show(out, value);
  return out.take();
}

}  // namespace memfold::python
