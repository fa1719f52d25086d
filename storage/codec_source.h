// Sources and the jobs that work on them as FlatBuffers.
#pragma once

#include "memfold/source.h"
#include "storage/codec_common.h"

namespace memfold::storage {

/// With this status, and without its raw content.
std::string_view encode(Builder& builder, const Source& source, SourceStatus status);
inline std::string_view encode(Builder& builder, const Source& source) {
  return encode(builder, source, source.status);
}
Source decode_source(std::string_view bytes);

std::string_view encode(Builder& builder, const SourceJob& job);
SourceJob decode_job(std::string_view bytes);

}  // namespace memfold::storage
