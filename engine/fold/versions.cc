#include "engine/fold/versions.h"

#include <algorithm>
#include <map>

#include "core/fields/memory.h"

namespace memfold {
namespace {

/// Union of two sorted sets of strings; a list that was not sorted becomes so.
std::vector<std::string> united(std::vector<std::string> a, const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  std::sort(a.begin(), a.end());
  a.erase(std::unique(a.begin(), a.end()), a.end());
  return a;
}

/// As united(), no longer than a fact's own list: the newer set goes before what is older.
std::vector<std::string> united_within_limit(const std::vector<std::string>& older,
                                             std::vector<std::string> newer) {
  std::vector<std::string> all = united(newer, older);
  if (all.size() <= kMaxListItems) return all;
  std::sort(newer.begin(), newer.end());
  std::size_t room = kMaxListItems - std::min(kMaxListItems, newer.size());
  std::erase_if(all, [&](const std::string& item) {
    if (std::binary_search(newer.begin(), newer.end(), item)) return false;
    return room == 0 || room-- == 0;
  });
  return all;
}

/// Sources stay in the order they were heard.
void add_sources(std::vector<std::string>& sources, const Memory& draft) {
  for (const std::string& source : draft.sources) {
    if (source.empty() || std::find(sources.begin(), sources.end(), source) != sources.end()) {
      continue;
    }
    sources.push_back(source);
  }
}

/// Every source of both, in the order heard; of very many the newest.
std::vector<std::string> sources_of_both(const Memory& target, const Memory& draft) {
  std::vector<std::string> both = target.sources;
  add_sources(both, draft);
  const std::size_t too_many = both.size() - std::min(both.size(), kMaxListItems);
  both.erase(both.begin(), both.begin() + std::ptrdiff_t(too_many));
  return both;
}

std::vector<std::string> keywords_by(KeywordStrategy strategy, const Memory& old_memory,
                                     const Memory& draft) {
  switch (strategy) {
    case KeywordStrategy::Replace:
      return draft.keywords;
    case KeywordStrategy::KeepExisting:
      return old_memory.keywords;
    case KeywordStrategy::Merge:
      break;
  }
  return united_within_limit(old_memory.keywords, draft.keywords);
}

/// By key; where both have one, the newer value. Of too many the newer ones, and older ones while
/// there is room.
std::vector<Metadatum> united(const std::vector<Metadatum>& older,
                              const std::vector<Metadatum>& newer) {
  std::map<std::string_view, const Metadatum*> by_key;
  for (const Metadatum& one : newer) by_key.emplace(one.key, &one);
  for (const Metadatum& one : older) {
    if (by_key.size() < kMaxListItems) by_key.emplace(one.key, &one);
  }
  std::vector<Metadatum> both;
  for (const auto& [key, one] : by_key) both.push_back(*one);
  return both;
}

/// Takes what the fact of the next version does not name from the one before.
void inherit(Memory& next, const Memory& before) {
  fields::for_each_field(next, [&](auto row, auto& value) {
    if constexpr (row.traits.inherited) {
      if (value.empty()) value = before.*row.field.member;
    }
  });
}

void apply_importance(ImportanceStrategy strategy, const Memory& old_memory, const Memory& draft,
                      Memory& result) {
  const bool take_draft =
      strategy == ImportanceStrategy::Replace ||
      (strategy == ImportanceStrategy::Max && draft.importance >= old_memory.importance);
  const Memory& from = take_draft ? draft : old_memory;
  result.importance = from.importance;
  result.importance_factors = from.importance_factors;
}

}  // namespace

Named named_by(const Memory& draft) {
  return {draft.category != Category::Misc, draft.ttl_policy != TtlPolicy::Decay};
}

void keep_use(Memory& next, const Memory& current) {
  next.state = current.state;
  next.salience = current.salience;
  next.access_count = current.access_count;
  next.recall_frequency = current.recall_frequency;
  next.last_recall_interval = current.last_recall_interval;
  next.decay_gradient = current.decay_gradient;
  next.last_accessed_at = current.last_accessed_at;
}

void go_on_using(Memory& next, const Memory& current, const LifecycleOptions& lifecycle, Time now) {
  keep_use(next, current);
  const bool was_used = current.last_accessed_at.has_value();
  if (next.state == MemoryState::Archived) {
    next.state = was_used ? MemoryState::Active : MemoryState::Candidate;
  }
  next.salience = next.ttl_policy == TtlPolicy::KeepForever
                      ? 1
                      : std::max(Memory().salience, salience_at(current, now, lifecycle));
  // Fading is counted from the last use: what is said now must not begin half faded.
  if (was_used) next.last_accessed_at = std::max(now, *current.last_accessed_at);
}

Memory superseding(const Memory& target, const Memory& draft, const NextContent& content,
                   const Named& named, const DecideOptions& options,
                   const LifecycleOptions& lifecycle, Time now) {
  Memory next = draft;
  next.content = content.content;
  if (content.keeps_some) next.merge_source_ids = target.merge_source_ids;
  next.keywords = keywords_by(options.keywords, target, draft);
  apply_importance(options.importance, target, draft, next);
  next.tags = united_within_limit(target.tags, draft.tags);
  next.metadata = united(target.metadata, draft.metadata);
  next.entities = united_within_limit(target.entities, draft.entities);
  inherit(next, target);
  next.sources = sources_of_both(target, draft);
  if (!named.category) next.category = target.category;
  if (!named.ttl_policy) next.ttl_policy = target.ttl_policy;
  go_on_using(next, target, lifecycle, now);
  next.version = target.version + 1;
  next.previous_version_id = target.id;
  next.chain_id = target.chain_id;
  next.created_at = next.updated_at = now;
  return next;
}

Memory superseded(const Memory& target, const Memory& successor, Time now) {
  Memory closed = target;
  closed.superseded_at = now;
  closed.superseded_by = successor.id;
  closed.updated_at = now;
  if (successor.valid_from &&
      (!closed.valid_until || *successor.valid_from < *closed.valid_until) &&
      (!closed.valid_from || *closed.valid_from <= *successor.valid_from)) {
    closed.valid_until = successor.valid_from;
  }
  return closed;
}

Memory merged(const Memory& target, const Memory& draft, std::string content,
              const DecideOptions& options, Time now) {
  Memory result = target;
  result.content = std::move(content);
  result.version = target.version + 1;
  result.keywords = keywords_by(options.keywords, target, draft);
  apply_importance(options.importance, target, draft, result);
  add_sources(result.sources, draft);
  result.people = united(target.people, draft.people);
  result.entities = united(target.entities, draft.entities);
  result.tags = united(target.tags, draft.tags);
  result.metadata = united(target.metadata, draft.metadata);
  result.merge_source_ids.push_back(draft.id);
  result.created_at = std::min(target.created_at, now);
  result.updated_at = now;
  result.stated_at = std::max(target.stated_at, draft.stated_at);
  result.access_count = target.access_count + 1;
  return result;
}

std::optional<Memory> heard_again(const Memory& target, const Memory& draft, Time now) {
  Memory result = target;
  add_sources(result.sources, draft);
  if (draft.stated_at > target.stated_at) {
    result.stated_at = draft.stated_at;
    result.updated_at = now;
  }
  if (result == target) return std::nullopt;
  return result;
}

Memory hidden(Memory memory, std::string_view trigger, Time now) {
  memory.deleted_at = memory.updated_at = now;
  memory.delete_trigger = trigger;
  return memory;
}

Memory shown(Memory memory, Time now) {
  memory.deleted_at.reset();
  memory.delete_trigger.clear();
  memory.updated_at = now;
  return memory;
}

}  // namespace memfold
