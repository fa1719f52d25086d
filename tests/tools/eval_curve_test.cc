#include "tools/eval/curve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

namespace memfold::tools {
namespace {

/// Precision that ends half way, recall that falls.
std::vector<Curve> curves_of(std::vector<std::string> languages) {
  std::vector<Curve> curves;
  for (std::string& language : languages) {
    curves.push_back({std::move(language),
                      Verdict::Link,
                      {{0, {.expected = 4, .given = 3, .right = 2}},
                       {0.5, {.expected = 4, .given = 1, .right = 1}},
                       {1, {.expected = 4, .given = 0, .right = 0}}}});
  }
  return curves;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// Every element is closed by itself or by its end, in order.
bool is_well_formed(const std::string& xml) {
  static const std::regex tag("<(/?)([a-z]+)[^<>]*?(/?)>");
  std::vector<std::string> open;
  for (std::sregex_iterator i(xml.begin(), xml.end(), tag), end; i != end; ++i) {
    const std::smatch& match = *i;
    if (match[3].length() > 0) continue;
    if (match[1].length() == 0) {
      open.push_back(match[2]);
    } else if (open.empty() || open.back() != match[2]) {
      return false;
    } else {
      open.pop_back();
    }
  }
  return open.empty();
}

TEST(EvalCurve, TheTableHasALineAThreshold) {
  EXPECT_EQ(curve_csv(curves_of({"all"})),
            "language,class,threshold,precision,recall,given,right,expected\n"
            "all,LINK,0.00,0.6667,0.5000,3,2,4\n"
            "all,LINK,0.50,1.0000,0.2500,1,1,4\n"
            "all,LINK,1.00,,0.0000,0,0,4\n");
}

TEST(EvalCurve, ThePictureHasAPanelACurveWithBothLines) {
  const std::string svg = curve_svg(curves_of({"all", "en", "ko"}), "pairs");
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_EQ(count(svg, "<path"), 6u);
  EXPECT_EQ(count(svg, ">confidence threshold<"), 3u);
  EXPECT_EQ(count(svg, ">share<"), 3u);
  for (const char* title : {"LINK, all (4 expected)", "LINK, en (4 expected)", ">precision<"}) {
    EXPECT_NE(svg.find(title), std::string::npos) << title;
  }
}

TEST(EvalCurve, ALineEndsWhereNothingIsLeft) {
  const std::string svg = curve_svg(curves_of({"all"}), "pairs");
  static const std::regex path("<path d=\"([^\"]*)\"");
  std::smatch precision;
  ASSERT_TRUE(std::regex_search(svg, precision, path));
  const std::string points = precision[1];
  EXPECT_EQ(std::count(points.begin(), points.end(), 'M'), 1);
  EXPECT_EQ(std::count(points.begin(), points.end(), 'L'), 1) << points;
}

TEST(EvalCurve, NamesDoNotBreakThePicture) {
  const std::string svg = curve_svg(curves_of({"all"}), "a<b> & \"c\"\x1b\xff.jsonl");
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_NE(svg.find("a&lt;b&gt; &amp; &quot;c&quot;"), std::string::npos);
  EXPECT_EQ(svg.find('\x1b'), std::string::npos);
}

TEST(EvalCurve, NoCurvesAreAnEmptyPicture) {
  EXPECT_TRUE(is_well_formed(curve_svg({}, "nothing")));
}

}  // namespace
}  // namespace memfold::tools
