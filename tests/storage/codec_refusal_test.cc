// Bytes that are no value are refused with Error(Corruption), whatever they are.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include "memfold/error.h"
#include "random_values.h"
#include "storage/codec_decision.h"
#include "storage/codec_edge.h"
#include "storage/codec_features.h"
#include "storage/codec_memory.h"
#include "storage/codec_node.h"
#include "storage/codec_review.h"
#include "storage/codec_source.h"
#include "storage/codec_user.h"
#include "storage/codec_version.h"
#include "storage/ranges.h"
#include "storage/schema/decision_generated.h"
#include "storage/schema/features_generated.h"
#include "storage/schema/memory_generated.h"

namespace memfold::storage {
namespace {

ErrorCode code_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.code();
  }
  ADD_FAILURE() << "nothing was thrown";
  return ErrorCode::Unsupported;
}

struct Kind {
  const char* name;
  std::function<std::string(RandomValues&)> encoded;
  std::function<void(std::string_view)> decode;
};

template <typename Record>
Kind kind(const char* name, auto decode) {
  return {name,
          [](RandomValues& random) {
            Builder builder;
            return std::string(encode(builder, random.make<Record>()));
          },
          [decode](std::string_view bytes) { (void)decode(bytes); }};
}

std::vector<Kind> kinds() {
  return {kind<Memory>("memory", decode_memory),
          kind<Decision>("decision", decode_decision),
          kind<VersionRecord>("version", decode_version),
          kind<FeatureRecord>("features", decode_features),
          kind<UserRecord>("user", decode_user),
          kind<Edge>("edge", decode_edge)};
}

TEST(CodecRefusal, EveryTruncation) {
  RandomValues random(1);
  for (const Kind& each : kinds()) {
    const std::string bytes = each.encoded(random);
    for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 64) {
      const std::string cut = bytes.substr(0, size);
      // Cutting padding off the end may leave a whole value; it must then simply decode.
      try {
        each.decode(cut);
        EXPECT_GT(size + 8, bytes.size()) << each.name << " cut to " << size;
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Corruption) << each.name;
      }
    }
  }
}

TEST(CodecRefusal, DamagedBytesDecodeOrAreRefused) {
  RandomValues random(2);
  std::mt19937_64 damage(3);
  for (const Kind& each : kinds()) {
    for (int round = 0; round < 2000; ++round) {
      std::string bytes = each.encoded(random);
      for (int i = 0; i < 3; ++i) {
        bytes[damage() % std::min<std::size_t>(bytes.size(), 300)] = static_cast<char>(damage());
      }
      try {
        each.decode(bytes);
      } catch (const Error& error) {
        ASSERT_EQ(error.code(), ErrorCode::Corruption) << each.name;
      }
    }
  }
}

TEST(CodecRefusal, OneKindForAnother) {
  RandomValues random(4);
  const std::vector<Kind> all = kinds();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string bytes = all[i].encoded(random);
    for (std::size_t j = 0; j < all.size(); ++j) {
      if (i == j) continue;
      EXPECT_EQ(code_of([&] { all[j].decode(bytes); }), ErrorCode::Corruption)
          << all[i].name << " read as " << all[j].name;
    }
  }
}

/// A memory with nothing but what is required, forged field by field.
std::string forged_memory(const schema::MemoryKinds& kinds, const std::string& own_category = {}) {
  Builder builder;
  const auto own = builder.CreateString(own_category);
  const schema::Id id;
  const schema::MemoryFigures figures;
  const schema::MemoryTimes times;
  schema::MemoryBuilder table(builder);
  table.add_id(&id);
  table.add_chain_id(&id);
  table.add_kinds(&kinds);
  table.add_figures(&figures);
  table.add_times(&times);
  table.add_own_category(own);
  builder.Finish(table.Finish(), schema::MemoryIdentifier());
  return std::string(finished(builder));
}

TEST(CodecRefusal, EnumerationsOutOfRange) {
  EXPECT_NO_THROW(decode_memory(forged_memory({0, 1, 0, 0})));
  EXPECT_NO_THROW(decode_memory(forged_memory({5, 4, 3, 2})));
  for (const schema::MemoryKinds& kinds :
       {schema::MemoryKinds(6, 1, 0, 0), schema::MemoryKinds(0, 0, 0, 0),
        schema::MemoryKinds(0, 5, 0, 0), schema::MemoryKinds(0, 1, 4, 0),
        schema::MemoryKinds(0, 1, 0, 3), schema::MemoryKinds(255, 1, 0, 0)}) {
    EXPECT_EQ(code_of([&] { decode_memory(forged_memory(kinds)); }), ErrorCode::Corruption);
  }
}

