// Whether a summary says only what its texts say.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_set>

#include "remote/mail_words.h"

namespace memfold::remote {

/// The figures, ids, names and words of some texts. Immutable; safe from several threads.
class SummaryCheck {
 public:
  explicit SummaryCheck(std::span<const std::string> texts);

  /// Every number, date and id of the sentence stands in the texts as it is (thousands commas
  /// apart), and so does every capitalised word and every Korean word that looks like a full name;
  /// of its other words at least half do (MailWords). What is spelt out ("three") or in another
  /// form ("5천만원" for 50,000,000원) is not seen through, in the sentence or in the texts.
  bool allows(std::string_view sentence) const;

  /// The keyword stands in the texts, in any case.
  bool has_phrase(std::string_view keyword) const;

 private:
  MailWords words_;
  std::unordered_set<std::string> exact_;  ///< figures, ids and words, folded
  std::string folded_;                     ///< all texts
};

}  // namespace memfold::remote
