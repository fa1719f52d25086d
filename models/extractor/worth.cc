#include "models/extractor/worth.h"

#include <algorithm>

#include "models/extractor/category.h"
#include "models/extractor/korean.h"

namespace memfold::models::extractor {
namespace {

constexpr std::size_t kLeastContent = 2;       // words, where a sign says what it is about
constexpr std::size_t kLeastPlainContent = 3;  // words, where none does
constexpr std::size_t kSettlingAtoms = 12;

bool past_form(std::string_view word) {
  return word.size() > 4 && word.ends_with("ed");
}

// "Budget: 50M KRW", 장소: 3층 회의실
bool is_labelled(const Parse& parse) {
  for (std::size_t i = 1; i < std::min<std::size_t>(parse.atoms.size(), 5); ++i) {
    if (parse.atoms.is_mark(i, ":") && i + 1 < parse.atoms.size() && !parse.atoms.glued(i + 1)) {
      return true;
    }
  }
  return false;
}

bool ends_korean_sentence(const Parse& parse) {
  for (std::size_t back = 1; back <= 4 && back <= parse.atoms.size(); ++back) {
    const std::size_t i = parse.atoms.size() - back;
    if (parse.atoms.kind(i) == AtomKind::Punctuation) continue;
    return parse.atoms.kind(i) == AtomKind::Hangul && ends_finally(parse.atoms.view(i));
  }
  return false;
}

bool is_finite(const Parse& parse, bool signed_category) {
  if (parse.has(Sign::Finite) || ends_korean_sentence(parse)) return true;
  const bool typed = !parse.dates.empty() || parse.has_entity(EntityKind::Money);
  if (typed && (signed_category || is_labelled(parse))) return true;
  for (std::size_t i = 0; i < parse.atoms.size(); ++i) {
    if (parse.atoms.kind(i) == AtomKind::Word && past_form(parse.atoms.lower(i))) return true;
    if (parse.atoms.kind(i) == AtomKind::Other && parse.atoms.view(i).size() > 18) return true;
  }
  return is_imperative(parse) || parse.has(Sign::Task);
}

bool is_empty_talk(const Parse& parse, Category category) {
  const bool firm = category == Category::Task || category == Category::Decision ||
                    parse.has(Sign::Commitment) || !parse.dates.empty();
  if (parse.has(Sign::Boilerplate)) return !(parse.has(Sign::Task) && !parse.dates.empty());
  if (parse.has(Sign::Greeting) || parse.has(Sign::Thanks) || parse.has(Sign::Closing)) {
    if (!firm) return true;
  }
  return parse.has(Sign::Chatter) && !firm;
}

int points_for(Category category, const Parse& parse) {
  switch (category) {
    case Category::Task:
    case Category::Decision:
      return 3;
    case Category::Meeting:
      return parse.dates.empty() ? 2 : 3;
    case Category::Project:
    case Category::Ads:
      return 2;
    case Category::Misc:
      return 0;
  }
  return 0;
}

int points_for_entities(const Parse& parse) {
  int technical = 0, named = 0, money = 0;
  for (const Entity& entity : parse.entities) {
    switch (entity.kind) {
      case EntityKind::Money:
        money = 2;
        break;
      case EntityKind::ManualPage:
      case EntityKind::Symbol:
      case EntityKind::Version:
      case EntityKind::Id:
        technical = std::min(technical + 1, 2);
        break;
      case EntityKind::Date:
        break;
      default:
        named = 1;
    }
  }
  return money + technical + named;
}

bool points_outside_first(const Parse& parse) {
  const SignMatch* match = parse.signs.first(Sign::Reference);
  return match && match->first <= 1;
}

bool about_the_writer(const Parse& parse) {
  const std::string_view first = parse.atoms.size() ? parse.atoms.lower(0) : std::string_view();
  return first == "i" || first == "i'm" || first == "i've" || first == "i'd" || first == "my" ||
         first == "you" || first == "your";
}

}  // namespace

int worth_of(const Parse& parse, Category category) {
  const std::size_t content = content_words(parse, 0, parse.atoms.size());
  const bool signed_category = category != Category::Misc;
  if (content + (parse.day() ? 1 : 0) < (signed_category ? kLeastContent : kLeastPlainContent)) {
    return 0;
  }
  if (is_empty_talk(parse, category) || !is_finite(parse, signed_category)) return 0;
  if (parse.question() && category != Category::Task &&
      !(category == Category::Meeting && !parse.dates.empty())) {
    return 0;
  }
  int worth = points_for(category, parse) + points_for_entities(parse);
  if (parse.day()) worth += 2;
  if (parse.has(Sign::Commitment)) worth += 2;
  if (content >= 5) ++worth;
  const bool number =
      std::any_of(parse.signs.matches.begin(), parse.signs.matches.end(),
                  [](const SignMatch& match) { return match.sign == Sign::Deadline; });
  if (number && parse.day()) ++worth;
  if (parse.has(Sign::Hedge)) worth -= 2;
  if (points_outside_first(parse) || about_the_writer(parse)) --worth;
  return std::max(worth, 0);
}

std::string_view settling_words(const Parse& parse) {
  const SignMatch* match = parse.signs.first(Sign::Status);
  if (!match || parse.question() || parse.atoms.size() > kSettlingAtoms) return {};
  // It opens the answer, or follows "I've", "both", "patch" and the like.
  if (match->first > 3 || parse.has(Sign::Negation) || parse.has(Sign::Task)) return {};
  std::size_t last = match->last;
  // "Applied to the master branch" says where; "Applied, thanks" ends at the comma.
  while (last < parse.atoms.size() && parse.atoms.kind(last) != AtomKind::Punctuation) ++last;
  for (const SignMatch& thanks : parse.signs.matches) {
    if (thanks.sign == Sign::Thanks && thanks.first >= match->last) {
      last = std::min<std::size_t>(last, thanks.first);
    }
  }
  return parse.atoms.range(0, last);
}

double confidence_of(const Parse& parse, Category category) {
  double confidence = category == Category::Misc || category == Category::Ads ? 0.7 : 0.85;
  if (parse.day() || parse.has_entity(EntityKind::Money)) confidence += 0.05;
  if (parse.has(Sign::Hedge)) confidence -= 0.2;
  return confidence;
}

}  // namespace memfold::models::extractor
