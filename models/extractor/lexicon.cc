#include "models/extractor/lexicon.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "models/extractor/characters.h"
#include "models/language/word_file.h"
#include "models/language/words.h"
#include "models/word_table.h"

namespace memfold::models::extractor {
namespace {

// One place of an entry: a Korean pattern, or the spellings an atom may have.
struct Element {
  bool hangul = false, anywhere = false, to_end = false;
  std::vector<std::string> forms;
};

struct Entry {
  Sign sign = Sign::Neutral;
  std::vector<Element> elements;
};

bool is_grammar(Sign sign) {
  switch (sign) {
    case Sign::Finite:
    case Sign::Reference:
    case Sign::Function:
    case Sign::Negation:
    case Sign::Past:
    case Sign::Moved:
    case Sign::Bring:
    case Sign::Scam:
    case Sign::Ephemeral:
    case Sign::Pitch:
    case Sign::Call:
    case Sign::Stranger:
    case Sign::Trade:
    case Sign::Fortune:
    case Sign::Work:
    case Sign::Machine:
    case Sign::Place:
    case Sign::Recurring:
    case Sign::QuestionWord:
    case Sign::TaskHeading:
    case Sign::DecisionHeading:
    case Sign::ProjectHeading:
    case Sign::Promise:
    case Sign::Field:
    case Sign::Trait:
    case Sign::Obliged:
    case Sign::Announce:
      return true;
    default:
      return false;
  }
}

bool is_vowel(char c) {
  return std::string_view("aeiou").find(c) != std::string_view::npos;
}

// All forms of a regular English verb. A short vowel's consonant may double: both spellings are
// kept, a wrong one does no harm.
std::vector<std::string> verb_forms(const std::string& base) {
  std::vector<std::string> forms = {base};
  const std::size_t n = base.size();
  const char last = base.back();
  const bool consonant_y = last == 'y' && n > 1 && !is_vowel(base[n - 2]);
  const bool hissing =
      last == 's' || last == 'x' || last == 'z' || base.ends_with("ch") || base.ends_with("sh");
  const std::string stem = consonant_y ? base.substr(0, n - 1) + "i" : base;
  forms.push_back(consonant_y ? stem + "es" : base + (hissing ? "es" : "s"));
  forms.push_back(last == 'e' ? base + "d" : stem + "ed");
  forms.push_back((last == 'e' ? base.substr(0, n - 1) : base) + "ing");
  if (n > 2 && !is_vowel(last) && is_vowel(base[n - 2]) && !is_vowel(base[n - 3])) {
    forms.push_back(base + last + "ed");
    forms.push_back(base + last + "ing");
  }
  return forms;
}

std::vector<std::string> forms_of(const std::string& word, char marker) {
  if (marker == '~') return verb_forms(word);
  if (marker == '+') {
    const bool hissing = word.ends_with("s") || word.ends_with("x") || word.ends_with("ch");
    return {word, word + (hissing ? "es" : "s")};
  }
  return {word};
}

// "sign~ off" -> its elements; one written word may be several atoms.
Entry parse_entry(Sign sign, std::string_view text) {
  Entry entry{sign, {}};
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    std::string_view word = text.substr(0, space);
    text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
    const bool anywhere = word.size() > 1 && word.front() == '*';
    if (anywhere) word.remove_prefix(1);
    char marker = 0;
    if (word.size() > 1 && std::string_view("~+$").find(word.back()) != std::string_view::npos) {
      marker = word.back();
      word.remove_suffix(1);
    }
    Atoms atoms;
    atoms.assign(word);
    for (std::size_t i = 0; i < atoms.size(); ++i) {
      Element element;
      element.hangul = atoms.kind(i) == AtomKind::Hangul;
      element.anywhere = anywhere && i == 0;
      element.to_end = marker == '$' || sign == Sign::Reference || sign == Sign::Function;
      element.forms = forms_of(std::string(atoms.lower(i)), i + 1 == atoms.size() ? marker : 0);
      entry.elements.push_back(std::move(element));
    }
  }
  for (std::size_t i = 0; i + 1 < entry.elements.size(); ++i) entry.elements[i].to_end = true;
  return entry;
}

class Lexicon {
 public:
  Lexicon() {
    for (const std::string_view file :
         {words::kSignsSaid, words::kSignsBulk, words::kSignsSales, words::kSignsGrammar}) {
      read_words(file, [&](const WordHeading& heading, std::string_view entry) {
        const auto sign = sign_named(heading.field(1));
        if (!sign || heading.name() != "sign") heading.refuse();
        entries_.push_back(parse_entry(*sign, entry));
      });
    }
    add_shared(words::kNegations, Sign::Negation);
    add_shared(words::kFunctionWords, Sign::Function);
    std::vector<std::uint32_t> longest_first(entries_.size());
    std::iota(longest_first.begin(), longest_first.end(), 0);
    std::stable_sort(longest_first.begin(), longest_first.end(),
                     [&](std::uint32_t a, std::uint32_t b) {
                       return entries_[a].elements.size() > entries_[b].elements.size();
                     });
    for (const std::uint32_t id : longest_first) index(id);
  }

