#include <algorithm>
#include <array>
#include <set>

#include "core/text.h"
#include "ingest/source_json.h"
#include "ingest/source_text.h"
#include "ingest/talk_json.h"
#include "ingest/transcript.h"
#include "memfold/error.h"
#include "memfold/source_reader.h"

namespace memfold {
namespace ingest {
namespace {

namespace dom = simdjson::dom;

struct Ending {
  std::string_view text;
  SourceForm form;
};
/// Endings that leave nothing open.
constexpr auto kEndings =
    std::to_array<Ending>({{".eml", SourceForm::Email}, {".emlx", SourceForm::Email}});
constexpr auto kMemoWords =
    std::to_array<std::string_view>({"voice", "memo", "dictation", "음성", "녹음", "보이스"});
constexpr auto kMailHeaders = std::to_array<std::string_view>(
    {"from", "to", "date", "subject", "message-id", "received", "return-path", "delivered-to",
     "mime-version", "content-type", "cc", "reply-to", "dkim-signature"});
/// Minutes have a date and a subject, too.
constexpr auto kMailSigns = std::to_array<std::string_view>(
    {"from", "message-id", "received", "return-path", "delivered-to"});
constexpr std::size_t kHeadBytes = 64 * 1024;

bool contains_any(const std::string& text, const auto& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.find(word) != text.npos; });
}

/// At least two of a mail's headers at the front, and nothing else there.
bool is_mail(std::string_view text) {
  std::set<std::string> found;
  bool first = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    const bool from_line = first && line.starts_with("From ");
    first = false;
    if (line.empty()) break;
    if (from_line || line.starts_with(' ') || line.starts_with('\t')) continue;
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || line.substr(0, colon).find(' ') != line.npos) break;
    const std::string header = fold_case(line.substr(0, std::min<std::size_t>(colon, 64)));
    if (std::find(kMailHeaders.begin(), kMailHeaders.end(), header) != kMailHeaders.end()) {
      found.insert(header);
    }
  }
  return found.size() >= 2 &&
         std::any_of(kMailSigns.begin(), kMailSigns.end(),
                     [&](std::string_view sign) { return found.contains(std::string(sign)); });
}

struct JsonSign {
  std::string_view key;
  SourceForm form;
};
/// The first key that is there decides.
constexpr auto kJsonSigns = std::to_array<JsonSign>({{"transcript", SourceForm::Meeting},
                                                     {"turns", SourceForm::Meeting},
                                                     {"messages", SourceForm::SlackThread},
                                                     {"channel", SourceForm::SlackThread},
                                                     {"subject", SourceForm::Email},
                                                     {"headers", SourceForm::Email},
                                                     {"body", SourceForm::Email},
                                                     {"to", SourceForm::Email}});

constexpr auto kOnlyMails =
    std::to_array<std::string_view>({"subject", "headers", "to", "cc", "body"});

std::optional<SourceForm> form_of_json(std::string_view text, const std::string& file) {
  const SourceForm talk =
      contains_any(file, kMemoWords) ? SourceForm::VoiceMemo : SourceForm::Conversation;
  dom::parser parser;
  dom::element value;
  const SourceLimits limits;
  try {
    value = parse_json(parser, text, limits.max_depth, "");
  } catch (const Error&) {  // not one document: a line of several?
    try {
      value = parse_json(parser, text.substr(0, text.find('\n')), limits.max_depth, "");
      if (!value.is_object()) return std::nullopt;
    } catch (const Error&) {
      return std::nullopt;
    }
    return talk;
  }
  if (value.is_array()) {
    dom::array items = value.get_array().value();
    const bool slack = items.begin() != items.end() &&
                       has_any(*items.begin(), std::to_array<std::string_view>({"ts", "subtype"}));
    return slack ? SourceForm::SlackThread : talk;
  }
  if (is_turn(value) && !has_any(value, kOnlyMails)) return talk;
  for (const JsonSign& sign : kJsonSigns) {
    if (has_any(value, std::span(&sign.key, 1))) return sign.form;
  }
  return talk;
}

/// Two people speak in it, or it begins as minutes do.
bool is_transcript(const std::string& text) {
  Talk talk;
  try {
    read_transcript(cut_at_word(text, kHeadBytes), SourceLimits{}, talk);
  } catch (const Error&) {
    return false;
  }
  std::set<std::string> speakers;
  std::size_t spoken = 0;
  for (const Turn& turn : talk.turns) {
    if (turn.speaker.empty()) continue;
    ++spoken;
    speakers.insert(turn.speaker);
  }
  const bool minutes = !talk.participants.empty() && talk.started_at.kind != TurnTime::Kind::None;
  return minutes || (spoken >= 3 && speakers.size() >= 2);
}

}  // namespace

}  // namespace ingest

SourceForm guess_form(std::string_view path, std::string_view bytes) {
  const std::string file = fold_case(to_valid_utf8(path.substr(path.find_last_of('/') + 1)));
  for (const ingest::Ending& ending : ingest::kEndings) {
    if (file.ends_with(ending.text)) return ending.form;
  }
  const std::string text = ingest::source_text(bytes.substr(0, kMaxRawBytes));
  const std::string_view start = trim(text);
  if (start.starts_with('{') || start.starts_with('[')) {
    if (const auto form = ingest::form_of_json(start, file)) return *form;
  }
  if (ingest::is_captions(text)) {
    return ingest::contains_any(file, ingest::kMemoWords) ? SourceForm::VoiceMemo
                                                          : SourceForm::Meeting;
  }
  if (ingest::is_mail(std::string_view(text).substr(0, ingest::kHeadBytes)))
    return SourceForm::Email;
  if (ingest::is_transcript(text)) return SourceForm::Meeting;
  const bool memo =
      ingest::contains_any(file, std::to_array<std::string_view>({"voice", "음성", "녹음"}));
  return memo ? SourceForm::VoiceMemo : SourceForm::TextNote;
}

}  // namespace memfold
