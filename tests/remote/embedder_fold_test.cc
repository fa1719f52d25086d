// Folding with an Embedder behind an endpoint: the same outcome whatever batch and threads, and
// nothing lost when it fails.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "memfold/engine.h"
#include "memfold/error.h"
#include "tests/property/fact_stream.h"
#include "vectors.h"

namespace memfold {
namespace {

using test::fixed_options;
using test::StoreDirectory;
using testing_remote::embedder_options_for;
using testing_remote::good_vectors;
using testing_remote::HttpRequest;
using testing_remote::HttpResponse;
using testing_remote::LoopbackServer;

constexpr int kDimension = 24;

Engine open(const std::string& path, std::shared_ptr<const Embedder> embedder, int threads = 2) {
  EngineOptions options = fixed_options(threads);
  options.models.embedder = std::move(embedder);
  return Engine::open(path, options);
}

std::vector<Fact> facts() {
  return test::random_stream({.facts = 120, .users = 2, .seed = 5});
}

TEST(EmbedderFold, DecidesTheSameWhateverBatchesAndThreads) {
  std::string digest;
  for (const int batch : {1, 50, 512}) {
    for (const int threads : {1, 4}) {
      for (const int texts : {1, 16}) {
        LoopbackServer server(good_vectors(kDimension));
        RemoteEmbedderOptions options = embedder_options_for(server.url());
        options.batch = texts;
        const StoreDirectory directory;
        Engine engine = open(directory.path(), remote_embedder(options), threads);
        engine.fold(facts(), {.batch = batch});
        if (digest.empty()) digest = engine.admin().digest();
        EXPECT_EQ(engine.admin().digest(), digest) << batch << " " << threads << " " << texts;
      }
    }
  }
}

TEST(EmbedderFold, HandsOverManyTextsAtOnce) {
  LoopbackServer server(good_vectors(kDimension));
  const StoreDirectory directory;
  Engine engine =
      open(directory.path(), remote_embedder(embedder_options_for(server.url(), kDimension)), 1);
  std::vector<Fact> all = facts();
  for (Fact& fact : all) fact.user = "one";
  engine.fold(all, {.batch = 512});
  std::size_t most = 0;  // batches arrive in any order, and merged texts come alone
  for (const HttpRequest& request : server.requests()) {
    most = std::max(most, testing_remote::ReceivedJson::parse(request.body)["input"].size());
  }
  EXPECT_GT(most, 32u);
}

TEST(EmbedderFold, AnEndpointThatFailsStopsItAndTheSameCallGoesOn) {
  const auto embedder_at = [](const LoopbackServer& server) {
    RemoteEmbedderOptions options = embedder_options_for(server.url(), kDimension);
    options.max_retries = 0;
    return remote_embedder(options);
  };
  const std::string late = "What is said last is what fails.";
  std::vector<Fact> all = facts();
  all.push_back(all.front());
  all.back().content = all.back().idempotency_key = late;
  LoopbackServer well(good_vectors(kDimension));
  const StoreDirectory undisturbed, disturbed;
  Engine whole = open(undisturbed.path(), embedder_at(well));
  whole.fold(all, {.batch = 20});

  std::atomic<bool> is_well = false;
  LoopbackServer ill([&](const HttpRequest& request) {
    const auto texts = testing_remote::ReceivedJson::parse(request.body)["input"];
    const bool fails = !is_well && std::find(texts.begin(), texts.end(), late) != texts.end();
    return fails ? HttpResponse{500, ""} : good_vectors(kDimension)(request);
  });
  Engine engine = open(disturbed.path(), embedder_at(ill));
  EXPECT_THROW(engine.fold(all, {.batch = 20}), Error);
  EXPECT_TRUE(engine.admin().verify().problems.empty());
  EXPECT_GT(engine.stats().decisions, 0u) << "what came before is stored";
  EXPECT_LT(engine.stats().decisions, whole.stats().decisions);
  is_well = true;
  engine.fold(all, {.batch = 20});
  EXPECT_EQ(engine.admin().digest(), whole.admin().digest());
}

TEST(EmbedderFold, AStoreKeepsToItsEmbedder) {
  LoopbackServer server(good_vectors(kDimension));
  LoopbackServer other(good_vectors(kDimension + 1));
  const StoreDirectory directory;
  open(directory.path(), remote_embedder(embedder_options_for(server.url())));
  open(directory.path(), remote_embedder(embedder_options_for(server.url(), kDimension)));
  for (const auto& stranger :
       {builtin_embedder(),
        std::shared_ptr<const Embedder>(remote_embedder(embedder_options_for(other.url())))}) {
    try {
      open(directory.path(), stranger);
      ADD_FAILURE() << stranger->name();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Mismatch);
    }
  }
}

}  // namespace
}  // namespace memfold
