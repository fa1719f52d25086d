// Folds labelled streams, item by item, and judges each decision.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "memfold/engine.h"
#include "tools/eval/streams.h"

namespace memfold::tools {

/// Where a wrong decision arose.
enum class Miss {
  None,
  NotFound,     ///< the memory meant was no candidate
  NotAsked,     ///< it was one, and nobody compared the two
  JudgedWrong,  ///< the comparison said something else
  HeldBack,     ///< it was judged right, and something else was done
};
inline constexpr std::size_t kMisses = 5;
std::string name(Miss miss);

struct ItemOutcome {
  StreamDecision given = StreamDecision::Create;
  bool right = false;  ///< the decision expected, about the memory expected
  Miss miss = Miss::None;
  /// Whether the memory that now holds the statement reads as it should; nothing where the decision
  /// was wrong or nothing is asked of it.
  std::optional<bool> reads_right{};
  double confidence = 0;  ///< 0..1, of the decision
  bool review = false;
  std::string target;  ///< text of the memory acted on, empty: none
  std::string reads;   ///< text of the memory that now holds the statement
  std::string reason;
};

struct QuestionAnswer {
  bool right = false;
  std::string first;  ///< text of the best hit; empty: none
};

/// In the order of the stream's items and questions.
struct StreamOutcome {
  std::vector<ItemOutcome> items;
  std::vector<QuestionAnswer> answers;
};

/// Folds each stream for a user of its own (its id), one fact a call. Throws Error(InvalidArgument)
/// naming the item that the engine does not take.
std::vector<StreamOutcome> fold_streams(Engine& engine, std::span<const Stream> streams);

}  // namespace memfold::tools
