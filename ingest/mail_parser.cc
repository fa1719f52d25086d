#include "ingest/mail_parser.h"

#include <algorithm>
#include <utility>

#include "core/text.h"
#include "ingest/address.h"
#include "ingest/author_text.h"
#include "ingest/header_list.h"
#include "ingest/mail_identity.h"

namespace memfold::ingest {
namespace {

constexpr std::size_t kMaxSubjectBytes = 4 * 1024;
constexpr std::size_t kMaxLabels = 256;

/// Cuts between characters.
void cut(std::string& text, std::size_t most) {
  if (text.size() <= most) return;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
  text.resize(most);
}

std::string list_id(std::string_view value) {
  std::string text = decode_header(value);
  const std::size_t open = text.rfind('<'), close = text.rfind('>');
  if (open != std::string::npos && close != std::string::npos && open < close) {
    text = text.substr(open + 1, close - open - 1);
  }
  return fold_case(collapse_spaces(text));
}

/// Labels are separated by commas; one with a comma in it is quoted.
std::vector<std::string> split_labels(const std::string& value) {
  std::vector<std::string> labels;
  std::string label;
  bool quoted = false;
  const auto finish = [&] {
    std::string clean = collapse_spaces(label);
    if (!clean.empty() && labels.size() < kMaxLabels) labels.push_back(std::move(clean));
    label.clear();
  };
  for (char c : value) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      finish();
    } else {
      label.push_back(c);
    }
  }
  finish();
  return labels;
}

bool is_bulk(const HeaderList& headers) {
  if (headers.find("List-Unsubscribe") != nullptr) return true;
  const std::string precedence = fold_case(to_valid_utf8(unfold(headers.get("Precedence"))));
  return precedence == "bulk" || precedence == "junk";
}

void read_people(const HeaderList& headers, Message& message) {
  auto from = parse_addresses(headers.get("From"));
  if (from.empty()) from = parse_addresses(headers.get("Sender"));
  if (!from.empty()) message.from = std::move(from.front());
  for (const Header& header : headers.all()) {
    const bool to = header.name.size() == 2 && fold_case(header.name) == "to";
    const bool cc = header.name.size() == 2 && fold_case(header.name) == "cc";
    if (!to && !cc) continue;
    auto& list = to ? message.to : message.cc;
    for (Mailbox& mailbox : parse_addresses(header.value)) {
      if (list.size() < kMaxAddresses) list.push_back(std::move(mailbox));
    }
  }
}

void read_body(const HeaderList& headers, const MimeLimits& limits, ParsedMail& mail) {
  Message& message = mail.message;
  MimeContent content = read_mime(headers, message.utc_offset_minutes, limits);
  AuthorText text = separate_author_text(content.text);
  message.body = std::move(text.body);
  message.quoted = std::move(text.quoted);
  message.signature = std::move(text.signature);
  if (!content.forwarded.empty()) {
    if (!message.quoted.empty()) message.quoted += "\n\n";
    message.quoted += content.forwarded;
  }
  message.events = std::move(content.events);
  message.attachments = std::move(content.attachments);
  mail.problem = std::move(content.problem);
}

/// From the headers on: empty lines before them come from sloppy exports.
std::string_view mail_in(const RawMessage& raw) {
  std::string_view bytes = raw.bytes;
  bytes.remove_prefix(std::min(bytes.find_first_not_of("\r\n"), bytes.size()));
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  return bytes;
}

}  // namespace

std::optional<Time> sent_at(const RawMessage& raw) {
  if (!raw.broken.empty()) return std::nullopt;
  return date_of(HeaderList(mail_in(raw)), raw.envelope_date).time;
}

ParsedMail parse_mail(const RawMessage& raw, const MimeLimits& limits) {
  ParsedMail mail;
  const std::string_view bytes = mail_in(raw);
  const HeaderList headers(bytes);
  if (headers.all().empty()) {
    mail.broken = bytes.empty() ? "empty message" : "no mail header";
    return mail;
  }
  Message& message = mail.message;
  message.subject = collapse_spaces(decode_header(headers.get("Subject")));
  cut(message.subject, kMaxSubjectBytes);
  read_people(headers, message);
  const DatedMail dated = date_of(headers, raw.envelope_date);
  message.date = dated.time;
  message.utc_offset_minutes = dated.utc_offset_minutes;
  message.id = id_of(headers, bytes);
  message.is_reply = headers.find("In-Reply-To") != nullptr ||
                     headers.find("References") != nullptr || is_reply_subject(message.subject);
  message.is_bulk = is_bulk(headers);
  message.list_id = list_id(headers.get("List-Id"));
  message.labels = split_labels(decode_header(headers.get("X-Gmail-Labels")));
  message.thread_id = thread_of(headers, message);
  read_body(headers, limits, mail);
  return mail;
}

}  // namespace memfold::ingest
