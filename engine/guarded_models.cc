#include "engine/guarded_models.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <new>
#include <string>
#include <utility>

#include "core/tell.h"
#include "core/text.h"
#include "memfold/error.h"
#include "memfold/kinds.h"
#include "storage/ranges.h"

namespace memfold {
namespace {

/// A quote shorter than this says little: some words, a name of a field.
constexpr std::size_t kQuoteBytes = 12;
constexpr std::size_t kMessageBytes = 300;

/// Whether a message holds a stretch of the text.
bool quotes(std::string_view message, std::string_view text) {
  if (text.empty()) return false;
  const std::size_t length = std::min(kQuoteBytes, text.size());
  for (std::size_t at = 0; at + length <= message.size(); ++at) {
    if (text.find(message.substr(at, length)) != std::string_view::npos) return true;
  }
  return false;
}

using Texts = std::span<const std::string_view>;

std::string told(std::string_view message, Texts given) {
  message = message.substr(0, kMessageBytes);
  const bool quoted = std::any_of(given.begin(), given.end(),
                                  [&](std::string_view text) { return quotes(message, text); });
  return quoted ? "its message quotes what it was given" : to_valid_utf8(message);
}

/// "the Embedder acme@2"; without the name where asking for it fails too.
template <typename Part>
std::string described(const char* kind, const Part& part) {
  std::string text = std::string("the ") + kind;
  if constexpr (requires { part.name(); }) {
    try {
      const std::string name = to_valid_utf8(part.name());
      if (!name.empty()) text += " " + name;
    } catch (...) {
    }
  }
  return text;
}

/// A part with what it is called in messages.
template <typename Part>
class Guarded {
 public:
  Guarded(const char* kind, std::shared_ptr<const Part> part, const LogOptions& log)
      : kind_(kind), part_(std::move(part)), log_(log) {}

  const Part& operator*() const { return *part_; }
  const Part* operator->() const { return part_.get(); }

  /// work(), which was given these texts.
  template <typename Work>
  decltype(auto) run(const Work& work, Texts given = {}) const {
    try {
      return work();
    } catch (const Error& error) {
      note("failed: " + told(error.what(), given));
      throw;
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& error) {
      fail("failed: " + told(error.what(), given));
    } catch (...) {
      fail("failed: it threw what is no std::exception");
    }
  }

  void require(bool allowed, const char* problem) const {
    if (!allowed) fail(std::string("broke its interface: ") + problem);
  }
  void require_text(std::string_view text, const char* problem) const {
    require(is_valid_utf8(text), problem);
  }

 private:
  void note(const std::string& problem) const {
    if (!listens(log_, LogLevel::Error)) return;
    tell(log_, LogLevel::Error, "model_failed", described(kind_, *part_) + " " + problem,
         {{"part", kind_}});
  }
  [[noreturn]] void fail(const std::string& problem) const {
    note(problem);
    throw Error(ErrorCode::Model, described(kind_, *part_) + " " + problem);
  }

  const char* kind_;
  const std::shared_ptr<const Part> part_;
  const LogOptions log_;
};

/// Whether the value has a name. A host may have made it of any number.
template <typename E>
bool is_known(E value) {
  return name(value) != "?";
}

/// Written so that NaN fails too.
bool is_share(double value) {
  return value >= 0 && value <= 1;
}

/// What a store would take.
bool is_row(std::span<const std::int16_t> row) {
  return storage::is_unit(row) ||
         std::all_of(row.begin(), row.end(), [](std::int16_t value) { return value == 0; });
}

class GuardedEmbedder final : public Embedder {
 public:
  GuardedEmbedder(std::shared_ptr<const Embedder> part, const LogOptions& log)
      : part_("Embedder", std::move(part), log) {}

  std::string name() const override {
    return part_.run([&] { return part_->name(); });
  }
  int dimension() const override {
    const int dimension = part_.run([&] { return part_->dimension(); });
    part_.require(dimension >= 1 && dimension <= kMaxDimension, "its dimension is out of range");
    int known = 0;
    const bool same = dimension_.compare_exchange_strong(known, dimension) || known == dimension;
    part_.require(same, "its dimension changed while it was in use");
    return dimension;
  }
  const Calibration& calibration() const override {
    return part_.run([&]() -> const Calibration& { return part_->calibration(); });
  }
  void embed(std::span<const std::string_view> texts, std::span<std::int16_t> out) const override {
    part_.run([&] { part_->embed(texts, out); }, texts);
    if (texts.empty()) return;
    const std::size_t dimension = out.size() / texts.size();
    for (std::size_t i = 0; i < texts.size(); ++i) {
      part_.require(is_row(out.subspan(i * dimension, dimension)),
                    "a row of embed() is neither zero nor of unit length (see quantise_unit)");
    }
  }
  std::size_t texts_per_call() const override {
    return part_.run([&] { return part_->texts_per_call(); });
  }

