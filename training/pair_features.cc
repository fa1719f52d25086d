// The C++ half of training/fit_analyst.py: reads labelled pairs as JSON lines from standard input
// and writes, as tab-separated values with a heading, what the Analyst looks at in each. With
// --stems it reads words, one a line, and writes their stems; with --units it writes, as JSON
// lines, the units of both statements (training/fit_aligner.py).
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "models/analyst/pair_features.h"
#include "models/analyst/pair_units.h"
#include "models/analyst/word_features.h"
#include "models/language/lexicon.h"
#include "models/language/stem.h"
#include "models/language/tokens.h"

namespace {

using namespace memfold;

void print_stems() {
  for (std::string word; std::getline(std::cin, word);) {
    const std::string stem =
        models::is_hangul(word) ? models::korean_root(word) : models::english_stem(word);
    std::cout << models::concept_of(stem) << '\n';
  }
}

nlohmann::json listed(const std::vector<models::PairUnit>& units, std::string_view content) {
  nlohmann::json list = nlohmann::json::array();
  for (const models::PairUnit& unit : units) {
    const std::vector<int> grams(unit.grams.begin(), unit.grams.begin() + unit.gram_count);
    list.push_back({{"word", unit.word},
                    {"text", content.substr(unit.span.begin, unit.span.end - unit.span.begin)},
                    {"kind", unit.kind},
                    {"flags", unit.flags},
                    {"ending", unit.ending},
                    {"sort", unit.sort},
                    {"grams", grams},
                    {"same", std::to_string(unit.same)},
                    {"alike", unit.alike}});
  }
  return list;
}

/// One side of a pair: "subject" is where both were said under one line, or else each has its own.
struct Side {
  std::string content, subject;
  std::optional<Time> at;

  Side(const nlohmann::json& pair, const std::string& side)
      : content(pair.at(side)), subject(pair.value(side + "_subject", pair.value("subject", ""))) {
    if (pair.contains(side + "_at")) at = Time{pair.at(side + "_at").get<std::int64_t>()};
  }
  Statement statement() const { return {content, subject, at}; }
};

void print_units() {
  for (std::string line; std::getline(std::cin, line);) {
    const auto pair = nlohmann::json::parse(line);
    const Side existing(pair, "existing"), incoming(pair, "new");
    const models::Reading before(existing.statement()), after(incoming.statement());
    const nlohmann::json units = {
        {"existing", listed(models::units_of(before, after), existing.content)},
        {"incoming", listed(models::units_of(after, before), incoming.content)}};
    std::cout << units.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
  }
}

void print_features() {
  std::printf("id");
  for (const std::string_view name : models::feature_names()) {
    std::printf("\t%.*s", int(name.size()), name.data());
  }
  std::printf("\twords\n");
  for (std::string line; std::getline(std::cin, line);) {
    const auto pair = nlohmann::json::parse(line);
    const Side existing(pair, "existing"), incoming(pair, "new");
    const models::Reading before(existing.statement()), after(incoming.statement());
    const models::Evidence evidence = models::gather(before, after);
    std::printf("%s", pair["id"].get<std::string>().c_str());
    for (const float value : models::pair_features(evidence, models::conclude_by_rules(evidence))) {
      std::printf("\t%.9g", double(value));
    }
    std::printf("\t");
    const char* separator = "";
    for (const models::WordFeature& word : models::word_features(evidence)) {
      std::printf("%s%s", separator, word.key.c_str());
      separator = "|";
    }
    std::printf("\n");
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count > 1 && std::string_view(arguments[1]) == "--stems") {
    print_stems();
  } else if (count > 1 && std::string_view(arguments[1]) == "--units") {
    print_units();
  } else {
    print_features();
  }
  return 0;
}
