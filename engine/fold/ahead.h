// Comparisons of the facts that come next, made by idle threads while the one before them is
// decided about, which is work for one thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "memfold/models.h"

namespace memfold {

/// A comparison. Borrowed like its parts.
struct ComparisonAsked {
  StatementPair pair;
  double least_words = 0;  ///< as compare_for_judge() takes it; for a verdict without effect
};

/// What an Analyst is asked for: compare_for_judge(), or the verdict of compare().
enum class AskedFor : std::uint8_t { Judge, Verdict };

/// Belongs to one fold, whose thread makes all calls. An answer is a pure function of what is
/// asked, so whether it was made ahead shows in no decision. What was begun and turns out not to be
/// asked for is lost: where that is common, less is begun.
class ComparisonsAhead {
 public:
  using Answer = std::optional<Analysis>;  ///< none: set aside, for a Judge alone

  /// The Analyst is borrowed, and asked from several threads.
  explicit ComparisonsAhead(const Analyst& analyst, AskedFor whom = AskedFor::Judge)
      : compare_{&analyst, whom} {}
  /// Waits for what runs.
  ~ComparisonsAhead();
  ComparisonsAhead(const ComparisonsAhead&) = delete;
  ComparisonsAhead& operator=(const ComparisonsAhead&) = delete;

  /// Whether it is worth calling begin().
  bool pays();

  /// So many facts have theirs begun at a time: with one, other threads often wait for it to come.
  static constexpr std::size_t kFactsAhead = 2;

  /// Has those of one fact begun by other threads, and lets go of what was begun kFactsAhead facts
  /// before. Copies what is borrowed.
  void begin(const std::vector<ComparisonAsked>& asked);

  /// The answers to all that is asked: those begun, and the others made now, on all threads.
  /// Throws what the Analyst throws.
  std::vector<Answer> answers(const std::vector<ComparisonAsked>& asked);

 private:
  class Begun;
  struct Compare {
    const Analyst* analyst;
    AskedFor whom;
    Answer operator()(const StatementPair& pair, double least_words) const;
  };

  using OneFacts = std::vector<std::shared_ptr<Begun>>;

  std::shared_ptr<Begun> made_elsewhere(const ComparisonAsked& asked);
  void let_go_of_oldest();

  const Compare compare_;
  std::deque<OneFacts> left_;          ///< begun, and not asked for yet; the oldest first
  std::uint64_t made_ = 0, used_ = 0;  ///< by other threads, and what of it was asked for
  int passed_over_ = 0;
};

}  // namespace memfold
