#include "models/extractor/spoken_names.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <optional>

#include "core/name_forms.h"
#include "core/name_words.h"
#include "core/re2_text.h"
#include "core/text.h"
#include "core/word_lists.h"
#include "models/extractor/characters.h"
#include "models/extractor/entities.h"
#include "models/extractor/korean.h"
#include "models/extractor/mailboxes.h"
#include "models/extractor/mention_words.h"

namespace memfold::models::extractor {
namespace {

using std::string_view;

constexpr double kSure = 0.95, kLikely = 0.85, kFair = 0.75, kMaybe = 0.5;
constexpr std::size_t kMaxAcronym = 5;

constexpr auto kDocumentEndings = std::to_array<string_view>(
    {".pdf", ".doc", ".docx", ".xls", ".xlsx", ".ppt", ".pptx", ".hwp", ".hwpx", ".csv"});
constexpr auto kRooms = std::to_array<string_view>(
    {"room", "building", "floor", "gate", "hall", "terminal", "suite", "annex"});

bool has_letter(string_view text) {
  return std::any_of(text.begin(), text.end(), is_ascii_letter);
}

bool has_digit(string_view text) {
  return std::any_of(text.begin(), text.end(), is_ascii_digit);
}

bool all_capitals(string_view text) {
  return std::none_of(text.begin(), text.end(), is_ascii_lower);
}

string_view without_possessive(string_view word) {
  if (word.ends_with("'s")) return word.substr(0, word.size() - 2);
  return word.ends_with("'") ? word.substr(0, word.size() - 1) : word;
}

std::vector<string_view> split_words(string_view text) {
  std::vector<string_view> words;
  while (!(text = trim(text)).empty()) {
    const std::size_t space = std::min(text.find(' '), text.size());
    words.push_back(text.substr(0, space));
    text.remove_prefix(space);
  }
  return words;
}

class NameReader {
 public:
  explicit NameReader(const Atoms& atoms) : atoms_(atoms) {}

  std::vector<SpokenName> read() {
    const std::vector<Entity> entities = find_entities(atoms_, {});
    titled_people();
    companies();
    for (const Entity& entity : entities) add(entity);
    return std::move(found_);
  }

 private:
  void add_entity(string_view name, string_view type, double confidence, bool known) {
    if (name.size() < 2 || name.size() > kMaxEntityBytes) return;
    found_.push_back({NodeKind::Entity, std::string(name), std::string(type), confidence, known});
  }
  void add_person(string_view name, double confidence, bool known) {
    found_.push_back({NodeKind::Person, std::string(name), {}, confidence, known});
  }

  void add(const Entity& entity) {
    switch (entity.kind) {
      case EntityKind::ManualPage:
        return add_entity(entity.normal, "manual_page", kSure, true);
      case EntityKind::Symbol:
        // "__int128": more than its atom
        if (entity.last < atoms_.size() && atoms_.glued(entity.last) &&
            atoms_.kind(entity.last) == AtomKind::Number) {
          return;
        }
        return symbol(entity.normal);
      case EntityKind::Id:
        return id(entity);
      case EntityKind::Url:
        return url(entity.normal);
      case EntityKind::Path:
        return path(entity.normal);
      case EntityKind::Organisation:
        return organisation(entity);
      case EntityKind::Place:
        return place(entity);
      case EntityKind::Name:
        return name(entity);
      default:
        return;  // money, dates, quantities and versions are values, not things
    }
  }

  void organisation(const Entity& entity) {
    const bool behind = atoms_.is_mark(entity.first, "(") && atoms_.glued(entity.first) &&
                        entity.first > 0;  // "미리내테크(주) 경기도": of the name before it
    if (behind) return;
    add_entity(without_particle(atoms_.range(entity.first, entity.last)), "organisation", kSure,
               true);
  }

  void symbol(string_view text) {
    if (all_capitals(text) && text.find('_') == text.npos) {
      if (is_error_name(text)) add_entity(text, "symbol", kSure, true);
      return;
    }
    const bool emphasis = text[0] == '_' && !text.starts_with("__") &&
                          text.substr(1, text.size() - 2).find('_') == text.npos;
    if (emphasis || text.ends_with('_')) return;
    const bool code = text.find('_') != text.npos || text.ends_with("()");
    if (code) return add_entity(text, "symbol", kLikely, true);
    const string_view bare = without_possessive(text);
    const std::string lower = fold_case(bare);
    if (const string_view type = known_type(lower); !type.empty()) {
      return add_entity(bare, type, kSure, true);
    }
    // "HaneulTrack", "iPhone"; "getName" is out of a program
    const bool product = is_ascii_upper(bare[0]) || is_ascii_upper(bare[1]);
    add_entity(bare, product ? "product" : "symbol", product ? kFair : kLikely, !product);
  }

