#include "ingest/turns.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "core/hash.h"
#include "core/text.h"
#include "ingest/address.h"
#include "ingest/disfluency.h"
#include "ingest/source_json.h"

namespace memfold::ingest {
namespace {

constexpr std::int64_t kJoinWithin = 2 * kMicrosPerMinute;
// An Extractor keeps a few facts of a message: a monologue makes several.
constexpr std::size_t kEnoughBytes = 1500, kTooManyBytes = 4096;
constexpr std::size_t kMaxRecipients = 32;  // no more people are kept of a fact
constexpr int kKoreanZone = 9 * 60;

struct Timed {
  Turn turn;
  std::int64_t at = 0, end = 0;
  int utc_offset_minutes = 0;
};

int zone_of(const Talk& talk) {
  if (talk.utc_offset_minutes) return *talk.utc_offset_minutes;
  if (talk.started_at.utc_offset_minutes) return *talk.started_at.utc_offset_minutes;
  std::size_t bytes = 0;
  std::string sample = talk.title;
  for (const Turn& turn : talk.turns) {
    if (turn.at.utc_offset_minutes) return *turn.at.utc_offset_minutes;
    if (bytes < kTooManyBytes) sample += turn.text;
    bytes += turn.text.size();
  }
  return is_korean(sample) ? kKoreanZone : 0;
}

/// Of what does not count from the beginning.
std::optional<Time> moment(const TurnTime& time, int zone) {
  switch (time.kind) {
    case TurnTime::Kind::Absolute:
      return Time{time.micros};
    case TurnTime::Kind::Local:
      return Time{time.micros - zone * kMicrosPerMinute};
    default:
      return std::nullopt;
  }
}

std::optional<Time> beginning(const Source& source, const Talk& talk, int zone) {
  if (auto time = moment(talk.started_at, zone)) return time;
  if (source.started_at) return source.started_at;
  std::optional<Time> first;
  for (const Turn& turn : talk.turns) {
    const auto time = moment(turn.at, zone);
    if (time && (!first || *time < *first)) first = time;
  }
  if (!first && source.received_at != Time{}) first = source.received_at;
  return first;
}

/// What a wall clock would say, in micros since midnight.
std::int64_t as_clock(const TurnTime& time) {
  return time.two_parts ? time.micros * 60 : time.micros;
}

/// Whether "14:03" is the time of day: the talk began at 14:00, not fourteen minutes before.
bool reads_as_clock(const Talk& talk, const std::optional<Time>& start, int zone) {
  const auto first = std::find_if(talk.turns.begin(), talk.turns.end(), [](const Turn& turn) {
    return turn.at.kind == TurnTime::Kind::Relative;
  });
  if (!start || first == talk.turns.end() || first->at.micros < 5 * kMicrosPerMinute) return false;
  const std::int64_t local = start->micros + zone * kMicrosPerMinute;
  const std::int64_t clock = ((local % kMicrosPerDay) + kMicrosPerDay) % kMicrosPerDay;
  const std::int64_t behind = as_clock(first->at) - clock;
  return behind >= -5 * kMicrosPerMinute && behind <= 30 * kMicrosPerMinute;
}

std::vector<Timed> by_time(Talk& talk, const std::optional<Time>& start, int zone) {
  const std::int64_t base = start ? start->micros : 0;
  const bool clock = reads_as_clock(talk, start, zone);
  const std::int64_t local = base + zone * kMicrosPerMinute;
  const std::int64_t midnight = base - ((local % kMicrosPerDay) + kMicrosPerDay) % kMicrosPerDay;
  const auto resolve = [&](const TurnTime& time, std::int64_t otherwise) {
    if (const auto absolute = moment(time, zone)) return absolute->micros;
    if (time.kind == TurnTime::Kind::None) return otherwise;
    return clock ? midnight + as_clock(time) : base + time.micros;
  };
  std::vector<Timed> timed;
  timed.reserve(talk.turns.size());
  std::int64_t before = base;
  for (Turn& turn : talk.turns) {
    before = resolve(turn.at, before);
    const std::int64_t end = std::max(before, resolve(turn.end, before));
    const int offset = turn.at.utc_offset_minutes.value_or(zone);
    timed.push_back({std::move(turn), before, end, offset});
  }
  std::stable_sort(timed.begin(), timed.end(),
                   [](const Timed& a, const Timed& b) { return a.at < b.at; });
  return timed;
}

bool ends_sentence(std::string_view text) {
  return text.ends_with('.') || text.ends_with('?') || text.ends_with('!') || text.ends_with("。");
}

bool goes_on(const Timed& before, const Timed& next) {
  if (before.turn.speaker != next.turn.speaker || next.at - before.end > kJoinWithin) return false;
  const std::size_t bytes = before.turn.text.size();
  return bytes < kEnoughBytes || (bytes < kTooManyBytes && !ends_sentence(before.turn.text));
}

void append(std::string& text, const std::string& more, std::string_view between) {
  if (!text.empty() && !more.empty()) text += between;
  text += more;
}

std::vector<Timed> cleaned_and_joined(std::vector<Timed> turns, const Talk& talk) {
  std::vector<Timed> joined;
  for (Timed& next : turns) {
    std::string& text = next.turn.text;
    text = talk.spoken ? without_disfluencies(text) : std::string(trim(text));
    if (text.empty() && next.turn.quoted.empty() && next.turn.attachments.empty()) continue;
    if (joined.empty() || !goes_on(joined.back(), next)) {
      joined.push_back(std::move(next));
      continue;
    }
    Timed& last = joined.back();
    append(last.turn.text, text, talk.recorded ? " " : "\n\n");
    append(last.turn.quoted, next.turn.quoted, "\n\n");
    std::move(next.turn.attachments.begin(), next.turn.attachments.end(),
              std::back_inserter(last.turn.attachments));
    last.end = std::max(last.end, next.end);
  }
  return joined;
}

const Mailbox& known_as(const std::vector<Mailbox>& people, const Mailbox& speaker) {
  const auto same = std::find_if(people.begin(), people.end(), [&](const Mailbox& person) {
    if (!speaker.address.empty()) return person.address == speaker.address;
    return fold_case(person.name) == fold_case(speaker.name);
  });
  return same == people.end() ? speaker : *same;
}

std::vector<Mailbox> all_but(const std::vector<Mailbox>& people, const Mailbox& speaker) {
  std::vector<Mailbox> others;
  for (const Mailbox& person : people) {
    if (others.size() == kMaxRecipients) break;
    if (person != speaker) others.push_back(person);
  }
  return others;
}

std::string_view shown(const Mailbox& person) {
  return person.name.empty() ? person.address : person.name;
}

/// "Name: words" on a line.
void write_line(std::string& text, const Message& message) {
  if (message.body.empty()) return;
  if (!text.empty()) text += "\n";
  if (message.from != Mailbox{}) {
    text += shown(message.from);
    text += ": ";
  }
  text += collapse_spaces(message.body);
}

}  // namespace

SourceReading read_talk(const Source& source, Talk talk) {
  const int zone = zone_of(talk);
  const auto start = beginning(source, talk, zone);
  SourceReading reading;
  reading.title = talk.title;
  add_people(reading.participants, talk.participants);
  for (const std::string& person : source.participants) {
    add_people(reading.participants, people_in(person));
  }
  std::vector<Timed> turns = cleaned_and_joined(by_time(talk, start, zone), talk);
  if (turns.empty()) reject(name(source.form), "nothing is said in it");
  std::unordered_map<std::string, Mailbox> speakers;
  for (const Timed& each : turns) {
    const auto [speaker, is_new] = speakers.try_emplace(each.turn.speaker);
    if (!is_new) continue;
    speaker->second = person_in(each.turn.speaker);
    add_people(reading.participants, {speaker->second});
    speaker->second = known_as(reading.participants, speaker->second);
  }
  const std::string id = name_of(source);
  std::int64_t last = 0;
  for (Timed& each : turns) {
    Message message;
    message.id = turns.size() == 1 ? id : id + "#" + std::to_string(reading.messages.size() + 1);
    message.thread_id = id;
    message.from = speakers[each.turn.speaker];
    message.to = all_but(reading.participants, message.from);
    message.subject = talk.subject;
    if (start) message.date = Time{each.at};
    message.utc_offset_minutes = each.utc_offset_minutes;
    message.is_reply = turns.size() > 1;  // the title of a talk is no statement
    message.body = std::move(each.turn.text);
    message.quoted = std::move(each.turn.quoted);
    message.attachments = std::move(each.turn.attachments);
    write_line(reading.text, message);
    last = std::max(last, each.end);
    reading.messages.push_back(std::move(message));
  }
  reading.started_at = start;
  reading.ended_at = moment(talk.ended_at, zone);
  if (!reading.ended_at) reading.ended_at = source.ended_at;
  if (!reading.ended_at && start) reading.ended_at = Time{last};
  return reading;
}

std::vector<Mailbox> people_in(std::string_view text) {
  std::vector<Mailbox> people;
  if (text.find('@') != std::string_view::npos) return parse_addresses(text);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(",;\n"), text.size());
    std::string person = collapse_spaces(text.substr(0, end));
    if (!person.empty() && people.size() < kMaxAddresses) people.push_back({std::move(person), {}});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return people;
}

