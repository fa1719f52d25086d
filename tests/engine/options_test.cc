// Figures out of range are named, and a store is not opened with them.
#include "memfold/options.h"

#include <gtest/gtest.h>

#include <functional>

#include "tests/property/fact_stream.h"

namespace memfold::test {
namespace {

template <typename Options>
std::string refusal(const std::function<void(Options&)>& change) {
  Options options;
  change(options);
  try {
    validate(options);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
    return error.what();
  }
  return {};
}

TEST(GraphOptions, EveryFigureHasBounds) {
  EXPECT_EQ(refusal<GraphOptions>([](GraphOptions&) {}), "");
  EXPECT_EQ(refusal<GraphOptions>([](GraphOptions& o) { o.accept_confidence = 1.5; }),
            "graph.accept_confidence must lie in 0..1, not 1.5");
  const std::pair<const char*, int GraphOptions::*> counts[] = {
      {"accept_support_above", &GraphOptions::accept_support_above},
      {"storyline_sources", &GraphOptions::storyline_sources},
      {"storyline_days", &GraphOptions::storyline_days},
      {"storyline_after_days", &GraphOptions::storyline_after_days},
      {"storylines_a_night", &GraphOptions::storylines_a_night},
      {"quiet_days", &GraphOptions::quiet_days},
      {"storylines_a_source", &GraphOptions::storylines_a_source},
      {"refreshed_a_night", &GraphOptions::refreshed_a_night},
      {"refresh_sources", &GraphOptions::refresh_sources},
      {"macro_storylines", &GraphOptions::macro_storylines},
      {"macro_after_days", &GraphOptions::macro_after_days},
      {"macros_a_week", &GraphOptions::macros_a_week},
      {"consolidate_within_days", &GraphOptions::consolidate_within_days},
      {"notes_a_node", &GraphOptions::notes_a_node},
      {"distil_after_days", &GraphOptions::distil_after_days},
      {"distil_sources", &GraphOptions::distil_sources},
      {"distil_gap_days", &GraphOptions::distil_gap_days},
      {"distilled_a_week", &GraphOptions::distilled_a_week},
  };
  for (const auto& [name, field] : counts) {
    for (const int value : {-1, 2'000'000'000}) {
      const auto set = [field = field, value](GraphOptions& o) { o.*field = value; };
      EXPECT_NE(refusal<GraphOptions>(set).find(std::string("graph.") + name), std::string::npos)
          << name << " " << value;
    }
  }
  for (const auto share : {&GraphOptions::distil_below, &GraphOptions::distil_often_below,
                           &GraphOptions::same_story}) {
    EXPECT_NE(refusal<GraphOptions>([share](GraphOptions& o) { o.*share = -0.1; }), "");
  }
}

TEST(QueueOptions, EveryFigureHasBounds) {
  EXPECT_EQ(refusal<QueueOptions>([](QueueOptions&) {}), "");
  EXPECT_EQ(refusal<QueueOptions>([](QueueOptions& o) { o.max_attempts = 0; }),
            "queue.max_attempts must lie in 1..1000000, not 0");
  EXPECT_NE(refusal<QueueOptions>([](QueueOptions& o) { o.first_wait_seconds = -1; }), "");
  EXPECT_NE(refusal<QueueOptions>([](QueueOptions& o) { o.longest_wait_seconds = 30; }), "")
      << "shorter than the first";
  EXPECT_NE(refusal<QueueOptions>([](QueueOptions& o) { o.jitter = 1.01; }), "");
}

TEST(EngineOptions, AreCheckedBeforeTheStoreIsMade) {
  const StoreDirectory directory;
  EngineOptions options = fixed_options();
  options.graph.quiet_days = 0;
  EXPECT_THROW(Engine::open(directory.path(), options), Error);
  options = fixed_options();
  options.queue.max_attempts = 0;
  EXPECT_THROW(Engine::open(directory.path(), options), Error);
  EXPECT_FALSE(std::filesystem::exists(directory.path()));
}

}  // namespace
}  // namespace memfold::test
