#include "models/extractor/tense.h"

#include <algorithm>
#include <array>

#include "core/word_lists.h"

namespace memfold::models::extractor {
namespace {

constexpr std::size_t kReach = 9;  // atoms between a verb and its date

// Past forms of irregular verbs that often stand with a day.
constexpr auto kIrregular = std::to_array<std::string_view>(
    {"sent", "went", "got",  "had",    "made",  "told",  "gave",  "left",   "ran",  "lost",
     "won",  "saw",  "fell", "bought", "sold",  "paid",  "wrote", "did",    "died", "began",
     "took", "came", "held", "broke",  "found", "spoke", "heard", "caught", "rang", "flew"});
// Forms in -ed that are said of what is still to come, or of no time at all.
constexpr auto kNoPast = std::to_array<std::string_view>(
    {"need",       "indeed",      "scheduled", "planned",   "expected", "booked",   "proposed",
     "required",   "supposed",    "postponed", "moved",     "delayed",  "deferred", "pushed",
     "interested", "rescheduled", "invited",   "based",     "limited",  "attached", "closed",
     "needed",     "speed",       "feed",      "confirmed", "reserved", "fixed",    "arranged"});
// Before a participle these leave the time open or put it ahead.
constexpr auto kAuxiliaries = std::to_array<std::string_view>(
    {"is", "are", "be", "being", "get", "gets", "to", "will", "would", "can", "must", "should",
     "may", "gets", "i'm", "it's"});
// Verbs whose "to" says what is still to be done: "agreed to meet on Friday".
constexpr auto kIntents =
    std::to_array<std::string_view>({"agreed", "decided", "asked", "wanted", "hoped", "offered",
                                     "promised", "told", "voted", "resolved"});
constexpr auto kAhead =
    std::to_array<std::string_view>({"will", "shall", "please", "going", "i'll", "we'll", "plan"});

constexpr auto kKoreanPast = std::to_array<std::string_view>(
    {"했습니다", "됐습니다", "었습니다", "았습니다", "렸습니다", "갔습니다", "왔습니다",
     "났습니다", "졌습니다", "냈습니다", "셨습니다", "쳤습니다", "했어요",   "었어요",
     "았어요",   "됐어요",   "했다",     "었다",     "았다",     "됐다",     "했음",
     "었음",     "았음",     "됐음",     "였습니다", "였어요",   "였다",     "였고",
     "했고",     "었고",     "았고",     "했어",     "었어",     "았어"});
// What is arranged in the past lies ahead all the same.
constexpr auto kKoreanAhead = std::to_array<std::string_view>(
    {"기로", "예정", "예약", "잡혔", "잡았", "확정", "결정", "정했", "신청", "변경", "연기"});

bool is_past_verb(const Atoms& atoms, std::size_t i) {
  if (atoms.kind(i) != AtomKind::Word) return false;
  const std::string_view word = atoms.lower(i);
  const bool form = is_listed(kIrregular, word) || (word.size() > 4 && word.ends_with("ed"));
  if (!form || is_listed(kNoPast, word)) return false;
  for (std::size_t back = 1; back <= 2 && back <= i; ++back) {
    if (is_listed(kAuxiliaries, atoms.lower(i - back))) return false;
  }
  return true;
}

bool past_before(const Atoms& atoms, const DateMention& date) {
  bool to = false;
  for (std::size_t back = 1; back <= kReach && back <= date.first; ++back) {
    const std::size_t i = date.first - back;
    if (atoms.is_mark(i, ";") || atoms.is_mark(i, ".") || atoms.is_mark(i, ":")) return false;
    const std::string_view word = atoms.lower(i);
    if (is_listed(kAhead, word)) return false;
    to |= word == "to";
    if (is_past_verb(atoms, i)) return !(to && is_listed(kIntents, word));
  }
  return false;
}

// "On Friday we shipped it"
bool past_behind(const Atoms& atoms, const DateMention& date) {
  for (std::size_t i = date.last; date.first <= 1 && i < atoms.size() && i < date.last + kReach;
       ++i) {
    if (is_listed(kAhead, atoms.lower(i))) return false;
    if (is_past_verb(atoms, i)) return true;
  }
  return false;
}

bool korean_past(const Atoms& atoms, const DateMention& date) {
  bool past = false;
  for (std::size_t i = date.last; i < atoms.size(); ++i) {
    if (atoms.kind(i) != AtomKind::Hangul) continue;
    const std::string_view word = atoms.view(i);
    const auto inside = [&](std::string_view part) { return word.find(part) != word.npos; };
    if (std::any_of(kKoreanAhead.begin(), kKoreanAhead.end(), inside)) return false;
    past |= is_past_form(word);
  }
  return past;
}

}  // namespace

bool is_past_form(std::string_view korean) {
  return std::any_of(kKoreanPast.begin(), kKoreanPast.end(),
                     [&](std::string_view ending) { return korean.ends_with(ending); });
}

bool is_told_as_past(const Parse& parse, const DateMention& date) {
  if (parse.has(Sign::Task) || parse.question()) return false;
  if (parse.atoms.kind(date.first) == AtomKind::Hangul) return korean_past(parse.atoms, date);
  return past_before(parse.atoms, date) || past_behind(parse.atoms, date);
}

}  // namespace memfold::models::extractor
