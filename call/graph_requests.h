// As requests.h, of the graph and of what is worked into it.
#pragma once

#include "call/requests.h"
#include "memfold/graph.h"

namespace memfold::call {

struct AddSourceRequest {
  std::string user, team, source_id;
  SourceForm form = SourceForm::TextNote;
  std::string raw, provenance;
  std::vector<std::string> participants;
  std::optional<Time> started_at, ended_at;
  Sensitivity sensitivity = Sensitivity::Normal;
  std::optional<SourceType> source_type;
};

/// A source of a user, or of a team.
struct SourceRequest {
  std::string user, team;
  Id id;
  bool with_raw = false;
};

struct OwnerRequest {
  std::string user, team;
};

struct RetryRequest {
  std::string owner;
  Id job;
};

struct ExtractForRequest {
  std::string user, team;
  std::vector<Id> sources;
};

struct NodesRequest {
  std::string user;
  NodeKind kind = NodeKind::Person;
};

struct FindNodeRequest {
  std::string user;
  NodeKind kind = NodeKind::Person;
  std::string name, type;
};

struct SetOwnerRequest {
  std::string user, name;
  std::vector<std::string> addresses;
};

struct StoriesRequest {
  std::string user, text, level = "storyline";
  int k = StoryQuery().k;
  double threshold = 0;
  std::string person;
  std::optional<Time> from, until;
  bool include_archived = false;
  std::vector<MemoryState> states;
  RecallBy by = RecallBy::Both;
  bool count_use = true;
};

}  // namespace memfold::call

namespace memfold::fields {

template <>
inline constexpr auto kFields<call::AddSourceRequest> = std::tuple{
    field("user", &call::AddSourceRequest::user),
    field("team", &call::AddSourceRequest::team),
    field("source_id", &call::AddSourceRequest::source_id),
    field("form", &call::AddSourceRequest::form),
    field("raw", &call::AddSourceRequest::raw),
    field("provenance", &call::AddSourceRequest::provenance),
    field("participants", &call::AddSourceRequest::participants),
    field("started_at", &call::AddSourceRequest::started_at),
    field("ended_at", &call::AddSourceRequest::ended_at),
    field("sensitivity", &call::AddSourceRequest::sensitivity),
    field("source_type", &call::AddSourceRequest::source_type),
};

template <>
inline constexpr auto kFields<call::SourceRequest> = std::tuple{
    field("user", &call::SourceRequest::user),
    field("team", &call::SourceRequest::team),
    field("id", &call::SourceRequest::id),
    field("with_raw", &call::SourceRequest::with_raw),
};

template <>
inline constexpr auto kFields<call::OwnerRequest> = std::tuple{
    field("user", &call::OwnerRequest::user),
    field("team", &call::OwnerRequest::team),
};

template <>
inline constexpr auto kFields<WorkOptions> = std::tuple{
    field("limit", &WorkOptions::limit),
    field("owner", &WorkOptions::owner),
    field("source", &WorkOptions::source),
};

template <>
inline constexpr auto kFields<call::RetryRequest> = std::tuple{
    field("owner", &call::RetryRequest::owner),
    field("job", &call::RetryRequest::job),
};

template <>
inline constexpr auto kFields<call::ExtractForRequest> = std::tuple{
    field("user", &call::ExtractForRequest::user),
    field("team", &call::ExtractForRequest::team),
    field("sources", &call::ExtractForRequest::sources),
};

template <>
inline constexpr auto kFields<call::NodesRequest> = std::tuple{
    field("user", &call::NodesRequest::user),
    field("kind", &call::NodesRequest::kind),
};

template <>
inline constexpr auto kFields<call::FindNodeRequest> = std::tuple{
    field("user", &call::FindNodeRequest::user),
    field("kind", &call::FindNodeRequest::kind),
    field("name", &call::FindNodeRequest::name),
    field("type", &call::FindNodeRequest::type),
};

template <>
inline constexpr auto kFields<call::SetOwnerRequest> = std::tuple{
    field("user", &call::SetOwnerRequest::user),
    field("name", &call::SetOwnerRequest::name),
    field("addresses", &call::SetOwnerRequest::addresses),
};

template <>
inline constexpr auto kFields<call::StoriesRequest> = std::tuple{
    field("user", &call::StoriesRequest::user),
    field("text", &call::StoriesRequest::text),
    field("level", &call::StoriesRequest::level),
    field("k", &call::StoriesRequest::k),
    field("threshold", &call::StoriesRequest::threshold),
    field("person", &call::StoriesRequest::person),
    field("from", &call::StoriesRequest::from),
    field("until", &call::StoriesRequest::until),
    field("include_archived", &call::StoriesRequest::include_archived),
    field("states", &call::StoriesRequest::states),
    field("by", &call::StoriesRequest::by),
    field("count_use", &call::StoriesRequest::count_use),
};

template <>
inline constexpr auto kFields<TraverseQuery> = std::tuple{
    field("user", &TraverseQuery::user),   field("start", &TraverseQuery::start),
    field("types", &TraverseQuery::types), field("depth", &TraverseQuery::depth),
    field("limit", &TraverseQuery::limit),
};

}  // namespace memfold::fields
