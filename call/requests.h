// What each method is asked with, and the lists of their fields: the keys a request may have. A
// list that lacks a member does not compile (core/fields/field.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/fields/fact.h"
#include "memfold/engine.h"

namespace memfold::call {

struct NoRequest {};

struct UserRequest {
  std::string user;
};

/// One memory, source or node of a user.
struct MemoryRequest {
  std::string user;
  Id id;
};

struct AsOfRequest {
  std::string user;
  Id id;
  std::optional<Time> system, valid;
};

struct FoldRequest {
  std::vector<Fact> facts;
  bool dry_run = false, retry = false;
  Trigger trigger = Trigger::Realtime;
  int batch = FoldOptions().batch;
  std::string checkpoint_name, checkpoint_value;
  std::uint32_t timeout_ms = 0;  ///< 0: none; likewise below
};

struct ExplainRequest {
  Fact fact;
};

struct ForgetRequest {
  std::string user;
  std::vector<Id> ids;
  std::string source_id, thread_id, session_id, condition;
  bool everything = false;
  Erasure erasure = Erasure::Soft;
  CascadeMode cascade = CascadeMode::PreserveEdges;
  bool prove = false;
};

struct PurgeRequest {
  std::string user;
  std::optional<Time> before;
  bool prove = false;
};

struct EditRequest {
  std::string user;
  Id id;
  std::optional<std::string> content;
  std::optional<Category> category;
  std::optional<double> importance;
  std::optional<std::vector<std::string>> tags;
  std::optional<std::vector<Metadatum>> metadata;
  std::optional<std::optional<Time>> valid_from, valid_until;
  std::optional<TtlPolicy> ttl_policy;
  std::vector<float> embedding;
};

struct PinRequest {
  std::string user;
  Id id;
  bool pinned = true;
};

/// One decision, or the case it led to.
struct DecisionRequest {
  std::string user;
  std::uint64_t sequence = 0;
};

struct UndoRequest {
  std::string user;
  std::uint64_t sequence = 0;
  bool cascade = false;
};

struct SettleRequest {
  std::string user;
  std::uint64_t sequence = 0;
  std::string answer;              ///< accept, override or dismiss
  std::optional<Verdict> verdict;  ///< for override
};

/// Of one user, or of all when that is empty.
struct ExportRequest {
  std::string path, user, format = "jsonl";
  std::uint32_t timeout_ms = 0;
};

struct VerifyRequest {
  std::uint32_t timeout_ms = 0;
};

struct MaintainRequest {
  std::vector<std::string> jobs;
  std::uint32_t timeout_ms = 0;
};

struct ImportRequest {
  std::string path, user;
};

struct CheckpointRequest {
  std::string name;
};

}  // namespace memfold::call

