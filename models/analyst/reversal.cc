#include "models/analyst/reversal.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/word_lists.h"
#include "models/analyst/opposites.h"
#include "models/language/stem.h"

namespace memfold::models {
namespace {

using std::string_view;

constexpr std::size_t kMostCompared = 64;

/// Particles that mark one role are written alike.
struct Particle {
  string_view written, role;
};
constexpr Particle kParticles[] = {
    {"이", "subject"},   {"가", "subject"}, {"은", "subject"}, {"는", "subject"},
    {"께서", "subject"}, {"을", "object"},  {"를", "object"},  {"에게", "to"},
    {"한테", "to"},      {"에게는", "to"},  {"에게도", "to"},  {"한테는", "to"},
    {"한테도", "to"},    {"께", "to"},      {"로", "towards"}, {"으로", "towards"},
    {"에서", "from"},    {"부터", "since"}, {"까지", "until"}, {"와", "with"},
    {"과", "with"},      {"보다", "than"},  {"의", "of"},      {"에", "at"}};
constexpr string_view kPrepositions[] = {
    "to",   "from",   "of",   "by",    "with",  "for",     "before",  "after", "over", "under",
    "than", "behind", "into", "above", "below", "against", "through", "on",    "in",   "at"};
constexpr string_view kDeterminers[] = {"the", "a",   "an",  "my",    "our",  "your",
                                        "his", "her", "its", "their", "this", "that"};

/// Tense and articles say nothing of who does what to whom.
constexpr string_view kAuxiliaries[] = {"has", "have", "had", "do", "does", "did", "will", "would"};
/// What makes the contrary of a word it stands before.
constexpr string_view kContraryPrefixes[] = {"불", "비",  "미", "무", "부",
                                             "un", "non", "in", "dis"};

/// The first of the determiners right before token i, or i.
std::size_t past_determiners(const Tokens& tokens, std::size_t i) {
  while (i > 0 && is_listed(kDeterminers, tokens.text(i - 1))) --i;
  return i;
}

/// What marks the role of the words of tokens first .. last.
string_view role_of(const Tokens& tokens, std::size_t first, std::size_t last) {
  if (tokens.is(last, TokenKind::Hangul)) {
    const string_view ending = tokens.ending(last);
    for (const Particle& particle : kParticles) {
      if (particle.written == ending) return particle.role;
    }
    return {};
  }
  const std::size_t at = past_determiners(tokens, first);
  return at > 0 && is_listed(kPrepositions, tokens.text(at - 1)) ? tokens.text(at - 1)
                                                                 : string_view();
}

struct Role {
  const Word* word;
  string_view marker;
};

/// The words that say what a statement is about, in order. Members of a list share the role of the
/// one that marks it: the first after a preposition, the last before a particle.
std::vector<Role> roles_of(const Reading& reading) {
  const Tokens& tokens = reading.tokens;
  std::vector<Role> roles;
  for (const Word& word : reading.words) {
    if (word.weight != kFullWeight || reading.in_context(word.first)) continue;
    const std::size_t at = past_determiners(tokens, word.first);
    const bool listed = at > 0 && (tokens.is(at - 1, "and") || tokens.is(at - 1, "or"));
    roles.push_back({&word, listed && !roles.empty() ? roles.back().marker
                                                     : role_of(tokens, word.first, word.last)});
  }
  for (std::size_t i = roles.size(); i-- > 1;) {
    if (roles[i - 1].marker == "with" && tokens.is(roles[i - 1].word->last, TokenKind::Hangul))
      roles[i - 1].marker = roles[i].marker;
  }
  return roles;
}

/// The role of a word that occurs once; null where there is none or more than one.
const Role* only_one(const std::vector<Role>& roles, const Word& word) {
  const auto same = [&](const Role& role) { return role.word->stem == word.stem; };
  const auto role = std::find_if(roles.begin(), roles.end(), same);
  if (role == roles.end() || std::find_if(role + 1, roles.end(), same) != roles.end())
    return nullptr;
  return &*role;
}

/// What a statement is made of, whatever its order, tense and articles; sorted.
std::vector<std::string> made_of(const Reading& reading) {
  const Tokens& tokens = reading.tokens;
  std::vector<std::string> words;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const string_view text = tokens.text(i);
    if (tokens.is(i, TokenKind::Symbol) || is_listed(kDeterminers, text) ||
        is_listed(kAuxiliaries, text))
      continue;
    words.push_back(tokens.is(i, TokenKind::Latin) ? english_stem(text)
                                                   : std::string(tokens.stem(i)));
  }
  std::sort(words.begin(), words.end());
  return words;
}

string_view written(const Reading& reading, const Word& word) {
  const auto& tokens = reading.tokens.list;
  return reading.content.substr(tokens[word.first].begin,
                                tokens[word.last].end - tokens[word.first].begin);
}

/// Something is said between two words, and they are no list.
bool said_between(const Tokens& tokens, const Word& one, const Word& other) {
  bool words = false;
  for (std::size_t i = one.last + 1; i < other.first; ++i) {
    if (tokens.is(i, ",")) return false;
    words |= !tokens.is(i, TokenKind::Symbol) && !tokens.is(i, "and") && !tokens.is(i, "or") &&
             !is_listed(kDeterminers, tokens.text(i));
  }
  return words;
}

/// Then "to" marks a subject: "환자에게 당뇨가 있다" is what "환자는 당뇨가 있다" says.
bool says_there_is(const Reading& reading) {
  return reading.mentions("있") || reading.mentions("있다") || reading.mentions("없") ||
         reading.mentions("없다");
}

/// Who is given something, and who gives it.
bool changes_sides(string_view marker, string_view after) {
  return (marker == "to" && after == "subject") || (marker == "subject" && after == "to");
}

/// "from Leeds to York" and "from York to Leeds"; "Ann pays Tom", "Tom pays Ann" and "Ann is paid
/// by Tom"; "지영이 보냈다" and "지영에게 보냈다".
std::optional<Contrast> exchanged(const Reading& existing, const Reading& incoming) {
  const std::vector<Role> before = roles_of(existing), after = roles_of(incoming);
  for (const Role& one : before) {
    const Role* one_after = only_one(after, *one.word);
    if (one_after == nullptr || only_one(before, *one.word) == nullptr) continue;
    if (changes_sides(one.marker, one_after->marker) && !says_there_is(existing))
      return Contrast{written(existing, *one.word), written(incoming, *one_after->word)};
    for (const Role* other = &one + 1; other != before.data() + before.size(); ++other) {
      const Role* other_after = only_one(after, *other->word);
      if (other_after == nullptr || only_one(before, *other->word) == nullptr) continue;
      const bool markers = one.marker != other->marker && one_after->marker == other->marker &&
                           other_after->marker == one.marker;
      const bool bare = one.marker.empty() && one_after->marker.empty() &&
                        said_between(existing.tokens, *one.word, *other->word);
      const string_view marker = other->marker, marker_after = other_after->marker;
      const bool order = bare && marker.empty() && marker_after.empty() &&
                         other_after < one_after && made_of(existing) == made_of(incoming);
      const bool passive =
          bare && one_after < other_after &&
          ((marker.empty() && marker_after == "by") || (marker == "by" && marker_after.empty()));
      if (markers || order || passive)
        return Contrast{written(existing, *one.word), written(incoming, *one_after->word)};
    }
  }
  return std::nullopt;
}

/// The last word of full weight before a value.
const Word* owner_of(const Reading& reading, const Value& value) {
  const Word* owner = nullptr;
  for (const Word& word : reading.words) {
    if (word.last >= value.first_token) break;
    if (word.weight == kFullWeight) owner = &word;
  }
  return owner;
}

const Value* same_in(const Reading& reading, const Value& value) {
  const auto found = std::find_if(
      reading.values.begin(), reading.values.end(),
      [&](const Value& one) { return one.type == value.type && same_value(one, value); });
  return found == reading.values.end() ? nullptr : &*found;
}

/// "Ann gets $50 and Tom gets $60" the other way round: two values that exchanged their owners.
std::optional<Contrast> values_exchanged(const Reading& existing, const Reading& incoming) {
  for (const Value& one : existing.values) {
    if (one.type > ValueType::Frequency) continue;
    for (const Value& other : existing.values) {
      if (&other == &one) break;
      if (other.type != one.type || same_value(one, other)) continue;
      const Value *one_after = same_in(incoming, one), *other_after = same_in(incoming, other);
      if (one_after == nullptr || other_after == nullptr) continue;
      const Word* owners[] = {owner_of(existing, one), owner_of(existing, other),
                              owner_of(incoming, *one_after), owner_of(incoming, *other_after)};
      if (std::find(std::begin(owners), std::end(owners), nullptr) != std::end(owners)) continue;
      const bool apart = owners[0]->stem != owners[1]->stem;
      const bool swapped = owners[0]->stem == owners[3]->stem && owners[1]->stem == owners[2]->stem;
      if (apart && swapped)
        return Contrast{existing.content.substr(one.span.begin, one.span.end - one.span.begin),
                        incoming.content.substr(other_after->span.begin,
                                                other_after->span.end - other_after->span.begin)};
    }
  }
  return std::nullopt;
}

/// The words of `reading` that the other statement does not have.
std::vector<const Word*> not_in(const Reading& other, const Reading& reading) {
  std::vector<const Word*> words;
  for (const Word& word : reading.words) {
    if (!other.mentions(word.stem)) words.push_back(&word);
  }
  return words;
}

/// 가능 for 불가능, which are alike enough to pass for one word.
std::optional<Contrast> contrary(const Reading& existing, const Reading& incoming) {
  const std::vector<const Word*> befores = not_in(incoming, existing);
  for (const Word* after : not_in(existing, incoming)) {
    for (const Word* before : befores) {
      for (const string_view prefix : kContraryPrefixes) {
        const auto makes = [&](const std::string& longer, const std::string& shorter) {
          return longer.size() == prefix.size() + shorter.size() && longer.starts_with(prefix) &&
                 longer.ends_with(shorter) && shorter.size() > 3;
        };
        if (makes(after->stem, before->stem) || makes(before->stem, after->stem))
          return Contrast{written(existing, *before), written(incoming, *after)};
      }
    }
  }
  return std::nullopt;
}

/// "Only" and its like have no opposite.
bool is_limit(const SaidOpposites& said) {
  return listed_opposites()[said.pair].other.empty();
}

/// What a statement says of one pair of the list.
Opposites said_of(std::size_t pair, const Reading& reading) {
  for (const SaidOpposites& said : reading.opposites()) {
    if (said.pair == pair) return said;
  }
  return {};
}

/// The first limit of `one` that the other lacks.
const SaidOpposites* limit_not_in(const Reading& other, const Reading& one) {
  for (const SaidOpposites& said : one.opposites()) {
    if (is_limit(said) && said_of(said.pair, other).one.empty()) return &said;
  }
  return nullptr;
}

/// One side says the one, the other side the other, and neither says both.
std::optional<Contrast> opposed(const Reading& existing, const Reading& incoming) {
  for (const SaidOpposites& before : existing.opposites()) {
    if (is_limit(before)) continue;
    const Opposites after = said_of(before.pair, incoming);
    if (before.one.empty() == after.one.empty()) continue;
    if (before.other.empty() == after.other.empty()) continue;
    if (before.one.empty() == before.other.empty()) continue;
    return before.one.empty() ? Contrast{before.other, after.one}
                              : Contrast{before.one, after.other};
  }
  return std::nullopt;
}

/// An article of English, not the letter that names a thing ("plan A", "A팀"); "a few" is not
/// "few".
bool is_article(const Tokens& tokens, std::size_t i) {
  constexpr string_view kArticles[] = {"a", "an", "the"}, kSome[] = {"few", "little"};
  const bool lower = !tokens.list[i].capital || tokens.list[i].sentence_start;
  return lower && is_listed(kArticles, tokens.text(i)) && tokens.is(i + 1, TokenKind::Latin) &&
         !tokens.glued(i + 1) && !is_listed(kSome, tokens.text(i + 1));
}

/// A capital letter by itself, not one of a figure (Q1, 50M).
bool names_by_letter(const Tokens& tokens, std::size_t i) {
  if (!tokens.is(i, TokenKind::Latin) || tokens.text(i).size() != 1 || !tokens.list[i].capital)
    return false;
  const bool figure = (tokens.glued(i) && tokens.is(i - 1, TokenKind::Number)) ||
                      (tokens.glued(i + 1) && tokens.is(i + 1, TokenKind::Number));
  return !figure && !tokens.is(i, "i") && !is_article(tokens, i);
}

/// A quote, the last full stop, an article.
bool says_nothing(const Tokens& tokens, std::size_t i) {
  constexpr string_view kQuotes[] = {"\"", "'", "`", "“", "”", "‘", "’"};
  if (is_listed(kQuotes, tokens.text(i))) return true;
  if (!tokens.is(i, ".")) return is_article(tokens, i);
  std::size_t end = i + 1;
  while (end < tokens.size() && is_listed(kQuotes, tokens.text(end))) ++end;
  return end == tokens.size();
}

bool is_dash(string_view text) {
  constexpr string_view kDashes[] = {"-", "‐", "‑", "–", "—"};
  return is_listed(kDashes, text);
}

/// Signs that say something, "!" before what it negates, letters that name.
std::vector<string_view> signs_of(const Reading& reading) {
  constexpr string_view kSigns[] = {"=", "*", "<", "≠", "≤", "≥", "×", "^"};
  const Tokens& tokens = reading.tokens;
  std::vector<string_view> signs;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (reading.in_context(i)) continue;
    const bool negates = tokens.is(i, "!") && tokens.is(i + 1, "=") && tokens.glued(i + 1);
    if (negates || is_listed(kSigns, tokens.text(i)) || names_by_letter(tokens, i))
      signs.push_back(tokens.text(i));
  }
  return signs;
}

}  // namespace

