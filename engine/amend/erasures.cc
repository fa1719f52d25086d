#include "engine/amend/erasures.h"

#include "engine/log/log_query.h"

namespace memfold {

std::vector<UnfinishedErasure> unfinished_erasures(const storage::Store& store) {
  std::vector<UnfinishedErasure> unfinished;
  for (const storage::PendingErasure& erasure : store.pending_erasures()) {
    unfinished.push_back({erasure.user, erasure.at});
  }
  return unfinished;
}

FinishedErasures finish_erasures(storage::Store& store) {
  FinishedErasures finished;
  std::vector<TextPrint> prints;
  for (const storage::PendingErasure& erasure : store.pending_erasures()) {
    store.finish_erasure(erasure.user);
    finished.erasures.push_back({erasure.user, erasure.at});
    prints.insert(prints.end(), erasure.prints.begin(), erasure.prints.end());
  }
  const TextPrints texts(std::move(prints));
  if (texts.empty()) return finished;
  const auto search = store.search_files(texts);
  finished.searched = true;
  finished.bytes_searched = search.bytes;
  finished.traces = search.files;
  return finished;
}

std::optional<Time> erased_at(const storage::Store& store, std::string_view user,
                              const Id& memory) {
  const storage::UserKey key = storage::user_key(user);
  if (!memory || store.memory(key, memory)) return std::nullopt;
  std::optional<Time> last;
  LogQuery query{.user = std::string(user), .memory = memory};
  do {
    const LogPage page = read_log(store, query);
    for (const Decision& entry : page.entries) {
      const bool erased = entry.redacted || entry.operation == Operation::Delete;
      if (erased) last = std::max(last, std::optional(entry.at));
    }
    query.cursor = page.next_cursor;
  } while (!last && !query.cursor.empty());
  return last;
}

}  // namespace memfold
