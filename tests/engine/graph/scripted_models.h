// Models that read what a test writes, and fail when it says so. One line of a source a thing:
// "fact The launch is on May 3", "entity Atlas", "person Mina Kim"; anything else is prose.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "memfold/error.h"
#include "memfold/models.h"
#include "memfold/source.h"
#include "tests/engine/graph/graph_fixture.h"

namespace memfold::test {

/// What is to go wrong, by a text that has to be in the input.
class Failures {
 public:
  /// The next `times` calls with this text fail; with InvalidArgument where no retry would help.
  void add(std::string text, int times, bool hopeless = false) {
    const std::lock_guard lock(mutex_);
    planned_[std::move(text)] = {times, hopeless};
  }
  void check(std::string_view input) const {
    const std::lock_guard lock(mutex_);
    for (auto& [text, plan] : planned_) {
      if (plan.times == 0 || input.find(text) == std::string_view::npos) continue;
      --plan.times;
      if (plan.hopeless) throw Error(ErrorCode::InvalidArgument, "cannot read " + text);
      throw std::runtime_error(text == "mute" ? "" : "no answer about " + text);
    }
  }

 private:
  struct Plan {
    int times = 0;
    bool hopeless = false;
  };
  mutable std::mutex mutex_;
  mutable std::map<std::string, Plan> planned_;
};

class ScriptedReader final : public SourceReader {
 public:
  Failures failures;
  SourceReading read(const Source& source) const override {
    failures.check(source.raw);
    SourceReading reading;
    reading.text = source.raw;
    reading.title = source.source_id;
    Message message;
    message.id = source.source_id;
    message.body = source.raw;
    message.date = source.started_at;
    message.from = {"Jun Park", "jun@example.org"};
    reading.participants = {message.from};
    reading.messages = {message};
    return reading;
  }
};

class ScriptedExtractor final : public Extractor {
 public:
  Failures failures;
  std::string name() const override { return "scripted@1"; }
  std::vector<Fact> extract(const Message& message) const override {
    failures.check(message.body);
    std::vector<Fact> facts;
    for (const std::string& text : lines(message.body, "fact ")) {
      Fact fact;
      fact.content = text;
      fact.idempotency_key = message.id + "#" + std::to_string(facts.size());
      fact.stated_at = message.date;
      facts.push_back(std::move(fact));
    }
    for (const std::string& text : lines(message.body, "ad ")) {
      Fact fact;
      fact.content = text;
      fact.category = Category::Ads;
      facts.push_back(std::move(fact));
    }
    return facts;
  }
  MentionSet mentions(const Message& message, std::span<const Fact>) const override {
    MentionSet mentioned;
    for (const std::string& text : lines(message.body, "entity ")) {
      mentioned.mentions.push_back(entity(text));
    }
    for (const std::string& text : lines(message.body, "person ")) {
      mentioned.mentions.push_back(person(text));
    }
    return mentioned;
  }

 private:
  static std::vector<std::string> lines(const std::string& body, const std::string& marker) {
    std::vector<std::string> found;
    std::istringstream in(body);
    for (std::string line; std::getline(in, line);) {
      if (line.starts_with(marker)) found.push_back(line.substr(marker.size()));
    }
    return found;
  }
};

/// Says every text, one a line, so that a test sees what it was given.
class RepeatingSummarizer final : public Summarizer {
 public:
  mutable std::atomic<int> asked{0};
  std::string name() const override { return "repeating@1"; }
  std::string combine(std::string_view existing, std::string_view incoming) const override {
    return std::string(existing) + " " + std::string(incoming);
  }
  std::string summarise(std::span<const std::string_view> texts, std::size_t) const override {
    ++asked;
    std::string all;
    for (const std::string_view text : texts) all += (all.empty() ? "" : "\n") + std::string(text);
    return all;
  }
  std::vector<std::string> keywords(std::string_view, std::size_t) const override { return {}; }
};

/// The built-in one, until it is asked for a text it is to fail on.
class FailingEmbedder final : public Embedder {
 public:
  Failures failures;
  std::string name() const override { return real_->name(); }
  int dimension() const override { return real_->dimension(); }
  const Calibration& calibration() const override { return real_->calibration(); }
  void embed(std::span<const std::string_view> texts, std::span<std::int16_t> out) const override {
    for (const std::string_view text : texts) failures.check(text);
    real_->embed(texts, out);
  }

 private:
  std::shared_ptr<const Embedder> real_ = builtin_embedder();
};

}  // namespace memfold::test
