#include "ingest/mail_parser.h"

#include <algorithm>
#include <utility>

#include "core/text.h"
#include "ingest/address.h"
#include "ingest/author_text.h"
#include "ingest/forward.h"
#include "ingest/header_list.h"
#include "ingest/mail_identity.h"

namespace memfold::ingest {
namespace {

constexpr std::size_t kMaxSubjectBytes = 4 * 1024;
constexpr std::size_t kMaxLabels = 256;
constexpr int kMaxForwards = 8;            // one inside the other
constexpr std::size_t kMaxEnclosed = 256;  // of one mail: digests

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

bool is_marked_urgent(const HeaderList& headers) {
  const std::string priority = collapse_spaces(to_valid_utf8(unfold(headers.get("X-Priority"))));
  return priority.starts_with('1') || priority.starts_with('2') ||
         fold_case(to_valid_utf8(unfold(headers.get("Importance")))) == "high";
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

/// What the headers say; `whole` are the bytes an id derives from where there is none.
Message read_headers(const HeaderList& headers, std::string_view whole,
                     const std::optional<Time>& envelope_date) {
  Message message;
  message.subject = collapse_spaces(decode_header(headers.get("Subject")));
  cut(message.subject, kMaxSubjectBytes);
  read_people(headers, message);
  const DatedMail dated = date_of(headers, envelope_date);
  message.date = dated.time;
  message.utc_offset_minutes = dated.utc_offset_minutes;
  message.id = id_of(headers, whole);
  message.make.names_parent =
      headers.find("In-Reply-To") != nullptr || headers.find("References") != nullptr;
  message.make.marked_urgent = is_marked_urgent(headers);
  message.is_reply = message.make.names_parent || is_reply_subject(message.subject);
  message.is_bulk = is_bulk(headers);
  message.list_id = list_id(headers.get("List-Id"));
  message.labels = split_labels(decode_header(headers.get("X-Gmail-Labels")));
  message.thread_id = thread_of(headers, message);
  return message;
}

/// Whether a mail of `outer` can pass on one of `inner`.
bool may_precede(const std::optional<Time>& inner, const std::optional<Time>& outer) {
  return !outer || !inner || inner->micros <= outer->micros + kMicrosPerDay;
}

/// The author's words out of `text`, and the mail forwarded below them, if any.
void read_text(std::string_view text, int depth, Message& message) {
  auto forward = depth < kMaxForwards ? find_forwarded(text, is_forward_subject(message.subject),
                                                       message.utc_offset_minutes)
                                      : std::nullopt;
  if (forward && may_precede(forward->date.time, message.date)) {
    Message original;
    original.id = message.id;
    original.thread_id = message.thread_id;
    original.from = std::move(forward->from);
    original.to = std::move(forward->to);
    original.cc = std::move(forward->cc);
    original.subject = std::move(forward->subject);
    cut(original.subject, kMaxSubjectBytes);
    original.date = forward->date.time;
    original.utc_offset_minutes = forward->date.utc_offset_minutes;
    original.is_reply = is_reply_subject(original.subject);
    read_text(forward->text, depth + 1, original);
    message.forwarded.push_back(std::move(original));
    text = forward->above;
  }
  AuthorText author = separate_author_text(text);
  message.body = std::move(author.body);
  message.quoted = std::move(author.quoted);
  message.signature = std::move(author.signature);
}

void read_content(MimeContent content, int depth, Message& message) {
  message.make.html_only = content.is_html;
  message.make.links = content.look.links;
  message.make.fonts = content.look.fonts;
  message.make.hides_host = content.look.hides_host;
  read_text(content.text, depth, message);
  message.events = std::move(content.events);
  message.attachments = std::move(content.attachments);
  for (EnclosedMail& mail : content.enclosed) {
    if (depth == kMaxForwards || message.forwarded.size() == kMaxEnclosed) break;
    Message original = read_headers(HeaderList(mail.headers), mail.headers, std::nullopt);
    // Without a date of its own it is no younger than the mail it came with.
    if (!original.date || !may_precede(original.date, message.date)) original.date = message.date;
    original.id = message.id;
    read_content(std::move(mail.content), depth + 1, original);
    message.forwarded.push_back(std::move(original));
  }
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
  mail.message = read_headers(headers, bytes, raw.envelope_date);
  MimeContent content = read_mime(headers, mail.message.utc_offset_minutes, limits);
  mail.problem = std::move(content.problem);
  read_content(std::move(content), 0, mail.message);
  return mail;
}

}  // namespace memfold::ingest
