// The built-in Tokenizer: Korean words without particles and endings, English stems, identifiers
// and amounts as wholes.
#include <algorithm>
#include <array>

#include "core/text.h"
#include "memfold/models.h"
#include "models/analyst/number_reader.h"
#include "models/language/lexicon.h"
#include "models/language/stem.h"
#include "models/language/tokens.h"
#include "models/question.h"

namespace memfold {
namespace {

using namespace models;
using std::string_view;

constexpr std::size_t kSyllable = 3;     // bytes of a Hangul syllable
constexpr std::size_t kSmallNumber = 3;  ///< digits up to which "26" of "26일" is but a part

bool is_stop(string_view word) {
  const WordEntry* entry = find_word(word);
  return entry != nullptr && (entry->flags & kStop) != 0;
}

/// What a question asks for, and says of nothing. The lexicon of statements has no use for them.
bool asks(string_view word) {
  static constexpr string_view kAsking[] = {
      "언제", "어디서", "어디",   "누구",   "누가",   "무엇",   "뭐",   "뭘",
      "무슨", "어떻",   "어떻게", "어떤",   "어느",   "왜",     "얼마", "얼마나",
      "몇",   "결국",   "누구였", "언제였", "어디였", "얼마였", "뭐였", "뭐라"};
  return std::find(std::begin(kAsking), std::end(kAsking), word) != std::end(kAsking);
}

string_view connector_free(string_view text, std::string& out) {
  out.clear();
  for (const char c : text) {
    if (c != '-' && c != '_' && c != '/' && c != ':' && c != ',' && c != '#') out.push_back(c);
  }
  return out;
}

/// Reads the terms of one text.
class Reader {
 public:
  explicit Reader(string_view text) : tokens_(tokenise(text)) {}

  std::vector<Term> run() && {
    std::size_t i = 0;
    while (i < tokens_.size()) i = read(i);
    return std::move(terms_);
  }

 private:
  std::size_t read(std::size_t i) {
    if (tokens_.is(i, TokenKind::Symbol)) return i + 1;
    const std::size_t end = chain_end(i);
    if (end > i + 1) {
      read_chain(i, end);
    } else {
      read_single(i);
    }
    return end;
  }

  /// One past the last token of an identifier, address or hyphenated word that begins at i: letters
  /// and digits with nothing or one sign between them.
  std::size_t chain_end(std::size_t i) const {
    if (tokens_.is(i, TokenKind::Hangul)) return i + 1;
    std::size_t end = i + 1;
    while (true) {
      std::size_t next = end;
      if (joins(next)) ++next;
      const bool goes_on =
          next < tokens_.size() && tokens_.glued(next) &&
          (tokens_.is(next, TokenKind::Latin) || tokens_.is(next, TokenKind::Number));
      if (!goes_on) return end;
      end = next + 1;
    }
  }

  bool joins(std::size_t i) const {
    static constexpr string_view kSigns = "-_./:@#&+";
    return tokens_.is(i, TokenKind::Symbol) && tokens_.glued(i) && tokens_.text(i).size() == 1 &&
           kSigns.find(tokens_.text(i)[0]) != string_view::npos;
  }

  void read_chain(std::size_t begin, std::size_t end) {
    bool has_number = false;
    for (std::size_t i = begin; i < end; ++i) has_number |= tokens_.is(i, TokenKind::Number);
    std::string joined;
    connector_free(tokens_.slice(tokens_.list[begin].begin, tokens_.list[end - 1].end), joined);
    put(Term::Kind::Word, joined, begin, end);
    for (std::size_t i = begin; i < end; ++i) {
      if (tokens_.is(i, TokenKind::Number)) {
        put(Term::Kind::Part, digits(i), i, i + 1);
      } else if (tokens_.is(i, TokenKind::Latin)) {
        if (has_number) {
          put(Term::Kind::Part, folded(i), i, i + 1);
        } else {
          read_latin(i);
        }
      }
    }
    if (tokens_.is(end - 1, TokenKind::Number)) read_amount(end - 1, false);
  }

