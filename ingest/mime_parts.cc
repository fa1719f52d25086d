#include "ingest/mime_parts.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>
#include <utility>

#include "core/text.h"
#include "ingest/calendar.h"
#include "ingest/charset.h"
#include "ingest/gmime_handle.h"
#include "ingest/mail_date.h"
#include "ingest/transfer_encoding.h"

namespace memfold::ingest {
namespace {

/// What a mailer puts into the plain part when it has only HTML to say.
constexpr std::array<std::string_view, 9> kStubPhrases = {"view this email in your browser",
                                                          "view this message in a browser",
                                                          "does not support html",
                                                          "doesn't support html",
                                                          "html-compatible",
                                                          "html email",
                                                          "html 메일",
                                                          "html을 지원",
                                                          "브라우저에서 보기"};
constexpr std::size_t kStubBytes = 400;

/// Types that are the packaging of a mail, not something attached to it.
constexpr std::array<std::string_view, 4> kPackaging = {
    "application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature",
    "application/pgp-encrypted"};

void start_gmime() {
  static std::once_flag once;
  std::call_once(once, [] { g_mime_init(); });
}

template <typename T>
void append(std::vector<T>& to, std::vector<T>&& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

void append_text(std::string& to, std::string_view from) {
  if (from.empty()) return;
  if (!to.empty()) to += to.ends_with('\n') ? "\n" : "\n\n";
  to += from;
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n\xC2\xA0") == std::string_view::npos;
}

bool is_stub(std::string_view plain, std::string_view html) {
  if (is_blank(plain)) return true;
  if (plain.size() > kStubBytes || html.size() < 2 * plain.size()) return false;
  const std::string folded = fold_case(plain);
  return std::any_of(kStubPhrases.begin(), kStubPhrases.end(), [&](std::string_view phrase) {
    return folded.find(phrase) != std::string::npos;
  });
}

/// An invite is often there twice: as an alternative and as an attached file.
void drop_repeated_events(std::vector<CalendarEvent>& events) {
  if (events.size() < 2) return;
  std::vector<CalendarEvent> kept;
  for (CalendarEvent& event : events) {
    const bool seen = std::any_of(kept.begin(), kept.end(), [&](const CalendarEvent& other) {
      return other.uid == event.uid && other.start == event.start &&
             other.sequence == event.sequence && other.summary == event.summary;
    });
    if (!seen && kept.size() < kMaxEvents) kept.push_back(std::move(event));
  }
  events = std::move(kept);
}

/// One leaf, seen the same whether GMime found it or the mail has only one part.
struct Leaf {
  std::string_view content;  ///< as stored, encoded
  std::string encoding;      ///< Content-Transfer-Encoding
  ParameterValue type, disposition;
};

class Walker {
 public:
  Walker(const MimeLimits& limits, int offset) : limits_(limits), offset_(offset) {}

  MimeContent leaf(const Leaf& part, bool first_text);
  MimeContent object(GMimeObject* object, int depth, bool first_text);
  /// Takes `content` apart by GMime as what `type`, a Content-Type as stored, says.
  MimeContent composite(std::string_view type, std::string_view content, int depth,
                        bool first_text);
  std::string problem() const { return problem_; }

 private:
  MimeContent container(GMimeMultipart* multipart, int depth, bool first_text);
  MimeContent without_parts(GMimeMultipart* multipart, int depth, bool first_text);
  MimeContent alternatives(std::vector<MimeContent> choices) const;
  MimeContent enclosed(GMimeMessagePart* part, int depth);
  std::string decode_text(const Leaf& part);

  const MimeLimits& limits_;
  int offset_;
  int parts_ = 0;
  std::size_t text_bytes_ = 0;
  std::string problem_;
};

/// The character set a page names itself, where the mail says none.
std::string charset_of_page(std::string_view html) {
  constexpr std::size_t kHead = 2048;
  constexpr std::string_view kKey = "charset=";
  const std::string head = fold_case(to_valid_utf8(html.substr(0, kHead)));
  std::size_t start = head.find(kKey);
  if (start == std::string::npos) return {};
  start = head.find_first_not_of("\"' ", start + kKey.size());
  if (start == std::string::npos) return {};
  return head.substr(start, head.find_first_of("\"' ;/>", start) - start);
}

bool is_html(std::string_view type) {
  return type == "text/html" || type == "application/xhtml+xml";
}

/// A page that is sent as plain text.
bool is_page(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || text[first] != '<') return false;
  const std::string head = fold_case(text.substr(first, 16));
  constexpr std::array<std::string_view, 5> kOpenings = {"<html", "<!doctype html", "<head>",
                                                         "<meta http", "<body"};
  return std::any_of(kOpenings.begin(), kOpenings.end(),
                     [&](std::string_view opening) { return head.starts_with(opening); });
}

std::string Walker::decode_text(const Leaf& part) {
  const std::size_t room = limits_.max_text_bytes - std::min(limits_.max_text_bytes, text_bytes_);
  const std::string bytes = decode_transfer(part.content, part.encoding, room);
  if (bytes.size() == room && part.content.size() > room) problem_ = "text over the limit cut";
  text_bytes_ += bytes.size();
  const std::string_view charset = part.type.get("charset");
  const bool ask_page = charset.empty() && is_html(part.type.token);
  return to_utf8(bytes, ask_page ? charset_of_page(bytes) : charset);
}

std::string file_name(const Leaf& part) {
  for (const auto* value : {&part.disposition, &part.type}) {
    for (std::string_view key : {"filename", "name"}) {
      if (const std::string_view text = value->get(key); !text.empty()) return decode_header(text);
    }
  }
  return {};
}

bool starts_with_any(std::string_view type, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return type.starts_with(prefix); });
}

