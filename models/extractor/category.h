// Which category a statement belongs to: the first that applies, in the order TASK, DECISION,
// MEETING, PROJECT, ADS, MISC.
#pragma once

#include <optional>

#include "memfold/category.h"
#include "models/extractor/parse.h"

namespace memfold::models::extractor {

/// Where a statement stands.
struct Placement {
  bool open_box = false;                    ///< a list item with an empty check box
  std::optional<Category::Kind> listed_as;  ///< what the heading of its list says it is
  bool of_patch = false;  ///< of a mail that brings a patch: commands say what the patch does
};

/// What a heading says of the items below it: task, decision or project; else nothing.
std::optional<Category::Kind> heading_category(const Parse& heading);

/// Pure.
Category::Kind categorise(const Parse& parse, const Placement& placement,
                          const DateContext& context);

/// The mention that ends the statement's validity (by Friday, 22일까지, until March), if it has one
/// that is not over when it is said; nullptr otherwise.
const DateMention* find_deadline(const Parse& parse, const DateContext& context);

/// A bare command: "Send the report ...".
bool is_imperative(const Parse& parse);

}  // namespace memfold::models::extractor
