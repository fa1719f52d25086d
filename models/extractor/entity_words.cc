#include "models/extractor/entity_words.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/name_words.h"
#include "core/word_lists.h"
#include "models/extractor/korean.h"
#include "models/extractor/syllables.h"
#include "models/language/word_set.h"
#include "models/language/words.h"

namespace memfold::models::extractor {
namespace {

constexpr auto kCounters = std::to_array<std::string_view>(
    {"세트", "박스", "가구", "포기", "켤레", "마리", "페이지", "시간분", "그램", "킬로",
     "미터", "리터", "평",   "대",   "명",   "건",   "개",     "매",     "병",   "부",
     "권",   "층",   "호",   "장",   "톤",   "인분", "잔",     "회",     "차",   "점",
     "곡",   "팀",   "줄",   "자",   "쪽",   "kg",   "퍼센트"});
constexpr auto kUnits = std::to_array<std::string_view>(
    {"mg", "kg", "g",  "km",  "cm",  "mm",  "ml",  "l",       "lb", "lbs", "oz",   "gb",  "mb",
     "tb", "kb", "ms", "mhz", "ghz", "sqm", "kwh", "percent", "µg", "rpm", "mbps", "dpi", "px"});

/// `stem` is what stands before the ending, `bytes` the length without particles.
struct KoreanPlace {
  std::size_t stem = 0, bytes = 0;
};

/// What Korean organisations and places end with, the longest first.
struct PlaceEndings {
  std::vector<std::string_view> list;
  Syllables last_syllables;

  PlaceEndings() {
    for (const std::string_view name : {"korean_organisation_ending", "korean_place_ending"}) {
      const WordSet endings(words::kKnownNames, name, "name");
      list.insert(list.end(), endings.longest_first().begin(), endings.longest_first().end());
    }
    std::stable_sort(list.begin(), list.end(),
                     [](std::string_view a, std::string_view b) { return a.size() > b.size(); });
    last_syllables = Syllables::last_of(list);
  }
};

KoreanPlace ending_of(std::string_view word) {
  static const PlaceEndings kEndings;
  static const WordSet kBrief(words::kKnownNames, "brief"), kNever(words::kKnownNames, "never"),
      kPlainWords(words::kKnownNames, "plain");
  if (!kEndings.last_syllables.has(word.substr(word.size() - Syllables::kBytes))) return {};
  for (const std::string_view ending : kEndings.list) {
    if (!word.ends_with(ending)) continue;
    const std::size_t stem = word.size() - ending.size();
    if (kNever.contains(ending)) return {};
    if (kBrief.contains(ending) && (stem < 6 || kPlainWords.contains(word))) return {};
    return {stem, word.size()};
  }
  return {};
}

// All zero for a word that names no organisation or place.
KoreanPlace korean_place(std::string_view word) {
  if (word.size() < 6) return {};
  if (const KoreanPlace whole = ending_of(word); whole.bytes > 0) return whole;
  const std::string_view bare = without_particle(word);
  return bare.size() == word.size() || bare.size() < 6 ? KoreanPlace{} : ending_of(bare);
}

// A noun of at least two syllables without a particle, which the next one may go with.
bool is_bare_noun(const Atoms& atoms, std::size_t i) {
  const std::string_view word = atoms.view(i);
  return atoms.kind(i) == AtomKind::Hangul && !atoms.glued(i + 1) && word.size() >= 6 &&
         without_particle(word).size() == word.size() && !ends_open(word);
}

}  // namespace

std::optional<NamedPlace> korean_place_at(const Atoms& atoms, std::size_t i) {
  const KoreanPlace found = korean_place(atoms.view(i));
  if (found.bytes == 0) return std::nullopt;
  const std::string own(atoms.view(i).substr(0, found.bytes));
  if (found.stem > 0) return NamedPlace{i, own};
  if (i == 0 || !is_bare_noun(atoms, i - 1)) return std::nullopt;
  return NamedPlace{i - 1, std::string(atoms.view(i - 1)) + " " + own};
}

bool looks_like_full_name(std::string_view word) {
  return word.size() == 9 && is_family_name(word.substr(0, 3));
}

std::size_t counter_at(std::string_view word) {
  for (std::string_view counter : kCounters) {
    if (!word.starts_with(counter)) continue;
    const std::string_view rest = word.substr(counter.size());
    if (rest.empty() || is_particle(rest) || rest.starts_with("입니") || rest.starts_with("이")) {
      return counter.size();
    }
  }
  return 0;
}

bool is_numbered_kind(std::string_view lower) {
  static const WordSet kKinds(words::kVague, "numbered", "kind");
  return kKinds.contains(lower);
}

bool is_unit(std::string_view lower) {
  return is_listed(kUnits, lower);
}

}  // namespace memfold::models::extractor
