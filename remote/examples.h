// Comparisons worked out by hand that every request shows the model before it asks.
#pragma once

#include <span>
#include <string_view>

namespace memfold::remote {

struct Example {
  std::string_view existing, incoming;
  std::string_view answer;  ///< JSON as the schema wants it
};

/// Each verdict in Korean and in English, and a statement that tries to give orders.
std::span<const Example> examples();

}  // namespace memfold::remote
