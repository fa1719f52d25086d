#include "core/mail_facts.h"

#include <algorithm>

#include "core/hash.h"
#include "core/text.h"

namespace memfold {
namespace {

constexpr std::size_t kMaxPeople = 32;

std::string hash_hex(std::string_view content) {
  const std::uint64_t hash = hash64(content);
  std::string bytes(8, '\0');
  for (int i = 0; i < 8; ++i) {
    bytes[static_cast<std::size_t>(i)] = static_cast<char>(hash >> (56 - 8 * i));
  }
  return to_hex(bytes);
}

void add_person(std::vector<std::string>& people, const Mailbox& person) {
  if (people.size() >= kMaxPeople) return;
  std::string key = normalise_person(
      cut_at_word(person.address.empty() ? person.name : person.address, kMaxUserBytes));
  if (!key.empty() && std::find(people.begin(), people.end(), key) == people.end()) {
    people.push_back(std::move(key));
  }
}

}  // namespace

MailFacts::MailFacts(const Message& message)
    : message_(message),
      source_id_(cut_at_word(message.id, kMaxFieldBytes)),
      thread_id_(cut_at_word(message.thread_id, kMaxFieldBytes)),
      subject_(cut_at_word(message.subject, kMaxFieldBytes)) {
  add_person(people_, message.from);
  for (const Mailbox& person : message.to) add_person(people_, person);
  for (const Mailbox& person : message.cc) add_person(people_, person);
}

bool MailFacts::add(Fact fact, const std::vector<Mailbox>& more_people) {
  fact.idempotency_key = message_.id + "#" + hash_hex(fact.content);
  if (!seen_.insert(fact.idempotency_key).second) return false;
  fact.source_id = source_id_;
  fact.thread_id = thread_id_;
  fact.subject = subject_;
  fact.people = people_;
  for (const Mailbox& person : more_people) add_person(fact.people, person);
  fact.stated_at = message_.date;
  if (!fact.occurred_at) fact.occurred_at = message_.date;
  facts_.push_back(std::move(fact));
  return true;
}

}  // namespace memfold
