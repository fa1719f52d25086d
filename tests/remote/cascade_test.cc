#include <gtest/gtest.h>

#include "memfold/error.h"
#include "memfold/remote.h"

namespace memfold {
namespace {

/// As sure as its name says, of everything that does not begin with "?".
class Fixed final : public Analyst {
 public:
  Fixed(std::string name, double confidence) : name_(std::move(name)), confidence_(confidence) {}

  std::string name() const override { return name_; }
  Analysis compare(const Statement&, const Statement& incoming) const override {
    ++compared;
    Analysis analysis;
    analysis.analyst = name_;
    analysis.confidence = incoming.content.starts_with("?") ? 0.1 : confidence_;
    return analysis;
  }
  void prefetch(std::span<const StatementPair> pairs) const override {
    for (const StatementPair& pair : pairs) prefetched.emplace_back(pair.incoming.content);
  }
  bool is_costly(const Analysis& analysis) const override {
    return name_ == "second@1" && analysis.analyst == name_;
  }

  mutable int compared = 0;
  mutable std::vector<std::string> prefetched;

 private:
  const std::string name_;
  const double confidence_;
};

class CascadeTest : public testing::Test {
 protected:
  std::string answered_by(const std::string& incoming) const {
    return cascade_->compare({"a", {}, {}}, {incoming, {}, {}}).analyst;
  }

  std::shared_ptr<Fixed> first_ = std::make_shared<Fixed>("first@1", 0.9);
  std::shared_ptr<Fixed> second_ = std::make_shared<Fixed>("second@1", 0.4);
  std::shared_ptr<const CascadeAnalyst> cascade_ = cascade_analyst(first_, second_, 0.9);
};

TEST_F(CascadeTest, TheSecondAnswersWhatTheFirstIsNotSureOf) {
  EXPECT_EQ(answered_by("plain"), "first@1") << "exactly as sure as needed";
  EXPECT_EQ(answered_by("?"), "second@1");
  EXPECT_EQ(second_->compared, 1);
  EXPECT_EQ(cascade_->counters().comparisons, 2u);
  EXPECT_EQ(cascade_->counters().sent, 1u);
}

TEST_F(CascadeTest, NamesBothAndTheThreshold) {
  EXPECT_EQ(cascade_->name(), "cascade(first@1, second@1)@0.9");
}

TEST_F(CascadeTest, LooksAheadOnlyAtWhatWouldBeSent) {
  const StatementPair pairs[] = {{{"a", {}, {}}, {"plain", {}, {}}},
                                 {{"a", {}, {}}, {"?1", {}, {}}},
                                 {{"a", {}, {}}, {"?2", {}, {}}}};
  cascade_->prefetch(pairs);
  EXPECT_EQ(second_->prefetched, (std::vector<std::string>{"?1", "?2"}));
  EXPECT_EQ(second_->compared, 0);
  EXPECT_EQ(cascade_->counters().sent, 0u) << "nobody has asked yet";
}

TEST_F(CascadeTest, AnAnswerCostsWhatItCostTheOneWhoGaveIt) {
  EXPECT_FALSE(cascade_->is_costly(cascade_->compare({"a", {}, {}}, {"plain", {}, {}})));
  EXPECT_TRUE(cascade_->is_costly(cascade_->compare({"a", {}, {}}, {"?", {}, {}})));
}

TEST_F(CascadeTest, NeedsTwoAnalystsAndAShare) {
  EXPECT_THROW(cascade_analyst(nullptr, second_, 0.9), Error);
  EXPECT_THROW(cascade_analyst(first_, nullptr, 0.9), Error);
  for (const double sure : {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THROW(cascade_analyst(first_, second_, sure), Error);
  }
}

}  // namespace
}  // namespace memfold
