// `memfold backfill --report`, looked at as a file and, where there is one, in a browser.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "command_line.h"

namespace memfold::acceptance {
namespace {

namespace fs = std::filesystem;

const std::string kArchive = std::string(MEMFOLD_SOURCE_DIR) + "/examples/archive.mbox";

/// A thread in which a statement changes; every name and text tries to become markup.
const std::string kHostileMails = [] {
  std::string bytes;
  for (const char* amount : {"30,000", "35,000"}) {
    const std::string day = bytes.empty() ? "5" : "9";
    bytes +=
        "From x@example.com Mon Jan  5 09:00:00 2026\n"
        "From: \"<script>alert('name')</script>\" <\"><img/src=x>\"@example.com>\n"
        "To: owner@example.com\n"
        "Subject: </title></style><script>alert('subject')</script> \xFF\xFE\n"
        "Date: Mon, " +
        day +
        " Jan 2026 09:00:00 +0000\n"
        "Message-ID: <" +
        day +
        "@example.com>\n\n"
        "The <b onclick=\"alert(1)\">budget</b> of the </svg><script>alert('body')</script> "
        "project is USD " +
        std::string(amount) + ".\n\n";
  }
  return bytes;
}();

std::string browser() {
  const char* path = std::getenv("PATH");
  std::string folders = path != nullptr ? path : "";
  std::replace(folders.begin(), folders.end(), ':', ' ');
  std::istringstream stream(folders);
  for (std::string folder; stream >> folder;) {
    for (const char* name : {"chromium", "chromium-browser", "google-chrome"}) {
      if (fs::exists(folder + "/" + name)) return folder + "/" + name;
    }
  }
  return {};
}

class Report : public CommandLine {
 protected:
  std::string slurp(const std::string& name) const {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  /// The page of a run over these mails.
  std::string page_of(const std::string& archive) const {
    const Outcome outcome = run({"backfill", archive, "--db", "mail.db", "--now", "2026-12-01",
                                 "--report", "out", "--json"});
    EXPECT_TRUE(outcome.code == 0 || outcome.code == 3) << outcome.err;
    EXPECT_EQ(outcome.json()["report"], "out/backfill.html");
    return slurp("out/backfill.html");
  }

  /// What the browser makes of a file and what it says on its console.
  Outcome open_in_browser(const std::string& name) const {
    const std::string command = "timeout 120 " + browser() +
                                " --headless --no-sandbox --disable-gpu --enable-logging=stderr" +
                                " --user-data-dir='" + path("profile") + "' --dump-dom 'file://" +
                                path(name) + "' >'" + path("dom") + "' 2>'" + path("console") + "'";
    Outcome outcome;
    outcome.code = std::system(command.c_str());
    outcome.out = slurp("dom");
    std::istringstream lines(slurp("console"));
    for (std::string line; std::getline(lines, line);) {
      if (line.find("CONSOLE") != line.npos) outcome.err += line + "\n";
    }
    return outcome;
  }
};

TEST_F(Report, TellsOfTheRunAndTheStore) {
  const std::string page = page_of(kArchive);
  for (const char* said :
       {"Decisions over time", "Categories", "Threads", "People", "Longest histories", "Left out",
        "peak memory", "Time by stage", "2026-01-05", "Memories of me"}) {
    EXPECT_NE(page.find(said), page.npos) << said;
  }
  EXPECT_NE(page.find("예산"), page.npos) << "Korean must come through";
  EXPECT_LT(page.size(), 300'000u);
}

TEST_F(Report, MarkupInMailsStaysText) {
  write("hostile.mbox", kHostileMails);
  const std::string page = page_of("hostile.mbox");
  EXPECT_NE(page.find("&lt;script&gt;"), page.npos) << "the mails must get as far as the page";
  EXPECT_EQ(page.find("<script"), page.npos);
  EXPECT_EQ(page.find("<b "), page.npos);
  EXPECT_EQ(page.find("<img"), page.npos);
}

TEST_F(Report, WhatIsForgottenIsOnNoPage) {
  ASSERT_NE(page_of(kArchive).find("예산"), std::string::npos);
  const Outcome forgotten = run({"forget", "--everything", "--yes", "--db", "mail.db"});
  ASSERT_EQ(forgotten.code, 0) << forgotten.err;
  const std::string page = page_of(kArchive);
  EXPECT_EQ(page.find("예산"), page.npos);
  EXPECT_NE(page.find("Decisions over time"), page.npos) << "counts stay";
}

TEST_F(Report, NeedsAPlaceBeforeTheRunBegins) {
  write("file", "");
  const Outcome blocked = run({"backfill", kArchive, "--db", "mail.db", "--report", "file/below"});
  EXPECT_EQ(blocked.code, 1);
  EXPECT_NE(blocked.err.find("file/below"), std::string::npos) << blocked.err;
  EXPECT_FALSE(fs::exists(path("mail.db")));
  EXPECT_EQ(run({"backfill", kArchive, "--db", "mail.db", "--report", "out", "--dry-run"}).code, 2);
}

TEST_F(Report, OpensInABrowserWithoutComplaint) {
  if (browser().empty()) GTEST_SKIP() << "no Chromium here: the page is not opened in a browser";
  write("bad.html", "<script>console.error('seen')</script>");
  if (open_in_browser("bad.html").err.find("seen") == std::string::npos) {
    GTEST_SKIP() << "this Chromium does not run here: the page is not opened in a browser";
  }
  write("hostile.mbox", kHostileMails);
  for (const std::string& archive : {kArchive, path("hostile.mbox")}) {
    page_of(archive);
    const Outcome seen = open_in_browser("out/backfill.html");
    EXPECT_EQ(seen.err, "") << archive;
    EXPECT_NE(seen.out.find("<h2>Decisions over time</h2>"), std::string::npos) << seen.out;
    EXPECT_EQ(seen.out.find("<script"), std::string::npos);
  }
}

}  // namespace
}  // namespace memfold::acceptance
