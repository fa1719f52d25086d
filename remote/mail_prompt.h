// What a model is asked about a mail.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "memfold/message.h"
#include "remote/chat_form.h"

namespace memfold::remote {

/// Part of the Extractor's name. Goes up with every change to the instructions, the examples, the
/// schema or how a mail is written.
inline constexpr int kExtractVersion = 1;

/// A mail stands between these; see marked().
inline constexpr const char* kMailBegin = "<mail>";
inline constexpr const char* kMailEnd = "</mail>";

/// One part of a mail as the model sees it. `part` counts from 0.
std::string mail_text(const Message& message, std::string_view text, std::size_t part,
                      std::size_t parts);

/// JSON Schema of an answer: every field required, no other allowed.
Json facts_schema();

struct MailExample {
  Message mail;
  std::string_view answer;  ///< JSON as the schema wants it
};

/// Mails with and without something to note, Korean and English, and one that gives orders.
std::span<const MailExample> mail_examples();

/// The request about a part of a mail.
ChatForm mail_form(const std::string& model);

}  // namespace memfold::remote
