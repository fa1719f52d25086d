// Well-formed answers for tests to send, and to spoil.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "loopback_server.h"
#include "memfold/remote.h"

namespace memfold::testing_remote {

using ReceivedJson = nlohmann::json;

/// An update of a budget, as a model would write it.
inline ReceivedJson good_answer() {
  return {{"reasoning", "The amount changed."},
          {"key_factors", {"same budget", "amount differs"}},
          {"subject_a", "fair budget"},
          {"subject_b", "fair budget"},
          {"same_subject", true},
          {"relationship", "identical"},
          {"property_changes",
           {{{"property", "money"},
             {"old_value", "$300"},
             {"new_value", "$450"},
             {"change", "value_change"}}}},
          {"verdict", "update"},
          {"relationship_type", nullptr},
          {"confidence", 0.93}};
}

inline std::string completion(const std::string& content) {
  const ReceivedJson json = {{"object", "chat.completion"},
                             {"choices",
                              {{{"index", 0},
                                {"message", {{"role", "assistant"}, {"content", content}}},
                                {"finish_reason", "stop"}}}},
                             {"usage", {{"prompt_tokens", 700}, {"completion_tokens", 60}}}};
  return json.dump();
}

inline HttpResponse good_response() {
  return {200, completion(good_answer().dump())};
}

/// Options for a server that is to answer: long time-outs, no waiting between tries.
inline RemoteOptions options_for(const std::string& url) {
  RemoteOptions options;
  options.endpoint = url;
  options.model = "test-model";
  options.hooks.sleep_for = [](std::int64_t) {};
  options.hooks.random = [] { return 0.5; };
  return options;
}

inline const Statement kExisting{"The fair's budget is $300.", {}, {}};
inline const Statement kIncoming{"The fair's budget went up to $450.", {}, {}};

}  // namespace memfold::testing_remote
