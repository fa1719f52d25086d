// A store of one user whose Analyst answers by script, and the ways to look at it.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/property/fact_stream.h"

namespace memfold::test {

using testing::HasSubstr;
using Contents = std::vector<std::string>;

/// Answers by script; the embedder and everything else are real.
class ScriptedAnalyst final : public Analyst {
 public:
  Verdict verdict = Verdict::Update;
  double confidence = 0.95;
  bool answered = true;
  bool costly = false;   ///< what it says is worth keeping
  bool quotes = false;   ///< its reasoning repeats both statements
  std::string other;     ///< an existing statement that holds this is a link, whatever the verdict
  bool by_time = false;  ///< an existing statement said before the incoming one is a link as well
  std::string model = "scripted@1";
  mutable int asked = 0;  ///< comparisons it made
  std::optional<EdgeType> edge;
  std::string name() const override { return model; }
  bool is_costly(const Analysis&) const override { return costly; }
  Analysis compare(const Statement& existing, const Statement& incoming) const override {
    ++asked;
    Analysis analysis;
    if (costly) analysis.tokens = 7;
    if (quotes) {
      analysis.reasoning = std::string(existing.content) + " | " + std::string(incoming.content);
    }
    const bool holds_other = !other.empty() && existing.content.find(other) != std::string::npos;
    const bool is_other = holds_other || (by_time && existing.occurred_at < incoming.occurred_at);
    analysis.verdict = is_other ? Verdict::Link : verdict;
    analysis.confidence = confidence;
    analysis.answered = answered;
    if (analysis.verdict == Verdict::Link) analysis.relationship_type = edge;
    analysis.same_subject =
        analysis.verdict != Verdict::Link && analysis.verdict != Verdict::Unrelated;
    return analysis;
  }
};

class Amend : public testing::Test {
 protected:
  Amend() : analyst_(std::make_shared<ScriptedAnalyst>()) { reopen(); }

  void reopen(DecideOptions decide = {}) {
    engine_.reset();
    EngineOptions options = fixed_options();
    options.models.analyst = analyst_;
    options.decide = decide;
    options.review_max_age_days = limits_.age_days;
    options.review_max_pending = limits_.pending;
    options.retention_drops_entries = limits_.drops_entries;
    options.clock = [this] { return now_; };
    engine_.emplace(Engine::open(directory_.path(), options));
  }

  Decision tell(const std::string& content, const std::string& source = "mail-1",
                const std::string& thread = "t1") {
    now_.micros += kMicrosPerDay;
    Fact fact;
    fact.user = "mina";
    fact.content = content;
    fact.source_id = source;
    fact.thread_id = thread;
    fact.subject = "Q1 마케팅 캠페인 예산";
    fact.stated_at = now_;
    return engine_->fold({&fact, 1}).at(0);
  }
  Decision tell(Verdict verdict, const std::string& content, const std::string& source = "mail-1",
                const std::string& thread = "t1") {
    analyst_->verdict = verdict;
    return tell(content, source, thread);
  }
  /// Three versions of one budget.
  std::vector<Decision> budget() {
    return {tell("예산은 5000만원입니다"), tell("예산은 6000만원입니다"),
            tell("예산은 7000만원입니다")};
  }

  std::string current(const Id& member) {
    const auto memory = engine_->as_of("mina", member, {});
    return memory ? memory->content : "nothing";
  }
  std::vector<std::string> recalled() {
    std::vector<std::string> contents;
    for (const Hit& hit : engine_->recall({.user = "mina", .text = "예산", .k = 20})) {
      contents.push_back(hit.memory.content);
    }
    return contents;
  }
  std::vector<std::string> history(const Id& member) {
    std::vector<std::string> contents;
    for (const VersionStep& step : engine_->history("mina", member)) {
      contents.push_back(step.memory.content);
    }
    return contents;
  }
  void expect_sound() {
    EXPECT_EQ(engine_->admin().verify().problems, std::vector<std::string>{});
    reopen(engine_->options().decide);
    EXPECT_EQ(engine_->admin().verify().problems, std::vector<std::string>{});
  }
  template <typename Call>
  std::string error_of(Call call, ErrorCode code = ErrorCode::InvalidArgument) {
    try {
      call();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), code) << error.what();
      return error.what();
    }
    ADD_FAILURE() << "nothing was thrown";
    return {};
  }

  struct Limits {
    int age_days = 365, pending = 10'000;
    bool drops_entries = false;
  };
  Limits limits_;
  StoreDirectory directory_;
  std::shared_ptr<ScriptedAnalyst> analyst_;
  Time now_ = parse_time("2026-01-01").value();
  std::optional<Engine> engine_;
};

}  // namespace memfold::test
