// What rests on a memory that was superseded or forgotten.
#include <filesystem>

#include "amend_fixture.h"

namespace memfold::test {
namespace {

class Stale : public Amend {
 protected:
  /// A memory and one linked to it.
  void rest(EdgeType type) {
    engine_.reset();
    std::filesystem::remove_all(directory_.path());
    reopen();
    ground_ = tell("예산은 5000만원입니다");
    analyst_->edge = type;
    dependent_ = tell(Verdict::Link, "예산이 늘어 초청 인원도 80명으로 늘립니다");
    ASSERT_EQ(dependent_.relationship_type, type);
    EXPECT_TRUE(engine_->stale("mina").empty()) << "its ground stands";
  }
  void expect_stale(EdgeType type, const std::string& because) {
    const auto stale = engine_->stale("mina");
    ASSERT_EQ(stale.size(), 1u) << name(type);
    EXPECT_EQ(stale[0].memory.id, dependent_.memory_id);
    EXPECT_EQ(stale[0].rests_on, ground_.memory_id);
    EXPECT_EQ(stale[0].type, type);
    EXPECT_THAT(stale[0].reason, testing::AllOf(HasSubstr(because), HasSubstr(name(type).data())));
  }

  Decision ground_, dependent_;
};

constexpr EdgeType kDependencies[] = {EdgeType::Elaboration, EdgeType::Prerequisite,
                                      EdgeType::Causal};

TEST_F(Stale, WhatElaboratesNeedsOrFollowsFromASupersededMemory) {
  for (const EdgeType type : kDependencies) {
    rest(type);
    ASSERT_EQ(tell(Verdict::Update, "예산은 6000만원입니다").target_id, ground_.memory_id);
    expect_stale(type, "superseded");
  }
}

TEST_F(Stale, WhatElaboratesNeedsOrFollowsFromAForgottenMemory) {
  for (const EdgeType type : kDependencies) {
    rest(type);
    engine_->forget({.user = "mina", .ids = {ground_.memory_id}});
    expect_stale(type, "forgotten");
    engine_->restore("mina", ground_.memory_id);
    EXPECT_TRUE(engine_->stale("mina").empty()) << "its ground is back";
  }
}

TEST_F(Stale, NothingThatIsOnlyRelated) {
  for (const EdgeType type : {EdgeType::RelatedTo, EdgeType::Sequential, EdgeType::Reference,
                              EdgeType::Alternative, EdgeType::Thematic, EdgeType::Similar}) {
    rest(type);
    engine_->forget({.user = "mina", .ids = {ground_.memory_id}});
    EXPECT_TRUE(engine_->stale("mina").empty()) << name(type);
  }
}

TEST_F(Stale, NothingThatIsItselfForgottenOrSuperseded) {
  rest(EdgeType::Causal);
  engine_->forget({.user = "mina", .ids = {ground_.memory_id}});
  engine_->forget({.user = "mina", .ids = {dependent_.memory_id}});
  EXPECT_TRUE(engine_->stale("mina").empty());
}

}  // namespace
}  // namespace memfold::test
