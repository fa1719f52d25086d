#include "models/embedder_words.h"

#include "models/embedder_sketch.h"

namespace memfold::models {
namespace {

WordKind word_kind(CharacterKind kind) {
  switch (kind) {
    case CharacterKind::Letter:
      return WordKind::Letters;
    case CharacterKind::Hangul:
      return WordKind::Hangul;
    case CharacterKind::Syllabic:
      return WordKind::Syllabic;
    case CharacterKind::Digit:
      return WordKind::Number;
    default:
      return WordKind::Symbol;
  }
}

/// Different kinds never share a stem: the number 1 is not a letter coded '1'.
std::uint64_t kind_seed(WordKind kind) {
  // Letters and jamo are looked up in the lexicon, whose hashes begin at the bare seed.
  if (kind == WordKind::Letters || kind == WordKind::Hangul) return kSpellingSeed;
  return extend(kSpellingSeed, 0x110000 + static_cast<std::uint64_t>(kind));
}

std::uint64_t spell_hash(WordKind kind, const std::uint32_t* begin, const std::uint32_t* end) {
  std::uint64_t hash = kind_seed(kind);
  for (; begin != end; ++begin) hash = extend(hash, *begin);
  return hash;
}

}  // namespace

void WordList::read(std::span<const Character> characters) {
  words_.clear();
  units_.clear();
  syllables_.clear();
  for (std::size_t i = 0; i < characters.size();) {
    const CharacterKind kind = characters[i].kind;
    if (kind == CharacterKind::Separator) {
      ++i;
      continue;
    }
    TextWord word;
    word.kind = word_kind(kind);
    word.first_unit = static_cast<std::uint32_t>(units_.size());
    word.first_syllable = static_cast<std::uint32_t>(syllables_.size());
    i = kind == CharacterKind::Digit ? read_number(characters, i) : read_run(characters, i);
    word.end_unit = static_cast<std::uint32_t>(units_.size());
    word.end_syllable = static_cast<std::uint32_t>(syllables_.size());
    find_stem(word);
    words_.push_back(word);
  }
}

std::size_t WordList::read_number(std::span<const Character> characters, std::size_t begin) {
  const auto digit = [&](std::size_t i) {
    return i < characters.size() && characters[i].kind == CharacterKind::Digit;
  };
  const auto group = [&](std::size_t i) {  // a comma, three digits and no fourth
    return characters[i].code == ',' && digit(i + 1) && digit(i + 2) && digit(i + 3) &&
           !digit(i + 4);
  };
  std::size_t i = begin;
  while (characters[i].code == '0' && digit(i + 1)) ++i;
  bool has_point = false;
  while (i < characters.size()) {
    if (digit(i)) {
      units_.push_back(static_cast<std::uint32_t>(characters[i].code));
    } else if (characters[i].code == '.' && digit(i + 1) && !has_point) {
      units_.push_back('.');
      has_point = true;
    } else if (has_point || !group(i)) {
      break;
    }
    ++i;
  }
  return i;
}

std::size_t WordList::read_run(std::span<const Character> characters, std::size_t begin) {
  const CharacterKind kind = characters[begin].kind;
  std::size_t i = begin;
  for (; i < characters.size() && characters[i].kind == kind; ++i) {
    const auto code = static_cast<std::uint32_t>(characters[i].code);
    if (kind == CharacterKind::Hangul) {
      const Jamo jamo = jamo_of(code);
      units_.push_back(jamo.leading);
      units_.push_back(jamo.vowel);
      if (jamo.trailing) units_.push_back(jamo.trailing);
    } else {
      units_.push_back(code);
    }
    if (kind == CharacterKind::Hangul || kind == CharacterKind::Syllabic) {
      syllables_.push_back(code);
    }
    if (kind == CharacterKind::Symbol) return i + 1;  // each stands for itself
  }
  return i;
}

void WordList::find_stem(TextWord& word) const {
  const Lexicon& lexicon = Lexicon::instance();
  const std::uint32_t* begin = units_.data() + word.first_unit;
  const std::uint32_t* end = units_.data() + word.end_unit;
  std::size_t size = static_cast<std::size_t>(end - begin);
  word.role = lexicon.role(spell_hash(word.kind, begin, end));
  if (word.role == WordRole::Content) {
    if (word.kind == WordKind::Hangul) size = lexicon.korean_stem({begin, end});
    if (word.kind == WordKind::Letters) size = lexicon.english_stem({begin, end});
  }
  word.stem = spell_hash(word.kind, begin, begin + size);
  if (begin + size != end) word.role = lexicon.role(word.stem);
  word.stem_end = word.first_unit + static_cast<std::uint32_t>(size);
  word.stem_syllable_end = word.end_syllable;
  if (word.kind == WordKind::Hangul) {
    for (const std::uint32_t* unit = begin + size; unit != end; ++unit) {
      word.stem_syllable_end -= is_leading_jamo(*unit);
    }
  }
}

}  // namespace memfold::models
