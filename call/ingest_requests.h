// As requests.h, of what reads files.
#pragma once

#include "call/requests.h"
#include "memfold/backfill.h"

namespace memfold::call {

struct BackfillRequest {
  std::string user;
  std::vector<std::string> paths;
  std::optional<Time> since, until;
  std::vector<std::string> from, labels;
  std::string sources = "all";
  SourceType source_type = SourceType::Bootstrapped;
  bool dry_run = false, resume = true;
  std::size_t chunk = BackfillOptions().chunk;
  std::uint64_t limit = 0;
  std::uint32_t timeout_ms = 0;  ///< 0: none; likewise below
};

struct FoldFileRequest {
  std::string path, user;
  bool dry_run = false;
  std::uint32_t timeout_ms = 0;
};

/// What a source says, without storing anything.
struct ExtractRequest {
  std::string user, source_id;
  SourceForm form = SourceForm::TextNote;
  std::string raw;
  std::optional<Time> started_at;
  SourceType source_type = SourceType::Realtime;
};

}  // namespace memfold::call

namespace memfold::fields {

template <>
inline constexpr auto kFields<call::BackfillRequest> = std::tuple{
    field("user", &call::BackfillRequest::user),
    field("paths", &call::BackfillRequest::paths),
    field("since", &call::BackfillRequest::since),
    field("until", &call::BackfillRequest::until),
    field("from", &call::BackfillRequest::from),
    field("labels", &call::BackfillRequest::labels),
    field("sources", &call::BackfillRequest::sources),
    field("source_type", &call::BackfillRequest::source_type),
    field("dry_run", &call::BackfillRequest::dry_run),
    field("resume", &call::BackfillRequest::resume),
    field("chunk", &call::BackfillRequest::chunk),
    field("limit", &call::BackfillRequest::limit),
    field("timeout_ms", &call::BackfillRequest::timeout_ms),
};

template <>
inline constexpr auto kFields<call::FoldFileRequest> = std::tuple{
    field("path", &call::FoldFileRequest::path),
    field("user", &call::FoldFileRequest::user),
    field("dry_run", &call::FoldFileRequest::dry_run),
    field("timeout_ms", &call::FoldFileRequest::timeout_ms),
};

template <>
inline constexpr auto kFields<call::ExtractRequest> = std::tuple{
    field("user", &call::ExtractRequest::user),
    field("source_id", &call::ExtractRequest::source_id),
    field("form", &call::ExtractRequest::form),
    field("raw", &call::ExtractRequest::raw),
    field("started_at", &call::ExtractRequest::started_at),
    field("source_type", &call::ExtractRequest::source_type),
};

}  // namespace memfold::fields