MimeContent Walker::leaf(const Leaf& part, bool first_text) {
  MimeContent found;
  const std::string_view type = part.type.token;
  const bool calendar = type == "text/calendar" || type == "application/ics";
  const std::string name = file_name(part);
  const bool attached = part.disposition.token == "attachment" || (!name.empty() && !first_text);
  if (calendar) found.events = parse_calendar(decode_text(part), offset_);
  const bool html = is_html(type);
  const bool plain = type.empty() || type == "text/plain" || type == "text" ||
                     type == "text/markdown" || type == "text/enriched" ||
                     type.find('/') == std::string_view::npos;
  if ((plain || html) && !attached) {
    found.text = decode_text(part);
    found.is_html = html || is_page(found.text);
    if (found.is_html) {
      found.look = look_of(found.text);
      found.text = html_to_text(found.text);
    } else if (fold_case(part.type.get("format")) == "flowed") {
      found.text = join_flowed(found.text, fold_case(part.type.get("delsp")) == "yes");
    }
    return found;
  }
  const bool packaging =
      std::find(kPackaging.begin(), kPackaging.end(), type) != kPackaging.end() ||
      (calendar && name.empty());
  if (!packaging) {
    // Base64 carries 3 bytes in 4 characters and a line end every 76.
    const bool base64 = starts_with_any(part.encoding, {"base64", "BASE64", "Base64"});
    const std::size_t bytes = base64
                                  ? part.content.size() / 78 * 57 + part.content.size() % 78 / 4 * 3
                                  : part.content.size();
    found.attachments.push_back({name, std::string(type), bytes});
  }
  return found;
}

std::string_view stored_content(GMimePart* part) {
  GMimeDataWrapper* wrapper = g_mime_part_get_content(part);
  GMimeStream* stream = wrapper == nullptr ? nullptr : g_mime_data_wrapper_get_stream(wrapper);
  if (stream == nullptr || !GMIME_IS_STREAM_MEM(stream)) return {};
  const GByteArray* bytes = GMIME_STREAM_MEM(stream)->buffer;
  if (bytes == nullptr) return {};
  const auto size = static_cast<gint64>(bytes->len);
  const gint64 start = std::clamp<gint64>(stream->bound_start, 0, size);
  const gint64 end = stream->bound_end < 0 ? size : std::clamp(stream->bound_end, start, size);
  return {reinterpret_cast<const char*>(bytes->data) + start, std::size_t(end - start)};
}

