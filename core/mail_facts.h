// What the facts of one mail have in common, whichever Extractor found them.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "memfold/fact.h"
#include "memfold/message.h"

namespace memfold {

/// Collects the facts of a mail and fills in what comes from the mail itself: source, thread,
/// subject, people, when it was said, and a key made of the mail's id and the content.
class MailFacts {
 public:
  /// `message` must outlive this.
  explicit MailFacts(const Message& message);

  /// What `fact` says of the mail is replaced; without occurred_at it takes the mail's date. False
  /// when the mail has said the same already.
  bool add(Fact fact, const std::vector<Mailbox>& more_people = {});

  /// In the order they were added.
  std::vector<Fact> take() { return std::move(facts_); }

 private:
  const Message& message_;
  std::string source_id_, thread_id_, subject_;
  std::vector<std::string> people_;
  std::vector<Fact> facts_;
  std::unordered_set<std::string> seen_;
};

}  // namespace memfold
