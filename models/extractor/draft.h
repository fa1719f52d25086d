// A fact in the making: one statement with the judgement on it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/extractor/category.h"
#include "models/extractor/context.h"
#include "models/extractor/importance.h"
#include "models/extractor/worth.h"

namespace memfold::models::extractor {

struct Draft {
  std::string content;
  std::string statement;  ///< the content without its context; what the words are taken from
  Category::Kind category = Category::Misc;
  int worth = 0;
  double confidence = 1;
  Importance importance;
  std::optional<Time> occurred_at, valid_from, valid_until;
  std::vector<std::string> entities, keywords;
  std::optional<DateAnchor> anchor;  ///< what its dates may refer to
  std::optional<DayNumber> past;     ///< likewise, of what is over
};

/// Everything about the mail that judging one statement needs.
struct MailView {
  const Message& message;
  DateContext dates;
  std::optional<DayNumber> subject_day{};  ///< gone by, named in the subject: of minutes
  bool public_list = false;
  Topic topic;
  MailFactors factors;
  const ImportanceModel& importance;
};

/// The draft for a parsed statement; empty when it is not worth keeping or cannot stand alone.
std::optional<Draft> draft_of(const Parse& parse, const Placement& placement, const MailView& mail);

/// The draft for a reply that settles its subject ("Applied, thanks"); empty when it does not.
std::optional<Draft> settling_draft(const Parse& parse, const MailView& mail);

/// The one draft a mass mail is worth, from its best statement.
std::optional<Draft> advertisement_draft(const Parse& parse, const MailView& mail);

/// Fills in entities and keywords; left to the end because few drafts are kept.
void find_words(Draft& draft, const MailView& mail);

/// Keeps the `count` best (importance, then worth, then order), in the order they came.
void keep_best(std::vector<Draft>& drafts, std::size_t count);

}  // namespace memfold::models::extractor
