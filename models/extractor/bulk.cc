#include "models/extractor/bulk.h"

#include <algorithm>
#include <array>
#include <string>

#include "models/extractor/advertising.h"
#include "models/extractor/characters.h"

namespace memfold::models::extractor {
namespace {

constexpr std::size_t kCapitalWords = 4;

// "Linux <x.vger.kernel.org>" -> x.vger.kernel.org, lower case
std::string list_name(std::string_view list_id) {
  const std::size_t open = list_id.rfind('<');
  if (open != std::string_view::npos) list_id.remove_prefix(open + 1);
  std::string name(list_id.substr(0, list_id.find('>')));
  std::transform(name.begin(), name.end(), name.begin(), ascii_lower);
  return std::string(trim(name));
}

// A statement of mostly capitals: FREE QUOTE FOR EVERYONE
bool is_in_capitals(const Atoms& atoms) {
  std::size_t words = 0, capitals = 0;
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const std::string_view word = atoms.view(i);
    if (atoms.kind(i) != AtomKind::Word || word.size() < 3) continue;
    ++words;
    capitals += std::all_of(word.begin(), word.end(), is_ascii_upper);
  }
  return capitals >= kCapitalWords && capitals * 2 > words;
}

// Words that are spelt past filters, as they would be spelt: letters only, ASCII in lower case.
constexpr auto kDisguised = std::to_array<std::string_view>(
    {"viagra", "cialis", "free",   "loan",   "loans",  "mortgage", "sex",   "porn",    "cash",
     "money",  "casino", "pills",  "click",  "save",   "credit",   "debt",  "girls",   "adult",
     "remove", "penis",  "drugs",  "poker",  "profit", "cheap",    "offer", "prices",  "lottery",
     "무료",   "대출",   "카지노", "바카라", "토토",   "성인",     "수익",  "비아그라"});

struct Disguise {
  char mark, letter;
};
constexpr auto kDisguises = std::to_array<Disguise>({{'0', 'o'},
                                                     {'1', 'i'},
                                                     {'3', 'e'},
                                                     {'4', 'a'},
                                                     {'5', 's'},
                                                     {'@', 'a'},
                                                     {'$', 's'},
                                                     {'!', 'i'}});

// "V1AGRA", "F.R.E.E", "대*출"
bool is_disguised(std::string_view token) {
  constexpr std::size_t kLongest = 24;
  if (token.size() < 3 || token.size() > kLongest) return false;
  std::string plain;
  bool changed = false;
  for (std::size_t i = 0; i < token.size(); ++i) {
    const char c = token[i];
    if (is_ascii_letter(c) || static_cast<unsigned char>(c) >= 0x80) {
      plain.push_back(ascii_lower(c));
      continue;
    }
    if (i + 1 == token.size()) break;  // "FREE!"
    const auto* found = std::find_if(kDisguises.begin(), kDisguises.end(),
                                     [c](const Disguise& one) { return one.mark == c; });
    if (found != kDisguises.end()) {
      plain.push_back(found->letter);
    } else if (std::string_view(".-_*|").find(c) == std::string_view::npos || i == 0) {
      return false;
    }
    changed = true;
  }
  return changed && std::find(kDisguised.begin(), kDisguised.end(), plain) != kDisguised.end();
}

bool has_disguise(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (is_disguised(text.substr(at, end - at))) return true;
    at = end + 1;
  }
  return false;
}

// What sellers say in scripts without spaces, where the lexicon finds no words.
constexpr auto kUnspaced = std::to_array<std::string_view>(
    {"免費", "免费", "無料", "廣告", "広告", "广告", "賺錢", "赚钱", "創業", "优惠", "優惠", "特價",
     "特价", "折扣", "網路行銷", "出会い"});

bool sells_unspaced(const Atoms& atoms) {
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    if (atoms.kind(i) != AtomKind::Other) continue;
    const std::string_view run = atoms.view(i);
    if (std::any_of(kUnspaced.begin(), kUnspaced.end(), [&](std::string_view word) {
          return run.find(word) != std::string_view::npos;
        })) {
      return true;
    }
  }
  return false;
}

bool is_second_person(std::string_view word) {
  return word == "you" || word == "your" || word == "yours" || word == "you're" ||
         word == "you'll" || word == "당신" || word.starts_with("고객님") ||
         word.starts_with("회원님");
}

