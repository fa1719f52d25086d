// The places where a model may stand in, and the built-in implementations.
//
// Every interface here is called from several threads at once and must be safe for that. Whatever
// it throws ends the call it was made in and nothing else (error.h); an answer that these comments
// do not allow counts as a failure. The built-in ones are deterministic: same input, same output,
// on any machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "memfold/analysis.h"
#include "memfold/fact.h"
#include "memfold/judge.h"
#include "memfold/message.h"
#include "memfold/source.h"

#pragma GCC visibility push(default)
namespace memfold {

/// Unit vectors are stored as int16 fixed point: 1.0 is kVectorScale. A dot product of two rows is
/// an int32 in units of 1 / kDotScale and never overflows (Cauchy-Schwarz, up to kMaxDimension).
inline constexpr int kVectorScale = 1 << 14;
inline constexpr double kDotScale = double(kVectorScale) * kVectorScale;
inline constexpr int kMaxDimension = 4096;

/// Scales `values` to unit length and rounds it to fixed point. `out` has the same size. A zero or
/// non-finite vector gives all zeros and returns false: it has no direction and matches nothing.
bool quantise_unit(std::span<const float> values, std::span<std::int16_t> out);

/// A monotone, piecewise linear map from an embedder's cosine to similarity 0..1, so that the
/// decision bands mean the same whatever the embedder. Identity (clamped to 0..1) by default.
class Calibration {
 public:
  struct Point {
    double cosine, similarity;
    bool operator==(const Point&) const = default;
  };

  Calibration() = default;
  /// Points must ascend in cosine and not descend in similarity; throws Error(InvalidArgument).
  explicit Calibration(std::vector<Point> points);

  double similarity(double cosine) const;
  std::span<const Point> points() const { return points_; }

 private:
  std::vector<Point> points_;
};

/// Turns texts into unit vectors.
class Embedder {
 public:
  virtual ~Embedder() = default;
  virtual std::string name() const = 0;  ///< name@version; a store remembers it
  virtual int dimension() const = 0;     ///< 1..kMaxDimension; always the same
  virtual const Calibration& calibration() const = 0;
  /// Writes texts.size() rows of dimension() values, row-major, fixed point: each of unit length,
  /// as quantise_unit() makes it. A text with nothing to embed gives a zero row.
  virtual void embed(std::span<const std::string_view> texts,
                     std::span<std::int16_t> out) const = 0;

  /// How many texts a call of embed() does best with: an engine divides what it has into such calls
  /// and makes them on all its threads. 0: everything in one call, for what waits on a network and
  /// divides it by itself. Changes no row.
  virtual std::size_t texts_per_call() const { return 32; }
};

/// Two statements to be compared. Borrowed like their parts.
struct StatementPair {
  Statement existing, incoming;
};

/// Says how two statements about similar things relate.
class Analyst {
 public:
  virtual ~Analyst() = default;
  virtual std::string name() const = 0;  ///< name@version
  virtual Analysis compare(const Statement& existing, const Statement& incoming) const = 0;

  /// As compare(), with Analysis::evidence where this Analyst has any: what a Judge needs, and
  /// costs more. Words may be left for later (Analysis::write_words). Where it can tell at a
  /// fraction of the cost that the two share less than `least_words` of their words (0..1, as in
  /// its evidence; 0: never), it may answer nothing.
  virtual std::optional<Analysis> compare_for_judge(const Statement& existing,
                                                    const Statement& incoming,
                                                    double least_words) const {
    (void)least_words;
    return compare(existing, incoming);
  }

  /// The numbers and codes by which a statement says which of many it means ("project 4694",
  /// "INC-203", "v2.4"), as they stand in it; no amounts, dates or times. Of memories much alike,
  /// those that carry them too are compared first. At a fraction of the cost of comparing.
  virtual std::vector<std::string> identifiers(const Statement& statement) const {
    (void)statement;
    return {};
  }

  /// Whether prefetch() begins anything. Folding then finds out beforehand what it will ask, and
  /// commits more often.
  virtual bool looks_ahead() const { return false; }

  /// Says which comparisons are likely to be asked for soon, in that order, so that a slow Analyst
  /// can begin them. A hint: it changes no answer, returns at once and keeps no view into `pairs`.
  /// A fast Analyst ignores it.
  virtual void prefetch(std::span<const StatementPair> pairs) const { (void)pairs; }

  /// Whether this answer of compare() is worth keeping because it cost time and money, as one from
  /// over the network did. Never true where Analysis::answered is false.
  virtual bool is_costly(const Analysis& analysis) const {
    (void)analysis;
    return false;
  }
};

/// Finds what two statements disagree on: numbers with units, dates and times, identifiers,
/// versions, negation and proper names that both could carry, and what the incoming one says beyond
/// the existing one. Promise P6 rests on it: what differs stops a SKIP (which differences count
/// where a Judge is sure: docs/decisions.md). Always in-process.
class Guard {
 public:
  /// The property of a difference that is of where the two were said: "Applied, thanks." under
  /// another subject line is of another thing.
  static constexpr std::string_view kSubjectLineProperty = "subject line";

  virtual ~Guard() = default;
  virtual std::vector<PropertyChange> differences(const Statement& existing,
                                                  const Statement& incoming) const = 0;
};

/// Turns one message into statements that stand alone.
class Extractor {
 public:
  virtual ~Extractor() = default;
  virtual std::string name() const = 0;  ///< name@version
  /// Facts in the order they appear, without user; none when nothing is worth keeping.
  /// Idempotency keys derive from the message's id and the fact's content.
  virtual std::vector<Fact> extract(const Message& message) const = 0;
  /// What a source speaks of: the people, concepts and entities of one message, and of the facts
  /// extract() found in it.
  virtual MentionSet mentions(const Message& message, std::span<const Fact> facts) const {
    (void)message, (void)facts;
    return {};
  }
};

/// Writes texts out of other texts.
class Summarizer {
 public:
  virtual ~Summarizer() = default;
  virtual std::string name() const = 0;  ///< name@version
  /// One text that keeps every detail of both and repeats none; never empty. All it writes is
  /// UTF-8.
  virtual std::string combine(std::string_view existing, std::string_view incoming) const = 0;

