#include "models/extractor/events.h"

#include <gtest/gtest.h>

#include "fixture.h"

namespace memfold::models::extractor {
namespace {

CalendarEvent event(std::string summary) {
  CalendarEvent e;
  e.summary = std::move(summary);
  e.method = "REQUEST";
  e.start = at("2024-01-22T05:00:00Z");
  e.end = at("2024-01-22T06:30:00Z");
  e.location = "Room 4";
  e.attendees = {{"Kim", "kim@example.com"}, {"", "lee@example.com"}};
  return e;
}

TEST(Events, SayWhenWhereAndWho) {
  EXPECT_EQ(describe_event(event("Kickoff"), 540),
            "Kickoff: meeting 2024-01-22 14:00-15:30, at Room 4, with Kim, lee@example.com");
  EXPECT_EQ(describe_event(event("착수 회의"), 540),
            "착수 회의: 회의 2024-01-22 14:00-15:30, 장소 Room 4, 참석 Kim, lee@example.com");
}

TEST(Events, SayThatTheyAreCancelled) {
  CalendarEvent cancelled = event("Kickoff");
  cancelled.cancelled = true;
  cancelled.attendees.clear();
  EXPECT_EQ(describe_event(cancelled, 0),
            "Kickoff: meeting cancelled, 2024-01-22 05:00-06:30, at Room 4");
  cancelled.summary = "착수";
  EXPECT_EQ(describe_event(cancelled, 0), "착수: 회의 취소됨, 2024-01-22 05:00-06:30, 장소 Room 4");
}

TEST(Events, AnswersAndEmptyOnesSayNothing) {
  CalendarEvent reply = event("Kickoff");
  reply.method = "REPLY";
  EXPECT_EQ(describe_event(reply, 0), "");
  EXPECT_EQ(describe_event({}, 0), "");
}

TEST(Events, ManyAttendeesAreCounted) {
  CalendarEvent crowd = event("All hands");
  crowd.attendees.assign(20, {"Kim", "kim@example.com"});
  EXPECT_TRUE(describe_event(crowd, 0).ends_with("Kim + 12"));
}

}  // namespace
}  // namespace memfold::models::extractor
