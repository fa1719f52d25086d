// The built-in models, each of which fails or answers badly when a test says so.
#pragma once

#include <atomic>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>

#include "memfold/error.h"
#include "memfold/models.h"

namespace memfold::test {

/// How the next calls go.
enum class Mood {
  Well,
  Throws,         ///< std::runtime_error
  ThrowsQuoting,  ///< whose message holds what it was given
  ThrowsNumber,   ///< what is no std::exception
  ThrowsError,    ///< memfold::Error, as an endpoint that went away does
  Badly,          ///< an answer the interface does not allow
};

class Moody {
 public:
  std::atomic<Mood> mood{Mood::Well};
  mutable std::atomic<int> good_calls{0};  ///< that still go well
  mutable std::atomic<int> bad_calls{0};   ///< so far

 protected:
  /// Whether the answer is to be bad.
  bool act(std::string_view given) const {
    if (mood == Mood::Well || good_calls-- > 0) return false;
    ++bad_calls;
    if (mood == Mood::Throws) throw std::runtime_error("the endpoint went away");
    if (mood == Mood::ThrowsQuoting) {
      throw std::runtime_error("cannot understand \"" + std::string(given) + "\"");
    }
    if (mood == Mood::ThrowsNumber) throw 42;
    if (mood == Mood::ThrowsError) throw Error(ErrorCode::Io, "the endpoint is gone");
    return true;
  }
};

class MoodyEmbedder final : public Embedder, public Moody {
 public:
  std::string name() const override { return "moody-embedder@3"; }
  int dimension() const override { return real_->dimension(); }
  const Calibration& calibration() const override { return real_->calibration(); }
  void embed(std::span<const std::string_view> texts, std::span<std::int16_t> out) const override {
    const bool bad = act(texts.front());
    real_->embed(texts, out);
    if (bad) out.front() = std::numeric_limits<std::int16_t>::max();
  }

 private:
  const std::shared_ptr<const Embedder> real_ = builtin_embedder();
};

class MoodyAnalyst final : public Analyst, public Moody {
 public:
  std::atomic<double> confidence{std::numeric_limits<double>::quiet_NaN()};  ///< of a bad answer
  std::string name() const override { return "moody-analyst@1"; }
  Analysis compare(const Statement& existing, const Statement& incoming) const override {
    const bool bad = act(incoming.content);
    Analysis analysis = real_->compare(existing, incoming);
    if (bad) analysis.confidence = confidence;
    analysis.analyst.clear();
    return analysis;
  }

 private:
  const std::shared_ptr<const Analyst> real_ = builtin_analyst();
};

class MoodyGuard final : public Guard, public Moody {
 public:
  std::vector<PropertyChange> differences(const Statement& existing,
                                          const Statement& incoming) const override {
    const bool bad = act(incoming.content);
    std::vector<PropertyChange> changes = real_->differences(existing, incoming);
    if (bad) changes.push_back({"money", "", "1", ChangeKind::Addition, {}, {7, 1'000'000}});
    return changes;
  }

 private:
  const std::shared_ptr<const Guard> real_ = builtin_guard();
};

class MoodyJudge final : public Judge, public Moody {
 public:
  std::string name() const override { return "moody-judge@2"; }
  std::vector<Judgement> judge(std::string_view fact, std::span<const PairContext> contexts,
                               std::span<const Analysis> analyses) const override {
    const bool bad = act(fact);
    std::vector<Judgement> judgements = real_->judge(fact, contexts, analyses);
    if (bad) judgements.front().likely.fill(std::numeric_limits<double>::quiet_NaN());
    return judgements;
  }

 private:
  const std::shared_ptr<const Judge> real_ = builtin_judge();
};

class MoodySummarizer final : public Summarizer, public Moody {
 public:
  std::string bad_text = "\xff";
  std::string name() const override { return "moody-summarizer@1"; }
  std::string combine(std::string_view existing, std::string_view incoming) const override {
    return act(incoming) ? bad_text : real_->combine(existing, incoming);
  }
  std::string summarise(std::span<const std::string_view> texts,
                        std::size_t sentences) const override {
    return act(texts.front()) ? bad_text : real_->summarise(texts, sentences);
  }
  std::vector<std::string> keywords(std::string_view text, std::size_t count) const override {
    return real_->keywords(text, count);
  }

 private:
  const std::shared_ptr<const Summarizer> real_ = builtin_summarizer();
};

class MoodyTokenizer final : public Tokenizer, public Moody {
 public:
  std::string name() const override { return "moody-tokenizer@1"; }
  std::vector<Term> terms(std::string_view text) const override {
    const bool bad = act(text);
    std::vector<Term> terms = real_->terms(text);
    if (bad) terms.push_back({Term::Kind::Word, "x", 3, 1});
    return terms;
  }

 private:
  const std::shared_ptr<const Tokenizer> real_ = builtin_tokenizer();
};

class MoodyExtractor final : public Extractor, public Moody {
 public:
  std::string name() const override { return "moody-extractor@1"; }
  std::vector<Fact> extract(const Message& message) const override {
    Fact fact;
    fact.content = message.body;
    fact.idempotency_key = message.id;
    return {fact};
  }
  MentionSet mentions(const Message& message, std::span<const Fact>) const override {
    MentionSet mentioned;
    if (act(message.body)) mentioned.relations.push_back({7, 8, "knows", Attitude::Positive, 0.5});
    return mentioned;
  }
};

class MoodyReader final : public SourceReader, public Moody {
 public:
  SourceReading read(const Source& source) const override {
    const bool bad = act(source.raw);
    SourceReading reading;
    reading.text = bad ? "\xc3" : source.raw;
    Message message;
    message.id = source.source_id;
    message.body = source.raw;
    message.date = source.started_at;
    reading.messages.push_back(message);
    return reading;
  }
  std::string own_id(const Source& source) const override {
    act(source.raw);
    return "note-" + std::to_string(source.raw.size());
  }
};

/// All of them, and as an engine takes them.
class FailingModels {
 public:
  std::shared_ptr<MoodyEmbedder> embedder = std::make_shared<MoodyEmbedder>();
  std::shared_ptr<MoodyAnalyst> analyst = std::make_shared<MoodyAnalyst>();
  std::shared_ptr<MoodyAnalyst> guard_analyst = std::make_shared<MoodyAnalyst>();
  std::shared_ptr<MoodyGuard> guard = std::make_shared<MoodyGuard>();
  std::shared_ptr<MoodySummarizer> summarizer = std::make_shared<MoodySummarizer>();
  std::shared_ptr<MoodyTokenizer> tokenizer = std::make_shared<MoodyTokenizer>();
  std::shared_ptr<MoodyExtractor> extractor = std::make_shared<MoodyExtractor>();
  std::shared_ptr<MoodyReader> reader = std::make_shared<MoodyReader>();

  Models models() const {
    return {embedder, analyst, guard, summarizer, reader, extractor, guard_analyst, tokenizer};
  }
};

}  // namespace memfold::test
