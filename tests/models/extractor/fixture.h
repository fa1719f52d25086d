// What the extractor's tests share: a mail received on Monday 15 January 2024 at 09:00.
#pragma once

#include <string>
#include <string_view>

#include "memfold/message.h"
#include "models/extractor/parse.h"

namespace memfold::models::extractor {

inline Time at(std::string_view text) {
  return parse_time(text).value();
}

inline constexpr std::string_view kMonday = "2024-01-15T09:00:00Z";

inline DateContext said(std::string_view when = kMonday, int utc_offset_minutes = 0) {
  return {at(when), utc_offset_minutes};
}

/// A parse together with the text it points into.
struct Parsed {
  explicit Parsed(std::string_view words, DateContext context = said()) : text(words) {
    parse.parse(text, context);
  }
  Parsed(const Parsed&) = delete;
  std::string text;
  Parse parse;
};

inline Message letter(std::string_view body, std::string_view subject = "") {
  Message message;
  message.id = "m1@example.com";
  message.thread_id = "t1@example.com";
  message.from = {"Kim Jiho", "jiho@example.com"};
  message.to = {{"Lee Suna", "suna@example.com"}};
  message.subject = subject;
  message.date = at(kMonday);
  message.body = body;
  return message;
}

}  // namespace memfold::models::extractor
