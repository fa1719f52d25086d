// What the built-in embedder knows about words: which carry little of a statement's subject, and
// which endings are grammar. Data only; models/embedder_words.cc reads it. Changing a line changes
// every vector, so it needs a new embedder version.
#pragma once

#include <string_view>

namespace memfold::models {

// clang-format off

/// Words that say little about what a statement is about, folded. Korean entries are matched
/// against the word as written and against its stem (what is left once its endings are off).
inline constexpr std::string_view kFunctionWords[] = {
    // English
    "a", "an", "the", "this", "that", "these", "those", "it", "its", "there", "here", "i", "me",
    "my", "we", "us", "our", "you", "your", "he", "him", "his", "she", "her", "they", "them",
    "their", "one", "who", "which", "what", "s", "t", "m", "re", "ve", "ll", "d", "is", "are",
    "am", "was", "were", "be", "been", "being", "do", "does", "did", "has", "have", "had", "will",
    "would", "shall", "should", "can", "could", "may", "might", "must", "of", "in", "on", "at",
    "to", "for", "from", "by", "with", "as", "into", "onto", "about", "during", "through", "per",
    "via", "and", "or", "but", "so", "if", "then", "than", "also", "now", "just", "please",
    "already", "currently", "very", "some", "any", "such", "own",
    // Korean
    "그", "이", "저", "것", "수", "등", "및", "더", "또", "또는", "그리고", "그러나", "하지만", "그래서", "이번", "저희",
    "우리", "제", "내", "나", "너", "저는", "제가", "저의", "나는", "내가", "우리는", "있", "있다", "있는", "있어", "한",
    "하", "되", "될", "된", "할", "하는", "되는", "합", "됩", "입", "위해", "위한", "대한", "대해", "관한", "관련", "따라",
    "따른", "통해", "이제", "현재", "부탁", "주세요", "예정", "기로",
};

/// Words that turn or measure a statement: few letters, but another statement without them.
inline constexpr std::string_view kDecisiveWords[] = {
    // English
    "not", "no", "never", "none", "neither", "nor", "without", "cannot", "half", "twice", "two",
    "three", "four", "five", "six", "seven", "eight", "nine", "ten", "first", "second", "third",
    "fourth",
    // Korean
    "안", "않", "않고", "않은", "않을", "않는", "못", "못하", "못한", "없", "없는", "없이", "없고", "없음", "아니", "아닌",
    "불가", "불가능", "두", "세", "네", "첫", "둘째", "셋째",
};

/// The frame a property's value stands in: units, and words that say a value changed. They tell
/// what is counted or that it moved, hardly what it is about.
inline constexpr std::string_view kFrameWords[] = {
    // English: units
    "am", "pm", "usd", "krw", "percent", "won", "dollar", "dollars", "million", "billion", "day",
    "days", "week", "weeks", "month", "months", "year", "years", "hour", "hours", "minute",
    "minutes", "st", "nd", "rd", "th", "k", "gb", "mb", "tb", "kg", "km",
    // English: change
    "changed", "changes", "change", "moved", "moves", "raised", "lowered", "increased",
    "increases", "decreased", "reduced", "updated", "extended", "expanded", "postponed",
    "rescheduled", "pushed", "slipped", "delayed", "went", "goes", "gone", "rose", "fell", "grew",
    "grown", "up", "down", "instead", "upgraded", "switched",
    // Korean: units
    "년", "월", "일", "시", "시간", "분", "초", "주", "개월", "개", "명", "건", "회", "차", "번", "원", "천", "만",
    "억", "천원", "만원", "억원", "천만원", "달러", "퍼센트", "오전", "오후",
    // Korean: change
    "변경", "바뀌", "바뀜", "바꾸", "늘", "늘어나", "늘어났", "줄", "줄어들", "줄었", "오르", "올랐", "올렸", "올리", "내렸",
    "내리", "인상", "인하", "증액", "감액", "연기", "연장", "조정", "상향", "하향", "확대", "축소", "전환", "옮기", "옮김",
    "미뤄지", "미뤄졌", "앞당기", "업그레이드",
};

/// An ending: grammar at the end of a word. It comes off only where at least `stem` syllables
/// (letters, in English) are left before it. Endings come off one after another, longest first.
struct Ending {
  std::string_view text;
  int stem;
};

/// Spelt in Hangul; a leading consonant alone (ㅂ니다) stands under the stem's last syllable.
inline constexpr Ending kKoreanEndings[] = {
    // particles
    {"은", 2}, {"는", 2}, {"이", 2}, {"가", 2}, {"을", 1}, {"를", 1}, {"의", 2}, {"에", 1}, {"도", 2},
    {"로", 2}, {"으로", 1}, {"와", 2}, {"과", 2}, {"만", 2}, {"나", 2}, {"이나", 2}, {"에서", 1}, {"에게", 1},
    {"께서", 1}, {"한테", 1}, {"께", 2}, {"까지", 1}, {"부터", 1}, {"보다", 2}, {"처럼", 2}, {"마다", 1},
    {"조차", 2}, {"이라도", 1}, {"라도", 2}, {"이라는", 1}, {"라는", 2}, {"으로서", 1}, {"으로써", 1}, {"로서", 2},
    {"로써", 2}, {"에는", 1}, {"에도", 1}, {"에서는", 1}, {"에서도", 1}, {"으로는", 1}, {"로는", 2}, {"까지는", 1},
    {"부터는", 1}, {"에만", 1}, {"와의", 2}, {"과의", 2}, {"에의", 1}, {"들", 2}, {"님", 2}, {"씩", 2},
    {"이며", 1}, {"이고", 1}, {"이라", 2}, {"이랑", 2}, {"랑", 2},
    // the copula
    {"이다", 1}, {"입니다", 1}, {"이에요", 1}, {"예요", 1}, {"이었다", 1}, {"였다", 1}, {"이었습니다", 1},
    {"였습니다", 1}, {"인", 2}, {"이었", 2}, {"였", 2}, {"ㅂ니다", 2},
    // verbs: final endings
    {"다", 2}, {"습니다", 1}, {"ㄴ다", 1}, {"는다", 1}, {"어요", 1}, {"아요", 1}, {"해요", 1}, {"네요", 1},
    {"군요", 1}, {"지요", 1}, {"죠", 1}, {"요", 2}, {"십시오", 1}, {"세요", 1}, {"ㅂ시다", 1}, {"음", 1},
    {"기", 2}, {"ㅁ", 2}, {"지", 2},
    // verbs: joining and adnominal endings
    {"고", 2}, {"며", 2}, {"으며", 1}, {"면", 2}, {"으면", 1}, {"서", 2}, {"어서", 1}, {"아서", 1}, {"기로", 1},
    {"지만", 1}, {"는데", 1}, {"ㄴ데", 1}, {"도록", 1}, {"려고", 1}, {"으려고", 1}, {"면서", 1}, {"으면서", 1},
    {"ㄹ", 2}, {"ㄴ", 2}, {"던", 2}, {"게", 2}, {"어", 2}, {"아", 2}, {"므로", 1},
    // tense and honour, standing before those
    {"었", 1}, {"았", 1}, {"ㅆ", 1}, {"겠", 1}, {"시", 2}, {"으시", 1}, {"셨", 1},
    // light verbs that make a verb of a noun
    {"하", 2}, {"해", 2}, {"했", 2}, {"하였", 2}, {"한", 2}, {"할", 2}, {"함", 2}, {"하는", 2}, {"되", 2},
    {"돼", 2}, {"됐", 2}, {"되었", 2}, {"된", 2}, {"될", 2}, {"됨", 2}, {"되는", 2}, {"시키", 2}, {"시켰", 2},
    {"합니다", 2}, {"됩니다", 2}, {"했습니다", 2}, {"됐습니다", 2}, {"한다", 2}, {"된다", 2}, {"했다", 2}, {"됐다", 2},
    {"하기로", 2}, {"하고", 2}, {"되고", 2}, {"하여", 2}, {"되어", 2}, {"하며", 2}, {"되며", 2},
};

inline constexpr Ending kEnglishEndings[] = {
    {"s", 3}, {"es", 3}, {"ed", 3}, {"d", 4}, {"ing", 3}, {"ly", 4}, {"e", 3}, {"ment", 4},
};

// clang-format on

}  // namespace memfold::models
