// Threads of Slack.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "ingest/turns.h"
#include "memfold/source_reader.h"

namespace memfold::ingest {

using SlackNames = std::map<std::string, std::string, std::less<>>;  ///< by user id

struct SlackText {
  std::string words, quoted;
};

/// Slack's markup as its readers see it: mentions and channels by name, links by label, entities
/// decoded, emoji, struck-out words and marks of style gone, code left out, "&gt;" lines apart.
/// `text` is valid UTF-8. Linear.
SlackText read_slack_text(std::string_view text, const SlackNames& names);

/// {channel, messages: [{user, text, ts}]}, or the list alone as Slack exports it. Notices of
/// joins, topics, bots and the like, tombstones and the second copy of a reply that was also sent
/// to the channel are dropped. Keys of messages that say nothing we use are passed over.
Talk read_slack(std::string_view json, const SourceLimits& limits);

}  // namespace memfold::ingest
