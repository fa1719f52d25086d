#include "models/extractor/entity_words.h"

#include <algorithm>
#include <array>

#include "core/name_words.h"
#include "core/word_lists.h"
#include "models/extractor/korean.h"
#include "models/extractor/syllables.h"

namespace memfold::models::extractor {
namespace {

// Longest first where one ends with another.
constexpr auto kPlaceEndings = std::to_array<std::string_view>(
    {"회계법인", "법무법인", "관리사무소", "대학교", "초등학교", "중학교", "고등학교", "유치원",
     "어린이집", "장례식장", "컨벤션",     "웨딩홀", "생태공원", "도서관", "박물관",   "미술관",
     "과학관",   "복지관",   "회관",       "체육관", "위원회",   "이사회", "대표회의", "연구원",
     "연구소",   "연구실",   "의료원",     "보건소", "주민센터", "센터",   "은행",     "카드",
     "보험",     "병원",     "의원",       "약국",   "호텔",     "리조트", "펜션",     "공장",
     "창고",     "공항",     "터미널",     "공원",   "학회",     "협회",   "조합",     "재단",
     "법원",     "구청",     "시청",       "군청",   "세무서",   "경찰서", "우체국",   "국세청",
     "소프트",   "전자",     "산업",       "물산",   "건설",     "제약",   "식품",     "항공",
     "택배",     "대강당",   "강당",       "회의실", "세미나실", "교육장", "스터디룸", "식당",
     "갈비",     "포차",     "카페",       "빌딩",   "타워",     "본사",   "지사",     "본부",
     "팀",       "역",       "항",         "점",     "홀",       "구",     "시"});
// Endings of one syllable, which end many plain words: they need two syllables before them, and
// these are such words.
constexpr auto kPlainWords = std::to_array<std::string_view>(
    {"지역",     "구역",       "용역",     "번역",     "통역",     "내역",     "무역",
     "영역",     "시점",       "관점",     "장점",     "단점",     "지점",     "문제점",
     "차이점",   "유의점",     "개선점",   "사항",     "공지사항", "요청사항", "유의사항",
     "전달사항", "문의사항",   "변경사항", "참고사항", "협의사항", "특이사항", "합의사항",
     "결정사항", "주의사항",   "준비사항", "조치사항", "안내사항", "요구사항", "저항",
     "취항",     "시스템팀원", "요구",     "연구",     "친구",     "도구",     "입구",
     "출구",     "가구",       "창구",     "복구",     "청구",     "기구",     "다시",
     "역시",     "혹시",       "잠시",     "일시",     "즉시",     "표시",     "지시",
     "게시",     "동시",       "당시",     "제시",     "출시",     "개시",     "실시",
     "필시",     "반드시",     "몇시",     "임시",     "강제징수", "도착시",   "필요시",
     "유사시",   "자동차보험"});
constexpr auto kShortEndings =
    std::to_array<std::string_view>({"팀", "역", "항", "점", "홀", "구", "시"});

constexpr auto kCounters = std::to_array<std::string_view>(
    {"세트", "박스", "가구", "포기", "켤레", "마리", "페이지", "시간분", "그램", "킬로",
     "미터", "리터", "평",   "대",   "명",   "건",   "개",     "매",     "병",   "부",
     "권",   "층",   "호",   "장",   "톤",   "인분", "잔",     "회",     "차",   "점",
     "곡",   "팀",   "줄",   "자",   "쪽",   "kg",   "퍼센트"});
constexpr auto kUnits = std::to_array<std::string_view>(
    {"mg", "kg", "g",  "km",  "cm",  "mm",  "ml",  "l",       "lb", "lbs", "oz",   "gb",  "mb",
     "tb", "kb", "ms", "mhz", "ghz", "sqm", "kwh", "percent", "µg", "rpm", "mbps", "dpi", "px"});

constexpr auto kNumberedKinds = std::to_array<std::string_view>(
    {"room",     "section", "table",  "chapter",  "exhibit", "building", "floor", "gate",
     "platform", "page",    "figure", "appendix", "flight",  "unit",     "suite", "field",
     "terminal", "hall",    "phase",  "apt",      "annex",   "clause",   "block", "line"});

/// `stem` is what stands before the ending, `bytes` the length without particles.
struct KoreanPlace {
  std::size_t stem = 0, bytes = 0;
};

KoreanPlace ending_of(std::string_view word) {
  static const Syllables kLast = Syllables::last_of(kPlaceEndings);
  if (!kLast.has(word.substr(word.size() - Syllables::kBytes))) return {};
  for (std::string_view ending : kPlaceEndings) {
    if (!word.ends_with(ending)) continue;
    const std::size_t stem = word.size() - ending.size();
    const bool brief = is_listed(kShortEndings, ending);
    if (brief && (stem < 6 || is_listed(kPlainWords, word) || ending == "구" || ending == "시")) {
      return {};
    }
    return {stem, word.size()};
  }
  return {};
}

// All zero for a word that names no organisation or place.
KoreanPlace korean_place(std::string_view word) {
  if (word.size() < 6) return {};
  if (const KoreanPlace whole = ending_of(word); whole.bytes > 0) return whole;
  const std::string_view bare = without_particle(word);
  return bare.size() == word.size() || bare.size() < 6 ? KoreanPlace{} : ending_of(bare);
}

// A noun of at least two syllables without a particle, which the next one may go with.
bool is_bare_noun(const Atoms& atoms, std::size_t i) {
  const std::string_view word = atoms.view(i);
  return atoms.kind(i) == AtomKind::Hangul && !atoms.glued(i + 1) && word.size() >= 6 &&
         without_particle(word).size() == word.size() && !ends_open(word);
}

}  // namespace

std::optional<NamedPlace> korean_place_at(const Atoms& atoms, std::size_t i) {
  const KoreanPlace found = korean_place(atoms.view(i));
  if (found.bytes == 0) return std::nullopt;
  const std::string own(atoms.view(i).substr(0, found.bytes));
  if (found.stem > 0) return NamedPlace{i, own};
  if (i == 0 || !is_bare_noun(atoms, i - 1)) return std::nullopt;
  return NamedPlace{i - 1, std::string(atoms.view(i - 1)) + " " + own};
}

bool looks_like_full_name(std::string_view word) {
  return word.size() == 9 && is_family_name(word.substr(0, 3));
}

std::size_t counter_at(std::string_view word) {
  for (std::string_view counter : kCounters) {
    if (!word.starts_with(counter)) continue;
    const std::string_view rest = word.substr(counter.size());
    if (rest.empty() || is_particle(rest) || rest.starts_with("입니") || rest.starts_with("이")) {
      return counter.size();
    }
  }
  return 0;
}

bool is_numbered_kind(std::string_view lower) {
  return is_listed(kNumberedKinds, lower);
}

bool is_unit(std::string_view lower) {
  return is_listed(kUnits, lower);
}

}  // namespace memfold::models::extractor
