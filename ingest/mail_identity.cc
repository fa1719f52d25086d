#include "ingest/mail_identity.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "core/hash.h"
#include "core/text.h"

namespace memfold::ingest {
namespace {

constexpr Time kEarliest{315'532'800 * kMicrosPerSecond};  // 1980-01-01
constexpr Time kLatest{4'102'444'800 * kMicrosPerSecond};  // 2100-01-01
constexpr std::int64_t kMaxEarly = 2 * kMicrosPerDay;      // clocks and zones are often off
constexpr std::int64_t kMaxLate = 366 * kMicrosPerDay;
constexpr std::size_t kMaxIdBytes = 512;
constexpr std::size_t kMaxIds = 1000;

bool in_range(Time time) {
  return time >= kEarliest && time <= kLatest;
}

/// The date behind the last ';' of a Received header.
std::optional<Time> received_date(std::string_view value) {
  const std::size_t semicolon = value.rfind(';');
  if (semicolon == std::string_view::npos) return std::nullopt;
  const auto date = parse_mail_date(value.substr(semicolon + 1));
  return date && in_range(date->time) ? std::optional(date->time) : std::nullopt;
}

bool plausible(Time date, const std::optional<Time>& received,
               const std::optional<Time>& envelope) {
  if (!in_range(date)) return false;
  if (received) {
    return date.micros <= received->micros + kMaxEarly &&
           date.micros >= received->micros - kMaxLate;
  }
  // An envelope may be from an export years later, but not from before the mail was written.
  return !envelope || !in_range(*envelope) || date.micros <= envelope->micros + kMaxEarly;
}

std::string as_id(std::string_view text) {
  std::string id = to_valid_utf8(text.substr(0, kMaxIdBytes));
  std::erase_if(id, [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
  return id;
}

std::string hex_prefix(const Sha256::Digest& digest, std::size_t bytes) {
  return to_hex({reinterpret_cast<const char*>(digest.data()), bytes});
}

/// A damaged Date may be followed by a good one.
std::optional<MailDate> written_date(const HeaderList& headers) {
  for (const Header& header : headers.all()) {
    if (header.name.size() != 4 || fold_case(header.name) != "date") continue;
    if (const auto date = parse_mail_date(header.value)) return date;
  }
  return std::nullopt;
}

}  // namespace

DatedMail date_of(const HeaderList& headers, const std::optional<Time>& envelope_date) {
  const auto written = written_date(headers);
  const auto received = received_date(headers.get("Received"));
  DatedMail result;
  if (written) result.utc_offset_minutes = written->utc_offset_minutes;
  if (written && plausible(written->time, received, envelope_date)) {
    result.time = written->time;
  } else if (received) {
    result.time = received;
  } else if (envelope_date && in_range(*envelope_date)) {
    result.time = envelope_date;
  }
  return result;
}

std::vector<std::string> message_ids(std::string_view value) {
  std::vector<std::string> ids;
  for (std::size_t at = 0; ids.size() < kMaxIds;) {
    const std::size_t open = value.find('<', at);
    if (open == std::string_view::npos) break;
    const std::size_t close = value.find('>', open);
    if (close == std::string_view::npos) break;
    std::string id = as_id(value.substr(open + 1, close - open - 1));
    if (!id.empty()) ids.push_back(std::move(id));
    at = close + 1;
  }
  if (!ids.empty()) return ids;
  for (std::size_t at = 0; ids.size() < kMaxIds;) {
    at = value.find_first_not_of(" \t\r\n<>", at);
    if (at == std::string_view::npos) break;
    const std::size_t end = std::min(value.find_first_of(" \t\r\n<>", at), value.size());
    const std::string_view word = value.substr(at, end - at);
    if (word.find('@') != std::string_view::npos) ids.push_back(as_id(word));
    at = end;
  }
  return ids;
}

std::string id_of(const HeaderList& headers, std::string_view raw) {
  for (const char* header : {"Message-ID", "X-Message-ID", "Resent-Message-ID"}) {
    const std::string_view value = headers.get(header);
    if (auto ids = message_ids(value); !ids.empty()) return std::move(ids.front());
    if (std::string bare = as_id(value); !bare.empty()) return bare;
  }
  // The same mail from another archive may end in another number of empty lines.
  const std::size_t last = raw.find_last_not_of(" \t\r\n");
  return "sha256-" +
         hex_prefix(
             Sha256().raw(raw.substr(0, last == std::string_view::npos ? 0 : last + 1)).finish(),
             32);
}

bool is_reply_subject(std::string_view subject) {
  static constexpr std::array<std::string_view, 10> kPrefixes = {
      "re:", "re[", "re :", "aw:", "sv:", "antw:", "답장:", "회신:", "re:", "답변:"};
  const std::string folded = fold_case(subject.substr(0, 64));
  const std::string_view text = folded;
  const std::size_t start = std::min(text.find_first_not_of(' '), text.size());
  return std::any_of(kPrefixes.begin(), kPrefixes.end(), [&](std::string_view prefix) {
    return text.substr(start).starts_with(prefix);
  });
}

std::string thread_of(const HeaderList& headers, const Message& message) {
  if (const std::string thread = as_id(headers.get("X-GM-THRID")); !thread.empty()) return thread;
  for (const char* header : {"References", "In-Reply-To", "X-Forwarded-Message-Id"}) {
    if (auto ids = message_ids(headers.get(header)); !ids.empty()) return std::move(ids.front());
  }
  if (!is_reply_subject(message.subject)) return message.id;
  std::vector<std::string> people;
  const auto add = [&](const Mailbox& mailbox) {
    people.push_back(mailbox.address.empty() ? mailbox.name : mailbox.address);
  };
  add(message.from);
  std::for_each(message.to.begin(), message.to.end(), add);
  std::for_each(message.cc.begin(), message.cc.end(), add);
  Sha256 hash;
  hash.field(fold_case(normalise_subject(message.subject)));
  for (const std::string& person : normalised_set(people, normalise_person)) hash.field(person);
  return "subject-" + hex_prefix(hash.finish(), 16);
}

}  // namespace memfold::ingest