 private:
  const Guarded<Embedder> part_;
  mutable std::atomic<int> dimension_{0};
};

/// What both an Analyst and a Guard say.
template <typename Part>
void require_changes(const Guarded<Part>& part, std::span<const PropertyChange> changes,
                     const Statement& existing, const Statement& incoming) {
  const auto lies_in = [](const TextSpan& span, std::string_view text) {
    return span.begin <= span.end && span.end <= text.size();
  };
  for (const PropertyChange& change : changes) {
    part.require(is_known(change.change), "a change is of no known kind");
    part.require(
        lies_in(change.old_span, existing.content) && lies_in(change.new_span, incoming.content),
        "a change lies outside of the statements");
    for (const std::string* text : {&change.property, &change.old_value, &change.new_value}) {
      part.require_text(*text, "a change is not UTF-8");
    }
  }
}

std::array<std::string_view, 4> texts_of(const Statement& a, const Statement& b) {
  return {a.content, a.subject, b.content, b.subject};
}

class GuardedAnalyst final : public Analyst {
 public:
  GuardedAnalyst(std::shared_ptr<const Analyst> part, const LogOptions& log)
      : part_("Analyst", std::move(part), log) {}

  std::string name() const override {
    return part_.run([&] { return part_->name(); });
  }
  Analysis compare(const Statement& existing, const Statement& incoming) const override {
    return checked(
        part_.run([&] { return part_->compare(existing, incoming); }, texts_of(existing, incoming)),
        existing, incoming);
  }
  std::optional<Analysis> compare_for_judge(const Statement& existing, const Statement& incoming,
                                            double least_words) const override {
    std::optional<Analysis> analysis =
        part_.run([&] { return part_->compare_for_judge(existing, incoming, least_words); },
                  texts_of(existing, incoming));
    part_.require(analysis || least_words > 0, "it sets aside what it was to compare");
    if (!analysis) return analysis;
    *analysis = checked(*std::move(analysis), existing, incoming);
    if (analysis->write_words) {
      analysis->write_words = [this, write = std::move(analysis->write_words)](Analysis& written) {
        part_.run([&] { write(written); });
        check_words(written);
      };
    }
    return analysis;
  }
  std::vector<std::string> identifiers(const Statement& statement) const override {
    return part_.run([&] { return part_->identifiers(statement); },
                     std::array{statement.content, statement.subject});
  }
  bool looks_ahead() const override {
    return part_.run([&] { return part_->looks_ahead(); });
  }
  void prefetch(std::span<const StatementPair> pairs) const override {
    std::vector<std::string_view> texts;
    for (const StatementPair& pair : pairs) {
      const auto some = texts_of(pair.existing, pair.incoming);
      texts.insert(texts.end(), some.begin(), some.end());
    }
    part_.run([&] { part_->prefetch(pairs); }, texts);
  }
  bool is_costly(const Analysis& analysis) const override {
    return part_.run([&] { return part_->is_costly(analysis); });
  }

 private:
  Analysis checked(Analysis analysis, const Statement& existing, const Statement& incoming) const {
    check(analysis, existing, incoming);
    if (analysis.analyst.empty()) analysis.analyst = name();
    return analysis;
  }
  void check(const Analysis& analysis, const Statement& existing, const Statement& incoming) const {
    const std::string problem = storage::out_of_range(analysis);
    part_.require(problem.empty(), problem.c_str());
    part_.require(is_known(analysis.verdict), "a verdict is of no known kind");
    part_.require(is_known(analysis.relationship), "a relation is of no known kind");
    part_.require(!analysis.relationship_type || joins_memories(*analysis.relationship_type),
                  "an edge is of no kind that joins memories");
    require_changes(part_, analysis.property_changes, existing, incoming);
    check_words(analysis);
  }
  void check_words(const Analysis& analysis) const {
    for (const std::string* text :
         {&analysis.subject_a, &analysis.subject_b, &analysis.reasoning, &analysis.analyst}) {
      part_.require_text(*text, "what it says is not UTF-8");
    }
    for (const std::string& factor : analysis.key_factors) {
      part_.require_text(factor, "what it says is not UTF-8");
    }
  }

  const Guarded<Analyst> part_;
};

class GuardedGuard final : public Guard {
 public:
  GuardedGuard(std::shared_ptr<const Guard> part, const LogOptions& log)
      : part_("Guard", std::move(part), log) {}

  std::vector<PropertyChange> differences(const Statement& existing,
                                          const Statement& incoming) const override {
    std::vector<PropertyChange> changes = part_.run(
        [&] { return part_->differences(existing, incoming); }, texts_of(existing, incoming));
    require_changes(part_, changes, existing, incoming);
    return changes;
  }

