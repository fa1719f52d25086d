// Folding with a model behind an endpoint: many calls at once, and the same outcome whatever batch
// and threads.
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "chat.h"
#include "core/hash.h"
#include "memfold/engine.h"
#include "tests/property/fact_stream.h"

namespace memfold {
namespace {

using test::fixed_options;
using test::StoreDirectory;
using testing_remote::completion;
using testing_remote::good_answer;
using testing_remote::HttpRequest;
using testing_remote::HttpResponse;
using testing_remote::LoopbackServer;
using testing_remote::options_for;
using testing_remote::ReceivedJson;

/// Answers by nothing but what it is sent.
class Model {
 public:
  /// Where many calls are to be expected, the first is held until there is a second.
  explicit Model(bool expects_many) : holds_(expects_many) {}

  HttpResponse operator()(const HttpRequest& request) {
    {
      std::unique_lock lock(mutex_);
      at_once_ = std::max(at_once_, ++under_way_);
      changed_.notify_all();
      const auto longest = std::chrono::seconds(std::exchange(holds_, false) ? 5 : 0);
      changed_.wait_for(lock, longest, [&] { return at_once_ > 1; });
      --under_way_;
    }
    ReceivedJson answer = good_answer();
    if (hash64(request.body) % 3 != 0) {
      answer["same_subject"] = false;
      answer["relationship"] = "sequential";
      answer["property_changes"] = ReceivedJson::array();
      answer["verdict"] = "link";
      answer["relationship_type"] = "sequential";
    }
    return {200, completion(answer.dump())};
  }
  int at_once() const {
    const std::lock_guard lock(mutex_);
    return at_once_;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool holds_;
  int under_way_ = 0, at_once_ = 0;
};

TEST(RemoteFold, SendsManyAtOnceAndDecidesTheSameWhateverBatchAndThreads) {
  const std::vector<Fact> facts = test::random_stream({.facts = 90, .users = 2, .seed = 11});
  std::string digest;
  for (const int batch : {1, 7, 64}) {
    for (const int threads : {1, 2, 4}) {
      SCOPED_TRACE("batch " + std::to_string(batch) + ", threads " + std::to_string(threads));
      Model model(batch > 1);
      LoopbackServer server([&](const HttpRequest& request) { return model(request); });
      const auto analyst = remote_analyst(options_for(server.url()));
      const StoreDirectory directory;
      EngineOptions options = fixed_options(threads);
      options.models.analyst = analyst;
      Engine engine = Engine::open(directory.path(), options);
      engine.fold(facts, {.batch = batch});
      if (digest.empty()) digest = engine.admin().digest();
      EXPECT_EQ(engine.admin().digest(), digest);
      const RemoteCounters counters = analyst->counters();
      EXPECT_EQ(counters.failures + counters.unusable + counters.refused, 0u);
      if (batch > 1) {
        EXPECT_GT(counters.prefetched, 0u);
        EXPECT_GT(model.at_once(), 1);
      }
    }
  }
}

}  // namespace
}  // namespace memfold
