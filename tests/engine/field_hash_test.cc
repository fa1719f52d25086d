// The digest of records: what is optional in it is told apart, and old digests stay.
#include "engine/log/field_hash.h"

#include <gtest/gtest.h>

#include <set>

#include "core/fields/decision.h"
#include "core/fields/graph.h"

namespace memfold {
namespace {

/// A record with a flag as it was digested before names were.
struct Old {
  bool lost = false;
  std::string text{};
};

/// A record to which fields came one after the other.
struct Grown {
  std::string text{};
  std::string place{}, room{};
  std::optional<Category> kind{}, other_kind{};
  bool loud = false, late = false;
  std::vector<std::string> guests{}, hosts{};
};

}  // namespace

namespace fields {
template <>
inline constexpr auto kFields<Old> = std::tuple{
    field("lost", &Old::lost).digested_nameless_if_there(1),
    field("text", &Old::text).digested(2),
};
template <>
inline constexpr auto kFields<Grown> = std::tuple{
    field("text", &Grown::text).digested(1),
    field("place", &Grown::place).digested_if_there(2),
    field("room", &Grown::room).digested_if_there(3),
    field("kind", &Grown::kind).digested_if_there(4),
    field("other_kind", &Grown::other_kind).digested_if_there(5),
    field("loud", &Grown::loud).digested_if_there(6),
    field("late", &Grown::late).digested_if_there(7),
    field("guests", &Grown::guests).digested_if_there(8),
    field("hosts", &Grown::hosts).digested_if_there(9),
};
}  // namespace fields

namespace {

template <typename... Values>
std::string hash_of(const Values&... values) {
  FieldHash hash;
  (hash.put(values), ...);
  return hash.finish();
}

TEST(FieldHash, TellsApartWhatIsThereOfFieldsOfOneType) {
  const std::vector<Grown> records = {
      {},
      {.place = "a"},
      {.room = "a"},
      {.place = "a", .room = "a"},
      {.place = "room"},
      {.kind = Category::Task},
      {.other_kind = Category::Task},
      {.loud = true},
      {.late = true},
      {.place = "loud"},
      {.guests = {"a"}},
      {.hosts = {"a"}},
  };
  std::set<std::string> hashes;
  for (const Grown& record : records) hashes.insert(hash_of(record));
  EXPECT_EQ(hashes.size(), records.size());
}

TEST(FieldHash, OfWhatIsNotThereHasNothing) {
  EXPECT_EQ(hash_of(Grown{.text = "a"}), hash_of(std::string("a")));
  EXPECT_EQ(hash_of(Grown{.text = "a", .room = "b"}),
            hash_of(std::string("a"), std::string("room"), std::string("b")));
}

TEST(FieldHash, ACategoryIsItsNumberOrItsOwnName) {
  EXPECT_EQ(hash_of(Category(Category::Project)), hash_of(std::uint64_t{4}));
  const Category own = Category::named("recipe");
  EXPECT_NE(hash_of(own), hash_of(Category()));
  EXPECT_NE(hash_of(own), hash_of(Category::named("recipes")));
  EXPECT_NE(hash_of(own, std::string("a")), hash_of(Category(), std::string("recipe")));
}

/// What stores have of these fields by now; their records end in them.
TEST(FieldHash, TheFirstOptionalFieldsStayWithoutTheirNames) {
  Memory memory;
  const std::string said_nowhere = hash_of(memory, std::string("call-1"));
  memory.session_id = "call-1";
  EXPECT_EQ(hash_of(memory), said_nowhere);

  EXPECT_EQ(hash_of(Old{.lost = true, .text = "a"}),
            hash_of(std::string("lost"), std::string("a")));

  Decision decision;
  const std::string unasked = hash_of(decision, std::string("judge"));
  decision.analyst = "judge";
  EXPECT_EQ(hash_of(decision), unasked);

  Node node;
  const std::string open = hash_of(node, std::string("old"));
  node.withheld = "old";
  EXPECT_EQ(hash_of(node), open);

  Source source;
  const std::string bootstrapped = hash_of(source, SourceType::UserInput);
  source.source_type = SourceType::UserInput;
  EXPECT_EQ(hash_of(source), bootstrapped);
}

}  // namespace
}  // namespace memfold
