#include "remote/summary_check.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/text.h"

namespace memfold::remote {
namespace {

enum class Kind { Figure, Id, Word, Korean };

struct Piece {
  Kind kind;
  std::string text;     ///< as written, without thousands commas
  bool opens = false;   ///< the first of a sentence
  std::size_t end = 0;  ///< byte behind it
};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_letter(char c) {
  return is_upper(c) || (c >= 'a' && c <= 'z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
constexpr std::size_t kSyllable = 3;

bool is_syllable(std::string_view text, std::size_t at) {
  if (at + kSyllable > text.size()) return false;
  const auto byte = [&](std::size_t i) {
    return char32_t(static_cast<unsigned char>(text[at + i]));
  };
  const char32_t c = (byte(0) & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
  return (byte(0) & 0xF0) == 0xE0 && c >= 0xAC00 && c <= 0xD7A3;
}

std::size_t hangul_end(std::string_view text, std::size_t at) {
  while (is_syllable(text, at)) at += kSyllable;
  return at;
}

// The end of a run of letters and digits, with what joins digits: 2.1  9:30  1,000
std::size_t run_end(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const bool joins = (text[at] == '.' || text[at] == ',' || text[at] == ':') && at > 0 &&
                       is_digit(text[at - 1]) && at + 1 < text.size() && is_digit(text[at + 1]);
    if (!joins && !is_digit(text[at]) && (!is_letter(text[at]) || is_syllable(text, at))) break;
    ++at;
  }
  return at;
}

// "40ms": the unit may stand apart in the texts.
std::size_t unit_begin(std::string_view run) {
  constexpr std::size_t kLongestUnit = 4;
  std::size_t end = run.size();
  while (end > 0 && is_letter(run[end - 1])) --end;
  const bool figure = std::none_of(run.begin(), run.begin() + std::ptrdiff_t(end), is_letter);
  return figure && end > 0 && run.size() - end <= kLongestUnit ? end : run.size();
}

void add_run(std::string_view run, bool negative, bool opens, std::size_t end,
             std::vector<Piece>& pieces) {
  std::string plain;
  for (const char c : run) {
    if (c != ',') plain.push_back(c);
  }
  plain.resize(unit_begin(plain));
  if (negative) plain.insert(plain.begin(), '-');
  const bool digits = std::any_of(plain.begin(), plain.end(), is_digit);
  const bool letters = std::any_of(plain.begin(), plain.end(), is_letter);
  const Kind kind = !digits ? Kind::Word : letters ? Kind::Id : Kind::Figure;
  pieces.push_back({kind, std::move(plain), opens, end});
}

// `text` is valid UTF-8.
std::vector<Piece> pieces_of(std::string_view text) {
  std::vector<Piece> pieces;
  bool opens = true;
  for (std::size_t i = 0; i < text.size();) {
    if (is_syllable(text, i)) {
      const std::size_t end = hangul_end(text, i);
      pieces.push_back({Kind::Korean, std::string(text.substr(i, end - i)), opens, end});
      opens = false;
      i = end;
    } else if (const std::size_t end = run_end(text, i); end > i) {
      const bool negative =
          i > 0 && text[i - 1] == '-' && (i == 1 || text[i - 2] == ' ') && is_digit(text[i]);
      add_run(text.substr(i, end - i), negative, opens, end, pieces);
      opens = false;
      i = end;
    } else {
      opens = opens || text[i] == '.' || text[i] == '!' || text[i] == '?';
      ++i;
    }
  }
  return pieces;
}

// Words that open a sentence with a capital and name nothing.
constexpr auto kOpeners = std::to_array<std::string_view>(
    {"the",   "a",       "an",   "in",    "on",    "at",    "after", "before", "by",   "for",
     "from",  "to",      "with", "since", "until", "and",   "but",   "as",     "if",   "when",
     "while", "because", "this", "that",  "these", "those", "there", "it",     "its",  "they",
     "their", "he",      "she",  "his",   "her",   "we",    "our",   "you",    "your", "i",
     "my",    "all",     "both", "each",  "every", "no",    "not",   "some",   "most", "also",
     "now",   "then",    "so",   "of",    "who",   "what",  "which", "where"});

constexpr std::string_view kFamilyNames =
    "김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진나지엄채원천"
    "방공";
constexpr auto kParticles = std::to_array<std::string_view>(
    {"이", "가", "은",   "는",   "을",   "를",   "의",   "에게", "과",   "와",   "도",
     "님", "씨", "님이", "님은", "씨가", "씨는", "께서", "이가", "님과", "님의", "씨의"});
constexpr auto kTitles = std::to_array<std::string_view>(
    {"님", "씨", "부장", "과장", "차장", "팀장", "대리", "사원", "사장", "대표", "이사", "교수",
     "박사", "선생", "변호사", "원장", "실장", "매니저"});

bool is_full_name(std::string_view text, const Piece& piece) {
  constexpr std::size_t kName = 3 * kSyllable;
  const std::string_view word = piece.text;
  if (word.size() < kName || kFamilyNames.find(word.substr(0, kSyllable)) == kFamilyNames.npos) {
    return false;
  }
  const std::string_view rest = word.substr(kName);
  if (std::find(kParticles.begin(), kParticles.end(), rest) != kParticles.end()) return true;
  if (!rest.empty() || piece.end >= text.size() || text[piece.end] != ' ') return false;
  const std::string_view next = text.substr(piece.end + 1);
  return std::any_of(kTitles.begin(), kTitles.end(),
                     [&](std::string_view title) { return next.starts_with(title); });
}

}  // namespace

SummaryCheck::SummaryCheck(std::span<const std::string> texts) : words_(texts) {
  for (const std::string& text : texts) {
    const std::string valid = to_nfc(to_valid_utf8(text));
    for (const Piece& piece : pieces_of(valid)) exact_.insert(fold_case(piece.text));
    folded_ += collapse_spaces(fold_case(valid)) + "\n";
  }
}

bool SummaryCheck::allows(std::string_view sentence) const {
  for (const Piece& piece : pieces_of(sentence)) {
    const std::string folded = fold_case(piece.text);
    const bool known = exact_.contains(folded);
    switch (piece.kind) {
      case Kind::Figure:
      case Kind::Id:
        if (!known) return false;
        break;
      case Kind::Word: {
        const bool opener =
            piece.opens && std::find(kOpeners.begin(), kOpeners.end(), folded) != kOpeners.end();
        if (is_upper(piece.text[0]) && !known && !opener && !words_.support(folded)) return false;
        break;
      }
      case Kind::Korean:
        if (is_full_name(sentence, piece) &&
            folded_.find(piece.text.substr(0, 3 * kSyllable)) == std::string::npos) {
          return false;
        }
        break;
    }
  }
  return words_.support(sentence);
}

bool SummaryCheck::has_phrase(std::string_view keyword) const {
  return folded_.find(collapse_spaces(fold_case(keyword))) != std::string::npos;
}

}  // namespace memfold::remote
