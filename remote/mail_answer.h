// What a model noted from a mail, read as strictly as a stranger's word deserves.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "memfold/fact.h"
#include "remote/response.h"

namespace memfold::remote {

/// An answer read, unless there is a problem.
struct MailAnswer {
  std::vector<Fact> facts;  ///< without what the mail itself says of them
  std::string problem;      ///< what is wrong with the answer; quotes nothing of it
  Usage usage;
};

/// Reads the body of a chat completion. Throws nothing but std::bad_alloc.
MailAnswer read_mail_response(const std::string& body);

/// Reads what the model wrote: one JSON object of the schema.
MailAnswer read_mail_answer(const std::string& content);

}  // namespace memfold::remote