  void read_single(std::size_t i) {
    if (tokens_.is(i, TokenKind::Number)) return read_number(i);
    if (tokens_.is(i, TokenKind::Latin)) return read_latin(i);
    read_hangul(i);
  }

  void read_latin(std::size_t i) {
    const std::string word = folded(i);
    if (is_stop(word)) return;
    put_word(english_stem(word), i);
  }

  void read_number(std::size_t i) {
    const std::string number = digits(i);
    const bool has_unit = tokens_.is(i + 1, TokenKind::Hangul) && tokens_.glued(i + 1);
    const bool small = has_unit && number.size() <= kSmallNumber;
    put(small ? Term::Kind::Part : Term::Kind::Word, number, i, i + 1);
    if (has_unit) {
      put(Term::Kind::Word, number + std::string(korean_stem(tokens_.text(i + 1))), i, i + 2);
    }
    read_amount(i, true);
  }

  /// "6500만", "6천5백만" and "65,000,000" are one amount.
  void read_amount(std::size_t i, bool as_word) {
    NumberReader reader(tokens_, i);
    if (!as_word || !reader.read()) return;
    const std::string amount = reader.amount().to_string();
    const std::size_t end = reader.cursor().token + (reader.cursor().offset > 0 ? 1 : 0);
    if (amount != digits(i)) put(Term::Kind::Word, amount, i, std::max(end, i + 1));
  }

  void read_hangul(std::size_t i) {
    const string_view word = tokens_.text(i);
    const bool after_other = tokens_.glued(i) && !tokens_.is(i - 1, TokenKind::Symbol);
    if (after_other && (tokens_.is(i - 1, TokenKind::Number) || suffix_remainder(word) != 0))
      return;
    if (is_stop(word) || asks(word)) return;
    const std::string stem = korean_root(word);
    if (is_stop(stem) || asks(stem)) return;
    put_word(stem, i);
    if (!is_hangul(stem) || stem.size() < 3 * kSyllable) return;
    for (std::size_t at = 0; at + 2 * kSyllable <= stem.size(); at += kSyllable) {
      put(Term::Kind::Part, stem.substr(at, 2 * kSyllable), i, i + 1);
    }
  }

  void put_word(const std::string& stem, std::size_t i) {
    const string_view meaning = concept_of(stem);
    if (meaning != stem) put(Term::Kind::Concept, std::string(meaning), i, i + 1);
    put(Term::Kind::Word, stem, i, i + 1);
  }

  /// The tokeniser lowers Latin-1 alone.
  std::string folded(std::size_t i) const {
    const string_view word = tokens_.text(i);
    const bool ascii =
        std::all_of(word.begin(), word.end(), [](char c) { return (c & 0x80) == 0; });
    return ascii ? std::string(word) : fold_case(to_valid_utf8(word));
  }

  std::string digits(std::size_t i) const {
    std::string text;
    for (const char c : tokens_.text(i)) {
      if (c != ',') text.push_back(c);
    }
    return text;
  }

  void put(Term::Kind kind, std::string text, std::size_t begin, std::size_t end) {
    if (text.empty()) return;
    terms_.push_back({kind, std::move(text), tokens_.list[begin].begin, tokens_.list[end - 1].end});
  }

  Tokens tokens_;
  std::vector<Term> terms_;
};

class BuiltinTokenizer final : public Tokenizer {
 public:
  std::string name() const override { return "memfold-words@1"; }
  std::vector<Term> terms(string_view text) const override { return Reader(text).run(); }
  ValueKinds values_asked(string_view question) const override {
    return models::values_asked(question);
  }
  ValueKinds values_told(string_view text) const override { return models::values_told(text); }
};

}  // namespace

std::shared_ptr<const Tokenizer> builtin_tokenizer() {
  static const auto tokenizer = std::make_shared<const BuiltinTokenizer>();
  return tokenizer;
}

}  // namespace memfold
