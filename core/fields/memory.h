// The fields of memories, of the edges between them, and of what they are made of.
#pragma once

#include "core/fields/ranges.h"
#include "memfold/memory.h"

namespace memfold::fields {

/// What every node has (memfold/lifecycle.h); each record says where they stand in it.
namespace life {
inline constexpr auto confidence = field("confidence", &Lifecycle::confidence).within(kUnit);
inline constexpr auto created_at = field("created_at", &Lifecycle::created_at).within(kMoment);
inline constexpr auto salience = field("salience", &Lifecycle::salience).within(kUnit);
inline constexpr auto state = field("state", &Lifecycle::state);
inline constexpr auto access_count = field("access_count", &Lifecycle::access_count);
inline constexpr auto recall_frequency = field("recall_frequency", &Lifecycle::recall_frequency);
inline constexpr auto last_recall_interval =
    field("last_recall_interval", &Lifecycle::last_recall_interval).within(kDays);
inline constexpr auto decay_gradient =
    field("decay_gradient", &Lifecycle::decay_gradient).within(kGradient);
inline constexpr auto last_accessed_at =
    field("last_accessed_at", &Lifecycle::last_accessed_at).within(kMoment);
inline constexpr auto ttl_policy = field("ttl_policy", &Lifecycle::ttl_policy);
/// It follows from the rest and from LifecycleOptions, which no digest holds.
inline constexpr auto archive_at =
    field("archive_at", &Lifecycle::archive_at).within(kMoment).undigested();
}  // namespace life

template <>
inline constexpr auto kFields<ImportanceFactor> = std::tuple{
    field("factor", &ImportanceFactor::factor).within(kText).digested(1).shown(10),
    field("weight", &ImportanceFactor::weight).within(real(-1e9, 1e9)).digested(2).shown(20),
    field("evidence", &ImportanceFactor::evidence).within(kText).digested(3).shown(30),
};

template <>
inline constexpr auto kFields<Metadatum> = std::tuple{
    field("key", &Metadatum::key).within(kField).digested(1).shown(10),
    field("value", &Metadatum::value).within(kField).digested(2).shown(20),
};

template <>
inline constexpr auto kFields<Memory> = std::tuple{
    field("id", &Memory::id).digested(1).shown(10),
    // Whoever it belongs to is digested once, before all that is theirs.
    field("user", &Memory::user).within(kField).undigested().shown(20).column(10),
    field("content", &Memory::content).within(kContent).digested(2).shown(30).column(20),
    field("category", &Memory::category).named_in("own_category").digested(3).shown(40).column(30),
    field("importance", &Memory::importance).within(kUnit).digested(4).shown(50).column(40),
    field("importance_factors", &Memory::importance_factors).digested(5).shown(60),
    field("source_type", &Memory::source_type).digested(7).shown(80).column(80),
    field("source_id", &Memory::source_id).within(kField).digested(8).shown(90),
    field("sources", &Memory::sources).within(kField).digested(9).shown(100).column(90),
    field("thread_id", &Memory::thread_id)
        .inherited()
        .within(kField)
        .digested(10)
        .shown(110)
        .column(100),
    field("session_id", &Memory::session_id)
        .inherited()
        .within(kField)
        .digested_nameless_if_there(40)
        .shown(115)
        .column(105),
    field("agent_id", &Memory::agent_id)
        .inherited()
        .within(kField)
        .digested_if_there(41)
        .shown(116)
        .column(106),
    field("run_id", &Memory::run_id)
        .inherited()
        .within(kField)
        .digested_if_there(42)
        .shown(117)
        .column(107),
    field("people", &Memory::people).inherited().within(kField).digested(11).shown(120).column(110),
    field("subject", &Memory::subject)
        .inherited()
        .within(kField)
        .digested(12)
        .shown(130)
        .column(120),
    field("entities", &Memory::entities).within(kField).digested(13).shown(140).column(130),
    field("keywords", &Memory::keywords).within(kField).digested(14).shown(150).column(140),
    field("tags", &Memory::tags).within(kField).digested(15).shown(160).column(150),
    field("metadata", &Memory::metadata).digested_if_there(43).shown(165),
    field("stated_at", &Memory::stated_at).within(kMoment).digested(16).shown(170).column(160),
    field("occurred_at", &Memory::occurred_at).within(kMoment).digested(17).shown(180).column(170),
    field("valid_from", &Memory::valid_from).within(kMoment).digested(20).shown(190).column(180),
    field("valid_until", &Memory::valid_until).within(kMoment).digested(21).shown(200).column(190),
    field("updated_at", &Memory::updated_at).within(kMoment).digested(19).shown(220).column(210),
    field("superseded_at", &Memory::superseded_at)
        .within(kMoment)
        .digested(22)
        .shown(230)
        .column(220),
    field("superseded_by", &Memory::superseded_by).digested(25).shown(240),
    field("version", &Memory::version).within(kVersionNumber).digested(26).shown(250).column(240),
    field("previous_version_id", &Memory::previous_version_id).digested(27).shown(260),
    field("chain_id", &Memory::chain_id).digested(28).shown(270).column(250),
    field("merge_source_ids", &Memory::merge_source_ids).digested(29).shown(280),
    field("embedding_model", &Memory::embedding_model).within(kField).digested(30).shown(290),
    field("slot", &Memory::slot).within(kSequence).digested(31).hidden(),
    field("deleted_at", &Memory::deleted_at).within(kMoment).digested(24).shown(390).column(230),
    field("delete_trigger", &Memory::delete_trigger).within(kField).digested(39).shown(400),
    life::confidence.digested(6).shown(70).column(50),
    life::created_at.digested(18).shown(210).column(200),
    life::salience.digested(32).shown(300).column(60),
    life::state.digested(33).shown(310).column(70),
    life::access_count.digested(34).shown(320),
    life::recall_frequency.digested(35).shown(330),
    life::last_recall_interval.digested(36).shown(340),
    life::decay_gradient.digested(37).shown(350),
    life::last_accessed_at.digested(23).shown(360),
    life::ttl_policy.digested(38).shown(370),
    life::archive_at.shown(380),
};
static_assert(kNextPlaces<Memory> == NextPlaces{.digest = 44, .shown = 401, .column = 251});

template <>
inline constexpr auto kFields<Edge> = std::tuple{
    field("from", &Edge::from).kept(Kept::Key).digested(1).shown(10),
    field("type", &Edge::type).kept(Kept::Key).digested(3).shown(30),
    field("to", &Edge::to).kept(Kept::Key).digested(2).shown(20),
    field("strength", &Edge::strength).within(kScored).digested(4).shown(40).column(10),
    field("created_at", &Edge::created_at).within(kMoment).digested(5).shown(50).column(20),
    field("provenance", &Edge::provenance).within(kField).digested(6).shown(60).column(30),
};
static_assert(kNextPlaces<Edge> == NextPlaces{.digest = 7, .shown = 61, .column = 31});

}  // namespace memfold::fields
