// Reads labelled pairs as JSON lines from standard input and writes, as tab-separated values with a
// heading, what the Analyst looks at in each. The C++ half of tools/fit_analyst.py.
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "models/analyst/pair_features.h"

int main() {
  using namespace memfold;
  std::printf("id");
  for (const std::string_view name : models::feature_names()) {
    std::printf("\t%.*s", int(name.size()), name.data());
  }
  std::printf("\n");
  for (std::string line; std::getline(std::cin, line);) {
    const auto pair = nlohmann::json::parse(line);
    const std::string existing = pair["existing"], incoming = pair["new"];
    const models::Reading before({existing, {}, std::nullopt}), after({incoming, {}, std::nullopt});
    const models::Evidence evidence = models::gather(before, after);
    std::printf("%s", pair["id"].get<std::string>().c_str());
    for (const float value : models::pair_features(evidence, models::conclude_by_rules(evidence))) {
      std::printf("\t%.9g", double(value));
    }
    std::printf("\n");
  }
  return 0;
}
