// Where requests go.
#pragma once

#include <string>

namespace memfold::remote {

struct Endpoint {
  std::string url;  ///< of the chat completions, as curl writes it: what is checked is what is used
  bool is_encrypted = false;
  bool is_loopback = false;
};

/// Throws Error(InvalidArgument) beginning with "endpoint" for what is no usable URL. A URL that
/// holds a user or a query is not repeated in the message: either may be a secret.
Endpoint parse_endpoint(const std::string& text);

}  // namespace memfold::remote
