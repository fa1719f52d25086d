// Which candidates come first where a Judge decides, and which are compared.
#include "engine/fold/shortlist.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "tests/property/fact_stream.h"

namespace memfold {
namespace {

using test::fixed_options;
using test::StoreDirectory;

TEST(Carried, IsAWordOfItsOwn) {
  const std::pair<std::string_view, std::string> carried[] = {
      {"project 4694 is late", "4694"},     {"4694", "4694"},       {"(INC-203), again", "INC-203"},
      {"프로젝트 4694는 늦습니다", "4694"}, {"It is room 4.", "4"}, {"rooms 3, 4, 5", "4"},
      {"room 40 and later room 4", "4"}};
  for (const auto& [text, word] : carried) EXPECT_EQ(count_carried(text, {word}), 1u) << text;
  const std::pair<std::string_view, std::string> parts[] = {
      {"project 46940", "4694"}, {"project 14694", "4694"}, {"room B4", "4"}, {"4x", "4"},
      {"4.5 points", "4"},       {"4,000 euros", "4"},      {"1.4", "4"},     {"", "4"}};
  for (const auto& [text, word] : parts) EXPECT_EQ(count_carried(text, {word}), 0u) << text;
}

TEST(Carried, CountsEachOnce) {
  EXPECT_EQ(count_carried("ticket 12 of project 7, ticket 12", {"12", "7", "9"}), 2u);
  EXPECT_EQ(count_carried("anything", {}), 0u);
}

Fact plain(std::string content) {
  Fact fact;
  fact.user = "mina";
  fact.content = std::move(content);
  return fact;
}

class Shortlist : public testing::Test {
 protected:
  /// A fact in a direction of its own: `cosine` along the first axis.
  Fact mail(std::string content, std::string thread, std::string person, float cosine) {
    Fact fact = plain(std::move(content));
    fact.thread_id = std::move(thread);
    fact.people = {std::move(person)};
    fact.embedding.assign(std::size_t(builtin_embedder()->dimension()), 0.f);
    fact.embedding[0] = cosine;
    fact.embedding[++axes_] = std::sqrt(1 - cosine * cosine);
    return fact;
  }
  void open(const DecideOptions& decide = {}) {
    engine_.reset();
    EngineOptions options = fixed_options();
    options.decide = decide;
    engine_.emplace(Engine::open(directory_.path(), options));
  }
  void keep(const std::vector<Fact>& facts) {
    for (const Decision& decision : engine_->fold(facts)) {
      ASSERT_EQ(decision.kind, DecisionKind::Create) << decision.reason;
    }
  }
  static std::vector<std::string> compared(const Explanation& explanation) {
    std::vector<std::string> contents;
    for (const Candidate& candidate : explanation.candidates) {
      if (candidate.analysis) contents.push_back(candidate.content);
    }
    return contents;
  }

