#include "models/extractor/people.h"

#include <algorithm>
#include <optional>

#include "core/name_forms.h"
#include "core/text.h"
#include "models/extractor/characters.h"
#include "models/extractor/mailboxes.h"
#include "models/extractor/mention_words.h"
#include "models/extractor/syllables.h"

namespace memfold::models::extractor {
namespace {

using std::string_view;

constexpr std::size_t kMaxNameBytes = 256;  // of a name or an address
constexpr std::size_t kLeastGiven = 3;      // letters of a given name looked up alone
constexpr std::size_t kMostAddressed = 4;   // a mail to more is to none of them in particular
constexpr std::size_t kGreetingBytes = 80, kSignatureBytes = 600, kLastLineBytes = 48;
// By what the headers say of somebody.
constexpr double kAgreeing = 0.95, kNamed = 0.8, kNameAlone = 0.7, kOneWord = 0.6,
                 kAddressAlone = 0.5, kMostCopied = 0.65;

bool is_hangul_name(string_view name) {
  return !name.empty() && is_hangul(code_point_at(name, 0).value);
}

std::vector<std::string> words_of(string_view key) {
  std::vector<std::string> words;
  while (!key.empty()) {
    const std::size_t hyphen = std::min(key.find('-'), key.size());
    if (hyphen > 0) words.emplace_back(key.substr(0, hyphen));
    key.remove_prefix(std::min(hyphen + 1, key.size()));
  }
  return words;
}

/// What a person is looked up by in a text.
struct NameSpellings {
  std::string full;                 ///< the name as written, lower case
  std::string given;                ///< a given name that is no other word
  std::vector<std::string> polite;  ///< 민지님, 민지 님, 민지 씨
};

NameSpellings spellings_of(const HeaderPerson& person) {
  NameSpellings spellings;
  if (person.mention.name.find('@') != std::string::npos) return spellings;
  if (is_hangul_name(person.key)) {
    spellings.full = person.key;
    if (!is_full_hangul_name(person.key)) return spellings;
    const std::string given = person.key.substr(person.key.size() == 12 ? 6 : Syllables::kBytes);
    for (const char* ending : {"님", " 님", "씨", " 씨"})
      spellings.polite.push_back(given + ending);
    return spellings;
  }
  for (const std::string& word : person.words) {
    spellings.full.append(spellings.full.empty() ? "" : " ").append(word);
  }
  if (person.words.empty()) return spellings;
  const std::string& first = person.words.front();
  if (first.size() >= kLeastGiven && !is_doubtful_given_name(first) && !is_vague_word(first)) {
    spellings.given = first;
  }
  return spellings;
}

bool speaks_of(const WrittenText& text, const NameSpellings& spellings) {
  return text.has(spellings.full) || text.has(spellings.given) ||
         std::any_of(spellings.polite.begin(), spellings.polite.end(),
                     [&](const std::string& polite) { return text.has(polite); });
}

string_view first_line(string_view text) {
  text = trim(text);
  return cut_at_word(text.substr(0, text.find('\n')), kGreetingBytes);
}

// The end of the body where nothing was taken for a signature: a name alone on its line.
string_view last_line(string_view text) {
  text = trim(text);
  const string_view line = text.substr(text.rfind('\n') + 1);
  return line.size() <= kLastLineBytes ? line : string_view();
}

// As people would write it: without (Marketing) and "via list"; in Hangul without titles.
std::string shown_name(string_view name, const std::string& key) {
  if (is_full_hangul_name(key)) return key;
  std::string shown = collapse_spaces(cut_at_word(name, kMaxNameBytes));
  for (string_view mark : {" (", " [", " via ", " | "}) {
    if (const std::size_t at = shown.find(mark); at != shown.npos && at > 0) shown.resize(at);
  }
  const std::size_t first = shown.find_first_not_of("'\""), last = shown.find_last_not_of("'\"");
  return first == shown.npos ? key : shown.substr(first, last - first + 1);
}

// "곰솔세무회계 단유경" is whom the address says.
std::string settled_key(const Mailbox& box) {
  std::string key = canonical_person(box.name);
  if (key.find('-') == key.npos || !is_hangul_name(key)) return key;
  for (std::string& word : words_of(key)) {
    if (is_full_hangul_name(word) && address_agrees(word, box.address)) return std::move(word);
  }
  return key;
}

class PeopleReader {
 public:
  PeopleReader(const Message& message, const SpokenText& text) : message_(message), text_(text) {}

