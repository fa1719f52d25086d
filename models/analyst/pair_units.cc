#include "models/analyst/pair_units.h"

#include <algorithm>
#include <string>

#include "core/hash.h"

namespace memfold::models {
namespace {

using std::string_view;

// Kinds: words, then values, then marks.
constexpr std::uint16_t kValueKinds = 36, kMarkKinds = kValueKinds + 256;
constexpr string_view kMarks = ".,?!:;()/-%&+'\"~=";
static_assert(kMarkKinds + kMarks.size() < kUnitKinds);

// What a unit may stand for besides the typed values, which come first.
constexpr std::uint16_t kAlikeName = 17, kAlikeStatus = 18;

/// 0 is no piece.
std::uint16_t piece(string_view text, std::uint64_t use) {
  return std::uint16_t(1 + hash64(text, use) % (kPieces - 1));
}
constexpr std::uint64_t kGram = 1, kEnding = 2, kSort = 3;

void add_gram(PairUnit& unit, string_view gram) {
  if (unit.gram_count == kMostGrams) return;
  const std::uint16_t row = piece(gram, kGram);
  const auto end = unit.grams.begin() + unit.gram_count;
  if (std::find(unit.grams.begin(), end, row) == end) unit.grams[unit.gram_count++] = row;
}

bool has_hangul(const Tokens& tokens, const Word& word) {
  for (std::size_t i = word.first; i <= word.last; ++i) {
    if (tokens.is(i, TokenKind::Hangul)) return true;
  }
  return false;
}

/// Syllables and pairs of them; of other scripts, four bytes in a row and three.
void add_grams(PairUnit& unit, string_view word, bool hangul) {
  const std::string framed = '<' + std::string(word) + '>';
  const string_view text = framed;
  if (!hangul) {
    for (const std::size_t length : {std::size_t(4), std::size_t(3)}) {
      for (std::size_t i = 0; i + length <= text.size(); ++i)
        add_gram(unit, text.substr(i, length));
    }
    return;
  }
  std::array<std::size_t, kMostGrams + 3> starts{};
  std::size_t count = 0;
  for (std::size_t at = 0; count < starts.size() && at <= text.size();) {
    starts[count++] = at;
    at += std::max<std::size_t>(1, prefix_bytes(text.substr(at), 1));
  }
  for (std::size_t i = 1; i + 2 < count; ++i) {
    add_gram(unit, text.substr(starts[i], starts[i + 1] - starts[i]));
  }
  for (std::size_t i = 0; i + 2 < count; ++i) {
    add_gram(unit, text.substr(starts[i], starts[i + 2] - starts[i]));
  }
}

/// What stands behind the stem of a word.
string_view ending_of(const Tokens& tokens, std::size_t i) {
  const string_view last = tokens.text(i);
  if (tokens.is(i, TokenKind::Hangul)) return tokens.ending(i);
  for (const string_view suffix : {"ing", "ed", "'s", "n't", "ly", "er", "est", "s"}) {
    if (last.size() > suffix.size() && last.ends_with(suffix)) return suffix;
  }
  return {};
}

PairUnit of_word(const Reading& reading, const Word& word, const Value* name,
                 const Reading& other) {
  const Tokens& tokens = reading.tokens;
  const bool hangul = has_hangul(tokens, word), known = other.mentions(word.stem);
  const int named = name == nullptr ? 0 : name->weak ? 1 : 2;
  const int weight = word.weight == 0 ? 0 : word.weight == kWeakWeight ? 1 : 2;
  PairUnit unit;
  unit.span = {tokens.list[word.first].begin, tokens.list[word.last].end};
  unit.word = word.stem;
  unit.kind = std::uint16_t(((named * 2 + known) * 3 + weight) * 2 + word.topic);
  unit.flags = std::uint16_t(word.flags & ((1u << kUnitFlags) - 1));
  const string_view ending = ending_of(tokens, word.last);
  if (!ending.empty()) unit.ending = piece(ending, kEnding);
  if (!word.status.empty()) unit.sort = piece(word.status, kSort);
  add_grams(unit, tokens.slice(unit.span.begin, unit.span.end), hangul);
  unit.same = hash64(word.stem);
  unit.alike = named != 0 ? kAlikeName : !word.status.empty() ? kAlikeStatus : std::uint16_t(0);
  return unit;
}

PairUnit of_value(const Value& value, const Reading& other) {
  bool same = false, typed = false;
  for (const Value& candidate : other.values) {
    if (candidate.type != value.type) continue;
    same = same || same_value(candidate, value);
    typed = typed || candidate.unit == value.unit;
  }
  PairUnit unit;
  unit.span = value.span;
  const int type = int(value.type);
  unit.kind = std::uint16_t(
      kValueKinds + (((type * 2 + same) * 2 + typed) * 2 + value.previous) * 2 + value.attributive);
  if (!value.particle.empty()) unit.ending = piece(value.particle, kEnding);
  if (!value.unit.empty()) unit.sort = piece(value.unit, kSort);
  unit.same = hash64(value.normal, std::uint64_t(type) + 1);
  unit.alike = std::uint16_t(type + 1);
  return unit;
}

PairUnit of_mark(const Token& token, string_view text) {
  const std::size_t place = text.size() == 1 ? kMarks.find(text) : string_view::npos;
  PairUnit unit;
  unit.span = {token.begin, token.end};
  unit.kind = std::uint16_t(kMarkKinds + (place == string_view::npos ? kMarks.size() : place));
  return unit;
}

struct Places {
  std::vector<const Value*> values, names;
  std::vector<const Word*> words;
};

/// What begins at or covers each token.
Places places_of(const Reading& reading) {
  const std::size_t count = reading.tokens.size();
  Places places{std::vector<const Value*>(count), std::vector<const Value*>(count),
                std::vector<const Word*>(count)};
  for (const Value& value : reading.values) {
    if (value.type == ValueType::Status || value.type == ValueType::Negation) continue;
    auto& at = value.type == ValueType::Name ? places.names : places.values;
    std::fill(at.begin() + std::ptrdiff_t(value.first_token),
              at.begin() + std::ptrdiff_t(value.last_token) + 1, &value);
  }
  for (const Word& word : reading.words) {
    std::fill(places.words.begin() + std::ptrdiff_t(word.first),
              places.words.begin() + std::ptrdiff_t(word.last) + 1, &word);
  }
  return places;
}

}  // namespace

std::vector<PairUnit> units_of(const Reading& reading, const Reading& other) {
  const Places places = places_of(reading);
  const Tokens& tokens = reading.tokens;
  std::vector<PairUnit> units;
  units.reserve(std::min(tokens.size(), kMostUnits));
  for (std::size_t i = 0; i < tokens.size() && units.size() < kMostUnits; ++i) {
    if (reading.in_context(i)) continue;
    if (const Value* value = places.values[i]) {
      if (value->first_token == i) units.push_back(of_value(*value, other));
    } else if (const Word* word = places.words[i]) {
      if (word->first == i) units.push_back(of_word(reading, *word, places.names[i], other));
    } else if (i + 1 < tokens.size() || !tokens.is(i, ".")) {  // a full stop says nothing
      units.push_back(of_mark(tokens.list[i], tokens.text(i)));
    }
  }
  return units;
}

}  // namespace memfold::models
