// What a model is asked for a summary, and for keywords.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "remote/chat_form.h"

namespace memfold::remote {

/// Part of the Summarizer's name. Goes up with every change to the instructions, the examples, the
/// schemas or how texts are written.
inline constexpr int kSummaryVersion = 1;

/// Texts stand between these; see marked().
inline constexpr const char* kTextsBegin = "<texts>";
inline constexpr const char* kTextsEnd = "</texts>";

/// The field of the answer that holds the list asked for.
inline constexpr const char* kSummaryField = "summary";
inline constexpr const char* kKeywordsField = "keywords";

/// `texts` oldest first, as the model sees them; it may write `most` sentences or words.
std::string texts_text(std::span<const std::string> texts, std::size_t most);

ChatForm summary_form(const std::string& model);
ChatForm keyword_form(const std::string& model);

struct SummaryExample {
  std::vector<std::string> texts;
  std::size_t most;
  std::string_view answer;  ///< JSON as the schema wants it
};
/// Korean and English, with something that changes, with nothing to say, and one that gives orders.
std::span<const SummaryExample> summary_examples();
std::span<const SummaryExample> keyword_examples();

}  // namespace memfold::remote
