// Facts from endpoints that behave well and badly.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "core/concurrent_for.h"
#include "mails.h"
#include "memfold/error.h"

namespace memfold {
namespace {

using testing_remote::completion;
using testing_remote::EchoExtractor;
using testing_remote::extractor_options_for;
using testing_remote::good_facts;
using testing_remote::HttpRequest;
using testing_remote::HttpResponse;
using testing_remote::LoopbackServer;
using testing_remote::mail_in;
using testing_remote::mail_of;
using testing_remote::note_every_line;
using testing_remote::ReceivedJson;
using Manner = HttpResponse::Manner;

const std::string kStatement = "The budget of the spring fair is 5,000 USD.";

std::shared_ptr<const RemoteExtractor> extractor_for(const RemoteExtractorOptions& options) {
  return remote_extractor(options, std::make_shared<EchoExtractor>());
}

std::vector<std::string> contents(const std::vector<Fact>& facts) {
  std::vector<std::string> texts;
  for (const Fact& fact : facts) texts.push_back(fact.content);
  return texts;
}

HttpResponse answering(const ReceivedJson& answer) {
  return {200, completion(answer.dump())};
}

void expect_fallback(const RemoteExtractor& extractor, const std::string& why) {
  EXPECT_EQ(contents(extractor.extract(mail_of(kStatement))),
            std::vector<std::string>{"fallback: " + kStatement})
      << why;
  EXPECT_EQ(extractor.counters().fallbacks, 1u) << why;
  EXPECT_EQ(extractor.counters().facts, 0u) << why;
}

TEST(RemoteExtractor, NamesAreReadInProcessWhoeverFoundTheFacts) {
  LoopbackServer server([&](const HttpRequest&) { return answering(good_facts({kStatement})); });
  const auto extractor = extractor_for(extractor_options_for(server.url()));
  const std::vector<Fact> facts = extractor->extract(mail_of(kStatement));
  const MentionSet mentioned = extractor->mentions(mail_of(kStatement), facts);
  ASSERT_EQ(mentioned.mentions.size(), 1u);
  EXPECT_EQ(mentioned.mentions[0].name, kStatement);
  EXPECT_EQ(extractor->counters().mails, 1u);
}

TEST(RemoteExtractor, AGoodAnswerBecomesFactsOfTheMail) {
  ReceivedJson answer = good_facts({kStatement});
  answer["facts"][0]["occurred_at"] = "2026-02-01T10:00:00+09:00";
  answer["facts"][0]["valid_until"] = "2026-03-01T00:00:00Z";
  LoopbackServer server([&](const HttpRequest&) { return answering(answer); });
  const auto extractor = extractor_for(extractor_options_for(server.url()));
  EXPECT_EQ(extractor->name(), "remote:test-model@extract1");
  const std::vector<Fact> facts = extractor->extract(mail_of(kStatement));
  ASSERT_EQ(facts.size(), 1u);
  const Fact& fact = facts.front();
  EXPECT_EQ(fact.content, kStatement);
  EXPECT_EQ(fact.category, Category::Decision);
  EXPECT_EQ(fact.importance, 0.7);
  EXPECT_EQ(fact.confidence, 0.9);
  EXPECT_EQ(fact.occurred_at, parse_time("2026-02-01T01:00:00Z"));
  EXPECT_EQ(fact.valid_until, parse_time("2026-03-01"));
  EXPECT_EQ(fact.entities, std::vector<std::string>{"5000 USD"});
  EXPECT_EQ(fact.keywords, std::vector<std::string>{"fair"});
  EXPECT_EQ(fact.stated_at, parse_time("2026-01-05T00:00:00Z"));
  EXPECT_EQ(fact.people, (std::vector<std::string>{"mina@example.com", "june@example.com"}));
  EXPECT_EQ(fact.thread_id, "t1@example.com");
  EXPECT_EQ(fact.subject, "Spring fair");
  EXPECT_EQ(fact.source_id, "m1@example.com");
  EXPECT_TRUE(fact.user.empty());
  EXPECT_EQ(server.requests().front().target, "/v1/chat/completions");
}

/// What a fact takes from its mail does not depend on who found it.
TEST(RemoteExtractor, MailFieldsAreThoseOfTheBuiltInOne) {
  LoopbackServer server(note_every_line);
  const Message mail = mail_of("The budget of the spring fair is 5,000 USD.");
  const std::vector<Fact> builtin = builtin_extractor()->extract(mail);
  ASSERT_EQ(builtin.size(), 1u);
  Message said = mail;
  said.body = builtin.front().content;
  const std::vector<Fact> remote =
      extractor_for(extractor_options_for(server.url()))->extract(said);
  ASSERT_EQ(remote.size(), 1u);
  EXPECT_EQ(remote[0].content, builtin[0].content);
  EXPECT_EQ(remote[0].idempotency_key, builtin[0].idempotency_key);
  EXPECT_EQ(remote[0].source_id, builtin[0].source_id);
  EXPECT_EQ(remote[0].thread_id, builtin[0].thread_id);
  EXPECT_EQ(remote[0].subject, builtin[0].subject);
  EXPECT_EQ(remote[0].people, builtin[0].people);
  EXPECT_EQ(remote[0].stated_at, builtin[0].stated_at);
  EXPECT_EQ(remote[0].occurred_at, builtin[0].occurred_at);
}

TEST(RemoteExtractor, AMailWithNothingWorthKeepingGivesNothing) {
  LoopbackServer server([](const HttpRequest&) { return answering(good_facts({})); });
  const auto extractor = extractor_for(extractor_options_for(server.url()));
  EXPECT_TRUE(extractor->extract(mail_of("Hello!")).empty());
  EXPECT_EQ(extractor->counters().sent, 1u);
  EXPECT_EQ(extractor->counters().fallbacks, 0u);
}

TEST(RemoteExtractor, AnAnswerThatCannotBeUsedIsTheFallbacks) {
  ReceivedJson extra = good_facts({kStatement});
  extra["facts"][0]["user"] = "somebody";
  ReceivedJson beside = good_facts({kStatement});
  beside["note"] = "x";
  ReceivedJson category = good_facts({kStatement});
  category["facts"][0]["category"] = "secret";
  ReceivedJson importance = good_facts({kStatement});
  importance["facts"][0]["importance"] = 2;
  ReceivedJson day = good_facts({kStatement});
  day["facts"][0]["occurred_at"] = "2026-02-01";
  const std::string bad[] = {"{\"choices\":",
                             "{}",
                             completion("Here are the facts!"),
                             completion("{}"),
                             completion("[]"),
                             completion(extra.dump()),
                             completion(beside.dump()),
                             completion(category.dump()),
                             completion(importance.dump()),
                             completion(day.dump())};
  for (const std::string& body : bad) {
    LoopbackServer server([&](const HttpRequest&) { return HttpResponse{200, body}; });
    const auto extractor = extractor_for(extractor_options_for(server.url()));
    expect_fallback(*extractor, body);
    extractor->extract(mail_of(kStatement));
    EXPECT_EQ(server.count(), 1u) << "the same question would get the same answer";
    EXPECT_EQ(extractor->counters().unusable, 1u) << body;
  }
}

TEST(RemoteExtractor, FailuresOfTheNetworkAreTheFallbacks) {
  for (const Manner manner : {Manner::Close, Manner::Half, Manner::Hang, Manner::Endless}) {
    LoopbackServer server([&](const HttpRequest&) { return HttpResponse{200, "{", {}, manner}; });
    RemoteExtractorOptions options = extractor_options_for(server.url());
    options.timeout_ms = manner == Manner::Hang ? 50 : 60'000;
    options.max_retries = 1;
    expect_fallback(*extractor_for(options), std::to_string(int(manner)));
  }
  for (const int status : {401, 429, 500}) {
    LoopbackServer server([&](const HttpRequest&) { return HttpResponse{status, "no"}; });
    const auto extractor = extractor_for(extractor_options_for(server.url()));
    expect_fallback(*extractor, std::to_string(status));
    EXPECT_EQ(extractor->counters().calls, status == 401 ? 1u : 5u);
    EXPECT_EQ(extractor->counters().failures, 1u);
  }
  RemoteExtractorOptions nobody = extractor_options_for(testing_remote::url_of_nobody());
  expect_fallback(*extractor_for(nobody), "nobody");
}

TEST(RemoteExtractor, TriesAgainAndWaitsAsAskedTo) {
  std::atomic<int> calls = 0;
  LoopbackServer server([&](const HttpRequest& request) {
    return ++calls == 1 ? HttpResponse{429, "", {{"Retry-After", "3"}}} : note_every_line(request);
  });
  std::vector<std::int64_t> waits;
  RemoteExtractorOptions options = extractor_options_for(server.url());
  options.hooks.sleep_for = [&](std::int64_t millis) { waits.push_back(millis); };
  EXPECT_EQ(contents(extractor_for(options)->extract(mail_of(kStatement))),
            std::vector<std::string>{kStatement});
  EXPECT_EQ(waits, std::vector<std::int64_t>{3000});
}

TEST(RemoteExtractor, TheBudgetAndTheBreakerAreRespected) {
  LoopbackServer server(note_every_line);
  RemoteExtractorOptions options = extractor_options_for(server.url());
  options.max_calls = 1;
  const auto frugal = extractor_for(options);
  frugal->extract(mail_of(kStatement));
  EXPECT_EQ(contents(frugal->extract(mail_of("Another budget."))),
            std::vector<std::string>{"fallback: Another budget."});
  EXPECT_EQ(frugal->counters().refused, 1u);
  EXPECT_TRUE(frugal->counters().budget_used_up);

  LoopbackServer ill([](const HttpRequest&) { return HttpResponse{500, ""}; });
  RemoteExtractorOptions quick = extractor_options_for(ill.url());
  quick.max_retries = 0;
  quick.breaker_failures = 2;
  const auto broken = extractor_for(quick);
  for (int i = 0; i < 5; ++i) broken->extract(mail_of("Mail " + std::to_string(i)));
  EXPECT_EQ(ill.count(), 2u);
  EXPECT_EQ(broken->counters().fallbacks, 5u);
  EXPECT_EQ(broken->counters().breaker, BreakerState::Open);
}

TEST(RemoteExtractor, WhatTheMailDoesNotSayIsDropped) {
  LoopbackServer server([](const HttpRequest&) {
    return answering(
        good_facts({kStatement, "Elephants migrate during winter.", "Spring fair budget"}));
  });
  const auto extractor = extractor_for(extractor_options_for(server.url()));
  EXPECT_EQ(contents(extractor->extract(mail_of(kStatement))),
            (std::vector<std::string>{kStatement, "Spring fair budget"}));
  EXPECT_EQ(extractor->counters().dropped, 1u);
  EXPECT_EQ(extractor->counters().facts, 2u);
}

TEST(RemoteExtractor, AskedOnceAndRemembered) {
  LoopbackServer server(note_every_line);
  const auto extractor = extractor_for(extractor_options_for(server.url()));
  const auto first = contents(extractor->extract(mail_of(kStatement)));
  EXPECT_EQ(contents(extractor->extract(mail_of(kStatement, "other@example.com"))), first);
  EXPECT_EQ(server.count(), 1u) << "the id is not part of the question";
  EXPECT_EQ(extractor->counters().cache_hits, 1u);
}

TEST(RemoteExtractor, ALongMailIsAskedAboutInPartsAndJoinedInOrder) {
  std::string body;
  std::vector<std::string> lines;
  for (int i = 0; i < 40; ++i) {
    lines.push_back("Paragraph " + std::to_string(i) + " " + std::string(150, 'x') + ".");
    body += lines.back() + "\n\n";
  }
  LoopbackServer server(note_every_line);
  RemoteExtractorOptions options = extractor_options_for(server.url());
  options.part_bytes = 1000;
  options.max_parts = 100;
  const auto extractor = extractor_for(options);
  EXPECT_EQ(contents(extractor->extract(mail_of(body))), lines);
  EXPECT_GE(server.count(), 7u);
  EXPECT_EQ(mail_in(server.requests()[1])["part"], "2 of " + std::to_string(server.count()));

  options.max_parts = 2;
  const auto impatient = extractor_for(options);
  const std::size_t before = server.count();
  EXPECT_EQ(impatient->extract(mail_of(body)).size(), 1u);
  EXPECT_EQ(impatient->counters().fallbacks, 1u);
  EXPECT_EQ(server.count(), before) << "not begun what will not be finished";
}

TEST(RemoteExtractor, APartWithoutAnAnswerLeavesTheWholeMailToTheFallback) {
  LoopbackServer server([](const HttpRequest& request) {
    const std::string text = mail_in(request)["text"];
    return text.find("second") == std::string::npos ? note_every_line(request)
                                                    : HttpResponse{400, ""};
  });
  RemoteExtractorOptions options = extractor_options_for(server.url());
  options.part_bytes = 1000;
  const std::string body = "first " + std::string(900, 'x') + "\n\nsecond " +
                           std::string(900, 'y') + "\n\nthird " + std::string(900, 'z');
  const auto extractor = extractor_for(options);
  EXPECT_EQ(contents(extractor->extract(mail_of(body))),
            std::vector<std::string>{"fallback: " + body});
  EXPECT_EQ(server.count(), 2u);
}

TEST(RemoteExtractor, WithoutTextNothingIsSentAndEventsAreDataAlready) {
  LoopbackServer server(note_every_line);
  const auto extractor = remote_extractor(extractor_options_for(server.url()), builtin_extractor());
  Message invite = mail_of(" \n ");
  CalendarEvent event;
  event.summary = "Kickoff";
  event.start = parse_time("2026-02-01T10:00:00Z");
  invite.events = {event};
  const auto alone = extractor->extract(invite);
  ASSERT_EQ(alone.size(), 1u);
  EXPECT_EQ(server.count(), 0u);
  EXPECT_EQ(extractor->counters().fallbacks, 0u) << "nothing failed";
  invite.body = kStatement;
  const auto both = extractor->extract(invite);
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[0].content, alone[0].content);
  EXPECT_EQ(both[1].content, kStatement);
}

TEST(RemoteExtractor, TheSameFactsFromAnyNumberOfThreads) {
  LoopbackServer server(note_every_line);
  RemoteExtractorOptions options = extractor_options_for(server.url());
  options.max_concurrent = 2;
  std::vector<std::vector<Fact>> serial(30);
  const auto text = [](std::size_t i) { return "Budget " + std::to_string(i % 20) + " USD."; };
  for (const int threads : {1, 8}) {
    const auto extractor = extractor_for(options);
    std::vector<std::vector<Fact>> found(serial.size());
    concurrent_for(found.size(), threads,
                   [&](std::size_t i) { found[i] = extractor->extract(mail_of(text(i))); });
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(contents(found[i]), std::vector<std::string>{text(i)});
      if (threads == 1) serial[i] = found[i];
      EXPECT_EQ(found[i].at(0).idempotency_key, serial[i].at(0).idempotency_key);
    }
    EXPECT_EQ(extractor->counters().mails, 30u);
    EXPECT_EQ(extractor->counters().sent, 30u);
  }
}

TEST(RemoteExtractor, NeedsAFallbackAndGoodOptions) {
  const RemoteExtractorOptions good = extractor_options_for("http://127.0.0.1:1/v1");
  EXPECT_THROW(remote_extractor(good, nullptr), Error);
  RemoteExtractorOptions parts = good;
  parts.part_bytes = 10;
  EXPECT_THROW(extractor_for(parts), Error);
  RemoteExtractorOptions model = good;
  model.model.clear();
  EXPECT_THROW(extractor_for(model), Error);
}

}  // namespace
}  // namespace memfold
