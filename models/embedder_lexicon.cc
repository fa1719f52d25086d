#include "models/embedder_lexicon.h"

#include <bit>
#include <string_view>

#include "models/embedder_characters.h"
#include "models/embedder_sketch.h"
#include "models/language/word_file.h"
#include "models/language/words.h"

namespace memfold::models {
namespace {

constexpr std::size_t kLongestEnding = 16;  // units
constexpr int kMostEndings = 4;             // taken off one word

/// A consonant written alone in the data, as the jamo that closes a syllable.
std::uint32_t closing_jamo(char32_t letter) {
  switch (letter) {
    case U'ㄴ':
      return 0x11AB;
    case U'ㄹ':
      return 0x11AF;
    case U'ㅁ':
      return 0x11B7;
    case U'ㅂ':
      return 0x11B8;
    case U'ㅆ':
      return 0x11BB;
    default:
      return static_cast<std::uint32_t>(letter);
  }
}

std::vector<std::uint32_t> spelling(std::string_view text) {
  std::vector<Character> characters;
  read_characters(text, characters);
  std::vector<std::uint32_t> units;
  for (const Character& character : characters) {
    if (character.kind != CharacterKind::Hangul) {
      units.push_back(closing_jamo(character.code));
      continue;
    }
    const Jamo jamo = jamo_of(character.code);
    units.push_back(jamo.leading);
    units.push_back(jamo.vowel);
    if (jamo.trailing) units.push_back(jamo.trailing);
  }
  return units;
}

std::uint64_t hash_forwards(std::span<const std::uint32_t> units) {
  std::uint64_t hash = kSpellingSeed;
  for (const std::uint32_t unit : units) hash = extend(hash, unit);
  return hash;
}

std::uint64_t hash_backwards(std::span<const std::uint32_t> units) {
  std::uint64_t hash = kSpellingSeed;
  for (std::size_t i = units.size(); i-- > 0;) hash = extend(hash, units[i]);
  return hash;
}

/// Where the longest ending of `units` begins, or units.size(). `starts_syllable(code)` counts what
/// a stem is measured in.
template <typename StartsSyllable>
std::size_t ending_begin(std::span<const std::uint32_t> units, int syllables,
                         const SpellingTable& endings, StartsSyllable starts_syllable) {
  std::size_t begin = units.size();
  std::uint64_t hash = kSpellingSeed;
  int left = syllables;
  for (std::size_t i = units.size(); i-- > 0 && units.size() - i <= kLongestEnding;) {
    hash = extend(hash, units[i]);
    if (starts_syllable(units[i])) --left;
    if (left < 1) break;
    const int needed = endings.find(hash);
    if (needed != SpellingTable::kAbsent && left >= needed) begin = i;
  }
  return begin;
}

template <typename StartsSyllable>
std::size_t stem_size(std::span<const std::uint32_t> units, int most, const SpellingTable& endings,
                      StartsSyllable starts_syllable) {
  int syllables = 0;
  for (const std::uint32_t unit : units) syllables += starts_syllable(unit);
  std::size_t size = units.size();
  for (int round = 0; round < most; ++round) {
    const std::size_t shorter =
        ending_begin(units.first(size), syllables, endings, starts_syllable);
    if (shorter == size) break;
    for (std::size_t i = shorter; i < size; ++i) syllables -= starts_syllable(units[i]);
    size = shorter;
  }
  return size;
}

}  // namespace

/// What the word files have for the embedder.
struct EmbedderWords {
  /// Comes off only where at least `stem` syllables (letters, in English) are left before it.
  struct Ending {
    std::string_view text;
    int stem;
  };
  std::vector<std::string_view> function, frame, decisive;
  std::vector<Ending> korean_endings, english_endings;

  EmbedderWords() {
    read_words(words::kFunctionWords, [this](const WordHeading& heading, std::string_view word) {
      if (heading.has("embedder")) function.push_back(word);
    });
    read_words(words::kEmbedder, [this](const WordHeading& heading, std::string_view word) {
      if (heading.name() != "frame" && heading.name() != "decisive") heading.refuse();
      (heading.name() == "frame" ? frame : decisive).push_back(word);
    });
    read_words(words::kNegations, [this](const WordHeading& heading, std::string_view word) {
      if (heading.has("embedder")) decisive.push_back(word);
    });
    read_words(words::kEndings, [this](const WordHeading& heading, std::string_view word) {
      const auto stem = static_cast<int>(heading.option("embedder", 0));
      if (stem == 0) return;
      (heading.name() == "english_ending" ? english_endings : korean_endings)
          .push_back({word, stem});
    });
  }
};

SpellingTable::SpellingTable(std::size_t expected) : slots_(std::bit_ceil(expected * 4)) {}

void SpellingTable::insert(std::uint64_t hash, int value) {
  std::size_t place = mix(hash) & (slots_.size() - 1);
  while (slots_[place].value != kAbsent) {
    if (slots_[place].hash == hash) return;
    place = (place + 1) & (slots_.size() - 1);
  }
  slots_[place] = {hash, value};
}

int SpellingTable::find(std::uint64_t hash) const {
  std::size_t place = mix(hash) & (slots_.size() - 1);
  while (slots_[place].value != kAbsent && slots_[place].hash != hash) {
    place = (place + 1) & (slots_.size() - 1);
  }
  return slots_[place].value;
}

Lexicon::Lexicon() : Lexicon(EmbedderWords()) {}

Lexicon::Lexicon(const EmbedderWords& words)
    : roles_(words.function.size() + words.frame.size() + words.decisive.size()),
      korean_endings_(words.korean_endings.size()),
      english_endings_(words.english_endings.size()) {
  const auto assign = [this](std::span<const std::string_view> list, WordRole role) {
    for (const std::string_view word : list) {
      roles_.insert(hash_forwards(spelling(word)), static_cast<int>(role));
    }
  };
  assign(words.function, WordRole::Function);
  assign(words.frame, WordRole::Frame);
  assign(words.decisive, WordRole::Decisive);
  for (const EmbedderWords::Ending& ending : words.korean_endings) {
    korean_endings_.insert(hash_backwards(spelling(ending.text)), ending.stem);
  }
  for (const EmbedderWords::Ending& ending : words.english_endings) {
    english_endings_.insert(hash_backwards(spelling(ending.text)), ending.stem);
  }
}

const Lexicon& Lexicon::instance() {
  static const Lexicon lexicon;
  return lexicon;
}

WordRole Lexicon::role(std::uint64_t hash) const {
  const int found = roles_.find(hash);
  return found == SpellingTable::kAbsent ? WordRole::Content : static_cast<WordRole>(found);
}

std::size_t Lexicon::korean_stem(std::span<const std::uint32_t> jamo) const {
  return stem_size(jamo, kMostEndings, korean_endings_, is_leading_jamo);
}

std::size_t Lexicon::english_stem(std::span<const std::uint32_t> letters) const {
  return stem_size(letters, 2, english_endings_, [](std::uint32_t) { return true; });
}

}  // namespace memfold::models
