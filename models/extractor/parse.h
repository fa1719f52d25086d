// One statement with everything found in it.
#pragma once

#include <string_view>
#include <vector>

#include "models/extractor/atoms.h"
#include "models/extractor/dates.h"
#include "models/extractor/entities.h"
#include "models/extractor/lexicon.h"

namespace memfold::models::extractor {

/// Views point into the text given to parse(); it must live as long.
struct Parse {
  Atoms atoms;
  Signs signs;
  std::vector<DateMention> dates;
  std::vector<Entity> entities;
  bool looks_ahead = false;  ///< names a day to come, or a time of day

  /// Reads `text`, reusing the buffers. Linear time.
  void parse(std::string_view text, const DateContext& context);

  bool has(Sign sign) const { return signs.has(sign); }
  bool question() const;  ///< ends with a question mark
  bool has_entity(EntityKind kind) const;
  /// The first mention of a day, or nullptr.
  const DateMention* day() const;
  bool has_number() const;  ///< one that is no part of a date
  /// The atom behind the colon of "Budget: 50M KRW" and 장소: 3층 회의실; 0 when there is none.
  std::size_t label_end() const;
  /// A label whose value is worth keeping, with the value: "Venue: ...", "Booking no. 7741".
  bool is_field() const;
  /// The words of a sign's first match; empty when it did not fire.
  std::string_view words(Sign sign) const;
};

/// True for an atom that carries meaning of its own: no function word, mark or lone digit.
bool is_content(const Parse& parse, std::size_t atom);

/// Content words in [first, last), dates left out. A run of a script without spaces counts by
/// length.
std::size_t content_words(const Parse& parse, std::size_t first, std::size_t last);

}  // namespace memfold::models::extractor
