// Where an answer about two statements comes from: the store, the Analyst, or a guess.
#pragma once

#include <optional>

#include "engine/fold/kept_analyses.h"
#include "memfold/models.h"

namespace memfold {

class Answers {
 public:
  virtual ~Answers() = default;

  struct Answer {
    Analysis analysis;
    bool was_kept = false;                           ///< the store had it
    std::optional<storage::AnalysisKey> place = {};  ///< where it is to be kept
  };
  virtual Answer about(const StatementPair& pair) = 0;
};

/// Asks the configured Analyst what the store does not have.
class AnalystAnswers final : public Answers {
 public:
  /// All borrowed.
  AnalystAnswers(KeptAnalyses& kept, const Analyst& analyst) : kept_(kept), analyst_(analyst) {}
  Answer about(const StatementPair& pair) override;

 private:
  KeptAnalyses& kept_;
  const Analyst& analyst_;
};

/// Says what the in-process Analyst would say, and lets the configured one begin.
class GuessedAnswers final : public Answers {
 public:
  /// All borrowed.
  GuessedAnswers(const KeptAnalyses& kept, const Models& models) : kept_(kept), models_(models) {}
  Answer about(const StatementPair& pair) override;

 private:
  const KeptAnalyses& kept_;
  const Models& models_;
};

}  // namespace memfold