TEST(CodecRefusal, OwnCategoriesNoMemoryCanHave) {
  EXPECT_EQ(decode_memory(forged_memory({0, 1, 0, 0}, "recipe")).category.name(), "recipe");
  EXPECT_EQ(decode_memory(forged_memory({1, 1, 0, 0}, "")).category, Category::Task);
  for (const std::string& name :
       {std::string("task"), std::string("misc"), std::string(" a"), std::string(65, 'x'),
        std::string("a\nb"), std::string("a\xFF"), std::string("e\xCC\x81")}) {
    EXPECT_EQ(code_of([&] {
                decode_memory(forged_memory({0, 1, 0, 0}, name));
              }),
              ErrorCode::Corruption)
        << name;
  }
  EXPECT_EQ(code_of([&] {
              decode_memory(forged_memory({1, 1, 0, 0}, "recipe"));
            }),
            ErrorCode::Corruption)
      << "it would act as misc";
}

TEST(CodecRefusal, OptionalEnumerationsFactorsAndFlagsOutOfRange) {
  const auto forged = [](std::uint8_t verdict, std::uint8_t present, std::uint8_t flags,
                         std::uint8_t state = 0) {
    Builder builder;
    const schema::Id id;
    const schema::DecisionFigures figures;
    const schema::DecisionKinds decision_kinds(0, 0, 0, 0, state, 0, flags);
    const schema::Score score(0.0, 0.0, present, 0);
    schema::DecisionBuilder table(builder);
    table.add_id(&id);
    table.add_fact_id(&id);
    table.add_memory_id(&id);
    table.add_content_hash(&id);
    table.add_figures(&figures);
    table.add_kinds(&decision_kinds);
    table.add_score(&score);
    table.add_verdict(verdict);
    builder.Finish(table.Finish(), schema::DecisionIdentifier());
    return std::string(finished(builder));
  };
  EXPECT_NO_THROW(decode_decision(forged(4, 31, 15)));
  EXPECT_EQ(code_of([&] { decode_decision(forged(5, 31, 15)); }), ErrorCode::Corruption);
  EXPECT_EQ(code_of([&] { decode_decision(forged(4, 32, 15)); }), ErrorCode::Corruption);
  EXPECT_EQ(code_of([&] { decode_decision(forged(4, 31, 16)); }), ErrorCode::Corruption);
  EXPECT_NO_THROW(decode_decision(forged(4, 31, 15, 8)));
  EXPECT_EQ(code_of([&] { decode_decision(forged(4, 31, 15, 7)); }), ErrorCode::Corruption)
      << "a state that was removed";
}

/// What put it there, as a value that was changed by hand would hold it.
std::string forged_figures(const schema::MemoryFigures& figures, const schema::MemoryTimes& times) {
  Builder builder;
  const schema::Id id;
  const schema::MemoryKinds memory_kinds(0, 1, 0, 0);
  schema::MemoryBuilder table(builder);
  table.add_id(&id);
  table.add_chain_id(&id);
  table.add_kinds(&memory_kinds);
  table.add_figures(&figures);
  table.add_times(&times);
  builder.Finish(table.Finish(), schema::MemoryIdentifier());
  return std::string(finished(builder));
}

// P9: bad input never corrupts; a salience of infinity was read as it stood.
TEST(CodecRefusal, FiguresAndTimesOutOfRange) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const schema::MemoryTimes now(1, 1, 1, 1);
  EXPECT_NO_THROW(decode_memory(forged_figures({0.4, 1, 0.5, 1}, now)));
  for (const schema::MemoryFigures& figures :
       {schema::MemoryFigures(1.5, 1, 0.5, 1), schema::MemoryFigures(0.4, -0.1, 0.5, 1),
        schema::MemoryFigures(0.4, 1, kInfinity, 1), schema::MemoryFigures(0.4, 1, kNone, 1),
        schema::MemoryFigures(0.4, 1, 0.5, 1000)}) {
    EXPECT_EQ(code_of([&] { decode_memory(forged_figures(figures, now)); }), ErrorCode::Corruption);
  }
  for (const std::int64_t far : {INT64_MIN, INT64_MAX}) {
    EXPECT_EQ(code_of([&] {
                decode_memory(forged_figures({0.4, 1, 0.5, 1}, {1, far, 1, 1}));
              }),
              ErrorCode::Corruption);
  }
}

