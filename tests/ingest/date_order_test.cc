// The order of an archive does not show in what a backfill makes of it.
#include "ingest/date_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <set>

#include "core/unless_stopped.h"
#include "memfold/backfill.h"
#include "tests/ingest/support.h"

namespace memfold::ingest {
namespace {

using testing::Folder;
using testing::gzip;

std::string mail(const std::string& id, const std::string& date) {
  return "From a@example.com Mon Jan  5 09:00:00 2026\nFrom: a@example.com\nMessage-ID: <" + id +
         ">\nDate: " + date + "\n\nText of " + id + ".\n\n";
}

std::string dated(int day) {
  return mail("day" + std::to_string(day), std::to_string(day) + " Jan 2026 09:00:00 +0000");
}

class DateOrder : public ::testing::Test {
 protected:
  std::vector<RawMessage> read(const Archive& input, MailReadOptions options = {}) {
    std::vector<RawMessage> messages;
    options.by_date = true;
    const auto reader = open_mail(input, options);
    for (RawMessage message; reader->next(message);) messages.push_back(message);
    return messages;
  }
  /// "1 2 3": the days of the mails in the order in which they are read.
  std::string days(const Archive& input, const MailReadOptions& options = {}) {
    std::string text;
    for (const RawMessage& message : read(input, options)) {
      const std::size_t at = message.bytes.find("<day");
      const std::string day =
          at == std::string::npos
              ? "?"
              : message.bytes.substr(at + 4, message.bytes.find('>', at) - at - 4);
      text += (text.empty() ? "" : " ") + day;
    }
    return text;
  }
  Archive mbox(const std::string& bytes) {
    return {ArchiveKind::Mbox, folder_.write("a.mbox", bytes)};
  }

