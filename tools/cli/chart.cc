#include "tools/cli/chart.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tools/cli/figures.h"

namespace memfold::tools {
namespace {

// In units of the picture, which is as wide as its place on the page.
constexpr double kWidth = 800, kHeight = 290;
constexpr double kLeft = 74, kRight = 10, kTop = 18, kBottom = 40;
constexpr double kPlotWidth = kWidth - kLeft - kRight, kPlotHeight = kHeight - kTop - kBottom;
constexpr double kGap = 0.16;  // of a column's room
constexpr double kWidestColumn = 60;
constexpr double kLabelRoom = 150;  // for the longest label
constexpr int kMostTicks = 5;

std::string number(double value) {
  return fixed_text(value, 1);
}

/// 1, 2 or 5 times a power of ten, so that at most kMostTicks of them reach `highest`.
std::uint64_t tick_step(std::uint64_t highest) {
  for (std::uint64_t power = 1;; power *= 10) {
    for (const std::uint64_t factor : {1, 2, 5}) {
      if (factor * power * kMostTicks >= highest) return factor * power;
    }
  }
}

Html label(double x, double y, Markup style, const std::string& content) {
  return element("text", {{"class", std::string(style.code())}, {"x", number(x)}, {"y", number(y)}},
                 text(content));
}

struct Scale {
  std::uint64_t step, top;
  double y(std::uint64_t value) const {
    return kTop + kPlotHeight * (1 - double(value) / double(top));
  }
};

Scale scale_for(std::uint64_t highest) {
  const std::uint64_t step = tick_step(std::max<std::uint64_t>(highest, 1));
  return {step, std::max<std::uint64_t>(1, (highest + step - 1) / step) * step};
}

Html grid(const Scale& scale) {
  Html svg;
  for (std::uint64_t value = 0; value <= scale.top; value += scale.step) {
    const std::string y = number(scale.y(value));
    svg += element("line", {{"class", value == 0 ? "axis" : "grid"},
                            {"x1", number(kLeft)},
                            {"x2", number(kWidth - kRight)},
                            {"y1", y},
                            {"y2", y}});
    svg += label(kLeft - 8, scale.y(value) + 5, "end", count_text(value));
  }
  return svg;
}

std::uint64_t height_of(const ChartColumn& column) {
  return std::accumulate(column.counts.begin(), column.counts.end(), std::uint64_t{0});
}

/// "2026-01: CREATE 12, UPDATE 3", shown where the pointer rests.
std::string hint(const ChartColumn& column, const std::vector<ChartSeries>& series) {
  std::string hint = column.label + ":";
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (column.counts[i] == 0) continue;
    hint += (hint.back() == ':' ? " " : ", ") + series[i].name + " " + count_text(column.counts[i]);
  }
  return hint;
}

Html stack(const ChartColumn& column, const std::vector<ChartSeries>& series, const Scale& scale,
           double x, double width) {
  Html shapes = element("title", {}, text(hint(column, series)));
  std::uint64_t below = 0;
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (column.counts[i] == 0) continue;
    const double bottom = scale.y(below), top = scale.y(below += column.counts[i]);
    shapes += element("rect", {{"class", std::string(series[i].style.code())},
                               {"x", number(x)},
                               {"y", fixed_text(top, 2)},
                               {"width", number(width)},
                               {"height", fixed_text(bottom - top, 2)}});
  }
  return element("g", {}, shapes);
}

}  // namespace

Html stacked_columns(const std::string& title, const std::string& description,
                     const std::vector<ChartSeries>& series,
                     const std::vector<ChartColumn>& columns) {
  std::uint64_t highest = 0;
  for (const ChartColumn& column : columns) highest = std::max(highest, height_of(column));
  const Scale scale = scale_for(highest);
  const double room = columns.empty() ? kPlotWidth : kPlotWidth / double(columns.size());
  const double width = std::min(room * (1 - kGap), kWidestColumn);
  const auto every = std::max<std::size_t>(1, std::size_t(std::ceil(kLabelRoom / room)));
  Html svg = element("title", {}, text(title)) + element("desc", {}, text(description));
  svg += grid(scale);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const double middle = kLeft + (double(i) + 0.5) * room;
    svg += stack(columns[i], series, scale, middle - width / 2, width);
    // The last of a regular row of labels would run over the edge.
    const bool fits = middle + kLabelRoom / 2 < kWidth + kLabelRoom / 8;
    if (i % every == every / 2 && fits) {
      svg += label(middle, kHeight - kBottom + 26, "middle", columns[i].label);
    }
  }
  return element("svg",
                 {{"class", "chart"},
                  {"viewBox", "0 0 " + fixed_text(kWidth, 0) + " " + fixed_text(kHeight, 0)},
                  {"role", "img"},
                  {"aria-label", title + ". " + description}},
                 svg);
}

Html legend(const std::vector<ChartSeries>& series) {
  Html items;
  for (const ChartSeries& one : series) {
    const Html swatch = element(
        "svg", {{"class", "swatch"}, {"viewBox", "0 0 10 10"}, {"aria-hidden", "true"}},
        element("rect",
                {{"class", std::string(one.style.code())}, {"width", "10"}, {"height", "10"}}));
    items += element("li", {}, swatch + text(one.name));
  }
  return element("ul", {{"class", "legend"}}, items);
}

Html bar_picture(double share) {
  const std::string width = fixed_text(std::clamp(share, 0.0, 1.0) * 100, 1);
  return element("svg",
                 {{"class", "bar"},
                  {"viewBox", "0 0 100 8"},
                  {"preserveAspectRatio", "none"},
                  {"aria-hidden", "true"}},
                 element("rect", {{"class", "rail"}, {"width", "100"}, {"height", "8"}}) +
                     element("rect", {{"class", "fill"}, {"width", width}, {"height", "8"}}));
}

}  // namespace memfold::tools
