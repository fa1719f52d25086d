#include "memfold/source_reader.h"

#include <array>
#include <string>

#include "core/text.h"
#include "ingest/mail_source.h"
#include "ingest/note.h"
#include "ingest/slack.h"
#include "ingest/source_json.h"
#include "ingest/source_text.h"
#include "ingest/talk_json.h"
#include "ingest/transcript.h"
#include "ingest/turns.h"
#include "memfold/error.h"
#include "memfold/fact.h"

namespace memfold {
namespace ingest {
namespace {

SourceReading read_email(const Source& source, const SourceLimits& limits) {
  return read_mail_source(source, limits);
}

SourceReading read_conversation(const Source& source, const SourceLimits& limits) {
  return read_talk(source, read_turns(source_text(source.raw), limits, name(source.form)));
}

/// An object, or a list of them: "[00:12] ..." is a line of a transcript.
bool is_json(std::string_view text) {
  if (text.starts_with('[')) text = trim(text.substr(1));
  return text.starts_with('{');
}

/// Turns, or what a recorder wrote down.
SourceReading read_voice_memo(const Source& source, const SourceLimits& limits) {
  const std::string text = source_text(source.raw);
  Talk talk;
  if (is_json(trim(text))) {
    talk = read_turns(text, limits, name(source.form));
  } else {
    read_transcript(text, limits, talk);
    talk.subject = talk.title;
  }
  talk.recorded = true;
  if (source.participants.size() == 1) {
    for (Turn& turn : talk.turns) {
      if (turn.speaker.empty()) turn.speaker = source.participants.front();
    }
  }
  return read_talk(source, std::move(talk));
}

SourceReading read_slack_thread(const Source& source, const SourceLimits& limits) {
  return read_talk(source, read_slack(source_text(source.raw), limits));
}

SourceReading read_meeting_source(const Source& source, const SourceLimits& limits) {
  const std::string text = source_text(source.raw);
  if (trim(text).starts_with('{')) return read_talk(source, read_meeting(text, limits));
  Talk talk;
  for (const std::string& person : source.participants) {
    add_people(talk.participants, people_in(person));
  }
  read_transcript(text, limits, talk);
  talk.subject = talk.title;
  return read_talk(source, std::move(talk));
}

SourceReading read_text_note(const Source& source, const SourceLimits& limits) {
  return note_reading(source, source_text(source.raw), limits);
}

using Read = SourceReading (*)(const Source&, const SourceLimits&);
/// By SourceForm.
constexpr std::array<Read, 6> kReaders = {read_email,        read_conversation,   read_voice_memo,
                                          read_slack_thread, read_meeting_source, read_text_note};

class Reader final : public SourceReader {
 public:
  explicit Reader(const SourceLimits& limits) : limits_(limits) {}

  SourceReading read(const Source& source) const override {
    const auto form = std::size_t(source.form);
    if (form >= kReaders.size()) reject("source", "its form is none we know");
    if (source.raw.size() > limits_.max_bytes) {
      reject(name(source.form), "larger than " + std::to_string(limits_.max_bytes) + " bytes");
    }
    return kReaders[form](source, limits_);
  }

  std::string own_id(const Source& source) const override {
    if (source.form != SourceForm::Email || source.raw.size() > limits_.max_bytes) return {};
    try {
      Source nameless = source;
      nameless.source_id.clear();
      const std::string id = read_mail_source(nameless, limits_).messages.back().id;
      const bool is_hash = id.starts_with("sha256-");
      return is_hash ? std::string() : std::string(cut_at_word(id, kMaxFieldBytes));
    } catch (const Error&) {
      return {};  // whoever reads it will hear
    }
  }

 private:
  SourceLimits limits_;
};

}  // namespace

}  // namespace ingest

std::shared_ptr<const SourceReader> builtin_source_reader(const SourceLimits& limits) {
  return std::make_shared<ingest::Reader>(limits);
}

Models complete_models() {
  Models models = builtin_models();
  models.source_reader = builtin_source_reader();
  return models;
}

}  // namespace memfold
