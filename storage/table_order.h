// The order in which the members of a table are written. It decides where they lie in a value, and
// the log is a chain over the bytes of values: what is written anew (an import, a repair) must come
// out as it was. So the orders of the first tables stay what they were; members not named here come
// behind those, in the order of the schema, and need no line.
#pragma once

#include <string_view>

namespace memfold::storage {

namespace schema {
struct Analysis;
struct Decision;
struct FeatureRecord;
struct ImportanceFactor;
struct Job;
struct Memory;
struct Node;
struct PropertyChange;
struct Review;
struct Rival;
struct Source;
struct UserRecord;
struct VersionRecord;
}  // namespace schema

/// Within the table: names with a space between.
template <typename Table>
inline constexpr std::string_view kWrittenFirst{};
/// What lies outside and is written before: strings, lists, tables.
template <typename Table>
inline constexpr std::string_view kOutsideFirst = kWrittenFirst<Table>;
/// What is written even when it is empty.
template <typename Table>
inline constexpr std::string_view kWrittenEmpty{};

template <>
inline constexpr std::string_view kWrittenFirst<schema::ImportanceFactor> =
    "weight factor evidence";

template <>
inline constexpr std::string_view kWrittenFirst<schema::PropertyChange> =
    "property old_value new_value old_span new_span change";

template <>
inline constexpr std::string_view kWrittenFirst<schema::Rival> = "score why memory_id";

template <>
inline constexpr std::string_view kWrittenFirst<schema::Memory> =
    "figures times slot superseded_at valid_from valid_until last_accessed_at deleted_at "
    "archive_at last_recall_interval user content importance_factors source_id sources "
    "thread_id people subject entities keywords tags embedding_model merge_source_ids "
    "delete_trigger version access_count recall_frequency kinds id chain_id previous_version_id "
    "superseded_by";

template <>
inline constexpr std::string_view kWrittenFirst<schema::Decision> =
    "score figures user related_ids property_changes reason rivals idempotency_key source_id "
    "error analyst id fact_id memory_id content_hash target_id kinds relationship_type analyses "
    "kept_analyses tokens lost answers verdict";

template <>
inline constexpr std::string_view kWrittenFirst<schema::FeatureRecord> =
    "slot occurred_at thread_key subject people_keys entity_keys id category";

template <>
inline constexpr std::string_view kWrittenFirst<schema::VersionRecord> =
    "log_sequence at version state backdated chain_id memory_id operation";

template <>
inline constexpr std::string_view kWrittenFirst<schema::UserRecord> =
    "next_sequence next_slot memories current_memories edges reviews backdated deleted "
    "pending_reviews first_sequence rejected log_digest base_digest user by_kind by_operation";

template <>
inline constexpr std::string_view kWrittenFirst<schema::Review> =
    "sequence at confidence resolution resolved_at fact target_id property_changes reasoning "
    "row state verdict held";

template <>
inline constexpr std::string_view kWrittenFirst<schema::Analysis> =
    "confidence subject_a subject_b property_changes reasoning key_factors analyst verdict "
    "relationship relationship_type same_subject";

template <>
inline constexpr std::string_view kWrittenFirst<schema::Node> =
    "figures created_at updated_at last_recall_interval last_accessed_at archive_at first_at "
    "last_at filed_until distilled_until user name title type description embedding_model "
    "withheld aliases keywords tags notes mention_days embedding due access_count "
    "recall_frequency source_count storyline_count unfiled_sources undistilled_sources kinds id "
    "from to storyline macro is_owner dirty";

template <>
inline constexpr std::string_view kWrittenFirst<schema::Source> =
    "started_at ended_at received_at user team source_id provenance title processed summary "
    "keywords tags participants id form status sensitivity source_type";

template <>
inline constexpr std::string_view kWrittenFirst<schema::Job> =
    "run_at attempts user team error id source step dead";

template <>
inline constexpr std::string_view kOutsideFirst<schema::Memory> =
    "user content source_id thread_id subject embedding_model delete_trigger sources people "
    "entities keywords tags importance_factors merge_source_ids";

template <>
inline constexpr std::string_view kWrittenEmpty<schema::UserRecord> = "user";

template <>
inline constexpr std::string_view kWrittenEmpty<schema::Review> = "row";

}  // namespace memfold::storage
