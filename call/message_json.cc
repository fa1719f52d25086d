#include "call/message_json.h"

#include "call/show_record.h"
#include "core/fields/fact.h"
#include "core/mail_facts.h"

namespace memfold::call {
namespace {

template <typename T>
bool has_anything(const T& value) {
  if constexpr (requires { value.has_value(); }) {
    return value.has_value() && has_anything(*value);
  } else if constexpr (requires { value.empty(); }) {
    return !value.empty();
  } else {
    return true;
  }
}

}  // namespace

void show(Writer& out, const Mailbox& mailbox) {
  show_object(out, {{"name", mailbox.name}, {"address", mailbox.address}});
}

void show(Writer& out, const Message& message) {
  show_object(out, {{"id", message.id},
                    {"thread_id", message.thread_id},
                    {"from", message.from},
                    {"to", message.to},
                    {"cc", message.cc},
                    {"subject", message.subject},
                    {"date", message.date},
                    {"is_reply", message.is_reply},
                    {"is_bulk", message.is_bulk},
                    {"labels", message.labels},
                    {"body", message.body},
                    {"quoted", message.quoted}});
}

std::vector<Fact> facts_of(const RequestJson& json, const Message& message) {
  std::vector<Fact> given;
  const Place answer;
  read(json, given, answer.in("facts"));
  MailFacts facts(message);
  for (Fact& fact : given) facts.add(std::move(fact));
  return facts.take();
}

void show(Writer& out, const Fact& fact) {
  out.begin_object(fields::kFieldCount<Fact>);
  fields::for_each_field(fact, [&](auto row, const auto& value) {
    if (has_anything(value)) Entry(row.name, value).write(out);
  });
  out.end_object();
}

}  // namespace memfold::call
