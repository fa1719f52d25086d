// Readers beside a writer; chains told backwards.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "../acceptance/command_line.h"

namespace memfold::hostile {
namespace {

using acceptance::Outcome;

int scaled(int few, int many) {
  return std::getenv("HOSTILE_EVERY") == nullptr ? many : few;
}

class Beside : public acceptance::CommandLine {
 protected:
  /// Versions of one statement, the newest first.
  static std::string rents(int count) {
    std::string lines;
    for (int i = count; i > 0; --i) {
      char day[40];
      std::snprintf(day, sizeof day, "%04d-%02d-%02d", 1990 + i / 336, 1 + i / 28 % 12, 1 + i % 28);
      lines += R"({"user":"mina","content":"The rent of the studio is )" + std::to_string(500 + i) +
               R"( euros a month.","thread_id":"rent","occurred_at":")" + day +
               R"(","idempotency_key":"r)" + std::to_string(i) + "\"}\n";
    }
    return lines;
  }
};

// P5: a reader sees the store as it was at some moment, never a part of it.
TEST_F(Beside, ReadersOfAStoreThatIsWritten) {
  fold_sample();
  write("rents.jsonl", rents(scaled(300, 3000)));
  const auto writer = start({"fold", "--file", "rents.jsonl", "--db", "mail.db", "--now",
                             acceptance::kNow, "--batch", "2"},
                            "");
  for (int i = 0; i < scaled(20, 300); ++i) {
    const Outcome verified = run({"verify", "--db", "mail.db"});
    ASSERT_EQ(verified.code, 0) << verified.out << verified.err;
  }
  EXPECT_EQ(writer->finish(), 0);
  EXPECT_EQ(run({"verify", "--db", "mail.db"}).code, 0);
}

// P3: late arrivals take their place, however many there are.
TEST_F(Beside, AChainToldBackwards) {
  write("rents.jsonl", rents(scaled(150, 2000)));
  ASSERT_EQ(
      run({"fold", "--file", "rents.jsonl", "--db", "mail.db", "--now", acceptance::kNow}).code, 0);
  EXPECT_EQ(run({"verify", "--db", "mail.db"}).code, 0);
}

}  // namespace
}  // namespace memfold::hostile
