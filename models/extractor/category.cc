#include "models/extractor/category.h"

#include <algorithm>
#include <array>

#include "models/extractor/characters.h"

namespace memfold::models::extractor {
namespace {

constexpr std::int64_t kLongestTask = 366 * kMicrosPerDay;
constexpr std::size_t kMaxTitleBytes = 40;
constexpr std::size_t kSubjectReach = 6;   // atoms in which "Anna Berg will" stands
constexpr std::size_t kNegationReach = 3;  // atoms before a decision in which "not" undoes it

// Verbs that open a request; of the first kind whatever follows, of the second, which are nouns as
// well, only before a determiner.
constexpr auto kVerbs = std::to_array<std::string_view>(
    {"send",    "submit",  "provide",  "ensure",   "bring",   "ask",     "confirm",     "verify",
     "install", "return",  "remove",   "add",      "rewrite", "replace", "redo",        "delete",
     "collect", "arrange", "organise", "organize", "resend",  "prepare", "complete",    "finish",
     "write",   "read",    "upload",   "rsvp",     "clarify", "mention", "investigate", "renew",
     "move",    "put",     "keep",     "make",     "take",    "turn",    "leave",       "pick",
     "tell",    "fill",    "pack",     "wear",     "avoid",   "buy",     "get",         "give",
     "check",   "charge",  "include",  "attach",   "log",     "reset",   "disable",     "enable"});
constexpr auto kImperatives = std::to_array<std::string_view>(
    {"review",   "fix",      "reply", "sign",  "pay",     "book",  "share", "update",   "order",
     "document", "register", "drop",  "split", "rename",  "call",  "email", "schedule", "deploy",
     "cancel",   "contact",  "draft", "chase", "upgrade", "print", "charge"});
constexpr auto kObjects = std::to_array<std::string_view>(
    {"the",   "a",   "an",   "your", "all",   "me",   "us",        "this",
     "these", "any", "our",  "up",   "them",  "his",  "her",       "their",
     "it",    "two", "both", "some", "every", "each", "everything"});
// Openings of orders and of bans.
constexpr auto kBans = std::to_array<std::string_view>({"don't", "never"});
constexpr auto kNoBans = std::to_array<std::string_view>(
    {"worry", "hesitate", "think", "know", "mind", "be", "get", "have", "want", "see", "like",
     "need", "panic", "understand", "believe", "ask", "tell"});
// What the writer will do that is no work: it is said of plans and of being somewhere.
constexpr auto kNoWork = std::to_array<std::string_view>(
    {"be",    "see",  "present", "meet",  "join",  "attend", "ring", "call",
     "visit", "come", "arrive",  "leave", "miss",  "need",   "have", "know",
     "stay",  "fly",  "travel",  "go",    "speak", "talk"});
// What opens a sentence that says whom to turn to.
constexpr auto kContactOpenings =
    std::to_array<std::string_view>({"for", "in", "if", "should", "급한", "급하신", "긴급", "문의",
                                     "예약", "기타", "자세한", "궁금한", "궁금하신", "그", "취소"});
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
    if (other.sign != Sign::Negation || parse.atoms.kind(other.first) != AtomKind::Hangul) continue;
    // "안 빌리기로 했어요" is decided: only 아직 undoes what stands behind it
    if (other.first < match.first && !parse.atoms.view(other.first).starts_with("아직")) continue;
    if (other.first + 2 >= match.first && other.first <= match.last + 1) {
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
  const SignMatch* promise = parse.signs.first(Sign::Promise);
  if (!promise || parse.dates.empty()) return false;
  if (parse.has(Sign::Action)) return true;
  if (parse.atoms.kind(promise->first) == AtomKind::Hangul) {
    // "내일 제가 부치겠습니다", not "수요일에 뵙겠습니다"
    return parse.looks_ahead && parse.day() && !parse.has(Sign::Meeting) &&
           !parse.has(Sign::MeetingWeak);
  }
  return promise->last < parse.atoms.size() && parse.looks_ahead &&
         !contains(kNoWork, parse.atoms.lower(promise->last));
}

// "Carys will write to the trust": somebody by name, and a verb of work
bool promises_for_another(const Parse& parse) {
  const Atoms& atoms = parse.atoms;
  for (std::size_t i = 1; i + 1 < std::min<std::size_t>(atoms.size(), kSubjectReach); ++i) {
    if (atoms.lower(i) != "will") continue;
    const std::string_view who = atoms.view(i - 1);
    const bool named = atoms.kind(i - 1) == AtomKind::Word && is_ascii_upper(who[0]) &&
                       who.size() > 1 && !is_ascii_upper(who[1]);
    const bool person = named || who == "he" || who == "she" || who == "He" || who == "She";
    return person && std::any_of(parse.signs.matches.begin(), parse.signs.matches.end(),
                                 [&](const SignMatch& match) {
                                   return match.sign == Sign::Action && match.first == i + 1;
                                 });
  }
  // "Oana is checking the logs and will report at 14:00"
  return false;
}

// "Oduor Build to replace it": the style of minutes
bool assigns(const Parse& parse) {
  const Atoms& atoms = parse.atoms;
  for (std::size_t i = 0; i + 2 < std::min<std::size_t>(atoms.size(), kSubjectReach); ++i) {
    if (atoms.kind(i) != AtomKind::Word || !is_ascii_upper(atoms.view(i)[0])) return false;
    if (atoms.lower(i + 1) != "to") continue;
    const std::string_view verb = atoms.lower(i + 2);
    return contains(kVerbs, verb) || contains(kImperatives, verb) ||
           std::any_of(parse.signs.matches.begin(), parse.signs.matches.end(),
                       [&](const SignMatch& match) {
                         return match.sign == Sign::Action && match.first == i + 2;
                       });
  }
  return false;
}

// "8k 이하로 낮출 것.": 것 behind a syllable that ends in ㄹ closes an order
bool is_written_order(const Parse& parse) {
  std::size_t last = parse.atoms.size();
  while (last > 0 && parse.atoms.kind(last - 1) == AtomKind::Punctuation) --last;
  if (last < 2 || parse.atoms.view(last - 1) != "것") return false;
  const std::string_view verb = parse.atoms.view(last - 2);
  constexpr std::uint32_t kFirst = 0xAC00, kFinals = 28, kRieul = 8;
  if (parse.atoms.kind(last - 2) != AtomKind::Hangul) return false;
  const std::uint32_t syllable = code_point_at(verb, verb.size() - 3).value;
  return syllable >= kFirst && (syllable - kFirst) % kFinals == kRieul;
}

// "For anything urgent please contact Tessa": nothing to be done now
bool names_contact(const Parse& parse) {
  if (parse.atoms.size() == 0 || !contains(kContactOpenings, parse.atoms.lower(0))) return false;
  if (!parse.dates.empty()) return false;
  for (std::size_t i = 0; i < parse.atoms.size(); ++i) {
    const std::string_view word = parse.atoms.lower(i);
    if (word == "contact" || word == "call" || word == "email" || word == "ring" ||
        word.starts_with("연락") || word.starts_with("문의") || word.starts_with("전화")) {
      return true;
    }
  }
  return false;
}

// "Paper submission: 11 March"
bool is_due_field(const Parse& parse) {
  const std::size_t label = parse.label_end();
  const SignMatch* due = parse.signs.first(Sign::TaskWeak);
  return due && due->last < label && parse.day();
}

bool is_task(const Parse& parse, const Placement& placement, const DateContext& context) {
  if (placement.open_box || placement.listed_as == Category::Task) return true;
  if (names_contact(parse)) return false;
  if (parse.has(Sign::Task)) return true;
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
  return is_imperative(parse) || is_written_order(parse) || assigns(parse) || promises(parse) ||
         promises_for_another(parse) || is_due_field(parse);
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
  const bool timed = std::any_of(parse.dates.begin(), parse.dates.end(), [](const auto& date) {
    return date.has_time && date.has_day && date.role == DateRole::Point;
  });
  // people at a place at a time: "잔금은 7월 30일 오전 10시 저희 사무소에서 치르시면 됩니다"
  if (timed && parse.has(Sign::Place) && parse.looks_ahead && !parse.has(Sign::Machine))
    return true;
  return sign && std::any_of(parse.dates.begin(), parse.dates.end(), [](const DateMention& date) {
           return date.has_time || (date.has_day && date.grain <= DateGrain::Week);
         });
}

}  // namespace

bool is_imperative(const Parse& parse) {
  const Atoms& atoms = parse.atoms;
  // "Anna: send the slides" names who is to do it; "(b) Replace Table 7" is one of a list.
  const bool named = parse.label_end() == 2 && is_ascii_upper(atoms.view(0)[0]);
  const bool listed = atoms.is_mark(0, "(") && atoms.is_mark(2, ")");
  const std::size_t first = named ? 2 : listed ? 3 : 0;
  if (atoms.size() < first + 3 || atoms.kind(first) != AtomKind::Word) return false;
  const std::string_view verb = atoms.lower(first), next = atoms.lower(first + 1);
  const bool ban = contains(kBans, verb) || (verb == "do" && next == "not");
  if (ban) {
    const std::string_view what = atoms.lower(verb == "do" ? first + 2 : first + 1);
    return atoms.kind(first + 1) == AtomKind::Word && !contains(kNoBans, what);
  }
  if (contains(kVerbs, verb)) {
    return atoms.kind(first + 1) != AtomKind::Punctuation && next != "of" && next != "is" &&
           next != "was" && next != "for" && next != "sure";
  }
  return contains(kImperatives, verb) && contains(kObjects, next);
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
