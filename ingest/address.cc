#include "ingest/address.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/text.h"
#include "ingest/header_list.h"

namespace memfold::ingest {
namespace {

/// One address while it is read: raw text of its name and of its address.
struct Draft {
  std::string words;    ///< outside of brackets and comments
  std::string angle;    ///< between < and >
  std::string comment;  ///< of the old form: address (Name)
  bool has_angle = false;
};

bool looks_like_address(std::string_view text) {
  const std::size_t at = text.rfind('@');
  return at != std::string_view::npos && at > 0 && at + 1 < text.size() &&
         text.find(' ') == std::string_view::npos;
}

std::string without_quotes(std::string name) {
  while (name.size() >= 2 && ((name.front() == '\'' && name.back() == '\'') ||
                              (name.front() == '"' && name.back() == '"'))) {
    name = name.substr(1, name.size() - 2);
  }
  return name;
}

void finish(Draft& draft, std::vector<Mailbox>& mailboxes) {
  Mailbox mailbox;
  const std::string words = collapse_spaces(decode_header(draft.words));
  if (draft.has_angle) {
    mailbox.address = fold_case(collapse_spaces(decode_header(draft.angle)));
    mailbox.name = words;
  } else if (looks_like_address(words)) {
    mailbox.address = fold_case(words);
    mailbox.name = collapse_spaces(decode_header(draft.comment));
  } else {
    mailbox.name = words;
  }
  mailbox.name = without_quotes(std::move(mailbox.name));
  if (mailbox.address.starts_with("mailto:")) mailbox.address.erase(0, 7);
  if (mailbox.name == mailbox.address) mailbox.name.clear();
  if (!mailbox.name.empty() || !mailbox.address.empty()) mailboxes.push_back(std::move(mailbox));
  draft = {};
}

/// Appends the quoted string or comment that starts at `at`, returns the place behind it.
std::size_t take_delimited(std::string_view value, std::size_t at, char close, std::string& out) {
  const char open = value[at];
  int depth = 1;
  for (++at; at < value.size(); ++at) {
    const char c = value[at];
    if (c == '\\' && at + 1 < value.size()) {
      out.push_back(value[++at]);
      continue;
    }
    if (c == close && --depth == 0) return at + 1;
    if (c == open && open != close) ++depth;
    out.push_back(c);
  }
  return at;
}

/// Length of an encoded word at `at`; commas and brackets inside it separate nothing.
std::size_t encoded_word_length(std::string_view value, std::size_t at) {
  if (value.substr(at, 2) != "=?") return 0;
  std::size_t mark = at + 1;
  for (int i = 0; i < 2; ++i) {
    mark = value.substr(0, at + 128).find('?', mark + 1);
    if (mark == std::string_view::npos) return 0;
  }
  const std::size_t end = value.substr(0, at + 2048).find("?=", mark + 1);
  return end == std::string_view::npos ? 0 : end + 2 - at;
}

}  // namespace

std::vector<Mailbox> parse_addresses(std::string_view value) {
  std::vector<Mailbox> mailboxes;
  Draft draft;
  for (std::size_t at = 0; at < value.size() && mailboxes.size() < kMaxAddresses;) {
    const char c = value[at];
    if (const std::size_t word = c == '=' ? encoded_word_length(value, at) : 0; word > 0) {
      draft.words.append(value.substr(at, word));
      at += word;
    } else if (c == '"') {
      at = take_delimited(value, at, '"', draft.words);
    } else if (c == '(') {
      at = take_delimited(value, at, ')', draft.comment);
    } else if (c == '<') {
      const std::size_t close = std::min(value.find_first_of(">,", at), value.size());
      draft.angle = value.substr(at + 1, close - at - 1);
      draft.has_angle = true;
      at = close + (close < value.size() && value[close] == '>' ? 1 : 0);
    } else if (c == ',' || c == ';') {
      finish(draft, mailboxes);
      ++at;
    } else if (c == ':' && !draft.has_angle && !draft.words.ends_with("mailto")) {
      draft = {};  // the name of a group
      ++at;
    } else {
      draft.words.push_back(c);
      ++at;
    }
  }
  if (mailboxes.size() < kMaxAddresses) finish(draft, mailboxes);
  return mailboxes;
}

}  // namespace memfold::ingest
