#include "remote/api_key.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>

#include "chat.h"
#include "core/temporary_directory.h"
#include "memfold/error.h"

namespace memfold::remote {
namespace {

using testing_remote::HttpRequest;
using testing_remote::HttpResponse;
using testing_remote::LoopbackServer;
using testing_remote::options_for;

const std::string kSecret = "sk-test-0123456789abcdefghij";
constexpr const char* kVariable = "REMOTE_TESTS_KEY";

class ApiKeyTest : public testing::Test {
 protected:
  ApiKeyTest() { setenv(kVariable, kSecret.c_str(), 1); }
  ~ApiKeyTest() override { unsetenv(kVariable); }

  static RemoteOptions by_variable() {
    RemoteOptions options;
    options.model = "m";
    options.api_key_env = kVariable;
    return options;
  }

  RemoteOptions by_file(const std::string& text) {
    RemoteOptions options;
    options.model = "m";
    options.api_key_file = directory_.path() + "/key";
    std::ofstream(options.api_key_file, std::ios::binary) << text;
    return options;
  }

  static std::string message_of(const RemoteOptions& options) {
    try {
      ApiKey::load(options);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
      return error.what();
    }
    return {};
  }

  TemporaryDirectory directory_;
};

TEST_F(ApiKeyTest, ComesFromAVariableOrAFileWithoutTheBlanksAround) {
  EXPECT_EQ(ApiKey::load(by_variable()).secret(), kSecret);
  EXPECT_EQ(ApiKey::load(by_file(" " + kSecret + "\r\n")).secret(), kSecret);
  EXPECT_TRUE(ApiKey::load(RemoteOptions()).empty());
}

TEST_F(ApiKeyTest, WhatIsMissingOrNoKeyIsNamedByItsOptionAndNeverRepeated) {
  RemoteOptions unset = by_variable();
  unset.api_key_env = "sk_live_0123456789abcdefghij";  // the key where its name belongs
  EXPECT_TRUE(message_of(unset).starts_with("api_key_env ")) << message_of(unset);
  EXPECT_EQ(message_of(unset).find("sk_live"), std::string::npos) << message_of(unset);

  RemoteOptions nowhere = by_variable();
  nowhere.api_key_env.clear();
  nowhere.api_key_file = "/nowhere/" + kSecret;
  EXPECT_TRUE(message_of(nowhere).starts_with("api_key_file ")) << message_of(nowhere);
  EXPECT_EQ(message_of(nowhere).find(kSecret), std::string::npos);
  nowhere.api_key_file = directory_.path();
  EXPECT_TRUE(message_of(nowhere).starts_with("api_key_file ")) << "a directory";

  for (const std::string& text :
       {std::string(), std::string(" \n"), kSecret + "\r\nX-Evil: 1", kSecret + " b",
        kSecret + "\x01", std::string(5000, 'k'), std::string("비밀")}) {
    const std::string message = message_of(by_file(text));
    EXPECT_TRUE(message.starts_with("api_key_file ")) << text << message;
    EXPECT_EQ(message.find(kSecret), std::string::npos) << message;
  }
}

TEST_F(ApiKeyTest, TravelsInOneHeaderOfEveryCall) {
  LoopbackServer server([](const HttpRequest&) { return testing_remote::good_response(); });
  RemoteOptions options = options_for(server.url());
  options.api_key_env = kVariable;
  remote_analyst(options)->compare({"a", {}, {}}, {"b", {}, {}});
  ASSERT_EQ(server.count(), 1u);
  const HttpRequest request = server.requests().front();
  EXPECT_EQ(request.headers.at("authorization"), "Bearer " + kSecret);
  EXPECT_EQ(request.body.find(kSecret), std::string::npos);
  EXPECT_EQ(request.target.find(kSecret), std::string::npos);
}

TEST_F(ApiKeyTest, WithoutOneThereIsNoHeader) {
  LoopbackServer server([](const HttpRequest&) { return testing_remote::good_response(); });
  remote_analyst(options_for(server.url()))->compare({"a", {}, {}}, {"b", {}, {}});
  EXPECT_FALSE(server.requests().front().headers.contains("authorization"));
}

/// Everything a caller gets to see of an Analysis.
std::string everything(const Analysis& analysis) {
  std::string text =
      analysis.reasoning + analysis.analyst + analysis.subject_a + analysis.subject_b;
  for (const std::string& factor : analysis.key_factors) text += factor;
  for (const PropertyChange& change : analysis.property_changes) {
    text += change.property + change.old_value + change.new_value;
  }
  return text;
}

TEST_F(ApiKeyTest, AnEndpointThatEchoesItPutsItIntoNothing) {
  auto answer = testing_remote::good_answer();
  answer["reasoning"] = "You sent " + kSecret;
  answer["subject_a"] = kSecret + kSecret;
  const HttpResponse echoes[] = {
      {200, testing_remote::completion(answer.dump())},
      {200, "not JSON: " + kSecret},
      {401, "{\"error\":{\"message\":\"Incorrect API key: " + kSecret + "\"}}"},
      {500, kSecret},
      {302, kSecret, {{"Location", "http://127.0.0.1:1/" + kSecret}}},
      {429, kSecret, {{"Retry-After", kSecret}}},
  };
  for (const HttpResponse& echo : echoes) {
    LoopbackServer server([&](const HttpRequest&) { return echo; });
    RemoteOptions options = options_for(server.url());
    options.api_key_env = kVariable;
    const auto analyst = remote_analyst(options);
    const Analysis analysis = analyst->compare({"a", {}, {}}, {"b", {}, {}});
    EXPECT_EQ(everything(analysis).find(kSecret), std::string::npos) << everything(analysis);
    EXPECT_EQ(analyst->name().find(kSecret), std::string::npos);
  }
}

TEST_F(ApiKeyTest, AWordTooShortToBeSecretStaysInTexts) {
  setenv(kVariable, "ollama", 1);
  EXPECT_EQ(ApiKey::load(by_variable()).redacted("we run ollama"), "we run ollama");
}

}  // namespace
}  // namespace memfold::remote