bool is_first_person(std::string_view word) {
  return word == "i" || word == "i'm" || word == "i've" || word == "i'd" || word == "i'll" ||
         word == "my" || word == "me" || word == "저는" || word == "제가" || word == "저희가";
}

bool speaks_to_reader(const Atoms& atoms) {
  bool second = false, first = false;
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    second |= is_second_person(atoms.lower(i));
    first |= is_first_person(atoms.lower(i));
  }
  return second && !first;
}

bool is_technical(const Parse& parse) {
  return parse.has_entity(EntityKind::Symbol) || parse.has_entity(EntityKind::Path) ||
         parse.has_entity(EntityKind::ManualPage) || parse.has_entity(EntityKind::Version);
}

bool has_link(const Atoms& atoms) {
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    if (atoms.kind(i) == AtomKind::Url) return true;
  }
  return false;
}

}  // namespace

bool is_ephemeral(const Message& message, const BulkSigns& subject, const BulkSigns& body) {
  constexpr int kLongNotice = 12;
  if (message.is_reply || body.statements > kLongNotice || body.ephemeral == 0) return false;
  const std::string& from = message.from.address;
  return subject.ephemeral > 0 || from.starts_with("no-reply") || from.starts_with("noreply");
}

void BulkSigns::add(const Parse& parse) {
  ++statements;
  shouts += parse.atoms.size() > 0 && parse.atoms.is_mark(parse.atoms.size() - 1, "!");
  sums += parse.has_entity(EntityKind::Money);
  ads += parse.has(Sign::Ads);
  weak += parse.has(Sign::AdsWeak);
  unsubscribe += parse.has(Sign::Unsubscribe);
  scam += parse.has(Sign::Scam);
  ephemeral += parse.has(Sign::Ephemeral);
  capitals += is_in_capitals(parse.atoms);
  const bool pitch = parse.has(Sign::Pitch) || sells_unspaced(parse.atoms);
  pitches += pitch;
  calls += parse.has(Sign::Call);
  strangers += parse.has(Sign::Stranger);
  trades += parse.has(Sign::Trade);
  fortunes += parse.has(Sign::Fortune);
  // So do appointments: sellers name no day but today.
  work += parse.has(Sign::Work) || (parse.day() != nullptr && parse.looks_ahead);
  constexpr std::array kSelling = {Sign::Ads,   Sign::AdsWeak, Sign::Unsubscribe, Sign::Call,
                                   Sign::Trade, Sign::Scam,    Sign::Fortune};
  sales += pitch || std::any_of(kSelling.begin(), kSelling.end(),
                                [&](Sign sign) { return parse.has(sign); });
  to_reader += speaks_to_reader(parse.atoms);
  disguises += has_disguise(parse.atoms.text());
  links += has_link(parse.atoms);
  technical += is_technical(parse);
  for (std::size_t i = 0; i < parse.atoms.size(); ++i) {
    const AtomKind kind = parse.atoms.kind(i);
    const bool hangul = kind == AtomKind::Hangul;
    if (!hangul && kind != AtomKind::Word && kind != AtomKind::Other) continue;
    ++words;
    plain_words += hangul || parse.signs.function_word[i];
  }
}

bool is_discussion(const Message& message) {
  const std::string name = list_name(message.list_id);
  if (name.empty()) return false;
  const std::string_view host = std::string_view(name).substr(0, name.find('.'));
  for (const auto* people : {&message.to, &message.cc}) {
    for (const Mailbox& person : *people) {
      std::string address = person.address;
      const std::size_t at = address.find('@');
      if (at == std::string::npos) continue;
      if (std::string_view(address).substr(0, at) == host) return true;
      address[at] = '.';
      if (address == name) return true;
    }
  }
  return false;
}

bool is_transport_notice(const Message& message) {
  const std::string& address = message.from.address;
  return address.starts_with("mailer-daemon@") || address.starts_with("postmaster@") ||
         address == "mailer-daemon";
}

bool is_unread_language(const BulkSigns& signs) {
  constexpr int kLeastWords = 30, kPlainPart = 10;  // German has "am", "die", "in" too
  return signs.words >= kLeastWords && signs.plain_words * kPlainPart < signs.words;
}

bool is_mass_mail(const Message& message, const BulkSigns& signs) {
  if (message.make.names_parent && !message.quoted.empty()) return false;
  if (message.is_bulk && !is_discussion(message) && !message.is_reply) return true;
  return advertising_score(evidence_of(message, signs)) >= kAdvertisingScore;
}

}  // namespace memfold::models::extractor
