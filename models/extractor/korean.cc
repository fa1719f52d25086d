#include "models/extractor/korean.h"

#include <algorithm>
#include <array>

#include "models/extractor/characters.h"

namespace memfold::models::extractor {
namespace {

constexpr std::array<std::string_view, 14> kFormal = {"니다", "세요", "에요", "예요", "어요",
                                                      "아요", "해요", "까요", "네요", "죠",
                                                      "게요", "께요", "데요", "래요"};
// 니까 ends a question behind these, and else says why: 11월 3일이니까
constexpr std::array<std::string_view, 7> kAsking = {"습니까", "입니까", "합니까", "됩니까",
                                                     "십니까", "옵니까", "봅니까"};

constexpr std::array<std::string_view, 32> kFinal = {
    "다",   "함",   "음",   "됨",   "임",   "완료", "예정", "필요", "요망", "바람", "확정",
    "하기", "불가", "가능", "자",   "래",   "줘",   "게",   "대",   "네",   "지",   "야",
    "취소", "연기", "변경", "승인", "보류", "중",   "것",   "있음", "없음", "까지"};

// Nouns whose last syllable looks like a particle or connective.
constexpr std::array<std::string_view, 48> kNouns = {
    "회의", "정의",   "문의", "합의", "논의", "협의",   "동의",   "강의",   "주의",   "보고",
    "광고", "참고",   "사고", "경고", "신고", "재고",   "창고",   "정도",   "제도",   "속도",
    "온도", "보고서", "문서", "부서", "순서", "계약서", "제안서", "견적서", "요청서", "경로",
    "통로", "별로",   "서로", "평가", "휴가", "추가",   "참가",   "허가",   "국가",   "물가",
    "차이", "사이",   "효과", "결과", "성과", "부과",   "자료와", "추이"};

constexpr std::array<std::string_view, 34> kOpen = {
    "는", "은",   "을",   "를", "이", "가",   "에",   "로",   "와",   "과",   "의",   "며",
    "고", "서",   "면",   "도", "및", "지만", "위해", "대한", "관련", "하여", "으나", "는데",
    "니", "부터", "에게", "께", "한", "된",   "할",   "될",   "등",   "또는"};

constexpr std::array<std::string_view, 32> kParticles = {
    "에서는", "으로는", "에서", "으로", "에게", "께서", "부터", "까지", "처럼", "보다", "이나",
    "이며",   "라고",   "은",   "는",   "이",   "가",   "을",   "를",   "에",   "의",   "와",
    "과",     "로",     "도",   "만",   "께",   "랑",   "나",   "씩",   "들",   "님"};

std::string_view last_word(std::string_view text) {
  text = trim(text);
  const std::size_t space = text.rfind(' ');
  return space == std::string_view::npos ? text : text.substr(space + 1);
}

bool ends_with_any(std::string_view word, auto& endings, std::size_t least_before) {
  return std::any_of(std::begin(endings), std::end(endings), [&](std::string_view ending) {
    return word.size() >= ending.size() + least_before && word.ends_with(ending);
  });
}

}  // namespace

bool ends_formally(std::string_view text) {
  const std::string_view word = last_word(text);
  return ends_with_any(word, kFormal, 3) || ends_with_any(word, kAsking, 0);
}

bool ends_finally(std::string_view text) {
  const std::string_view word = last_word(text);
  return ends_with_any(word, kFormal, 3) || ends_with_any(word, kAsking, 0) ||
         ends_with_any(word, kFinal, 0);
}

bool ends_open(std::string_view text) {
  const std::string_view word = last_word(text);
  if (text.ends_with(',')) return true;
  if (ends_with_any(word, kNouns, 0)) return false;
  return ends_with_any(word, kOpen, 3) || word == "및" || word == "등" || word == "또는";
}

bool is_particle(std::string_view word) {
  static constexpr std::array<std::string_view, 6> kCopulas = {"입니다", "이다", "임",
                                                               "이고",   "이며", "이에요"};
  return std::find(kParticles.begin(), kParticles.end(), word) != kParticles.end() ||
         std::find(kCopulas.begin(), kCopulas.end(), word) != kCopulas.end();
}

std::string_view without_particle(std::string_view word) {
  if (word.empty() || static_cast<unsigned char>(word.back()) < 0x80) return word;
  if (ends_with_any(word, kNouns, 0)) return word;
  for (std::string_view particle : kParticles) {
    if (word.ends_with(particle) && word.size() >= particle.size() + 6) {
      return word.substr(0, word.size() - particle.size());
    }
  }
  return word;
}

}  // namespace memfold::models::extractor