  /// The known statement as it reads once the incoming one has changed some of its values: the new
  /// values in the places of the old ones, everything else as it was. Nothing where that cannot be
  /// written safely. `occurred_at` of each is when it was said.
  virtual std::optional<std::string> revise(const Statement& existing,
                                            const Statement& incoming) const {
    (void)existing, (void)incoming;
    return std::nullopt;
  }

  /// What `texts`, oldest first, say together, in at most `sentences` sentences; the texts are data
  /// and never instructions. What a newer text changes is told as the newer one has it. Any bytes;
  /// of more than a megabyte the first text and the newest are read. Empty when they say nothing.
  virtual std::string summarise(std::span<const std::string_view> texts,
                                std::size_t sentences) const = 0;
  /// The words and phrases that tell this text from others, the most telling first, at most
  /// `count` (5 to 10 are sensible), in lower case: no dates, amounts or addresses.
  virtual std::vector<std::string> keywords(std::string_view text, std::size_t count) const = 0;
};

/// One word of a text, in the form in which two texts are compared.
struct Term {
  enum class Kind : std::uint8_t {
    Word = 0,  ///< a word without inflection, a number, an identifier as a whole
    Part,      ///< a piece of one: syllables of a compound, a component of an identifier
    Concept,   ///< what a word means, under one name for all words that mean it
  };
  Kind kind = Kind::Word;
  std::string text;                  ///< normal form, UTF-8, never empty
  std::uint32_t begin = 0, end = 0;  ///< bytes of the text it was read from
  bool operator==(const Term&) const = default;
};

/// Kinds of values a question may ask for and a text may hold, as bits.
using ValueKinds = std::uint32_t;
inline constexpr ValueKinds kTimeValue = 1;      ///< a date, a time of day, a period, how often
inline constexpr ValueKinds kDurationValue = 2;  ///< how long
inline constexpr ValueKinds kQuantityValue = 4;  ///< an amount, a count, a share

/// Cuts texts into what recall by words counts. A store remembers nothing of it: another one may
/// come with the next opening.
class Tokenizer {
 public:
  virtual ~Tokenizer() = default;
  virtual std::string name() const = 0;  ///< name@version
  /// Terms in order of their places, repeats included; words that say nothing of their own ("the",
  /// "언제") are left out. `text` is NFC.
  virtual std::vector<Term> terms(std::string_view text) const = 0;
  /// What `question` asks for ("when", "얼마"); 0: nothing of these.
  virtual ValueKinds values_asked(std::string_view question) const {
    (void)question;
    return 0;
  }
  /// What `text` holds.
  virtual ValueKinds values_told(std::string_view text) const {
    (void)text;
    return 0;
  }
};

/// The models an Engine uses. Shared: one set may serve several engines. An engine that is given
/// none takes builtin_models(); where some are given, the first four and guard_analyst are the
/// built-in ones where they are missing, and a null tokenizer, extractor or source_reader is a
/// choice.
struct Models {
  std::shared_ptr<const Embedder> embedder{};
  std::shared_ptr<const Analyst> analyst{};
  std::shared_ptr<const Guard> guard{};
  std::shared_ptr<const Summarizer> summarizer{};
  /// What works sources into facts; without them sources can be stored and processed elsewhere, but
  /// not here.
  std::shared_ptr<const SourceReader> source_reader{};
  std::shared_ptr<const Extractor> extractor{};
  /// Settles what the guard stopped in `fast` mode; in-process.
  std::shared_ptr<const Analyst> guard_analyst{};
  /// What recall by words reads with; null: recall goes by vectors and exact keys alone.
  std::shared_ptr<const Tokenizer> tokenizer{};
  /// What decides from comparing all candidates; null, or an Analyst it cannot read: the Analyst's
  /// answers are asked for and acted on one by one.
  std::shared_ptr<const Judge> judge{};
};

/// How the built-in Extractor weighs importance (model: base + what fires, capped at 1).
struct ImportanceOptions {
  double base = 0.4;
  double contains_money = 0.3;
  double has_deadline = 0.2;
  double from_important_person = 0.2;
  double contains_action = 0.15;
  double multi_person = 0.1;
  double is_reply_chain = 0.05;
  std::vector<std::string> important_people;  ///< addresses or names
};

/// Built-in implementations: no network, no model file, no state that shows in an answer.
Models builtin_models();
/// memfold-text@2: sees meaning and wording. An Engine that is given it, or none, goes on with
/// ngram_embedder() in a store made with that.
std::shared_ptr<const Embedder> builtin_embedder();
/// memfold-ngram@1: sees wording alone; of the same dimension.
std::shared_ptr<const Embedder> ngram_embedder();
/// Statements that it read lately are kept, in about so many bytes at most (3,000 a short
/// statement): they are what comparing with the same memories again need not repeat.
std::shared_ptr<const Analyst> builtin_analyst(std::size_t readings_bytes = std::size_t{32} << 20);
std::shared_ptr<const Guard> builtin_guard();
std::shared_ptr<const Summarizer> builtin_summarizer();
std::shared_ptr<const Tokenizer> builtin_tokenizer();
std::shared_ptr<const Extractor> builtin_extractor(const ImportanceOptions& options = {});

}  // namespace memfold
#pragma GCC visibility pop
