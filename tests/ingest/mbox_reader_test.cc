#include "ingest/mbox_reader.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "memfold/error.h"
#include "tests/ingest/support.h"

namespace memfold::ingest {
namespace {

using testing::Folder;
using testing::gzip;
using testing::MemorySource;
using testing::read_everything;

const std::string kFrom = "From mina@example.com Mon Jan  5 00:05:31 2026\n";

std::vector<RawMessage> read(const std::string& bytes, std::size_t step = 1 << 20,
                             MailReadOptions options = {}) {
  const auto reader = read_mbox(std::make_unique<MemorySource>(bytes, step), "test.mbox", options);
  return read_everything(*reader);
}

std::vector<std::string> texts(const std::vector<RawMessage>& messages) {
  std::vector<std::string> result;
  for (const RawMessage& message : messages) {
    result.push_back(message.broken.empty() ? message.bytes : "BROKEN " + message.broken);
  }
  return result;
}

using Texts = std::vector<std::string>;

TEST(MboxReader, SplitsAtSeparatorsAndKeepsTrackOfOffsets) {
  const std::string bytes = kFrom + "Subject: a\n\none\n\n" + kFrom + "Subject: b\n\ntwo\n\n" +
                            kFrom + "Subject: c\n\nthree";
  for (std::size_t step : {1u, 7u, 64u, 1u << 20}) {
    const auto messages = read(bytes, step);
    ASSERT_EQ(texts(messages),
              (Texts{"Subject: a\n\none\n", "Subject: b\n\ntwo\n", "Subject: c\n\nthree"}))
        << "step " << step;
    EXPECT_EQ(messages[0].offset, 0u);
    EXPECT_EQ(messages[1].offset, messages[0].end);
    EXPECT_EQ(bytes.substr(messages[1].offset, 5), "From ");
    EXPECT_EQ(messages[2].end, bytes.size());
    EXPECT_EQ(messages[2].index, 2u);
    EXPECT_EQ(to_string(*messages[0].envelope_date), "2026-01-05T00:05:31Z");
  }
}

TEST(MboxReader, TakesCarriageReturnsAsTheyCome) {
  std::string bytes = kFrom + "Subject: a\n\none\n\n" + kFrom + "Subject: b\n\ntwo\n";
  for (std::size_t at = 0; (at = bytes.find('\n', at)) != std::string::npos; at += 2) {
    bytes.insert(at, "\r");
  }
  EXPECT_EQ(texts(read(bytes)), (Texts{"Subject: a\r\n\r\none\r\n", "Subject: b\r\n\r\ntwo\r\n"}));
}

TEST(MboxReader, AFromLineNeedsAnEmptyLineBeforeAndADateBehind) {
  const std::string body =
      "Subject: a\n\nFrom now on we meet on Mondays.\n\nFrom tomorrow too.\nintro\n" + kFrom +
      "end\n";
  EXPECT_EQ(texts(read(kFrom + body)), (Texts{body}));
}

TEST(MboxReader, UndoesQuotedFromLines) {
  EXPECT_EQ(texts(read(kFrom + "Subject: a\n\n>From the start\n>>From inside\n")),
            (Texts{"Subject: a\n\nFrom the start\n>From inside\n"}));
}

TEST(MboxReader, BelievesAContentLengthThatLeadsToASeparatorOrTheEnd) {
  const std::string body = "look:\n\n" + kFrom + "this is quoted raw\n>From stays\n";
  const auto with_length = [&](std::size_t length) {
    return kFrom + "Subject: a\nContent-Length: " + std::to_string(length) + "\n\n" + body;
  };
  const std::string second = kFrom + "Subject: b\n\ntwo\n";
  const auto honest = read(with_length(body.size()) + "\n" + second);
  ASSERT_EQ(honest.size(), 2u);
  EXPECT_NE(honest[0].bytes.find("this is quoted raw"), std::string::npos);
  EXPECT_NE(honest[0].bytes.find("\n>From stays"), std::string::npos) << "nothing was quoted here";
  EXPECT_EQ(honest[1].bytes, "Subject: b\n\ntwo\n");
  EXPECT_EQ(read(with_length(body.size())).size(), 1u);
  EXPECT_EQ(read(with_length(body.size() - 3) + "\n" + second).size(), 3u) << "a lie is ignored";
  EXPECT_EQ(read(with_length(99'999'999) + "\n" + second).size(), 3u);
}

TEST(MboxReader, PatchesSeparateOnlyInAnArchiveOfPatches) {
  const std::string patch = "From " + std::string(40, 'c') + " Mon Sep 17 00:00:00 2001\n";
  EXPECT_EQ(read(patch + "Subject: 1\n\na\n\n" + patch + "Subject: 2\n\nb\n").size(), 2u);
  EXPECT_EQ(read(kFrom + "Subject: 1\n\na\n\n" + patch + "Subject: 2\n\nb\n").size(), 1u);
}

TEST(MboxReader, OversizedMessagesAreReportedAndPassedOver) {
  MailReadOptions options;
  options.max_message_bytes = 10'000;
  const std::string huge = kFrom + "Subject: huge\n\n" + std::string(3'000'000, 'x') + "\n\n";
  const auto messages =
      read(kFrom + "Subject: a\n\none\n\n" + huge + kFrom + "Subject: c\n\nlast\n", 1000, options);
  ASSERT_EQ(messages.size(), 3u);
  EXPECT_NE(messages[1].broken.find("limit of 10000"), std::string::npos);
  EXPECT_EQ(messages[1].bytes, "");
  EXPECT_EQ(messages[1].end - messages[1].offset, huge.size());
  EXPECT_EQ(messages[2].bytes, "Subject: c\n\nlast\n");
}

TEST(MboxReader, ReportsWhatStandsBeforeTheFirstSeparator) {
  const auto messages = read("some stray text\nand more\n\n" + kFrom + "Subject: a\n\none\n");
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_NE(messages[0].broken, "");
  EXPECT_EQ(messages[1].bytes, "Subject: a\n\none\n");
  EXPECT_TRUE(read("").empty());
  EXPECT_TRUE(read("\n\n\r\n").empty());
}

TEST(MboxReader, EmptyMessagesDoNotVanish) {
  EXPECT_EQ(read(kFrom + "\n" + kFrom + "Subject: b\n\ntwo\n").size(), 2u);
  EXPECT_EQ(read(kFrom).size(), 1u);
}

/// The same few mails again and again, without holding them.
class EndlessMails final : public ByteSource {
 public:
  explicit EndlessMails(std::uint64_t bytes) : left_(bytes) {
    for (int i = 0; i < 20; ++i)
      mails_ += kFrom + "Subject: x\n\n" + std::string(8000, 'm') + "\n\n";
  }
  std::size_t read(char* buffer, std::size_t size) override {
    const std::size_t count =
        std::size_t(std::min<std::uint64_t>({size, left_, mails_.size() - at_}));
    mails_.copy(buffer, count, at_);
    at_ = (at_ + count) % mails_.size();
    left_ -= count;
    return count;
  }
  std::uint64_t stored_bytes_read() const override { return 0; }
  std::uint64_t stored_bytes_total() const override { return 0; }

