// Every file of a store damaged in every way: told, never believed, and nothing crashes. What a
// repair calls mended is.
// P5: nothing is lost silently.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>

#include "../acceptance/command_line.h"

namespace memfold::hostile {
namespace {

namespace fs = std::filesystem;
using acceptance::Outcome;

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void flip(std::string& bytes, std::size_t at) {
  if (at < bytes.size()) bytes[at] = static_cast<char>(bytes[at] ^ 0x21);
}

struct Damage {
  const char* name;
  std::function<void(std::string&)> change;  ///< null: the file goes
};
const Damage kDamages[] = {
    {"the first byte flipped", [](std::string& b) { flip(b, 0); }},
    {"a byte at a quarter flipped", [](std::string& b) { flip(b, b.size() / 4); }},
    {"a byte in the middle flipped", [](std::string& b) { flip(b, b.size() / 2); }},
    {"the last byte flipped", [](std::string& b) { flip(b, b.size() - 1); }},
    {"zeros in the middle",
     [](std::string& b) {
       const std::size_t length = std::min<std::size_t>(64, b.size() / 2);
       b.replace(b.size() / 2, length, length, '\0');
     }},
    {"the last byte lost", [](std::string& b) { b.resize(b.empty() ? 0 : b.size() - 1); }},
    {"the second half lost", [](std::string& b) { b.resize(b.size() / 2); }},
    {"emptied", [](std::string& b) { b.clear(); }},
    {"bytes behind the end", [](std::string& b) { b += "more"; }},
    {"missing", nullptr},
};

class DamageMatrix : public acceptance::CommandLine {
 protected:
  static std::uint64_t step() {
    const char* every = std::getenv("HOSTILE_EVERY");
    return every == nullptr ? 1 : std::strtoull(every, nullptr, 10);
  }

  static std::string facts(int from, int to) {
    std::string lines;
    for (int i = from; i < to; ++i) {
      const std::string n = std::to_string(i);
      lines += R"({"user":")" + std::string(i % 3 == 0 ? "지호" : "mina") +
               R"(","content":"Invoice )" + std::to_string(i % 17) + " comes to " +
               std::to_string(100 + i) + R"( euros","occurred_at":"2026-01-01T00:00:)" +
               (i % 60 < 10 ? "0" : "") + std::to_string(i % 60) + R"(Z","idempotency_key":"k)" +
               n + R"("})" + "\n";
    }
    return lines;
  }
  Outcome fold(const std::string& store, int from, int to) {
    return run({"fold", "--db", store, "--now", acceptance::kNow}, {.input = facts(from, to)});
  }

  /// Tries every damage of every file of `pristine`, or some of them.
  void try_all(const std::string& pristine) {
    const std::string whole = digest(pristine);
    fs::copy(path(pristine), path("more.db"), fs::copy_options::recursive);
    ASSERT_EQ(fold("more.db", 900, 903).code, 0);
    const std::string with_more = digest("more.db");
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(path(pristine))) {
      if (entry.path().filename() != "LOCK") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    ASSERT_GT(files.size(), 10u);
    std::uint64_t number = 0;
    for (const fs::path& file : files) {
      for (const Damage& damage : kDamages) {
        if (number++ % step() != 0) continue;
        SCOPED_TRACE(file.filename().string() + ", " + damage.name);
        const auto damaged = [&] {
          fs::remove_all(path("bad.db"));
          for (const auto& entry : fs::directory_iterator(path(""))) {
            if (entry.path().filename().string().starts_with("bad.db.")) {
              fs::remove_all(entry.path());
            }
          }
          fs::copy(path(pristine), path("bad.db"), fs::copy_options::recursive);
          const fs::path bad = path("bad.db") / file.filename();
          std::string bytes = read(file);
          if (!damage.change) return void(fs::remove(bad));
          damage.change(bytes);
          std::ofstream(bad, std::ios::binary | std::ios::trunc) << bytes;
        };
        damaged();
        expect_believed_only_when_whole(whole);
        const Outcome more = fold("bad.db", 900, 903);
        EXPECT_TRUE(more.code == 0 || more.code == 1) << more.code << more.err;
        if (more.code == 0) expect_believed_only_when_whole(with_more);
        damaged();
        expect_mended(whole);
        ++tried_;
      }
    }
    RecordProperty("cases", int(tried_));
  }

  /// Whoever says that everything agrees has everything.
  void expect_believed_only_when_whole(const std::string& wanted) {
    const Outcome verified = run({"verify", "--db", "bad.db"});
    EXPECT_TRUE(verified.code == 0 || verified.code == 1) << verified.code << verified.err;
    if (verified.code == 0) {
      EXPECT_EQ(digest("bad.db"), wanted) << verified.out;
    } else {
      EXPECT_NE(verified.out + verified.err, "");
    }
  }

  void expect_mended(const std::string& whole) {
    const Outcome mended = run({"verify", "--repair", "--db", "bad.db"});
    const std::string said = mended.out + mended.err;
    EXPECT_TRUE(mended.code == 0 || mended.code == 1 || mended.code == 3) << mended.code << said;
    if (mended.code == 0) {
      EXPECT_EQ(digest("bad.db"), whole) << said;
    }
    if (mended.code != 1) {
      const Outcome verified = run({"verify", "--db", "bad.db"});
      EXPECT_EQ(verified.code, 0) << said << verified.out << verified.err;
      EXPECT_EQ(fold("bad.db", 900, 903).code, 0) << said;
      return;
    }
    EXPECT_NE(said, "");
    if (said.find("--accept-shorter-history") == std::string::npos) return;
    const Outcome recovered = run({"recover", "--accept-shorter-history", "--db", "bad.db"});
    EXPECT_EQ(recovered.code, 0) << recovered.err;
    EXPECT_EQ(run({"verify", "--db", "bad.db"}).code, 0);
    EXPECT_EQ(fold("bad.db", 0, 120).code, 0) << "what is missing can be folded again";
  }

  std::uint64_t tried_ = 0;
};

TEST_F(DamageMatrix, OfAStoreThatWasClosed) {
  ASSERT_EQ(fold("closed.db", 0, 60).code, 0);
  ASSERT_EQ(fold("closed.db", 60, 120).code, 0);
  try_all("closed.db");
}

TEST_F(DamageMatrix, OfAStoreThatWasCompacted) {
  ASSERT_EQ(fold("compact.db", 0, 120).code, 0);
  for (const char* user : {"mina", "지호"}) {
    const Outcome found = run(
        {"recall", "Invoice", "--user", user, "-k", "1", "--peek", "--json", "--db", "compact.db"});
    ASSERT_EQ(found.code, 0) << found.err;
    const std::string id = found.json()["hits"][0]["memory"]["id"];
    ASSERT_EQ(run({"forget", id, "--erase", "--yes", "--user", user, "--db", "compact.db", "--now",
                   acceptance::kNow})
                  .code,
              0);
  }
  try_all("compact.db");
}

TEST_F(DamageMatrix, OfAStoreWhoseWriterWasKilled) {
  ASSERT_EQ(fold("killed.db", 0, 60).code, 0);
  auto writer = start({"fold", "--db", "killed.db", "--now", acceptance::kNow, "--batch", "1",
                       "--durability", "sync"},
                      facts(60, 120));
  for (int i = 0; i < 200; ++i) {
    usleep(50'000);
    const Outcome seen = run({"verify", "--db", "killed.db"});
    if (seen.out.find("120 decisions") != std::string::npos) break;
  }
  writer->kill();
  try_all("killed.db");
}

}  // namespace
}  // namespace memfold::hostile
