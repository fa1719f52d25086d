#include "ingest/mail_parser.h"

#include <gtest/gtest.h>

#include "core/text.h"
#include "tests/ingest/support.h"

namespace memfold::ingest {
namespace {

using testing::parse;
using testing::parsed;

TEST(MailParser, ReadsAPlainMail) {
  const Message m = parsed(
      "X-GM-THRID: 1853677700954120011\nX-Gmail-Labels: Inbox,\"a, "
      "b\",=?utf-8?Q?=EC=97=85=EB=AC=B4?=\n"
      "From: =?utf-8?B?6rmA66+87KeA?= <Mina@Example.com>\nTo: Lee <lee@example.com>, "
      "all@example.com\n"
      "Cc: c@example.com\nSubject: =?utf-8?B?7ZqM7J2Y?= plan\nDate: Mon, 5 Jan 2026 09:05:31 "
      "+0900\n"
      "Message-ID: <one@example.com>\nList-Id: The Team <team.example.com>\nPrecedence: bulk\n"
      "Content-Type: text/plain; charset=utf-8\n\nWe meet on Monday.\n\n-- \nMina\n");
  EXPECT_EQ(m.id, "one@example.com");
  EXPECT_EQ(m.thread_id, "1853677700954120011");
  EXPECT_EQ(m.labels, (std::vector<std::string>{"Inbox", "a, b", "업무"}));
  EXPECT_EQ(m.from, (Mailbox{"김민지", "mina@example.com"}));
  ASSERT_EQ(m.to.size(), 2u);
  EXPECT_EQ(m.cc.size(), 1u);
  EXPECT_EQ(m.subject, "회의 plan");
  EXPECT_EQ(to_string(*m.date), "2026-01-05T00:05:31Z");
  EXPECT_EQ(m.utc_offset_minutes, 540);
  EXPECT_FALSE(m.is_reply);
  EXPECT_TRUE(m.is_bulk);
  EXPECT_EQ(m.list_id, "team.example.com");
  EXPECT_EQ(m.body, "We meet on Monday.");
  EXPECT_EQ(m.signature, "Mina");
}

TEST(MailParser, Threads) {
  const std::string rest = "Date: Mon, 5 Jan 2026 09:05:31 +0900\n\ntext\n";
  EXPECT_EQ(parsed("Message-ID: <a@x>\n" + rest).thread_id, "a@x") << "a root is its own thread";
  EXPECT_EQ(parsed("Message-ID: <b@x>\nIn-Reply-To: <a@x>\n" + rest).thread_id, "a@x");
  EXPECT_EQ(
      parsed("Message-ID: <c@x>\nReferences: <a@x>\n <b@x>\nIn-Reply-To: <b@x>\n" + rest).thread_id,
      "a@x");
  const auto lost = [&](const char* subject, const char* from, const char* to) {
    return parsed("Subject: " + std::string(subject) + "\nFrom: " + from + "\nTo: " + to + "\n" +
                  rest);
  };
  const Message one = lost("Re: budget", "a@x", "b@x"), two = lost("RE: Re:  Budget", "b@x", "a@x"),
                other = lost("Re: budget", "a@x", "c@x");
  EXPECT_TRUE(one.is_reply);
  EXPECT_EQ(one.thread_id, two.thread_id);
  EXPECT_NE(one.thread_id, other.thread_id);
  EXPECT_TRUE(lost("회신: 예산", "a@x", "b@x").is_reply);
}

TEST(MailParser, AMissingIdComesFromTheBytes) {
  const Message a = parsed("Subject: a\n\ntext\n"), same = parsed("Subject: a\n\ntext\n\n\n"),
                b = parsed("Subject: b\n\ntext\n");
  EXPECT_EQ(a.id.substr(0, 7), "sha256-");
  EXPECT_EQ(a.id, same.id) << "empty lines at the end are the archive's";
  EXPECT_NE(a.id, b.id);
}

TEST(MailParser, AbsurdDatesGiveWay) {
  const auto date = [](const std::string& headers) {
    RawMessage raw;
    raw.bytes = headers + "\ntext\n";
    raw.envelope_date = parse_time("2026-01-07T00:00:00Z");
    const auto time = parse_mail(raw).message.date;
    return time ? to_string(*time) : "none";
  };
  const std::string received = "Received: from a by b; Tue, 6 Jan 2026 00:00:00 +0000\n";
  EXPECT_EQ(date("Date: Mon, 5 Jan 2026 00:00:00 +0000\n" + received), "2026-01-05T00:00:00Z");
  for (const char* absurd : {"Thu, 1 Jan 1970 00:00:00 +0000", "Mon, 5 Jan 2037 00:00:00 +0000",
                             "Mon, 5 Jan 2015 00:00:00 +0000", "nonsense"}) {
    EXPECT_EQ(date("Date: " + std::string(absurd) + "\n" + received), "2026-01-06T00:00:00Z")
        << absurd;
  }
  EXPECT_EQ(date("Date: Mon, 5 Jan 2037 00:00:00 +0000\n"), "2026-01-07T00:00:00Z");
  EXPECT_EQ(date("Date: Mon, 5 Jan 20\nDate: Mon, 5 Jan 2026 00:00:00 +0000\n"),
            "2026-01-05T00:00:00Z")
      << "the first one is cut off";
  EXPECT_EQ(date("Subject: x\n"), "2026-01-07T00:00:00Z");
  EXPECT_EQ(date("Date: Mon, 5 Jan 2015 00:00:00 +0000\n"), "2015-01-05T00:00:00Z")
      << "an export is younger than its mails";
  EXPECT_FALSE(parsed("Subject: x\n\ntext\n").date);
}

TEST(MailParser, CharsetsOfBodies) {
  EXPECT_EQ(
      parsed("Content-Type: text/plain; charset=euc-kr\n\n\xbf\xb9\xbb\xea \xc8\xae\xc1\xa4\n")
          .body,
      "예산 확정");
  EXPECT_EQ(
      parsed(
          "Content-Type: text/plain; charset=ks_c_5601-1987\nContent-Transfer-Encoding: base64\n\n"
          "W7D4wfZdIJTuIMi4wMc=\n")
          .body,
      "[공지] 뷁 회의");
  EXPECT_EQ(
      parsed(
          "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"
          "=ED=9A=8C=EC=9D=98=\n =EB=8A=94\n")
          .body,
      "회의 는");
  EXPECT_EQ(parsed("Subject: \xbf\xb9\xbb\xea\n\n\xbf\xb9\xbb\xea\n").body, "예산")
      << "nothing declared";
}

TEST(MailParser, APageNamesItsCharsetWhereTheMailDoesNot) {
  const std::string page =
      "<html><head><META http-equiv=Content-Type content='text/html; charset=gb2312'></head>"
      "<p>\xbb\xe1\xd2\xe9\xd4\xda\xd6\xdc\xd2\xbb</p></html>\n";
  EXPECT_EQ(parsed("Content-Type: text/html\n\n" + page).body, "会议在周一");
  EXPECT_EQ(parsed("Content-Type: text/html\n\n<meta "
                   "charset=\"windows-1251\"><p>\xe2\xf1\xf2\xf0\xe5\xf7\xe0")
                .body,
            "встреча");
  EXPECT_EQ(parsed("Content-Type: text/html\n\n<meta charset=gb2312><p>회의는 월요일").body,
            "회의는 월요일")
      << "the bytes know better";
}

TEST(MailParser, SaysHowAMailWasMade) {
  const Message page = parsed(
      "From: a@example.com\nSubject: Re: hello\nX-Priority: 1 (Highest)\nContent-Type: "
      "text/html\n\n<html><body><font size=4>Hello</font> <img src=x><a href=\"http://192.0.2.7/\">"
      "there</a> <a name=top>you</a></body></html>\n");
  EXPECT_TRUE(page.make.html_only);
  EXPECT_TRUE(page.make.marked_urgent);
  EXPECT_TRUE(page.make.hides_host);
  EXPECT_TRUE(page.is_reply);
  EXPECT_FALSE(page.make.names_parent) << "by its subject only";
  EXPECT_EQ(page.make.links, 1u);
  EXPECT_EQ(page.make.fonts, 2u);
  const Message answer =
      parsed("From: a@example.com\nIn-Reply-To: <1@example.com>\nX-Priority: 3\n\nHello\n");
  EXPECT_TRUE(answer.make.names_parent);
  EXPECT_EQ(answer.make, (MailMake{.names_parent = true}));
}

TEST(MailParser, APageSentAsPlainTextIsReadAsOne) {
  const Message page =
      parsed("From: a@example.com\n\n\n<HTML><BODY><p>회의는 월요일</p></BODY></HTML>\n");
  EXPECT_EQ(page.body, "회의는 월요일");
  EXPECT_TRUE(page.make.html_only);
  EXPECT_EQ(parsed("From: a@example.com\n\n<b> is a tag.\n").body, "<b> is a tag.");
}

TEST(MailParser, FlowedText) {
  EXPECT_EQ(parsed("Content-Type: text/plain; FORMAT=Flowed; DelSp=YES\n\n회의 \n일정\n").body,
            "회의일정");
  EXPECT_EQ(parsed("Content-Type: text/plain; format=flowed\n\nWe meet on \nMonday.\n").body,
            "We meet on Monday.");
}

std::string multipart(const std::string& kind, const std::vector<std::string>& parts) {
  std::string mail = "Subject: x\nMIME-Version: 1.0\nContent-Type: multipart/" + kind +
                     "; boundary=\"b1\"\n\npreamble\n";
  for (const std::string& part : parts) mail += "--b1\n" + part + "\n";
  return mail + "--b1--\nepilogue\n";
}
const std::string kPlain = "Content-Type: text/plain\n\n",
                  kHtml = "Content-Type: text/html; charset=utf-8\n\n";

TEST(MailParser, AlternativesGiveThePlainTextUnlessItIsAStub) {
  const std::string html =
      kHtml +
      "<p>The <b>rich</b> text says more than the other one and then some, at length, really.</p>";
  EXPECT_EQ(parsed(multipart("alternative", {kPlain + "Plain words.\n", html})).body,
            "Plain words.");
  EXPECT_EQ(parsed(multipart("alternative", {kPlain + "\n \n", html})).body.substr(0, 13),
            "The rich text");
  EXPECT_EQ(parsed(multipart("alternative", {kPlain + "This is an HTML email.\n", html}))
                .body.substr(0, 13),
            "The rich text");
  EXPECT_EQ(parsed(multipart("alternative", {html})).body.substr(0, 13), "The rich text");
  EXPECT_EQ(
      parsed("Content-Type: text/html\n\n<div>Hello</div><blockquote>old</blockquote>").quoted,
      "old");
}

TEST(MailParser, AttachmentsAreListedNotRead) {
  const Message m = parsed(
      multipart("mixed", {kPlain + "See the plan.\n",
                          "Content-Type: application/pdf; "
                          "name=\"=?utf-8?B?7ZqM7J2Y?=.pdf\"\nContent-Disposition: attachment\n"
                          "Content-Transfer-Encoding: base64\n\naGVsbG8gd29ybGQgYWdhaW4=\n",
                          "Content-Type: text/plain\nContent-Disposition: attachment; "
                          "filename*=utf-8''%ED%9A%8C.txt\n\nnotes\n",
                          "Content-Type: application/pgp-signature\n\n-----BEGIN-----\n"}));
  EXPECT_EQ(m.body, "See the plan.");
  ASSERT_EQ(m.attachments.size(), 2u);
  EXPECT_EQ(m.attachments[0].file_name, "회의.pdf");
  EXPECT_EQ(m.attachments[0].content_type, "application/pdf");
  EXPECT_NEAR(double(m.attachments[0].bytes), 17, 3);
  EXPECT_EQ(m.attachments[1].file_name, "회.txt");
}

TEST(MailParser, AnEnclosedMailKeepsItsSenderAndDate) {
  const std::string inner =
      "Content-Type: message/rfc822\n\nFrom: =?utf-8?B?6rmA66+87KeA?= <mina@example.com>\n"
      "To: lee@example.com\nDate: Mon, 5 Jan 2026 09:05:31 +0900\nSubject: old\n"
      "Message-ID: <old@example.com>\nReferences: <root@example.com>\n\n"
      "The contract ends.\n\n> Is it over?\n\n-- \nMina\n";
  const Message m = parsed("Message-ID: <new@example.com>\nDate: Tue, 6 Jan 2026 09:00:00 +0000\n" +
                           multipart("mixed", {kPlain + "FYI\n", inner}));
  EXPECT_EQ(m.body, "FYI");
  EXPECT_EQ(m.quoted, "");
  ASSERT_EQ(m.forwarded.size(), 1u);
  const Message& old = m.forwarded[0];
  EXPECT_EQ(old.from, (Mailbox{"김민지", "mina@example.com"}));
  EXPECT_EQ(old.to.size(), 1u);
  EXPECT_EQ(to_string(*old.date), "2026-01-05T00:05:31Z");
  EXPECT_EQ(old.utc_offset_minutes, 540);
  EXPECT_EQ(old.subject, "old");
  EXPECT_EQ(old.thread_id, "root@example.com");
  EXPECT_EQ(old.id, "new@example.com") << "the mail in which it is found";
  EXPECT_EQ(old.body, "The contract ends.");
  EXPECT_EQ(old.quoted, "Is it over?");
  EXPECT_EQ(old.signature, "Mina");
}

TEST(MailParser, ADigestIsManyMailsAndAFileOfAForwardedOneIsListed) {
  const std::string second =
      "\nFrom: b@example.com\nSubject: two\n" +
      multipart("mixed", {kPlain + "Second.\n", "Content-Type: text/x-notes; name=n.txt\n\nx\n"})
          .substr(11);
  std::string digest =
      "Date: Tue, 6 Jan 2026 09:00:00 +0000\nContent-Type: multipart/digest; "
      "boundary=d1\n\n--d1\n\nFrom: a@example.com\nSubject: one\n\nFirst.\n--d1\n" +
      second + "--d1--\n";
  const Message m = parsed(digest);
  ASSERT_EQ(m.forwarded.size(), 2u);
  EXPECT_EQ(m.forwarded[0].body, "First.");
  EXPECT_EQ(to_string(*m.forwarded[0].date), "2026-01-06T09:00:00Z") << "no date of its own";
  EXPECT_EQ(m.forwarded[1].body, "Second.");
  EXPECT_EQ(m.attachments.size(), 1u);
}

TEST(MailParser, AMailForwardedInTheTextKeepsItsSenderAndDate) {
  const std::string head =
      "From: June <june@example.com>\nDate: Tue, 6 Jan 2026 09:00:00 +0900\n"
      "Message-ID: <new@example.com>\nSubject: Fwd: budget\n\n";
  const std::string block =
      "---------- Forwarded message ---------\nFrom: Mina <mina@example.com>\n"
      "Date: Mon, Jan 5, 2026 at 9:05 AM\nSubject: FW: budget\n"
      "To: <june@example.com>\n\n";
  const std::string oldest =
      "________________________________\nFrom: Lee <lee@example.com>\n"
      "Sent: Sunday, January 4, 2026 8:00 PM\nTo: Mina\nSubject: budget\n\n"
      "The budget is 5,000 USD.\n";
  const Message m =
      parsed(head + "Please look.\n\nBest regards,\nJune\n\n" + block + "See below.\n\n" + oldest);
  EXPECT_EQ(m.body, "Please look.");
  EXPECT_EQ(m.signature, "Best regards,\nJune");
  ASSERT_EQ(m.forwarded.size(), 1u);
  EXPECT_EQ(m.forwarded[0].from.address, "mina@example.com");
  EXPECT_EQ(to_string(*m.forwarded[0].date), "2026-01-05T00:05:00Z") << "the clock of June's zone";
  EXPECT_EQ(m.forwarded[0].body, "See below.");
  ASSERT_EQ(m.forwarded[0].forwarded.size(), 1u) << "forwarded before";
  EXPECT_EQ(m.forwarded[0].forwarded[0].from.address, "lee@example.com");
  EXPECT_EQ(m.forwarded[0].forwarded[0].body, "The budget is 5,000 USD.");

  const Message early = parsed("Date: Tue, 6 Jan 2015 09:00:00 +0900\nSubject: Fwd: x\n\n" + block +
                               "From the future.\n");
  EXPECT_TRUE(early.forwarded.empty()) << "none is forwarded before it is written";
  EXPECT_EQ(early.body, "");
}

TEST(MailParser, WhatIsNoMailInsideAMailIsAnAttachment) {
  const Message m =
      parsed(multipart("mixed", {kPlain + "See the mail.\n",
                                 "Content-Type: message/rfc822\nContent-Disposition: attachment; "
                                 "filename=old.eml\n\nonly a sentence, no header\n"}));
  EXPECT_EQ(m.body, "See the mail.");
  ASSERT_EQ(m.attachments.size(), 1u);
  EXPECT_EQ(m.attachments[0].file_name, "old.eml");
}

TEST(MailParser, InvitesAreEvents) {
  const std::string ics =
      "BEGIN:VCALENDAR\nMETHOD:REQUEST\nBEGIN:VEVENT\nUID:1\nSUMMARY:Budget\n"
      "DTSTART:20260122T140000\nEND:VEVENT\nEND:VCALENDAR\n";
  std::string mail =
      multipart("alternative", {kPlain + "You are invited.\n",
                                "Content-Type: text/calendar; method=REQUEST\n\n" + ics,
                                "Content-Type: text/calendar; name=invite.ics\n\n" + ics});
  const Message m = parsed("Date: Mon, 5 Jan 2026 09:05:31 +0900\n" + mail);
  ASSERT_EQ(m.events.size(), 1u) << "the same invite twice is one";
  EXPECT_EQ(to_string(*m.events[0].start), "2026-01-22T05:00:00Z") << "the author's zone";
  EXPECT_EQ(m.body, "You are invited.");
}

TEST(MailParser, NestedParts) {
  const std::string inner = "Content-Type: multipart/alternative; boundary=b2\n\n--b2\n" + kPlain +
                            "Inner text.\n--b2\n" + kHtml + "<p>Inner</p>\n--b2--\n";
  EXPECT_EQ(parsed(multipart("mixed", {inner, kPlain + "A footer part.\n"})).body,
            "Inner text.\n\nA footer part.");
}

TEST(MailParser, BrokenMailIsReadAsFarAsItMakesSense) {
  EXPECT_EQ(parse("").broken, "empty message");
  EXPECT_NE(parse("just some text without any header").broken, "");
  EXPECT_EQ(parsed("Content-Type: multipart/mixed\n\nno boundary here\n").attachments.size(), 0u);
  EXPECT_EQ(
      parsed("Content-Type: multipart/mixed; boundary=b1\n\n--b1\n" + kPlain + "Never closed.\n")
          .body,
      "Never closed.");
  EXPECT_EQ(
      parsed("Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\naGVsbG8gd29y").body,
      "hello wor");
  EXPECT_EQ(parsed(std::string("Subject: a\0b\n\nte\0xt\n", 19)).body, "text");
  EXPECT_EQ(parsed("Subject: no body at all").subject, "no body at all");
}

TEST(MailParser, DamagedMultipartsKeepTheirText) {
  const std::string mail = multipart("mixed", {kPlain + "We meet on Monday.\n"});
  EXPECT_EQ(parsed("From mina@example.com Mon Jan  5 09:05:31 2026\r\n" + mail).body,
            "We meet on Monday.")
      << "an mbox's line in a file of its own";
  EXPECT_EQ(
      parsed("Content-Type: multipart/mixed; boundary=b1\nContent-Type: text/plain\n\n--b1\n" +
             kPlain + "Two types.\n--b1--\n")
          .body,
      "Two types.");
  EXPECT_EQ(
      parsed(multipart("mixed", {"Content-Type: multipart/alternative; boundary=b2\n" + kPlain +
                                 "lost\n--b2\n" + kHtml + "<p>The inner text.</p>\n--b2--\n"}))
          .body,
      "The inner text.")
      << "the header of the first part is glued to that of the parts";
  EXPECT_EQ(parsed("Content-Type: multipart/mixed; boundary=b1\n\nWe meet on Monday.\n").body,
            "We meet on Monday.")
      << "no part at all";
  EXPECT_EQ(parsed("Content-Type: multipart/mixed\n\tboundary=b1\n\n--b1\n" + kPlain +
                   "We meet on Monday.\n--b1--\n")
                .body,
            "We meet on Monday.")
      << "the boundary is not the declared one";
}

TEST(MailParser, HostileMailIsBounded) {
  std::string deep = "Subject: deep\n";
  for (int i = 0; i < 5000; ++i) {
    const std::string n = std::to_string(i);
    deep += "Content-Type: multipart/mixed; boundary=b" + n + "\n\n--b" + n + "\n";
  }
  const ParsedMail nested = parse(deep + kPlain + "bottom\n");
  EXPECT_EQ(nested.broken, "");
  EXPECT_NE(nested.problem, "");

  std::string wide = "Subject: wide\nContent-Type: multipart/mixed; boundary=b\n\n";
  for (int i = 0; i < 100'000; ++i) wide += "--b\nContent-Type: image/png\n\nx\n";
  const ParsedMail bomb = parse(wide);
  EXPECT_LE(bomb.message.attachments.size(), 1000u);
  EXPECT_NE(bomb.problem, "");

  std::string forwards = "Subject: forwards\n";
  for (int i = 0; i < 100'000; ++i) forwards += "Content-Type: message/rfc822\n\n";
  EXPECT_EQ(parse(forwards).broken, "");

  std::string chain = "Date: Tue, 6 Jan 2026 09:00:00 +0000\nSubject: Fwd: x\n\n";
  for (int i = 0; i < 2000; ++i) {
    chain +=
        "----- Forwarded message -----\nFrom: a@example.com\nDate: Mon, 5 Jan 2026 09:00:00 +0000\n"
        "Subject: Fwd: x\n\n";
  }
  EXPECT_EQ(parse(chain).message.forwarded.size(), 1u);

  const ParsedMail long_header = parse("Subject: " + std::string(10'000'000, 's') + "\n\nbody\n");
  EXPECT_LE(long_header.message.subject.size(), 4096u);
  EXPECT_EQ(long_header.message.body, "body");

  MimeLimits limits;
  limits.max_text_bytes = 1000;
  const ParsedMail long_body = parse("Subject: a\n\n" + std::string(100'000, 'w'), limits);
  EXPECT_LE(long_body.message.body.size(), 1000u);
  EXPECT_NE(long_body.problem, "");
}

TEST(MailParser, EveryStringIsValidWhateverTheBytes) {
  std::string noise;
  std::uint32_t state = 12345;
  const std::string frame =
      multipart("mixed", {"Content-Type: text/html; charset=gb2312\n\n<p>x", kPlain + "y",
                          "Content-Type: text/calendar\n\nBEGIN:VEVENT\nSUMMARY:q\nEND:VEVENT\n"});
  for (int round = 0; round < 300; ++round) {
    noise = "From: a <b@c>\nTo: x\nList-Id: <l>\nX-Gmail-Labels: q\nReferences: <r>\n" + frame;
    for (int i = 0; i < 60; ++i) {
      state = state * 1664525u + 1013904223u;
      noise[(state >> 8) % noise.size()] = static_cast<char>(state >> 24);
    }
    const Message m = parse(noise).message;
    for (const std::string* text : {&m.id, &m.thread_id, &m.from.name, &m.from.address, &m.subject,
                                    &m.list_id, &m.body, &m.quoted, &m.signature}) {
      ASSERT_TRUE(is_valid_utf8(*text)) << round << " " << *text;
    }
    for (const CalendarEvent& event : m.events)
      ASSERT_TRUE(
          is_valid_utf8(event.summary + event.uid + event.location + event.status + event.method));
    for (const Attachment& attachment : m.attachments)
      ASSERT_TRUE(is_valid_utf8(attachment.file_name + attachment.content_type));
  }
}

}  // namespace
}  // namespace memfold::ingest
