// How much each sentence says of what all of them are about.
#pragma once

#include <span>
#include <vector>

#include "models/summarizer/sentences.h"

namespace memfold::models::summarizer {

/// One score a sentence, 0..1, the sum of
/// - how near it lies to the centroid of all sentences (Radev et al. 2004, "Centroid-based
///   summarization of multiple documents", IPM 40(6)), its concepts weighted by term frequency
///   and inverse sentence frequency (Neto et al. 2000), without the quadratic steps of a graph;
/// - the facts it carries (worth_of): cues, as in Edmundson 1969, "New methods in automatic
///   extracting", J. ACM 16(2), as is
/// - its place: first sentences of a text; the first and above all the newest of several texts.
/// Log-linear in the number of concepts.
std::vector<double> scores_of(std::span<const Sentence> sentences, std::size_t texts);

}  // namespace memfold::models::summarizer
