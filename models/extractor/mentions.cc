#include "models/extractor/mentions.h"

#include <algorithm>
#include <string>

#include "core/name_forms.h"
#include "core/name_words.h"
#include "core/text.h"
#include "models/extractor/bulk.h"
#include "models/extractor/concepts.h"
#include "models/extractor/context.h"
#include "models/extractor/mailboxes.h"
#include "models/extractor/mention_words.h"
#include "models/extractor/people.h"
#include "models/extractor/spoken_names.h"

namespace memfold::models::extractor {
namespace {

using std::string_view;

constexpr std::size_t kMaxSearched = 64 * 1024;  // bytes of the body in which names are looked up
constexpr std::size_t kMaxSubject = 1024;
constexpr std::size_t kMaxSignatureLines = 8, kMaxSignatureLine = 160;
constexpr std::size_t kMaxThings = 64;  // told apart before the best are chosen
constexpr double kPerPlace = 0.08, kMostOfMention = 0.99, kByDomain = 0.85, kOfMassMail = 0.45;

enum Place : unsigned {
  kHeader = 1,
  kSubject = 2,
  kSignature = 4,
  kDomain = 8,
  kElsewhere = 16,
  kKnownShape = 32
};

/// A person or entity the text names, with where it does.
struct Thing {
  SpokenName name;
  std::string key;
  unsigned places = 0;
  int statements = 0;
  std::size_t hits = 0;  ///< in statements, repeats included
  std::size_t last_statement = SIZE_MAX;

  int support() const { return statements + __builtin_popcount(places); }
};

bool is_exact(const SpokenName& name) {
  return name.type == "manual_page" || name.type == "symbol" || name.type == "host" ||
         name.type == "project" || name.type == "commit";
}

// Types are compared elsewhere: an unknown one takes that of the same name.
std::string key_of(const SpokenName& name) {
  if (name.kind == NodeKind::Person) return canonical_person(name.name);
  if (is_exact(name)) return name.type == "symbol" ? name.name : normalise_key(name.name);
  return near_key(NodeKind::Entity, name.name, "organisation");
}

string_view without_topic(string_view content, string_view topic) {
  if (topic.empty() || !content.starts_with(topic)) return content;
  const string_view rest = content.substr(topic.size());
  return rest.starts_with(": ") ? rest.substr(2) : content;
}

class MentionReader {
 public:
  MentionReader(const Message& message, std::span<const Fact> facts)
      : message_(message), facts_(facts) {
    text_.subject = topic_text(message.subject);
    for (const Fact& fact : facts) {
      text_.statements.emplace_back(without_topic(fact.content, text_.subject));
    }
    text_.body = WrittenText(cut_at_word(message.body, kMaxSearched));
    mass_ = (message.is_bulk && !message.is_reply && !is_discussion(message)) ||
            std::any_of(facts.begin(), facts.end(),
                        [](const Fact& fact) { return fact.category == Category::Ads; });
  }

  MentionSet read() {
    people_ = find_people(message_, text_);
    if (people_.empty() || people_[0].role != PersonRole::Sender) {
      read_names(cut_at_word(message_.from.name, kMaxSignatureLine), kHeader);
    }
    read_names(text_.subject, kSubject);
    for (const SpokenName& page : find_page_names(cut_at_word(message_.subject, kMaxSubject)))
      add(page, kSubject, 0);
    for (std::size_t i = 0; i < facts_.size(); ++i) {
      read_statement(without_topic(facts_[i].content, text_.subject), i);
    }
    read_signature();
    drop_page_symbols();
    for (Thing& thing : things_) settle(thing);
    std::stable_sort(things_.begin(), things_.end(),
                     [](const Thing& a, const Thing& b) { return a.support() > b.support(); });
    return compose();
  }

 private:
  void read_names(string_view text, Place place) {
    if (text.empty()) return;
    atoms_.assign(text);
    for (const SpokenName& name : find_spoken_names(atoms_)) add(name, place, 0);
  }

  void read_statement(string_view text, std::size_t index) {
    atoms_.assign(text);
    for (const SpokenName& name : find_spoken_names(atoms_)) add(name, 0, index);
  }

  void read_signature() {
    string_view rest = message_.signature;
    for (std::size_t i = 0; i < kMaxSignatureLines && !rest.empty(); ++i) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      if (end <= kMaxSignatureLine) read_names(trim(rest.substr(0, end)), kSignature);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }

  // `places` 0: statement `index`.
  void add(const SpokenName& name, unsigned places, std::size_t index) {
    if (!is_exact(name) && is_one_of(people_, name.name)) return;
    if (name.type == "host" && places == kSignature) return;  // of the list, the provider
    std::string key = key_of(name);
    auto thing = std::find_if(things_.begin(), things_.end(), [&](const Thing& known) {
      return known.key == key && known.name.kind == name.kind;
    });
    if (thing == things_.end()) {
      if (things_.size() >= kMaxThings) return;
      things_.push_back({name, std::move(key)});
      thing = things_.end() - 1;
    }
    if (name.known) thing->places |= kKnownShape;
    if (thing->name.type.empty() || name.confidence > thing->name.confidence) {
      if (!name.type.empty()) thing->name.type = name.type;
      thing->name.confidence = std::max(thing->name.confidence, name.confidence);
    }
    thing->places |= places;
    if (places != 0) return;
    ++thing->hits;
    if (thing->last_statement != index) ++thing->statements;
    thing->last_statement = index;
  }

