#include "engine/recall.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "core/text.h"
#include "engine/embed_facts.h"
#include "engine/reason.h"
#include "memfold/error.h"

namespace memfold {
namespace {

/// Entities of up to this many words are looked for in a query.
constexpr std::size_t kMaxEntityWords = 4;
/// How far a query naming all of a memory's kind of keys closes the gap to 1.
constexpr double kKeyShare = 0.5;

struct Found {
  Ordinal ordinal;
  double content = 0;  ///< calibrated similarity
  double keys = 0;     ///< 0..1, how much of what the query names the memory carries
  double score() const { return 1 - (1 - content) * (1 - kKeyShare * keys); }
};

struct QueryKey {
  std::uint64_t key;
  double weight;  ///< rarer keys weigh more
};

/// Entities, as exact keys, that the query's words name in this lane.
std::vector<QueryKey> named_keys(const Lane& lane, std::string_view text) {
  const std::string folded = normalise_key(to_valid_utf8(text));
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin < folded.size();) {
    const std::size_t end = std::min(folded.find(' ', begin), folded.size());
    words.push_back(folded.substr(begin, end - begin));
    begin = end + 1;
  }
  std::vector<QueryKey> keys;
  for (std::size_t first = 0; first < words.size(); ++first) {
    std::string phrase;
    for (std::size_t n = 0; n < kMaxEntityWords && first + n < words.size(); ++n) {
      phrase += (n == 0 ? "" : " ") + words[first + n];
      const std::uint64_t key = entity_key(phrase);
      const std::size_t frequency = lane.postings().frequency(key);
      if (frequency > 0) keys.push_back({key, 1.0 / std::sqrt(double(frequency))});
    }
  }
  std::sort(keys.begin(), keys.end(),
            [](const QueryKey& a, const QueryKey& b) { return a.key < b.key; });
  keys.erase(std::unique(keys.begin(), keys.end(),
                         [](const QueryKey& a, const QueryKey& b) { return a.key == b.key; }),
             keys.end());
  return keys;
}

std::vector<std::int16_t> embed_query(const Embedder& embedder, const RecallQuery& query) {
  if (!query.vector.empty()) {
    std::vector<std::int16_t> row(std::size_t(embedder.dimension()));
    const std::string error = check_embedding(query.vector, embedder.dimension());
    if (!error.empty()) throw Error(ErrorCode::InvalidArgument, "recall: " + error);
    quantise_unit(query.vector, row);
    return row;
  }
  return embed_text(embedder, to_nfc(to_valid_utf8(query.text)));
}

bool passes(const Memory& memory, const RecallQuery& query) {
  const auto holds = [](const std::vector<std::string>& sorted, const std::string& wanted) {
    return wanted.empty() || std::binary_search(sorted.begin(), sorted.end(), wanted);
  };
  return (query.archived || memory.state != MemoryState::Archived) &&
         (!query.category || memory.category == *query.category) &&
         holds(memory.people, normalise_person(query.person)) &&
         holds(memory.entities, normalise_key(query.entity)) &&
         (query.thread_id.empty() || memory.thread_id == query.thread_id) &&
         (!query.occurred_from || memory.occurred_at >= *query.occurred_from) &&
         (!query.occurred_until || memory.occurred_at < *query.occurred_until);
}

bool has_filter(const RecallQuery& query) {
  return query.category || !query.person.empty() || !query.thread_id.empty() ||
         !query.entity.empty() || query.occurred_from || query.occurred_until;
}

std::string why(const Found& found) {
  std::string text = "content " + figure(found.content);
  if (found.keys > 0) text += ", named entities " + figure(found.keys);
  return text;
}

/// Everything within reach of the query, best first.
std::vector<Found> search(const Lane& lane, const Embedder& embedder, const RecallQuery& query,
                          std::span<const std::int16_t> row, std::size_t reach) {
  std::unordered_map<Ordinal, Found> found;
  const auto content = [&](std::int32_t dot) {
    return std::clamp(embedder.calibration().similarity(dot / kDotScale), 0.0, 1.0);
  };
  std::vector<std::vector<index::Hit>> nearest;
  lane.vectors().search(row, 1, reach, 1, nearest);
  for (const index::Hit& hit : nearest.front()) {
    found.emplace(hit.ordinal, Found{hit.ordinal, content(hit.dot), 0});
  }
  const std::vector<QueryKey> keys = named_keys(lane, query.text);
  double all = 0;
  for (const QueryKey& key : keys) all += key.weight;
  for (const QueryKey& key : keys) {
    const std::span<const Ordinal> carriers = lane.postings().find(key.key);
    for (const Ordinal ordinal : carriers.last(std::min(carriers.size(), reach))) {
      const auto [entry, added] = found.try_emplace(ordinal, Found{ordinal, 0, 0});
      if (added) {
        std::int32_t dot = 0;
        index::inner_products(row, 1, lane.vectors().row(ordinal), 1, lane.vectors().dimension(),
                              std::span(&dot, 1));
        entry->second.content = content(dot);
      }
      entry->second.keys += key.weight / all;
    }
  }
  std::vector<Found> ranked;
  for (const auto& entry : found) ranked.push_back(entry.second);  // sorted next
  std::sort(ranked.begin(), ranked.end(), [](const Found& a, const Found& b) {
    return a.score() != b.score() ? a.score() > b.score() : a.ordinal < b.ordinal;
  });
  return ranked;
}

}  // namespace

std::vector<Hit> recall(const storage::Store& store, const Lane& lane, const Embedder& embedder,
                        const RecallQuery& query) {
  if (query.k <= 0) throw Error(ErrorCode::InvalidArgument, "recall: k must be at least 1");
  const std::vector<std::int16_t> row = embed_query(embedder, query);
  const std::size_t wanted = std::size_t(query.k);
  std::size_t reach = has_filter(query) ? std::max<std::size_t>(64, 8 * wanted) : 2 * wanted + 16;
  while (true) {
    std::vector<Hit> hits;
    bool left_out = false;
    const std::vector<Found> ranked = search(lane, embedder, query, row, reach);
    for (const Found& candidate : ranked) {
      if (hits.size() == wanted || candidate.score() < query.threshold) break;
      std::optional<Memory> memory =
          store.memory(lane.key(), lane.features().view(candidate.ordinal).id);
      if (!memory || !passes(*memory, query)) {
        left_out = true;
        continue;
      }
      hits.push_back({std::move(*memory), candidate.score(), why(candidate)});
    }
    // What was left out may have used up the reach; look further until everything was seen.
    if (hits.size() == wanted || reach >= lane.vectors().size() || !left_out) return hits;
    reach *= 8;
  }
}

}  // namespace memfold
