#include "ingest/transcript.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <unordered_map>

#include "core/re2_text.h"
#include "core/text.h"
#include "ingest/captions.h"
#include "ingest/note.h"
#include "ingest/source_json.h"
#include "ingest/transcript_words.h"

namespace memfold::ingest {
namespace {

constexpr std::size_t kMaxNameBytes = 60;
constexpr std::size_t kMaxNameWords = 4;
constexpr std::size_t kMaxTitleBytes = 120;
constexpr std::size_t kLabelReach = 200;  // bytes of a line that hold name and time

bool in(const auto& table, std::string_view word) {
  return std::find(table.begin(), table.end(), word) != table.end();
}

std::string key_of(std::string_view name) {
  std::string key = fold_case(name);
  std::erase(key, ' ');
  return key;
}

std::vector<std::string> words_in(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (end > at) words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

/// "김민지", "박 팀장", "화자 1".
bool is_korean_name(const std::string& name) {
  static const RE2 kNumbered(R"((?:화자|참석자|발언자|참가자)\s?(?:\d{1,3}|[A-Z]))");
  static const RE2 kHangul(R"(\p{Hangul}{2,4}(?:\s\p{Hangul}{1,4}|PM)?)");
  if (RE2::FullMatch(name, kNumbered)) return true;
  if (!RE2::FullMatch(name, kHangul)) return false;
  const bool titled = std::any_of(kTitles.begin(), kTitles.end(),
                                  [&](std::string_view title) { return name.ends_with(title); });
  constexpr std::size_t kSyllable = 3;  // bytes
  return titled || (name.size() == 3 * kSyllable && in(kSurnames, name.substr(0, kSyllable)));
}

/// "Kim Minji", "J. van Dam", "Speaker 2", "ALICE".
bool is_western_name(const std::string& name) {
  static const RE2 kNumbered(R"((?i)(?:speaker|participant|person|guest)[ _](?:\d{1,3}|[a-z]))");
  static const RE2 kWord(R"(\p{Lu}[\p{L}'’.-]*)");
  if (RE2::FullMatch(name, kNumbered)) return true;
  const auto words = words_in(name);
  return !words.empty() && std::all_of(words.begin(), words.end(), [](const std::string& word) {
    return in(kNameParticles, word) || RE2::FullMatch(word, kWord);
  });
}

struct Label {
  std::string speaker, time;
  std::string_view words;  ///< empty where they are below
};

/// Whether it may be a name at all.
bool may_be_name(const std::string& name) {
  static const RE2 kShape(R"([\p{L}][\p{L}\p{M}\d '’._()@-]*)");
  return !name.empty() && name.size() <= kMaxNameBytes && RE2::FullMatch(name, kShape) &&
         std::count(name.begin(), name.end(), ' ') < std::ptrdiff_t(kMaxNameWords) &&
         !in(kNoSpeakers, key_of(name));
}

std::string_view start_of(std::string_view line) {
  if (line.size() <= kLabelReach) return line;
  std::size_t end = kLabelReach;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) --end;
  return line.substr(0, end);
}

/// Name and time at the front of a line, in one of the forms of read_transcript.
std::optional<Label> label_of(std::string_view line) {
#define MEMFOLD_CLOCK R"([\[(]?((?:\d{1,3}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?)[\])]?)"
#define MEMFOLD_NAME R"(\**\[?([^:：\[\]*]+?)\]?\**)"
  static const RE2 kTimeFirst("\\**" MEMFOLD_CLOCK "\\**\\s*[-–|]?\\s*" MEMFOLD_NAME
                              "\\s*[:：]\\**\\s*(.*)");
  static const RE2 kTimeBehind(MEMFOLD_NAME "\\s*[\\[(,]?\\s*" MEMFOLD_CLOCK
                                            "[\\])]?\\s*[:：]\\**\\s*(.*)");
  static const RE2 kTimeAlone(MEMFOLD_NAME "\\s+" MEMFOLD_CLOCK);
  static const RE2 kAloneBehind("\\**" MEMFOLD_CLOCK "\\**\\s+" MEMFOLD_NAME);
  static const RE2 kNoTime(MEMFOLD_NAME "\\s*[:：]\\**\\s*(.*)");
#undef MEMFOLD_CLOCK
#undef MEMFOLD_NAME
  Label label;
  re2::StringPiece words;
  const std::string_view head = start_of(line);
  if (head.find(':') == head.npos && head.find("：") == head.npos) return std::nullopt;
  const bool whole = head.size() == line.size();
  const re2::StringPiece text = re2_text(head);
  const bool found = RE2::FullMatch(text, kTimeFirst, &label.time, &label.speaker, &words) ||
                     RE2::FullMatch(text, kTimeBehind, &label.speaker, &label.time, &words) ||
                     (whole && RE2::FullMatch(text, kTimeAlone, &label.speaker, &label.time)) ||
                     (label.time.clear(), RE2::FullMatch(text, kNoTime, &label.speaker, &words));
  if (!found) {
    // "10:02 Deploy" is more often no name.
    const bool alone = whole && RE2::FullMatch(text, kAloneBehind, &label.time, &label.speaker);
    if (!alone || !(is_korean_name(label.speaker) || is_western_name(label.speaker))) {
      return std::nullopt;
    }
  }
  label.speaker = collapse_spaces(label.speaker);
  if (words.data() != nullptr) label.words = line.substr(std::size_t(words.data() - line.data()));
  if (!may_be_name(label.speaker)) return std::nullopt;
  return label;
}

/// Tells the names of speakers from other words before a colon.
class Speakers {
 public:
  Speakers(const std::vector<std::string_view>& lines, const std::vector<Mailbox>& participants) {
    for (const Mailbox& person : participants) known_.insert(key_of(person.name));
    for (std::string_view line : lines) {
      if (const auto label = label_of(line)) count(*label);
    }
  }