  string_view sender_domain() const {
    const string_view domain = domain_of(message_.from.address);
    return is_public_domain(domain) ? string_view() : domain;
  }

  // "system_data_types" beside system_data_types(7) is the page.
  void drop_page_symbols() {
    std::vector<std::string> pages;
    for (const Thing& thing : things_) {
      if (thing.name.type != "manual_page") continue;
      pages.push_back(thing.name.name.substr(0, thing.name.name.find('(')));
    }
    std::erase_if(things_, [&](const Thing& thing) {
      return thing.name.type == "symbol" &&
             std::find(pages.begin(), pages.end(), thing.name.name) != pages.end();
    });
  }

  void settle(Thing& thing) {
    const WrittenText name(thing.name.name);
    if (text_.body.count(name.text(), thing.hits + 1) > thing.hits) thing.places |= kElsewhere;
    const bool may_be_firm = thing.name.kind == NodeKind::Entity &&
                             (thing.name.type.empty() || thing.name.type == "organisation" ||
                              thing.name.type == "product");
    if (may_be_firm && domain_agrees(thing.name.name, sender_domain())) {
      thing.places |= kDomain;
      if (thing.name.type != "product") thing.name.type = "organisation";
      thing.name.confidence = std::max(thing.name.confidence, kByDomain);
    }
  }

  Mention mention_of(const Thing& thing) const {
    const int support = thing.support();
    double confidence =
        std::min(kMostOfMention, thing.name.confidence + kPerPlace * std::max(0, support - 1));
    if (mass_) confidence = std::min(confidence, kOfMassMail);
    return {.kind = thing.name.kind,
            .name = thing.name.name,
            .type = thing.name.type,
            .confidence = confidence,
            .support = support};
  }

  MentionSet compose() const {
    MentionSet mentioned;
    std::vector<std::string> names;
    for (const HeaderPerson& person : people_) {
      mentioned.mentions.push_back(person.mention);
      if (mass_) {
        Mention& mention = mentioned.mentions.back();
        mention.confidence = std::min(mention.confidence, kOfMassMail);
      }
      for (const std::string& word : person.words) names.push_back(word);
    }
    for (const Thing& thing : things_) {
      names.push_back(WrittenText(thing.name.name).text());
    }
    std::vector<Mention> concepts;
    if (!mass_) concepts = find_concepts(text_, facts_, names);
    const std::size_t room = kMaxMentions - concepts.size();
    for (const Thing& thing : things_) {
      if (mentioned.mentions.size() >= room) break;
      mentioned.mentions.push_back(mention_of(thing));
    }
    relate(mentioned);
    for (Mention& matter : concepts) mentioned.mentions.push_back(std::move(matter));
    return mentioned;
  }

  void relate(MentionSet& mentioned) const {
    if (mass_ || people_.empty()) return;
    const auto add_relation = [&](MentionedRelation relation) {
      if (mentioned.relations.size() < kMaxRelations)
        mentioned.relations.push_back(std::move(relation));
    };
    if (people_[0].role == PersonRole::Sender) {
      for (std::size_t i = 1; i < people_.size(); ++i) {
        if (people_[i].role != PersonRole::Recipient) continue;
        add_relation({.from = 0,
                      .to = i,
                      .type = "corresponds_with",
                      .proximity = 1 / double(std::max<std::size_t>(1, message_.to.size()))});
      }
    }
    for (std::size_t i = 0; i < people_.size(); ++i) {
      if (const auto firm = employer_of(people_[i], mentioned.mentions.size());
          firm.proximity > 0) {
        add_relation({.from = i,
                      .to = people_.size() + firm.thing,
                      .type = "works_for",
                      .proximity = firm.proximity});
      }
    }
  }

  struct Employer {
    std::size_t thing = 0;
    double proximity = 0;
  };
  // The organisation that most speaks for: by the signature, by the domain.
  Employer employer_of(const HeaderPerson& person, std::size_t mentions) const {
    Employer best;
    for (std::size_t i = 0; i < things_.size() && people_.size() + i < mentions; ++i) {
      const Thing& thing = things_[i];
      if (thing.name.type != "organisation" || ends_department(thing.name.name)) continue;
      const bool by_domain = domain_agrees(thing.name.name, person.domain);
      // Known names stand in signatures for many reasons.
      const bool known = !known_type(WrittenText(thing.name.name).text()).empty();
      const bool signed_so = person.role == PersonRole::Sender &&
                             (thing.places & kSignature) != 0 && (by_domain || !known);
      const double proximity = 0.5 * (int(signed_so) + int(by_domain));
      if (proximity > best.proximity) best = {i, proximity};
    }
    return best;
  }

  const Message& message_;
  const std::span<const Fact> facts_;
  SpokenText text_;
  std::vector<HeaderPerson> people_;
  std::vector<Thing> things_;
  Atoms atoms_;
  bool mass_ = false;
};

}  // namespace

MentionSet find_mentions(const Message& message, std::span<const Fact> facts) {
  if (is_transport_notice(message)) return {};
  return MentionReader(message, facts).read();
}

}  // namespace memfold::models::extractor
