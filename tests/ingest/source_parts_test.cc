// The parts the readers of sources are made of: times, captions, Slack's markup, notes.
#include <gtest/gtest.h>

#include "ingest/captions.h"
#include "ingest/note.h"
#include "ingest/slack.h"
#include "ingest/turn_time.h"
#include "ingest/turns.h"

namespace memfold::ingest {
namespace {

using Kind = TurnTime::Kind;

TEST(TurnTimes, EveryForm) {
  struct Case {
    const char* text;
    Kind kind;
    const char* time;  ///< as if it were UTC since 1970
    int offset = -1;
  };
  const Case kCases[] = {
      {"2026-03-02T10:00:00+09:00", Kind::Absolute, "2026-03-02T01:00:00Z", 540},
      {"2026-03-02T10:00:00Z", Kind::Absolute, "2026-03-02T10:00:00Z"},
      {"2026-03-02 10:00 CET", Kind::Absolute, "2026-03-02T09:00:00Z", 60},
      {"2026-03-02 10:00", Kind::Local, "2026-03-02T10:00:00Z"},
      {"2026-03-02T10:00:05.250", Kind::Local, "2026-03-02T10:00:05.250000Z"},
      {"2026-03-02", Kind::Local, "2026-03-02T00:00:00Z"},
      {"2026년 3월 2일 오후 2:30", Kind::Local, "2026-03-02T14:30:00Z"},
      {"2026년 3월 2일 (월) 오후 2시", Kind::Local, "2026-03-02T14:00:00Z"},
      {"2026년 3월 2일", Kind::Local, "2026-03-02T00:00:00Z"},
      {"March 2, 2026, 3 pm", Kind::Local, "2026-03-02T15:00:00Z"},
      {"Mar 2, 2026 at 9:30 AM", Kind::Local, "2026-03-02T09:30:00Z"},
      {"00:12:30", Kind::Relative, "1970-01-01T00:12:30Z"},
      {"75:03.5", Kind::Relative, "1970-01-01T01:15:03.500000Z"},
      {"12.5", Kind::Relative, "1970-01-01T00:00:12.500000Z"},
      {"1772413200", Kind::Absolute, "2026-03-02T01:00:00Z"},
      {"1772413200000", Kind::Absolute, "2026-03-02T01:00:00Z"},
  };
  for (const Case& each : kCases) {
    const auto time = parse_turn_time(each.text);
    ASSERT_TRUE(time) << each.text;
    EXPECT_EQ(time->kind, each.kind) << each.text;
    EXPECT_EQ(to_string(Time{time->micros}), each.time);
    EXPECT_EQ(time->utc_offset_minutes.value_or(-1), each.offset) << each.text;
  }
  for (const char* text : {"", "tomorrow", "10:99", "2026-13-01", "1e9", "1.2.3",
                           "99999999999999999", "2026-03-02T10:00:00+99:00", "-5"}) {
    EXPECT_FALSE(parse_turn_time(text)) << text;
  }
}

TEST(SlackMarkup, AsItsReadersSeeIt) {
  const SlackNames names = {{"U1", "Lena"}};
  struct Case {
    const char *text, *words;
  };
  const Case kCases[] = {
      {"<@U1> and <@U2|marco> and <@U3>", "Lena and marco and @U3"},
      {"see <https://x.example/a|the doc> or <https://y.example>",
       "see the doc or https://y.example"},
      {"in <#C1|general>, mail <mailto:a@x.example|a@x.example>", "in #general, mail a@x.example"},
      {"<!here> <!subteam^S1|@oncall> ship it :tada: :+1::skin-tone-2:", "oncall ship it"},
      {"at 10:30:45 and 1:2:3", "at 10:30:45 and 1:2:3"},
      {"a &lt;b&gt; &amp;amp; c", "a <b> &amp; c"},
      {"*bold* _it_ snake_case_name `v2.3` ~14일~ 15일", "bold it snake_case_name v2.3 15일"},
      {"오전~오후, 3~4시, 네~ 그럼 5~6시", "오전~오후, 3~4시, 네~ 그럼 5~6시"},
      {"before ```x = 1\ny``` after", "before\nafter"},
      {"open ```never closed", "open"},
      {"• 첫째\n• second", "- 첫째\n- second"},
      {"2 < 3 and <", "2 < 3 and <"},
  };
  for (const Case& each : kCases) EXPECT_EQ(read_slack_text(each.text, names).words, each.words);
  const SlackText quoted = read_slack_text("&gt; 누가 합니까?\n제가 합니다", names);
  EXPECT_EQ(quoted.words, "제가 합니다");
  EXPECT_EQ(quoted.quoted, "누가 합니까?");
}

TEST(Captions, VoicesTagsAndRepeats) {
  const auto cues = read_captions(
      "WEBVTT\nKind: captions\n\nNOTE\nnobody reads this\n\nid-1\n00:01.000 --> 00:02.000 "
      "align:start\n<v Ana>Hi <b>all</b> &amp; welcome\nback\n\n00:02.000 --> 00:03.000\n<v "
      "Ana>Hi</v> "
      "<v.loud Ben Li>Hello</v>\n\n00:03.000 --> 00:04.000\n<v Ben Li>Hello</v>\n");
  ASSERT_EQ(cues.size(), 3u);
  EXPECT_EQ(cues[0].speaker, "Ana");
  EXPECT_EQ(cues[0].text, "Hi all & welcome back");
  EXPECT_EQ(cues[0].start.micros, kMicrosPerSecond);
  EXPECT_EQ(cues[1].text, "Hi");
  EXPECT_EQ(cues[2].speaker, "Ben Li");
  EXPECT_EQ(cues[2].end.micros, 3 * kMicrosPerSecond);
}

TEST(Notes, TitlesAndMarks) {
  struct Case {
    const char *text, *title, *body;
  };
  const Case kCases[] = {
      {"# 4월 워크숍\n\n장소는 **양평**입니다.", "4월 워크숍", "장소는 양평입니다."},
      {"Garden plan\n\nTomatoes go *behind* the shed.", "Garden plan",
       "Tomatoes go behind the shed."},
      {"Garden plan\n===\nTomatoes.", "Garden plan", "Tomatoes."},
      {"우유를 사야 합니다.\n\n빵도.", "", "우유를 사야 합니다.\n\n빵도."},
      {"one line", "", "one line"},
      {"---\ntitle: Trip\ndate: 2026-03-02\n---\nPack.", "Trip", "Pack."},
      {"x\ny", "", "x\ny"},
      {"## Todo\n* [ ] a\n+ b\n1. c", "Todo", "- [ ] a\n- b\n1. c"},
      {"a\n### Open points\n- b", "", "a\n\nOpen points:\n- b"},
      {"T\n\n[link](http://x.example) ![img](y.png) [[page|shown]] `code` ~~old~~ new snake_case_x",
       "T", "link  shown code  new snake_case_x"},
      {"T\n\na\n\n```\nrm -rf\n```\n\n---\nb", "T", "a\n\nb"},
  };
  for (const Case& each : kCases) {
    const PlainNote note = read_note(each.text);
    EXPECT_EQ(note.title, each.title) << each.text;
    EXPECT_EQ(note.body, each.body);
  }
  EXPECT_EQ(read_note("a\n> b\n> c").quoted, "b\nc");
}

TEST(People, NamesWithAndWithoutAddresses) {
  EXPECT_EQ(people_in("김민지, Ben; Cho").size(), 3u);
  const auto people = people_in("Ann <ANN@x.example>, 김민지 <m@x.example>");
  ASSERT_EQ(people.size(), 2u);
  EXPECT_EQ(people[0].address, "ann@x.example");
  std::vector<Mailbox> all = {{"김민지", ""}};
  add_people(all, people);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].address, "m@x.example");
}

}  // namespace
}  // namespace memfold::ingest
