// What is asked of the memories, and what answers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "memfold/filter.h"
#include "memfold/kinds.h"
#include "memfold/memory.h"
#include "memfold/time.h"

#pragma GCC visibility push(default)
namespace memfold {

/// See Engine::recall.
struct RecallQuery {
  std::string user{};
  std::string text{};
  std::vector<float> vector{};  ///< used instead of embedding `text` when not empty
  int k = 10;
  double threshold = 0;  ///< hits with a lower score are left out
  /// With as_of or valid_at, where.include_expired plays no part.
  MemoryFilter where{};
  /// Only what is true in the world then: of every chain the version whose stretch [valid_from,
  /// valid_until) holds it, as Engine::as_of has it. Without a stretch it begins when it was said.
  std::optional<Time> valid_at{};
  /// What the store believed then: superseded versions that were current, and what was softly
  /// deleted since. Either of the two reads all that is stored of the user.
  std::optional<Time> as_of{};
  RecallBy by = RecallBy::Both;
  bool count_use = true;  ///< the hits count as used; false: only look
};

/// A memory that answers.
struct Hit {
  Memory memory;
  double score = 0;  ///< 0..1
  /// The parts of the score, 0..1 each; those the query does not ask for are 0.
  double content = 0;  ///< calibrated similarity
  double words = 0;    ///< how much of what the query's words say is said in the same words
  double keys = 0;     ///< how much of what the query names, as exact keys, the memory carries
  double near = 0;     ///< how well what was said just beside it in its session matches
  std::vector<std::string> matched_words{}, matched_keys{};  ///< as the query has them
  std::string why;  ///< all that as one line, e.g. "content 0.910, words \"예산 q1\" 0.630"
};

}  // namespace memfold
#pragma GCC visibility pop
