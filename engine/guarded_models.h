// Models as the engine calls them: whoever wrote them, only memfold::Error comes out, and only what
// their interfaces allow.
#pragma once

#include <cstddef>

#include "memfold/log_event.h"
#include "memfold/models.h"

namespace memfold {

/// The same models, each behind a part that
/// - turns an exception that is no memfold::Error into Error(ErrorCode::Model), which names the
/// part
///   (its name@version) and repeats what the exception says unless that quotes what the part was
///   given; std::bad_alloc passes, since the part is not to blame;
/// - refuses, likewise, an answer that the interface does not allow: rows that are not of unit
///   length, a confidence that is no share, text that is no UTF-8, nothing for something.
/// Null stays null. Costs a check an answer.
/// What fails, whichever way, is told to `log` as well: `model_failed`.
Models guarded(Models models, const LogOptions& log = {});
std::shared_ptr<const Embedder> guarded(std::shared_ptr<const Embedder> embedder,
                                        const LogOptions& log = {});

/// Models with what is missing: all built-in ones when none was given, else the built-in Embedder,
/// Analyst, Guard and Summarizer where there is none. A null tokenizer, extractor or source reader
/// beside other parts is a choice.
/// `readings_bytes`: for those of the Analyst.
Models completed(Models models, std::size_t readings_bytes);

}  // namespace memfold
