// Combining marks in canonical order, before a library puts them in it.
#pragma once

#include <string>
#include <string_view>

namespace memfold {

/// Whether in_canonical_order() would look closer: some run of marks is that long.
bool has_many_marks(std::string_view text);

/// Text whose runs of many combining marks are decomposed and in the order of their combining
/// classes, marks of one class as they came: canonically equivalent to `text`, so of the same
/// normal forms (UAX #15). ICU inserts each mark where it belongs from the end of its run, which
/// takes quadratic time for a run in disorder; in this order it takes none. `text` is valid UTF-8.
std::string in_canonical_order(std::string_view text);

}  // namespace memfold
