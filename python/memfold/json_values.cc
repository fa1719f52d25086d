#include "python/memfold/json_values.h"

#include <string>

namespace nb = nanobind;

namespace memfold::python {
namespace {

using call::Place;
using call::RequestJson;

constexpr int kMaxDepth = 32;

std::string_view text_of(nb::handle text, const Place& place) {
  Py_ssize_t size = 0;
  const char* const bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (bytes == nullptr) {
    PyErr_Clear();
    call::refuse(place, "is no text that UTF-8 can hold");
  }
  return {bytes, std::size_t(size)};
}

RequestJson number_of(nb::handle value, const Place& place) {
  int overflow = 0;
  const long long number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
  if (overflow == 0) return number;
  const unsigned long long large = overflow > 0 ? PyLong_AsUnsignedLongLong(value.ptr()) : 0;
  if (overflow < 0 || PyErr_Occurred()) {
    PyErr_Clear();
    call::refuse(place, "is a number out of range");
  }
  return large;
}

RequestJson value_of(nb::handle value, const Place& place, int depth);

/// Of a copy: what is read of its values may run Python that changes the dict.
RequestJson object_of(nb::handle given, const Place& place, int depth) {
  const nb::object items = nb::steal(PyDict_Copy(given.ptr()));
  if (!items.is_valid()) throw nb::python_error();
  RequestJson object = RequestJson::object();
  PyObject *key = nullptr, *item = nullptr;
  Py_ssize_t at = 0;
  while (PyDict_Next(items.ptr(), &at, &key, &item)) {
    if (!PyUnicode_Check(key)) call::refuse(place, "has a key that is no text");
    const std::string_view name = text_of(key, place);
    object.emplace(name, value_of(item, place.in(name), depth + 1));
  }
  return object;
}

RequestJson list_of(nb::handle items, const Place& place, int depth) {
  const nb::object fast = nb::steal(PySequence_Tuple(items.ptr()));  // a copy, likewise
  if (!fast.is_valid()) throw nb::python_error();
  RequestJson list = RequestJson::array();
  const Py_ssize_t size = PyTuple_GET_SIZE(fast.ptr());
  list.get_ref<RequestJson::array_t&>().reserve(std::size_t(size));
  for (Py_ssize_t i = 0; i < size; ++i) {
    list.push_back(value_of(PyTuple_GET_ITEM(fast.ptr(), i), place.at(std::size_t(i)), depth + 1));
  }
  return list;
}

/// Neither of the types that JSON has: by what it can do.
RequestJson other_value(nb::handle value, const Place& place, int depth) {
  if (nb::hasattr(value, "isoformat")) {
    return std::string(text_of(nb::str(value.attr("isoformat")()), place));
  }
  if (nb::hasattr(value, "tolist")) return value_of(value.attr("tolist")(), place, depth + 1);
  if (nb::hasattr(value, "keys") && nb::hasattr(value, "__getitem__")) {
    const nb::object copy = nb::steal(PyDict_New());
    if (PyDict_Update(copy.ptr(), value.ptr()) != 0) throw nb::python_error();
    return object_of(copy, place, depth);
  }
  if (PySet_Check(value.ptr()) || PyFrozenSet_Check(value.ptr())) {
    return list_of(nb::steal(PySequence_List(value.ptr())), place, depth);
  }
  call::refuse(place,
               "is of type " + std::string(Py_TYPE(value.ptr())->tp_name) + ", which has no JSON");
}

RequestJson value_of(nb::handle value, const Place& place, int depth) {
  if (depth > kMaxDepth) call::refuse(place, "is nested too deep");
  if (value.is_none()) return nullptr;
  if (PyBool_Check(value.ptr())) return value.is(Py_True);
  if (PyUnicode_Check(value.ptr())) return std::string(text_of(value, place));
  if (PyLong_Check(value.ptr())) return number_of(value, place);
  if (PyFloat_Check(value.ptr())) return PyFloat_AS_DOUBLE(value.ptr());
  if (PyDict_Check(value.ptr())) return object_of(value, place, depth);
  if (PyList_Check(value.ptr()) || PyTuple_Check(value.ptr())) return list_of(value, place, depth);
  return other_value(value, place, depth);
}

}  // namespace

RequestJson to_request(nb::handle value) {
  return value_of(value, {}, 0);
}

}  // namespace memfold::python
