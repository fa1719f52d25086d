// Words that name nothing by themselves (models/extractor/mention_words.h).
#include <algorithm>
#include <array>

#include "core/word_lists.h"
#include "models/extractor/mention_words.h"

namespace memfold::models::extractor {
namespace {

// Whom Korean titles and 님 follow without naming anybody.
constexpr auto kNobody = std::to_array<std::string_view>(
    {"가입자", "간호사", "감독",   "강사",   "고객",   "고문",   "공무원", "과장",   "관계자",
     "관리인", "교수",   "구독자", "구매자", "기사",   "누나",   "담당자", "담임",   "당첨자",
     "대리",   "대표",   "독자",   "동기",   "반장",   "발표자", "부모",   "부장",   "사용자",
     "사원",   "사장",   "삼촌",   "상무",   "선배",   "선생",   "소장",   "손님",   "수강생",
     "신청인", "신청자", "실장",   "아버",   "안내자", "어머",   "언니",   "여러분", "오빠",
     "운영진", "원장",   "위원",   "의사",   "이모",   "이사장", "이용자", "임직원", "입주민",
     "작성자", "전무",   "정회원", "조교",   "조합원", "주무관", "주민",   "주인공", "주임",
     "지원자", "직원",   "진행자", "차장",   "참가자", "참석자", "책임자", "총무",   "친구",
     "판매자", "학부모", "할머",   "할아버", "형",     "회원",   "회장",   "후배"});
static_assert(std::is_sorted(kNobody.begin(), kNobody.end()));
constexpr auto kNumberedNouns = std::to_array<std::string_view>(
    {"annex",   "answer",   "appendix", "article", "at",      "batch",    "box",      "bug",
     "build",   "by",       "case",     "channel", "chapter", "class",    "clause",   "column",
     "day",     "dear",     "draft",    "edition", "episode", "exhibit",  "fig",      "figure",
     "game",    "grade",    "group",    "hello",   "hi",      "in",       "invoice",  "issue",
     "item",    "key",      "level",    "line",    "lot",     "match",    "month",    "no",
     "note",    "number",   "of",       "on",      "option",  "order",    "page",     "paragraph",
     "part",    "patch",    "phase",    "point",   "pr",      "quarter",  "question", "release",
     "rev",     "revision", "round",    "row",     "rule",    "schedule", "season",   "section",
     "session", "slide",    "sprint",   "stage",   "step",    "table",    "task",     "team",
     "test",    "ticket",   "tier",     "top",     "type",    "unit",     "update",   "version",
     "vol",     "volume",   "week",     "year"});
static_assert(std::is_sorted(kNumberedNouns.begin(), kNumberedNouns.end()));
constexpr auto kErrorNames = std::to_array<std::string_view>(
    {"E2BIG",      "EACCES",       "EADDRINUSE", "EAFNOSUPPORT", "EAGAIN",       "EALREADY",
     "EBADF",      "EBUSY",        "ECANCELED",  "ECHILD",       "ECONNABORTED", "ECONNREFUSED",
     "ECONNRESET", "EDEADLK",      "EDOM",       "EDQUOT",       "EEXIST",       "EFAULT",
     "EFBIG",      "EHOSTUNREACH", "EILSEQ",     "EINPROGRESS",  "EINTR",        "EINVAL",
     "EIO",        "EISCONN",      "EISDIR",     "ELOOP",        "EMFILE",       "EMLINK",
     "EMSGSIZE",   "ENAMETOOLONG", "ENFILE",     "ENOBUFS",      "ENODATA",      "ENODEV",
     "ENOENT",     "ENOEXEC",      "ENOLCK",     "ENOMEM",       "ENOMSG",       "ENOSPC",
     "ENOSYS",     "ENOTCONN",     "ENOTDIR",    "ENOTEMPTY",    "ENOTSOCK",     "ENOTSUP",
     "ENOTTY",     "ENXIO",        "EOPNOTSUPP", "EOVERFLOW",    "EPERM",        "EPIPE",
     "EPROTO",     "ERANGE",       "EROFS",      "ESPIPE",       "ESRCH",        "ESTALE",
     "ETIME",      "ETIMEDOUT",    "ETXTBSY",    "EWOULDBLOCK",  "EXDEV"});
static_assert(std::is_sorted(kErrorNames.begin(), kErrorNames.end()));
constexpr auto kVagueWords = std::to_array<std::string_view>(
    {"about",        "above",     "add",         "added",    "adds",       "again",
     "already",      "also",      "another",     "answer",   "anyone",     "anything",
     "argument",     "arguments", "around",      "author",   "authors",    "available",
     "back",         "based",     "been",        "before",   "behavior",   "behaviour",
     "being",        "below",     "better",      "between",  "call",       "called",
     "case",         "caveats",   "change",      "changed",  "changes",    "check",
     "clarified",    "clarify",   "code",        "come",     "comes",      "correct",
     "could",        "current",   "currently",   "date",     "dear",       "description",
     "descriptions", "details",   "different",   "document", "documented", "does",
     "doing",        "done",      "each",        "early",    "either",     "else",
     "email",        "enough",    "error",       "errors",   "even",       "every",
     "everyone",     "example",   "explain",     "fax",      "feature",    "ffix",
     "file",         "files",     "find",        "first",    "fix",        "fixed",
     "fixes",        "following", "form",        "found",    "from",       "full",
     "function",     "functions", "further",     "general",  "getting",    "give",
     "given",        "going",     "good",        "great",    "guys",       "happy",
     "have",         "hear",      "hello",       "help",     "here",       "history",
     "hope",         "hour",      "hours",       "however",  "idea",       "improve",
     "improves",     "info",      "information", "instead",  "issue",      "issues",
     "item",         "items",     "join",        "just",     "keep",       "kind",
     "know",         "last",      "later",       "latest",   "left",       "less",
     "like",         "line",      "lines",       "link",     "links",      "list",
     "little",       "long",      "look",        "looking",  "looks",      "made",
     "mail",         "make",      "makes",       "making",   "man",        "manual",
     "manuals",      "many",      "mark",        "maybe",    "mean",       "means",
     "mention",      "message",   "might",       "minor",    "missing",    "mobile",
     "more",         "most",      "move",        "moved",    "much",       "must",
     "name",         "need",      "needed",      "needs",    "never",      "next",
     "nice",         "non",       "none",        "not",      "note",       "notes",
     "nothing",      "now",       "number",      "okay",     "once",       "only",
     "open",         "option",    "options",     "order",    "other",      "others",
     "page",         "pages",     "part",        "parts",    "patch",      "patches",
     "people",       "phone",     "place",       "please",   "point",      "possible",
     "post",         "previous",  "problem",     "problems", "question",   "questions",
     "quick",        "rationale", "read",        "really",   "reason",     "reference",
     "references",   "regarding", "related",     "remove",   "removed",    "removes",
     "rename",       "renamed",   "replace",     "replaced", "reply",      "request",
     "return",       "returns",   "right",       "said",     "same",       "section",
     "sections",     "semantic",  "semantics",   "send",     "sent",       "series",
     "several",      "should",    "simple",      "since",    "small",      "some",
     "someone",      "something", "soon",        "sorry",    "sort",       "srcfix",
     "start",        "still",     "subject",     "such",     "support",    "sure",
     "sync",         "synopsis",  "take",        "talk",     "tel",        "text",
     "tfix",         "than",      "thank",       "thanks",   "that",       "their",
     "them",         "then",      "there",       "these",    "they",       "thing",
     "things",       "think",     "this",        "those",    "though",     "through",
     "time",         "times",     "title",       "today",    "together",   "tomorrow",
     "tonight",      "topic",     "tweak",       "typo",     "typos",      "under",
     "until",        "update",    "updated",     "updates",  "used",       "uses",
     "using",        "usual",     "value",       "various",  "version",    "very",
     "want",         "wants",     "week",        "well",     "were",       "wfix",
     "what",         "when",      "where",       "which",    "while",      "will",
     "with",         "within",    "without",     "word",     "wording",    "words",
     "work",         "working",   "would",       "write",    "wrong",      "wrote",
     "yes",          "yesterday", "your",        "yours",    "가능",       "각각",
     "감사",         "거기",      "건",          "결과",     "경우",       "공유",
     "관련",         "관하여",    "그것",        "그냥",     "금액",       "금요일",
     "금주",         "기존",      "기준",        "날짜",     "내년",       "내용",
     "내일",         "다시",      "다음",        "담당",     "담당자",     "답장",
     "당일",         "대한",      "드림",        "따라",     "때문",       "많이",
     "말씀",         "매우",      "먼저",        "메일",     "모두",       "목요일",
     "문의",         "문제",      "바로",        "방법",     "번호",       "변경",
     "본인",         "부분",      "부탁",        "분들",     "사람",       "사항",
     "상황",         "생각",      "수요일",      "수정",     "시간",       "시작",
     "신규",         "아직",      "안내",        "안녕",     "어제",       "여기",
     "여러분",       "예정",      "오늘",        "오전",     "오후",       "올해",
     "완료",         "요청",      "우리",        "월요일",   "위한",       "이것",
     "이달",         "이름",      "이미",        "이번",     "이상",       "이전",
     "이하",         "이후",      "일부",        "일요일",   "자료",       "작년",
     "잠시",         "장소",      "저것",        "저는",     "저희",       "전달",
     "전체",         "정도",      "정말",        "제가",     "제목",       "조금",
     "종료",         "지난",      "진행",        "차주",     "참고",       "첨부",
     "최대",         "최소",      "추가",        "토요일",   "통한",       "파일",
     "필요",         "하나",      "하루",        "합계",     "해당",       "현재",
     "혹시",         "화요일",    "확인",        "회신"});
static_assert(std::is_sorted(kVagueWords.begin(), kVagueWords.end()));
constexpr auto kVerbEndings = std::to_array<std::string_view>(
    {"가신", "같은", "같이", "거나", "겠다", "까지", "는데", "니까", "대한", "던데", "도록",
     "돼서", "돼야", "됐고", "됐던", "되게", "되고", "되는", "되며", "되면", "되어", "되지",
     "된다", "됩니", "드린", "드릴", "든지", "따라", "라도", "라면", "려고", "려면", "면서",
     "받은", "받을", "보낸", "보낼", "부터", "세요", "습니", "아서", "않고", "않는", "않은",
     "았다", "어서", "없고", "없는", "없어", "었다", "에게", "에는", "에도", "에서", "였다",
     "오신", "오실", "위해", "으로", "은데", "이다", "인데", "입니", "있고", "있는", "있어",
     "주신", "주실", "지만", "통해", "하게", "하고", "하는", "하던", "하며", "하면", "하신",
     "하실", "하여", "하지", "한다", "합니", "해도", "해서", "해야", "했고", "했던"});

}  // namespace

bool is_numbered_noun(std::string_view word) {
  return is_in_sorted(kNumberedNouns, word);
}

bool is_error_name(std::string_view capitals) {
  return is_in_sorted(kErrorNames, capitals);
}

bool is_nobody(std::string_view hangul) {
  return is_in_sorted(kNobody, hangul);
}

bool is_vague_word(std::string_view word) {
  return is_in_sorted(kVagueWords, word);
}

bool ends_as_verb(std::string_view hangul) {
  return std::any_of(kVerbEndings.begin(), kVerbEndings.end(),
                     [&](std::string_view ending) { return hangul.ends_with(ending); });
}

}  // namespace memfold::models::extractor