std::string_view header_of(GMimeObject* object, const char* header) {
  GMimeHeader* found = g_mime_header_list_get_header(g_mime_object_get_header_list(object), header);
  const char* value = found == nullptr ? nullptr : g_mime_header_get_raw_value(found);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

bool has_boundary_lines(const Leaf& part) {
  const std::string_view boundary = part.type.get("boundary");
  return part.type.token.starts_with("multipart/") && !boundary.empty() &&
         part.content.find("--" + std::string(boundary)) != std::string_view::npos;
}

MimeContent Walker::object(GMimeObject* object, int depth, bool first_text) {
  if (object == nullptr) return {};
  if (depth > limits_.max_depth || ++parts_ > limits_.max_parts) {
    problem_ = depth > limits_.max_depth ? "parts nested too deeply left out"
                                         : "parts over the limit left out";
    return {};
  }
  if (GMIME_IS_MULTIPART(object)) return container(GMIME_MULTIPART(object), depth, first_text);
  if (GMIME_IS_MESSAGE_PART(object)) return enclosed(GMIME_MESSAGE_PART(object), depth);
  if (!GMIME_IS_PART(object)) return {};
  Leaf part;
  part.content = stored_content(GMIME_PART(object));
  part.encoding = unfold(header_of(object, "Content-Transfer-Encoding"));
  const std::string_view type = header_of(object, "Content-Type");
  part.type = parse_parameters(type);
  // Of two types GMime believes the last, but a multipart that is first may still be one.
  if (has_boundary_lines(part)) return composite(type, part.content, depth + 1, first_text);
  part.disposition = parse_parameters(header_of(object, "Content-Disposition"));
  if (const char* name = g_mime_part_get_filename(GMIME_PART(object)); name != nullptr) {
    // GMime puts RFC 2231's pieces together; plain ones are decoded with our own tables.
    if (file_name(part).empty()) {
      part.disposition.parameters.emplace_back("filename", to_utf8(name, {}));
    }
  }
  return leaf(part, first_text);
}

MimeContent Walker::alternatives(std::vector<MimeContent> choices) const {
  MimeContent result;
  const MimeContent *plain = nullptr, *html = nullptr;
  for (const MimeContent& choice : choices) {
    if (choice.is_html) {
      html = &choice;
    } else if (plain == nullptr && !choice.text.empty()) {
      plain = &choice;
    }
  }
  if (plain != nullptr && (html == nullptr || !is_stub(plain->text, html->text))) {
    result.text = plain->text;
  } else if (html != nullptr) {
    result.text = html->text;
    result.is_html = true;
  }
  for (MimeContent& choice : choices) {
    result.look += choice.look;
    append(result.enclosed, std::move(choice.enclosed));
    append(result.events, std::move(choice.events));
    append(result.attachments, std::move(choice.attachments));
  }
  return result;
}

MimeContent Walker::container(GMimeMultipart* multipart, int depth, bool first_text) {
  const std::string kind =
      parse_parameters(header_of(GMIME_OBJECT(multipart), "Content-Type")).token;
  const int count = g_mime_multipart_get_count(multipart);
  if (count == 0) return without_parts(multipart, depth, first_text);
  std::vector<MimeContent> choices;
  MimeContent result;
  for (int i = 0; i < count && parts_ <= limits_.max_parts; ++i) {
    const bool first = first_text && result.text.empty();
    MimeContent child = object(g_mime_multipart_get_part(multipart, i), depth + 1, first);
    if (kind == "multipart/alternative") {
      choices.push_back(std::move(child));
      continue;
    }
    result.is_html = result.is_html || (result.text.empty() && child.is_html);
    result.look += child.look;
    append_text(result.text, child.text);
    append(result.enclosed, std::move(child.enclosed));
    append(result.events, std::move(child.events));
    append(result.attachments, std::move(child.attachments));
  }
  return kind == "multipart/alternative" ? alternatives(std::move(choices)) : std::move(result);
}

/// What stands behind the first "--" that has a part's header below it: the boundary in use.
std::string_view used_boundary(std::string_view text) {
  for (std::size_t at = text.starts_with("--") ? 0 : text.find("\n--"); at < text.size();
       at = text.find("\n--", at + 1)) {
    const std::size_t start = text.find("--", at) + 2;
    const std::size_t end = std::min(text.find_first_of("\r\n", start), text.size());
    const std::size_t next = std::min(text.find('\n', end), text.size() - 1) + 1;
    const bool heads_a_part = text.substr(next).starts_with("Content-");
    if (end > start && heads_a_part) return text.substr(start, end - start);
  }
  return {};
}

/// A multipart in which its boundary is not found: another one may be there, or just text.
MimeContent Walker::without_parts(GMimeMultipart* multipart, int depth, bool first_text) {
  const char* prologue = g_mime_multipart_get_prologue(multipart);
  const std::string_view text = prologue == nullptr ? std::string_view() : prologue;
  const std::string boundary(used_boundary(text));
  if (!boundary.empty() && boundary.find('"') == std::string::npos) {
    return composite(" multipart/mixed; boundary=\"" + boundary + "\"", text, depth + 1,
                     first_text);
  }
  Leaf part;
  part.content = text;
  return leaf(part, first_text);
}

/// A mail inside a mail: what it says is its own, its files are the outer mail's.
MimeContent Walker::enclosed(GMimeMessagePart* part, int depth) {
  GMimeMessage* message = g_mime_message_part_get_message(part);
  MimeContent found;
  if (message == nullptr) return found;
  GMimeObject* headers = GMIME_OBJECT(message);
  if (g_mime_header_list_get_count(g_mime_object_get_header_list(headers)) == 0) {
    Leaf file;  // no mail, whatever it says
    file.disposition = parse_parameters(header_of(GMIME_OBJECT(part), "Content-Disposition"));
    found.attachments.push_back({file_name(file), "message/rfc822", 0});
    return found;
  }
  EnclosedMail mail;
  if (char* text = g_mime_object_get_headers(headers, nullptr); text != nullptr) {
    mail.headers = text;
    g_free(text);
  }
  const auto date = parse_mail_date(header_of(headers, "Date"));
  const int outer_offset = std::exchange(offset_, date ? date->utc_offset_minutes : offset_);
  mail.content = object(g_mime_message_get_mime_part(message), depth + 1, true);
  offset_ = outer_offset;
  drop_repeated_events(mail.content.events);
  found.attachments = std::exchange(mail.content.attachments, {});
  found.enclosed.push_back(std::move(mail));
  return found;
}

/// `raw` up to where there are more boundary-like lines than any honest mail has: GMime makes an
/// object of every part.
std::string_view before_part_bomb(std::string_view raw, std::size_t max_boundary_lines) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = raw.find("\n--", at)) != std::string_view::npos; at += 3) {
    if (++count > max_boundary_lines) return raw.substr(0, at + 1);
  }
  return raw;
}

