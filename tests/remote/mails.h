// Mails, and what a model may note from them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "chat.h"
#include "memfold/message.h"

namespace memfold::testing_remote {

inline Message mail_of(const std::string& body, const std::string& id = "m1@example.com") {
  Message message;
  message.id = id;
  message.thread_id = "t1@example.com";
  message.from = {"Mina Park", "mina@example.com"};
  message.to = {{"June", "june@example.com"}};
  message.subject = "Spring fair";
  message.date = parse_time("2026-01-05T09:00:00+09:00");
  message.utc_offset_minutes = 540;
  message.body = body;
  return message;
}

inline ReceivedJson good_fact(const std::string& statement) {
  return {{"statement", statement}, {"category", "decision"},   {"importance", 0.7},
          {"confidence", 0.9},      {"occurred_at", nullptr},   {"valid_from", nullptr},
          {"valid_until", nullptr}, {"entities", {"5000 USD"}}, {"keywords", {"fair"}}};
}

inline ReceivedJson good_facts(const std::vector<std::string>& statements) {
  ReceivedJson facts = ReceivedJson::array();
  for (const std::string& statement : statements) facts.push_back(good_fact(statement));
  return {{"facts", facts}};
}

/// The mail a request is about.
inline ReceivedJson mail_in(const HttpRequest& request) {
  const std::string text = ReceivedJson::parse(request.body)["messages"].back()["content"];
  const std::size_t begin = text.find('\n') + 1;
  return ReceivedJson::parse(text.substr(begin, text.rfind('\n') - begin));
}

/// A model that notes every line of the mail as it stands.
inline HttpResponse note_every_line(const HttpRequest& request) {
  std::vector<std::string> lines;
  const std::string text = mail_in(request)["text"];
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (end > at) lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return {200, completion(good_facts(lines).dump())};
}

inline RemoteExtractorOptions extractor_options_for(const std::string& url) {
  RemoteExtractorOptions options;
  static_cast<RemoteOptions&>(options) = options_for(url);
  return options;
}

/// Says what it was given, as one fact.
class EchoExtractor final : public Extractor {
 public:
  std::string name() const override { return "echo@1"; }
  std::vector<Fact> extract(const Message& message) const override {
    Fact fact;
    fact.content = "fallback: " + message.body;
    return {fact};
  }
  MentionSet mentions(const Message&, std::span<const Fact> facts) const override {
    MentionSet mentioned;
    for (const Fact& fact : facts) {
      mentioned.mentions.push_back({.kind = NodeKind::Concept, .name = fact.content});
    }
    return mentioned;
  }
};

}  // namespace memfold::testing_remote
