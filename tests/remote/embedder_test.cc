// Rows from endpoints that behave well and badly.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "memfold/error.h"
#include "vectors.h"

namespace memfold {
namespace {

using testing_remote::embedder_options_for;
using testing_remote::embeddings_for;
using testing_remote::good_vectors;
using testing_remote::HttpRequest;
using testing_remote::HttpResponse;
using testing_remote::LoopbackServer;
using testing_remote::ReceivedJson;
using testing_remote::vector_of;
using Manner = HttpResponse::Manner;

std::vector<std::int16_t> rows_of(const Embedder& embedder, const std::vector<std::string>& texts) {
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  std::vector<std::int16_t> rows(texts.size() * std::size_t(embedder.dimension()), 77);
  embedder.embed(views, rows);
  return rows;
}

std::vector<std::int16_t> expected_rows(const std::vector<std::string>& texts, int dimension) {
  std::vector<std::int16_t> rows;
  for (const std::string& text : texts) {
    const std::vector<double> numbers = vector_of(text, dimension);
    const std::vector<float> vector(numbers.begin(), numbers.end());
    std::vector<std::int16_t> row(std::size_t(dimension), 0);
    if (!text.empty()) quantise_unit(vector, row);
    rows.insert(rows.end(), row.begin(), row.end());
  }
  return rows;
}

std::vector<std::string> many_texts(int count) {
  std::vector<std::string> texts;
  for (int i = 0; i < count; ++i) texts.push_back("예산 " + std::to_string(i) + "만원");
  return texts;
}

std::string failure_of(const Embedder& embedder, const std::vector<std::string>& texts = {"a"}) {
  try {
    rows_of(embedder, texts);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Io);
    return error.what();
  }
  return {};
}

std::vector<std::size_t> sizes_of(const LoopbackServer& server) {
  std::vector<std::size_t> sizes;
  for (const HttpRequest& request : server.requests()) {
    sizes.push_back(ReceivedJson::parse(request.body)["input"].size());
  }
  std::sort(sizes.begin(), sizes.end());
  return sizes;
}

TEST(RemoteEmbedder, RowsAreTheEndpointsVectorsInTheOrderOfTheTexts) {
  LoopbackServer server(good_vectors(8));
  const auto embedder = remote_embedder(embedder_options_for(server.url(), 8));
  EXPECT_EQ(embedder->name(), "remote:test-model@8");
  EXPECT_EQ(server.count(), 0u) << "nothing to ask yet";
  const std::vector<std::string> texts = {"예산은 300만원", "", "b", "c"};
  EXPECT_EQ(rows_of(*embedder, texts), expected_rows(texts, 8));
  ASSERT_EQ(server.count(), 1u);
  const HttpRequest request = server.requests().front();
  EXPECT_EQ(request.target, "/v1/embeddings");
  EXPECT_EQ(ReceivedJson::parse(request.body),
            (ReceivedJson{{"model", "test-model"}, {"input", {"예산은 300만원", "b", "c"}}}));
}

TEST(RemoteEmbedder, LearnsTheDimensionFromTheFirstAnswer) {
  for (const int dimension : {1, 3, kMaxDimension}) {
    LoopbackServer server(good_vectors(dimension));
    const auto embedder = remote_embedder(embedder_options_for(server.url()));
    EXPECT_EQ(embedder->dimension(), dimension);
    EXPECT_EQ(embedder->name(), "remote:test-model@" + std::to_string(dimension));
    EXPECT_EQ(server.count(), 1u) << "asked once";
  }
}

TEST(RemoteEmbedder, AsksForADimensionWhereToldTo) {
  LoopbackServer server([](const HttpRequest& request) {
    const int dimension = ReceivedJson::parse(request.body).value("dimensions", 32);
    return HttpResponse{200, embeddings_for(request, dimension).dump()};
  });
  RemoteEmbedderOptions options = embedder_options_for(server.url(), 4);
  options.request_dimension = true;
  EXPECT_EQ(rows_of(*remote_embedder(options), {"a"}), expected_rows({"a"}, 4));
  options.request_dimension = false;
  EXPECT_NE(failure_of(*remote_embedder(options)).find("32 dimensions, not 4"), std::string::npos);
}

TEST(RemoteEmbedder, RowsAreTheSameWhateverBatchAndConcurrency) {
  std::vector<std::string> texts = many_texts(100);
  texts[40] = texts[60] = texts[3];
  for (const int batch : {1, 7, 64, 2048}) {
    for (const int concurrent : {1, 2, 8}) {
      LoopbackServer server(good_vectors(5));
      RemoteEmbedderOptions options = embedder_options_for(server.url(), 5);
      options.batch = batch;
      options.max_concurrent = concurrent;
      const auto embedder = remote_embedder(options);
      EXPECT_EQ(rows_of(*embedder, texts), expected_rows(texts, 5));
      EXPECT_EQ(server.count(), std::size_t((98 + batch - 1) / batch));
      EXPECT_LE(sizes_of(server).back(), std::size_t(batch));
      EXPECT_EQ(embedder->counters().cache_hits, 2u) << "repeats are sent once";
    }
  }
}

TEST(RemoteEmbedder, RemembersWhatItHasSeen) {
  LoopbackServer server(good_vectors(4));
  RemoteEmbedderOptions options = embedder_options_for(server.url(), 4);
  options.memo_entries = 3;
  const auto embedder = remote_embedder(options);
  rows_of(*embedder, {"a", "b", "c"});
  EXPECT_EQ(rows_of(*embedder, {"c", "a"}), expected_rows({"c", "a"}, 4));
  EXPECT_EQ(server.count(), 1u);
  rows_of(*embedder, {"d"});  // pushes b out, which was used longest ago
  EXPECT_EQ(rows_of(*embedder, {"a", "b"}), expected_rows({"a", "b"}, 4));
  EXPECT_EQ(ReceivedJson::parse(server.requests().back().body)["input"], ReceivedJson({"b"}));
  const RemoteEmbedderCounters counters = embedder->counters();
  EXPECT_EQ(counters.texts, 8u);
  EXPECT_EQ(counters.cache_hits, 3u);
  EXPECT_EQ(counters.calls, 3u);
  EXPECT_EQ(counters.prompt_tokens, 3u * 5u);
  EXPECT_EQ(counters.failures + counters.retries + counters.unusable, 0u);
}

TEST(RemoteEmbedder, BlankTextsHaveNoDirectionAndAreNotSent) {
  LoopbackServer server(good_vectors(4));
  const auto embedder = remote_embedder(embedder_options_for(server.url(), 4));
  EXPECT_EQ(rows_of(*embedder, {"", " \t\n", "\u3000"}), std::vector<std::int16_t>(12, 0));
  EXPECT_EQ(rows_of(*embedder, {}), std::vector<std::int16_t>());
  EXPECT_EQ(server.count(), 0u);
}

TEST(RemoteEmbedder, ALongTextIsEmbeddedByItsBeginning) {
  LoopbackServer server(good_vectors(4));
  RemoteEmbedderOptions options = embedder_options_for(server.url(), 4);
  options.max_text_bytes = 12;
  const auto embedder = remote_embedder(options);
  EXPECT_EQ(rows_of(*embedder, {"예산은 300만원입니다"}), expected_rows({"예산은"}, 4));
}

TEST(RemoteEmbedder, AnAnswerThatCannotBeUsedIsAnErrorAndNoRow) {
  const std::string vector = R"([{"index":0,"embedding":)";
  const std::pair<std::string, std::string> bad[] = {
      {"{\"data\":", "no JSON"},
      {"<!DOCTYPE html><html></html>", "no JSON"},
      {"[]", "no embeddings"},
      {R"({"error":{"message":"sk-secret"}})", "no embeddings"},
      {R"({"data":[]})", "0 vectors for 1 text"},
      {R"({"data":[{"index":0,"embedding":[1,2]},{"index":1,"embedding":[1,2]}]})", "2 vectors"},
      {R"({"data":[{"embedding":[1,2]}]})", "which text"},
      {R"({"data":[{"index":-1,"embedding":[1,2]}]})", "which text"},
      {R"({"data":[{"index":7,"embedding":[1,2]}]})", "one of the texts"},
      {R"({"data":[{"index":0}]})", "lacks a vector"},
      {R"({"data":[{"index":0,"embedding":"AACAPw=="}]})", "lacks a vector"},
      {"{\"data\":" + vector + "[1,2,3]}]}", "3 dimensions, not 2"},
      {"{\"data\":" + vector + "[]}]}", "0 dimensions, not 2"},
      {"{\"data\":" + vector + "[1,null]}]}", "else than numbers"},
      {"{\"data\":" + vector + "[1,\"2\"]}]}", "else than numbers"},
      {"{\"data\":" + vector + "[1,NaN]}]}", "no JSON"},
      {"{\"data\":" + vector + "[1,1e999]}]}", "no JSON"},
      {"{\"data\":" + vector + "[1,1e300]}]}", "too large"},
      {"{\"data\":" + vector + "[0,0.0]}]}", "without a direction"},
  };
  for (const auto& [body, why] : bad) {
    SCOPED_TRACE(body);
    LoopbackServer server([&](const HttpRequest&) { return HttpResponse{200, body}; });
    const auto embedder = remote_embedder(embedder_options_for(server.url(), 2));
    const std::string message = failure_of(*embedder);
    EXPECT_NE(message.find(why), std::string::npos) << message;
    EXPECT_NE(message.find("test-model"), std::string::npos) << message;
    EXPECT_EQ(message.find("sk-secret"), std::string::npos);
    EXPECT_EQ(embedder->counters().unusable, 1u);
    EXPECT_EQ(server.count(), 1u);
  }
}

TEST(RemoteEmbedder, RefusesADimensionNoStoreTakes) {
  LoopbackServer server(good_vectors(kMaxDimension + 1));
  EXPECT_THROW(remote_embedder(embedder_options_for(server.url()))->dimension(), Error);
}

TEST(RemoteEmbedder, OneVectorTwiceIsNoVectorForTheOther) {
  LoopbackServer server([](const HttpRequest& request) {
    ReceivedJson answer = embeddings_for(request, 4);
    answer["data"][0]["index"] = answer["data"][1]["index"];
    return HttpResponse{200, answer.dump()};
  });
  const auto embedder = remote_embedder(embedder_options_for(server.url(), 4));
  EXPECT_NE(failure_of(*embedder, {"a", "b"}).find("one of the texts"), std::string::npos);
}

TEST(RemoteEmbedder, TriesAgainAndWaitsAsAskedTo) {
  std::atomic<int> calls = 0;
  LoopbackServer server([&](const HttpRequest& request) -> HttpResponse {
    switch (++calls) {
      case 1:
        return {500, "sk-secret"};
      case 2:
        return {429, "", {{"Retry-After", "7"}}};
      case 3:
        return {200, "", {}, Manner::Close};
      default:
        return {200, embeddings_for(request, 4).dump()};
    }
  });
  std::vector<std::int64_t> waits;
  RemoteEmbedderOptions options = embedder_options_for(server.url(), 4);
  options.hooks.sleep_for = [&](std::int64_t millis) { waits.push_back(millis); };
  const auto embedder = remote_embedder(options);
  EXPECT_EQ(rows_of(*embedder, {"a"}), expected_rows({"a"}, 4));
  EXPECT_EQ(waits, (std::vector<std::int64_t>{250, 7000, 1000}));
  EXPECT_EQ(embedder->counters().retries, 3u);
}

TEST(RemoteEmbedder, GivesUpWithAnErrorAndCanBeAskedAgain) {
  std::atomic<bool> is_well = false;
  LoopbackServer server([&](const HttpRequest& request) {
    return is_well ? good_vectors(4)(request) : HttpResponse{503, "busy"};
  });
  RemoteEmbedderOptions options = embedder_options_for(server.url(), 4);
  options.max_retries = 1;
  const auto embedder = remote_embedder(options);
  EXPECT_NE(failure_of(*embedder).find("HTTP 503, after 2 calls"), std::string::npos);
  EXPECT_EQ(embedder->counters().failures, 1u);
  is_well = true;
  EXPECT_EQ(rows_of(*embedder, {"a"}), expected_rows({"a"}, 4));
}

TEST(RemoteEmbedder, SilenceSlownessHugeAnswersAndNobodyEndInAnError) {
  for (const Manner manner : {Manner::Hang, Manner::Trickle, Manner::Endless, Manner::Half}) {
    LoopbackServer server([&](const HttpRequest&) { return HttpResponse{200, "{", {}, manner}; });
    RemoteEmbedderOptions options = embedder_options_for(server.url(), 4);
    options.timeout_ms = manner == Manner::Endless ? 60'000 : 50;
    options.max_response_bytes = 1 << 20;
    options.max_retries = 0;
    EXPECT_NE(failure_of(*remote_embedder(options)), "") << int(manner);
  }
  RemoteEmbedderOptions nobody = embedder_options_for(testing_remote::url_of_nobody());
  nobody.max_retries = 0;
  EXPECT_THROW(remote_embedder(nobody)->name(), Error) << "the dimension cannot be learnt";
}

TEST(RemoteEmbedder, TheBreakerAndTheBudgetEndCalls) {
  LoopbackServer server([](const HttpRequest&) { return HttpResponse{500, ""}; });
  RemoteEmbedderOptions options = embedder_options_for(server.url(), 4);
  options.max_retries = 0;
  options.breaker_failures = 2;
  const auto embedder = remote_embedder(options);
  failure_of(*embedder);
  failure_of(*embedder);
  EXPECT_NE(failure_of(*embedder).find("left alone"), std::string::npos);
  EXPECT_EQ(server.count(), 2u);
  EXPECT_EQ(embedder->counters().refused, 1u);

  LoopbackServer good(good_vectors(4));
  RemoteEmbedderOptions one_call = embedder_options_for(good.url(), 4);
  one_call.max_calls = 1;
  const auto frugal = remote_embedder(one_call);
  rows_of(*frugal, {"a"});
  EXPECT_NE(failure_of(*frugal, {"b"}).find("budget"), std::string::npos);
  EXPECT_TRUE(frugal->counters().budget_used_up);
}

TEST(RemoteEmbedder, SaysOnceThatItHasNoCalibration) {
  LoopbackServer server(good_vectors(4));
  std::vector<std::string> said;
  RemoteEmbedderOptions options = embedder_options_for(server.url());
  options.warn = [&](const std::string& message) { said.push_back(message); };
  options.max_concurrent = 1;
  const auto plain = remote_embedder(options);
  EXPECT_EQ(plain->dimension(), 4);
  EXPECT_TRUE(said.empty()) << "nothing is compared yet";
  rows_of(*plain, {"a"});
  rows_of(*plain, {"b"});
  ASSERT_EQ(said.size(), 1u);
  EXPECT_NE(said.front().find("remote:test-model@4 has no calibration"), std::string::npos);
  EXPECT_EQ(plain->calibration().similarity(0.3), 0.3);

  options.calibration = {{0.25, 0}, {0.75, 1}};
  const auto fitted = remote_embedder(options);
  rows_of(*fitted, {"a"});
  EXPECT_EQ(said.size(), 1u);
  EXPECT_EQ(fitted->calibration().similarity(0.5), 0.5);
  EXPECT_EQ(fitted->calibration().similarity(0.1), 0.0);
}

TEST(RemoteEmbedder, AMistakeInItsOptionsIsNamedByItsField) {
  const std::vector<std::pair<std::string, std::function<void(RemoteEmbedderOptions&)>>> mistakes =
      {
          {"model", [](auto& o) { o.model.clear(); }},
          {"dimension", [](auto& o) { o.dimension = kMaxDimension + 1; }},
          {"dimension", [](auto& o) { o.dimension = -1; }},
          {"request_dimension", [](auto& o) { o.request_dimension = true; }},
          {"batch", [](auto& o) { o.batch = 0; }},
          {"max_text_bytes", [](auto& o) { o.max_text_bytes = 0; }},
          {"calibration",
           [](auto& o) {
             o.calibration = {{0.5, 0.5}, {0.4, 0.6}};
           }},
          {"api_key_env", [](auto& o) { o.api_key_env = "NO_SUCH_VARIABLE_HERE"; }},
      };
  for (const auto& [field, spoil] : mistakes) {
    RemoteEmbedderOptions options = embedder_options_for("http://127.0.0.1:1/v1");
    spoil(options);
    try {
      remote_embedder(options);
      ADD_FAILURE() << field;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
      EXPECT_TRUE(std::string(error.what()).starts_with(field + " ")) << error.what();
    }
  }
}

}  // namespace
}  // namespace memfold
