#include "ingest/html_text.h"

#include <gtest/gtest.h>

#include <chrono>

namespace memfold::ingest {
namespace {

TEST(HtmlText, BlocksBecomeLines) {
  EXPECT_EQ(
      html_to_text("<html><head><title>T</title><style>p{}</style></head><body>"
                   "<p>One  two\n three</p><p>Four<br>five</p><div>six</div><div>seven</div>"),
      "One two three\n\nFour\nfive\n\nsix\nseven");
  EXPECT_EQ(html_to_text("<ul><li>a</li><li>b <b>c</b>d</li></ul>after"), "- a\n- b cd\nafter");
  EXPECT_EQ(html_to_text("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>"),
            "a b\nc");
  EXPECT_EQ(html_to_text("<pre>x  y\n  z</pre>"), "x  y\n  z");
}

TEST(HtmlText, EntitiesAndLinks) {
  EXPECT_EQ(html_to_text("a &amp; b &lt;c&gt; &#54924;&#xC758; &nbsp;d &copy; &unknown; &"),
            "a & b <c> 회의 d © &unknown; &");
  EXPECT_EQ(html_to_text("see <a href=\"https://example.com/x\">the plan</a>."), "see the plan.");
  EXPECT_EQ(html_to_text("&#0;&#xD800;&#99999999999;ok&#x200b;ay"), "okay");
  EXPECT_EQ(html_to_text("it&#146;s"), "it’s");
}

TEST(HtmlText, QuotesCarryMarks) {
  EXPECT_EQ(
      html_to_text("<div>Agreed.</div><div>On Monday Mina wrote:</div>"
                   "<blockquote>first<br>second<blockquote>older</blockquote></blockquote>end"),
      "Agreed.\nOn Monday Mina wrote:\n> first\n> second\n> > older\nend");
}

TEST(HtmlText, WhatNobodySeesIsDropped) {
  EXPECT_EQ(html_to_text("a<script>if (1 < 2) { '</b>' }</script>b<!-- c -- > -->d"), "abd");
  EXPECT_EQ(html_to_text("<div style=\"display:none\">pre<div>header</div></div>seen"), "seen");
  EXPECT_EQ(html_to_text("<p style='display : none'>kept open<p>seen"), "kept open\n\nseen");
}

TEST(HtmlText, DamageIsTolerated) {
  EXPECT_EQ(html_to_text("1 < 2 and 3 > 2"), "1 < 2 and 3 > 2");
  EXPECT_EQ(html_to_text("<p>open <b>bold"), "open bold");
  EXPECT_EQ(html_to_text("text <a href=\"never closed>link</a> more"), "text");
  EXPECT_EQ(html_to_text("<"), "<");
  EXPECT_EQ(html_to_text("a<!"), "a");
  EXPECT_EQ(html_to_text(""), "");
  EXPECT_EQ(html_to_text("<title>never closed"), "never closed");
}

TEST(HtmlText, HostileInputTakesLinearTime) {
  const char* const kPieces[] = {"<title>",
                                 "<head><body>",
                                 "<blockquote>",
                                 "<a href=\"",
                                 "<!--",
                                 "<script>",
                                 "&",
                                 "<div style='display:none'>",
                                 "<li>",
                                 "</title",
                                 "<pre>\n"};
  const auto start = std::chrono::steady_clock::now();
  for (const char* piece : kPieces) {
    std::string html;
    while (html.size() < 1'000'000) html += piece;
    const std::string text = html_to_text(html + "</");
    EXPECT_LT(text.size(), html.size() * 8) << piece;
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST(HtmlLook, CountsLinksAndLooks) {
  const HtmlLook look = look_of(
      "<a href='https://example.com/a?b=@c'>x</a><A "
      "HREF=\"mailto:a@example.com\">y</A><font>z</font>");
  EXPECT_EQ(look.links, 2u);
  EXPECT_EQ(look.fonts, 1u);
  EXPECT_FALSE(look.hides_host);
  EXPECT_TRUE(look_of("<a href=http://bank.example@192.0.2.7/>").hides_host);
  EXPECT_TRUE(look_of("<a href=http://192.0.2.7:8080/x>").hides_host);
  EXPECT_EQ(look_of("<a <a href <").links, 1u) << "damaged, but it ends";
}

}  // namespace
}  // namespace memfold::ingest
