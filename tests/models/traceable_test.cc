// Everything an Analysis says can be found in the two texts it speaks of.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "memfold/models.h"
#include "models/analyst/reading.h"

namespace memfold {
namespace {

struct TracedPair {
  std::string existing, incoming;
};

/// All labelled pairs but those nobody has looked at.
std::vector<TracedPair> pairs() {
  std::vector<TracedPair> list;
  for (const char* path :
       {MEMFOLD_SOURCE_DIR "/tests/data/boundary_pairs.jsonl", MEMFOLD_TRAINING_PAIRS}) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
      const auto json = nlohmann::json::parse(line);
      if (json.value("split", "") == "held") continue;
      list.push_back({json["existing"], json["new"]});
    }
  }
  return list;
}

struct Traced {
  TracedPair pair;
  Analysis analysis;
};

/// Compared once for all tests.
const std::vector<Traced>& all_compared() {
  static const std::vector<Traced> all = [] {
    const auto analyst = builtin_analyst();
    std::vector<Traced> list;
    for (TracedPair& pair : pairs()) {
      Analysis analysis =
          analyst->compare({pair.existing, {}, std::nullopt}, {pair.incoming, {}, std::nullopt});
      list.push_back({std::move(pair), std::move(analysis)});
    }
    return list;
  }();
  return all;
}

std::string_view slice(std::string_view text, TextSpan span) {
  return text.substr(span.begin, span.end - span.begin);
}

/// Whether reading `text` anew finds a value of this kind and normal form at `span`.
bool says(const std::string& text, TextSpan span, std::string_view property,
          std::string_view normal) {
  const models::Reading reading({text, {}, std::nullopt});
  return std::any_of(reading.values.begin(), reading.values.end(), [&](const models::Value& value) {
    return value.span == span && value.normal == normal &&
           models::property_name(value.type) == property;
  });
}

TEST(Traceable, EveryChangeStandsInItsSpans) {
  ASSERT_GT(all_compared().size(), 70000u);
  for (const auto& [pair, analysis] : all_compared()) {
    for (const PropertyChange& change : analysis.property_changes) {
      if (!change.old_value.empty()) {
        ASSERT_FALSE(slice(pair.existing, change.old_span).empty()) << pair.existing;
      }
      if (!change.new_value.empty()) {
        ASSERT_FALSE(slice(pair.incoming, change.new_span).empty()) << pair.incoming;
        EXPECT_TRUE(says(pair.incoming, change.new_span, change.property, change.new_value))
            << pair.incoming << ": " << change.property << " " << change.new_value;
      }
      EXPECT_FALSE(change.old_value.empty() && change.new_value.empty());
    }
  }
}

/// The stretches between double quotes.
std::vector<std::string> quoted(const std::string& text) {
  std::vector<std::string> list;
  for (std::size_t at = text.find('"'); at != std::string::npos; at = text.find('"', at + 1)) {
    const std::size_t end = text.find('"', at + 1);
    if (end == std::string::npos) break;
    list.push_back(text.substr(at + 1, end - at - 1));
    at = end;
  }
  return list;
}

TEST(Traceable, WhatReasoningAndFactorsQuoteStandsInOneOfTheTexts) {
  std::size_t quotes = 0;
  for (const auto& [pair, analysis] : all_compared()) {
    const bool own = (pair.existing + pair.incoming).find('"') != std::string::npos;
    if (own) continue;  // quotation marks of the statements' own
    std::vector<std::string> said = analysis.key_factors;
    said.push_back(analysis.reasoning);
    for (const std::string& text : said) {
      for (const std::string& quote : quoted(text)) {
        ++quotes;
        EXPECT_TRUE(pair.existing.find(quote) != std::string::npos ||
                    pair.incoming.find(quote) != std::string::npos)
            << text << " | " << pair.existing << " | " << pair.incoming;
      }
    }
  }
  EXPECT_GT(quotes, 1000u);
}

TEST(Traceable, SubjectsAreWordsOfTheirStatements) {
  for (const auto& [pair, analysis] : all_compared()) {
    for (const auto& [subject, text] : {std::pair(analysis.subject_a, pair.existing),
                                        std::pair(analysis.subject_b, pair.incoming)}) {
      std::string word;
      for (std::size_t at = 0; at <= subject.size(); ++at) {
        if (at < subject.size() && subject[at] != ' ') {
          word += subject[at];
          continue;
        }
        EXPECT_NE(text.find(word), std::string::npos) << word << " | " << text;
        word.clear();
      }
    }
  }
}

}  // namespace
}  // namespace memfold
