#include "core/name_words.h"

#include <algorithm>
#include <array>

namespace memfold {
namespace {

using Words = std::string_view;

// Of one syllable: by frequency, and the rarer ones.
constexpr std::string_view kCommonFamilyNames =
    "김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진지엄채원천"
    "방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국어은편용나";
constexpr std::string_view kRarerFamilyNames =
    "예경봉사부가복태목형피두감음빈동온호범좌팽승간견당화창계단";
constexpr auto kLongFamilyNames = std::to_array<Words>(
    {"남궁", "독고", "동방", "망절", "사공", "서문", "선우", "어금", "제갈", "황보"});
static_assert(std::is_sorted(kLongFamilyNames.begin(), kLongFamilyNames.end()));

// Sorted by bytes.
constexpr auto kRomanisedFamilyNames = std::to_array<Words>(
    {"ahn",   "bae",  "baek", "byun",  "cha", "chae",    "chang",   "cheon", "cho",
     "choe",  "choi", "chun", "chung", "eom", "gim",     "gwak",    "gwon",  "han",
     "heo",   "hong", "huh",  "hwang", "im",  "jang",    "jeon",    "jeong", "jo",
     "joung", "jung", "kang", "kim",   "ko",  "koh",     "koo",     "kwak",  "kwon",
     "lee",   "lim",  "moon", "mun",   "nam", "namgung", "namkung", "noh",   "oh",
     "pak",   "park", "rhee", "roh",   "ryu", "seo",     "shim",    "shin",  "sohn",
     "son",   "song", "suh",  "yang",  "yi",  "yim",     "yoo",     "yoon",  "yun"});
static_assert(std::is_sorted(kRomanisedFamilyNames.begin(), kRomanisedFamilyNames.end()));
// These are given names, or parts of such, as often.
constexpr auto kRareFamilyNames = std::to_array<Words>(
    {"bak", "ban", "bang", "do",  "gil",  "go",   "gong",  "gu",   "ha",  "ham", "ho",    "hyun",
     "jee", "ji",  "jin",  "joo", "ju",   "jun",  "kil",   "kong", "ku",  "ma",  "maeng", "min",
     "na",  "no",  "ok",   "pyo", "seok", "seol", "seong", "sim",  "sin", "so",  "suk",   "sung",
     "tak", "um",  "wang", "wi",  "won",  "woo",  "yeo",   "you",  "yu"});
static_assert(std::is_sorted(kRareFamilyNames.begin(), kRareFamilyNames.end()));

constexpr auto kKoreanTitles = std::to_array<Words>(
    {"간사",   "간호사",   "감독",   "감사",       "계장",     "고문",       "공동대표",
     "과장",   "교사",     "교수",   "국장",       "기사",     "기자",       "단장",
     "담당자", "담임",     "대리",   "대표",       "대표이사", "디자이너",   "매니저",
     "목사",   "박사",     "변리사", "변호사",     "본부장",   "부대표",     "부사장",
     "부원장", "부장",     "부회장", "비서",       "사무국장", "사원",       "사장",
     "상무",   "상무이사", "선생",   "선생님",     "선임",     "선임연구원", "세무사",
     "센터장", "소장",     "수석",   "수석연구원", "실장",     "엔지니어",   "연구소장",
     "연구원", "원장",     "위원",   "위원장",     "의원",     "이사",       "이사장",
     "인턴",   "작가",     "장관",   "전무",       "전무이사", "전임",       "점장",
     "조교",   "주무관",   "주임",   "지점장",     "차장",     "책임",       "책임연구원",
     "총무",   "코치",     "팀장",   "파트장",     "프로",     "회계사",     "회장"});
static_assert(std::is_sorted(kKoreanTitles.begin(), kKoreanTitles.end()));
constexpr auto kDepartmentEndings = std::to_array<Words>(
    {"그룹", "본부", "부", "부문", "사업부", "센터", "실", "연구소", "지사", "지점", "팀", "파트"});

constexpr auto kTitlesBefore =
    std::to_array<Words>({"dr", "miss", "mr", "mrs", "ms", "mx", "prof", "professor", "sir"});
static_assert(std::is_sorted(kTitlesBefore.begin(), kTitlesBefore.end()));
constexpr auto kTitlesBehind = std::to_array<Words>({"cpa", "esq", "jr", "mba", "md", "phd"});
static_assert(std::is_sorted(kTitlesBehind.begin(), kTitlesBehind.end()));

constexpr auto kCompanyForms =
    std::to_array<Words>({"corp", "corporation", "gmbh", "inc", "incorporated", "kgaa", "limited",
                          "llc", "llp", "ltd", "plc", "pty", "sarl", "유한회사", "주식회사"});
static_assert(std::is_sorted(kCompanyForms.begin(), kCompanyForms.end()));
constexpr auto kShortCompanyForms =
    std::to_array<Words>({"ab", "ag", "as", "bhd", "bv", "co", "kg", "kk", "nv", "oy", "pte", "sa",
                          "sas", "sdn", "se", "spa", "srl"});
static_assert(std::is_sorted(kShortCompanyForms.begin(), kShortCompanyForms.end()));

constexpr auto kCompounds = std::to_array<Words>(
    {"backend",   "backlog",    "backup",     "bandwidth", "bookmark",    "breakdown",
     "changelog", "chatbot",    "checklist",  "checkout",  "cleanup",     "codebase",
     "database",  "dataset",    "deadline",   "desktop",   "download",    "feedback",
     "filename",  "filesystem", "firewall",   "framework", "frontend",    "fulltime",
     "handbook",  "hardware",   "healthcare", "homepage",  "hostname",    "keyboard",
     "keyword",   "laptop",     "layout",     "lifecycle", "lineup",      "logfile",
     "login",     "mailbox",    "makefile",   "meetup",    "milestone",   "namespace",
     "network",   "newsletter", "notebook",   "offline",   "onboarding",  "online",
     "outreach",  "password",   "paycheck",   "payroll",   "pipeline",    "placeholder",
     "playlist",  "realtime",   "roadmap",    "rollback",  "rollout",     "runtime",
     "setup",     "signup",     "smartphone", "software",  "spreadsheet", "startup",
     "takeaway",  "takeover",   "teamwork",   "template",  "timeline",    "timeout",
     "timestamp", "timezone",   "toolchain",  "trademark", "upgrade",     "username",
     "warehouse", "webpage",    "website",    "whitelist", "whitepaper",  "workaround",
     "workflow",  "workload",   "workplace",  "worksheet", "workshop",    "workspace"});
static_assert(std::is_sorted(kCompounds.begin(), kCompounds.end()));
constexpr auto kJoinedPrefixes =
    std::to_array<Words>({"anti",  "auto",   "bio",  "cyber", "geo",   "hyper", "inter", "intra",
                          "macro", "mega",   "meta", "micro", "mono",  "multi", "nano",  "non",
                          "poly",  "pseudo", "semi", "sub",   "super", "tele",  "ultra"});
static_assert(std::is_sorted(kJoinedPrefixes.begin(), kJoinedPrefixes.end()));
constexpr auto kNoPlurals = std::to_array<Words>(
    {"always",     "arms",      "assets",     "atlas",   "belongings", "besides",
     "canvas",     "chaos",     "christmas",  "classes", "clothes",    "communications",
     "customs",    "earnings",  "glasses",    "goods",   "graphics",   "headquarters",
     "humanities", "lens",      "looks",      "means",   "minutes",    "needs",
     "news",       "odds",      "operations", "pants",   "premises",   "proceeds",
     "regards",    "relations", "resources",  "sales",   "savings",    "securities",
     "series",     "settings",  "shorts",     "species", "sports",     "statistics",
     "stocks",     "terms",     "texas",      "thanks",  "windows",    "works"});
static_assert(std::is_sorted(kNoPlurals.begin(), kNoPlurals.end()));

bool has_syllable(std::string_view syllables, std::string_view hangul) {
  if (hangul.size() != 3 || static_cast<unsigned char>(hangul[0]) < 0x80) return false;
  for (std::size_t i = 0; i + 3 <= syllables.size(); i += 3) {
    if (syllables.substr(i, 3) == hangul) return true;
  }
  return false;
}

template <typename Table>
bool holds(const Table& table, std::string_view word) {
  return std::binary_search(table.begin(), table.end(), word);
}

}  // namespace

bool is_common_family_name(std::string_view hangul) {
  return has_syllable(kCommonFamilyNames, hangul);
}

bool is_family_name(std::string_view hangul) {
  return is_common_family_name(hangul) || has_syllable(kRarerFamilyNames, hangul) ||
         holds(kLongFamilyNames, hangul);
}

int romanised_family_name(std::string_view lower) {
  return holds(kRomanisedFamilyNames, lower) ? 2 : holds(kRareFamilyNames, lower) ? 1 : 0;
}

bool is_korean_title(std::string_view hangul) {
  return holds(kKoreanTitles, hangul);
}

bool ends_department(std::string_view hangul) {
  return std::any_of(kDepartmentEndings.begin(), kDepartmentEndings.end(),
                     [&](std::string_view ending) {
                       return hangul.size() >= ending.size() + 6 && hangul.ends_with(ending);
                     });
}

bool is_title_before(std::string_view lower) {
  return holds(kTitlesBefore, lower);
}

bool is_title_behind(std::string_view lower) {
  return holds(kTitlesBehind, lower);
}

bool is_company_form(std::string_view lower) {
  return holds(kCompanyForms, lower);
}

bool is_short_company_form(std::string_view lower) {
  return holds(kShortCompanyForms, lower);
}

bool is_compound(std::string_view lower) {
  return holds(kCompounds, lower);
}

bool is_joined_prefix(std::string_view lower) {
  return holds(kJoinedPrefixes, lower);
}

bool is_no_plural(std::string_view lower) {
  return holds(kNoPlurals, lower);
}

}  // namespace memfold
