// What is stored: memories, their versions and the edges between them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memfold/category.h"
#include "memfold/fact.h"
#include "memfold/id.h"
#include "memfold/kinds.h"
#include "memfold/lifecycle.h"
#include "memfold/time.h"

#pragma GCC visibility push(default)
namespace memfold {

/// A stored statement. One version of a chain: an UPDATE creates the next version as a memory of
/// its own and closes this one; a MERGE keeps the id and raises the version.
struct Memory : Lifecycle {
  Id id;
  std::string user;
  std::string content;  ///< UTF-8, NFC
  Category category = Category::Misc;
  double importance = 0.4;
  std::vector<ImportanceFactor> importance_factors;
  SourceType source_type = SourceType::Realtime;
  std::string source_id;
  std::vector<std::string> sources;  ///< in the order heard; what it replaced included
  std::string thread_id;
  std::string session_id;           ///< empty: of no session, or written before they were kept
  std::string agent_id, run_id;     ///< likewise
  std::vector<std::string> people;  ///< normalised, sorted, unique
  std::string subject;              ///< normalised
  std::vector<std::string> entities;
  std::vector<std::string> keywords;
  std::vector<std::string> tags;
  std::vector<Metadatum> metadata;  ///< by key, each once; of a chain, what was said of it last

  Time stated_at;                               ///< when it was said; orders a chain's versions
  Time occurred_at;                             ///< when it happens or happened
  std::optional<Time> valid_from, valid_until;  ///< when it is true in the world
  Time updated_at;                              ///< system time, like created_at
  std::optional<Time> superseded_at;            ///< when the store stopped believing it
  std::optional<Id> superseded_by;

  std::uint32_t version = 1;
  std::optional<Id> previous_version_id;
  Id chain_id;  ///< the id of version 1
  std::vector<Id> merge_source_ids;

  /// name@version, of the store's embedder as it is now; empty when there is no vector.
  std::string embedding_model;
  std::uint64_t slot = 0;  ///< where its vector and scoring features live; ascending by creation

  std::optional<Time> deleted_at;
  std::string delete_trigger;

  /// Null: it has no such key.
  const std::string* find_metadata(std::string_view key) const {
    for (const Metadatum& one : metadata) {
      if (one.key == key) return &one.value;
    }
    return nullptr;
  }
  ImportanceTier tier() const { return importance_tier(importance); }
  bool is_current() const { return !superseded_at && !deleted_at; }
  /// Hidden because somebody wanted it forgotten, not because a decision was taken back or a case
  /// settled.
  bool is_forgotten() const {
    return deleted_at && delete_trigger != name(Trigger::Undo) &&
           delete_trigger != name(Trigger::Review);
  }
  bool operator==(const Memory&) const = default;
};

/// A directed relation, readable from both ends.
struct Edge {
  Id from, to;
  EdgeType type = EdgeType::RelatedTo;
  double strength = 1.0;  ///< 0..1
  Time created_at;
  std::string provenance;  ///< what made it, e.g. "fold" or an analyst's name@version
  bool operator==(const Edge&) const = default;
};

}  // namespace memfold
#pragma GCC visibility pop
