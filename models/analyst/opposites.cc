#include "models/analyst/opposites.h"

#include <algorithm>
#include <unordered_map>

#include "models/language/word_file.h"
#include "models/language/words.h"

namespace memfold::models {
namespace {

using std::string_view;

/// Which of the two of which pair.
struct OppositePlace {
  std::size_t pair;
  string_view Opposites::*side;
};
using OppositePlaces = std::unordered_map<string_view, std::vector<OppositePlace>>;

/// The list, and where its words and its particles ("-보다") are in it.
struct OppositeList {
  std::vector<Opposites> pairs;
  OppositePlaces words, particles;

  OppositeList() {
    constexpr string_view kBar = " | ";
    read_words(words::kOpposites, [&](const WordHeading&, string_view entry) {
      const std::size_t bar = entry.find(kBar);
      const bool alone = bar == string_view::npos;
      add(entry.substr(0, bar), &Opposites::one);
      if (!alone) add(entry.substr(bar + kBar.size()), &Opposites::other);
      pairs.push_back({entry.substr(0, bar), alone ? "" : entry.substr(bar + kBar.size())});
    });
  }

 private:
  void add(string_view entry, string_view Opposites::*side) {
    const bool particle = entry.starts_with('-');
    if (particle) entry.remove_prefix(1);
    (particle ? particles : words)[entry].push_back({pairs.size(), side});
  }
};

const OppositeList& opposite_list() {
  static const OppositeList read;
  return read;
}

/// The first that says it stays.
void put_opposite(const OppositePlaces& places, string_view word, string_view text,
                  std::vector<SaidOpposites>& said) {
  const auto listed = places.find(word);
  if (listed == places.end()) return;
  for (const OppositePlace& place : listed->second) {
    auto at = std::lower_bound(
        said.begin(), said.end(), place.pair,
        [](const SaidOpposites& one, std::size_t pair) { return one.pair < pair; });
    if (at == said.end() || at->pair != place.pair) at = said.insert(at, {{}, place.pair});
    string_view& side = (*at).*place.side;
    if (side.empty()) side = text;
  }
}

}  // namespace

std::span<const Opposites> listed_opposites() {
  return opposite_list().pairs;
}

std::vector<SaidOpposites> said_opposites(const Tokens& tokens, const std::vector<Value>& values,
                                          std::uint32_t context_end) {
  std::vector<SaidOpposites> said;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens.list[i].begin < context_end || tokens.is(i, TokenKind::Symbol)) continue;
    const string_view text = tokens.text(i);
    put_opposite(opposite_list().words, text, text, said);
    if (!tokens.is(i, TokenKind::Hangul) || tokens.glued(i)) continue;
    put_opposite(opposite_list().words, tokens.stem(i), text, said);
    put_opposite(opposite_list().particles, tokens.ending(i), text, said);
  }
  for (const Value& value : values)
    put_opposite(opposite_list().particles, value.particle, value.particle, said);
  return said;
}

}  // namespace memfold::models
