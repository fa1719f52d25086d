#include "models/extractor/bulk.h"

#include <algorithm>

#include "models/extractor/characters.h"

namespace memfold::models::extractor {
namespace {

constexpr int kAdsPoints = 2, kUnsubscribePoints = 3, kMaxWeakPoints = 4;
constexpr int kMassMailPoints = 5;
constexpr int kManyShouts = 3, kManySums = 3, kManyWeak = 4;

// "Linux <x.vger.kernel.org>" -> x.vger.kernel.org, lower case
std::string list_name(std::string_view list_id) {
  const std::size_t open = list_id.rfind('<');
  if (open != std::string_view::npos) list_id.remove_prefix(open + 1);
  std::string name(list_id.substr(0, list_id.find('>')));
  std::transform(name.begin(), name.end(), name.begin(), ascii_lower);
  return std::string(trim(name));
}

}  // namespace

void BulkSigns::add(const Parse& parse) {
  ++statements;
  shouts += parse.atoms.size() > 0 && parse.atoms.is_mark(parse.atoms.size() - 1, "!");
  sums += parse.has_entity(EntityKind::Money);
  ads += parse.has(Sign::Ads);
  weak += parse.has(Sign::AdsWeak);
  unsubscribe += parse.has(Sign::Unsubscribe);
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
  if (message.is_reply || is_discussion(message)) return false;
  if (message.is_bulk) return true;
  int points = signs.ads * kAdsPoints + std::min(signs.weak, kMaxWeakPoints) +
               std::min(signs.unsubscribe, 2) * kUnsubscribePoints;
  // Shouting and talk of money prove nothing alone, but much of them beside other signs does.
  if (points > 0 && signs.shouts >= kManyShouts && signs.shouts * 5 >= signs.statements) ++points;
  if (points > 0 && signs.sums >= kManySums) ++points;
  // So does talk of nothing else.
  if (signs.weak >= kManyWeak && signs.weak * 3 >= signs.statements) ++points;
  return points >= kMassMailPoints;
}

}  // namespace memfold::models::extractor