  std::vector<HeaderPerson> read() {
    add(message_.from, PersonRole::Sender);
    for (const Mailbox& box : message_.to) add(box, PersonRole::Recipient);
    for (const Mailbox& box : message_.cc) add(box, PersonRole::Copied);
    for (const CalendarEvent& event : message_.events) {
      add(event.organizer, PersonRole::Attendee);
      for (const Mailbox& box : event.attendees) add(box, PersonRole::Attendee);
    }
    const WrittenText greeting(first_line(message_.body));
    const WrittenText signature(message_.signature.empty()
                                    ? last_line(message_.body)
                                    : cut_at_word(message_.signature, kSignatureBytes));
    const WrittenText subject(text_.subject);
    for (HeaderPerson& person : people_) look_up(person, greeting, signature, subject);
    return std::move(people_);
  }

 private:
  bool is_known(const HeaderPerson& person) const {
    return std::any_of(people_.begin(), people_.end(), [&](const HeaderPerson& known) {
      return known.key == person.key ||
             (!known.mention.aliases.empty() && known.mention.aliases == person.mention.aliases);
    });
  }

  void add(const Mailbox& box, PersonRole role) {
    if (people_.size() >= kMaxPeople) return;
    const bool personal = !box.address.empty() && box.address.size() <= kMaxNameBytes &&
                          !is_role_address(box.address, message_.list_id);
    const std::string key = settled_key(box);
    const bool several =
        box.name.find('&') != box.name.npos || box.name.find(" and ") != box.name.npos;
    const bool named = several ? false
                       : personal || box.address.empty()
                           ? reads_like_person(key, box.address)
                           : is_surely_person(key);  // "Minji Kim via list"
    // "Minji", who speaks in a conversation
    const bool speaker = !named && box.address.empty() && is_one_word(key);
    const bool firm = !key.empty() && key.find('@') == key.npos;
    if (!named && !speaker && (!personal || firm)) return;
    const bool agrees = named && personal && address_agrees(key, box.address);
    HeaderPerson person;
    person.role = role;
    Mention& mention = person.mention;
    mention.kind = NodeKind::Person;
    mention.name = named || speaker ? shown_name(box.name, key) : box.address;
    if (personal) mention.aliases = {box.address};
    mention.support = int(named || speaker) + int(personal) + int(agrees);
    mention.confidence = agrees              ? kAgreeing
                         : named && personal ? kNamed
                         : named             ? kNameAlone
                         : speaker           ? kOneWord
                                             : kAddressAlone;
    person.key = named || speaker ? key : canonical_person(box.address);
    person.words = words_of(person.key);
    if (personal && !is_public_domain(domain_of(box.address))) {
      person.domain = domain_of(box.address);
    }
    if (!person.words.empty() && !is_known(person)) people_.push_back(std::move(person));
  }

  static bool is_one_word(string_view key) {
    return !key.empty() && key.find_first_of("-0123456789@") == key.npos && !is_role_word(key) &&
           !is_machine_word(key);
  }

  void look_up(HeaderPerson& person, const WrittenText& greeting, const WrittenText& signature,
               const WrittenText& subject) {
    const NameSpellings spellings = spellings_of(person);
    const int before = person.mention.support;
    const bool sender = person.role == PersonRole::Sender;
    int& support = person.mention.support;
    if (sender && !text_.statements.empty()) ++support;
    if (!spellings.full.empty()) {
      support += sender ? speaks_of(signature, spellings) : speaks_of(greeting, spellings);
      support += subject.has(spellings.full);
      for (const WrittenText& statement : text_.statements) {
        support += speaks_of(statement, spellings);
      }
    }
    if (support > before || sender) return;
    if (person.role == PersonRole::Copied) {
      person.mention.confidence = std::min(person.mention.confidence, kMostCopied);
    }
    person.mention.copied =
        person.role == PersonRole::Copied || message_.to.size() > kMostAddressed;
  }

  const Message& message_;
  const SpokenText& text_;
  std::vector<HeaderPerson> people_;
};

}  // namespace

std::vector<HeaderPerson> find_people(const Message& message, const SpokenText& text) {
  return PeopleReader(message, text).read();
}

bool is_one_of(std::span<const HeaderPerson> people, string_view name) {
  const std::string key = canonical_person(name);
  const std::vector<std::string> words = words_of(key);
  int found = 0;
  for (const HeaderPerson& person : people) {
    if (person.key == key) return true;
    const bool part = std::all_of(words.begin(), words.end(), [&](const std::string& word) {
      return std::find(person.words.begin(), person.words.end(), word) != person.words.end();
    });
    const bool given = is_full_hangul_name(person.key) && person.key.ends_with(key);
    found += part || given;
  }
  return found == 1;
}

}  // namespace memfold::models::extractor
