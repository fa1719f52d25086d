// The JSON of every value a command prints: snake_case, stable, documented in docs/cli.md.
#pragma once

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

#include "memfold/engine.h"

namespace memfold::tools {

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
Json to_json(const LogPage& page);
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

Json to_json(Time time);
Json to_json(const Id& id);  ///< null for the zero id
template <typename T>
Json to_json(const std::optional<T>& value) {
  return value ? to_json(*value) : Json(nullptr);
}
template <typename T>
Json to_json(const std::vector<T>& values) {
  Json list = Json::array();
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

/// The outcome of an input line that gave no decision.
Json rejected_line(std::uint64_t line, const std::string& error);

/// JSON as text: ill-formed UTF-8 replaced, what a terminal would obey (is_obeyed) escaped.
/// Indented by so much a level; -1: on one line.
std::string json_text(const Json& json, int indent);

/// One line of json_text().
void print_line(std::ostream& out, const Json& json);

/// Indented, for `--json` of commands that print one document.
void print_document(std::ostream& out, const Json& json);

}  // namespace memfold::tools
