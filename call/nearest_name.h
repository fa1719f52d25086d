// What someone probably meant by a name that is not known.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace memfold::call {

/// The least number of insertions, deletions, replacements and swaps of neighbours that turn `a`
/// into `b`.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The known name nearest to `wanted`, if one is near enough to be meant: at most a third of the
/// letters differ, from all of it or from its beginning ("--tresh" -> "--threshold"), or it is
/// `wanted` behind a dot ("related_from" -> "decide.related_from").
std::optional<std::string> nearest_name(std::string_view wanted,
                                        std::span<const std::string> known);

/// "; did you mean X?" or nothing.
std::string suggestion(std::string_view wanted, std::span<const std::string> known);

}  // namespace memfold::call
