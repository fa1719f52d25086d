// What people say while they think, Korean and English.
#pragma once

#include <array>
#include <string_view>

namespace memfold::ingest {

/// Sounds: gone wherever they stand alone.
inline constexpr auto kKoreanSounds = std::to_array<std::string_view>(
    {"음", "음음", "으음", "흠", "으흠", "어", "어어", "어음", "에에", "그으", "저어"});
/// Words of other languages look like these: German "um", "er".
inline constexpr auto kEnglishSounds =
    std::to_array<std::string_view>({"um", "umm", "ummm", "uh", "uhh", "uhhh", "uhm", "uhmm", "er",
                                     "erm", "hm", "hmm", "hmmm", "mm", "mmm"});
/// Behind these 음 is a sound one speaks of.
inline constexpr auto kBeforeSound = std::to_array<std::string_view>(
    {"높은", "낮은", "같은", "다른", "첫", "마지막", "이", "그", "저", "두", "세"});

/// Words that are fillers where a clause begins and a pause follows.
inline constexpr auto kKoreanFillers = std::to_array<std::string_view>(
    {"그", "저", "저기", "뭐", "아", "에", "이제", "인제", "막", "그게", "있잖아", "있잖아요"});
inline constexpr auto kEnglishFillers = std::to_array<std::string_view>({"like"});

/// Fillers of several words, "" behind the shorter ones.
struct FillerPhrase {
  std::array<std::string_view, 3> words;
  bool needs_pause;  ///< behind it; else it is none before kAfterDenial
};
inline constexpr auto kFillerPhrases = std::to_array<FillerPhrase>({{{"you", "know"}, true},
                                                                    {{"i", "mean"}, true},
                                                                    {{"okay", "so"}, false},
                                                                    {{"ok", "so"}, false},
                                                                    {{"alright", "so"}, false},
                                                                    {{"yeah", "so"}, false},
                                                                    {{"oh", "and"}, false},
                                                                    {{"아니", "그게"}, false},
                                                                    {{"아니", "그"}, true},
                                                                    {{"그", "뭐냐"}, false},
                                                                    {{"그", "뭐지"}, true},
                                                                    {{"그", "뭐랄까"}, false},
                                                                    {{"뭐랄까"}, false},
                                                                    {{"뭐라", "그러지"}, true},
                                                                    {{"뭐라고", "하지"}, true}});
/// "아니 그게 아니라": a correction, not a filler.
inline constexpr auto kAfterDenial = std::to_array<std::string_view>(
    {"아니", "아닌", "아닙", "맞", "무슨", "뭐", "왜", "어떻", "어디", "언제", "누"});

/// A clause may begin behind these.
inline constexpr auto kJoiningWords = std::to_array<std::string_view>(
    {"and", "but", "so", "because", "or", "그리고", "근데", "그런데", "그래서", "그러면", "그럼",
     "네", "예", "yeah", "yes", "okay", "ok", "well"});

/// Words people repeat while they search for the next; "had had" and "매일 매일" are no stutters.
inline constexpr auto kStutteredWords = std::to_array<std::string_view>(
    {"the",  "a",    "an",     "i",     "we",     "you",     "he",     "she",      "it",
     "they", "to",   "of",     "in",    "on",     "at",      "for",    "with",     "and",
     "but",  "so",   "my",     "our",   "your",   "this",    "if",     "what",     "it's",
     "i'm",  "i'll", "we're",  "we'll", "let's",  "because", "그",     "이",       "저",
     "네",   "예",   "그러면", "그럼",  "그래서", "근데",    "그런데", "그러니까", "그니까",
     "일단", "지금", "저희",   "우리",  "그리고"});
/// A longer Korean word with one of these at its end is a stutter when it is said twice.
inline constexpr auto kStutteredEndings =
    std::to_array<std::string_view>({"가", "는", "은", "을", "를", "에", "에서", "에는", "도"});

/// A comma behind these goes with the filler: "it is, uh, 20".
inline constexpr auto kLeadingWords = std::to_array<std::string_view>(
    {"is",   "are",    "was",  "were", "be",  "the",  "a",    "an",   "to",    "of",
     "at",   "on",     "in",   "for",  "by",  "with", "and",  "but",  "about", "around",
     "will", "should", "have", "has",  "had", "need", "that", "like", "from",  "or",
     "i",    "we",     "you",  "he",   "she", "they", "it"});

/// English enough to know "um" for a pause.
inline constexpr auto kPlainEnglish = std::to_array<std::string_view>(
    {"the",  "we",    "you",  "is",  "are", "and",    "it",    "that", "of",
     "will", "have",  "this", "i",   "i'm", "it's",   "we're", "to",   "on",
     "for",  "let's", "yeah", "our", "not", "should", "can"});

/// A transcriber's remarks in brackets.
inline constexpr std::string_view kRemarkPattern =
    R"((?i)(?:\[|\(|（)\s*(?:웃음|웃음소리|박수|침묵|잡음|한숨|기침|음악|전화벨|불명|청취 불가|알아들을 수 없음|laughs?|laughter|laughing|inaudible|unintelligible|crosstalk|music|applause|silence|pause|coughs?|sighs?|noise|background noise)\s*(?:\]|\)|）))";

}  // namespace memfold::ingest
