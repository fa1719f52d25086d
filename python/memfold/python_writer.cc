#include "python/memfold/python_writer.h"

#include <unordered_map>
#include <utility>
#include <vector>

namespace nb = nanobind;

namespace memfold::python {
namespace {

PyObject* required(PyObject* object) {
  if (object == nullptr) throw nb::python_error();
  return object;
}

PyObject* text_object(std::string_view text) {
  return PyUnicode_DecodeUTF8(text.data(), Py_ssize_t(text.size()), "replace");
}

/// Objects of the texts that last: one each, interned and kept, since a few hundred come again and
/// again. Found by where the text lies, in a table with open addressing that is never more than
/// half full. Used with the GIL.
class LastingTexts {
 public:
  /// Borrowed.
  PyObject* object(std::string_view text) {
    if (text.empty()) text = "";  // wherever it is: what has no name
    Slot& slot = slot_of(text.data());
    return slot.text == text.data() ? slot.object : add(text);
  }

 private:
  struct Slot {
    const char* text = nullptr;
    PyObject* object = nullptr;
  };

  /// Its own, or the free one where it belongs.
  Slot& slot_of(const char* text) {
    const std::size_t last = slots_.size() - 1;
    std::size_t at = (reinterpret_cast<std::uintptr_t>(text) * 0x9E3779B97F4A7C15ull) >> 40 & last;
    while (slots_[at].text != nullptr && slots_[at].text != text) at = (at + 1) & last;
    return slots_[at];
  }

  PyObject* add(std::string_view text) {
    PyObject* object = required(text_object(text));
    PyUnicode_InternInPlace(&object);
    if (++used_ > slots_.size() / 2) {
      const std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(slots_.size() * 2));
      for (const Slot& slot : before) {
        if (slot.text != nullptr) slot_of(slot.text) = slot;
      }
    }
    slot_of(text.data()) = {text.data(), object};
    return object;
  }

  std::vector<Slot> slots_ = std::vector<Slot>(1024);  ///< a power of two
  std::size_t used_ = 0;
};

PyObject* lasting_object(std::string_view text) {
  static auto* const kTexts = new LastingTexts;
  return kTexts->object(text);
}

/// By kind, a dict with the keys its records have and nothing under them. A copy of it is as large
/// as it will be, where a new one grows five times to fifty keys.
std::unordered_map<const void*, PyObject*>& blank_records() {
  static auto* const kBlank = new std::unordered_map<const void*, PyObject*>;  // with the GIL
  return *kBlank;
}

/// Of a record that is written: a copy without its values.
nb::object blank_copy(PyObject* record) {
  nb::object blank = nb::steal(required(PyDict_Copy(record)));
  PyObject *key = nullptr, *value = nullptr;
  Py_ssize_t at = 0;
  while (PyDict_Next(blank.ptr(), &at, &key, &value)) {
    if (PyDict_SetItem(blank.ptr(), key, Py_None) != 0) throw nb::python_error();
  }
  return blank;
}

}  // namespace

/// Takes the value over.
void PythonWriter::add(PyObject* value) {
  required(value);
  if (open_.empty()) {
    whole_ = nb::steal(value);
    return;
  }
  Open& in = open_.back();
  if (in.next >= 0) {
    PyList_SET_ITEM(in.container, in.next++, value);
    return;
  }
  const int failed = PyDict_SetItem(in.container, key_, value);
  Py_DECREF(value);
  if (failed != 0) throw nb::python_error();
}

bool PythonWriter::passes_into() {
  if (!passes_over()) return false;
  ++passed_depth_;
  return true;
}

void PythonWriter::null() {
  if (passes_over()) return;
  Py_INCREF(Py_None);
  add(Py_None);
}

void PythonWriter::boolean(bool value) {
  if (passes_over()) return;
  add(PyBool_FromLong(value));
}

void PythonWriter::integer(std::int64_t value) {
  if (passes_over()) return;
  add(PyLong_FromLongLong(value));
}

void PythonWriter::natural(std::uint64_t value) {
  if (passes_over()) return;
  add(PyLong_FromUnsignedLongLong(value));
}

void PythonWriter::real(double value) {
  if (passes_over()) return;
  add(PyFloat_FromDouble(value));
}

void PythonWriter::text(std::string_view value) {
  if (passes_over()) return;
  add(text_object(value));
}

void PythonWriter::name(std::string_view lasting) {
  if (passes_over()) return;
  PyObject* const object = lasting_object(lasting);
  Py_INCREF(object);
  add(object);
}

void PythonWriter::begin_list(std::size_t size) {
  if (passes_into()) return;
  PyObject* const list = required(PyList_New(Py_ssize_t(size)));
  add(list);
  open_.push_back({list, 0});
}

void PythonWriter::begin_object(std::size_t) {
  if (passes_into()) return;
  PyObject* const dict = required(PyDict_New());
  add(dict);
  open_.push_back({dict, -1});
}

void PythonWriter::begin_record(std::size_t size, const void* kind) {
  if (chosen_ != nullptr) return begin_object(size);  // it has some of its keys alone
  const auto& known = blank_records();
  const auto blank = known.find(kind);
  const bool is_first = blank == known.end();
  PyObject* const dict = required(is_first ? PyDict_New() : PyDict_Copy(blank->second));
  add(dict);
  open_.push_back({dict, -1, is_first ? kind : nullptr});
}

void PythonWriter::end_object() {
  if (passed_depth_ > 0) {
    --passed_depth_;
    return;
  }
  const Open ended = open_.back();
  open_.pop_back();
  if (ended.kind == nullptr) return;
  nb::object blank = blank_copy(ended.container);
  if (blank_records().try_emplace(ended.kind, blank.ptr()).second) blank.release();
}

void PythonWriter::key(std::string_view lasting) {
  if (passed_depth_ > 0) return;
  key_ = lasting_object(lasting);
  if (chosen_ == nullptr) return;
  const int is_chosen = PySet_Contains(chosen_, key_);
  if (is_chosen < 0) throw nb::python_error();
  passes_next_ = is_chosen == 0;
}

void PythonWriter::given_key(std::string_view name) {
  if (passed_depth_ > 0) return;
  given_key_ = nb::steal(required(text_object(name)));
  key_ = given_key_.ptr();
}

}  // namespace memfold::python
