// Which candidates of a fact are weighed against each other, in what order, and which of them are
// compared with it: comparing is most of what folding costs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/fold/evaluate.h"

namespace memfold {

/// Whether a Judge decides.
bool judges(const DecideOptions& options, const Models& models);

/// Whether a candidate is compared with the fact, where a Judge decides.
enum class Compared : std::uint8_t { Always, WhereWordsAreShared, Never };

struct Shortlisted {
  ScoredCandidate candidate;
  Compared compared = Compared::Always;
};

/// All candidates, best first. For a Judge, the first `max_judged` are those it weighs, and what
/// names what the fact names comes first among them; the first of these are compared, and of the
/// others the one nearest by embedding, `max_analyses` together. Where the fact carries numbers or
/// codes, what stands behind the two best and carries none of them is not.
std::vector<Shortlisted> shortlist(const EvaluationContext& context, const SearchedFact& fact);

/// How many of these (Analyst::identifiers) `text` has as words of their own: "4" is in "room 4"
/// and "4호", not in "40", "4.5" or "B4".
std::size_t count_carried(std::string_view text, const std::vector<std::string>& identifiers);

}  // namespace memfold
