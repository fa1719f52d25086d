// A host's embedder, analyst and progress, good and bad ones.
#include <atomic>
#include <cmath>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include "tests/call/c_host.h"

namespace memfold::test {
namespace {

using testing::HasSubstr;

enum class Mood { Good, Fails, Throws, NotANumber, CallsBack };

struct State {
  std::atomic<Mood> mood = Mood::Good;
  std::atomic<int> calls = 0;
  mf_engine* engine = nullptr;
};

int misbehave(State& state, mf_problem* problem) {
  ++state.calls;
  switch (state.mood.load()) {
    case Mood::Fails:
      std::strncpy(problem->text, "the model is asleep", problem->size);
      return 1;
    case Mood::Throws:
      throw std::runtime_error("thrown across");
    case Mood::CallsBack:
      return mf_call(state.engine, "stats", nullptr, nullptr, nullptr);
    default:
      return 0;
  }
}

/// Counts letters: enough to tell texts apart.
int embed(void* context, const mf_text* texts, size_t count, float* rows, mf_problem* problem) {
  State& state = *static_cast<State*>(context);
  if (const int failed = misbehave(state, problem)) return failed;
  for (size_t i = 0; i < count; ++i) {
    for (size_t c = 0; c < texts[i].length; ++c) rows[i * 32 + (texts[i].bytes[c] & 31)] += 1;
    if (state.mood == Mood::NotANumber) rows[i * 32] = NAN;
  }
  return 0;
}

int compare(void* context, const char* request, mf_answer* answer, mf_problem* problem) {
  State& state = *static_cast<State*>(context);
  if (const int failed = misbehave(state, problem)) return failed;
  const auto pair = nlohmann::json::parse(request);
  const bool same = pair.at("existing").at("content") == pair.at("incoming").at("content");
  if (state.mood == Mood::NotANumber) {
    mf_set_answer(answer, R"({"verdict": "perhaps"})");
  } else {
    mf_set_answer(answer, same ? R"({"verdict": "duplicate"})"
                               : R"({"verdict": "unrelated", "confidence": 0.95})");
  }
  return 0;
}

class CCallbacks : public CHost {
 protected:
  State state_;
  mf_embedder embedder_{sizeof(mf_embedder), &state_, "letters@1", 32, embed, nullptr, 0, 8};
  mf_analyst analyst_{sizeof(mf_analyst), &state_, "same@1", compare};