 private:
  const Guarded<Guard> part_;
};

class GuardedExtractor final : public Extractor {
 public:
  GuardedExtractor(std::shared_ptr<const Extractor> part, const LogOptions& log)
      : part_("Extractor", std::move(part), log) {}

  std::string name() const override {
    return part_.run([&] { return part_->name(); });
  }
  /// Each fact is looked at when it is folded.
  std::vector<Fact> extract(const Message& message) const override {
    return part_.run([&] { return part_->extract(message); }, texts_of(message));
  }
  MentionSet mentions(const Message& message, std::span<const Fact> facts) const override {
    MentionSet mentioned =
        part_.run([&] { return part_->mentions(message, facts); }, texts_of(message));
    for (const Mention& mention : mentioned.mentions) check(mention);
    for (const MentionedRelation& relation : mentioned.relations) {
      part_.require(std::max(relation.from, relation.to) < mentioned.mentions.size(),
                    "a relation is not between mentions");
      part_.require(is_known(relation.attitude), "an attitude is of no known kind");
      part_.require(is_share(relation.proximity), "a proximity is not between 0 and 1");
      part_.require_text(relation.type, "a relation is not UTF-8");
    }
    return mentioned;
  }

 private:
  void check(const Mention& mention) const {
    part_.require(is_known(mention.kind) && is_anchor(mention.kind), "a mention is no anchor");
    part_.require(is_share(mention.confidence), "a confidence is not between 0 and 1");
    part_.require_text(mention.name, "a mention is not UTF-8");
    part_.require_text(mention.type, "a mention is not UTF-8");
    for (const std::string& alias : mention.aliases) {
      part_.require_text(alias, "a mention is not UTF-8");
    }
  }
  static std::array<std::string_view, 4> texts_of(const Message& message) {
    return {message.body, message.subject, message.quoted, message.signature};
  }

  const Guarded<Extractor> part_;
};

class GuardedSummarizer final : public Summarizer {
 public:
  GuardedSummarizer(std::shared_ptr<const Summarizer> part, const LogOptions& log)
      : part_("Summarizer", std::move(part), log) {}

  std::string name() const override {
    return part_.run([&] { return part_->name(); });
  }
  std::string combine(std::string_view existing, std::string_view incoming) const override {
    std::string text = part_.run([&] { return part_->combine(existing, incoming); },
                                 std::array{existing, incoming});
    part_.require_text(text, "what it writes is not UTF-8");
    // P5: two statements must not become none.
    part_.require(!trim(text).empty() || (existing.empty() && incoming.empty()),
                  "combine() made nothing of two statements");
    return text;
  }
  std::optional<std::string> revise(const Statement& existing,
                                    const Statement& incoming) const override {
    std::optional<std::string> text = part_.run([&] { return part_->revise(existing, incoming); },
                                                std::array{existing.content, incoming.content});
    if (text) part_.require_text(*text, "what it writes is not UTF-8");
    part_.require(!text || !trim(*text).empty(), "revise() made nothing of two statements");
    return text;
  }
  std::string summarise(std::span<const std::string_view> texts,
                        std::size_t sentences) const override {
    std::string text = part_.run([&] { return part_->summarise(texts, sentences); }, texts);
    part_.require_text(text, "what it writes is not UTF-8");
    return text;
  }
  std::vector<std::string> keywords(std::string_view text, std::size_t count) const override {
    std::vector<std::string> words =
        part_.run([&] { return part_->keywords(text, count); }, {&text, 1});
    for (const std::string& word : words) part_.require_text(word, "a keyword is not UTF-8");
    return words;
  }

 private:
  const Guarded<Summarizer> part_;
};

class GuardedJudge final : public Judge {
 public:
  GuardedJudge(std::shared_ptr<const Judge> part, const LogOptions& log)
      : part_("Judge", std::move(part), log) {}

  std::string name() const override {
    return part_.run([&] { return part_->name(); });
  }
  std::vector<Judgement> judge(std::string_view fact, std::span<const PairContext> contexts,
                               std::span<const Analysis> analyses) const override {
    std::vector<Judgement> judgements =
        part_.run([&] { return part_->judge(fact, contexts, analyses); }, {&fact, 1});
    part_.require(judgements.size() == contexts.size(), "it does not judge each candidate once");
    for (std::size_t i = 0; i < judgements.size(); ++i) {
      if (!contexts[i].set_aside) check(judgements[i]);
      if (!judgements[i].parts) continue;
      judgements[i].parts = [this, parts = std::move(judgements[i].parts)] {
        return part_.run(parts);
      };
    }
    return judgements;
  }

