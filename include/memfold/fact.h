// What comes in: a statement that has not been compared with anything yet.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "memfold/category.h"
#include "memfold/kinds.h"
#include "memfold/time.h"

#pragma GCC visibility push(default)
namespace memfold {

/// Why a statement matters: one factor that fired.
struct ImportanceFactor {
  std::string factor;    ///< e.g. "has_deadline"
  double weight = 0;     ///< what it added to the importance
  std::string evidence;  ///< the words that fired it
  bool operator==(const ImportanceFactor&) const = default;
};

/// A host's own note: names and values are its own, and memfold only keeps and filters them.
struct Metadatum {
  std::string key;    ///< not empty
  std::string value;  ///< any text
  bool operator==(const Metadatum&) const = default;
};

inline constexpr std::size_t kMaxUserBytes = 256;
inline constexpr std::size_t kMaxContentBytes = 64 * 1024;
/// people, entities, keywords, tags, metadata: each
inline constexpr std::size_t kMaxListItems = 256;
inline constexpr std::size_t kMaxFieldBytes = 4 * 1024;  ///< any other string

/// An incoming statement; only user and content are required. Strings are UTF-8. Ids, keys and
/// importance_factors are kept as given; the engine normalises the rest (NFC) when it folds.
struct Fact {
  std::string user{};     ///< the owner, 1..kMaxUserBytes bytes of NFC; nothing crosses users
  std::string content{};  ///< the statement, 1..kMaxContentBytes bytes

  /// Names this fact for good: a second fact with the same user and key is answered from the log.
  /// Empty: derived from source_id, occurred_at, stated_at and content; with none of these but
  /// content, from how often it was said as well (Engine::fold).
  std::string idempotency_key{};

  std::string source_id{};  ///< the mail, note or conversation it came from
  SourceType source_type = SourceType::Realtime;
  std::string thread_id{};
  std::string session_id{};           ///< the conversation with an assistant it came up in
  std::string agent_id{}, run_id{};   ///< the assistant, and which run of it
  std::vector<std::string> people{};  ///< addresses or names; order does not matter
  std::string subject{};              ///< may carry Re:/Fwd:/회신:; normalised before comparing
  std::vector<std::string> entities{};
  std::vector<std::string> keywords{};
  std::vector<std::string> tags{};
  std::vector<Metadatum> metadata{};   ///< each key once; order does not matter
  std::optional<Category> category{};  ///< any name; absent: misc, or what it updates has
  std::optional<double> importance{};  ///< 0..1, 0.4 when absent
  std::optional<double> confidence{};  ///< of the extraction, 0..1, 1 when absent
  std::vector<ImportanceFactor> importance_factors{};
  /// When it was said: orders the versions of a chain. occurred_at when absent.
  std::optional<Time> stated_at{};
  std::optional<Time>
      occurred_at;  ///< when it happens or happened; stated_at, then now, when absent
  std::optional<Time> valid_from{}, valid_until{};  ///< when it is true in the world
  std::optional<TtlPolicy> ttl_policy{};            ///< absent: decay, or as for category

  /// A precomputed embedding of the store's dimension; normalised to unit length. Empty: the
  /// engine's Embedder computes it.
  std::vector<float> embedding{};
};

}  // namespace memfold
#pragma GCC visibility pop