TEST(CodecRefusal, WhatIsOutOfRangeIsNotWritten) {
  Builder builder;
  RandomValues random(5);
  const auto refused = [&](auto record, auto change) {
    EXPECT_NO_THROW(encode(builder, record));
    change(record);
    EXPECT_EQ(code_of([&] { encode(builder, record); }), ErrorCode::InvalidArgument);
    EXPECT_NE(out_of_range(record), "");
  };
  refused(random.make<Memory>(), [](Memory& m) { m.content.assign(300'000, 'x'); });
  refused(random.make<Memory>(), [](Memory& m) { m.version = 0; });
  refused(random.make<Memory>(), [](Memory& m) { m.importance_factors = {{"f", NAN, ""}}; });
  refused(random.make<VersionRecord>(), [](VersionRecord& v) { v.log_sequence = UINT64_MAX; });
  refused(random.make<UserRecord>(), [](UserRecord& u) { u.by_operation[3] = UINT64_MAX; });
  refused(random.make<Decision>(), [](Decision& d) { d.score.factors[2] = 2; });
  refused(random.make<Decision>(), [](Decision& d) { d.rivals = {{{}, -INFINITY, ""}}; });
  refused(random.make<Edge>(), [](Edge& e) { e.strength = NAN; });
  refused(random.make<Review>(), [](Review& r) { r.fact.salience = INFINITY; });
  refused(random.make<Node>(), [](Node& n) { n.proximity = 2; });
  refused(random.make<Node>(), [](Node& n) { n.due = {{Task::Distil, {INT64_MAX}}}; });
  refused(random.make<SourceJob>(), [](SourceJob& j) { j.attempts = -1; });
  refused(random.make<Source>(), [](Source& s) { s.received_at = {INT64_MIN}; });
}

TEST(CodecRefusal, TheMessageNamesFieldAndRangeAndNoContent) {
  Memory memory;
  memory.salience = std::numeric_limits<double>::infinity();
  EXPECT_EQ(out_of_range(memory), "salience is inf; it must lie in 0..1");
  memory.salience = 1;
  EXPECT_EQ(out_of_range(memory), "");
  memory.tags = {"짧은 것", std::string(20'000, 'x')};
  EXPECT_EQ(out_of_range(memory), "tags has 20000 bytes; at most 16384 are allowed");
}

TEST(CodecRefusal, SmallValuesThatWouldGrowWhenRead) {
  // 10,000 offsets to one string of 50,000 bytes: 90 kB that verify and would read as 500 MB.
  Builder builder;
  const Text shared = builder.CreateString(std::string(50'000, 'x'));
  const Texts sources = builder.CreateVector(std::vector<Text>(10'000, shared));
  const schema::Id id;
  const schema::MemoryKinds memory_kinds(0, 1, 0, 0);
  const schema::MemoryFigures figures;
  const schema::MemoryTimes times;
  schema::MemoryBuilder table(builder);
  table.add_id(&id);
  table.add_chain_id(&id);
  table.add_kinds(&memory_kinds);
  table.add_figures(&figures);
  table.add_times(&times);
  table.add_sources(sources);
  builder.Finish(table.Finish(), schema::MemoryIdentifier());
  const std::string bytes(finished(builder));
  ASSERT_LT(bytes.size(), 100'000u);
  EXPECT_EQ(code_of([&] { decode_memory(bytes); }), ErrorCode::Corruption);
}

/// Features whose people keys begin at an address divisible by 4 only, which the verifier accepts.
std::string features_with_unaligned_keys(int padding) {
  Builder builder;
  builder.StartVector(4, sizeof(std::uint32_t));
  for (const std::uint32_t half : {0u, 22u, 0u, 11u}) builder.PushElement(half);
  const flatbuffers::Offset<flatbuffers::Vector<std::uint64_t>> keys(builder.EndVector(2));
  const Text subject = builder.CreateString(std::string(static_cast<std::size_t>(padding), 's'));
  const schema::Id id;
  schema::FeatureRecordBuilder table(builder);
  table.add_id(&id);
  table.add_people_keys(keys);
  table.add_subject(subject);
  builder.Finish(table.Finish(), schema::FeatureRecordIdentifier());
  return std::string(finished(builder));
}

TEST(CodecRefusal, UnalignedIntegersAreReadWithoutAnUnalignedLoad) {
  int unaligned = 0;
  for (int padding = 0; padding < 16; padding += 4) {
    const std::string bytes = features_with_unaligned_keys(padding);
    const auto* root = flatbuffers::GetRoot<schema::FeatureRecord>(bytes.data());
    unaligned += reinterpret_cast<std::uintptr_t>(root->people_keys()->Data()) % 8 != 0;
    EXPECT_EQ(decode_features(bytes).people_keys, (std::vector<std::uint64_t>{11, 22}));
  }
  EXPECT_GT(unaligned, 0) << "the forgery forges nothing";
}

}  // namespace
}  // namespace memfold::storage