  Folder folder_;
};

TEST_F(DateOrder, AnMboxIsReadByDate) {
  EXPECT_EQ(days(mbox(dated(3) + dated(1) + dated(4) + dated(2))), "1 2 3 4");
  EXPECT_EQ(days(mbox(dated(1) + dated(2) + dated(3))), "1 2 3");
  EXPECT_EQ(days(mbox("")), "");
}

TEST_F(DateOrder, DatingEndsWhenItIsToldTo) {
  const StopWhen over{.deadline = std::chrono::steady_clock::now()};
  const Archive archive = mbox(dated(2) + dated(1));
  EXPECT_FALSE(unless_stopped([&] { open_mail(archive, {.stop = over, .by_date = true}); }));
  EXPECT_TRUE(unless_stopped([&] { open_mail(archive, {.stop = over}); })) << "nothing is dated";
}

TEST_F(DateOrder, MessagesAreThoseOfTheArchiveAsItLies) {
  const Archive input =
      mbox("stray\n\n" + dated(3) + dated(1) +
           "From a@example.com Mon Jan  5 09:00:00 2026\nDate: 2 Jan 2026 09:00:00 +0000\n"
           "Content-Length: 29\n\n>From here\n\nFrom there on 2026\n\n" +
           dated(4));
  const auto plain = open_as_it_lies(input, {});
  std::vector<RawMessage> lying;
  for (RawMessage message; plain->next(message);) lying.push_back(message);
  const std::vector<RawMessage> ordered = read(input);
  ASSERT_EQ(ordered.size(), lying.size());
  for (const RawMessage& message : ordered) {
    const auto same = std::find_if(lying.begin(), lying.end(), [&](const RawMessage& other) {
      return other.offset == message.offset;
    });
    ASSERT_NE(same, lying.end());
    EXPECT_EQ(message.bytes, same->bytes);
    EXPECT_EQ(message.broken, same->broken);
    EXPECT_EQ(message.end, same->end);
    EXPECT_EQ(message.envelope_date, same->envelope_date);
    EXPECT_EQ(message.source, same->source);
  }
}

TEST_F(DateOrder, AMessageOverTheLimitIsBrokenInAnyOrder) {
  MailReadOptions options;
  options.max_message_bytes = 500;
  const std::string large = "From a@example.com Mon Jan  5 09:00:00 2026\nSubject: x\n\n" +
                            std::string(100'000, 'x') + "\n\n";
  const std::vector<RawMessage> messages = read(mbox(dated(3) + large + dated(1)), options);
  ASSERT_EQ(messages.size(), 3u);
  EXPECT_NE(messages[2].broken.find("longer than the limit"), std::string::npos);
  EXPECT_EQ(messages[2].offset, dated(3).size());
}

TEST_F(DateOrder, FoldersAreReadByDate) {
  const auto headless = [](int day) { return dated(day).substr(dated(day).find('\n') + 1); };
  folder_.write("mails/a.eml", headless(3));
  folder_.write("mails/b.eml", "\n\n" + headless(1));
  folder_.write("mails/c.eml", headless(2));
  EXPECT_EQ(days({ArchiveKind::MailFiles, folder_.path("mails")}), "1 2 3");
}

TEST_F(DateOrder, WhatCanOnlyBeReadAsItLiesIs) {
  EXPECT_EQ(days({ArchiveKind::Mbox, folder_.write("a.mbox.gz", gzip(dated(3) + dated(1)))}),
            "3 1");
}

TEST_F(DateOrder, WhatIsBrokenStaysBehindWhatItLiesBehind) {
  const std::string broken = "From a@example.com Mon Jan  5 09:00:00 2026\n\n";
  EXPECT_EQ(days(mbox(dated(3) + broken + dated(1) + dated(2))), "1 2 3 ?");
}

TEST_F(DateOrder, GoesOnAnywhereAlsoWhenTheArchiveHasGrown) {
  const std::string first = dated(3) + dated(1) + dated(2), grown = first + dated(6) + dated(5);
  for (std::size_t done = 1; done <= 3; ++done) {
    MailReadOptions options;
    options.resume = read(mbox(first))[done - 1].after;
    const std::string rest = done == 1 ? "2 3" : done == 2 ? "3" : "";
    EXPECT_EQ(days(mbox(first), options), rest);
    EXPECT_EQ(days(mbox(grown), options), rest + (rest.empty() ? "" : " ") + "5 6");
    options.resume = read(mbox(grown), options)[3 - done].after;
    EXPECT_EQ(days(mbox(grown + dated(4)), options), "6 4") << "the stretch in hand comes first";
  }
}

TEST_F(DateOrder, FoldersAreGoneOnWithAnywhere) {
  const auto add = [&](const std::string& name, int day) {
    folder_.write("box/cur/" + name, dated(day).substr(dated(day).find('\n') + 1));
  };
  std::filesystem::create_directories(folder_.path("box/new"));
  const Archive box{ArchiveKind::Maildir, folder_.path("box")};
  // By date the first two are where they lie, and the rest is not.
  const int kDays[] = {1, 2, 5, 3, 4};
  for (int i = 0; i < 5; ++i) add("10" + std::to_string(i) + ".x:2,", kDays[i]);
  const std::vector<RawMessage> whole = read(box);
  MailReadOptions options;
  for (const auto& [done, rest] : {std::pair{1, "2 3 4 5"}, {2, "3 4 5"}, {3, "4 5"}, {5, ""}}) {
    options.resume = whole[std::size_t(done) - 1].after;
    EXPECT_EQ(days(box, options), rest);
  }
  std::filesystem::rename(folder_.path("box/cur/100.x:2,"), folder_.path("box/cur/100.x:2,S"));
  add("200.x:2,", 3);
  EXPECT_EQ(days(box, options), "3") << "neither a flag nor a late mail sends it back to the start";
}

TEST_F(DateOrder, AChangedArchiveIsReadFromTheStart) {
  MailReadOptions options;
  options.resume = read(mbox(dated(3) + dated(1) + dated(2)))[1].after;
  EXPECT_EQ(days(mbox(dated(4) + dated(1) + dated(2)), options), "1 2 4");
  EXPECT_EQ(days(mbox(dated(2) + dated(1)), options), "1 2");
}

/// The sample archive, cut into its mails, without those that share a time with another.
std::vector<std::string> sample_mails() {
  const std::string path = std::string(MEMFOLD_SOURCE_DIR) + "/examples/archive.mbox";
  const std::string bytes = read_all(path, std::uint64_t{64} << 20);
  std::vector<std::string> mails;
  std::set<std::string> dates;
  const auto reader = open_as_it_lies({ArchiveKind::Mbox, path}, {});
  for (RawMessage message; reader->next(message);) {
    const std::size_t at = message.bytes.find("\nDate: ");
    const std::size_t end = message.bytes.find('\n', at + 1);
    if (at != std::string::npos && !dates.insert(message.bytes.substr(at, end - at)).second)
      continue;
    std::string mail = bytes.substr(message.offset, message.end - message.offset);
    while (!mail.ends_with("\n\n")) mail += '\n';
    mails.push_back(std::move(mail));
  }
  return mails;
}

class OrderOfTheArchive : public DateOrder {
 protected:
  std::string write(const std::vector<std::string>& mails) {
    std::string bytes;
    for (const std::string& mail : mails) bytes += mail;
    return folder_.write("shuffled.mbox", bytes);
  }
  /// Backfills in runs of `limit` mails.
  Engine fill(const std::string& path, std::uint64_t limit = 0) {
    EngineOptions options;
    options.models = builtin_models();
    options.clock = fixed_clock(*parse_time("2026-12-01T00:00:00Z"));
    options.durability = Durability::Relaxed;
    Engine engine = Engine::open(folder_.path("db" + std::to_string(next_++)), options);
    BackfillOptions how;
    how.user = "minji";
    how.limit = limit;
    while (backfill(engine, {path}, how).stopped) {
    }
    return engine;
  }

  int next_ = 0;
};

TEST_F(OrderOfTheArchive, DoesNotShowInTheStore) {
  std::vector<std::string> mails = sample_mails();
  ASSERT_EQ(mails.size(), 188u);
  const Engine engine = fill(write(mails));
  const std::string digest = engine.admin().digest();
  const Stats stats = engine.stats("minji");
  const auto operations = [&](Operation operation) {
    return stats.by_operation[std::size_t(operation)];
  };
  EXPECT_GT(operations(Operation::Supersede), 20u);
  EXPECT_GT(operations(Operation::Merge), 2u);
  EXPECT_GT(operations(Operation::Noop), 2u);
  EXPECT_GT(stats.edges, 20u);
  EXPECT_EQ(stats.backdated, 0u);
  std::mt19937 random(1);
  for (int i = 0; i < 4; ++i) {
    std::shuffle(mails.begin(), mails.end(), random);
    EXPECT_EQ(fill(write(mails), i % 2 == 0 ? 0 : 50).admin().digest(), digest);
  }
  std::reverse(mails.begin(), mails.end());
  EXPECT_EQ(fill(write(mails)).admin().digest(), digest);
}

}  // namespace
}  // namespace memfold::ingest