namespace memfold::fields {

// What a request holds is checked by the engine; only shares have their range said here.

template <>
inline constexpr auto kFields<call::NoRequest> = std::tuple{};

template <>
inline constexpr auto kFields<call::UserRequest> = std::tuple{
    field("user", &call::UserRequest::user),
};

template <>
inline constexpr auto kFields<call::MemoryRequest> = std::tuple{
    field("user", &call::MemoryRequest::user),
    field("id", &call::MemoryRequest::id),
};

template <>
inline constexpr auto kFields<call::AsOfRequest> = std::tuple{
    field("user", &call::AsOfRequest::user),
    field("id", &call::AsOfRequest::id),
    field("system", &call::AsOfRequest::system),
    field("valid", &call::AsOfRequest::valid),
};

template <>
inline constexpr auto kFields<call::FoldRequest> = std::tuple{
    field("facts", &call::FoldRequest::facts),
    field("dry_run", &call::FoldRequest::dry_run),
    field("retry", &call::FoldRequest::retry),
    field("trigger", &call::FoldRequest::trigger),
    field("batch", &call::FoldRequest::batch),
    field("checkpoint_name", &call::FoldRequest::checkpoint_name),
    field("checkpoint_value", &call::FoldRequest::checkpoint_value),
    field("timeout_ms", &call::FoldRequest::timeout_ms),
};

template <>
inline constexpr auto kFields<call::ExplainRequest> = std::tuple{
    field("fact", &call::ExplainRequest::fact),
};

template <>
inline constexpr auto kFields<MemoryFilter> = std::tuple{
    field("category", &MemoryFilter::category),
    field("person", &MemoryFilter::person),
    field("entity", &MemoryFilter::entity),
    field("thread_id", &MemoryFilter::thread_id),
    field("session_id", &MemoryFilter::session_id),
    field("agent_id", &MemoryFilter::agent_id),
    field("run_id", &MemoryFilter::run_id),
    field("occurred_from", &MemoryFilter::occurred_from),
    field("occurred_until", &MemoryFilter::occurred_until),
    field("condition", &MemoryFilter::condition),
    field("states", &MemoryFilter::states),
    field("include_archived", &MemoryFilter::include_archived),
    field("include_expired", &MemoryFilter::include_expired),
};

template <>
inline constexpr auto kFields<RecallQuery> = std::tuple{
    field("user", &RecallQuery::user),
    field("text", &RecallQuery::text),
    field("vector", &RecallQuery::vector),
    field("k", &RecallQuery::k),
    field("threshold", &RecallQuery::threshold),
    field("where", &RecallQuery::where),
    field("valid_at", &RecallQuery::valid_at),
    field("as_of", &RecallQuery::as_of),
    field("by", &RecallQuery::by),
    field("count_use", &RecallQuery::count_use),
};

template <>
inline constexpr auto kFields<ListQuery> = std::tuple{
    field("user", &ListQuery::user),
    field("where", &ListQuery::where),
    field("newest_first", &ListQuery::newest_first),
    field("limit", &ListQuery::limit),
    field("cursor", &ListQuery::cursor),
};

template <>
inline constexpr auto kFields<LogQuery> = std::tuple{
    field("user", &LogQuery::user),
    field("kinds", &LogQuery::kinds),
    field("operations", &LogQuery::operations),
    field("status", &LogQuery::status),
    field("verdict", &LogQuery::verdict),
    field("trigger", &LogQuery::trigger),
    field("review", &LogQuery::review),
    field("memory", &LogQuery::memory),
    field("source_id", &LogQuery::source_id),
    field("min_score", &LogQuery::min_score),
    field("max_score", &LogQuery::max_score),
    field("from", &LogQuery::from),
    field("until", &LogQuery::until),
    field("newest_first", &LogQuery::newest_first),
    field("limit", &LogQuery::limit),
    field("cursor", &LogQuery::cursor),
};

template <>
inline constexpr auto kFields<call::ForgetRequest> = std::tuple{
    field("user", &call::ForgetRequest::user),
    field("ids", &call::ForgetRequest::ids),
    field("source_id", &call::ForgetRequest::source_id),
    field("thread_id", &call::ForgetRequest::thread_id),
    field("session_id", &call::ForgetRequest::session_id),
    field("condition", &call::ForgetRequest::condition),
    field("everything", &call::ForgetRequest::everything),
    field("erasure", &call::ForgetRequest::erasure),
    field("cascade", &call::ForgetRequest::cascade),
    field("prove", &call::ForgetRequest::prove),
};

template <>
inline constexpr auto kFields<call::PurgeRequest> = std::tuple{
    field("user", &call::PurgeRequest::user),
    field("before", &call::PurgeRequest::before),
    field("prove", &call::PurgeRequest::prove),
};

template <>
inline constexpr auto kFields<call::EditRequest> = std::tuple{
    field("user", &call::EditRequest::user),
    field("id", &call::EditRequest::id),
    field("content", &call::EditRequest::content),
    field("category", &call::EditRequest::category),
    field("importance", &call::EditRequest::importance).within(kUnit),
    field("tags", &call::EditRequest::tags),
    field("metadata", &call::EditRequest::metadata),
    field("valid_from", &call::EditRequest::valid_from),
    field("valid_until", &call::EditRequest::valid_until),
    field("ttl_policy", &call::EditRequest::ttl_policy),
    field("embedding", &call::EditRequest::embedding),
};

template <>
inline constexpr auto kFields<call::PinRequest> = std::tuple{
    field("user", &call::PinRequest::user),
    field("id", &call::PinRequest::id),
    field("pinned", &call::PinRequest::pinned),
};

template <>
inline constexpr auto kFields<call::DecisionRequest> = std::tuple{
    field("user", &call::DecisionRequest::user),
    field("sequence", &call::DecisionRequest::sequence),
};

template <>
inline constexpr auto kFields<call::UndoRequest> = std::tuple{
    field("user", &call::UndoRequest::user),
    field("sequence", &call::UndoRequest::sequence),
    field("cascade", &call::UndoRequest::cascade),
};

template <>
inline constexpr auto kFields<ReviewQuery> = std::tuple{
    field("user", &ReviewQuery::user),
    field("settled", &ReviewQuery::settled),
    field("after", &ReviewQuery::after),
    field("limit", &ReviewQuery::limit),
};

template <>
inline constexpr auto kFields<call::SettleRequest> = std::tuple{
    field("user", &call::SettleRequest::user),
    field("sequence", &call::SettleRequest::sequence),
    field("answer", &call::SettleRequest::answer),
    field("verdict", &call::SettleRequest::verdict),
};

template <>
inline constexpr auto kFields<call::VerifyRequest> = std::tuple{
    field("timeout_ms", &call::VerifyRequest::timeout_ms),
};

template <>
inline constexpr auto kFields<call::MaintainRequest> = std::tuple{
    field("jobs", &call::MaintainRequest::jobs),
    field("timeout_ms", &call::MaintainRequest::timeout_ms),
};

template <>
inline constexpr auto kFields<ProfileQuery> = std::tuple{
    field("user", &ProfileQuery::user),
    field("each", &ProfileQuery::each),
};

template <>
inline constexpr auto kFields<call::ExportRequest> = std::tuple{
    field("path", &call::ExportRequest::path),
    field("user", &call::ExportRequest::user),
    field("format", &call::ExportRequest::format),
    field("timeout_ms", &call::ExportRequest::timeout_ms),
};

template <>
inline constexpr auto kFields<call::ImportRequest> = std::tuple{
    field("path", &call::ImportRequest::path),
    field("user", &call::ImportRequest::user),
};

template <>
inline constexpr auto kFields<call::CheckpointRequest> = std::tuple{
    field("name", &call::CheckpointRequest::name),
};

}  // namespace memfold::fields