 private:
  void check(const Judgement& judgement) const {
    constexpr double kTolerance = 1e-6;
    double sum = 0;
    for (const double one : judgement.likely) {
      part_.require(one >= 0, "a probability is no share");
      sum += one;
    }
    part_.require(std::abs(sum - 1) <= kTolerance, "its probabilities do not sum to 1");
  }

  const Guarded<Judge> part_;
};

class GuardedTokenizer final : public Tokenizer {
 public:
  GuardedTokenizer(std::shared_ptr<const Tokenizer> part, const LogOptions& log)
      : part_("Tokenizer", std::move(part), log) {}

  std::string name() const override {
    return part_.run([&] { return part_->name(); });
  }
  std::vector<Term> terms(std::string_view text) const override {
    std::vector<Term> terms = part_.run([&] { return part_->terms(text); }, {&text, 1});
    for (const Term& term : terms) {
      part_.require(!term.text.empty() && is_valid_utf8(term.text), "a term is empty or not UTF-8");
      part_.require(term.kind <= Term::Kind::Concept, "a term is of no known kind");
      part_.require(term.begin <= term.end && term.end <= text.size(),
                    "a term lies outside of the text");
    }
    return terms;
  }
  ValueKinds values_asked(std::string_view question) const override {
    return part_.run([&] { return part_->values_asked(question); }, {&question, 1});
  }
  ValueKinds values_told(std::string_view text) const override {
    return part_.run([&] { return part_->values_told(text); }, {&text, 1});
  }

 private:
  const Guarded<Tokenizer> part_;
};

class GuardedReader final : public SourceReader {
 public:
  GuardedReader(std::shared_ptr<const SourceReader> part, const LogOptions& log)
      : part_("SourceReader", std::move(part), log) {}

  SourceReading read(const Source& source) const override {
    SourceReading reading =
        part_.run([&] { return part_->read(source); }, std::array<std::string_view, 1>{source.raw});
    part_.require_text(reading.text, "what it read is not UTF-8");
    part_.require_text(reading.title, "what it read is not UTF-8");
    return reading;
  }
  std::string own_id(const Source& source) const override {
    return part_.run([&] { return part_->own_id(source); },
                     std::array<std::string_view, 1>{source.raw});
  }

 private:
  const Guarded<SourceReader> part_;
};

template <typename Guard, typename Part>
std::shared_ptr<const Part> behind(std::shared_ptr<const Part> part, const LogOptions& log) {
  if (!part) return nullptr;
  return std::make_shared<Guard>(std::move(part), log);
}

}  // namespace

std::shared_ptr<const Embedder> guarded(std::shared_ptr<const Embedder> embedder,
                                        const LogOptions& log) {
  return behind<GuardedEmbedder>(std::move(embedder), log);
}

Models guarded(Models models, const LogOptions& log) {
  models.embedder = guarded(std::move(models.embedder), log);
  models.analyst = behind<GuardedAnalyst>(std::move(models.analyst), log);
  models.guard = behind<GuardedGuard>(std::move(models.guard), log);
  models.summarizer = behind<GuardedSummarizer>(std::move(models.summarizer), log);
  models.source_reader = behind<GuardedReader>(std::move(models.source_reader), log);
  models.extractor = behind<GuardedExtractor>(std::move(models.extractor), log);
  models.guard_analyst = behind<GuardedAnalyst>(std::move(models.guard_analyst), log);
  models.tokenizer = behind<GuardedTokenizer>(std::move(models.tokenizer), log);
  models.judge = behind<GuardedJudge>(std::move(models.judge), log);
  return models;
}

Models completed(Models models, std::size_t readings_bytes) {
  const bool none = !models.embedder && !models.analyst && !models.guard && !models.summarizer &&
                    !models.source_reader && !models.extractor && !models.guard_analyst &&
                    !models.tokenizer && !models.judge;
  if (none) {
    models = builtin_models();
    models.analyst = models.guard_analyst = builtin_analyst(readings_bytes);
    return models;
  }
  if (!models.embedder) models.embedder = builtin_embedder();
  if (!models.guard) models.guard = builtin_guard();
  if (!models.summarizer) models.summarizer = builtin_summarizer();
  if (!models.guard_analyst) models.guard_analyst = builtin_analyst(readings_bytes);
  if (!models.analyst) models.analyst = models.guard_analyst;
  // The built-in Judge reads the evidence of the Analyst it was fitted for, and no other's.
  const bool fits = models.analyst->name() == builtin_analyst()->name();
  if (fits && !models.judge) models.judge = builtin_judge();
  if (!fits && models.judge && models.judge->name() == builtin_judge()->name()) {
    models.judge = nullptr;
  }
  return models;
}

}  // namespace memfold
