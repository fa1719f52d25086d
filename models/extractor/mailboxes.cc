#include "models/extractor/mailboxes.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/name_forms.h"
#include "core/text.h"
#include "models/extractor/characters.h"
#include "models/extractor/mention_words.h"
#include "models/extractor/romanise.h"
#include "models/extractor/syllables.h"

namespace memfold::models::extractor {
namespace {

using std::string_view;
using Words = std::vector<std::string>;

template <typename Keep>
Words split(string_view text, Keep keep) {
  Words words;
  bool open = false;
  for (const char c : text) {
    if (!keep(c)) {
      open = false;
      continue;
    }
    if (!open) words.emplace_back();
    open = true;
    words.back().push_back(c);
  }
  return words;
}

// Runs of letters: "sc.park2" is sc, park.
Words letter_runs(string_view text) {
  return split(text, [](char c) { return is_ascii_lower(c); });
}

std::string joined(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += word;
  return text;
}

std::string initials(const Words& words) {
  std::string text;
  for (const std::string& word : words) text.push_back(word[0]);
  return text;
}

string_view local_part(string_view address) {
  address = address.substr(0, address.find('@'));
  return address.substr(0, address.find('+'));
}

bool is_hangul_text(string_view text) {
  return !text.empty() && is_hangul(code_point_at(text, 0).value);
}

bool latin_agrees(const Words& words, const Words& runs) {
  const std::string whole = joined(runs);
  if (words.empty() || whole.size() < 2) return false;
  for (const std::string& word : words) {
    if (word.size() >= 3 && std::find(runs.begin(), runs.end(), word) != runs.end()) return true;
    if (word.size() >= 4 && whole.find(word) != whole.npos) return true;
    if (whole.size() >= 3 && word.starts_with(whole)) return true;
  }
  const std::string& first = words.front();
  const std::string& last = words.back();
  return whole == joined(words) || (words.size() >= 3 && whole == initials(words)) ||
         whole == first + last.substr(0, 1) || whole == first.substr(0, 1) + last;
}

// A first letter as the ways to write it have in common: 우 is written u or w, 철 ch or j.
std::string loose_initials(string_view letters) {
  constexpr string_view kWritten = "gdbrucv", kCommon = "ktplwjp";
  std::string text(letters);
  for (char& c : text) {
    if (const std::size_t at = kWritten.find(c); at != kWritten.npos) c = kCommon[at];
  }
  return text;
}

// The syllables' first letters: sc for 상철.
std::string syllable_initials(string_view hangul) {
  std::string text;
  for (std::size_t i = 0; i + Syllables::kBytes <= hangul.size(); i += Syllables::kBytes) {
    text.push_back(romanise(hangul.substr(i, Syllables::kBytes))[0]);
  }
  return loose_initials(text);
}

bool hangul_agrees(string_view name, const Words& runs) {
  if (name.size() < 2 * Syllables::kBytes) return false;
  const string_view family = name.substr(0, Syllables::kBytes),
                    given = name.substr(Syllables::kBytes);
  const std::string whole = loose_sound(joined(runs));
  const std::string sound = loose_sound(romanise(given));
  if (sound.size() >= 3 && whole == sound) return true;
  if (sound.size() >= 3 && std::any_of(runs.begin(), runs.end(), [&](const std::string& run) {
        return loose_sound(run) == sound;
      })) {
    return true;
  }
  const std::string brief = syllable_initials(given), letters = joined(runs);
  const std::size_t rest = letters.size() - std::min(letters.size(), brief.size());
  const bool leads = loose_initials(letters.substr(0, brief.size())) == brief;
  const bool trails = loose_initials(letters.substr(rest)) == brief;
  for (const std::string& one : family_sounds(family)) {
    if (whole == one + sound || whole == sound + one) return true;
    if (leads && rest > 0 && loose_sound(letters.substr(brief.size())) == one) return true;
    if (trails && rest > 0 && loose_sound(letters.substr(0, rest)) == one) return true;
  }
  return letters.size() >= 3 && loose_initials(letters) == syllable_initials(family) + brief;
}

}  // namespace

string_view domain_of(string_view address) {
  const std::size_t at = address.rfind('@');
  return at == address.npos ? string_view() : address.substr(at + 1);
}

bool is_role_address(string_view address, string_view list_id) {
  const string_view local = local_part(address), domain = domain_of(address);
  if (local.empty() || domain.empty()) return false;
  if (list_id.size() > local.size() && list_id.find(local) != list_id.npos) {
    const std::size_t at = list_id.find(local);
    const bool begins = at == 0 || list_id[at - 1] == '<' || list_id[at - 1] == ' ';
    if (begins && list_id[at + local.size()] == '.') return true;
  }
  if (is_list_domain(domain) || local == domain.substr(0, domain.find('.'))) return true;
  const Words runs = split(local, [](char c) { return c != '.' && c != '-' && c != '_'; });
  if (runs.empty()) return false;
  if (is_role_word(joined(runs)) || is_role_word(local)) return true;
  return is_role_word(runs.front()) || is_list_word(runs.back());
}

bool is_public_domain(string_view domain) {
  return is_public_mail_domain(domain);
}

bool address_agrees(string_view key, string_view address) {
  const Words runs = letter_runs(local_part(address));
  if (runs.empty() || key.empty() || key.find('@') != key.npos) return false;
  if (is_hangul_text(key)) return hangul_agrees(key, runs);
  return latin_agrees(letter_runs(fold_accents(key)), runs);
}

bool is_surely_person(string_view key) {
  if (is_hangul_text(key)) {
    return is_full_hangul_name(key) && !is_role_word(key) && !names_organisation(key);
  }
  const std::size_t hyphen = key.find('-');
  return hyphen != key.npos && is_given_name(key.substr(0, hyphen)) &&
         !is_machine_word(key.substr(key.rfind('-') + 1)) &&
         !is_list_word(key.substr(key.rfind('-') + 1));
}

bool reads_like_person(string_view key, string_view address) {
  if (key.empty() || key.find('@') != key.npos) return false;
  if (key.find_first_of("0123456789") != key.npos) return false;
  const Words words = split(key, [](char c) { return c != '-'; });
  if (words.empty()) return false;  // "--"
  if (is_hangul_text(key)) {
    if (words.size() > 1 || is_role_word(key) || names_organisation(key)) return false;
    return is_full_hangul_name(key) ||
           (key.size() >= 6 && key.size() <= 12 && address_agrees(key, address));
  }
  if (std::any_of(words.begin(), words.end(), [](const std::string& word) {
        return is_role_word(word) || is_machine_word(word);
      })) {
    return false;
  }
  if (static_cast<unsigned char>(key[0]) >= 0x80 &&
      is_letter_beyond_latin(code_point_at(key, 0).value)) {
    return true;
  }
  if (words.size() == 1) return address_agrees(key, address);
  if (type_by_ending(words.back()) == "organisation") return false;
  return words.size() <= 4;
}

bool domain_agrees(string_view organisation, string_view domain) {
  if (domain.empty() || is_public_domain(domain) || is_list_domain(domain)) return false;
  const std::string key = near_key(NodeKind::Entity, organisation, "");
  const Words words = letter_runs(key);
  const std::string whole = joined(words), sound = romanise(key);
  const std::size_t end = domain.rfind('.');
  for (const std::string& label : split(domain.substr(0, end), [](char c) { return c != '.'; })) {
    if (is_common_label(label)) continue;
    const Words runs = letter_runs(label);
    if (runs.empty()) continue;
    const std::string name = joined(runs);
    if (!whole.empty() && (name == whole || (words.size() >= 3 && name == initials(words)))) {
      return true;
    }
    if (name.size() >= 4 && whole.starts_with(name)) return true;
    if (!words.empty() && words[0].size() >= 4 && runs.front() == words[0]) return true;
    const std::string& run = runs.front();
    if (run.size() >= 4 &&
        (sound.starts_with(run) || loose_sound(sound).starts_with(loose_sound(run)))) {
      return true;
    }
  }
  return false;
}

}  // namespace memfold::models::extractor
