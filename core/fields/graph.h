// The fields of the graph around memories: nodes with their notes, sources, the work on them.
#pragma once

#include "core/fields/memory.h"
#include "memfold/node.h"
#include "memfold/source.h"

namespace memfold::fields {

template <>
inline constexpr auto kFields<Note> = std::tuple{
    field("text", &Note::text).within(kText).digested(1).shown(10),
    field("memory", &Note::memory).digested(2).shown(20, "memory_id"),
    field("added_by", &Note::added_by).within(kField).digested(3).shown(30),
    field("sources", &Note::sources).digested(4).shown(40, "source_ids"),
    field("date_added", &Note::date_added).within(kMoment).digested(5).shown(50),
    field("lifetime", &Note::lifetime).digested(6).shown(60),
    field("expires_at", &Note::expires_at).within(kMoment).digested(7).shown(70),
};

template <>
inline constexpr auto kFields<DueItem> = std::tuple{
    field("task", &DueItem::task),
    field("at", &DueItem::at).within(kMoment),
};

template <>
inline constexpr auto kFields<Node> = std::tuple{
    field("id", &Node::id).digested(1).shown(10),
    field("kind", &Node::kind).digested(2).shown(20),
    field("user", &Node::user).within(kField).undigested().hidden().column(10),  // digested once
    field("name", &Node::name).within(kText).digested(13).shown(30).column(20),
    field("title", &Node::title).within(kText).digested(14).shown(40).column(30),
    field("type", &Node::type).within(kText).digested(15).shown(50).column(40),
    field("aliases", &Node::aliases).within(kText).digested(18).shown(60).column(60),
    field("description", &Node::description).within(kText).digested(16).shown(70).column(50),
    field("keywords", &Node::keywords).within(kText).digested(19).shown(80).column(70),
    field("tags", &Node::tags).within(kText).digested(20).shown(90).column(80),
    field("notes", &Node::notes).digested(21).shown(100),
    field("is_owner", &Node::is_owner).digested(22).shown(110).column(120, "owner"),
    field("dirty", &Node::dirty).digested(23).shown(120),
    field("source_count", &Node::source_count).digested(24).shown(130).column(130),
    field("storyline_count", &Node::storyline_count).digested(25).shown(140).column(140),
    field("mention_days", &Node::mention_days).digested(28).hidden(),  // shown as how many
    field("first_at", &Node::first_at).within(kMoment).digested(29).shown(160).column(170),
    field("last_at", &Node::last_at).within(kMoment).digested(30).shown(170).column(180),
    field("updated_at", &Node::updated_at).within(kMoment).digested(33).shown(320).column(200),
    field("storyline", &Node::storyline).digested(34).shown(290),
    field("macro", &Node::macro).digested(35).shown(300),
    field("unfiled_sources", &Node::unfiled_sources).digested(26).hidden(),
    field("filed_until", &Node::filed_until).within(kMoment).digested(31).hidden(),
    field("undistilled_sources", &Node::undistilled_sources).digested(27).hidden(),
    field("distilled_until", &Node::distilled_until).within(kMoment).digested(32).hidden(),
    field("from", &Node::from).digested(36).shown(250),
    field("to", &Node::to).digested(37).shown(260),
    field("attitude", &Node::attitude).digested(38).shown(270).column(150),
    field("proximity", &Node::proximity).within(kUnit).digested(39).shown(280).column(160),
    field("embedding", &Node::embedding).digested(40).hidden(),
    field("embedding_model", &Node::embedding_model).within(kField).digested(17).hidden(),
    field("due", &Node::due).undigested().hidden(),  // it follows from the rest
    field("withheld", &Node::withheld).within(kText).digested_nameless_if_there(41).hidden(),
    life::confidence.digested(3).shown(180).column(90),
    life::created_at.digested(4).shown(310).column(190),
    life::salience.digested(5).shown(190).column(100),
    life::state.digested(6).shown(200).column(110),
    life::access_count.digested(7).shown(210),
    life::recall_frequency.digested(8).shown(220),
    life::last_recall_interval.digested(9).hidden(),
    life::decay_gradient.digested(10).hidden(),
    life::last_accessed_at.digested(11).shown(230),
    life::ttl_policy.digested(12).shown(240),
    life::archive_at.hidden(),
};
static_assert(kNextPlaces<Node> == NextPlaces{.digest = 42, .shown = 321, .column = 201});

template <>
inline constexpr auto kFields<Source> = std::tuple{
    field("id", &Source::id).digested(1).shown(10),
    field("user", &Source::user).within(kField).digested(2).hidden(),
    field("team", &Source::team).within(kField).digested(3).shown(50),
    field("source_id", &Source::source_id).within(kText).digested(4).shown(20),
    field("form", &Source::form).digested(11).shown(30),
    // Which file it was taken from, and where in it, is not what it says.
    field("provenance", &Source::provenance).within(kText).undigested().shown(140),
    field("participants", &Source::participants).within(kText).digested(8).shown(100),
    field("started_at", &Source::started_at).within(kMoment).digested(14).shown(110),
    field("ended_at", &Source::ended_at).within(kMoment).digested(15).shown(120),
    field("sensitivity", &Source::sensitivity).digested(13).shown(150),
    field("status", &Source::status).digested(12).shown(40),
    field("received_at", &Source::received_at).within(kMoment).digested(16).shown(130),
    field("title", &Source::title).within(kText).digested(5).shown(60),
    field("processed", &Source::processed).within(kDocument).digested(6).shown(170),
    field("summary", &Source::summary).within(kText).digested(7).shown(70),
    field("keywords", &Source::keywords).within(kText).digested(9).shown(80),
    field("tags", &Source::tags).within(kText).digested(10).shown(90),
    field("source_type", &Source::source_type)
        .digested_nameless_if_there(17)
        .hidden(),  // shown as it acts
    // Stored, digested and exported beside the source; shown where it has been read.
    field("raw", &Source::raw).kept(Kept::Apart).within(kAnything).undigested().hidden(),
};
static_assert(kNextPlaces<Source> == NextPlaces{.digest = 18, .shown = 171});

template <>
inline constexpr auto kFields<SourceJob> = std::tuple{
    field("id", &SourceJob::id).digested(1).shown(10),
    field("user", &SourceJob::user).within(kField).digested(2).shown(40),
    field("team", &SourceJob::team).within(kField).digested(3).shown(50),
    field("source", &SourceJob::source).digested(4).shown(30),
    field("step", &SourceJob::step).digested(5).shown(20),
    field("attempts", &SourceJob::attempts).within(kAttempts).digested(6).shown(60),
    field("run_at", &SourceJob::run_at).within(kMoment).digested(7).shown(70),
    field("dead", &SourceJob::dead).digested(8).shown(80),
    field("error", &SourceJob::error).within(kText).digested(9).shown(90),
};
static_assert(kNextPlaces<SourceJob> == NextPlaces{.digest = 10, .shown = 91});

}  // namespace memfold::fields
