#include "models/summarizer/phrase_lexicon.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>

#include "core/hash.h"
#include "models/language/stem.h"

namespace memfold::models::summarizer {
namespace {

using std::string_view;

constexpr auto kVague = std::to_array<string_view>(
    {"broken",     "extra",     "minor",     "fast",       "anymore",   "attention", "여러분",
     "able",       "actual",    "actually",  "additional", "almost",    "anyway",    "available",
     "back",       "bad",       "basic",     "best",       "better",    "big",       "case",
     "certain",    "clear",     "common",    "correct",    "current",   "day",       "days",
     "detail",     "details",   "different", "due",        "early",     "easy",      "end",
     "enough",     "entire",    "example",   "exactly",    "fact",      "feel",      "fine",
     "first",      "following", "full",      "general",    "given",     "good",      "great",
     "hand",       "happy",     "hard",      "help",       "hope",      "hour",      "hours",
     "idea",       "important", "instead",   "issue",      "kind",      "large",     "last",
     "late",       "later",     "least",     "less",       "line",      "little",    "long",
     "main",       "mail",      "email",     "message",    "month",     "months",    "morning",
     "new",        "next",      "nice",      "now",        "number",    "obvious",   "old",
     "once",       "part",      "people",    "place",      "point",     "possible",  "previous",
     "problem",    "question",  "questions", "ready",      "real",      "reason",    "recent",
     "related",    "right",     "second",    "set",        "short",     "similar",   "simple",
     "single",     "small",     "soon",      "sort",       "specific",  "sure",      "text",
     "time",       "times",     "today",     "tomorrow",   "total",     "true",      "usual",
     "various",    "version",   "week",      "weeks",      "whole",     "word",      "words",
     "work",       "wrong",     "year",      "years",      "yesterday", "guess",     "say",
     "look",       "put",       "give",      "take",       "keep",      "find",      "tell",
     "show",       "turn",      "happen",    "seem",       "leave",     "make",      "apply",
     "regards",    "cheers",    "far",       "else",       "two",       "three",     "four",
     "five",       "six",       "ten",       "half",       "several",   "wrote",     "hear",
     "nobody",     "somebody",  "someone",   "everyone",   "anyone",    "within",    "across",
     "behind",     "below",     "above",     "rest",       "side",      "top",       "bottom",
     "known",      "taken",     "seen",      "done",       "nowadays",  "whatever",  "whichever",
     "afterwards", "otherwise", "meantime",  "curious",    "awful",     "pretty",    "likely",
     "unlikely",   "useful",    "useless",   "worth",      "welcome",   "btw",       "fyi",
     "imho",       "iirc",      "yep",       "yeah",       "nope",      "huh",       "bit",
     "stuff",      "thing",     "lots",      "경우",       "부분",      "내용",      "이번",
     "다음",       "지난",      "오늘",      "내일",       "어제",      "관련",      "통해",
     "위해",       "대한",      "대해",      "정도",       "때문",      "생각",      "사람",
     "하나",       "모두",      "각각",      "현재",       "이후",      "이전",      "전체",
     "필요",       "가능",      "예정",      "완료",       "확인",      "부탁",      "참고",
     "기준",       "추가",      "최대",      "최소",       "이상",      "이하",      "처음",
     "마지막",     "나머지",    "여러",      "다른",       "같은",      "새로",      "새로운",
     "우선",       "먼저",      "나중",      "함께",       "따라",      "의해",      "대로",
     "동안",       "지금",      "아직",      "이미",       "계속",      "최종",      "최근",
     "올해",       "작년",      "내년",      "이날",       "당일",      "오전",      "오후",
     "주말",       "매주",      "매일",      "매달",       "여기",      "저기",      "거기",
     "무엇",       "어떤",      "모든",      "것은",       "것이",      "것을",      "거의",
     "직접",       "특히",      "다들",      "서로",       "기존",      "사항",      "방법",
     "문제",       "질문",      "자세",      "그동안",     "한번",      "이렇게",    "그렇게",
     "대신",       "별도",      "정말",      "너무",       "약간",      "사이",      "만큼",
     "결국",       "역시",      "빨리",      "천천히",     "로부터",    "한다",      "했다",
     "된다",       "됐다",      "이다",      "있다",       "없다",      "아니다",    "덕분",
     "보고",       "위치"});

constexpr auto kVerbs = std::to_array<string_view>(
    {"imagine",       "own",      "maintain",  "simplify", "contain",    "involve",
     "cause",         "regard",   "translate", "suggest",  "appreciate", "communicate",
     "enjoy",         "wonder",   "think",     "believe",  "assume",     "explain",
     "describe",      "discuss",  "consider",  "decide",   "agree",      "disagree",
     "mention",       "realise",  "realize",   "remember", "forget",     "understand",
     "learn",         "expect",   "hope",      "want",     "need",       "like",
     "prefer",        "hate",     "try",       "manage",   "intend",     "propose",
     "accept",        "refuse",   "deny",      "allow",    "permit",     "prevent",
     "avoid",         "begin",    "continue",  "finish",   "complete",   "remain",
     "become",        "seem",     "appear",    "feel",     "stay",       "grow",
     "reduce",        "improve",  "modify",    "replace",  "remove",     "add",
     "insert",        "delete",   "append",    "create",   "generate",   "produce",
     "provide",       "receive",  "obtain",    "get",      "take",       "bring",
     "carry",         "send",     "forward",   "respond",  "ask",        "require",
     "introduce",     "identify", "specify",   "define",   "determine",  "detect",
     "find",          "seek",     "discover",  "happen",   "occur",      "exist",
     "belong",        "depend",   "rely",      "consist",  "include",    "exclude",
     "refer",         "relate",   "apply",     "reuse",    "fix",        "solve",
     "resolve",       "handle",   "perform",   "execute",  "invoke",     "read",
     "write",         "hide",     "paste",     "join",     "leave",      "enter",
     "arrive",        "depart",   "meet",      "speak",    "say",        "tell",
     "hear",          "listen",   "watch",     "buy",      "sell",       "pay",
     "spend",         "save",     "earn",      "win",      "lose",       "prescribe",
     "differentiate", "reopen",   "bother",    "dig",      "distract",   "grep",
     "encounter",     "indicate", "imply",     "ensure",   "enable",     "disable",
     "submit",        "attach",   "install",   "let",      "make",       "give",
     "put",           "keep",     "hold",      "go",       "come",       "see",
     "know",          "compile",  "fail",      "throw",    "wait",       "hurry",
     "bypass"});

constexpr auto kNounsInIng = std::to_array<string_view>(
    {"marketing",     "meeting",     "training",   "planning",   "building",   "engineering",
     "manufacturing", "accounting",  "pricing",    "shipping",   "housing",    "parking",
     "testing",       "banking",     "hiring",     "wedding",    "morning",    "evening",
     "opening",       "funding",     "booking",    "listing",    "landing",    "painting",
     "recording",     "programming", "networking", "computing",  "monitoring", "publishing",
     "mailing",       "screening",   "briefing",   "onboarding", "billing",    "catering",
     "cooking",       "dining",      "fishing",    "hosting",    "lighting",   "logging",
     "mapping",       "sailing",     "swimming",   "teaching",   "trading",    "tutoring",
     "welding",       "offering",    "packaging",  "string",     "spring",     "thing",
     "ring",          "king",        "wing",       "viewing",    "filing",     "hearing",
     "spelling",      "wiring",      "seating",    "setting"});

constexpr auto kKoreanVerbs = std::to_array<string_view>(
    {"만드",   "보내", "나오",   "들어가", "들어오", "알리", "남기",   "쓰이",  "열리",
     "바꾸",   "바뀌", "옮기",   "고치",   "기다리", "다니", "모이",   "맡기",  "넘기",
     "걸리",   "느리", "빠르",   "다르",   "오르",   "내리", "올리",   "부르",  "모르",
     "빌리",   "지나", "가져오", "돌아오", "마치",   "미루", "나누",   "키우",  "배우",
     "비우",   "세우", "채우",   "줄이",   "늘리",   "높이", "보이",   "지키",  "나가",
     "이어지", "커지", "떨어지", "좋아하", "싫어하", "쉬우", "어려우", "가까우"});

constexpr auto kVerbMakers =
    std::to_array<string_view>({"하", "되", "한", "된", "할", "될", "해", "돼", "했", "됐", "함",
                                "됨", "합", "됩", "시키", "시킨", "받", "드"});

constexpr auto kCopulas =
    std::to_array<string_view>({"입니다", "이다", "이에요", "예요", "이고", "이며", "인", "였",
                                "이었", "임", "이라", "라", "이던"});

constexpr auto kPredicateEnds = std::to_array<string_view>(
    {"다",   "고",   "며",   "면",   "서",   "지만", "는데", "려고", "도록", "어야",
     "아야", "게",   "지",   "어",   "아",   "여",   "자",   "면서", "던",   "듯",
     "니까", "거나", "든지", "어요", "아요", "려면", "로서", "었",   "았",   "겠",
     "은지", "는지", "을지", "러",   "음",   "기",   "네",   "나요"});

struct Hash {
  std::size_t operator()(string_view text) const { return static_cast<std::size_t>(hash64(text)); }
};
using Words = std::unordered_set<string_view, Hash>;

template <std::size_t N>
Words set_of(const std::array<string_view, N>& table) {
  return Words(table.begin(), table.end());
}

bool begins_with_any(const auto& table, string_view text) {
  return std::any_of(table.begin(), table.end(),
                     [&](string_view one) { return text.starts_with(one); });
}

std::unordered_set<std::string> stems_of(const auto& table) {
  std::unordered_set<std::string> stems;
  for (const string_view word : table) stems.insert(english_stem(word));
  return stems;
}

}  // namespace

bool is_vague(string_view word) {
  static const Words kWords = set_of(kVague);
  return kWords.contains(word);
}

bool is_common_verb(string_view word) {
  for (const string_view end : {"tion", "tions", "sion", "sions", "ment", "ments"}) {
    if (word.ends_with(end)) return false;  // of the verb's stem, and a noun
  }
  static const std::unordered_set<std::string> kStems = stems_of(kVerbs);
  return kStems.contains(english_stem(word));
}

bool is_noun_in_ing(string_view word) {
  static const Words kWords = set_of(kNounsInIng);
  return kWords.contains(word) ||
         (word.ends_with('s') && kWords.contains(word.substr(0, word.size() - 1)));
}

bool is_korean_verb(string_view stem) {
  static const Words kWords = set_of(kKoreanVerbs);
  return kWords.contains(stem);
}

bool makes_verb(string_view ending) {
  return begins_with_any(kVerbMakers, ending);
}
bool is_copula(string_view ending) {
  return begins_with_any(kCopulas, ending);
}
bool ends_predicate(string_view ending) {
  return std::find(kPredicateEnds.begin(), kPredicateEnds.end(), ending) != kPredicateEnds.end();
}

}  // namespace memfold::models::summarizer
