// What the library makes of a file of weights that is not the one it carries:
//   try_weights FILE                 whether it is whole and for this library, and what is in it
//   try_weights FILE PAIRS.jsonl...  how many of the labelled pairs the Analyst is right about by
//   it
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "memfold/error.h"
#include "memfold/models.h"
#include "models/analyst/aligner.h"
#include "models/analyst/learned.h"
#include "models/weights/weights.h"
#include "training/read_file.h"

namespace {

using namespace memfold;

/// Makes every model of the weights, which is when sections are looked at, and compares features.
void check() {
  const auto names = models::feature_names();
  const auto alike = [&](const std::vector<std::string_view>& fitted) {
    return std::equal(fitted.begin(), fitted.end(), names.begin(), names.end());
  };
  const bool all = alike(models::Alignment::feature_names()) &&
                   alike(models::verdict_model().names()) &&
                   alike(models::relationship_model().names());
  if (!all) throw Error(ErrorCode::Mismatch, "the weights are for other features; fit them anew");
  std::printf("model version %u, %zu sections: sound, and for this library's features\n",
              models::weights().model_version(), models::weights().sections().size());
}

struct Count {
  std::size_t right = 0, all = 0;
};

void print(const char* what, const Count& count) {
  std::printf("  %-10s %zu of %zu right, %.3f\n", what, count.right, count.all,
              count.all == 0 ? 0.0 : double(count.right) / double(count.all));
}

/// How far the network is from what was computed where it was fitted, for one pair.
double apart(const nlohmann::json& pair) {
  const std::string existing = pair.at("existing"), incoming = pair.at("new"),
                    subject = pair.value("subject", "");
  const models::Reading before({existing, subject, std::nullopt}),
      after({incoming, subject, std::nullopt});
  const models::Evidence evidence = models::gather(before, after);
  const auto features = models::pair_features(evidence, models::conclude_by_rules(evidence));
  const auto likely = models::likely_by(models::Alignment(evidence, features).log_odds());
  double most = 0;
  for (std::size_t v = 0; v < likely.size(); ++v) {
    most = std::max(most, std::abs(likely[v] - pair.at("probabilities").at(v).get<double>()));
  }
  return most;
}

void compare_examples(const char* path, std::ifstream& lines) {
  constexpr double kRounding = 1e-3;
  double most = 0;
  for (std::string line; std::getline(lines, line);) {
    most = std::max(most, apart(nlohmann::json::parse(line)));
  }
  std::printf("%s: the network is at most %.5f apart\n", path, most);
  if (!(most < kRounding)) {
    throw Error(ErrorCode::Mismatch, "the library computes another network than was fitted");
  }
}

void judge(const char* path) {
  std::ifstream lines(path);
  if (!lines) throw Error(ErrorCode::NotFound, std::string("no file ") + path);
  std::string first;
  std::getline(lines, first);
  lines.seekg(0);
  if (first.find("\"probabilities\"") != first.npos) return compare_examples(path, lines);
  const auto analyst = builtin_analyst();
  std::map<std::string, Count> by_verdict;
  Count count;
  for (std::string line; std::getline(lines, line);) {
    const auto pair = nlohmann::json::parse(line);
    const std::string existing = pair.at("existing"), incoming = pair.at("new"),
                      subject = pair.value("subject", ""), expected = pair.at("expected");
    const Analysis analysis =
        analyst->compare({existing, subject, std::nullopt}, {incoming, subject, std::nullopt});
    const bool right = parse_name<Verdict>(expected) == analysis.verdict;
    count.right += right, ++count.all;
    by_verdict[expected].right += right, ++by_verdict[expected].all;
  }
  std::printf("%s, by %s\n", path, analyst->name().c_str());
  print("all", count);
  for (const auto& [verdict, one] : by_verdict) print(verdict.c_str(), one);
}

}  // namespace

int main(int count, char** arguments) {
  try {
    if (count < 2) throw Error(ErrorCode::InvalidArgument, "try_weights FILE [PAIRS.jsonl...]");
    models::use_weights(read_file(arguments[1]));
    check();
    for (int i = 2; i < count; ++i) judge(arguments[i]);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "try_weights: %s\n", error.what());
    return 1;
  }
}
