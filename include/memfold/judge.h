// What becomes of a fact, given everything it was compared with: the step between comparing two
// statements and deciding.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "memfold/analysis.h"
#include "memfold/kinds.h"
#include "memfold/time.h"

#pragma GCC visibility push(default)
namespace memfold {

/// What a fact can be to one memory, in the order of every array of probabilities.
enum class Outcome : std::uint8_t {
  Apart = 0,  ///< both stand, linked or not
  Duplicate,  ///< it says nothing that is not known
  Merge,      ///< it adds detail; together they are one statement
  Update      ///< it gives what the memory states another value, now or, said earlier, before
};
inline constexpr std::size_t kOutcomeCount = 4;
using OutcomeProbabilities = std::array<double, kOutcomeCount>;  ///< they sum to 1

/// What is known of a fact and a memory beside their texts.
struct PairContext {
  std::array<double, 5> factors{};  ///< 0..1, in the order of Factor (options.h)
  std::array<bool, 5> present{};    ///< false: one side lacks it
  double cosine = 0;                ///< of the embeddings, before calibration
  SourceType memory_source = SourceType::Realtime, fact_source = SourceType::Realtime;
  Time memory_stated, fact_stated;
  std::uint32_t version = 1;    ///< of the memory
  std::uint32_t merged = 0;     ///< facts that were merged into it
  bool memory_subject = false;  ///< whether each was said under a subject line
  bool fact_subject = false;
  bool one_subject = false;  ///< the same one
  /// Others came first, or it shared too few words: it was not compared, its analysis is empty.
  bool set_aside = false;
};

/// One thing that spoke for an outcome, or against it.
struct OutcomePart {
  std::string_view name;  ///< of a feature; valid as long as the program
  double share = 0;       ///< of the log-odds of the outcome, against the average
  bool operator==(const OutcomePart&) const = default;
};

/// How likely each outcome is, and what made it so.
struct Judgement {
  OutcomeProbabilities likely{};
  /// Works out what spoke for the likeliest outcome, the strongest first; few. Few judgements are
  /// asked. Keeps what it needs; empty where nothing can be told.
  std::function<std::vector<OutcomePart>()> parts;
  /// Share of the words both statements have, 0..1 (Dice, Measures of the Amount of Ecologic
  /// Association, 1945). The more alike they are worded, the surer it is that what differs does.
  double words_shared = 1;
};

/// Weighs a pair by its analysis and its context, and by the other candidates: which of them a
/// follow-up is about shows only beside the rest. Safe from any thread, deterministic, a pure
/// function of its arguments. Always in-process.
class Judge {
 public:
  virtual ~Judge() = default;
  virtual std::string name() const = 0;  ///< name@version
  /// One judgement a candidate of the statement `fact`, in their order: best score first.
  /// `analyses` are as many as `contexts`; all have Analysis::evidence but those of what was set
  /// aside; that is surely apart, whatever is answered.
  virtual std::vector<Judgement> judge(std::string_view fact, std::span<const PairContext> contexts,
                                       std::span<const Analysis> analyses) const = 0;
};

/// Trees fitted to labelled streams, for the built-in Analyst's evidence: docs/decisions.md.
std::shared_ptr<const Judge> builtin_judge();

}  // namespace memfold
#pragma GCC visibility pop
