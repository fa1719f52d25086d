// Where requests go.
#pragma once

#include <string>
#include <string_view>

namespace memfold::remote {

inline constexpr std::string_view kChatPath = "/chat/completions";
inline constexpr std::string_view kEmbeddingsPath = "/embeddings";

struct Endpoint {
  std::string url;  ///< whole, as curl writes it: what is checked is what is used
  bool is_encrypted = false;
  bool is_loopback = false;
};

/// Completes `text` by `path` where it does not end with it. Throws Error(InvalidArgument)
/// beginning with "endpoint" for what is no usable URL. A URL that holds a user or a query is not
/// repeated in the message: either may be a secret.
Endpoint parse_endpoint(const std::string& text, std::string_view path);

}  // namespace memfold::remote
