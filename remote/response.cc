#include "remote/response.h"

#include <algorithm>

namespace memfold::remote {
namespace {

constexpr std::int64_t kMostTokens = 1'000'000'000;

std::int64_t tokens_of(const Received& usage, const char* field) {
  const auto found = usage.find(field);
  if (found == usage.end() || !found->is_number_integer()) return 0;
  return std::clamp<std::int64_t>(found->get<std::int64_t>(), 0, kMostTokens);
}

/// choices[0].message.content
const std::string& content_of(const Received& response) {
  const auto choices = response.is_object() ? response.find("choices") : response.end();
  if (choices == response.end() || !choices->is_array() || choices->empty()) {
    refuse("the response is no chat completion");
  }
  const Received& choice = choices->front();
  const auto message = choice.is_object() ? choice.find("message") : choice.end();
  if (message == choice.end() || !message->is_object()) refuse("the response holds no message");
  const auto content = message->find("content");
  if (content == message->end() || !content->is_string()) refuse("the model wrote no text");
  return content->get_ref<const std::string&>();
}

}  // namespace

Usage usage_of(const Received& response) {
  const auto usage = response.is_object() ? response.find("usage") : response.end();
  if (usage == response.end() || !usage->is_object()) return {};
  return {tokens_of(*usage, "prompt_tokens"), tokens_of(*usage, "completion_tokens")};
}

Completion read_completion(const std::string& body) {
  Completion completion;
  try {
    const Received response = parse_json(body, "the response");
    completion.usage = usage_of(response);
    completion.text = content_of(response);
  } catch (const Unusable& unusable) {
    completion.problem = unusable.problem;
  }
  return completion;
}

}  // namespace memfold::remote
