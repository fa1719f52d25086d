// Threads of Slack, as they are read, and what is refused.
#include "ingest/slack.h"

#include <gtest/gtest.h>

#include "tests/ingest/raw_sources.h"

namespace memfold::ingest {
namespace {

using testing::read;
using testing::refusal;

TEST(SlackThreads, NoiseAndCopiesGo) {
  const SourceReading reading = read(
      SourceForm::SlackThread,
      R"({"channel":"#billing","messages":[)"
      R"({"user":"U1","user_name":"lena","text":"<@U2> the <https://x.example|invoice> is wrong","ts":"1772413200.000100","blocks":[{}]},)"
      R"({"user":"U2","subtype":"channel_join","text":"joined","ts":"1772413201.000100"},)"
      R"({"user":"U2","text":"고쳤습니다","ts":"1772413300.000200","user_profile":{"real_name":"박지훈","tz":"x"},)"
      R"("files":[{"id":"F","name":"fix.pdf","mimetype":"application/pdf","size":1200}]},)"
      R"({"user":"U2","subtype":"thread_broadcast","text":"고쳤습니다","ts":"1772413300.000200"},)"
      R"({"bot_id":"B","subtype":"bot_message","text":"deployed","ts":"1772413301.0"}]})");
  ASSERT_EQ(reading.messages.size(), 2u);
  EXPECT_EQ(reading.title, "#billing");
  EXPECT_EQ(reading.messages[0].subject, "billing");
  EXPECT_EQ(reading.messages[0].from.name, "lena");
  EXPECT_EQ(reading.messages[0].body, "박지훈 the invoice is wrong");
  EXPECT_EQ(reading.messages[1].from.name, "박지훈");
  EXPECT_EQ(to_string(*reading.messages[1].date), "2026-03-02T01:01:40.000200Z");
  ASSERT_EQ(reading.messages[1].attachments.size(), 1u);
  EXPECT_EQ(reading.messages[1].attachments[0].file_name, "fix.pdf");
  EXPECT_EQ(reading.messages[1].attachments[0].bytes, 1200u);
}

TEST(SlackThreads, Refused) {
  const std::pair<const char*, const char*> kCases[] = {
      {R"({"channel":"x"})", "slack_thread: messages is missing"},
      {R"({"chanel":"x","messages":[]})",
       "slack_thread: unknown key chanel; did you mean channel?"},
      {R"({"messages":[{"user":"U","text":"x"}]})", "slack_thread message 1: ts is missing"},
      {R"({"messages":[{"user":"U","text":"x","ts":5}]})",
       "slack_thread message 1: ts must be a time like"},
      {R"({"messages":{}})", "slack_thread: messages must be a list"},
      {R"({"messages":[]})", "slack_thread: nothing is said in it"},
      {"words", "slack_thread: not valid JSON"},
  };
  for (const auto& [raw, reason] : kCases) {
    EXPECT_TRUE(refusal(SourceForm::SlackThread, raw).starts_with(reason))
        << refusal(SourceForm::SlackThread, raw);
  }
}

}  // namespace
}  // namespace memfold::ingest
