#include "engine/fold/prepare.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/fields/fact.h"
#include "core/hash.h"
#include "core/text.h"

namespace memfold {
namespace {

/// Separate seeds keep the key spaces apart.
enum KeySpace : std::uint64_t { kThreadSpace = 1, kSubjectSpace, kPersonSpace, kEntitySpace };

std::uint64_t key_in(KeySpace space, std::string_view text) {
  const std::uint64_t key = hash64(text, space);
  return key != 0 ? key : 1;  // 0 means "none"
}

template <typename Key>
std::vector<std::uint64_t> keys_of(const std::vector<std::string>& items, Key key) {
  std::vector<std::uint64_t> keys;
  keys.reserve(items.size());
  for (const std::string& item : items) keys.push_back(key(item));
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

/// Returns why `text` cannot be a field, or nothing.
std::string check_text(std::string_view field, std::string_view text, std::size_t limit) {
  if (text.size() > limit) {
    return std::string(field) + " is " + std::to_string(text.size()) + " bytes; at most " +
           std::to_string(limit) + " are allowed";
  }
  if (!is_valid_utf8(text)) return std::string(field) + " is not valid UTF-8";
  // NFC makes at most three bytes of one: only what may pass the limit is composed to see.
  if (text.size() <= limit / 3) return {};
  if (const std::size_t size = to_nfc(text).size(); size > limit) {
    return std::string(field) + " is " + std::to_string(size) + " bytes once composed (NFC); at " +
           "most " + std::to_string(limit) + " are allowed";
  }
  return {};
}

/// Returns why a value cannot be a field, or nothing.
std::string check(std::string_view field, const std::string& text, const fields::Range& range) {
  return check_text(field, text, range.bytes);
}
std::string check(std::string_view field, const std::vector<std::string>& items,
                  const fields::Range& range) {
  if (items.size() > kMaxListItems) {
    return std::string(field) + " has " + std::to_string(items.size()) + " items; at most " +
           std::to_string(kMaxListItems) + " are allowed";
  }
  for (const std::string& item : items) {
    if (std::string error = check(field, item, range); !error.empty()) return error;
  }
  return {};
}

std::string check(std::string_view field, const std::optional<double>& value,
                  const fields::Range& range) {
  if (!value || (*value >= range.least && *value <= range.most)) return {};
  return std::string(field) + " is " + std::to_string(*value) + "; it must lie in 0..1";
}

std::string check(std::string_view, const std::vector<ImportanceFactor>& factors,
                  const fields::Range&) {
  if (factors.size() > kMaxListItems) {
    return "importance_factors has " + std::to_string(factors.size()) + " items; at most " +
           std::to_string(kMaxListItems) + " are allowed";
  }
  for (const ImportanceFactor& factor : factors) {
    for (const std::string* text : {&factor.factor, &factor.evidence}) {
      std::string error = check_text("importance_factors", *text, kMaxContentBytes);
      if (!error.empty()) return error;
    }
    if (!(std::abs(factor.weight) <= 1e9)) {
      return "importance_factors has a weight of " + std::to_string(factor.weight);
    }
  }
  return {};
}

std::string check(std::string_view, const std::vector<Metadatum>& metadata, const fields::Range&) {
  if (metadata.size() > kMaxListItems) {
    return "metadata has " + std::to_string(metadata.size()) + " keys; at most " +
           std::to_string(kMaxListItems) + " are allowed";
  }
  std::set<std::string_view> keys;
  for (const Metadatum& one : metadata) {
    if (one.key.empty()) return "metadata has an empty key";
    for (const std::string* text : {&one.key, &one.value}) {
      std::string error = check_text("metadata", *text, kMaxFieldBytes);
      if (!error.empty()) return error;
    }
    if (!keys.insert(one.key).second) return "metadata has a key twice";
  }
  return {};
}

/// Sums and differences of times must not overflow.
std::string check(std::string_view field, const std::optional<Time>& time, const fields::Range&) {
  constexpr std::int64_t kFarthest = fields::kFarthest;  // 31,000 years
  if (!time || (time->micros >= -kFarthest && time->micros <= kFarthest)) return {};
  return std::string(field) + " is " + std::to_string(time->micros) +
         " microseconds from 1970: no time of people";
}
template <typename T>
concept OfAKind = std::is_enum_v<typename fields::Single<T>::Type>;

/// Enumerations are what they are.
template <OfAKind T>
std::string check(std::string_view, const T&, const fields::Range&) {
  return {};
}
/// A category has no name that it may not have.
std::string check(std::string_view, const std::optional<Category>&, const fields::Range&) {
  return {};
}
/// An embedding is compared with the store's (check_embedding).
std::string check(std::string_view, const std::vector<float>&, const fields::Range&) {
  return {};
}

/// The first thing wrong with the fact, or nothing.
std::string find_error(const Fact& fact) {
  if (fact.user.empty()) return "user is missing";
  if (fact.content.empty()) return "content is missing";
  std::string error;
  const auto is_right = [&](auto row, const auto& value) {
    error = check(row.field.name, value, row.traits.range);
    return error.empty();
  };
  if (!fields::all_fields(fact, is_right)) return error;
  if (collapse_spaces(fact.content).empty()) return "content is blank";
  if (fact.valid_from && fact.valid_until && *fact.valid_from > *fact.valid_until) {
    return "valid_from " + to_string(*fact.valid_from) + " is after valid_until " +
           to_string(*fact.valid_until);
  }
  return {};
}

/// A rejection has an identity of its own: the same fact rejected again is the same entry of the
/// log, and once mended it is another fact.
PreparedFact reject(const Fact& fact, std::string error) {
  const auto storable = [](const std::string& text) {
    return text.size() <= kMaxFieldBytes && is_valid_utf8(text) ? text : std::string();
  };
  PreparedFact prepared;
  prepared.content_hash = hash_content(fact.content);
  prepared.idempotency_key = storable(fact.idempotency_key);
  prepared.memory.source_id = storable(fact.source_id);
  if (!fact.user.empty() && check_text("user", fact.user, kMaxUserBytes).empty()) {
    Sha256 hash;
    hash.field(error).field(fact.idempotency_key).field(fact.source_id).field(fact.content);
    const Sha256::Digest digest = hash.finish();
    prepared.memory.user = fact.user;
    prepared.fact_id = derive_id(
        fact.user,
        "rejected/" + to_hex({reinterpret_cast<const char*>(digest.data()), digest.size()}));
  }
  prepared.error = std::move(error);
  return prepared;
}

std::string derived_key(const Fact& fact) {
  Sha256 hash;
  hash.field(fact.source_id);
  hash.field(fact.occurred_at ? to_string(*fact.occurred_at) : std::string());
  hash.field(to_nfc(fact.content));
  // Where it says more than occurred_at, so that facts without it keep the key they always had.
  if (fact.stated_at && fact.stated_at != fact.occurred_at) {
    hash.field(to_string(*fact.stated_at));
  }
  const Sha256::Digest digest = hash.finish();
  return to_hex({reinterpret_cast<const char*>(digest.data()), 16});
}

Memory draft_memory(const Fact& fact, const Id& id, Time now) {
  Memory memory;
  fields::for_each_field_of_both(fact, memory, [](auto row, const auto& given, auto& taken) {
    if constexpr (row.traits.given == fields::Given::Taken) taken = given;
  });
  memory.id = id;
  memory.content = to_nfc(fact.content);
  memory.category = fact.category.value_or(Category::Misc);
  memory.importance = fact.importance.value_or(memory.importance);
  memory.confidence = fact.confidence.value_or(1.0);
  memory.ttl_policy = fact.ttl_policy.value_or(TtlPolicy::Decay);
  if (memory.ttl_policy == TtlPolicy::KeepForever) memory.salience = 1;
  if (!fact.source_id.empty()) memory.sources.push_back(fact.source_id);
  memory.people = normalised_set(fact.people, normalise_person);
  memory.subject = normalise_subject(fact.subject);
  memory.entities = normalised_set(fact.entities, normalise_key);
  memory.keywords = normalised_set(fact.keywords, normalise_key);
  memory.tags = normalised_set(fact.tags, normalise_key);
  memory.metadata = fact.metadata;
  std::sort(memory.metadata.begin(), memory.metadata.end(),
            [](const Metadatum& a, const Metadatum& b) { return a.key < b.key; });
  memory.stated_at = fact.stated_at.value_or(fact.occurred_at.value_or(now));
  memory.occurred_at = fact.occurred_at.value_or(memory.stated_at);
  memory.chain_id = id;
  return memory;
}

}  // namespace

std::string check_embedding(std::span<const float> embedding, int dimension) {
  if (embedding.empty()) return {};
  if (embedding.size() != std::size_t(dimension)) {
    return "embedding has " + std::to_string(embedding.size()) + " values; this store's have " +
           std::to_string(dimension);
  }
  const bool finite = std::all_of(embedding.begin(), embedding.end(),
                                  [](float value) { return std::isfinite(value); });
  return finite ? "" : "embedding holds a value that is not finite";
}

std::uint64_t thread_key(std::string_view text) {
  return key_in(kThreadSpace, text);
}
std::uint64_t subject_key(std::string_view text) {
  return key_in(kSubjectSpace, text);
}
std::uint64_t person_key(std::string_view text) {
  return key_in(kPersonSpace, text);
}
std::uint64_t entity_key(std::string_view text) {
  return key_in(kEntitySpace, text);
}

Id hash_content(std::string_view content) {
  return {Sha256().raw(content).finish_short()};
}

ExactKeys exact_keys(const Memory& memory) {
  ExactKeys keys;
  const std::string thread = collapse_spaces(memory.thread_id);
  keys.thread = thread.empty() ? 0 : thread_key(thread);
  keys.people = keys_of(memory.people, person_key);
  keys.entities = keys_of(memory.entities, entity_key);
  keys.subject = fold_case(memory.subject);
  return keys;
}

PreparedFact prepare(const Fact& fact, Time now, int dimension) {
  std::string error = find_error(fact);
  if (error.empty()) error = check_embedding(fact.embedding, dimension);
  if (!error.empty()) return reject(fact, std::move(error));
  PreparedFact prepared;
  prepared.idempotency_key =
      fact.idempotency_key.empty() ? derived_key(fact) : fact.idempotency_key;
  prepared.fact_id = derive_id(fact.user, prepared.idempotency_key);
  prepared.memory = draft_memory(fact, prepared.fact_id, now);
  prepared.named = {fact.category.has_value(), fact.ttl_policy.has_value()};
  prepared.content_hash = hash_content(prepared.memory.content);
  prepared.keys = exact_keys(prepared.memory);
  return prepared;
}

}  // namespace memfold
