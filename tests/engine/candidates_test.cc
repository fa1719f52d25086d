// Which memories a fact is compared with: whose, which ones, and by which way they are found.
#include <map>

#include "amend_fixture.h"
#include "storage/store.h"

namespace memfold::test {
namespace {

class Candidates : public Amend {
 protected:
  Candidates() { analyst_->verdict = Verdict::Unrelated; }

  /// A fact with nothing in common with another one but what is given.
  static Fact plain(const std::string& content) {
    Fact fact;
    fact.user = "mina";
    fact.content = content;
    return fact;
  }
  /// As plain(), pointing in a direction of its own: `cosine` along the first axis.
  Fact pointing(const std::string& content, float cosine = 0) {
    Fact fact = plain(content);
    fact.embedding.resize(std::size_t(builtin_embedder()->dimension()));
    fact.embedding[0] = cosine;
    fact.embedding[++axes_] = std::sqrt(1 - cosine * cosine);
    return fact;
  }
  /// A question along the first axis.
  Fact asking(const std::string& content) {
    Fact fact = plain(content);
    fact.embedding.assign(std::size_t(builtin_embedder()->dimension()), 0.f);
    fact.embedding[0] = 1;
    return fact;
  }
  Id keep(const Fact& fact) {
    const Decision decision = engine_->fold({&fact, 1}).at(0);
    EXPECT_EQ(decision.operation, Operation::Add) << fact.content << ": " << decision.reason;
    return decision.memory_id;
  }
  Contents compared(const Fact& fact) {
    Contents contents;
    for (const Candidate& candidate : engine_->explain(fact).candidates) {
      contents.push_back(candidate.content);
    }
    return contents;
  }
  void reopen_with(int nearest) {
    DecideOptions options;
    options.nearest = nearest;
    reopen(options);
  }

