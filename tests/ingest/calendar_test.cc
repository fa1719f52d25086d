#include "ingest/calendar.h"

#include <gtest/gtest.h>

namespace memfold::ingest {
namespace {

std::string event(const std::string& lines) {
  return "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\n" + lines +
         "END:VEVENT\r\nEND:VCALENDAR\r\n";
}

std::string start_of(const std::string& line, int offset = 0) {
  const auto events = parse_calendar(event(line + "\r\n"), offset);
  if (events.empty() || !events[0].start) return "none";
  return to_string(*events[0].start);
}

TEST(Calendar, ReadsAnInvite) {
  const auto events = parse_calendar(
      event("UID:abc-1\r\nSUMMARY:예산 회의\\, 2차\r\nLOCATION:Room 3\\nSeoul\r\n"
            "DTSTART;TZID=Asia/Seoul:20260122T140000\r\nDTEND;TZID=Asia/Seoul:20260122T153000\r\n"
            "ORGANIZER;CN=\"Kim, Mina\":mailto:Mina@Example.com\r\n"
            "ATTENDEE;ROLE=REQ-PARTICIPANT;CN=Lee:MAILTO:lee@example.com\r\n"
            "ATTENDEE:mailto:very.long.address.that.is.folded@exam\r\n ple.com\r\n"
            "STATUS:confirmed\r\nSEQUENCE:2\r\n"
            "BEGIN:VALARM\r\nSUMMARY:not this\r\nTRIGGER:-PT15M\r\nEND:VALARM\r\n"),
      0);
  ASSERT_EQ(events.size(), 1u);
  const CalendarEvent& e = events[0];
  EXPECT_EQ(e.uid, "abc-1");
  EXPECT_EQ(e.method, "REQUEST");
  EXPECT_EQ(e.summary, "예산 회의, 2차");
  EXPECT_EQ(e.location, "Room 3 Seoul");
  EXPECT_EQ(to_string(*e.start), "2026-01-22T05:00:00Z");
  EXPECT_EQ(to_string(*e.end), "2026-01-22T06:30:00Z");
  EXPECT_EQ(e.organizer, (Mailbox{"Kim, Mina", "mina@example.com"}));
  ASSERT_EQ(e.attendees.size(), 2u);
  EXPECT_EQ(e.attendees[1].address, "very.long.address.that.is.folded@example.com");
  EXPECT_EQ(e.status, "CONFIRMED");
  EXPECT_EQ(e.sequence, 2u);
  EXPECT_FALSE(e.cancelled);
}

TEST(Calendar, Times) {
  EXPECT_EQ(start_of("DTSTART:20260122T050000Z"), "2026-01-22T05:00:00Z");
  EXPECT_EQ(start_of("DTSTART:20260122T140000", 540), "2026-01-22T05:00:00Z");
  EXPECT_EQ(start_of("DTSTART;VALUE=DATE:20260122", 540), "2026-01-21T15:00:00Z");
  EXPECT_EQ(start_of("DTSTART;TZID=Korea Standard Time:20260122T140000"), "2026-01-22T05:00:00Z");
  EXPECT_EQ(start_of("DTSTART;TZID=America/New_York:20260722T090000"), "2026-07-22T13:00:00Z");
  EXPECT_EQ(start_of("DTSTART;TZID=Nowhere/City:20260122T140000", 540), "2026-01-22T05:00:00Z");
  EXPECT_EQ(start_of("DTSTART:20261322T140000"), "none");
  EXPECT_EQ(start_of("DTSTART:soon"), "none");
}

TEST(Calendar, DurationsAndCancellations) {
  const auto events =
      parse_calendar(event("SUMMARY:x\r\nDTSTART:20260122T050000Z\r\nDURATION:PT1H30M\r\n"), 0);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(to_string(*events[0].end), "2026-01-22T06:30:00Z");
  const auto cancelled = parse_calendar(
      "BEGIN:VCALENDAR\nMETHOD:CANCEL\nBEGIN:VEVENT\nSUMMARY:x\nEND:VEVENT\nEND:VCALENDAR", 0);
  ASSERT_EQ(cancelled.size(), 1u);
  EXPECT_TRUE(cancelled[0].cancelled);
}

TEST(Calendar, DamageAndBombs) {
  EXPECT_TRUE(parse_calendar("", 0).empty());
  EXPECT_TRUE(parse_calendar("BEGIN:VEVENT\nSUMMARY:never ends", 0).empty());
  EXPECT_TRUE(parse_calendar("END:VEVENT\nEND:VEVENT\n:::;;;\nBEGIN\n", 0).empty());
  std::string many, deep;
  for (int i = 0; i < 1000; ++i) many += event("SUMMARY:x\r\n");
  EXPECT_EQ(parse_calendar(many, 0).size(), kMaxEvents);
  for (int i = 0; i < 100'000; ++i) deep += "BEGIN:VEVENT\n";
  EXPECT_TRUE(parse_calendar(deep, 0).empty());
  const auto folded = parse_calendar(event("SUMMARY:x" + std::string(100'000, 'y') + "\r\n"), 0);
  ASSERT_EQ(folded.size(), 1u);
  EXPECT_LT(folded[0].summary.size(), 10'000u);
}

}  // namespace
}  // namespace memfold::ingest
