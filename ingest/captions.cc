#include "ingest/captions.h"

#include <re2/re2.h>

#include <array>
#include <utility>

#include "core/re2_text.h"
#include "core/text.h"
#include "ingest/transcript.h"

namespace memfold::ingest {
namespace {

constexpr std::size_t kHeadLines = 40;

bool is_timing(std::string_view line, std::string* start = nullptr, std::string* end = nullptr) {
  static const RE2 kTiming(
      R"(\s*((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})\s+-->\s+((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})(?:\s.*)?)");
  return line.find("-->") != std::string_view::npos &&
         RE2::FullMatch(re2_text(line), kTiming, start, end);
}

std::string_view next_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string without_tags(std::string text) {
  static const RE2 kTag(R"(<[^<>]*>|\{\\[^{}]*\})");
  RE2::GlobalReplace(&text, kTag, "");
  return collapse_spaces(decode_common_entities(text));
}

/// The words below one timing: a voice each, where voices are told.
void add_cues(const Cue& timing, const std::string& words, std::vector<Cue>& cues) {
  static const RE2 kVoice(R"(<v(?:\.[^\s>]*)?\s+([^>]+)>)");
  const auto add = [&](std::string speaker, std::string text) {
    text = without_tags(std::move(text));
    speaker = collapse_spaces(speaker);
    const bool again = !cues.empty() && cues.back().text == text && cues.back().speaker == speaker;
    if (text.empty() || again) return;
    cues.push_back({timing.start, timing.end, std::move(speaker), std::move(text)});
  };
  re2::StringPiece rest(words);
  std::string speaker, next;
  const char* from = words.data();
  while (RE2::FindAndConsume(&rest, kVoice, &next)) {
    const std::string_view before(from, std::size_t(rest.data() - from));
    add(speaker, std::string(before.substr(0, before.rfind("<v"))));
    speaker = decode_common_entities(next);
    from = rest.data();
  }
  add(speaker, std::string(from, std::size_t(words.data() + words.size() - from)));
}

}  // namespace

std::string decode_common_entities(std::string_view text) {
  constexpr auto kEntities =
      std::to_array<std::pair<std::string_view, std::string_view>>({{"&lt;", "<"},
                                                                    {"&gt;", ">"},
                                                                    {"&amp;", "&"},
                                                                    {"&nbsp;", " "},
                                                                    {"&quot;", "\""},
                                                                    {"&#39;", "'"},
                                                                    {"&apos;", "'"}});
  std::string decoded;
  decoded.reserve(text.size());
  while (!text.empty()) {
    const std::size_t plain = std::min(text.find('&'), text.size());
    decoded += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    std::string_view to = text.substr(0, 1);
    std::size_t size = 1;
    for (const auto& [entity, character] : kEntities) {
      if (!text.starts_with(entity)) continue;
      to = character;
      size = entity.size();
    }
    decoded += to;
    text.remove_prefix(size);
  }
  return decoded;
}

bool is_captions(std::string_view text) {
  if (trim(text).starts_with("WEBVTT")) return true;
  for (std::size_t i = 0; i < kHeadLines && !text.empty(); ++i) {
    if (is_timing(next_line(text))) return true;
  }
  return false;
}

std::vector<Cue> read_captions(std::string_view text) {
  std::vector<Cue> cues;
  Cue timing;
  std::string words, start, end;
  bool inside = false;
  const auto finish = [&] {
    if (inside) add_cues(timing, words, cues);
    words.clear();
    inside = false;
  };
  while (!text.empty()) {
    const std::string_view line = next_line(text);
    if (is_timing(line, &start, &end)) {
      finish();
      timing.start = parse_turn_time(start).value_or(TurnTime{});
      timing.end = parse_turn_time(end).value_or(TurnTime{});
      timing.start.two_parts = timing.end.two_parts = false;
      inside = true;
    } else if (trim(line).empty()) {
      finish();
    } else if (inside) {
      if (!words.empty()) words += ' ';
      words += line;
    }
  }
  finish();
  return cues;
}

}  // namespace memfold::ingest
