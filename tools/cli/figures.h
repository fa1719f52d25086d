// Numbers as people read them: separators, units, bars. No locale is consulted.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace memfold::tools {

std::string count_text(std::uint64_t value);                      ///< 12,345
std::string counted(std::uint64_t value, std::string_view one);   ///< "1 fact", "12 facts"
std::string bytes_text(std::uint64_t bytes);                      ///< "1.4 MiB"
std::string duration_text(double seconds);                        ///< "850 ms", "1 min 12 s"
std::string rate_text(double per_second, std::string_view what);  ///< "1,240 messages/s"
std::string fixed_text(double value, int decimals);               ///< "0.870"
std::string percent_text(double share);                           ///< 0.421 -> "42 %"

/// 0 of nothing.
double share(std::uint64_t part, std::uint64_t whole);

/// A bar of `columns` cells filled by `share` (0..1) in eighths of a cell.
std::string bar(double share, std::size_t columns);

}  // namespace memfold::tools