  const StoreDirectory directory_;
  std::optional<Engine> engine_;
  std::size_t axes_ = 0;
};

/// Neighbours that share what is said now beside one that shares what it is said of.
std::vector<Fact> budgets(const std::string& before, const std::string& between,
                          const std::string& after) {
  std::vector<Fact> facts;
  for (const char* project : {"4894", "4699", "4604", "4634"}) {
    facts.push_back(plain(before + project + between + "22" + after));
  }
  facts.push_back(plain(before + "4694" + between + "17" + after));
  return facts;
}

TEST_F(Shortlist, PutsFirstWhatNamesTheSameInBothLanguages) {
  const char* const wordings[][3] = {{"The budget of garden project ", " is ", ",000 euros."},
                                     {"정원 프로젝트 ", " 예산은 ", "00만원입니다."}};
  for (const auto& [before, between, after] : wordings) {
    open();
    keep(budgets(before, between, after));
    const std::string fact = std::string(before) + "4694" + between + "22" + after;
    const Explanation explanation = engine_->explain(plain(fact));
    EXPECT_THAT(explanation.candidates.at(0).content, testing::HasSubstr("4694"));
    EXPECT_EQ(explanation.decision.kind, DecisionKind::Update) << explanation.decision.reason;
    engine_->forget({.user = "mina", .everything = true});
  }
}

TEST_F(Shortlist, LeavesTheOrderToScoresWithoutAJudge) {
  open({.judge = false});
  keep(budgets("The budget of garden project ", " is ", ",000 euros."));
  const auto& candidates =
      engine_->explain(plain("The budget of garden project 4694 is 22,000 euros.")).candidates;
  EXPECT_TRUE(std::is_sorted(
      candidates.begin(), candidates.end(),
      [](const Candidate& a, const Candidate& b) { return a.score.total > b.score.total; }));
}

TEST_F(Shortlist, LeavesBehindWhatNamesTheSameAndIsOtherwiseFarOff) {
  open();
  keep({mail("The fence of lot 4894 was painted", "t1", "ben@lots.example", 0.9f),
        mail("Lot 4694 has a cellar", "t2", "ann@lots.example", 0.2f)});
  const Explanation explanation =
      engine_->explain(mail("Who repairs the roof of lot 4694?", "t1", "ben@lots.example", 1));
  ASSERT_EQ(explanation.candidates.size(), 2u);
  EXPECT_EQ(explanation.candidates[0].content, "The fence of lot 4894 was painted");
}

std::vector<Fact> alike() {
  std::vector<Fact> facts;
  for (const char* who : {"Ann", "Ben", "Carla", "Dev", "Eun-ji", "Farid"}) {
    facts.push_back(plain(std::string("The desk of ") + who + " stands in the north wing."));
  }
  return facts;
}

TEST_F(Shortlist, HasAsManyComparedAsIsAsked) {
  for (int most = 1; most <= 6; ++most) {
    open({.max_analyses = most});
    if (most == 1) keep(alike());
    const Explanation explanation =
        engine_->explain(plain("The desk of Gloria stands in the north wing."));
    ASSERT_EQ(explanation.candidates.size(), 6u);
    EXPECT_EQ(compared(explanation).size(), std::size_t(most));
    EXPECT_EQ(explanation.decision.analyses, std::uint32_t(most));
  }
}

TEST_F(Shortlist, SaysOfWhatWasNotComparedThatOthersWereNearer) {
  open({.max_analyses = 1});
  keep(alike());
  const Decision decision =
      engine_->explain(plain("The desk of Gloria stands in the north wing.")).decision;
  EXPECT_THAT(decision.rivals.at(1).why, testing::HasSubstr("others were nearer"));
  EXPECT_GT(decision.related_ids.size(), 1u) << "linked by their scores all the same";
}

/// Mails of one thread between the same people score high whatever they say.
TEST_F(Shortlist, ComparesTheNearestHoweverFarDownItIs) {
  open();
  keep({mail("The boiler was serviced by Aron", "t1", "jiho@flat.example", 0.5f),
        mail("Tickets for Lyon cost 80 euros", "t1", "jiho@flat.example", 0.5f),
        mail("Bello the dog sleeps upstairs", "t1", "jiho@flat.example", 0.5f),
        mail("Maria plays the cello", "t1", "jiho@flat.example", 0.5f),
        mail("The choir sings on Thursdays", "t2", "aron@choir.example", 0.9f)});
  const Explanation explanation =
      engine_->explain(mail("On Thursdays the choir sings", "t1", "jiho@flat.example", 1));
  const auto nearest = std::max_element(
      explanation.candidates.begin(), explanation.candidates.end(),
      [](const Candidate& a, const Candidate& b) { return a.score.cosine < b.score.cosine; });
  ASSERT_EQ(nearest->content, "The choir sings on Thursdays");
  const auto better =
      std::count_if(explanation.candidates.begin(), explanation.candidates.end(),
                    [&](const Candidate& one) { return one.score.total > nearest->score.total; });
  EXPECT_EQ(better, 4) << "or this shows nothing";
  EXPECT_TRUE(nearest->analysis);
  EXPECT_EQ(compared(explanation).size(), std::size_t(DecideOptions().max_analyses));
}

/// The two best are compared whatever they name: what a fact replaces may be a number.
TEST_F(Shortlist, ComparesNothingBehindTheTwoBestThatNamesOthersAlone) {
  open();
  std::vector<Fact> roofs;
  for (const char* name : {"4101", "4102", "4103", "4104"}) {
    roofs.push_back(plain(std::string("The roof of project ") + name + " was painted green."));
  }
  keep(roofs);
  const Explanation other = engine_->explain(plain("The roof of project 4109 was painted green."));
  EXPECT_EQ(compared(other).size(), 2u);
  EXPECT_THAT(other.decision.rivals.back().why, testing::HasSubstr("others were nearer"));
  const Explanation none = engine_->explain(plain("The roof of our project was painted green."));
  EXPECT_EQ(compared(none).size(), 3u) << "it names none, so that nothing sets it apart";
}

}  // namespace
}  // namespace memfold
