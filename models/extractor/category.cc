#include "models/extractor/category.h"

#include <algorithm>
#include <array>

#include "core/word_lists.h"
#include "models/extractor/characters.h"
#include "models/extractor/tense.h"

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

// What follows a Korean noun of deciding or of work that only says when, or of what: "게재 확정
// 후", "배포 과정에서", "승인이 지연되어".
constexpr auto kAsideBehind =
    std::to_array<std::string_view>({"후", "이후", "뒤", "전에", "과정", "시$", "시에$", "통보",
                                     "통지", "발표", "조건", "지연", "필요", "대기", "여부"});
// Endings that make a verb of work describe the noun behind it: "입금 완료된 주문은".
constexpr auto kDescribing =
    std::to_array<std::string_view>({"된", "되는", "하신", "하시는", "하던", "로"});
// Verbs of what work changes in speed or size.
constexpr auto kChanges =
    std::to_array<std::string_view>({"줄었", "줄였", "줄입", "줄어", "늘었", "늘어", "빨라", "느려",
                                     "짧아", "단축", "향상", "절감", "끌어올"});
// Verbs of choosing whose denial is an answer as well.
constexpr auto kOutcomes =
    std::to_array<std::string_view>({"선정", "채택", "합격", "당선", "선발", "낙찰"});
constexpr auto kDenials =
    std::to_array<std::string_view>({"않았", "않습", "않겠", "않는다", "않음"});
// 없 in these denies nothing.
constexpr auto kNoNegation = std::to_array<std::string_view>({"없애", "없앴", "없앤", "없앨"});
// What needs no doing by anybody: "50분쯤 걸립니다".
constexpr auto kLasting =
    std::to_array<std::string_view>({"걸립", "걸려", "걸린", "구성되", "구성됩", "소요"});

bool starts_with_any(std::string_view word, const auto& table) {
  return std::any_of(table.begin(), table.end(), [&](std::string_view one) {
    return one.ends_with('$') ? word == one.substr(0, one.size() - 1) : word.starts_with(one);
  });
}

bool ends_with_any(std::string_view word, const auto& table) {
  return std::any_of(table.begin(), table.end(),
                     [&](std::string_view one) { return word.ends_with(one); });
}

// Korean says at the end what happens; a noun of deciding or of work before it may be an aside.
bool is_aside(const Parse& parse, const SignMatch& match) {
  const Atoms& atoms = parse.atoms;
  const std::size_t last = match.last - 1;
  if (atoms.kind(last) != AtomKind::Hangul || match.last >= atoms.size()) return false;
  if (atoms.kind(match.last) != AtomKind::Hangul) return false;
  if (starts_with_any(atoms.view(match.last), kAsideBehind)) return true;
  return match.sign == Sign::Project && ends_with_any(atoms.view(last), kDescribing);
}

