#include "ingest/slack.h"

#include <set>
#include <utility>

#include "core/text.h"
#include "ingest/source_json.h"

namespace memfold::ingest {
namespace {

namespace dom = simdjson::dom;

/// What people wrote; joins, topics, bots, tombstones and reminders are of other subtypes.
constexpr auto kSpeech = std::to_array<std::string_view>(
    {"", "thread_broadcast", "me_message", "file_share", "file_comment"});
/// Channels whose name says nothing of what is talked about.
constexpr auto kEverythingChannels = std::to_array<std::string_view>(
    {"general", "random", "team", "all", "dm", "direct", "chat", "company", "everyone", "전체",
     "일반", "잡담", "공지", "팀", "자유"});

struct SlackMessage {
  std::string user, user_name, text, subtype, bot;
  std::optional<Time> at;
  std::vector<Attachment> files;
};

template <std::string SlackMessage::*field>
std::string set_field(SlackMessage& message, const dom::element& value) {
  return set_text(message.*field, value);
}

std::string set_ts(SlackMessage& message, const dom::element& value) {
  std::string_view text;
  if (value.get(text) == simdjson::SUCCESS) message.at = parse_epoch(text);
  return message.at ? std::string() : R"(must be a time like "1700000000.000100")";
}

struct Profile {
  std::string real_name, display_name;
};
template <std::string Profile::*field>
std::string set_profile_name(Profile& profile, const dom::element& value) {
  return set_text(profile.*field, value);
}
constexpr auto kProfileKeys =
    std::to_array<JsonKey<Profile>>({{"real_name", set_profile_name<&Profile::real_name>},
                                     {"display_name", set_profile_name<&Profile::display_name>}});

std::string set_profile(SlackMessage& message, const dom::element& value) {
  if (!value.is_object()) return "must be an object";
  Profile profile;
  read_object(profile, kProfileKeys, value, "user_profile", true);
  if (message.user_name.empty()) {
    message.user_name = profile.real_name.empty() ? profile.display_name : profile.real_name;
  }
  return {};
}

std::string set_files(SlackMessage& message, const dom::element& value) {
  return set_attachments(message.files, value);
}

constexpr auto kMessageKeys =
    std::to_array<JsonKey<SlackMessage>>({{"user", set_field<&SlackMessage::user>},
                                          {"user_name", set_field<&SlackMessage::user_name>},
                                          {"username", set_field<&SlackMessage::user_name>},
                                          {"text", set_field<&SlackMessage::text>},
                                          {"subtype", set_field<&SlackMessage::subtype>},
                                          {"bot_id", set_field<&SlackMessage::bot>},
                                          {"ts", set_ts},
                                          {"user_profile", set_profile},
                                          {"files", set_files}});

struct Thread {
  std::string channel;
  SlackNames names;
  dom::element messages;
  bool has_messages = false;
  std::optional<int> utc_offset;
};

std::string set_channel(Thread& thread, const dom::element& value) {
  return set_text(thread.channel, value);
}
std::string set_messages(Thread& thread, const dom::element& value) {
  if (!value.is_array()) return "must be a list";
  thread.messages = value;
  thread.has_messages = true;
  return {};
}
std::string set_names(Thread& thread, const dom::element& value) {
  dom::object object;
  if (value.get(object) != simdjson::SUCCESS) return "must be an object of names by user";
  for (const auto& [id, person] : object) {
    std::string_view name;
    if (person.get(name) != simdjson::SUCCESS) return "must be an object of names by user";
    thread.names.emplace(std::string_view(id), name);
  }
  return {};
}
std::string set_offset(Thread& thread, const dom::element& value) {
  return set_utc_offset(thread.utc_offset, value);
}
constexpr auto kThreadKeys = std::to_array<JsonKey<Thread>>({{"channel", set_channel},
                                                             {"channel_name", set_channel},
                                                             {"channel_id", pass_over},
                                                             {"thread_ts", pass_over},
                                                             {"team", pass_over},
                                                             {"has_more", pass_over},
                                                             {"ok", pass_over},
                                                             {"messages", set_messages},
                                                             {"users", set_names},
                                                             {"utc_offset", set_offset}});

std::vector<SlackMessage> read_messages(const dom::array& list, const SourceLimits& limits) {
  std::vector<SlackMessage> messages;
  std::size_t number = 0;
  for (dom::element item : list) {
    const std::string where = "slack_thread message " + std::to_string(++number);
    if (number > limits.max_turns) {
      reject("slack_thread", "more than " + std::to_string(limits.max_turns) + " messages");
    }
    SlackMessage message;
    read_object(message, kMessageKeys, item, where, true);
    if (!message.at) reject(where, "ts is missing");
    messages.push_back(std::move(message));
  }
  return messages;
}

bool is_speech(const SlackMessage& message) {
  return std::find(kSpeech.begin(), kSpeech.end(), message.subtype) != kSpeech.end() &&
         message.user != "USLACKBOT" && (message.bot.empty() || !message.user.empty());
}

/// Copies in the channel of replies that are there as well.
std::vector<bool> copies(const std::vector<SlackMessage>& messages) {
  std::set<std::pair<std::string_view, std::string_view>> said;
  std::set<std::pair<std::int64_t, std::string_view>> at;
  for (const SlackMessage& message : messages) {
    if (message.subtype != "thread_broadcast") said.emplace(message.user, message.text);
  }
  std::vector<bool> copy;
  for (const SlackMessage& message : messages) {
    const bool again =
        message.subtype == "thread_broadcast" && !said.emplace(message.user, message.text).second;
    copy.push_back(again || !at.emplace(message.at->micros, message.user).second);
  }
  return copy;
}

}  // namespace

Talk read_slack(std::string_view json, const SourceLimits& limits) {
  dom::parser parser;
  const dom::element root = parse_json(parser, json, limits.max_depth, "slack_thread");
  Thread thread;
  if (root.is_array()) {
    thread.messages = root;
  } else {
    read_object(thread, kThreadKeys, root, "slack_thread");
    if (!thread.has_messages) reject("slack_thread", "messages is missing");
  }
  const std::vector<SlackMessage> messages = read_messages(thread.messages.get_array(), limits);
  for (const SlackMessage& message : messages) {
    if (!message.user_name.empty()) thread.names.emplace(message.user, message.user_name);
  }
  const std::vector<bool> copy = copies(messages);
  Talk talk;
  talk.spoken = false;
  talk.utc_offset_minutes = thread.utc_offset;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const SlackMessage& message = messages[i];
    if (copy[i] || !is_speech(message)) continue;
    SlackText text = read_slack_text(message.text, thread.names);
    const auto name = thread.names.find(message.user);
    Turn turn{name == thread.names.end() ? message.user : name->second,
              std::move(text.words),
              std::move(text.quoted),
              {},
              {},
              message.files};
    if (turn.speaker.empty()) turn.speaker = message.user_name;
    turn.speaker = collapse_spaces(turn.speaker);
    turn.at = {TurnTime::Kind::Absolute, message.at->micros};
    talk.turns.push_back(std::move(turn));
  }
  std::string channel = collapse_spaces(thread.channel);
  if (channel.starts_with('#')) channel.erase(0, 1);
  if (!channel.empty()) talk.title = "#" + channel;
  if (std::find(kEverythingChannels.begin(), kEverythingChannels.end(), fold_case(channel)) ==
      kEverythingChannels.end()) {
    talk.subject = channel;
  }
  return talk;
}

}  // namespace memfold::ingest