  bool knows(const Label& label) const {
    return !label.time.empty() || known_.contains(key_of(label.speaker)) ||
           is_korean_name(label.speaker) || is_western_name(label.speaker);
  }

 private:
  void count(const Label& label) {
    std::string key = key_of(label.speaker);
    if (!label.time.empty() || ++counts_[key] > 1) known_.insert(std::move(key));
  }

  std::set<std::string, std::less<>> known_;
  std::unordered_map<std::string, int> counts_;
};

/// "[00:01:02] words" of the one who spoke before, or of nobody.
std::optional<std::pair<TurnTime, std::string_view>> timed_words(std::string_view line) {
  static const RE2 kForm(R"([\[(]((?:\d{1,3}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?)[\])]\s*(.*))");
  if (!line.starts_with('[') && !line.starts_with('(')) return std::nullopt;
  std::string time;
  re2::StringPiece words;
  if (!RE2::FullMatch(re2_text(line), kForm, &time, &words)) return std::nullopt;
  const auto at = parse_turn_time(time);
  if (!at) return std::nullopt;
  return std::pair{*at, std::string_view(words.data(), words.size())};
}

/// "일시: 2026-03-02 10:00" and the like above the first turn.
bool take_head(std::string_view line, Talk& talk) {
  static const RE2 kField(R"([-*#\s]*([\p{L} ]+?)\s*\**[:：]\**\s*(.+))");
  std::string word, value;
  if (!RE2::FullMatch(re2_text(line), kField, &word, &value)) return false;
  const std::string folded = fold_case(word);
  const auto head = std::find_if(kHeadWords.begin(), kHeadWords.end(),
                                 [&](const HeadWord& each) { return each.word == folded; });
  if (head == kHeadWords.end()) return false;
  switch (head->field) {
    case HeadField::Title:
      if (talk.title.empty()) talk.title = collapse_spaces(value);
      return true;
    case HeadField::People:
      add_people(talk.participants, people_in(value));
      return true;
    case HeadField::Start: {
      const auto time = parse_turn_time(value);
      if (!time || time->kind == TurnTime::Kind::Relative) return false;
      if (talk.started_at.kind == TurnTime::Kind::None) talk.started_at = *time;
      return true;
    }
  }
  return false;
}

/// A line that is a heading or field of minutes: "결정 사항:".
bool is_heading(std::string_view line) {
  const std::size_t colon = std::min(line.find(':'), line.find("："));
  if (colon == std::string_view::npos || colon > kMaxNameBytes) return line.starts_with('#');
  return in(kNoSpeakers, key_of(trim(line.substr(0, colon))));
}

class LineTranscript {
 public:
  LineTranscript(std::string_view text, const SourceLimits& limits, Talk& talk)
      : limits_(limits), talk_(talk) {
    std::size_t number = 0;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = trim(text.substr(0, end));
      ++number;
      if (line.size() > limits.max_line_bytes) {
        reject("meeting line " + std::to_string(number),
               "longer than " + std::to_string(limits.max_line_bytes) + " bytes");
      }
      lines_.push_back(line);
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  void read() {
    read_head();
    const Speakers speakers(lines_, talk_.participants);
    for (std::string_view line : lines_) {
      const auto label = label_of(line);
      if (label && speakers.knows(*label)) {
        add(label->speaker, parse_turn_time(label->time).value_or(TurnTime{}), label->words);
        spoken_ = true;
        words_below_ = label->words.empty();
      } else if (const auto timed = timed_words(line)) {
        add(talk_.turns.empty() ? "" : talk_.turns.back().speaker, timed->first, timed->second);
      } else if (ends_speech(line)) {
        add("", {}, line);
      } else {
        go_on(line);
      }
      after_gap_ = line.empty();
    }
    if (!spoken_) {
      for (Turn& turn : talk_.turns) turn.text = plain_words(turn.text);
    }
  }

 private:
  void read_head() {
    std::size_t i = 0;
    for (; i < lines_.size(); ++i) {
      if (lines_[i].empty()) continue;
      if (lines_[i].starts_with("# ") && talk_.title.empty()) {
        talk_.title = collapse_spaces(lines_[i].substr(2));
      } else if (is_title(i)) {
        talk_.title = collapse_spaces(lines_[i]);
      } else if (!take_head(lines_[i], talk_)) {
        break;
      }
    }
    lines_.erase(lines_.begin(), lines_.begin() + std::ptrdiff_t(i));
  }

  /// A short first line over a field or an empty line.
  bool is_title(std::size_t i) const {
    const std::string_view line = lines_[i];
    if (!talk_.title.empty() || line.size() > kMaxTitleBytes || i + 2 >= lines_.size() ||
        line.find_first_of(":.?!|") != std::string_view::npos || label_of(line)) {
      return false;
    }
    Talk aside;
    return lines_[i + 1].empty() || take_head(lines_[i + 1], aside);
  }

  /// Where words stand below the name, a field among them is still the speaker's.
  bool ends_speech(std::string_view line) const {
    if (!spoken_ || talk_.turns.back().speaker.empty() || !is_heading(line)) return false;
    return !words_below_ || after_gap_ || line.ends_with(':') || line.ends_with("：");
  }

  void add(std::string speaker, TurnTime at, std::string_view words) {
    if (talk_.turns.size() == limits_.max_turns) {
      reject("meeting", "more than " + std::to_string(limits_.max_turns) + " turns");
    }
    talk_.turns.push_back({std::move(speaker), std::string(words), {}, at, {}, {}});
  }

  void go_on(std::string_view line) {
    if (talk_.turns.empty()) {
      if (!line.empty()) add("", {}, line);
      return;
    }
    std::string& text = talk_.turns.back().text;
    if (!text.empty()) text += '\n';
    text += line;
  }

  const SourceLimits& limits_;
  Talk& talk_;
  std::vector<std::string_view> lines_;
  bool spoken_ = false;
  bool words_below_ = false;  ///< the last name stood alone on its line
  bool after_gap_ = false;    ///< behind an empty line
};

void add_captions(std::string_view text, const SourceLimits& limits, Talk& talk) {
  talk.recorded = true;
  std::vector<Cue> cues = read_captions(text);
  if (cues.size() > limits.max_turns) {
    reject(name(SourceForm::Meeting), "more than " + std::to_string(limits.max_turns) + " turns");
  }
  std::vector<std::string_view> lines;
  for (const Cue& cue : cues) lines.push_back(cue.text);
  const Speakers speakers(lines, talk.participants);
  std::string speaker;
  for (Cue& cue : cues) {
    std::string words = cue.text;
    const auto label = cue.speaker.empty() ? label_of(cue.text) : std::nullopt;
    if (label && label->time.empty() && speakers.knows(*label)) {
      speaker = label->speaker;
      words = label->words;
    } else if (!cue.speaker.empty()) {
      speaker = cue.speaker;
    }
    talk.turns.push_back({speaker, std::move(words), {}, cue.start, cue.end, {}});
  }
}

}  // namespace

void read_transcript(std::string_view text, const SourceLimits& limits, Talk& talk) {
  if (is_captions(text)) {
    add_captions(text, limits, talk);
  } else {
    LineTranscript(text, limits, talk).read();
  }
}

}  // namespace memfold::ingest
