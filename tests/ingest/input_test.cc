#include "ingest/input.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/unless_stopped.h"
#include "ingest/folder_reader.h"
#include "ingest/mbox_reader.h"
#include "memfold/error.h"
#include "tests/ingest/support.h"

namespace memfold::ingest {
namespace {

using testing::Folder;
using testing::gzip;
using testing::read_everything;

const std::string kMail = "Subject: hello\n\ntext\n";
const std::string kMbox = "From a@example.com Mon Jan  5 00:05:31 2026\n" + kMail;

TEST(Input, ContentDecidesAndTheNameHelpsOut) {
  EXPECT_EQ(detect_kind("x", kMbox), ArchiveKind::Mbox);
  EXPECT_EQ(detect_kind("x.eml", kMbox), ArchiveKind::Mbox);
  EXPECT_EQ(detect_kind("x", kMail), ArchiveKind::MailFiles);
  EXPECT_EQ(detect_kind("x.bin", "  {\"user\": 1}"), ArchiveKind::Jsonl);
  EXPECT_EQ(detect_kind("facts.jsonl.gz", ""), ArchiveKind::Jsonl);
  EXPECT_EQ(detect_kind("empty.mbox", ""), ArchiveKind::Mbox);
  EXPECT_EQ(detect_kind("x", "\xEF\xBB\xBF" + kMbox), ArchiveKind::Mbox);
}

TEST(Input, AMaildirIsReadInOrderOfDelivery) {
  const Folder folder;
  folder.write("box/new/1003.x", "Subject: 3\n\n");
  folder.write("box/cur/1001.x:2,S", "Subject: 1\n\n");
  folder.write("box/cur/1002.x:2,", "Subject: 2\n\n");
  folder.write("box/tmp/1000.x", "Subject: 0\n\n");
  folder.write("box/.Sent/cur/1004.x:2,S", "Subject: 4\n\n");
  folder.write("box/cur/.hidden", "x");
  const auto inputs = find_archives(folder.path("box"));
  ASSERT_EQ(inputs.size(), 1u);
  EXPECT_EQ(inputs[0].kind, ArchiveKind::Maildir);
  const auto messages = read_everything(*open_as_it_lies(inputs[0], {}));
  ASSERT_EQ(messages.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(messages[i].bytes, "Subject: " + std::to_string(i + 1) + "\n\n");
  }
}

TEST(Input, AMaildirResumesThoughMailsWereReadMeanwhile) {
  const Folder folder;
  folder.write("box/new/1001.x", "Subject: 1\n\n");
  folder.write("box/new/1002.x", "Subject: 2\n\n");
  const Archive input = find_archives(
      (std::filesystem::create_directories(folder.path("box/cur")), folder.path("box")))[0];
  MailReadOptions options;
  options.resume = read_everything(*open_as_it_lies(input, {}))[0].after;
  std::filesystem::rename(folder.path("box/new/1001.x"), folder.path("box/cur/1001.x:2,S"));
  folder.write("box/new/1003.x", "Subject: 3\n\n");
  const auto reader = open_as_it_lies(input, options);
  EXPECT_TRUE(reader->resumed());
  EXPECT_EQ(read_everything(*reader).size(), 2u);
  folder.write("box/new/1000.x", "Subject: 0\n\n");
  const auto changed = open_as_it_lies(input, options);
  EXPECT_FALSE(changed->resumed()) << "a mail appeared before the place";
  EXPECT_EQ(read_everything(*changed).size(), 4u);
}

TEST(Input, AFolderGivesItsArchivesAndItsMails) {
  const Folder folder;
  folder.write("takeout/b/sub.mbox.gz", gzip(kMbox + "\n" + kMbox));
  folder.write("takeout/a.mbox", kMbox);
  folder.write("takeout/x/1.eml", kMail);
  folder.write("takeout/x/2.eml.gz", gzip(kMail));
  folder.write("takeout/mh/17", kMail);
  folder.write("takeout/x/picture.png", "png");
  std::size_t others = 0;
  const auto inputs = find_archives(folder.path("takeout"), &others);
  ASSERT_EQ(inputs.size(), 3u);
  std::vector<std::size_t> counts;
  for (const Archive& input : inputs) {
    counts.push_back(read_everything(*open_as_it_lies(input, {})).size());
  }
  EXPECT_EQ(counts, (std::vector<std::size_t>{1, 2, 3}));
  EXPECT_EQ(others, 1u);
}

TEST(Input, FilesThatCannotBeUsedAreReported) {
  const Folder folder;
  folder.write("x/1.eml", "");
  folder.write("x/2.eml", std::string(5000, 'x'));
  folder.write("x/3.eml", kMail);
  std::filesystem::create_symlink(folder.path("nowhere"), folder.path("x/4.eml"));
  MailReadOptions options;
  options.max_message_bytes = 1000;
  const auto messages =
      read_everything(*open_as_it_lies(find_archives(folder.path("x"))[0], options));
  ASSERT_EQ(messages.size(), 3u) << "a dangling link is no file";
  EXPECT_EQ(messages[0].broken, "empty file");
  EXPECT_NE(messages[1].broken, "");
  EXPECT_EQ(messages[2].bytes, kMail);
  const auto gone = read_everything(*read_files({folder.path("x/9.eml")}, {}));
  ASSERT_EQ(gone.size(), 1u);
  EXPECT_NE(gone[0].broken.find("9.eml"), std::string::npos);
}

TEST(Input, AppleMailFilesLoseTheirEnvelope) {
  const Folder folder;
  const std::string path =
      folder.write("1.emlx", std::to_string(kMail.size()) + "\n" + kMail + "<?xml version=...");
  EXPECT_EQ(read_everything(*open_as_it_lies(find_archives(path)[0], {}))[0].bytes, kMail);
}

TEST(Input, FactsAreNoMails) {
  const Folder folder;
  const std::string path = folder.write("facts.jsonl", "{\"user\":\"u\"}\n");
  EXPECT_THROW(open_as_it_lies(find_archives(path)[0], {}), Error);
}

// A pipe gives what it has, then waits until it is told to stop; nothing of its head is lost.
TEST(Input, WaitingForAPipeEndsWhenItIsToldTo) {
  const Folder folder;
  const std::string path = folder.path("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_TRUE(is_stream(path));
  EXPECT_TRUE(is_stream("-"));
  EXPECT_FALSE(is_stream(folder.write("file", "x")));
  EXPECT_FALSE(is_stream(folder.path()));
  EXPECT_EQ(find_archives(path).front().kind, ArchiveKind::Mbox) << "not opened";
  const StopWhen over{.deadline = std::chrono::steady_clock::now()};
  EXPECT_FALSE(unless_stopped([&] { open_bytes(path, over); })) << "nobody writes";
  const int writer = ::open(path.c_str(), O_RDWR);
  ASSERT_EQ(::write(writer, "예산", 6), 6);
  const auto source = open_bytes(path, over);
  char buffer[16];
  std::string read;
  EXPECT_FALSE(unless_stopped([&] {
    while (true) read.append(buffer, source->read(buffer, sizeof buffer));
  }));
  EXPECT_EQ(read, "예산");
  ASSERT_EQ(::write(writer, kMbox.data(), kMbox.size()), ssize_t(kMbox.size()));
  RawMessage message;
  EXPECT_FALSE(unless_stopped([&] {
    const auto reader = open_mbox(path, {.stop = over});
    while (reader->next(message)) ADD_FAILURE() << "stopping is no damage: " << message.broken;
  }));
  ::close(writer);
  EXPECT_THAT(list_mail_files(folder.path()), ::testing::IsEmpty()) << "nor is it a mail";
}

// P9: a pipe in a folder of mails is told, not waited for.
TEST(Input, APipeAmongMailsIsABrokenOne) {
  const Folder folder;
  folder.write("cur/1.a:2,S", "Subject: x\n\nhello\n");
  ASSERT_EQ(::mkfifo(folder.path("cur/2.b:2,S").c_str(), 0600), 0);
  const auto reader = open_as_it_lies({ArchiveKind::Maildir, folder.path()}, {});
  RawMessage message;
  ASSERT_TRUE(reader->next(message));
  EXPECT_EQ(message.broken, "");
  ASSERT_TRUE(reader->next(message));
  EXPECT_THAT(message.broken, ::testing::HasSubstr("pipe"));
  EXPECT_FALSE(reader->next(message));
}

}  // namespace
}  // namespace memfold::ingest
