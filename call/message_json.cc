#include "call/message_json.h"

#include "call/json_record.h"
#include "core/fields/fact.h"
#include "core/mail_facts.h"

namespace memfold::call {
namespace {

Json mailbox_json(const Mailbox& mailbox) {
  return {{"name", mailbox.name}, {"address", mailbox.address}};
}

Json mailboxes_json(const std::vector<Mailbox>& mailboxes) {
  Json list = Json::array();
  for (const Mailbox& one : mailboxes) list.push_back(mailbox_json(one));
  return list;
}

bool is_empty(const Json& value) {
  return value.is_null() || value.empty() || value == "";
}

}  // namespace

Json message_json(const Message& message) {
  return {{"id", message.id},
          {"thread_id", message.thread_id},
          {"from", mailbox_json(message.from)},
          {"to", mailboxes_json(message.to)},
          {"cc", mailboxes_json(message.cc)},
          {"subject", message.subject},
          {"date", to_json(message.date)},
          {"is_reply", message.is_reply},
          {"is_bulk", message.is_bulk},
          {"labels", message.labels},
          {"body", message.body},
          {"quoted", message.quoted}};
}

std::vector<Fact> facts_of(const RequestJson& json, const Message& message) {
  std::vector<Fact> given;
  const Place answer;
  read(json, given, answer.in("facts"));
  MailFacts facts(message);
  for (Fact& fact : given) facts.add(std::move(fact));
  return facts.take();
}

Json to_json(const Fact& fact) {
  Json json = Json::object();
  fields::for_each_field(fact, [&](auto row, const auto& value) {
    Json shown = value_json(value);
    if (!is_empty(shown)) json[std::string(row.name)] = std::move(shown);
  });
  return json;
}

}  // namespace memfold::call