  void id(const Entity& entity) {
    const string_view text = entity.normal;
    if (!has_letter(text)) return;  // a telephone number, an account
    if (entity.first > 0 && atoms_.glued(entity.first) &&
        atoms_.kind(entity.first - 1) == AtomKind::Number) {
      return;  // the rest of a colour: #1F2A52
    }
    const bool hex = text.find_first_not_of("0123456789abcdef") == text.npos;
    if (hex) return add_entity(text, "commit", kLikely, true);
    add_entity(text, "id", kLikely, true);
  }

  void url(string_view text) {
    if (text.find('@') != text.npos) return;
    const std::size_t slash = text.find('/');
    const std::string host = fold_case(text.substr(0, slash));
    if (host.find('.') == host.npos) return;
    static const RE2 repository("^(?:github|gitlab|codeberg)\\.(?:com|org)/([\\w.-]+/[\\w.-]+)");
    std::string project;
    if (RE2::PartialMatch(re2_text(text), repository, &project)) {
      if (project.ends_with(".git")) project.resize(project.size() - 4);
      return add_entity(project, "project", kLikely, true);
    }
    add_entity(host, "host", kFair, false);
  }

  void path(string_view text) {
    static const RE2 page("(?:^|/)man\\d\\w*/([\\w.-]+)\\.([1-9]\\w{0,3})$");
    std::string name, section;
    if (RE2::PartialMatch(re2_text(text), page, &name, &section)) {
      return add_entity(name + "(" + section + ")", "manual_page", kSure, true);
    }
    const std::string lower = fold_case(text);
    if (std::any_of(kDocumentEndings.begin(), kDocumentEndings.end(),
                    [&](string_view ending) { return string_view(lower).ends_with(ending); })) {
      add_entity(text.substr(text.rfind('/') + 1), "document", kLikely, true);
    }
  }

  // By ending, or a capitalised word with a number: Room 3.12, Galaxy 24.
  void place(const Entity& entity) {
    const std::string& text = entity.normal;
    if (is_hangul(code_point_at(text, 0).value)) {
      // Syllables that end many plain words: 취약점, 동시
      constexpr auto kWeakEndings = std::to_array<string_view>({"점", "구", "시", "항"});
      const bool weak = std::any_of(kWeakEndings.begin(), kWeakEndings.end(),
                                    [&](string_view ending) { return text.ends_with(ending); });
      if (weak) return add_entity(text, "place", kMaybe, false);
      const bool organisation = names_organisation(text);
      return add_entity(text, organisation ? "organisation" : "place", kLikely, true);
    }
    const std::string first = fold_case(atoms_.view(entity.first));
    if (is_listed(kRooms, first)) {
      return add_entity(atoms_.range(entity.first, entity.last), "place", kFair, true);
    }
    if (is_numbered_noun(first) || is_given_name(first) || is_vague_word(first) ||
        !has_digit(text)) {
      return;
    }
    const string_view number = atoms_.view(entity.last - 1);
    if (number.find('.') != number.npos) {  // a version of it: Linux 6.6
      const string_view alone = atoms_.range(entity.first, entity.last - 1);
      if (const string_view type = known_type(fold_case(alone)); !type.empty()) {
        add_entity(alone, type, kSure, true);
      }
      return;
    }
    constexpr std::size_t kPostcode = 5;  // TX 78701
    if (number.size() >= kPostcode || (first.size() == 2 && number.size() > 3)) return;
    add_entity(atoms_.range(entity.first, entity.last), "product", kMaybe, false);
  }

  void name(const Entity& entity) {
    switch (atoms_.kind(entity.first)) {
      case AtomKind::Hangul:
        return hangul_person(entity);
      case AtomKind::Word:
        return capitals(entity);
      default:
        return;  // in quotation marks: a title of something, or plain words
    }
  }

  void hangul_person(const Entity& entity) {
    const string_view text = entity.normal;
    if (is_nobody(text)) return;
    if (is_full_hangul_name(text)) return add_person(text, 0.8, true);
    // "수빈님": a given name alone
    if (text.size() >= 6 && !names_organisation(text)) add_person(text, kMaybe, false);
  }

  bool enters_sentence(std::size_t i) const {
    return i == 0 || (atoms_.kind(i - 1) == AtomKind::Punctuation && !atoms_.is_mark(i - 1, ","));
  }