Mailbox person_in(std::string_view text) {
  if (text.find('@') != std::string_view::npos) {
    auto people = parse_addresses(text);
    if (!people.empty()) return std::move(people.front());
  }
  return {collapse_spaces(text), {}};
}

void add_people(std::vector<Mailbox>& people, const std::vector<Mailbox>& more) {
  for (const Mailbox& person : more) {
    if (person == Mailbox{} || people.size() == kMaxAddresses) continue;
    const bool known = std::any_of(people.begin(), people.end(), [&](Mailbox& each) {
      if (!person.address.empty() && !each.address.empty()) return each.address == person.address;
      if (person.name.empty() || fold_case(each.name) != fold_case(person.name)) return false;
      if (each.address.empty()) each.address = person.address;
      return true;
    });
    if (!known) people.push_back(person);
  }
}

std::string name_of(const Source& source) {
  if (!source.source_id.empty()) return source.source_id;
  const auto digest = Sha256().raw(source.raw).finish();
  return "sha256-" + to_hex({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

bool is_korean(std::string_view text) {
  std::size_t hangul = 0, letters = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const char lower = static_cast<char>(text[i] | 0x20);
    // U+AC00..U+D7A3 start with EA B0..ED 9E.
    if (byte >= 0xEA && byte <= 0xED) {
      ++hangul;
      ++letters;
    } else if ((lower >= 'a' && lower <= 'z') || byte >= 0xC0) {
      ++letters;
    }
  }
  return hangul > 0 && hangul * 5 >= letters;
}

}  // namespace memfold::ingest
