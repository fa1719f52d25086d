// How a chat completion request is built, whatever it asks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "remote/json_schema.h"

namespace memfold::remote {

/// JSON text; ill-formed UTF-8 becomes U+FFFD instead of ending the call.
std::string dump(const Json& json);

/// Data from strangers as a model sees it: one line of JSON between the marks. Within, < and > are
/// always written as \u003c and \u003e, so neither mark can occur in what the data says.
std::string marked(const char* begin, const Json& data, const char* end);

/// A question answered by hand, shown before the real one.
struct WorkedExample {
  std::string question, answer;
};

/// The body of a request: everything but its last message is fixed.
class ChatForm {
 public:
  ChatForm(const std::string& model, std::string_view instructions,
           const std::vector<WorkedExample>& worked, const char* schema_name, Json schema);

  std::string request(const std::string& question) const;

 private:
  std::string head_, tail_;  ///< of the body, around the one message that differs
};

}  // namespace memfold::remote
