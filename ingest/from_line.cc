#include "ingest/from_line.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "ingest/mail_date.h"

namespace memfold::ingest {
namespace {

constexpr std::size_t kMaxLine = 512;
constexpr std::size_t kMaxWords = 12;
constexpr std::string_view kFormatPatchDate = "Mon Sep 17 00:00:00 2001";

constexpr std::array<std::string_view, 7> kWeekdays = {"mon", "tue", "wed", "thu",
                                                       "fri", "sat", "sun"};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_weekday(std::string_view word) {
  if (word.size() != 3) return false;
  return std::any_of(kWeekdays.begin(), kWeekdays.end(), [&](std::string_view name) {
    return (word[0] | 32) == name[0] && (word[1] | 32) == name[1] && (word[2] | 32) == name[2];
  });
}

bool is_commit_id(std::string_view token) {
  if (token.size() != 40 && token.size() != 64) return false;
  for (char c : token) {
    if (!is_digit(c) && !(c >= 'a' && c <= 'f')) return false;
  }
  return true;
}

}  // namespace

std::optional<FromLine> parse_from_line(std::string_view line) {
  if (!line.starts_with("From ")) return std::nullopt;
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r' || line.back() == ' ')) {
    line.remove_suffix(1);
  }
  if (line.size() <= 5 || line.size() > kMaxLine) return std::nullopt;
  // The date starts at the last weekday of the line: what stands before is the sender.
  std::array<std::string_view, kMaxWords> words;
  std::size_t count = 0;
  std::string_view rest = line.substr(5), first;
  bool in_date = false;
  for (;;) {
    const std::size_t start = rest.find_first_not_of(" \t,");
    if (start == std::string_view::npos) break;
    rest.remove_prefix(start);
    const std::string_view word = rest.substr(0, rest.find_first_of(" \t,"));
    rest.remove_prefix(word.size());
    if (first.empty()) first = word;
    if (is_weekday(word)) {
      in_date = true;
      count = 0;
    } else if (in_date) {
      if (count == kMaxWords || word == "remote") break;  // "remote from host", as UUCP wrote
      words[count++] = word;
    }
  }
  if (!in_date) return std::nullopt;
  const auto date = read_date_words({words.data(), count}, false);
  if (!date) return std::nullopt;
  FromLine result;
  result.format_patch = is_commit_id(first) && line.ends_with(kFormatPatchDate);
  if (!result.format_patch) result.date = date->time;
  return result;
}

void unquote_from_lines(std::string& message) {
  char* const begin = message.data();
  char* const end = begin + message.size();
  char* write = nullptr;  // the end of what is kept, once something was dropped
  char* read = begin;
  for (char* scan = begin; scan < end;) {
    auto* hit = static_cast<char*>(::memmem(scan, std::size_t(end - scan), ">From ", 6));
    if (hit == nullptr) break;
    scan = hit + 6;
    char* quote = hit;
    while (quote > read && quote[-1] == '>') --quote;
    if (quote != begin && quote[-1] != '\n') continue;
    if (write == nullptr) {
      write = hit;
    } else {
      std::memmove(write, read, std::size_t(hit - read));
      write += hit - read;
    }
    read = hit + 1;
  }
  if (write == nullptr) return;
  std::memmove(write, read, std::size_t(end - read));
  message.resize(std::size_t(write - begin) + std::size_t(end - read));
}

}  // namespace memfold::ingest
