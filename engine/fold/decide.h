// The decision itself: a pure function of a fact's provenance, its scored candidates, what the
// Analyst says of them, and the options. No I/O, no clock, no randomness.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/fold/next_content.h"
#include "memfold/analysis.h"
#include "memfold/decision.h"
#include "memfold/judge.h"
#include "memfold/options.h"

namespace memfold {

struct ScoredCandidate {
  Id memory_id;
  Score score;
};

/// Who said a statement, and when: settles conflicts.
struct Provenance {
  SourceType source_type = SourceType::Realtime;
  Time stated_at;
};

/// A candidate weighed beside the others.
struct Judged {
  std::optional<Analysis> analysis;  ///< none: it was set aside
  Judgement judgement;
  bool few_words = false;  ///< set aside because it shares too few; else others came first
};

/// Answers about candidate i of the list given to decide(). Asked only when the answer matters;
/// must be a pure function of the two statements.
class Comparisons {
 public:
  virtual ~Comparisons() = default;
  virtual Provenance provenance(std::size_t candidate) = 0;
  virtual Analysis analyse(std::size_t candidate) = 0;  ///< the configured Analyst
  /// What the Analyst and the Judge say of the first `count` candidates; empty: there is no Judge.
  virtual std::vector<Judged> judge(std::size_t count) = 0;
  virtual Analysis analyse_inside(std::size_t candidate) = 0;  ///< the in-process one, fast mode
  virtual std::vector<PropertyChange> differences(std::size_t candidate) = 0;  ///< the Guard
  /// What the candidate's next version would say.
  virtual NextContent next_content(std::size_t candidate, Operation operation) = 0;
};

/// What is to be done, before it is applied.
struct Plan {
  DecisionKind kind = DecisionKind::Create;
  Operation operation = Operation::Add;
  std::optional<std::size_t> target;  ///< candidate acted on, or skipped for
  std::vector<std::size_t> links;     ///< candidates to link a new memory to, best first
  EdgeType link_type = EdgeType::RelatedTo;
  std::optional<double> link_strength;  ///< of those links; the candidates' scores when absent
  Band band = Band::None;
  std::optional<Verdict> verdict;
  double confidence = 1;
  std::string analyst;  ///< whose answer settled it, or was the first where none did
  std::vector<PropertyChange> property_changes;
  std::optional<NextContent> next;  ///< of the target, where it gets a next version
  bool backdated = false;
  bool says_the_same = false;        ///< a duplicate: its source is added to the target's
  bool review = false;               ///< goes to the review queue
  std::optional<std::size_t> doubt;  ///< the candidate a person is asked about
  std::string reason;
  std::vector<Rival> rivals;
  /// Per candidate, where one was made; words only of what is acted on (Analysis::write_words).
  std::vector<std::optional<Analysis>> analyses;
  std::vector<Judgement> judgements;  ///< of the first candidates; empty: no Judge
};

/// `candidates` best first. docs/decisions/0005-decide-reading.md says how open points are read.
Plan decide(const Provenance& fact, std::span<const ScoredCandidate> candidates,
            Comparisons& comparisons, const DecideOptions& options);

/// Where a score falls.
Band band_of(double score, const DecideOptions& options);

}  // namespace memfold
