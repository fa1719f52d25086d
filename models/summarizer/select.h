// Which sentences make the summary.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "models/summarizer/sentences.h"

namespace memfold::models::summarizer {

/// The indices of at most `count` sentences, ascending: those of the best Standing there is, one
/// after the other by maximal marginal relevance (Carbonell and Goldstein 1998, "The use of MMR,
/// diversity-based reranking", SIGIR): score less likeness to what is chosen. Of two of which the
/// newer updates the older (as the Analyst sees it) only the newer is taken, whether or not its own
/// score is high; of two of which one says all the other does, that one. Bounded: of more than a
/// few hundred sentences only the best are compared.
std::vector<std::size_t> select(std::span<const Sentence> sentences, std::span<const double> scores,
                                std::size_t count);

/// As one text: sentences after each other where reading it again finds the same ones, else a list
/// with a line for each.
std::string join(std::span<const Sentence> sentences, std::span<const std::size_t> chosen);

}  // namespace memfold::models::summarizer
