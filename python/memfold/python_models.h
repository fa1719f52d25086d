// Models written in Python, as an engine knows them.
#pragma once

#include <nanobind/nanobind.h>

#include "call/engine_options.h"

namespace memfold::python {

/// None: the built-in one. An embedder has name, dimension and embed(texts) -> rows; an analyst has
/// name and compare(existing, incoming) -> analysis; an extractor name and extract(message) ->
/// facts (docs/python.md). Throws Error(InvalidArgument) for what lacks one of these.
call::HostModels models_of(nanobind::handle embedder, nanobind::handle analyst,
                           nanobind::handle extractor);

/// Events, as dicts, to a callable of Python.
LogOptions log_to(nanobind::handle told);

}  // namespace memfold::python
