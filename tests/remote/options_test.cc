#include <gtest/gtest.h>

#include <functional>

#include "memfold/error.h"
#include "memfold/remote.h"

namespace memfold {
namespace {

RemoteOptions valid() {
  RemoteOptions options;
  options.model = "m";
  return options;
}

std::string message_of(const RemoteOptions& options) {
  try {
    validate(options);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
    return error.what();
  }
  return {};
}

TEST(RemoteOptions, DefaultsNeedAModelOnly) {
  EXPECT_EQ(message_of(valid()), "");
  EXPECT_TRUE(message_of(RemoteOptions()).starts_with("model "));
}

TEST(RemoteOptions, AMistakeIsNamedByItsField) {
  const std::vector<std::pair<std::string, std::function<void(RemoteOptions&)>>> mistakes = {
      {"endpoint", [](auto& o) { o.endpoint = "nowhere"; }},
      {"model", [](auto& o) { o.model = "a\nb"; }},
      {"model", [](auto& o) { o.model = "\xff"; }},
      {"connect_timeout_ms", [](auto& o) { o.connect_timeout_ms = 0; }},
      {"read_timeout_ms", [](auto& o) { o.read_timeout_ms = -1; }},
      {"timeout_ms", [](auto& o) { o.timeout_ms = 0; }},
      {"max_response_bytes", [](auto& o) { o.max_response_bytes = 0; }},
      {"max_retries", [](auto& o) { o.max_retries = -1; }},
      {"backoff_ms", [](auto& o) { o.backoff_ms = -1; }},
      {"backoff_max_ms", [](auto& o) { o.backoff_max_ms = 1; }},
      {"retry_after_max_ms", [](auto& o) { o.retry_after_max_ms = -1; }},
      {"max_concurrent", [](auto& o) { o.max_concurrent = 0; }},
      {"breaker_failures", [](auto& o) { o.breaker_failures = 0; }},
      {"breaker_cooldown_ms", [](auto& o) { o.breaker_cooldown_ms = -1; }},
      {"max_calls", [](auto& o) { o.max_calls = -1; }},
      {"max_tokens", [](auto& o) { o.max_tokens = -1; }},
      {"memo_entries", [](auto& o) { o.memo_entries = 0; }},
      {"api_key_env", [](auto& o) { o.api_key_env = "sk-live-0123456789abcdef"; }},
      {"api_key_env", [](auto& o) { o.api_key_env = "A", o.api_key_file = "b"; }},
  };
  for (const auto& [field, spoil] : mistakes) {
    RemoteOptions options = valid();
    spoil(options);
    EXPECT_TRUE(message_of(options).starts_with(field + " ")) << field << message_of(options);
    EXPECT_THROW(remote_analyst(options), Error) << field;
    EXPECT_EQ(message_of(options).find("sk-live"), std::string::npos) << message_of(options);
  }
}

TEST(RemoteOptions, PlainHttpIsForThisMachineUnlessAllowed) {
  RemoteOptions options = valid();
  options.endpoint = "http://models.example/v1";
  EXPECT_NE(message_of(options).find("allow_plain_http"), std::string::npos);
  options.allow_plain_http = true;
  EXPECT_EQ(message_of(options), "");
  options.allow_plain_http = false;
  options.endpoint = "https://models.example/v1";
  EXPECT_EQ(message_of(options), "");
}

}  // namespace
}  // namespace memfold
