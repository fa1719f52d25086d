// The fields of the records only a store has; those of the public ones are in core/fields.
#pragma once

#include "core/fields/decision.h"
#include "core/fields/graph.h"
#include "storage/records.h"

namespace memfold::fields {

template <>
inline constexpr auto kFields<storage::VersionRecord> = std::tuple{
    field("chain_id", &storage::VersionRecord::chain_id).digested(1),
    field("version", &storage::VersionRecord::version).within(kVersionNumber).digested(2),
    field("memory_id", &storage::VersionRecord::memory_id).digested(3),
    field("operation", &storage::VersionRecord::operation).digested(4),
    field("log_sequence", &storage::VersionRecord::log_sequence).within(kSequence).digested(5),
    field("at", &storage::VersionRecord::at).within(kMoment).digested(6),
    field("backdated", &storage::VersionRecord::backdated).digested(7),
    field("state", &storage::VersionRecord::state).digested(8),
};

template <>
inline constexpr auto kFields<storage::LogStates> = std::tuple{
    field("fact", &storage::LogStates::fact).digested(1),
    field("before", &storage::LogStates::before).digested(2),
    field("after", &storage::LogStates::after).digested(3),
};

// The counts are of what is digested itself; digests of entries would tell apart what is left out
// of theirs.
template <>
inline constexpr auto kFields<storage::UserRecord> = std::tuple{
    field("user", &storage::UserRecord::user).within(kField).digested(1),
    field("next_sequence", &storage::UserRecord::next_sequence).within(kSequence).digested(2),
    field("next_slot", &storage::UserRecord::next_slot).within(kSequence).digested(3),
    field("memories", &storage::UserRecord::memories).within(kSequence).undigested(),
    field("current_memories", &storage::UserRecord::current_memories)
        .within(kSequence)
        .undigested(),
    field("edges", &storage::UserRecord::edges).within(kSequence).undigested(),
    field("by_kind", &storage::UserRecord::by_kind).within(kSequence).undigested(),
    field("by_operation", &storage::UserRecord::by_operation).within(kSequence).undigested(),
    field("rejected", &storage::UserRecord::rejected).within(kSequence).undigested(),
    field("reviews", &storage::UserRecord::reviews).within(kSequence).undigested(),
    field("backdated", &storage::UserRecord::backdated).within(kSequence).undigested(),
    field("deleted", &storage::UserRecord::deleted).within(kSequence).undigested(),
    field("pending_reviews", &storage::UserRecord::pending_reviews).within(kSequence).undigested(),
    field("first_sequence", &storage::UserRecord::first_sequence).within(kSequence).undigested(),
    field("log_digest", &storage::UserRecord::log_digest).undigested(),
    field("base_digest", &storage::UserRecord::base_digest).undigested(),
};

template <>
inline constexpr auto kFields<storage::FeatureRecord> = std::tuple{
    field("slot", &storage::FeatureRecord::slot).within(kSequence),
    field("id", &storage::FeatureRecord::id),
    field("thread_key", &storage::FeatureRecord::thread_key),
    field("subject", &storage::FeatureRecord::subject).within(kField),
    field("people_keys", &storage::FeatureRecord::people_keys),
    field("entity_keys", &storage::FeatureRecord::entity_keys),
    field("occurred_at", &storage::FeatureRecord::occurred_at).within(kMoment),
    field("category", &storage::FeatureRecord::category),
};

// 24 bytes of its own making (codec_log.cc), not a table.
template <>
inline constexpr auto kFields<storage::LogSummary> = std::tuple{
    field("score", &storage::LogSummary::score).within(kScored),
    field("processing_time_us", &storage::LogSummary::processing_time_us),
    field("tokens", &storage::LogSummary::tokens),
    field("analyses", &storage::LogSummary::analyses),
    field("kept_analyses", &storage::LogSummary::kept_analyses),
    field("kind", &storage::LogSummary::kind),
    field("operation", &storage::LogSummary::operation),
    field("status", &storage::LogSummary::status),
    field("verdict", &storage::LogSummary::verdict),
    field("trigger", &storage::LogSummary::trigger),
    field("review", &storage::LogSummary::review),
    field("backdated", &storage::LogSummary::backdated),
    field("redacted", &storage::LogSummary::redacted),
};

}  // namespace memfold::fields
