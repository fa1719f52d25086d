#include "remote/endpoint.h"

#include <gtest/gtest.h>

#include "memfold/error.h"

namespace memfold::remote {
namespace {

TEST(Endpoint, CompletesThePath) {
  const std::string whole = "https://api.example/v1/chat/completions";
  for (const char* url :
       {"https://api.example/v1", "https://api.example/v1/",
        "https://api.example/v1/chat/completions", "HTTPS://api.example/v1/chat/completions/"}) {
    EXPECT_EQ(parse_endpoint(url, kChatPath).url, whole) << url;
  }
  EXPECT_EQ(parse_endpoint("http://localhost:8080", kChatPath).url,
            "http://localhost:8080/chat/completions");
}

TEST(Endpoint, EveryServiceHasItsPath) {
  EXPECT_EQ(parse_endpoint("https://api.example/v1", kEmbeddingsPath).url,
            "https://api.example/v1/embeddings");
  EXPECT_EQ(parse_endpoint("https://api.example/v1/embeddings/", kEmbeddingsPath).url,
            "https://api.example/v1/embeddings");
}

TEST(Endpoint, KnowsLoopbackByItsLiteralsAndItsName) {
  for (const char* url : {"http://127.0.0.1:1/v1", "http://127.9.8.7/", "http://localhost/",
                          "http://[::1]:11434/v1", "http://LOCALHOST/", "http://127.1/"}) {
    EXPECT_TRUE(parse_endpoint(url, kChatPath).is_loopback) << url;
  }
  for (const char* url :
       {"http://128.0.0.1/", "http://localhost.evil.example/", "http://127.0.0.1.evil.example/",
        "http://[::2]/", "http://10.0.0.1/", "http://0.0.0.0/", "http://api.example/127.0.0.1"}) {
    EXPECT_FALSE(parse_endpoint(url, kChatPath).is_loopback) << url;
  }
}

TEST(Endpoint, RefusesWhatIsNoPlainHttpUrlAndRepeatsNoSecret) {
  for (const char* url :
       {"", "api.example/v1", "ftp://api.example/", "file:///etc/passwd", "http://", "http://a b/",
        "https://me:hunter2secret@api.example/v1", "https://hunter2secret@api.example/v1",
        "https://api.example/v1?key=hunter2secret", "https://api.example/v1#hunter2secret"}) {
    try {
      parse_endpoint(url, kChatPath);
      ADD_FAILURE() << url;
    } catch (const Error& error) {
      const std::string message = error.what();
      EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
      EXPECT_TRUE(message.starts_with("endpoint ")) << message;
      EXPECT_EQ(message.find("hunter2secret"), std::string::npos) << message;
    }
  }
}

}  // namespace
}  // namespace memfold::remote
