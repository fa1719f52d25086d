// Whether a statement about a mail is made of the mail's own words.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>

#include "memfold/message.h"

namespace memfold::remote {

/// The words of a mail's text, subject and people, in a form in which endings do not count.
class MailWords {
 public:
  explicit MailWords(const Message& message);
  /// Likewise of other texts.
  explicit MailWords(std::span<const std::string> texts);

  /// Whether at least half of the statement's words stand in the mail. Figures and short words
  /// count only where there is nothing else: dates are worked out, and "the" is everywhere.
  bool support(std::string_view statement) const;

 private:
  void add(std::string_view text);

  std::unordered_set<std::string> words_;
};

}  // namespace memfold::remote
