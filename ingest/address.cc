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

/// The address between < and >: comments, spaces and a route ("@relay:") are no part of it.
std::string bare_address(std::string_view angle) {
  if (angle.find('@') == std::string_view::npos) return collapse_spaces(angle);
  std::string bare;
  int comments = 0;
  for (char c : angle) {
    comments += c == '(' ? 1 : 0;
    if (comments == 0 && c != ' ' && c != '\t' && c != '\r' && c != '\n') bare.push_back(c);
    comments -= c == ')' && comments > 0 ? 1 : 0;
  }
  if (bare.starts_with('@')) bare.erase(0, bare.find(':') + 1);
  return bare.ends_with(';') ? std::string() : bare;  // an empty group in brackets
}

/// Moves an address at the end of `words` that has lost its brackets into the mailbox.
void take_last_word(std::string_view words, Mailbox& mailbox) {
  const std::size_t space = words.rfind(' ');
  const std::size_t start = space == std::string_view::npos ? 0 : space + 1;
  std::string_view last = words.substr(start);
  // Brackets are still there when a quotation mark was never closed.
  if (last.starts_with('<') && last.ends_with('>')) last = last.substr(1, last.size() - 2);
  if (!looks_like_address(last)) {
    mailbox.name = words;
    return;
  }
  mailbox.address = fold_case(last);
  mailbox.name = words.substr(0, start);
  if (mailbox.name.ends_with(' ')) mailbox.name.pop_back();
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
    mailbox.address = fold_case(bare_address(decode_header(draft.angle)));
    mailbox.name = words;
  } else {
    take_last_word(words, mailbox);
    const bool unnamed = mailbox.name.empty() && !mailbox.address.empty();
    if (unnamed) mailbox.name = collapse_spaces(decode_header(draft.comment));
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
