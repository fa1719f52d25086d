// What recall finds for labelled questions, by vector, by words and by both.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "memfold/engine.h"
#include "tools/eval/questions.h"

namespace memfold::tools {

/// The ways to rank that are compared, in the order they are printed.
inline constexpr std::array<RecallBy, 3> kWays = {RecallBy::Vector, RecallBy::Words,
                                                  RecallBy::Both};
/// An answer below this rank counts as not found.
inline constexpr std::size_t kDeepestRank = 50;

/// What one way of ranking made of a question.
struct Found {
  std::optional<std::size_t> rank;  ///< of the first memory that answers, from 1
  std::string first;                ///< content of the best hit; empty: none
};

struct QuestionOutcome {
  Question question;
  std::array<Found, kWays.size()> found;  ///< in the order of kWays
};

/// Questions whose answer comes first, among the first five, and the mean of 1 / rank (0 where it
/// is not found): MRR as of TREC-8 (Voorhees 1999).
struct RecallFigures {
  std::size_t questions = 0, first = 0, first_five = 0;
  double reciprocal_ranks = 0;  ///< their sum

  std::optional<double> hit_1() const;
  std::optional<double> hit_5() const;
  std::optional<double> mrr() const;
};
using WayFigures = std::array<RecallFigures, kWays.size()>;

/// Asks each question of `engine`, for `user`. Nothing counts as used.
std::vector<QuestionOutcome> ask_questions(const Engine& engine, const std::string& user,
                                           std::span<const Question> questions);

/// Whether a memory answers.
bool is_answer(const Question& question, const Memory& memory);

WayFigures recall_figures(std::span<const QuestionOutcome> outcomes);
/// By what `key` gives of each question.
std::map<std::string, WayFigures> recall_figures_by(std::span<const QuestionOutcome> outcomes,
                                                    std::string Question::*key);

}  // namespace memfold::tools
