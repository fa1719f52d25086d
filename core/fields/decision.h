// The fields of decisions and of what they hold: scores, rivals, changes; of reviews and analyses.
#pragma once

#include "core/fields/memory.h"
#include "memfold/decision.h"
#include "memfold/review.h"

namespace memfold::fields {

template <>
inline constexpr auto kFields<TextSpan> = std::tuple{
    field("begin", &TextSpan::begin),
    field("end", &TextSpan::end),
};

template <>
inline constexpr auto kFields<PropertyChange> = std::tuple{
    field("property", &PropertyChange::property).within(kText).digested(1).shown(10),
    field("old_value", &PropertyChange::old_value).within(kText).digested(2).shown(20),
    field("new_value", &PropertyChange::new_value).within(kText).digested(3).shown(30),
    field("change", &PropertyChange::change).digested(4).shown(40),
    // Places in contents that are digested themselves.
    field("old_span", &PropertyChange::old_span).undigested().shown(50),
    field("new_span", &PropertyChange::new_span).undigested().shown(60),
};

// A command shows a score among the fields of what has it; factors by name, where there are any.
template <>
inline constexpr auto kFields<Score> = std::tuple{
    field("total", &Score::total).within(kScored).digested(1).shown(10, "score"),
    field("factors", &Score::factors).within(kScored).digested(2).hidden(),
    field("present", &Score::present).digested(3).hidden(),
    field("weights", &Score::weights).within(kScored).digested(4).hidden(),
    field("weight_set", &Score::weight_set).digested(5).shown(40),
    field("cosine", &Score::cosine).within(kCosine).digested(6).hidden(),
};

template <>
inline constexpr auto kFields<Rival> = std::tuple{
    field("memory_id", &Rival::memory_id).digested(1).shown(10),
    field("score", &Rival::score).within(kScored).digested(2).shown(20),
    field("why", &Rival::why).within(kText).digested(3).shown(30),
};

template <>
inline constexpr auto kFields<Decision> = std::tuple{
    field("id", &Decision::id).digested(1).shown(220, "decision_id"),
    field("sequence", &Decision::sequence).within(kSequence).digested(2).shown(230),
    field("user", &Decision::user).within(kField).undigested().shown(40),  // digested once
    field("at", &Decision::at).within(kMoment).digested(3).shown(240),
    field("trigger", &Decision::trigger).digested(4).shown(250),
    field("kind", &Decision::kind).digested(5).shown(10, "decision"),
    field("operation", &Decision::operation).digested(6).shown(20),
    field("status", &Decision::status).digested(7).shown(30),
    field("state", &Decision::state).digested(8).hidden(),
    // Said of an answer from the log; what is in the log was folded then.
    field("already_folded", &Decision::already_folded).flag(1).undigested().shown(190),
    // Said of what is refused without a trace: no log has it.
    field("over_limit", &Decision::over_limit).kept(Kept::Apart).undigested().shown(195),
    field("backdated", &Decision::backdated).flag(2).digested(9).shown(170),
    field("review", &Decision::review).flag(4).digested(10).shown(180),
    field("redacted", &Decision::redacted).flag(8).digested(11).shown(270),
    field("lost", &Decision::lost).digested_nameless_if_there(12).shown(280),
    field("fact_id", &Decision::fact_id).digested(13).hidden(),
    field("memory_id", &Decision::memory_id).digested(14).shown(50),
    field("target_id", &Decision::target_id).digested(15).shown(60, "target_memory_id"),
    field("related_ids", &Decision::related_ids).digested(16).shown(70, "related_memory_ids"),
    field("relationship_type", &Decision::relationship_type).digested(17).shown(80),
    field("score", &Decision::score).digested(18).shown(100),
    field("band", &Decision::band).digested(19).shown(90),
    field("verdict", &Decision::verdict).digested(21).shown(110),
    field("confidence", &Decision::confidence).within(kUnit).digested(22).shown(120),
    field("property_changes", &Decision::property_changes).digested(23).shown(140),
    field("reason", &Decision::reason).within(kText).digested(24).shown(150),
    field("rivals", &Decision::rivals).digested(25).shown(160),
    field("idempotency_key", &Decision::idempotency_key).within(kField).digested(26).shown(200),
    field("source_id", &Decision::source_id).within(kField).digested(27).shown(210),
    field("content_hash", &Decision::content_hash).digested(28).hidden(),
    // What it took and cost is another each time.
    field("processing_time_us", &Decision::processing_time_us).undigested().shown(320),
    field("analyses", &Decision::analyses).digested(20).shown(290),
    field("kept_analyses", &Decision::kept_analyses).undigested().shown(300),
    field("tokens", &Decision::tokens).undigested().shown(310),
    // Words for a person; `status` is what they explain. A command prints them on lines of their
    // own.
    field("error", &Decision::error).within(kText).undigested().hidden(),
    field("answers", &Decision::answers).within(kSequence).digested(29).shown(260),
    field("analyst", &Decision::analyst)
        .within(kField)
        .digested_nameless_if_there(30)
        .shown_or_null(130),
};
static_assert(kNextPlaces<Decision> == NextPlaces{.digest = 31, .shown = 321});

template <>
inline constexpr auto kFields<Review> = std::tuple{
    field("sequence", &Review::sequence).within(kSequence).digested(1).shown(10),
    field("at", &Review::at).within(kMoment).digested(2).shown(20),
    field("state", &Review::state).digested(3).shown(30),
    field("held", &Review::held).digested(4).shown(40),
    field("fact", &Review::fact).digested(5).shown(50),
    field("target_id", &Review::target_id).digested(6).shown(60, "target_memory_id"),
    field("verdict", &Review::verdict).digested(7).shown(70),
    field("confidence", &Review::confidence).within(kUnit).digested(8).shown(80),
    field("property_changes", &Review::property_changes).digested(9).shown(90),
    field("reasoning", &Review::reasoning).within(kText).digested(10).shown(100),
    field("row", &Review::row).digested(11).hidden(),
    field("resolution", &Review::resolution).within(kSequence).digested(12).shown(110),
    field("resolved_at", &Review::resolved_at).within(kMoment).digested(13).shown(120),
};
static_assert(kNextPlaces<Review> == NextPlaces{.digest = 14, .shown = 121});

// Kept to be asked again for less: no digest has them. Only answers are kept, and not what they
// cost when they were new.
template <>
inline constexpr auto kFields<Analysis> = std::tuple{
    field("answered", &Analysis::answered).kept(Kept::Apart).shown(110),
    field("verdict", &Analysis::verdict).shown(10),
    field("same_subject", &Analysis::same_subject).shown(30),
    field("subject_a", &Analysis::subject_a).within(kText).shown(40),
    field("subject_b", &Analysis::subject_b).within(kText).shown(50),
    field("relationship", &Analysis::relationship).shown(60),
    field("property_changes", &Analysis::property_changes).shown(80),
    field("relationship_type", &Analysis::relationship_type).shown(70),
    field("confidence", &Analysis::confidence).within(kUnit).shown(20),
    field("reasoning", &Analysis::reasoning).within(kText).shown(90),
    field("key_factors", &Analysis::key_factors).within(kText).shown(100),
    field("analyst", &Analysis::analyst).within(kField).shown(120),
    field("tokens", &Analysis::tokens).kept(Kept::Apart).hidden(),
    field("evidence", &Analysis::evidence).kept(Kept::Apart).hidden(),
    field("write_words", &Analysis::write_words).kept(Kept::Apart).hidden(),
};

}  // namespace memfold::fields
