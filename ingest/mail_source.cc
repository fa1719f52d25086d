#include "ingest/mail_source.h"

#include <chrono>
#include <cstdio>
#include <utility>

#include "core/text.h"
#include "ingest/charset.h"
#include "ingest/mail_date.h"
#include "ingest/mail_parser.h"
#include "ingest/source_json.h"
#include "ingest/turns.h"

namespace memfold::ingest {
namespace {

namespace dom = simdjson::dom;

constexpr std::size_t kMaxHeaderBytes = 64 * 1024;

struct JsonMail {
  std::string headers;  ///< lines
  std::string body, html;
  std::vector<Attachment> attachments;
  bool named = false;  ///< has a sender, subject or date
};

/// One line: no value can start another header.
void add_header(JsonMail& mail, std::string_view name, std::string_view value) {
  mail.headers += name;
  mail.headers += ": ";
  mail.headers += collapse_spaces(value.substr(0, kMaxHeaderBytes));
  mail.headers += '\n';
}

std::string add_list(JsonMail& mail, std::string_view name, const dom::element& value) {
  std::string_view text;
  if (value.get(text) == simdjson::SUCCESS) {
    add_header(mail, name, text);
    return {};
  }
  std::vector<Mailbox> people;
  std::string problem = set_people(people, value);
  std::string line;
  for (const Mailbox& person : people) {
    if (!line.empty()) line += ", ";
    std::string quoted;
    for (char c : person.name) quoted += c == '"' || c == '\\' ? ' ' : c;
    if (!quoted.empty()) line += "\"" + quoted + "\" ";
    if (!person.address.empty()) line += "<" + person.address + ">";
  }
  add_header(mail, name, line);
  return problem;
}

std::string set_from(JsonMail& mail, const dom::element& value) {
  mail.named = true;
  if (!value.is_object()) return add_list(mail, "From", value);
  return "must be a string like Name <address>";
}
std::string set_to(JsonMail& mail, const dom::element& value) {
  return add_list(mail, "To", value);
}
std::string set_cc(JsonMail& mail, const dom::element& value) {
  return add_list(mail, "Cc", value);
}
std::string set_subject(JsonMail& mail, const dom::element& value) {
  std::string text, problem = set_text(text, value);
  add_header(mail, "Subject", text);
  mail.named = true;
  return problem;
}
std::string set_body(JsonMail& mail, const dom::element& value) {
  return set_text(mail.body, value);
}
std::string set_html(JsonMail& mail, const dom::element& value) {
  return set_text(mail.html, value);
}
std::string set_id(JsonMail& mail, const dom::element& value) {
  std::string text, problem = set_text(text, value);
  text = trim(text);
  add_header(mail, "Message-ID", text.starts_with('<') ? text : "<" + text + ">");
  return problem;
}
std::string set_files(JsonMail& mail, const dom::element& value) {
  return set_attachments(mail.attachments, value);
}

std::string mail_date(Time time, int offset) {
  namespace chrono = std::chrono;
  const Time local{time.micros + offset * 60 * kMicrosPerSecond};
  const chrono::sys_time<chrono::microseconds> point{chrono::microseconds{local.micros}};
  const auto day = chrono::floor<chrono::days>(point);
  const chrono::year_month_day date{day};
  const chrono::hh_mm_ss clock{chrono::floor<chrono::seconds>(point - day)};
  constexpr auto kMonths = std::to_array<const char*>(
      {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"});
  char text[64];
  std::snprintf(text, sizeof text, "%02u %s %04d %02d:%02d:%02d %c%02d%02d", unsigned(date.day()),
                kMonths[unsigned(date.month()) - 1], int(date.year()), int(clock.hours().count()),
                int(clock.minutes().count()), int(clock.seconds().count()), offset < 0 ? '-' : '+',
                std::abs(offset) / 60, std::abs(offset) % 60);
  return text;
}

std::string set_date(JsonMail& mail, const dom::element& value) {
  mail.named = true;
  std::string_view text;
  if (value.get(text) == simdjson::SUCCESS && parse_mail_date(text)) {
    add_header(mail, "Date", text);
    return {};
  }
  TurnTime time;
  const std::string problem = set_turn_time(time, value);
  if (!problem.empty() || time.kind == TurnTime::Kind::Relative) {
    return "must be a date as mails or RFC 3339 write it";
  }
  add_header(mail, "Date", mail_date({time.micros}, time.utc_offset_minutes.value_or(0)));
  return {};
}

/// How the body is encoded is said by us: it is UTF-8.
std::string set_headers(JsonMail& mail, const dom::element& value) {
  constexpr auto kProblem = "must be an object of strings, or of lists of them";
  dom::object object;
  if (value.get(object) != simdjson::SUCCESS) return kProblem;
  for (const auto& [key, part] : object) {
    const std::string_view header = key;
    const std::string folded = fold_case(header);
    if (header.empty() || header.find_first_of(": \t\r\n") != std::string_view::npos) {
      return "has a name that is none";
    }
    if (folded.starts_with("content-") || folded == "mime-version") continue;
    mail.named = mail.named || folded == "from" || folded == "subject" || folded == "date";
    std::string_view text;
    if (part.get(text) == simdjson::SUCCESS) {
      add_header(mail, header, text);
      continue;
    }
    dom::array list;
    if (part.get(list) != simdjson::SUCCESS) return kProblem;
    for (dom::element item : list) {
      if (item.get(text) != simdjson::SUCCESS) return kProblem;
      add_header(mail, header, text);
    }
  }
  return {};
}

constexpr auto kMailKeys = std::to_array<JsonKey<JsonMail>>({{"from", set_from},
                                                             {"to", set_to},
                                                             {"cc", set_cc},
                                                             {"bcc", pass_over},
                                                             {"subject", set_subject},
                                                             {"body", set_body},
                                                             {"text", set_body},
                                                             {"html", set_html},
                                                             {"headers", set_headers},
                                                             {"date", set_date},
                                                             {"message_id", set_id},
                                                             {"id", set_id},
                                                             {"attachments", set_files}});

bool begins_as_html(std::string_view text) {
  const std::string head = fold_case(cut_at_word(trim(text), 64));
  return head.starts_with("<!doctype html") || head.starts_with("<html") ||
         head.starts_with("<body") || head.starts_with("<div") || head.starts_with("<p>");
}

/// Those it passes on first, as a backfill folds them.
void flatten(Message message, std::vector<Message>& messages) {
  std::vector<Message> forwarded = std::move(message.forwarded);
  message.forwarded.clear();
  for (Message& original : forwarded) flatten(std::move(original), messages);
  messages.push_back(std::move(message));
}

}  // namespace

std::string mail_of_json(std::string_view json, const SourceLimits& limits,
                         std::vector<Attachment>& attachments) {
  dom::parser parser;
  JsonMail mail;
  read_object(mail, kMailKeys, parse_json(parser, json, limits.max_depth, "email"), "email");
  if (!mail.named) reject("email", "from, subject and date are missing");
  const bool html = mail.body.empty() ? !mail.html.empty() : begins_as_html(mail.body);
  attachments = std::move(mail.attachments);
  return mail.headers + "MIME-Version: 1.0\nContent-Transfer-Encoding: 8bit\nContent-Type: text/" +
         (html ? "html" : "plain") + "; charset=utf-8\n\n" +
         (mail.body.empty() ? mail.html : mail.body);
}

SourceReading read_mail_source(const Source& source, const SourceLimits& limits) {
  RawMessage raw;
  std::vector<Attachment> attachments;
  raw.bytes = trim(source.raw).starts_with('{')
                  ? mail_of_json(to_utf8(source.raw, ""), limits, attachments)
                  : source.raw;
  ParsedMail mail = parse_mail(raw);
  if (!mail.broken.empty()) reject("email", mail.broken);
  Message& outer = mail.message;
  if (outer.from == Mailbox{} && outer.subject.empty() && !outer.date) {
    reject("email", "no mail header: neither sender nor subject nor date");
  }
  std::move(attachments.begin(), attachments.end(), std::back_inserter(outer.attachments));
  SourceReading reading;
  reading.title = outer.subject;
  flatten(std::move(outer), reading.messages);
  for (Message& message : reading.messages) {
    if (!source.source_id.empty()) message.id = source.source_id;
    if (!reading.text.empty() && !message.body.empty()) reading.text += "\n\n";
    reading.text += message.body;
    add_people(reading.participants, {message.from});
    add_people(reading.participants, message.to);
    add_people(reading.participants, message.cc);
  }
  reading.started_at = reading.messages.back().date;
  if (!reading.started_at) reading.started_at = source.started_at;
  reading.ended_at = reading.started_at;
  return reading;
}

}  // namespace memfold::ingest
