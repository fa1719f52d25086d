// The secret that opens the endpoint.
#pragma once

#include <string>

#include "memfold/remote.h"

namespace memfold::remote {

/// Throws Error(InvalidArgument) for a name that is none, or two sources. Reads nothing. Whatever
/// stands where a name belongs may be the key itself, so no message repeats it.
void check_key_source(const RemoteOptions& options);

/// Has no printed form on purpose: secret() is for the one header that carries it.
class ApiKey {
 public:
  ApiKey() = default;  ///< no key: endpoints on this machine often need none
  /// From where the options say; empty when they name nothing. Throws Error(InvalidArgument).
  static ApiKey load(const RemoteOptions& options);

  bool empty() const { return secret_.empty(); }
  const std::string& secret() const { return secret_; }

  /// `text` with "[key]" wherever the key stands in it: an endpoint may echo what it was sent. Keys
  /// too short to be secret ("ollama") are words of the language and stay.
  std::string redacted(std::string text) const;

 private:
  explicit ApiKey(std::string secret) : secret_(std::move(secret)) {}
  std::string secret_;
};

}  // namespace memfold::remote
