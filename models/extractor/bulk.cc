#include "models/extractor/bulk.h"

#include <algorithm>

#include "models/extractor/characters.h"

namespace memfold::models::extractor {
namespace {

constexpr int kAdsPoints = 2, kUnsubscribePoints = 3, kMaxWeakPoints = 4;
constexpr int kMassMailPoints = 5;
constexpr int kScamPoints = 2, kListPoints = 8;  // a discussion list is trusted further
constexpr std::size_t kCapitalWords = 4;
constexpr int kManyShouts = 3, kManySums = 3, kManyWeak = 4;

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

// What senders in bulk do to subject lines: "ADV:", shouting, a tail against filters ("... kqzfw").
int subject_points(std::string_view subject) {
  int points = 0;
  if (subject.starts_with("ADV") || subject.find(" ADV:") != subject.npos ||
      subject.starts_with("(광고)") || subject.find("(AD)") != subject.npos) {
    points += 3;
  }
  const auto letters = std::count_if(subject.begin(), subject.end(), is_ascii_letter);
  const auto capitals = std::count_if(subject.begin(), subject.end(), is_ascii_upper);
  points += letters > 10 && capitals * 3 > letters * 2;
  points += subject.find('!') != subject.npos;
  const std::size_t space = subject.rfind("  ");  // padding before a number or random letters
  points += space != subject.npos && space + 2 < subject.size() ? 2 : 0;
  return points;
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

bool is_mass_mail(const Message& message, const BulkSigns& signs) {
  if (message.is_reply && !message.quoted.empty()) return false;
  const bool discussion = is_discussion(message);
  if (message.is_bulk && !discussion && !message.is_reply) return true;
  int points = signs.ads * kAdsPoints + std::min(signs.weak, kMaxWeakPoints) +
               std::min(signs.unsubscribe, 2) * kUnsubscribePoints;
  points += std::min(signs.scam, 3) * kScamPoints;
  if (points > 0) points += subject_points(message.subject);
  if (points > 0 && signs.capitals > 1) ++points;
  // Shouting and talk of money prove nothing alone, but much of them beside other signs does.
  if (points > 0 && signs.shouts >= kManyShouts && signs.shouts * 5 >= signs.statements) ++points;
  if (points > 0 && signs.sums >= kManySums) ++points;
  // So does talk of nothing else.
  if (signs.weak >= kManyWeak && signs.weak * 3 >= signs.statements) ++points;
  // "Re:" alone proves no conversation.
  return points >= (discussion || message.is_reply ? kListPoints : kMassMailPoints);
}

}  // namespace memfold::models::extractor
