#include "core/name_forms.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>

#include "core/name_words.h"
#include "core/text.h"

namespace memfold {
namespace {

using std::string_view;

constexpr std::size_t kSyllable = 3;  // bytes
constexpr std::size_t kMaxNameBytes = 512;

enum class Shape { Letters, Hangul, Digits, Mark };
enum class Gap { None, Space, Hyphen };

/// A run of one kind of character, and what stands between it and the one before.
struct Piece {
  std::string text;
  Shape shape;
  Gap gap = Gap::None;
};
using Pieces = std::vector<Piece>;

/// Which rules hold for a name.
struct Rules {
  bool exact = false;         ///< compared as it is written, but for case
  bool joins_words = false;   ///< "open ai" is openai
  bool organisation = false;  ///< short company forms go
  bool wording = false;       ///< a concept: plurals, compounds, possessives
};

Rules rules_of(NodeKind kind, string_view type) {
  constexpr auto kExact =
      std::to_array<string_view>({"manual_page", "symbol", "host", "project", "commit", "address"});
  constexpr auto kNamed = std::to_array<string_view>({"organisation", "product", "place"});
  const auto is_in = [&](const auto& table) {
    return std::find(table.begin(), table.end(), type) != table.end();
  };
  Rules rules;
  rules.wording = kind == NodeKind::Concept;
  rules.exact = kind != NodeKind::Concept && (kind != NodeKind::Entity || is_in(kExact));
  rules.joins_words = kind == NodeKind::Entity && is_in(kNamed);
  rules.organisation = rules.joins_words && type == "organisation";
  return rules;
}

Shape shape_of(UChar32 c) {
  if (c >= 0xAC00 && c <= 0xD7A3) return Shape::Hangul;
  if (u_isdigit(c)) return Shape::Digits;
  const int category = u_charType(c);
  const bool letter =
      u_isalpha(c) || category == U_NON_SPACING_MARK || category == U_COMBINING_SPACING_MARK;
  return letter ? Shape::Letters : Shape::Mark;
}

bool is_hyphen(UChar32 c) {
  return c == '-' || c == 0x2010 || c == 0x2011 || c == 0x2013 || c == '_';
}

bool is_quote(UChar32 c) {
  constexpr std::u32string_view kQuotes = U"'\"`´‘’‚“”„«»ʼ「」『』《》〈〉";
  return kQuotes.find(static_cast<char32_t>(c)) != kQuotes.npos;
}

bool is_pause(UChar32 c) {
  constexpr std::u32string_view kPauses = U",;:!?。、·…";
  return kPauses.find(static_cast<char32_t>(c)) != kPauses.npos;
}

/// Cuts a folded name into pieces. Marks that only part words become gaps; between digits, and
/// before a number as its sign, every mark stays.
class Cutter {
 public:
  Pieces cut(string_view text) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    const auto length = static_cast<std::int32_t>(text.size());
    for (std::int32_t i = 0; i < length;) {
      const std::int32_t start = i;
      UChar32 c, next = 0;
      U8_NEXT(bytes, i, length, c);
      if (i < length) {
        std::int32_t peek = i;
        U8_NEXT(bytes, peek, length, next);
      }
      take(c, next, text.substr(std::size_t(start), std::size_t(i - start)));
    }
    return std::move(pieces_);
  }

 private:
  void take(UChar32 c, UChar32 next, string_view text) {
    const bool digit_follows = u_isdigit(next);
    const bool behind_digit = behind(Shape::Digits);
    if (u_isUWhiteSpace(c)) {
      gap_ = Gap::Space;
    } else if (behind_digit && digit_follows && shape_of(c) == Shape::Mark) {
      add(Shape::Mark, text);
    } else if (is_hyphen(c)) {
      const bool sign = digit_follows && (pieces_.empty() || gap_ != Gap::None);
      if (sign) {
        add(Shape::Mark, "-");
      } else if (gap_ == Gap::None && !pieces_.empty()) {
        gap_ = Gap::Hyphen;
      }
    } else if (is_quote(c)) {
      if (!behind(Shape::Letters) && gap_ == Gap::None && !pieces_.empty()) gap_ = Gap::Space;
    } else if (is_pause(c) || (c == '#' && digit_follows && !behind(Shape::Mark))) {
      gap_ = Gap::Space;
    } else if (c == '.' && !digit_follows && !u_isalpha(next)) {
      gap_ = ends_initial() ? gap_ : Gap::Space;  // "U.S. branch", "St. Mary"
    } else if (c == '.' && ends_initial() && u_isalpha(next)) {
      run_ = 0;  // "U.S.A.": the next letter goes on with the word
    } else {
      add(shape_of(c), text);
    }
  }

  bool behind(Shape shape) const {
    return gap_ == Gap::None && !pieces_.empty() && pieces_.back().shape == shape;
  }
  // One letter alone, or such with points between them.
  bool ends_initial() const { return behind(Shape::Letters) && run_ == 1; }