 private:
  std::string mails_;
  std::uint64_t left_;
  std::size_t at_ = 0;
};

std::uint64_t peak_kilobytes() {
  struct rusage usage {};
  getrusage(RUSAGE_SELF, &usage);
  return std::uint64_t(usage.ru_maxrss);
}

TEST(MboxReader, MemoryDoesNotGrowWithTheArchive) {
  const std::uint64_t before = peak_kilobytes();
  const auto reader =
      read_mbox(std::make_unique<EndlessMails>(std::uint64_t{400} << 20), "endless", {});
  RawMessage message;
  std::uint64_t count = 0;
  while (reader->next(message)) ++count;
  EXPECT_GT(count, 50'000u);
  EXPECT_LT(peak_kilobytes() - before, 32'000u);
}

class MboxFile : public ::testing::Test {
 protected:
  static std::string archive(int messages) {
    std::string bytes;
    for (int i = 0; i < messages; ++i) {
      bytes += kFrom + "Subject: mail " + std::to_string(i) + "\n\nbody " +
               std::string(std::size_t(i % 50) * 40, 'b') + "\n\n";
    }
    return bytes;
  }
  Folder folder_;
};

TEST_F(MboxFile, ResumesBehindEveryMessagePlainAndCompressed) {
  const std::string bytes = archive(30);
  const std::string paths[] = {folder_.write("a.mbox", bytes),
                               folder_.write("b.mbox.gz", gzip(bytes))};
  for (const std::string& path : paths) {
    const auto all = read_everything(*open_mbox(path, {}));
    ASSERT_EQ(all.size(), 30u);
    for (std::size_t i = 0; i < all.size(); ++i) {
      MailReadOptions options;
      options.resume = all[i].after;
      const auto reader = open_mbox(path, options);
      EXPECT_TRUE(reader->resumed());
      const auto rest = read_everything(*reader);
      ASSERT_EQ(rest.size(), all.size() - i - 1) << path << " after " << i;
      if (!rest.empty()) {
        EXPECT_EQ(rest.front().bytes, all[i + 1].bytes);
        EXPECT_EQ(rest.front().index, all[i + 1].index);
        EXPECT_EQ(rest.back().after, all.back().after);
      }
    }
  }
}

TEST_F(MboxFile, AnArchiveThatGrewGoesOnAtItsOldEnd) {
  const std::string path = folder_.write("a.mbox", archive(5));
  MailReadOptions options;
  options.resume = read_everything(*open_mbox(path, {})).back().after;
  folder_.write("a.mbox", archive(8));
  const auto reader = open_mbox(path, options);
  EXPECT_TRUE(reader->resumed());
  EXPECT_EQ(read_everything(*reader).size(), 3u);
}

TEST_F(MboxFile, AnArchiveThatChangedStartsAgain) {
  const std::string bytes = archive(20);
  const std::string path = folder_.write("a.mbox", bytes);
  MailReadOptions options;
  options.resume = read_everything(*open_mbox(path, {}))[10].after;
  std::string changed_head = bytes, changed_tail = bytes;
  changed_head[60] = '!';
  changed_tail[options.resume->position - 4] = '!';
  for (const std::string& changed :
       {changed_head, changed_tail, bytes.substr(0, options.resume->position / 2)}) {
    folder_.write("a.mbox", changed);
    const auto reader = open_mbox(path, options);
    EXPECT_FALSE(reader->resumed());
    EXPECT_EQ(read_everything(*reader).front().index, 0u);
  }
}

TEST_F(MboxFile, DamagedCompressionEndsInABrokenMessage) {
  std::string compressed = gzip(archive(500));
  const auto complete = read_everything(*open_mbox(folder_.write("ok.gz", compressed), {}));
  ASSERT_EQ(complete.size(), 500u);
  const auto cut = read_everything(
      *open_mbox(folder_.write("cut.gz", compressed.substr(0, compressed.size() / 2)), {}));
  ASSERT_GE(cut.size(), 2u);
  EXPECT_LT(cut.size(), 500u);
  EXPECT_NE(cut.back().broken.find("ends early"), std::string::npos) << cut.back().broken;
  EXPECT_EQ(cut.front().bytes, complete.front().bytes);
  compressed[compressed.size() / 2] = static_cast<char>(compressed[compressed.size() / 2] ^ 0x55);
  const auto flipped = read_everything(*open_mbox(folder_.write("flip.gz", compressed), {}));
  EXPECT_NE(flipped.back().broken, "");
  const auto garbage = read_everything(*open_mbox(folder_.write("bad.gz", "\x1f\x8bgarbage"), {}));
  ASSERT_EQ(garbage.size(), 1u);
  EXPECT_NE(garbage[0].broken, "");
}

TEST_F(MboxFile, ConcatenatedCompressionIsOneArchive) {
  const std::string path = folder_.write("a.gz", gzip(archive(3)) + gzip(archive(4)) + "\0\0\0");
  EXPECT_EQ(read_everything(*open_mbox(path, {})).size(), 7u);
}

TEST_F(MboxFile, MissingFilesAreNamed) {
  try {
    open_mbox(folder_.path("nothing.mbox"), {});
    FAIL() << "opened a file that is not there";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::NotFound);
    EXPECT_NE(std::string(error.what()).find("nothing.mbox"), std::string::npos);
  }
}

}  // namespace
}  // namespace memfold::ingest