  // Calls found(entry) for every entry that matches at atom `at`, longest first.
  template <typename Found>
  void match(const Atoms& atoms, std::size_t at, const Found& found) const {
    if (atoms.kind(at) != AtomKind::Hangul) {
      const auto* list = words_.find(atoms.lower(at));
      if (list == nullptr) return;
      for (const std::uint32_t id : *list) {
        if (rest_matches(entries_[id], atoms, at)) found(entries_[id]);
      }
      return;
    }
    const std::string_view word = atoms.view(at);
    for (std::size_t i = 0; i + 3 <= word.size(); i += 3) {
      const auto* list = syllables_.find(word.substr(i, 3));
      if (list == nullptr) continue;
      for (const std::uint32_t id : *list) {
        const Element& first = entries_[id].elements[0];
        if ((i == 0 || first.anywhere) && pattern_at(first, word, i) &&
            rest_matches(entries_[id], atoms, at)) {
          found(entries_[id]);
        }
      }
    }
  }

 private:
  /// Of a file with other readers as well.
  void add_shared(std::string_view file, Sign sign) {
    read_words(file, [&](const WordHeading& heading, std::string_view entry) {
      if (heading.has("extractor")) entries_.push_back(parse_entry(sign, entry));
    });
  }

  void index(std::uint32_t id) {
    const Element& first = entries_[id].elements[0];
    if (first.hangul) {
      syllables_[std::string_view(first.forms[0]).substr(0, 3)].push_back(id);
    } else {
      for (const std::string& form : first.forms) words_[form].push_back(id);
    }
  }

  static bool pattern_at(const Element& element, std::string_view word, std::size_t position) {
    const std::string& pattern = element.forms[0];
    return word.substr(position).starts_with(pattern) &&
           (!element.to_end || word.size() == position + pattern.size());
  }

  static bool rest_matches(const Entry& entry, const Atoms& atoms, std::size_t at) {
    if (at + entry.elements.size() > atoms.size()) return false;
    for (std::size_t k = 1; k < entry.elements.size(); ++k) {
      const Element& element = entry.elements[k];
      const std::string_view word = atoms.lower(at + k);
      if (element.hangul) {
        if (atoms.kind(at + k) != AtomKind::Hangul || !pattern_at(element, word, 0)) return false;
      } else if (std::find(element.forms.begin(), element.forms.end(), word) ==
                 element.forms.end()) {
        return false;
      }
    }
    return true;
  }

  std::vector<Entry> entries_;
  WordTable<std::vector<std::uint32_t>> words_, syllables_;  ///< keys in entries_
};

const Lexicon& lexicon() {
  static const Lexicon instance;
  return instance;
}

}  // namespace

const SignMatch* Signs::first(Sign sign) const {
  if (!has(sign)) return nullptr;
  for (const SignMatch& match : matches) {
    if (match.sign == sign) return &match;
  }
  return nullptr;
}

namespace {

// A neutral word or phrase takes back what the same atoms would say otherwise: 회의적 is no
// meeting.
void drop_weaker(Signs& signs, SignSet& here, std::size_t atom) {
  std::erase_if(signs.matches, [&](const SignMatch& match) {
    return match.first == atom && !is_grammar(match.sign) && match.sign != Sign::Neutral;
  });
  for (std::size_t sign = 0; sign < kSignCount; ++sign) {
    const Sign value = static_cast<Sign>(sign);
    if (!is_grammar(value) && value != Sign::Neutral) here.reset(sign);
  }
}

}  // namespace

void find_signs(const Atoms& atoms, Signs& signs) {
  signs.matches.clear();
  signs.set.reset();
  signs.function_word.assign(atoms.size(), 0);
  const Lexicon& words = lexicon();
  std::size_t hidden_until = 0;
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const bool hidden = i < hidden_until;
    std::size_t longest = 0;
    SignSet here;
    words.match(atoms, i, [&](const Entry& entry) {
      const std::size_t length = entry.elements.size();
      if (is_grammar(entry.sign)) {
        if (entry.sign == Sign::Function && length == 1) signs.function_word[i] = 1;
      } else {
        // Longest first for Latin; a Korean atom may hold several signs of equal length.
        if (hidden || length < longest) return;
        longest = length;
      }
      if (here[static_cast<std::size_t>(entry.sign)]) return;
      here.set(static_cast<std::size_t>(entry.sign));
      signs.matches.push_back(
          {entry.sign, static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i + length)});
    });
    if (here[static_cast<std::size_t>(Sign::Neutral)]) drop_weaker(signs, here, i);
    if (longest > 1) hidden_until = std::max(hidden_until, i + longest);
    signs.set |= here;
  }
}

}  // namespace memfold::models::extractor
