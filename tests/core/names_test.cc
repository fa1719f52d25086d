#include <gtest/gtest.h>

#include "memfold/category.h"
#include "memfold/kinds.h"

namespace memfold {
namespace {

template <typename E>
class Names : public testing::Test {};
using AllEnums =
    testing::Types<Category::Kind, ImportanceTier, SourceType, MemoryState, TtlPolicy, EdgeType,
                   DecisionKind, Operation, Status, Trigger, Band, Verdict, ChangeKind,
                   SubjectRelation, Mode, WeightSet, ContentStrategy, KeywordStrategy,
                   ImportanceStrategy, MissingFactors, Durability, FoldState>;
TYPED_TEST_SUITE(Names, AllEnums);

TYPED_TEST(Names, EveryNameReadsBackAsItself) {
  ASSERT_FALSE(all_names<TypeParam>().empty());
  for (const std::string_view text : all_names<TypeParam>()) {
    const auto value = parse_name<TypeParam>(text);
    ASSERT_TRUE(value) << text;
    EXPECT_EQ(name(*value), text);
  }
  EXPECT_FALSE(parse_name<TypeParam>("no such thing"));
  EXPECT_EQ(name(static_cast<TypeParam>(250)), "?");
}

TEST(Names, WhatWasRemovedHasNoneAndShiftsNoOther) {
  for (const int gone : {7, 9}) EXPECT_EQ(name(EdgeType(gone)), "?");
  EXPECT_EQ(name(EdgeType(8)), "thematic");
  EXPECT_EQ(name(EdgeType(10)), "similar");
  EXPECT_EQ(name(EdgeType(21)), "copied_to");
  EXPECT_EQ(name(FoldState(7)), "?");
  EXPECT_EQ(name(FoldState(8)), "committed");
  EXPECT_EQ(name(FoldState(9)), "skipped");
  EXPECT_FALSE(parse_name<EdgeType>("")) << "the name of a gap";
  for (const std::string_view text : all_names<EdgeType>()) EXPECT_FALSE(text.empty());
  EXPECT_EQ(all_names<EdgeType>().size(), 20u);
}

TEST(Names, CaseDoesNotMatter) {
  EXPECT_EQ(parse_name<DecisionKind>("create"), DecisionKind::Create);
  EXPECT_EQ(parse_name<Mode>("FAST"), Mode::Fast);
}

TEST(Names, SourceTypesAreTheirPriority) {
  EXPECT_EQ(int(SourceType::UserInput), 1);
  EXPECT_EQ(int(SourceType::Realtime), 4);
  EXPECT_EQ(name(SourceType::UserInput), "user_input");
}

TEST(Tier, BoundsAreInclusiveBelow) {
  EXPECT_EQ(importance_tier(1.0), ImportanceTier::Critical);
  EXPECT_EQ(importance_tier(0.9), ImportanceTier::Critical);
  EXPECT_EQ(importance_tier(0.8999), ImportanceTier::High);
  EXPECT_EQ(importance_tier(0.7), ImportanceTier::High);
  EXPECT_EQ(importance_tier(0.5), ImportanceTier::Medium);
  EXPECT_EQ(importance_tier(0.4999), ImportanceTier::Low);
}

}  // namespace
}  // namespace memfold
