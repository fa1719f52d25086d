// Python values and JSON, each as the other.
#pragma once

#include <nanobind/nanobind.h>

#include "call/json.h"
#include "call/read_value.h"

namespace memfold::python {

/// None, bool, int, float, str, list, tuple, dict, and what is like them: any mapping or iterable
/// of numbers (numpy), dates and times (ISO 8601). Throws Error(InvalidArgument) for anything else,
/// and for what is nested too deeply, naming its place.
call::RequestJson to_request(nanobind::handle value);

/// dict, list, str, int, float, bool, None. Text that is not UTF-8 has its bytes replaced.
nanobind::object to_python(const call::Json& json);

}  // namespace memfold::python