  static std::string fact(const char* content) {
    return std::string(R"({"facts": [{"user": "u", "content": ")") + content + "\"}]}";
  }
};

TEST_F(CCallbacks, AnEmbedderOfTheHostServesTheStore) {
  const mf_host host{sizeof(mf_host), &embedder_, nullptr, nullptr};
  ASSERT_EQ(open(nullptr, &host), MF_OK) << problem_;
  EXPECT_EQ(call(engine_, "embedder", nullptr).json().at("name"), "letters@1");
  ASSERT_EQ(call(engine_, "fold", fact("The tea is green.").c_str()).status, MF_OK);
  EXPECT_GT(state_.calls, 0);
  state_.mood = Mood::Fails;
  const Reply asleep = call(engine_, "fold", fact("The cup is blue.").c_str());
  EXPECT_EQ(asleep.status, MF_MODEL);
  EXPECT_THAT(asleep.error, HasSubstr("the model is asleep"));
  state_.mood = Mood::Throws;
  EXPECT_EQ(call(engine_, "fold", fact("The cup is blue.").c_str()).status, MF_MODEL);
  state_.mood = Mood::NotANumber;
  EXPECT_EQ(call(engine_, "fold", fact("The cup is blue.").c_str()).status, MF_MODEL);
  state_.mood = Mood::Good;
  EXPECT_EQ(call(engine_, "fold", fact("The cup is blue.").c_str()).status, MF_OK);
  EXPECT_EQ(call(engine_, "stats", nullptr).json().at("memories"), 2);
}

TEST_F(CCallbacks, ACallbackMayNotCallBack) {
  const mf_host host{sizeof(mf_host), &embedder_, nullptr, nullptr};
  ASSERT_EQ(open(nullptr, &host), MF_OK) << problem_;
  state_.engine = engine_;
  state_.mood = Mood::CallsBack;
  EXPECT_EQ(call(engine_, "fold", fact("The cup is blue.").c_str()).status, MF_MODEL);
}

TEST_F(CCallbacks, AnAnalystOfTheHostDecides) {
  const mf_host host{sizeof(mf_host), nullptr, &analyst_, nullptr};
  ASSERT_EQ(open(R"({"mode": "accurate"})", &host), MF_OK) << problem_;
  ASSERT_EQ(call(engine_, "fold", fact("The meeting is at 3 pm on Monday.").c_str()).status, MF_OK);
  const Reply second = call(engine_, "fold", fact("The meeting is at 4 pm on Monday.").c_str());
  ASSERT_EQ(second.status, MF_OK) << second.error;
  EXPECT_EQ(second.json().at("decisions").at(0).at("analyst"), "same@1");
  state_.mood = Mood::NotANumber;
  const Reply third = call(engine_, "fold", fact("The meeting is at 5 pm on Monday.").c_str());
  EXPECT_EQ(third.status, MF_MODEL);
  EXPECT_THAT(third.error, HasSubstr("verdict must be one of"));
}

struct Heard {
  std::vector<nlohmann::json> events;
  mf_engine* engine = nullptr;
  mf_status of_call = MF_OK;
};

void hear(void* context, mf_log_level level, const char* event) {
  Heard& heard = *static_cast<Heard*>(context);
  EXPECT_EQ(std::strchr(event, '\n'), nullptr);
  heard.events.push_back(nlohmann::json::parse(event));
  EXPECT_EQ(heard.events.back().at("level"), level == MF_LOG_WARNING ? "warning" : "error");
  if (heard.engine) heard.of_call = mf_call(heard.engine, "stats", nullptr, nullptr, nullptr);
}

TEST_F(CCallbacks, ALogIsToldWhatNoCallSays) {
  Heard heard;
  mf_log log{sizeof(mf_log), &heard, MF_LOG_WARNING, hear};
  const mf_host host{sizeof(mf_host), &embedder_, nullptr, &log};
  ASSERT_EQ(open(R"({"limits": {"max_memories": 1}})", &host), MF_OK) << problem_;
  heard.engine = engine_;
  ASSERT_EQ(call(engine_, "fold", fact("The tea is green.").c_str()).status, MF_OK);
  EXPECT_TRUE(heard.events.empty());
  const Reply refused = call(engine_, "fold", fact("Quiz xylophone whiz.").c_str());
  ASSERT_EQ(refused.status, MF_OK) << refused.error;
  EXPECT_TRUE(refused.json().at("decisions").at(0).at("over_limit"));
  EXPECT_EQ(refused.json().at("decisions").at(0).at("status"), "error");
  ASSERT_EQ(heard.events.size(), 1u);
  EXPECT_EQ(heard.events[0].at("event"), "limit_reached");
  EXPECT_EQ(heard.events[0].at("fields").at("facts"), "1");
  EXPECT_EQ(heard.of_call, MF_INVALID_ARGUMENT) << "a callback may not call an engine";
  EXPECT_EQ(call(engine_, "metrics", nullptr).json().at("over_limit"), 1);
  log.tell = nullptr;
  EXPECT_EQ(mf_open(scratch_.path("other").c_str(), nullptr, &host, &heard.engine, nullptr),
            MF_INVALID_ARGUMENT);
}

TEST_F(CCallbacks, WhatIsNotFilledInIsRefused) {
  mf_host host{sizeof(mf_host), &embedder_, nullptr, nullptr};
  embedder_.dimension = 0;
  EXPECT_EQ(open(nullptr, &host), MF_INVALID_ARGUMENT);
  embedder_.dimension = 32;
  embedder_.name = nullptr;
  EXPECT_EQ(open(nullptr, &host), MF_INVALID_ARGUMENT);
  host.size = 0;
  EXPECT_EQ(open(nullptr, &host), MF_INVALID_ARGUMENT);
  EXPECT_THAT(problem_, HasSubstr("host.size"));
}

TEST_F(CCallbacks, ProgressStopsABackfillAtAGoodPlace) {
  const std::string path = scratch_.path("mail.mbox");
  {
    std::ofstream mail(path);
    for (int i = 0; i < 300; ++i) {
      mail << "From a@x Mon Mar  2 09:00:00 2026\nFrom: a@x.example\nMessage-ID: <" << i
           << "@x>\nDate: Mon, 2 Mar 2026 09:00:00 +0000\nSubject: n\n\nRoom " << i
           << " costs 900 EUR.\n\n";
    }
  }
  ASSERT_EQ(open(), MF_OK) << problem_;
  int told = 0;
  const mf_extras extras{sizeof(mf_extras), nullptr,
                         [](void* context, const char* figures) {
                           EXPECT_THAT(figures, HasSubstr("bytes_done"));
                           ++*static_cast<int*>(context);
                           return 1;
                         },
                         &told};
  const std::string request = R"({"user": "u", "chunk": 16, "paths": [")" + path + "\"]}";
  const Reply first = call(engine_, "backfill", request.c_str(), &extras);
  ASSERT_EQ(first.status, MF_OK) << first.error;
  EXPECT_TRUE(first.json().at("stopped"));
  EXPECT_GE(told, 1);
  const Reply rest = call(engine_, "backfill", request.c_str());
  EXPECT_FALSE(rest.json().at("stopped"));
  EXPECT_EQ(rest.json().at("counts").at("messages").get<int>() +
                rest.json().at("earlier").at("messages").get<int>(),
            300);
}

}  // namespace
}  // namespace memfold::test
