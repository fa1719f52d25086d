// Recall among what was believed or true at another time.
#include <unordered_map>

#include "engine/fold/prepare.h"
#include "engine/parallel.h"
#include "engine/recall/recall.h"
#include "engine/recall/time_travel.h"

namespace memfold {
namespace {

using Versions = std::vector<storage::VersionRecord>;

/// The version of every chain that answers for `when`, whether or not its chain was hidden then.
std::vector<Memory> answers_for(const storage::Store& store, const storage::UserKey& user,
                                const AsOf& when) {
  std::vector<Versions> chains;
  store.scan_versions(user, [&](const storage::VersionRecord& record) {
    if (chains.empty() || chains.back().front().chain_id != record.chain_id) chains.emplace_back();
    chains.back().push_back(record);
  });
  std::vector<std::optional<Memory>> found(chains.size());
  constexpr std::size_t kChainsPerTask = 128;
  parallel_for((chains.size() + kChainsPerTask - 1) / kChainsPerTask, [&](std::size_t task) {
    const std::size_t end = std::min(chains.size(), (task + 1) * kChainsPerTask);
    for (std::size_t i = task * kChainsPerTask; i < end; ++i) {
      found[i] = version_as_of(store, user, std::move(chains[i]), when);
    }
  });
  std::vector<Memory> answers;
  for (std::optional<Memory>& memory : found) {
    if (memory) answers.push_back(std::move(*memory));
  }
  // By creation, as lanes have them: equal scores come out alike.
  std::sort(answers.begin(), answers.end(),
            [](const Memory& a, const Memory& b) { return a.slot < b.slot; });
  return answers;
}

/// A lane of these memories, ascending by slot, with the vectors the store has of them: that of an
/// earlier version of a merged memory is the newest one's.
std::unique_ptr<Lane> lane_of(const storage::Store& store, const std::string& user,
                              std::span<const Memory> memories, const EngineOptions& options) {
  const int dimension = store.identity().dimension;
  auto lane = std::make_unique<Lane>(user, dimension, parallel_for_raw);
  if (options.models.tokenizer) lane->keep_words(options.models.tokenizer, options.recall);
  const std::vector<std::int16_t> none(std::size_t(dimension), 0);
  std::size_t next = 0;
  const auto add = [&](std::span<const std::int16_t> row) {
    const Memory& memory = memories[next++];
    lane->add_words(lane->add(memory.id, memory.slot, exact_keys(memory), row), memory);
  };
  store.scan_vectors(lane->key(),
                     [&](std::uint64_t slot, const Id&, std::span<const std::int16_t> row) {
                       while (next < memories.size() && memories[next].slot < slot) add(none);
                       if (next < memories.size() && memories[next].slot == slot) add(row);
                     });
  while (next < memories.size()) add(none);
  return lane;
}

}  // namespace

std::vector<Hit> recall_past(const storage::Store& store, const EngineOptions& options,
                             const RecallQuery& query) {
  const AsOf when{query.as_of, query.valid_at};
  const std::vector<Memory> memories = answers_for(store, storage::user_key(query.user), when);
  const std::unique_ptr<Lane> lane = lane_of(store, query.user, memories, options);
  return recall(*lane, options, query, [&](Ordinal ordinal) {
    return read_as_of(store, query.user, memories[ordinal].id, when);
  });
}

}  // namespace memfold
