// What an Extractor makes of labelled mails, beside what a careful person would note.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "memfold/models.h"
#include "tools/eval/figures.h"
#include "tools/eval/mails.h"

namespace memfold::tools {

/// Two statements are the same when enough words of each are in the other. A label may hold a
/// second sentence that says more, an extracted sentence a second clause.
inline constexpr double kLeastExpectedCovered = 0.6, kLeastExtractedCovered = 0.5;

/// An expected fact and the extracted one that says the same; one of them may be missing. Places in
/// the lists of the mail.
struct Matched {
  std::optional<std::size_t> expected, extracted;
};

struct MailOutcome {
  std::string id, language, subject;
  std::vector<ExpectedFact> expected;
  std::vector<Fact> extracted;
  int utc_offset_minutes = 0;    ///< of the mail: whose days count
  std::vector<Matched> matches;  ///< matched ones first, then missed, then superfluous
};

struct ExtractionFigures {
  std::size_t mails = 0;
  ClassFigures statements;
  Share categories;  ///< right, of matched facts
  Share dates;       ///< right, of matched facts with an expected date
  Share quiet;       ///< mails that give nothing, of those that should
  Share entities;    ///< found, of those expected in matched facts
};

/// Parses each mail as the backfill does and extracts it.
std::vector<MailOutcome> ask_extractor(const Extractor& extractor,
                                       std::span<const LabelledMail> mails);

/// Pairs facts one to one, those that agree best first; equals in order. A leading "<subject>: " of
/// an extracted fact is context and does not count.
std::vector<Matched> match_facts(std::span<const ExpectedFact> expected,
                                 std::span<const Fact> extracted, const std::string& subject);

/// Whether the fact is dated as expected: a deadline ends its validity, anything else is when it
/// occurred. A day is one at `utc_offset_minutes`; a time is right to the minute.
bool is_dated(const Fact& fact, const ExpectedDate& date, int utc_offset_minutes);

/// Whether `fact` has this entity: one is part of the other in whole words, or both hold the same
/// number.
bool names_entity(const Fact& fact, const std::string& entity);

ExtractionFigures extraction_figures(std::span<const MailOutcome> outcomes);
std::map<std::string, ExtractionFigures> extraction_by_language(
    std::span<const MailOutcome> outcomes);

}  // namespace memfold::tools
