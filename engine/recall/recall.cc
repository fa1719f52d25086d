#include "engine/recall/recall.h"

#include <algorithm>

#include "core/text.h"
#include "engine/fold/cells.h"
#include "engine/fold/reason.h"
#include "engine/recall/beside.h"
#include "engine/recall/filter.h"
#include "engine/recall/rank.h"
#include "memfold/error.h"

namespace memfold {
namespace {

/// Looked at however few are wanted: what is middling by vector and by words may be best by both.
constexpr std::size_t kLeastReach = 128;

/// Whoever wants more than this is not served by a few cells.
constexpr std::size_t kMostReachInCells = 1024;

std::string joined(const std::vector<std::string>& texts, const char* between) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : between) + text;
  return all;
}

std::string why(const Hit& hit, bool has_value) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (hit.content > 0) add("content " + figure(hit.content));
  if (hit.words > 0) add("words \"" + joined(hit.matched_words, " ") + "\" " + figure(hit.words));
  if (hit.keys > 0)
    add("entities \"" + joined(hit.matched_keys, "\", \"") + "\" " + figure(hit.keys));
  if (hit.near > 0) add("beside " + figure(hit.near));
  if (!has_value) add("no such value as is asked for");
  return text;
}

Hit make_hit(const Ranking& ranking, Inspected inspected, Memory memory) {
  const Ranked& found = inspected.ranked;
  Hit hit{.memory = std::move(memory),
          .score = found.score,
          .content = found.found.content,
          .words = found.found.words,
          .keys = found.found.keys,
          .near = found.found.near,
          .why = {}};
  hit.matched_words = std::move(inspected.words);
  if (hit.keys > 0) hit.matched_keys = ranking.matched_keys(found.ordinal);
  hit.why = why(hit, inspected.has_value);
  return hit;
}

/// The best of what was looked at closely, where nothing scores more than before it was.
class Best {
 public:
  explicit Best(std::size_t wanted) : wanted_(wanted) {}

  /// Whether nothing that scores as `next` or less from afar can be among them.
  bool beats(const Ranked& next) const {
    return kept_.size() == wanted_ && next.score < kept_.back().inspected.ranked.score;
  }

  void add(Inspected inspected, Memory memory) {
    const auto before = [](const Kept& a, const Kept& b) {
      const Ranked &one = a.inspected.ranked, &two = b.inspected.ranked;
      return one.score != two.score ? one.score > two.score : one.ordinal < two.ordinal;
    };
    Kept one{std::move(inspected), std::move(memory)};
    kept_.insert(std::upper_bound(kept_.begin(), kept_.end(), one, before), std::move(one));
    if (kept_.size() > wanted_) kept_.pop_back();
  }

  std::vector<Hit> hits(const Ranking& ranking) && {
    std::vector<Hit> hits;
    for (Kept& one : kept_) {
      hits.push_back(make_hit(ranking, std::move(one.inspected), std::move(one.memory)));
    }
    return hits;
  }

 private:
  struct Kept {
    Inspected inspected;
    Memory memory;
  };
  std::size_t wanted_;
  std::vector<Kept> kept_;
};

}  // namespace

void check(const RecallQuery& query, const Models& models) {
  if (query.user.empty()) throw Error(ErrorCode::InvalidArgument, "recall: user is missing");
  if (query.k <= 0) throw Error(ErrorCode::InvalidArgument, "recall: k must be at least 1");
  if (query.by != RecallBy::Words) return;
  if (!models.tokenizer) {
    throw Error(ErrorCode::Unsupported, "recall: EngineOptions::models has no tokenizer");
  }
  if (query.text.empty()) {
    throw Error(ErrorCode::InvalidArgument, "recall: by words needs a text");
  }
}

std::vector<Hit> recall(const Lane& lane, const EngineOptions& options, const RecallQuery& query,
                        const std::function<std::optional<Memory>(Ordinal)>& read) {
  const Filter filter(query.where);
  const Ranking ranking(lane, options.models, options.recall, query);
  Beside beside(lane, read);
  const auto wanted = std::size_t(query.k);
  std::size_t reach = std::max(kLeastReach, (filter.restricts() ? 8 : 4) * wanted);
  std::size_t probes = reach <= kMostReachInCells ? probes_of(lane, options.cells) : 0;
  while (true) {
    Best best(wanted);
    bool left_out = false;
    std::vector<Ranked> ranked = ranking.best(reach, probes);
    if (ranking.looks_beside()) ranking.add_near(beside.of(ranked), ranked);
    for (const Ranked& found : ranked) {
      if (best.beats(found) || found.score < query.threshold) break;
      std::optional<Memory> memory = read(found.ordinal);
      if (!memory || !filter.passes(*memory)) {
        left_out = true;
        continue;
      }
      Inspected inspected = ranking.inspect(found, *memory);
      if (inspected.ranked.score >= query.threshold)
        best.add(std::move(inspected), std::move(*memory));
    }
    std::vector<Hit> hits = std::move(best).hits(ranking);
    // What was left out may have used up the reach; look further until everything was seen.
    if (hits.size() == wanted || reach >= lane.vectors().size() || !left_out) return hits;
    reach *= 8;
    probes = 0;
  }
}

std::vector<Hit> recall_current(const storage::Store& store, const Lane& lane,
                                const EngineOptions& options, const RecallQuery& query) {
  const Time now = options.clock();
  return recall(lane, options, query, [&](Ordinal ordinal) -> std::optional<Memory> {
    std::optional<Memory> memory = store.memory(lane.key(), lane.features().view(ordinal).id);
    if (memory && !query.where.include_expired && is_over(*memory, now)) return std::nullopt;
    return memory;
  });
}

}  // namespace memfold