  void add(Shape shape, string_view text) {
    ++run_;
    if (behind(shape) && shape != Shape::Mark) {
      pieces_.back().text += text;
      return;
    }
    run_ = 1;
    pieces_.push_back({std::string(text), shape, gap_});
    gap_ = Gap::None;
  }

  Pieces pieces_;
  Gap gap_ = Gap::None;
  int run_ = 0;  ///< characters since the last piece or joining point began
};

std::size_t letters_from(const Pieces& pieces, std::size_t first) {
  std::size_t bytes = 0;
  for (std::size_t i = first; i < pieces.size(); ++i) {
    bytes += pieces[i].shape == Shape::Mark ? 0 : pieces[i].text.size();
  }
  return bytes;
}

void drop_first(Pieces& pieces) {
  pieces.erase(pieces.begin());
  if (!pieces.empty()) pieces.front().gap = Gap::None;
}

// 주식회사한빛, 한빛주식회사
void drop_glued_form(Piece& piece) {
  for (string_view form : {"주식회사", "유한회사"}) {
    std::string& text = piece.text;
    if (text.size() < form.size() + 2 * kSyllable) continue;
    if (text.starts_with(form)) text.erase(0, form.size());
    if (text.ends_with(form)) text.resize(text.size() - form.size());
  }
}

void drop_company_forms(Pieces& pieces, bool organisation) {
  const auto is_form = [&](const Piece& piece) {
    return is_company_form(piece.text) || (organisation && is_short_company_form(piece.text));
  };
  const auto apart = [](const Piece& piece) { return piece.gap == Gap::Space; };
  while (pieces.size() > 1 && apart(pieces.back()) && is_form(pieces.back()) &&
         letters_from(pieces, 0) > pieces.back().text.size() + 1) {
    organisation = true;  // the "Co." before "Ltd."
    pieces.pop_back();
  }
  while (pieces.size() > 1 && pieces.front().shape == Shape::Hangul && apart(pieces[1]) &&
         is_company_form(pieces.front().text)) {
    drop_first(pieces);
  }
  for (Piece& piece : pieces) {
    if (piece.shape == Shape::Hangul) drop_glued_form(piece);
  }
}

void drop_article(Pieces& pieces, bool wording) {
  constexpr std::size_t kLeastLetters = 4;  // The Who is not the WHO
  if (pieces.size() < 2 || pieces[1].gap != Gap::Space) return;
  const string_view first = pieces.front().text;
  const bool article = first == "the" || (wording && (first == "a" || first == "an"));
  if (article && letters_from(pieces, 1) >= kLeastLetters) drop_first(pieces);
}

// Particles no noun ends with.
void drop_particle(Piece& piece) {
  struct Ending {
    string_view text;
    std::size_t least;  ///< syllables left
  };
  constexpr auto kEndings = std::to_array<Ending>({{"에서는", 2},
                                                   {"으로부터", 2},
                                                   {"에서", 2},
                                                   {"에게", 2},
                                                   {"께서", 2},
                                                   {"으로", 2},
                                                   {"까지", 2},
                                                   {"부터", 2},
                                                   {"를", 2},
                                                   {"는", 3}});
  for (const Ending& ending : kEndings) {
    if (piece.text.ends_with(ending.text) &&
        piece.text.size() >= ending.text.size() + ending.least * kSyllable) {
      piece.text.resize(piece.text.size() - ending.text.size());
      return;
    }
  }
}

void make_singular(Piece& piece) {
  constexpr std::size_t kLeastPlural = 5;
  std::string& word = piece.text;
  const auto ends = [&](string_view ending) { return string_view(word).ends_with(ending); };
  if (word.size() < kLeastPlural || !ends("s") || is_no_plural(word)) return;
  for (string_view kept : {"ss", "us", "is", "ics", "ous", "eries"}) {
    if (ends(kept)) return;
  }
  if (ends("ies") && word.size() > kLeastPlural) {
    word.replace(word.size() - 3, 3, "y");
    return;
  }
  for (string_view hissing : {"xes", "ches", "shes", "sses"}) {
    if (ends(hissing)) {
      word.resize(word.size() - 2);
      return;
    }
  }
  word.pop_back();
}

// "road maps" is roadmaps.
void join_compounds(Pieces& pieces) {
  for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
    const Piece& next = pieces[i + 1];
    if (pieces[i].shape != Shape::Letters || next.shape != Shape::Letters) continue;
    std::string joined = pieces[i].text + next.text;
    const string_view plural = joined;
    if (!is_compound(joined) &&
        !(plural.ends_with('s') && is_compound(plural.substr(0, plural.size() - 1)))) {
      continue;
    }
    pieces[i].text = std::move(joined);
    pieces.erase(pieces.begin() + std::ptrdiff_t(i) + 1);
  }
}