// A decision word that something before it (or 않 behind it) says has not happened.
bool is_open(const Parse& parse, const SignMatch& match) {
  const std::size_t from = match.first > kNegationReach ? match.first - kNegationReach : 0;
  for (std::size_t i = from; i < match.first; ++i) {
    if (is_listed(kOpenWords, parse.atoms.lower(i)) || parse.atoms.lower(i).ends_with("n't")) {
      return true;
    }
  }
  for (const SignMatch& other : parse.signs.matches) {
    if (other.sign != Sign::Negation || parse.atoms.kind(other.first) != AtomKind::Hangul) continue;
    const std::string_view word = parse.atoms.view(other.first);
    if (starts_with_any(word, kNoNegation) || word.ends_with("기로")) continue;
    // "선정되지 않았습니다" says how it came out
    if (starts_with_any(word, kDenials) &&
        starts_with_any(parse.atoms.view(match.first), kOutcomes)) {
      continue;
    }
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
  return std::any_of(
      parse.signs.matches.begin(), parse.signs.matches.end(), [&](const SignMatch& match) {
        return match.sign == Sign::Decision && !is_open(parse, match) && !is_aside(parse, match);
      });
}

bool has_time_of_day(const Parse& parse) {
  return std::any_of(parse.dates.begin(), parse.dates.end(), [](const auto& date) {
    return date.has_time && date.has_day && date.role == DateRole::Point;
  });
}

// "I'll send it on Friday" is something to be done.
bool promises(const Parse& parse) {
  const SignMatch* promise = parse.signs.first(Sign::Promise);
  if (!promise || parse.dates.empty()) return false;
  if (parse.has(Sign::Action)) return true;
  if (parse.atoms.kind(promise->first) == AtomKind::Hangul) {
    // "내일 제가 부치겠습니다", not "수요일에 뵙겠습니다" or "택배로 도착할 예정입니다"
    const bool planned = parse.atoms.view(promise->last - 1).starts_with("예정");
    return parse.looks_ahead && parse.day() && !planned && !parse.has(Sign::Meeting) &&
           !parse.has(Sign::MeetingWeak) && !(has_time_of_day(parse) && parse.has(Sign::Place));
  }
  return promise->last < parse.atoms.size() && parse.looks_ahead &&
         !is_listed(kNoWork, parse.atoms.lower(promise->last));
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
    return is_listed(kVerbs, verb) || is_listed(kImperatives, verb) ||
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
  for (std::size_t i = 2; i + 1 < last; ++i) {  // "올릴 것(담당: 최지호)"
    if (parse.atoms.is_mark(i, "(") && parse.atoms.view(i - 1) == "것") last = i;
  }
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
  if (parse.atoms.size() == 0 || !is_listed(kContactOpenings, parse.atoms.lower(0))) return false;
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

// "하율이는 앞자리에 앉아야 해요": what something or somebody else needs is a fact, unless it is
// work or has a day. "저희는" and "여기서는" name nobody else.
bool is_need_of_another(const Parse& parse) {
  if (parse.has(Sign::Action) || parse.day()) return false;
  bool topic = false;
  for (std::size_t i = 0; i < parse.atoms.size(); ++i) {
    const std::string_view word = parse.atoms.view(i);
    topic |= parse.atoms.kind(i) == AtomKind::Hangul && parse.atoms.size() > i + 2 &&
             (word.ends_with("은") || word.ends_with("는")) && !word.ends_with("서는") &&
             !word.ends_with("에는") && !word.ends_with("저는") && !word.ends_with("희는");
  }
  if (!topic) return false;
  return std::all_of(parse.signs.matches.begin(), parse.signs.matches.end(),
                     [&](const SignMatch& match) {
                       if (match.sign != Sign::Task) return true;
                       const std::string_view word = parse.atoms.view(match.first);
                       return word.ends_with("야") && !word.ends_with("셔야");
                     });
}

// "이틀 안에 시작됩니다"; not "내시면 됩니다"
bool happens_by_itself(const Parse& parse) {
  constexpr std::string_view kPassive = "됩니다";
  std::size_t last = parse.atoms.size();
  while (last > 0 && parse.atoms.kind(last - 1) == AtomKind::Punctuation) --last;
  const std::string_view word = last > 0 ? parse.atoms.view(last - 1) : std::string_view();
  return word.size() > kPassive.size() && word.ends_with(kPassive);
}

bool is_task(const Parse& parse, const Placement& placement, const DateContext& context) {
  if (placement.open_box || placement.listed_as == Category::Task) return true;
  if (names_contact(parse)) return false;
  if (parse.has(Sign::Task) && !is_need_of_another(parse)) return true;
  const DateMention* deadline = find_deadline(parse, context);
  const bool due = deadline && deadline->role == DateRole::Deadline;
  // What ends years from now is a term, not a task.
  const bool soon =
      due && (!context.said_at || deadline->end.micros - context.said_at->micros < kLongestTask);
  // "You can cancel until Friday" says what is possible, unless it says that somebody must.
  const bool offer =
      (parse.has(Sign::Offer) || happens_by_itself(parse)) && !parse.has(Sign::Obliged);
  if (soon && !offer && deadline->grain <= DateGrain::Quarter) {
    // "from 20 to 25 January" is a period, not a due date
    const bool period = std::any_of(parse.dates.begin(), parse.dates.end(),
                                    [](const auto& date) { return date.role == DateRole::From; });
    if (!period) return true;
  }
  const bool ordered = is_imperative(parse) && !placement.of_patch;
  return ordered || is_written_order(parse) || assigns(parse) || promises(parse) ||
         promises_for_another(parse) || is_due_field(parse);
}

// What Korean says of an event without one taking place: how long it lasts, that it can be had,
// that the writer has none, what came of it.
bool tells_of_event(const Parse& parse) {
  const Atoms& atoms = parse.atoms;
  bool korean = false, writer = false, none = false, possible = false, past = false;
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    if (atoms.kind(i) != AtomKind::Hangul) continue;
    const std::string_view word = atoms.view(i);
    korean = true;
    writer |= word == "저는" || word == "제가" || word == "나는" || word == "난";
    none |= word.starts_with("없");
    possible |= word == "수" && i + 1 < atoms.size() && atoms.view(i + 1).starts_with("있");
    past = is_past_form(word);
  }
  if (!korean) return false;
  return (writer && none) || possible ||
         (past && !parse.dates.empty() && !parse.looks_ahead && !parse.has(Sign::Moved));
}

bool only_lasts(const Parse& parse) {
  if (!parse.dates.empty()) return false;
  for (std::size_t i = 0; i < parse.atoms.size(); ++i) {
    if (starts_with_any(parse.atoms.view(i), kLasting)) return true;
  }
  return false;
}

bool is_meeting(const Parse& parse, const DateContext& context) {
  if (parse.has(Sign::Meeting) && !only_lasts(parse)) {
    return !parse.question() || !parse.dates.empty();
  }
  if (parse.has(Sign::Ads) && parse.has(Sign::Offer)) return false;  // "예약하시면 10% 할인"
  if (tells_of_event(parse)) return false;
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
  // people at a place at a time: "잔금은 7월 30일 오전 10시 저희 사무소에서 치르시면 됩니다"
  if (has_time_of_day(parse) && parse.has(Sign::Place) && parse.looks_ahead &&
      !parse.has(Sign::Machine))
    return true;
  return sign && std::any_of(parse.dates.begin(), parse.dates.end(), [](const DateMention& date) {
           return date.has_time || (date.has_day && date.grain <= DateGrain::Week);
         });
}

// "처리량이 41% 늘었습니다": what work has made more or less
bool is_measured_change(const Parse& parse) {
  if (!parse.has_number() || parse.question() || parse.has_entity(EntityKind::Money)) return false;
  std::size_t last = parse.atoms.size();
  while (last > 0 && parse.atoms.kind(last - 1) == AtomKind::Punctuation) --last;
  if (last == 0) return false;
  // "배선이 60%쯤 끝났습니다"
  const std::string_view verb = parse.atoms.view(last - 1);
  for (std::size_t i = 0; i + 1 < last; ++i) {
    if (parse.atoms.is_mark(i, "%") && verb.starts_with("끝났")) return true;
  }
  return starts_with_any(verb, kChanges);
}

bool is_progress(const Parse& parse) {
  if (is_measured_change(parse)) return true;
  return std::any_of(parse.signs.matches.begin(), parse.signs.matches.end(),
                     [&](const SignMatch& match) {
                       return match.sign == Sign::Project && !is_aside(parse, match);
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
  const bool ban = is_listed(kBans, verb) || (verb == "do" && next == "not");
  if (ban) {
    const std::string_view what = atoms.lower(verb == "do" ? first + 2 : first + 1);
    return atoms.kind(first + 1) == AtomKind::Word && !is_listed(kNoBans, what);
  }
  if (is_listed(kVerbs, verb)) {
    return atoms.kind(first + 1) != AtomKind::Punctuation && next != "of" && next != "is" &&
           next != "was" && next != "for" && next != "sure";
  }
  return is_listed(kImperatives, verb) && is_listed(kObjects, next);
}

std::optional<Category::Kind> heading_category(const Parse& heading) {
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

Category::Kind categorise(const Parse& parse, const Placement& placement,
                          const DateContext& context) {
  if (is_task(parse, placement, context)) return Category::Task;
  if (placement.listed_as == Category::Decision || is_decided(parse)) return Category::Decision;
  if (is_meeting(parse, context)) return Category::Meeting;
  const bool change = placement.of_patch && is_imperative(parse);
  if (placement.listed_as == Category::Project || change || is_progress(parse)) {
    return Category::Project;
  }
  if (parse.has(Sign::Ads)) return Category::Ads;
  return Category::Misc;
}

}  // namespace memfold::models::extractor
