#include "models/extractor/category.h"

#include <algorithm>
#include <array>

#include "models/extractor/characters.h"

namespace memfold::models::extractor {
namespace {

constexpr std::int64_t kLongestTask = 366 * kMicrosPerDay;
constexpr std::size_t kMaxTitleBytes = 40;
constexpr std::size_t kNegationReach = 3;  // atoms before a decision in which "not" undoes it

constexpr auto kImperatives = std::to_array<std::string_view>(
    {"send",   "review",   "submit",      "fix",      "prepare",  "check",    "reply",    "sign",
     "pay",    "complete", "finish",      "book",     "provide",  "share",    "update",   "resend",
     "order",  "verify",   "investigate", "document", "register", "install",  "add",      "remove",
     "drop",   "split",    "rename",      "clarify",  "mention",  "write",    "confirm",  "bring",
     "call",   "email",    "read",        "schedule", "deploy",   "ask",      "cancel",   "upload",
     "return", "contact",  "ensure",      "collect",  "arrange",  "organise", "organize", "draft",
     "chase",  "rsvp",     "upgrade",     "print",    "renew"});
constexpr auto kObjects =
    std::to_array<std::string_view>({"the", "a", "an", "your", "all", "me", "us", "this", "these",
                                     "any", "our", "up", "them", "his", "her", "their"});
// What may stand before a decision that has not been taken.
constexpr auto kOpenWords = std::to_array<std::string_view>(
    {"if",     "once",  "until", "unless",  "whether",  "need", "needs", "must",
     "should", "could", "would", "pending", "awaiting", "when", "to",    "can",
     "may",    "might", "not",   "never",   "yet",      "no"});

bool contains(const auto& table, std::string_view word) {
  return std::find(table.begin(), table.end(), word) != table.end();
}

// A decision word that something before it (or 않 behind it) says has not happened.
bool is_open(const Parse& parse, const SignMatch& match) {
  const std::size_t from = match.first > kNegationReach ? match.first - kNegationReach : 0;
  for (std::size_t i = from; i < match.first; ++i) {
    if (contains(kOpenWords, parse.atoms.lower(i)) || parse.atoms.lower(i).ends_with("n't")) {
      return true;
    }
  }
  for (const SignMatch& other : parse.signs.matches) {
    if (other.sign == Sign::Negation && parse.atoms.kind(other.first) == AtomKind::Hangul &&
        other.first + 2 >= match.first && other.first <= match.last + 1) {
      return true;
    }
  }
  return false;
}

bool is_decided(const Parse& parse) {
  if (!parse.has(Sign::Decision) || parse.question()) return false;
  return std::any_of(parse.signs.matches.begin(), parse.signs.matches.end(),
                     [&](const SignMatch& match) {
                       return match.sign == Sign::Decision && !is_open(parse, match);
                     });
}

// "I'll send it on Friday" is something to be done.
bool promises(const Parse& parse) {
  return parse.has(Sign::Promise) && parse.has(Sign::Action) && !parse.dates.empty();
}

// "Paper submission: 11 March"
bool is_due_field(const Parse& parse) {
  const std::size_t label = parse.label_end();
  const SignMatch* due = parse.signs.first(Sign::TaskWeak);
  return due && due->last < label && parse.day();
}

bool is_task(const Parse& parse, const Placement& placement, const DateContext& context) {
  if (placement.open_box || placement.listed_as == Category::Task || parse.has(Sign::Task))
    return true;
  const DateMention* deadline = find_deadline(parse, context);
  const bool due = deadline && deadline->role == DateRole::Deadline;
  // What ends years from now is a term, not a task.
  const bool soon =
      due && (!context.said_at || deadline->end.micros - context.said_at->micros < kLongestTask);
  // "You can cancel until Friday" says what is possible, unless it says that somebody must.
  const bool offer = parse.has(Sign::Offer) && !parse.has(Sign::Obliged);
  if (soon && !offer && deadline->grain <= DateGrain::Quarter) {
    // "from 20 to 25 January" is a period, not a due date
    const bool period = std::any_of(parse.dates.begin(), parse.dates.end(),
                                    [](const auto& date) { return date.role == DateRole::From; });
    if (!period) return true;
  }
  return is_imperative(parse) || promises(parse) || is_due_field(parse);
}

bool is_meeting(const Parse& parse, const DateContext& context) {
  if (parse.has(Sign::Meeting)) return !parse.question() || !parse.dates.empty();
  const bool sign = std::any_of(
      parse.signs.matches.begin(), parse.signs.matches.end(), [&](const SignMatch& match) {
        // "5시간" is a length of time
        const bool counted = match.first > 0 && parse.atoms.glued(match.first) &&
                             parse.atoms.kind(match.first - 1) == AtomKind::Number;
        return match.sign == Sign::MeetingWeak && !counted;
      });
  // "장소: 3층 회의실" under the line that says when
  const bool part = context.anchor && parse.dates.empty() && parse.is_field();
  if (sign && part && parse.signs.first(Sign::MeetingWeak)->first == 0) return true;
  return sign && std::any_of(parse.dates.begin(), parse.dates.end(), [](const DateMention& date) {
           return date.has_time || (date.has_day && date.grain <= DateGrain::Week);
         });
}

}  // namespace

bool is_imperative(const Parse& parse) {
  // "Anna: send the slides" names who is to do it.
  const bool named = parse.label_end() == 2 && is_ascii_upper(parse.atoms.view(0)[0]);
  const std::size_t first = named ? 2 : 0;
  return parse.atoms.size() >= first + 3 && contains(kImperatives, parse.atoms.lower(first)) &&
         contains(kObjects, parse.atoms.lower(first + 1));
}

std::optional<Category> heading_category(const Parse& heading) {
  // A sentence that mentions actions or progress introduces anything; a title says what follows.
  const std::string_view text = heading.atoms.text();
  const bool title = text.ends_with(':') || text.size() <= kMaxTitleBytes;
  if (!title && !heading.has(Sign::Announce)) return std::nullopt;
  if (heading.has(Sign::TaskHeading)) return Category::Task;
  if (heading.has(Sign::DecisionHeading)) return Category::Decision;
  if (heading.has(Sign::ProjectHeading) && title) return Category::Project;
  return std::nullopt;
}

const DateMention* find_deadline(const Parse& parse, const DateContext& context) {
  for (const DateMention& date : parse.dates) {
    if (date.role != DateRole::Deadline && date.role != DateRole::Until) continue;
    if (!date.has_day && !date.has_time) continue;
    if (context.said_at && date.end < *context.said_at) continue;
    return &date;
  }
  return nullptr;
}

Category categorise(const Parse& parse, const Placement& placement, const DateContext& context) {
  if (is_task(parse, placement, context)) return Category::Task;
  if (placement.listed_as == Category::Decision || is_decided(parse)) return Category::Decision;
  if (is_meeting(parse, context)) return Category::Meeting;
  if (placement.listed_as == Category::Project || parse.has(Sign::Project)) {
    return Category::Project;
  }
  if (parse.has(Sign::Ads)) return Category::Ads;
  return Category::Misc;
}

}  // namespace memfold::models::extractor
