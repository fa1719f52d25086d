// Sources: what memories came from, kept as it was received, and how it is worked into memories.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "memfold/id.h"
#include "memfold/kinds.h"
#include "memfold/message.h"
#include "memfold/node.h"
#include "memfold/time.h"

#pragma GCC visibility push(default)
namespace memfold {

inline constexpr std::size_t kMaxRawBytes = 32 << 20;  ///< of one source

/// A mail, conversation, meeting or note as it came in. Immutable but for how far it has been
/// worked on.
struct Source {
  Id id;             ///< derived from owner and source_id
  std::string user;  ///< whose it is; empty: a team's
  std::string team;
  std::string source_id;  ///< what facts call it, e.g. a Message-ID; when empty its own, else
                          ///< derived from raw
  SourceForm form = SourceForm::TextNote;
  std::string raw;                        ///< as received, at most kMaxRawBytes; empty once erased
  std::string provenance;                 ///< where it was taken from
  std::vector<std::string> participants;  ///< as written
  std::optional<Time> started_at, ended_at;
  Sensitivity sensitivity = Sensitivity::Normal;  ///< for access control; never changes decay

  SourceStatus status = SourceStatus::Raw;
  Time received_at;

  // Once processed.
  std::string title;
  std::string processed;  ///< its clean text
  std::string summary;    ///< 1 or 2 sentences
  std::vector<std::string> keywords, tags;

  /// Where facts found in it come from, as they will say themselves; none: Bootstrapped, which an
  /// archive is. A live feed is Realtime, a person's own notes are UserInput.
  std::optional<SourceType> source_type;
};

/// What is in a source's raw content: the result of reading it.
struct SourceReading {
  std::vector<Message> messages;  ///< a mail is one; a conversation one a turn, by time
  std::string text;               ///< clean: no quotes, signatures, HTML, filled pauses
  std::string title;
  std::vector<Mailbox> participants;
  std::optional<Time> started_at, ended_at;
};

/// Understands the raw forms. Called from several threads at once.
class SourceReader {
 public:
  virtual ~SourceReader() = default;
  /// Throws Error(InvalidArgument) for what is not of its form: no retry would help.
  virtual SourceReading read(const Source& source) const = 0;
  /// What the content calls itself, e.g. a mail's Message-ID; empty where it does not. Never throws
  /// for bad content.
  virtual std::string own_id(const Source& source) const {
    (void)source;
    return {};
  }
};

/// A step of work on a source that waits in the store's queue.
struct SourceJob {
  Id id;
  std::string user;  ///< for whom: facts go to this user
  std::string team;  ///< whose source; empty: the user's
  Id source;
  JobStep step = JobStep::Process;
  int attempts = 0;   ///< made and failed
  Time run_at;        ///< not before
  bool dead = false;  ///< failed too often, or in a way no retry would mend: waits for a person
  std::string error;  ///< of the last attempt
};

}  // namespace memfold
#pragma GCC visibility pop
