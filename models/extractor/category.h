// Which category a statement belongs to: the first that applies, in the order TASK, DECISION,
// MEETING, PROJECT, ADS, MISC.
#pragma once

#include "memfold/kinds.h"
#include "models/extractor/parse.h"

namespace memfold::models::extractor {

/// `open_box`: the statement is a list item with an empty check box. Pure.
Category categorise(const Parse& parse, bool open_box, const DateContext& context);

/// The mention that ends the statement's validity (by Friday, 22일까지, until March), if it has one
/// that is not over when it is said; nullptr otherwise.
const DateMention* find_deadline(const Parse& parse, const DateContext& context);

/// A bare command: "Send the report ...".
bool is_imperative(const Parse& parse);

}  // namespace memfold::models::extractor