std::optional<Contrast> find_reversal(const Reading& existing, const Reading& incoming) {
  if (const auto contrast = opposed(existing, incoming)) return contrast;
  const bool is_short = std::max(existing.words.size(), incoming.words.size()) <= kMostCompared &&
                        std::max(existing.values.size(), incoming.values.size()) <= kMostCompared;
  if (!is_short) return std::nullopt;
  if (const auto contrast = contrary(existing, incoming)) return contrast;
  if (const auto contrast = values_exchanged(existing, incoming)) return contrast;
  return exchanged(existing, incoming);
}

bool same_but_for_marks(const Reading& existing, const Reading& incoming) {
  const Tokens &a = existing.tokens, &b = incoming.tokens;
  std::size_t i = 0, j = 0, words = 0;
  for (;; ++i, ++j, ++words) {
    while (i < a.size() && says_nothing(a, i)) ++i;
    while (j < b.size() && says_nothing(b, j)) ++j;
    if (i == a.size() || j == b.size()) return words > 0 && i == a.size() && j == b.size();
    if (is_dash(a.text(i)) && is_dash(b.text(j))) continue;
    const Token &one = a.list[i], &other = b.list[j];
    const bool cased = one.capital == other.capital || one.sentence_start || other.sentence_start;
    if (a.text(i) != b.text(j) || !cased || one.all_capitals != other.all_capitals ||
        one.inner_capital != other.inner_capital) {
      return false;
    }
  }
}

std::optional<Contrast> other_signs(const Reading& existing, const Reading& incoming) {
  const auto before = signs_of(existing), after = signs_of(incoming);
  const auto [one, other] = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
  if (one == before.end() && other == after.end()) return std::nullopt;
  return Contrast{one == before.end() ? string_view() : *one,
                  other == after.end() ? string_view() : *other};
}

std::optional<Contrast> limited(const Reading& existing, const Reading& incoming) {
  const SaidOpposites* gone = limit_not_in(incoming, existing);
  const SaidOpposites* added = limit_not_in(existing, incoming);
  if (gone != nullptr && (added == nullptr || gone->pair < added->pair))
    return Contrast{gone->one, {}};
  if (added != nullptr) return Contrast{{}, added->one};
  return std::nullopt;
}

}  // namespace memfold::models