  std::size_t axes_ = 0;
};

TEST_F(Candidates, AreTheFactsOwnUsersOnly) {
  keep(asking("예산은 5000만원입니다"));
  Fact other = asking("예산은 5000만원입니다");
  EXPECT_EQ(compared(other).size(), 1u);
  other.user = "jiho";
  EXPECT_EQ(compared(other), Contents{});
}

TEST_F(Candidates, AreNotSuperseded) {
  analyst_->verdict = Verdict::Update;
  budget();
  Fact fact = plain("예산은 5000만원입니다");
  fact.thread_id = "t1";
  EXPECT_EQ(compared(fact), Contents{"예산은 7000만원입니다"});
}

TEST_F(Candidates, AreNotDeleted) {
  const Id gone = keep(plain("예산은 5000만원입니다"));
  keep(plain("점심은 판교역에서 먹습니다"));
  engine_->forget({.user = "mina", .ids = {gone}});
  EXPECT_EQ(compared(plain("예산은 5000만원입니다")), Contents{"점심은 판교역에서 먹습니다"});
}

TEST_F(Candidates, ThatAreArchivedAreStillCompared) {
  const Id id = keep(plain("예산은 5000만원입니다"));
  engine_.reset();
  {
    storage::StoreOptions options;
    options.create_if_missing = false;
    const auto store = storage::Store::open(directory_.path(), options);
    const Memory active = store->memory(storage::user_key("mina"), id).value();
    Memory archived = active;
    archived.state = MemoryState::Archived;
    storage::CommitBatch batch("mina");
    batch.put_memory(archived, &active);
    store->commit(std::move(batch));
  }
  reopen();
  Fact again = plain("예산은 5000만원입니다.");
  const Decision decision = engine_->fold({&again, 1}).at(0);
  EXPECT_EQ(decision.kind, DecisionKind::Skip) << "it would be created again";
  EXPECT_EQ(decision.memory_id, id);
}

TEST_F(Candidates, AreTheEightNearestByDefault) {
  Contents nearest;
  for (int i = 0; i < 20; ++i) {
    // Stored in an order that is not theirs.
    const int rank = i * 7 % 20;
    keep(pointing("statement " + std::to_string(rank), 0.9f - 0.03f * float(rank)));
  }
  for (int rank = 0; rank < 8; ++rank) nearest.push_back("statement " + std::to_string(rank));
  EXPECT_EQ(compared(asking("which is it")), nearest);
  reopen_with(3);
  nearest.resize(3);
  EXPECT_EQ(compared(asking("which is it")), nearest) << "configurable";
}

/// One memory that is nearest and one that only shares a key.
class KeyNeighbours : public Candidates {
 protected:
  void expect_found_by(const std::function<void(Fact&)>& stored,
                       const std::function<void(Fact&)>& asked) {
    reopen_with(1);
    keep(pointing("the nearest", 0.7f));
    Fact memory = pointing("shares the key");
    stored(memory);
    keep(memory);
    Fact fact = asking("which is it");
    EXPECT_EQ(compared(fact), Contents{"the nearest"}) << "no key, no candidate";
    asked(fact);
    EXPECT_THAT(compared(fact), testing::UnorderedElementsAre("the nearest", "shares the key"));
  }
};

TEST_F(KeyNeighbours, ComeFromTheSameThread) {
  const auto thread = [](Fact& fact) { fact.thread_id = "t9"; };
  expect_found_by(thread, thread);
}

TEST_F(KeyNeighbours, ComeFromTheSameSubjectOnceItIsNormalised) {
  expect_found_by([](Fact& fact) { fact.subject = "Q1 예산"; },
                  [](Fact& fact) { fact.subject = "Re: 회신: q1 예산"; });
}

TEST_F(KeyNeighbours, ComeFromASharedEntity) {
  expect_found_by(
      [](Fact& fact) {
        fact.entities = {"Hanbit", "판교"};
      },
      [](Fact& fact) {
        fact.entities = {"hanbit", "부산"};
      });
}

TEST_F(KeyNeighbours, ComeFromASharedIdentifier) {
  const auto number = [](Fact& fact) { fact.entities = {"SR-2023-052"}; };
  expect_found_by(number, number);
}

TEST_F(KeyNeighbours, AReplyThatSharesNoWordsIsComparedWithItsThread) {
  reopen_with(2);
  Fact question = plain("Could we move the kickoff to Thursday?");
  question.thread_id = "kickoff";
  keep(question);
  keep(plain("Yes, lunch was good"));
  keep(plain("Yes, the invoice arrived"));
  Fact reply = plain("Yes, agreed");
  EXPECT_THAT(compared(reply), testing::Not(testing::Contains(question.content)));
  reply.thread_id = "kickoff";
  EXPECT_THAT(compared(reply), testing::Contains(question.content));
}

TEST_F(KeyNeighbours, TheRarestKeyComesFirstWhenThereIsRoomForFew) {
  for (int i = 0; i < 6; ++i) {
    Fact fact = pointing("common " + std::to_string(i));
    fact.entities = {"hanbit"};
    if (i == 0) fact.content = "rare", fact.entities.push_back("SR-2023-052");
    keep(fact);
  }
  keep(pointing("the nearest", 0.7f));
  DecideOptions options;
  options.nearest = 1;
  options.key_neighbours = 1;
  reopen(options);
  Fact fact = asking("which is it");
  fact.entities = {"hanbit", "SR-2023-052"};
  EXPECT_THAT(compared(fact), testing::UnorderedElementsAre("the nearest", "rare"));
}

TEST_F(KeyNeighbours, AreCappedInAllAndByKey) {
  for (int key = 0; key < 3; ++key) {
    for (int i = 0; i < 10; ++i) {
      Fact fact = pointing(std::to_string(key) + "/" + std::to_string(i));
      fact.entities = {"entity " + std::to_string(key)};
      keep(fact);
    }
  }
  keep(pointing("the nearest", 0.7f));
  reopen_with(1);
  Fact fact = asking("which is it");
  fact.entities = {"entity 0"};
  const Contents one = compared(fact);
  EXPECT_EQ(one.size(), 1u + 8u);
  EXPECT_THAT(one, testing::AllOf(testing::Contains("0/9"), testing::Not(testing::Contains("0/1"))))
      << "the newest of a key";
  fact.entities = {"entity 0", "entity 1", "entity 2"};
  EXPECT_EQ(compared(fact).size(), 1u + 16u);
}

}  // namespace
}  // namespace memfold::test
