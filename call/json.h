// The JSON of every value a command prints and every door gives: snake_case, stable, documented in
// docs/cli.md.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "memfold/engine.h"

namespace memfold::call {

/// Keys stay in the order they are written in, so that two outputs compare as text.
using Json = nlohmann::ordered_json;

Json to_json(const Decision& decision);
Json to_json(const Memory& memory);
Json to_json(const Edge& edge);
Json to_json(const Hit& hit);
Json to_json(const VersionStep& step);
Json to_json(const PropertyChange& change);
Json to_json(const Score& score);
Json to_json(const Analysis& analysis);
Json to_json(const Explanation& explanation);
Json to_json(const MemoryPage& page);
Json to_json(const LogPage& page);
Json to_json(const Profile& profile);
Json to_json(const LogEvent& event);
Json to_json(const Metrics& metrics);
Json to_json(const LogAnalytics& analytics);
Json to_json(const JobReport& report);
Json to_json(const StaleMemory& stale);
Json to_json(const RepairReport& report);
Json to_json(const Stats& stats);
Json to_json(const VerifyReport& report);
Json to_json(const Forgotten& chain);
Json to_json(const ForgetReport& report);
Json to_json(const Review& review);
Json to_json(const ReplayReport& report);

Json to_json(const Fact& fact);  ///< the keys it has anything in, as a request has them
Json to_json(const Node& node);
Json to_json(const Source& source);  ///< with its raw content where it has been read
Json to_json(const SourceJob& job);
Json to_json(const GraphStep& step);
Json to_json(const WorkReport& report);
Json to_json(const SourceHit& hit);
Json to_json(const StoryHit& hit);
/// What is shown of a node as part of another: what it is, when, and its text.
Json part_json(const Node& node);

Json to_json(Time time);
Json to_json(const Id& id);  ///< null for the zero id
// Behind all of the above, which they call.
template <typename T>
Json to_json(const std::optional<T>& value) {
  return value ? to_json(*value) : Json(nullptr);
}
template <typename T>
Json to_json(const std::vector<T>& values) {
  Json list = Json::array();
  list.get_ref<Json::array_t&>().reserve(values.size());
  for (const T& value : values) list.push_back(to_json(value));
  return list;
}

/// Counts in the order of an enumeration, each under its printed name.
template <typename List, typename E>
Json by_name(const List& counts, E first) {
  Json json = Json::object();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    json[std::string(name(static_cast<E>(std::size_t(first) + i)))] = counts[i];
  }
  return json;
}

}  // namespace memfold::call