  // "Linux", "Minji Park", "Pinecrest Retail", "API"
  void capitals(const Entity& entity) {
    if (has_digit(atoms_.range(entity.first, entity.last))) return;  // q1
    string_view text = without_possessive(atoms_.range(entity.first, entity.last));
    text = text.substr(0, text.find("'s "));  // "Wolfgang Engel's Book"
    const std::string lower = fold_case(text);
    if (const string_view type = known_type(lower); !type.empty()) {
      return add_entity(text, type, kSure, true);
    }
    std::vector<string_view> words = split_words(lower);
    if (words.empty()) return;
    if (is_title_before(words.front())) return;  // read with its point by titled_people()
    if (words.size() == 1) return one_capital(entity, text, lower);
    if (romanised_family_name(words.back()) == 2 && is_person(words)) {
      return add_person(text, kFair, true);  // Minji Park, not a park
    }
    if (const string_view type = type_by_ending(words.back()); !type.empty()) {
      return add_entity(text, type, all_capitals(text) ? kMaybe : 0.8, !all_capitals(text));
    }
    if (is_person(words)) return add_person(text, kFair, true);
    if (std::any_of(words.begin(), words.end(), is_vague_word)) return;
    add_entity(text, "", kMaybe, false);
  }

  void one_capital(const Entity& entity, string_view text, string_view lower) {
    if (is_vague_word(lower) || is_numbered_noun(lower) || is_machine_word(lower)) return;
    const string_view singular = text.ends_with('s') ? text.substr(0, text.size() - 1) : text;
    if (all_capitals(singular) && singular.size() <= kMaxAcronym)
      return;  // a matter, not a name: API
    if (is_given_name(lower) && !(enters_sentence(entity.first) && is_doubtful_given_name(lower))) {
      return add_person(text, kMaybe, false);
    }
    add_entity(text, "", all_capitals(text) ? 0.35 : kMaybe, false);
  }

  static bool is_person(const std::vector<string_view>& words) {
    if (words.size() > 3) return false;
    const auto plain = [](string_view word) {
      return is_vague_word(word) || is_numbered_noun(word) || is_machine_word(word);
    };
    if (std::any_of(words.begin(), words.end(), plain)) return false;
    if (is_given_name(words.front()) && !is_doubtful_given_name(words.front())) return true;
    const bool last =
        romanised_family_name(words.back()) == 2 && is_romanised_given_name(words.front());
    const bool first =
        romanised_family_name(words.front()) == 2 && is_romanised_given_name(words.back());
    return words.size() == 2 && (first || last);
  }

  // "Mr. Smith", "Dr Ada Byron"
  void titled_people() {
    for (std::size_t i = 0; i + 1 < atoms_.size(); ++i) {
      if (atoms_.kind(i) != AtomKind::Word || !is_ascii_upper(atoms_.view(i)[0]) ||
          !is_title_before(atoms_.lower(i))) {
        continue;
      }
      std::size_t first = i + 1;
      if (atoms_.is_mark(first, ".")) ++first;
      std::size_t last = first;
      while (last < std::min(atoms_.size(), first + 3) && atoms_.kind(last) == AtomKind::Word &&
             (last == first || !atoms_.glued(last)) && is_ascii_upper(atoms_.view(last)[0])) {
        ++last;
      }
      if (last == first) continue;
      const string_view whole = without_possessive(atoms_.range(i, last));
      add_person(whole, last - first > 1 ? 0.8 : 0.6, true);
    }
  }

  // 미리내테크(주), ㈜한빛
  void companies() {
    for (std::size_t i = 0; i + 1 < atoms_.size(); ++i) {
      const bool named = atoms_.kind(i) == AtomKind::Hangul && atoms_.view(i).size() >= 6;
      if (named && atoms_.is_mark(i + 1, "(") && atoms_.glued(i + 1) && i + 3 < atoms_.size() &&
          atoms_.view(i + 2) == "주" && atoms_.is_mark(i + 3, ")")) {
        add_entity(atoms_.view(i), "organisation", kSure, true);
      } else if (atoms_.view(i) == "㈜" && atoms_.kind(i + 1) == AtomKind::Hangul) {
        add_entity(without_particle(atoms_.view(i + 1)), "organisation", kSure, true);
      }
    }
  }

  const Atoms& atoms_;
  std::vector<SpokenName> found_;
};

}  // namespace

std::vector<SpokenName> find_spoken_names(const Atoms& atoms) {
  return NameReader(atoms).read();
}

std::vector<SpokenName> find_page_names(string_view subject) {
  static const RE2 page(
      "(?:^|[\\s,/{}])([a-zA-Z_][\\w-]+)\\.([1-9](?:type|const|head|[a-z]{1,2})?)[:,}]");
  std::vector<SpokenName> found;
  re2::StringPiece rest = re2_text(subject);
  std::string name, section;
  while (found.size() < 8 && RE2::FindAndConsume(&rest, page, &name, &section)) {
    found.push_back({NodeKind::Entity, name + "(" + section + ")", "manual_page", kSure, true});
  }
  return found;
}

}  // namespace memfold::models::extractor
