#include "models/extractor/mention_words.h"

#include <map>
#include <vector>

#include "core/name_words.h"
#include "models/extractor/romanise.h"
#include "models/language/word_file.h"
#include "models/language/word_set.h"
#include "models/language/words.h"

namespace memfold::models::extractor {
namespace {}  // namespace

bool is_role_word(std::string_view word) {
  static const WordSet kSet(words::kMailNames, "role");
  return kSet.contains(word);
}
bool is_list_word(std::string_view word) {
  static const WordSet kSet(words::kMailNames, "list_word");
  return kSet.contains(word);
}

bool is_list_domain(std::string_view domain) {
  static const WordSet kDomains(words::kMailNames, "list_domain");
  static const WordSet kHosts(words::kMailNames, "list_host");
  if (kDomains.contains(domain) || domain.ends_with(".googlegroups.com")) return true;
  const std::size_t point = domain.find('.');
  return point != domain.npos && kHosts.contains(domain.substr(0, point));
}
bool is_public_mail_domain(std::string_view domain) {
  static const WordSet kSet(words::kMailNames, "public_domain");
  return kSet.contains(domain);
}
bool is_common_label(std::string_view label) {
  static const WordSet kSet(words::kMailNames, "common_label");
  return kSet.contains(label);
}
bool is_machine_word(std::string_view word) {
  static const WordSet kSet(words::kMailNames, "machine");
  return kSet.contains(word);
}

bool is_given_name(std::string_view word) {
  static const WordSet kSet(words::kGivenNames, "given_name");
  return kSet.contains(word);
}
bool is_doubtful_given_name(std::string_view word) {
  static const WordSet kSet(words::kGivenNames, "doubtful");
  return kSet.contains(word);
}

std::span<const std::string> family_sounds(std::string_view family) {
  static const auto kSounds = [] {
    std::map<std::string, std::vector<std::string>, std::less<>> sounds;
    read_words(words::kGivenNames, [&](const WordHeading& heading, std::string_view word) {
      if (heading.name() == "spelling") {
        sounds[std::string(heading.field(1))].push_back(loose_sound(word));
      }
    });
    for (char32_t c = 0xAC00; c <= 0xD7A3; ++c) {
      const std::string syllable = {static_cast<char>(0xE0 | (c >> 12)),
                                    static_cast<char>(0x80 | ((c >> 6) & 0x3F)),
                                    static_cast<char>(0x80 | (c & 0x3F))};
      if (is_family_name(syllable)) {
        sounds[syllable].push_back(loose_sound(romanise(syllable)));
      }
    }
    return sounds;
  }();
  const auto found = kSounds.find(family);
  return found == kSounds.end() ? std::span<const std::string>() : found->second;
}

std::string_view known_type(std::string_view name) {
  static const WordSet kOrganisations(words::kKnownNames, "organisation");
  static const WordSet kProducts(words::kKnownNames, "product");
  static const WordSet kPlaces(words::kKnownNames, "place");
  if (kOrganisations.contains(name)) return "organisation";
  if (kProducts.contains(name)) return "product";
  return kPlaces.contains(name) ? "place" : "";
}

std::string_view type_by_ending(std::string_view last_word) {
  static const WordSet kOrganisations(words::kKnownNames, "organisation_ending");
  static const WordSet kPlaces(words::kKnownNames, "place_ending");
  if (kOrganisations.contains(last_word)) return "organisation";
  return kPlaces.contains(last_word) ? "place" : "";
}

bool names_organisation(std::string_view hangul) {
  static const WordSet kOrganisations(words::kKnownNames, "korean_organisation_ending");
  static const WordSet kPlaces(words::kKnownNames, "korean_place_ending");
  return kOrganisations.ends(hangul) && !kPlaces.ends(hangul);
}

bool is_numbered_noun(std::string_view word) {
  static const WordSet kSet(words::kVague, "numbered", "noun");
  return kSet.contains(word);
}
bool is_error_name(std::string_view capitals) {
  static const WordSet kSet(words::kErrorNames, "error");
  return kSet.contains(capitals);
}
bool is_nobody(std::string_view hangul) {
  static const WordSet kSet(words::kNames, "address", "nobody");
  return kSet.contains(hangul);
}
bool is_vague_word(std::string_view word) {
  static const WordSet kSet(words::kVague, "vague", "extractor");
  return kSet.contains(word);
}
bool ends_as_verb(std::string_view hangul) {
  static const WordSet kEnds(words::kEndings, "verb_ending");
  return kEnds.ends(hangul);
}

}  // namespace memfold::models::extractor