MimeContent Walker::composite(std::string_view type, std::string_view content, int depth,
                              bool first_text) {
  start_gmime();
  // GMime gets the one header that matters: it trips over `From ` lines and damage among others.
  std::string mail = "Content-Type:" + std::string(type) + "\n\n";
  mail += before_part_bomb(content, limits_.max_boundary_lines).substr(0, G_MAXINT32 - mail.size());
  GByteArray bytes{};
  bytes.data = reinterpret_cast<guint8*>(mail.data());
  bytes.len = static_cast<guint>(mail.size());
  const GHandle<GMimeStream> stream(g_mime_stream_mem_new_with_byte_array(&bytes));
  g_mime_stream_mem_set_owner(GMIME_STREAM_MEM(stream.get()), false);
  const GHandle<GMimeParser> parser(g_mime_parser_new_with_stream(stream.get()));
  g_mime_parser_set_persist_stream(parser.get(), true);
  const GHandle<GMimeObject> root(g_mime_parser_construct_part(parser.get(), nullptr));
  return object(root.get(), depth, first_text);
}

}  // namespace

MimeContent read_mime(const HeaderList& headers, int utc_offset_minutes, const MimeLimits& limits) {
  Walker walker(limits, utc_offset_minutes);
  Leaf whole;
  whole.type = parse_parameters(headers.get("Content-Type"));
  MimeContent found;
  if (starts_with_any(whole.type.token, {"multipart/", "message/"})) {
    found = walker.composite(headers.get("Content-Type"), headers.body(), 0, true);
  } else {
    whole.content = headers.body();
    whole.encoding = unfold(headers.get("Content-Transfer-Encoding"));
    whole.disposition = parse_parameters(headers.get("Content-Disposition"));
    found = walker.leaf(whole, true);
  }
  drop_repeated_events(found.events);
  found.problem = walker.problem();
  return found;
}

}  // namespace memfold::ingest
