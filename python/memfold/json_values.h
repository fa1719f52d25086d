// Python values as the JSON of a request.
#pragma once

#include <nanobind/nanobind.h>

#include "call/read_value.h"

namespace memfold::python {

/// None, bool, int, float, str, list, tuple, dict, and what is like them: any mapping or iterable
/// of numbers (numpy), dates and times (ISO 8601). Throws Error(InvalidArgument) for anything else,
/// and for what is nested too deeply, naming its place.
call::RequestJson to_request(nanobind::handle value);

}  // namespace memfold::python
