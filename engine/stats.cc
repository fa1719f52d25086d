#include "engine/stats.h"

namespace memfold {

Stats stats_of(const storage::UserRecord& record) {
  Stats stats;
  stats.users = 1;
  stats.memories = record.memories;
  stats.current_memories = record.current_memories;
  stats.edges = record.edges;
  stats.decisions = record.next_sequence - 1 - record.rejected;
  stats.by_kind = record.by_kind;
  stats.by_operation = record.by_operation;
  stats.rejected = record.rejected;
  stats.reviews = record.reviews;
  stats.backdated = record.backdated;
  return stats;
}

void add(Stats& total, const Stats& one) {
  total.users += one.users;
  total.memories += one.memories;
  total.current_memories += one.current_memories;
  total.edges += one.edges;
  total.decisions += one.decisions;
  for (std::size_t i = 0; i < total.by_kind.size(); ++i) total.by_kind[i] += one.by_kind[i];
  for (std::size_t i = 0; i < total.by_operation.size(); ++i) {
    total.by_operation[i] += one.by_operation[i];
  }
  total.rejected += one.rejected;
  total.reviews += one.reviews;
  total.backdated += one.backdated;
}

}  // namespace memfold