bool joins(const Piece& before, const Piece& piece, bool first, const Rules& rules) {
  const auto is_mark = [](const Piece& p) { return p.shape == Shape::Mark; };
  if (is_mark(before) || is_mark(piece)) return false;
  if (before.shape == Shape::Digits && piece.shape == Shape::Digits) return false;
  if (before.shape != Shape::Letters || piece.shape != Shape::Letters) return true;
  const bool hyphen = piece.gap == Gap::Hyphen;
  if (before.text.size() == 1) {
    const bool electronic = before.text == "e" || before.text == "x";
    return hyphen && first && piece.text.size() > 1 && (electronic || rules.joins_words);
  }
  if (rules.joins_words) return piece.text.size() > 1;
  return hyphen && is_joined_prefix(before.text);
}

std::string join(const Pieces& pieces, const Rules& rules) {
  std::string key;
  bool first = true;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Piece& piece = pieces[i];
    if (i > 0 && piece.gap != Gap::None && !joins(pieces[i - 1], piece, first, rules)) {
      const bool series = piece.gap == Gap::Hyphen && piece.shape == Shape::Digits &&
                          pieces[i - 1].shape == Shape::Digits;
      key.push_back(series ? '-' : ' ');
      first = false;
    }
    key += piece.text;
  }
  return key;
}

void replace_all(std::string& text, string_view from, string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

std::string near_once(string_view name, const Rules& rules) {
  std::string text = fold_accents(fold_case(fold_width(cut_at_word(name, kMaxNameBytes))));
  replace_all(text, "㈜", "(주)");
  for (string_view form : {"(주)", "(유)"}) replace_all(text, form, " ");
  if (rules.organisation) {
    for (string_view form : {"(사)", "(재)"}) replace_all(text, form, " ");
    replace_all(text, "s.p.a", "spa");
    replace_all(text, "s.r.l", "srl");
  }
  replace_all(text, " & ", " and ");
  if (rules.wording) {
    replace_all(text, "’", "'");
    if (text.ends_with("'s")) text.resize(text.size() - 2);
  }
  Pieces pieces = Cutter().cut(text);
  if (!rules.wording) drop_company_forms(pieces, rules.organisation);
  drop_article(pieces, rules.wording);
  if (!pieces.empty() && pieces.back().shape == Shape::Hangul) drop_particle(pieces.back());
  if (!rules.joins_words) join_compounds(pieces);
  if (rules.wording && !pieces.empty() && pieces.back().shape == Shape::Letters) {
    make_singular(pieces.back());
  }
  std::string key = join(pieces, rules);
  return key.empty() ? normalise_key(name) : key;
}

// "min-ji-kim" and "minji-kim" are one.
std::string near_person(string_view name) {
  const std::string key = canonical_person(fold_accents(fold_width(name)));
  const std::size_t last = key.rfind('-');
  if (last == key.npos || romanised_family_name(string_view(key).substr(last + 1)) == 0) return key;
  const std::size_t first = key.find('-');
  if (first == last || key.find('-', first + 1) != last) return key;
  const string_view one = string_view(key).substr(0, first);
  const string_view two = string_view(key).substr(first + 1, last - first - 1);
  if (!is_romanised_given_name(one, true) || !is_romanised_given_name(two, true)) return key;
  return std::string(one).append(two).append(key.substr(last));
}

bool is_address(string_view text) {
  return text.find('@') != text.npos && text.find(' ') == text.npos;
}

std::string exact_key(NodeKind kind, string_view name) {
  return kind == NodeKind::Person ? canonical_person(name)
                                  : normalise_key(cut_at_word(name, kMaxNameBytes));
}

}  // namespace

std::string near_key(NodeKind kind, string_view name, string_view type) {
  if (kind == NodeKind::Person) return near_person(name);
  const Rules rules = rules_of(kind, type);
  if (rules.exact) return exact_key(kind, name);
  constexpr int kMostRounds = 8;  // a company's forms may lie in each other
  std::string key = near_once(name, rules);
  for (int round = 0; round < kMostRounds; ++round) {
    std::string next = near_once(key, rules);
    if (next == key) break;
    key = std::move(next);
  }
  return key;
}

std::vector<std::string> match_keys(NodeKind kind, string_view name, string_view type,
                                    std::span<const std::string> aliases) {
  std::vector<std::string> keys;
  const auto add = [&](std::string key) {
    if (key.empty() || key == "~") return;
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(std::move(key));
  };
  const auto is_mailbox = [&](string_view alias) {
    return kind == NodeKind::Person && is_address(alias);
  };
  add(exact_key(kind, name));
  for (const std::string& alias : aliases) {
    add(is_mailbox(alias) ? normalise_key(alias) : exact_key(kind, alias));
  }
  add("~" + near_key(kind, name, type));
  for (const std::string& alias : aliases) {
    if (!is_mailbox(alias)) add("~" + near_key(kind, alias, type));
  }
  return keys;
}

}  // namespace memfold
