// Sources and the jobs that work on them as FlatBuffers.
#pragma once

#include "memfold/source.h"
#include "storage/codec_common.h"

namespace memfold::storage {

/// Without its raw content; with this status.
std::string_view encode(Builder& builder, const Source& source);
std::string_view encode(Builder& builder, const Source& source, SourceStatus status);
Source decode_source(std::string_view bytes);

std::string_view encode(Builder& builder, const SourceJob& job);
SourceJob decode_job(std::string_view bytes);

}  // namespace memfold::storage
