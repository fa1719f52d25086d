// Texts, and what a model may write of them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "chat.h"

namespace memfold::testing_remote {

/// The texts a request is about, with "most".
inline ReceivedJson texts_in(const HttpRequest& request) {
  const std::string text = ReceivedJson::parse(request.body)["messages"].back()["content"];
  const std::size_t begin = text.find('\n') + 1;
  return ReceivedJson::parse(text.substr(begin, text.rfind('\n') - begin));
}

/// "summary" or "keywords": what the request asks for.
inline std::string field_in(const HttpRequest& request) {
  return ReceivedJson::parse(request.body)["response_format"]["json_schema"]["name"];
}

inline HttpResponse answering(const std::string& field, const std::vector<std::string>& texts) {
  return {200, completion(ReceivedJson{{field, texts}}.dump())};
}

/// A model that says the first sentence of every text again, as far as it may.
inline HttpResponse repeat_first(const HttpRequest& request) {
  const ReceivedJson asked = texts_in(request);
  std::vector<std::string> said;
  for (const std::string text : asked["texts"]) {
    if (said.size() < asked["most"]) said.push_back(text.substr(0, text.find('.') + 1));
  }
  return answering(field_in(request), said);
}

inline RemoteSummarizerOptions summarizer_options_for(const std::string& url) {
  RemoteSummarizerOptions options;
  static_cast<RemoteOptions&>(options) = options_for(url);
  return options;
}

/// Says what it was given.
class EchoSummarizer final : public Summarizer {
 public:
  std::string name() const override { return "echo@1"; }
  std::string combine(std::string_view existing, std::string_view incoming) const override {
    return std::string(existing) + " + " + std::string(incoming);
  }
  std::string summarise(std::span<const std::string_view> texts, std::size_t) const override {
    return "fallback: " + std::to_string(texts.size());
  }
  std::vector<std::string> keywords(std::string_view, std::size_t) const override {
    return {"fallback"};
  }
};

}  // namespace memfold::testing_remote
