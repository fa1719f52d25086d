// The form an answer must have, for the endpoint to enforce and for us to check.
#pragma once

#include "remote/json_schema.h"

namespace memfold::remote {

/// The relations a link may have; a model is offered no others.
inline constexpr EdgeType kLinkTypes[] = {EdgeType::Sequential,   EdgeType::Causal,
                                          EdgeType::Prerequisite, EdgeType::Elaboration,
                                          EdgeType::Reference,    EdgeType::Alternative};

/// JSON Schema of one Analysis: every field required, no other allowed, reasons before the verdict.
/// Ranges are not in it, since not every endpoint takes them; the reader of answers checks those.
Json answer_schema();

}  // namespace memfold::remote
