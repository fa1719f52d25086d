// The one readable sentence of each decision, with the figures that mattered.
#pragma once

#include <cstdint>
#include <string>

#include "engine/fold/next_content.h"
#include "memfold/analysis.h"
#include "memfold/judge.h"
#include "memfold/options.h"
#include "memfold/time.h"

namespace memfold {

std::string reason_no_candidate();
std::string reason_unrelated(double score, double related_from);
std::string reason_below_gate(double cosine, double gate);
std::string reason_band(double score, Band band);
std::string reason_duplicate(double score, double from);
std::string reason_other_subject(double score);
std::string reason_verdict(const Analysis& analysis, double score);
std::string reason_unclear(const Analysis& analysis, const DecideOptions& options);
std::string reason_in_doubt(const Analysis& analysis, const DecideOptions& options);
/// What was judged most worth doing, how likely it is, and what spoke for it.
std::string reason_judged(const Judgement& judgement, Outcome outcome, const Analysis& analysis);
std::string reason_update_floor(double score, double floor);
std::string reason_conflict_lost(SourceType fact, SourceType memory);
/// What an update made of a memory into which statements were merged; empty: nothing to tell.
std::string reason_sentences(const NextContent& next);
/// Why two statements cannot be one memory, in bytes.
std::string reason_too_long(std::size_t together);
std::string reason_backdated(Time fact, Time current, std::string because);

/// Why a candidate was not acted on. `analysis` may be null.
std::string why_not(double score, const Analysis* analysis, bool other_target,
                    const DecideOptions& options);

/// "#12": a decision as the log numbers it.
std::string decision_number(std::uint64_t sequence);

/// Three decimals, never an exponent: figures in sentences.
std::string figure(double value);

}  // namespace memfold
