// The raw forms of sources (docs/sources.md), understood. Of the library memfold::ingest.
//
//   auto engine = memfold::Engine::open("mail.db", {.models = memfold::complete_models()});
//   engine.graph().add_source(source);
//   engine.graph().work();
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "memfold/models.h"
#include "memfold/source.h"

#pragma GCC visibility push(default)
namespace memfold {

/// Bounds on what one source may cost; one that is over is refused, none is read in part.
struct SourceLimits {
  std::size_t max_bytes = kMaxRawBytes;               ///< of raw
  std::size_t max_line_bytes = std::size_t{1} << 20;  ///< of a line of JSON, a transcript or a note
  std::size_t max_turns = 20'000;
  std::size_t max_depth = 32;  ///< of objects and lists in JSON
};

/// The reader of every SourceForm. Character sets are told as in mails (to_utf8), byte order marks
/// obeyed.
///
/// What it gives is made for an Extractor. Messages carry the ids Source::source_id + "#1", "#2"...
/// in their order, without "#" where there is one; a mail and the mails it passes on, which come
/// before it as messages of their own and not in Message::forwarded, carry source_id itself.
/// Without a source_id a mail's is its Message-ID and any other source's "sha256-" and the hash of
/// raw. A time without a zone is that of the source, as told by its other times, else of Korea
/// where it is written in Korean, else UTC. Where nothing says when a source began it is
/// Source::started_at, else received_at unless that is 1970.
///
/// The same source always gives the same reading. Throws Error(InvalidArgument) that names form,
/// line and key, never content.
std::shared_ptr<const SourceReader> builtin_source_reader(const SourceLimits& limits = {});

/// builtin_models() and the reader of sources: an engine opened with them works sources off.
Models complete_models();

/// What a file most likely is, for people who do not say: by its name (".eml", "음성 메모 3.txt")
/// and the content, all of it; TextNote where nothing speaks for another form. Never throws on bad
/// input. Pure.
SourceForm guess_form(std::string_view path, std::string_view bytes);

}  // namespace memfold
#pragma GCC visibility pop
