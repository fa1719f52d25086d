#include "models/extractor/parse.h"

#include <algorithm>

#include "models/extractor/korean.h"
#include "models/extractor/tense.h"

namespace memfold::models::extractor {
namespace {

constexpr std::size_t kLabelAtoms = 5;       // longest label, with its colon
constexpr std::size_t kShortFieldAtoms = 8;  // of a field without a colon

// A bare weekday and a time of day alone lie behind or ahead as the verb says.
void place_by_tense(Parse& parse, const DateContext& context) {
  constexpr int kWeek = 7;
  const bool ahead = parse.has(Sign::Commitment), past = parse.has(Sign::Past) && !ahead;
  for (DateMention& date : parse.dates) {
    if (!date.bare_weekday && (date.has_day || !context.past)) continue;
    const bool told = past || (!ahead && is_told_as_past(parse, date));
    if (!date.has_day) {
      if (told) move_days(date, static_cast<int>(*context.past - date.first_day));
    } else if (told) {
      move_days(date, -kWeek);
    } else if (date.has_time && context.said_at && date.end < *context.said_at) {
      move_days(date, kWeek);  // "on Thursday at four", said on Thursday at five
    }
  }
}

}  // namespace

void Parse::parse(std::string_view text, const DateContext& context) {
  atoms.assign(text);
  find_signs(atoms, signs);
  dates = find_dates(atoms, context);
  place_by_tense(*this, context);
  entities = find_entities(atoms, dates);
  // Without a date of the mail every day may be to come.
  const DayNumber today =
      context.said_at ? local_day(*context.said_at, context.utc_offset_minutes) : 0;
  looks_ahead = std::any_of(dates.begin(), dates.end(), [&](const DateMention& date) {
    return date.has_time || !context.said_at || date.last_day > today;
  });
}

bool Parse::question() const {
  for (std::size_t back = 1; back <= 3 && back <= atoms.size(); ++back) {
    const std::string_view mark = atoms.view(atoms.size() - back);
    if (mark == "?" || mark == "？") return true;
    if (atoms.kind(atoms.size() - back) != AtomKind::Punctuation) return false;
  }
  return false;
}

bool Parse::has_entity(EntityKind kind) const {
  return std::any_of(entities.begin(), entities.end(),
                     [&](const Entity& entity) { return entity.kind == kind; });
}

const DateMention* Parse::day() const {
  for (const DateMention& date : dates) {
    if (date.has_day) return &date;
  }
  return nullptr;
}

bool Parse::has_number() const {
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    if (atoms.kind(i) != AtomKind::Number) continue;
    const auto holds = [&](const DateMention& date) { return date.first <= i && i < date.last; };
    if (std::none_of(dates.begin(), dates.end(), holds)) return true;
  }
  return false;
}

std::size_t Parse::label_end() const {
  for (std::size_t i = 1; i < std::min(atoms.size(), kLabelAtoms); ++i) {
    if (atoms.is_mark(i, ":") && i + 1 < atoms.size() && !atoms.glued(i + 1)) return i + 1;
  }
  return 0;
}

bool Parse::is_field() const {
  const std::size_t label = label_end();
  return std::any_of(signs.matches.begin(), signs.matches.end(), [&](const SignMatch& match) {
    if (match.sign != Sign::Field) return false;
    return label > 0 ? match.last < label
                     : match.first == 0 && atoms.size() <= kShortFieldAtoms && has_number() &&
                           !has(Sign::Finite);
  });
}

std::string_view Parse::words(Sign sign) const {
  const SignMatch* match = signs.first(sign);
  return match ? atoms.range(match->first, match->last) : std::string_view();
}

bool is_content(const Parse& parse, std::size_t atom) {
  switch (parse.atoms.kind(atom)) {
    case AtomKind::Punctuation:
      return false;
    case AtomKind::Word:
      return parse.atoms.view(atom).size() > 1 && !parse.signs.function_word[atom];
    case AtomKind::Hangul:
      if (atom > 0 && parse.atoms.glued(atom) && is_particle(parse.atoms.view(atom))) return false;
      return !parse.signs.function_word[atom];
    case AtomKind::Number:
      return parse.atoms.view(atom).size() > 1;
    default:
      return true;
  }
}

std::size_t content_words(const Parse& parse, std::size_t first, std::size_t last) {
  std::size_t count = 0, date = 0;
  for (std::size_t i = first; i < last; ++i) {
    while (date < parse.dates.size() && parse.dates[date].last <= i) ++date;
    if (date < parse.dates.size() && parse.dates[date].first <= i) continue;
    if (!is_content(parse, i)) continue;
    const bool unspaced = parse.atoms.kind(i) == AtomKind::Other;
    count += unspaced ? 1 + parse.atoms.view(i).size() / 12 : 1;
  }
  return count;
}

}  // namespace memfold::models::extractor
