#include "models/analyst/turned.h"

#include <algorithm>
#include <vector>

namespace memfold::models {
namespace {

using std::string_view;

struct Opposites {
  string_view one, other;
};
constexpr Opposites kOpposites[] = {
#include "models/analyst/lexicon/opposites.inc"
};

constexpr std::size_t kMostWords = 64;

/// Particles that mark one role are written alike.
struct Particle {
  string_view written, role;
};
constexpr Particle kParticles[] = {
    {"이", "subject"},   {"가", "subject"}, {"은", "subject"}, {"는", "subject"},
    {"께서", "subject"}, {"을", "object"},  {"를", "object"},  {"에게", "to"},
    {"한테", "to"},      {"께", "to"},      {"로", "towards"}, {"으로", "towards"},
    {"에서", "from"},    {"부터", "since"}, {"까지", "until"}, {"와", "with"},
    {"과", "with"},      {"보다", "than"},  {"의", "of"},      {"에", "at"}};
constexpr string_view kPrepositions[] = {
    "to",   "from",   "of",   "by",    "with",  "for",     "before",  "after", "over", "under",
    "than", "behind", "into", "above", "below", "against", "through", "on",    "in",   "at"};
constexpr string_view kDeterminers[] = {"the", "a",   "an",  "my",    "our",  "your",
                                        "his", "her", "its", "their", "this", "that"};

template <std::size_t N>
bool one_of(const string_view (&list)[N], string_view text) {
  return std::find(std::begin(list), std::end(list), text) != std::end(list);
}

/// The particle or ending of a Hangul word.
string_view ending_of(const Tokens& tokens, std::size_t i) {
  return tokens.text(i).substr(tokens.stem(i).size());
}

/// What marks the role of the words of tokens first .. last.
string_view role_of(const Tokens& tokens, std::size_t first, std::size_t last) {
  if (tokens.is(last, TokenKind::Hangul)) {
    const string_view ending = ending_of(tokens, last);
    for (const Particle& particle : kParticles) {
      if (particle.written == ending) return particle.role;
    }
    return {};
  }
  std::size_t at = first;
  while (at > 0 && one_of(kDeterminers, tokens.text(at - 1))) --at;
  return at > 0 && one_of(kPrepositions, tokens.text(at - 1)) ? tokens.text(at - 1) : string_view();
}

struct Role {
  const Word* word;
  string_view marker;
};

/// The words that say what a statement is about, in order.
std::vector<Role> roles_of(const Reading& reading) {
  std::vector<Role> roles;
  for (const Word& word : reading.words) {
    if (word.weight != kFullWeight || reading.in_context(word.first)) continue;
    if (roles.size() == kMostWords) break;
    roles.push_back({&word, role_of(reading.tokens, word.first, word.last)});
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

/// All but the marks, sorted.
std::vector<string_view> sorted_words(const Tokens& tokens) {
  std::vector<string_view> words;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens.is(i, TokenKind::Symbol)) words.push_back(tokens.text(i));
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
    words |= !tokens.is(i, TokenKind::Symbol) && !tokens.is(i, "and") && !tokens.is(i, "or");
  }
  return words;
}

/// "from Leeds to York" and "from York to Leeds"; "Ann pays Tom" and "Tom pays Ann".
std::optional<Turn> exchanged(const Reading& existing, const Reading& incoming) {
  const std::vector<Role> before = roles_of(existing), after = roles_of(incoming);
  const bool same_words = sorted_words(existing.tokens) == sorted_words(incoming.tokens);
  for (const Role& one : before) {
    const Role* one_after = only_one(after, *one.word);
    if (one_after == nullptr || only_one(before, *one.word) == nullptr) continue;
    for (const Role* other = &one + 1; other != before.data() + before.size(); ++other) {
      const Role* other_after = only_one(after, *other->word);
      if (other_after == nullptr || only_one(before, *other->word) == nullptr) continue;
      const bool markers = one.marker != other->marker && one_after->marker == other->marker &&
                           other_after->marker == one.marker;
      const bool order = same_words && one.marker.empty() && other->marker.empty() &&
                         one_after->marker.empty() && other_after->marker.empty() &&
                         other_after < one_after &&
                         said_between(existing.tokens, *one.word, *other->word);
      if (markers || order)
        return Turn{written(existing, *one.word), written(incoming, *one_after->word)};
    }
  }
  return std::nullopt;
}

/// What the statement has of an entry of the list; empty if it has nothing.
string_view said(const Reading& reading, string_view entry) {
  const bool particle = entry.starts_with('-');
  if (particle) entry.remove_prefix(1);
  const Tokens& tokens = reading.tokens;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (reading.in_context(i) || tokens.is(i, TokenKind::Symbol)) continue;
    const bool hangul = tokens.is(i, TokenKind::Hangul) && !tokens.glued(i);
    if (particle ? hangul && ending_of(tokens, i) == entry
                 : tokens.is(i, entry) || (hangul && tokens.stem(i) == entry)) {
      return tokens.text(i);
    }
  }
  for (const Value& value : reading.values) {
    if (particle && value.particle == entry) return value.particle;
  }
  return {};
}

/// One side says the one, the other side the other, and neither says both.
std::optional<Turn> opposed(const Reading& existing, const Reading& incoming) {
  for (const auto& [one, other] : kOpposites) {
    const string_view one_before = said(existing, one), one_after = said(incoming, one);
    if (other.empty() || one_before.empty() == one_after.empty()) continue;
    const string_view other_before = said(existing, other), other_after = said(incoming, other);
    if (other_before.empty() == other_after.empty()) continue;
    if (one_before.empty() == other_before.empty()) continue;
    return one_before.empty() ? Turn{other_before, one_after} : Turn{one_before, other_after};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Turn> turned_round(const Reading& existing, const Reading& incoming) {
  if (const auto turn = opposed(existing, incoming)) return turn;
  return exchanged(existing, incoming);
}

std::optional<Turn> limited(const Reading& existing, const Reading& incoming) {
  for (const auto& [word, other] : kOpposites) {
    if (!other.empty()) continue;
    const Turn turn{said(existing, word), said(incoming, word)};
    if (turn.before.empty() != turn.after.empty()) return turn;
  }
  return std::nullopt;
}

}  // namespace memfold::models
