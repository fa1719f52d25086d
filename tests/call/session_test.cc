#include "call/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "call/json.h"
#include "tests/storage/scratch_directory.h"

namespace memfold::call {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string open_problem(const RequestJson& options) {
  const storage::ScratchDirectory scratch;
  try {
    Session(scratch.path(), options, {});
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

TEST(Session, OptionsAreTheKeysOfTheConfiguration) {
  EXPECT_EQ(open_problem({{"mode", "fast"}, {"decide", {{"judge", false}}}, {"threads", 1}}),
            "none");
  EXPECT_EQ(open_problem({{"decide.judge", false}, {"memory_budget", "512MiB"}}), "none");
  EXPECT_EQ(open_problem({{"mode", "quick"}}), "mode must be one of fast, balanced, accurate");
  EXPECT_EQ(open_problem({{"decide", {{"jugde", true}}}}),
            "decide: unknown key decide.jugde; did you mean decide.judge?");
  EXPECT_EQ(open_problem({{"read_olny", true}}), "unknown key read_olny");
  EXPECT_EQ(open_problem({{"user", "mina"}}), "user is a setting of the command, not of an engine");
  EXPECT_EQ(open_problem({{"analyst", {{"kind", "remote"}}}}),
            "analyst.kind is a setting of the command, not of an engine");
  EXPECT_THAT(open_problem({{"embedder", {{"kind", "remote"}}}}), StartsWith("embedder.kind must"));
  EXPECT_THAT(open_problem({{"decide", {{"related_from", 0.9}}}}), HasSubstr("related_from"));
  EXPECT_THAT(open_problem({{"create_if_missing", false}}), HasSubstr("no"));
}

TEST(Session, TextThatIsNoRequestIsRefusedWithoutBeingQuoted) {
  for (const std::string text : {"", "{", "{\"sesame\": }", "sesame", "{\"a\": \"\xff\"}"}) {
    try {
      parse_request(text);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), StartsWith("the request is not JSON"));
      EXPECT_THAT(error.what(), testing::Not(HasSubstr("sesame")));
    }
  }
  EXPECT_THROW(parse_request(std::string(10'000'000, '[')), Error);
  EXPECT_THROW(parse_request(std::string(kMaxRequestBytes + 1, ' ')), Error);
}

TEST(Session, VectorsGoWithTheFactsTheyAreOf) {
  const storage::ScratchDirectory scratch;
  Session session(scratch.path(), {}, {});
  std::vector<float> values(384 * 2, 0);
  values[0] = 1;
  values[384 + 1] = 2;
  const RequestJson facts = {{{"user", "u"}, {"content", "one thing"}},
                             {{"user", "u"}, {"content", "another"}}};
  session.call("fold", {{"facts", facts}}, {values.data(), 2, 384});
  const RequestJson query = {{"user", "u"}, {"by", "vector"}, {"k", 1}};
  const Json hits =
      to_json(session.call("recall", query, {values.data() + 384, 1, 384})).at("hits");
  EXPECT_EQ(hits.at(0).at("memory").at("content"), "another");
  EXPECT_THROW(session.call("fold", {{"facts", facts}}, {values.data(), 1, 384}), Error);
  EXPECT_THROW(session.call("stats", nullptr, {values.data(), 1, 384}), Error);
  EXPECT_THROW(session.call("recall", query, {values.data(), 1, 3}), Error);
}

TEST(Session, CallsAfterCloseSaySo) {
  const storage::ScratchDirectory scratch;
  Session session(scratch.path(), {}, {});
  std::vector<std::thread> callers;
  std::atomic<int> refused = 0;
  for (int i = 0; i < 8; ++i) {
    callers.emplace_back([&, i] {
      try {
        for (int n = 0;; ++n) {
          const RequestJson fact{{"user", "u" + std::to_string(i)},
                                 {"content", "number " + std::to_string(n)}};
          session.call("fold", {{"facts", {fact}}});
        }
      } catch (const ClosedError&) {
        ++refused;
      }
    });
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  session.close();
  for (std::thread& one : callers) one.join();
  EXPECT_EQ(refused, 8);
  EXPECT_THROW(session.call("stats", nullptr), ClosedError);
  session.close();
  Session again(scratch.path(), {}, {});
  EXPECT_TRUE(to_json(again.call("verify", nullptr)).at("ok"));
}

TEST(Session, AnUnknownMethodIsToldWithTheNearest) {
  const storage::ScratchDirectory scratch;
  Session session(scratch.path(), {}, {});
  try {
    session.call("recal", nullptr);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::NotFound);
    EXPECT_STREQ(error.what(), "unknown method recal; did you mean recall?");
  }
  EXPECT_GT(to_json(session.call("methods", nullptr)).at("methods").size(), 40U);
}

}  // namespace
}  // namespace memfold::call
