// What people said to each other, one after the other, and the messages it makes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/turn_time.h"
#include "memfold/message.h"
#include "memfold/source.h"

namespace memfold::ingest {

/// What one speaker said in one go, as students of dialogue call it.
struct Turn {
  std::string speaker;  ///< as written, may be an address; empty: nobody knows
  std::string text;
  std::string quoted;  ///< of others, in it
  TurnTime at, end;
  std::vector<Attachment> attachments;
};

struct Talk {
  std::vector<Turn> turns;
  std::string title;
  std::string subject;  ///< what a short turn needs beside it to be understood
  std::vector<Mailbox> participants;
  TurnTime started_at, ended_at;
  std::optional<int> utc_offset_minutes{};
  bool spoken = true;     ///< filled pauses and stutters are taken out
  bool recorded = false;  ///< cut by a machine, in mid-sentence as well
};

/// Puts the turns in order of time (those of one time stay as they are), cleans them, joins a
/// speaker's that follow each other within two minutes and makes a message of each. A turn
/// without a time has that of the one before it. Rejects a talk in which nothing is said. Pure.
SourceReading read_talk(const Source& source, Talk talk);

/// The people of "A, B <b@x>; C", names without an address included.
std::vector<Mailbox> people_in(std::string_view text);

/// One person, or nobody for empty text.
Mailbox person_in(std::string_view text);

/// Adds those not there yet; one of the same name lends its address. At most kMaxAddresses.
void add_people(std::vector<Mailbox>& people, const std::vector<Mailbox>& more);

/// What the facts of a source call it: source_id, else "sha256-" and the hash of raw.
std::string name_of(const Source& source);

/// Whether Hangul makes up at least a fifth of the letters.
bool is_korean(std::string_view text);

}  // namespace memfold::ingest
