// How far two statements are about the same thing.
#pragma once

#include <string>
#include <vector>

#include "models/analyst/differences.h"
#include "models/analyst/reading.h"

namespace memfold::models {

/// Weighted share of each side's subject words that the other side has too; weights are those of
/// Word. Names count as words.
struct Overlap {
  int total_existing = 0, total_incoming = 0;
  int shared_existing = 0, shared_incoming = 0;
  int full_shared = 0;     ///< shared words of full weight, counted on the side that has fewer
  int shared_names = 0;    ///< of these, proper names
  int extra_incoming = 0;  ///< full-weight words only the incoming statement has
  int extra_existing = 0;
  bool repeats_more = false;   ///< a shared word occurs more often in the incoming statement
  bool topics_shared = false;  ///< the word marked as topic on either side is shared
  std::vector<const Word*> new_words;  ///< full-weight words of incoming that existing lacks

  double of_existing() const { return share(shared_existing, total_existing); }
  double of_incoming() const { return share(shared_incoming, total_incoming); }
  /// Dice coefficient of the weighted words, 0..1.
  double dice() const {
    return share(shared_existing + shared_incoming, total_existing + total_incoming);
  }

 private:
  static double share(int part, int whole) { return whole == 0 ? 0.0 : double(part) / whole; }
};

/// Whether a value says what a statement is about as much as a word does: an identifier, a version.
bool identifies(const Value& value);

/// Words match when their stems or concepts are equal, or one is a long enough part of the other.
/// Names in `differences` that took each other's place are left out: they are the property.
Overlap overlap(const Reading& existing, const Reading& incoming,
                const std::vector<Difference>& differences = {});

/// The subject words of a statement with its discriminators, as it has them, for
/// Analysis::subject_a and _b.
std::string subject_text(const Reading& reading);

}  // namespace memfold::models
