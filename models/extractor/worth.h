// Whether a statement is worth remembering, and how much.
#pragma once

#include "memfold/category.h"
#include "models/extractor/parse.h"

namespace memfold::models::extractor {

/// A statement of less worth yields nothing. On public lists, where most sentences are talk about
/// things rather than news of them, more is asked.
inline constexpr int kLeastWorth = 2;
inline constexpr int kLeastPublicWorth = 3;

/// Points for what makes a statement useful later: a request, decision, date, amount, name or
/// definite claim; fewer for hedging. Greetings, thanks, chatter, boilerplate, empty questions and
/// fragments get 0. Pure.
/// `listed`: it stands under a heading that says what it is, so it need not be a sentence.
int worth_of(const Parse& parse, Category::Kind category, bool public_list, bool listed = false);

/// A short answer that settles what the subject names: "Applied, thanks", 반영했습니다. The words
/// that say so, or empty.
std::string_view settling_words(const Parse& parse);

/// The share of certainty that the statement is a fact of this category, 0..1.
double confidence_of(const Parse& parse, Category::Kind category);

}  // namespace memfold::models::extractor
