#include "tools/cli/report_page.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "core/temporary_directory.h"
#include "core/text.h"

namespace memfold::tools {
namespace {

const std::vector<std::string> kHostile = {
    "<script>alert(1)</script>",
    "</style></title></svg><img src=x onerror=alert(1)>",
    "\" onmouseover=\"alert(1)",
    "' onfocus='alert(1)",
    "<!-- --><![CDATA[x]]>",
    "&lt;script&gt;",
    "\u202Egnp.exe\u2066 \u200F\u05D0",
    "cut \xED\xA0\x80 \xC3",
    std::string("nul \0 byte", 10),
    "javascript:alert(1)",
};

Memory memory_of(const std::string& text, int day) {
  Memory memory;
  memory.content = memory.subject = memory.thread_id = text;
  memory.people = {text};
  memory.stated_at = {Time{day * kMicrosPerDay}};
  return memory;
}

/// A store in which every text is one of kHostile.
StoreSurvey hostile_store() {
  StoreSurvey store;
  store.waiting_in_all = 1'000;
  for (const std::string& text : kHostile) {
    store.timeline.add(Time{}, DecisionKind::Update);
    store.threads.push_back({text, 1, Time{kMicrosPerDay}});
    store.people.push_back({text, 1, Time{}});
    VersionStep step{memory_of(text, 1), true, Operation::Supersede, {}, text};
    step.changes.push_back({text, text, text, ChangeKind::ValueChange, {}, {}});
    store.chains.push_back({step, step});
    WaitingCase waiting;
    waiting.review.fact = memory_of(text, 2);
    waiting.review.reasoning = waiting.compared = text;
    store.waiting.push_back(waiting);
  }
  store.by_category = {{Category::Misc, 1}, {Category::Task, 2}, {Category::Decision, 3}};
  for (const std::string& text : kHostile) {
    if (Category::wrong_name(text).empty()) store.by_category.emplace(Category::named(text), 1);
  }
  return store;
}

BackfillSummary hostile_run() {
  BackfillSummary run;
  run.counts.messages = run.counts.broken = 500;
  run.peak_resident_bytes = 1;
  run.fold_seconds = 1;
  for (const std::string& text : kHostile) run.broken.push_back({text, 7, text});
  return run;
}

std::string page_of(const BackfillSummary& run, const StoreSurvey& store,
                    const std::vector<std::string>& inputs = kHostile) {
  return report_page({{run, {}, kHostile[0], false, true, {}, {}, {}, {}, kHostile[1]},
                      store,
                      kHostile[2],
                      inputs,
                      Time{}});
}

/// Names of all tags; fails where one is not closed or not well formed.
std::set<std::string> tags_of(const std::string& page) {
  static const std::regex kTag(
      R"re(<(/?)([a-z0-9]+|!DOCTYPE html)((?: [a-zA-Z0-9-]+="[^"<>]*")*)>)re");
  static const std::set<std::string> kEmpty = {"meta", "!DOCTYPE html"};
  std::set<std::string> tags;
  std::vector<std::string> open;
  for (std::size_t at = page.find('<'); at != page.npos; at = page.find('<', at + 1)) {
    std::smatch tag;
    const std::string rest = page.substr(at, 4096);
    if (!std::regex_search(rest, tag, kTag, std::regex_constants::match_continuous)) {
      ADD_FAILURE() << "no tag: " << page.substr(at, 60);
      return tags;
    }
    tags.insert(tag[2]);
    if (kEmpty.contains(tag[2])) continue;
    if (tag[1] != "/") {
      open.push_back(tag[2]);
    } else if (open.empty() || open.back() != tag[2]) {
      ADD_FAILURE() << "closes nothing: " << page.substr(at, 60);
      return tags;
    } else {
      open.pop_back();
    }
  }
  EXPECT_TRUE(open.empty());
  return tags;
}

TEST(ReportPage, WhateverMailsSayStaysText) {
  const StoreSurvey store = hostile_store();
  const std::string page = page_of(hostile_run(), store);
  EXPECT_TRUE(is_valid_utf8(page));
  const std::set<std::string> tags = tags_of(page);
  for (const char* tag : {"script", "img", "iframe", "a", "link", "object", "form", "base"}) {
    EXPECT_FALSE(tags.contains(tag)) << tag;
  }
  EXPECT_TRUE(tags.contains("svg"));
  EXPECT_NE(page.find("&lt;script&gt;alert(1)&lt;/script&gt;"), page.npos);
  EXPECT_EQ(page.find("\u202E"), page.npos);
  EXPECT_EQ(page.find('\0'), page.npos);
  EXPECT_FALSE(std::regex_search(page, std::regex("<[^>]* on[a-z]+=")));
}

TEST(ReportPage, LoadsNothingFromAnywhere) {
  const StoreSurvey store = hostile_store();
  const std::string page = page_of(hostile_run(), store, {"a.mbox"});
  EXPECT_NE(page.find("default-src 'none'"), page.npos);
  EXPECT_FALSE(std::regex_search(page, std::regex("<[^>]* (src|href|style|action)=")));
  for (const char* reference : {"url(", "@import", "http:", "https:"}) {
    EXPECT_EQ(page.find(reference), page.npos) << reference;
  }
}

TEST(ReportPage, AnEmptyRunIsAPageToo) {
  const std::string page = page_of({}, {}, {"a.mbox"});
  tags_of(page);
  EXPECT_NE(page.find("Backfill of a.mbox"), page.npos);
  EXPECT_EQ(page.find("Longest histories"), page.npos);
}

TEST(ReportPage, LongTextsAndManyThingsDoNotMakeItLong) {
  const std::string endless(60'000, '<');
  StoreSurvey store;
  for (std::size_t i = 0; i < kTopListed; ++i) {
    store.threads.push_back({endless, 1, {}});
    store.people.push_back({endless, 1, {}});
  }
  VersionStep step{memory_of("short", 1), false, Operation::Supersede, {}, ""};
  store.chains.assign(kChainsListed, std::vector<VersionStep>(1'000, step));
  step.memory = memory_of(endless, 1);
  step.changes.assign(20, {endless, endless, endless, ChangeKind::ValueChange, {}, {}});
  for (auto& chain : store.chains) chain.back() = step;
  WaitingCase waiting;
  waiting.review.fact = memory_of(endless, 1);
  waiting.compared = waiting.review.reasoning = endless;
  store.waiting.assign(kReviewsListed, waiting);
  BackfillSummary run;
  run.broken.assign(kMaxBrokenListed, {endless, 1, endless});
  const std::string page = page_of(run, store, std::vector<std::string>(100, endless));
  EXPECT_LT(page.size(), 1'000'000u);
  EXPECT_NE(page.find("990 earlier versions"), page.npos);
}

TEST(ReportPage, PicturesHaveTitlesAndTablesHaveHeaders) {
  const StoreSurvey store = hostile_store();
  const std::string page = page_of(hostile_run(), store);
  EXPECT_TRUE(std::regex_search(
      page, std::regex(R"re(<svg class="chart"[^>]* role="img" aria-label="[^"]+"><title>)re")));
  EXPECT_NE(page.find("<desc>"), page.npos);
  const std::regex kTable("<table"), kCaption("<table[^>]*><caption>");
  const auto count = [&](const std::regex& what) {
    return std::distance(std::sregex_iterator(page.begin(), page.end(), what), {});
  };
  EXPECT_EQ(count(kTable), count(kCaption));
  EXPECT_GT(count(std::regex("<th scope=\"col\"")), 10);
  EXPECT_NE(page.find("<html lang=\"en\">"), page.npos);
}

TEST(ReportPage, IsWrittenWholeAndForItsOwnerOnly) {
  const TemporaryDirectory directory;
  const std::string file = prepare_report(directory.path() + "/new/report");
  write_report(file, "one");
  write_report(file, "two");
  std::ifstream in(file);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), "two");
  const auto permissions = std::filesystem::status(file).permissions();
  EXPECT_EQ(permissions & std::filesystem::perms::others_all, std::filesystem::perms::none);
  EXPECT_THROW(write_report(directory.path() + "/missing/backfill.html", "x"), Error);
  EXPECT_THROW(prepare_report(file), Error);
}

}  // namespace
}  // namespace memfold::tools
