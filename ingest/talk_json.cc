#include "ingest/talk_json.h"

#include <string>
#include <utility>

#include "core/text.h"
#include "ingest/source_json.h"
#include "ingest/transcript.h"

namespace memfold::ingest {
namespace {

namespace dom = simdjson::dom;

template <typename T, auto field, auto set>
std::string set_with(T& into, const dom::element& value) {
  return set(into.*field, value);
}

template <std::string Turn::*field>
constexpr auto turn_text = set_with<Turn, field, set_text>;
template <TurnTime Turn::*field>
constexpr auto turn_time = set_with<Turn, field, set_turn_time>;

constexpr auto kTurnKeys = std::to_array<JsonKey<Turn>>({
    {"speaker", turn_text<&Turn::speaker>},
    {"name", turn_text<&Turn::speaker>},
    {"from", turn_text<&Turn::speaker>},
    {"user", turn_text<&Turn::speaker>},
    {"role", turn_text<&Turn::speaker>},
    {"text", turn_text<&Turn::text>},
    {"content", turn_text<&Turn::text>},
    {"at", turn_time<&Turn::at>},
    {"time", turn_time<&Turn::at>},
    {"timestamp", turn_time<&Turn::at>},
    {"ts", turn_time<&Turn::at>},
    {"start", turn_time<&Turn::at>},
    {"end", turn_time<&Turn::end>},
    {"files", set_with<Turn, &Turn::attachments, set_attachments>},
    {"attachments", set_with<Turn, &Turn::attachments, set_attachments>},
    {"id", pass_over},
    {"lang", pass_over},
    {"language", pass_over},
    {"confidence", pass_over},
});
constexpr auto kWords = std::to_array<std::string_view>({"text", "content"});
constexpr auto kSpeakers =
    std::to_array<std::string_view>({"speaker", "name", "from", "user", "role"});

template <TurnTime Talk::*field>
constexpr auto talk_time = set_with<Talk, field, set_turn_time>;
constexpr auto talk_title = set_with<Talk, &Talk::title, set_text>;
constexpr auto talk_people = set_with<Talk, &Talk::participants, set_people>;
constexpr auto talk_offset = set_with<Talk, &Talk::utc_offset_minutes, set_utc_offset>;

constexpr auto kHeadKeys = std::to_array<JsonKey<Talk>>({
    {"title", talk_title},
    {"subject", talk_title},
    {"participants", talk_people},
    {"attendees", talk_people},
    {"started_at", talk_time<&Talk::started_at>},
    {"date", talk_time<&Talk::started_at>},
    {"ended_at", talk_time<&Talk::ended_at>},
    {"utc_offset", talk_offset},
    {"id", pass_over},
});

struct MeetingJson {
  Talk talk;
  dom::element transcript;
  bool has_transcript = false;
};

template <auto set>
std::string set_in_talk(MeetingJson& meeting, const dom::element& value) {
  return set(meeting.talk, value);
}

std::string keep_transcript(MeetingJson& meeting, const dom::element& value) {
  if (!value.is_string() && !value.is_array()) return "must be text or a list of turns";
  meeting.transcript = value;
  meeting.has_transcript = true;
  return {};
}

constexpr auto kMeetingKeys = std::to_array<JsonKey<MeetingJson>>({
    {"title", set_in_talk<talk_title>},
    {"subject", set_in_talk<talk_title>},
    {"participants", set_in_talk<talk_people>},
    {"attendees", set_in_talk<talk_people>},
    {"started_at", set_in_talk<talk_time<&Talk::started_at>>},
    {"date", set_in_talk<talk_time<&Talk::started_at>>},
    {"ended_at", set_in_talk<talk_time<&Talk::ended_at>>},
    {"utc_offset", set_in_talk<talk_offset>},
    {"transcript", keep_transcript},
    {"turns", keep_transcript},
    {"id", pass_over},
});

void add_turn(Talk& talk, const dom::element& value, const SourceLimits& limits,
              const std::string& where) {
  Turn turn;
  read_object(turn, kTurnKeys, value, where);
  if (!has_any(value, kWords)) reject(where, "text is missing");
  if (talk.turns.size() == limits.max_turns) {
    reject(where, "more than " + std::to_string(limits.max_turns) + " turns");
  }
  turn.speaker = collapse_spaces(turn.speaker);
  talk.turns.push_back(std::move(turn));
}

void add_list(Talk& talk, const dom::array& list, const SourceLimits& limits,
              const std::string& where) {
  std::size_t number = 0;
  for (dom::element item : list) {
    add_turn(talk, item, limits, where + " turn " + std::to_string(++number));
  }
}

}  // namespace

bool is_turn(const dom::element& value) {
  return has_any(value, kWords) && has_any(value, kSpeakers);
}

Talk read_turns(std::string_view json, const SourceLimits& limits, std::string_view where) {
  Talk talk;
  dom::parser parser;
  const std::string form(where);
  if (trim(json).starts_with('[')) {
    add_list(talk, parse_json(parser, json, limits.max_depth, where).get_array(), limits, form);
    return talk;
  }
  bool first = true;
  for (std::size_t at = 0, number = 1; at < json.size(); ++number) {
    const std::size_t end = std::min(json.find('\n', at), json.size());
    const std::string_view line = trim(json.substr(at, end - at));
    at = end + 1;
    if (line.empty()) continue;
    const std::string place = form + " line " + std::to_string(number);
    if (line.size() > limits.max_line_bytes) {
      reject(place, "longer than " + std::to_string(limits.max_line_bytes) + " bytes");
    }
    const dom::element value = parse_json(parser, line, limits.max_depth, place);
    if (first && value.is_object() && !has_any(value, kWords) && !has_any(value, kSpeakers)) {
      read_object(talk, kHeadKeys, value, place);
    } else {
      add_turn(talk, value, limits, place);
    }
    first = false;
  }
  talk.subject = talk.title = collapse_spaces(talk.title);
  return talk;
}

Talk read_meeting(std::string_view json, const SourceLimits& limits) {
  dom::parser parser;
  MeetingJson meeting;
  read_object(meeting, kMeetingKeys, parse_json(parser, json, limits.max_depth, "meeting"),
              "meeting");
  if (!meeting.has_transcript) reject("meeting", "transcript is missing");
  Talk& talk = meeting.talk;
  if (std::string_view text; meeting.transcript.get(text) == simdjson::SUCCESS) {
    read_transcript(to_valid_utf8(text), limits, talk);
  } else {
    add_list(talk, meeting.transcript.get_array(), limits, "meeting");
  }
  talk.subject = talk.title = collapse_spaces(talk.title);
  return std::move(talk);
}

}  // namespace memfold::ingest
