#include "tools/eval/curve.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/text.h"
#include "tools/cli/figures.h"
#include "tools/cli/html.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {
namespace {

// Everything is in pixels at the picture's natural size.
constexpr double kPlotWidth = 260, kPlotHeight = 170;
constexpr double kPanelWidth = 330, kPanelHeight = 260;
constexpr double kLeft = 62;     // of the first plot, from the picture's edge
constexpr double kTop = 128;     // likewise
constexpr double kRight = 24;    // beyond the last panel
constexpr double kLegendY = 76;  // of its line
constexpr std::size_t kTitleColumns = 100;
constexpr std::array<double, 5> kYTicks = {0, 0.25, 0.5, 0.75, 1};
constexpr std::array<double, 6> kXTicks = {0, 0.2, 0.4, 0.6, 0.8, 1};

struct Series {
  const char* title;
  const char* color;  ///< told apart by the colour-blind as well
  const char* dash;
  std::optional<double> (ClassFigures::*value)() const;
};
constexpr Series kSeries[] = {{"precision", "#0072b2", "none", &ClassFigures::precision},
                              {"recall", "#d55e00", "6 4", &ClassFigures::recall}};

std::string csv_figure(const std::optional<double>& value) {
  return value ? fixed_text(*value, 4) : "";
}

std::string at(const char* x_name, double x, const char* y_name, double y) {
  return std::string(" ") + x_name + "=\"" + fixed_text(x, 1) + "\" " + y_name + "=\"" +
         fixed_text(y, 1) + "\"";
}

std::string text(double x, double y, const std::string& attributes, const std::string& content) {
  return "<text" + at("x", x, "y", y) + (attributes.empty() ? "" : " " + attributes) + ">" +
         tools::text(content).code() + "</text>\n";
}

std::string line(double x1, double y1, double x2, double y2, const std::string& attributes) {
  return "<line" + at("x1", x1, "y1", y1) + at("x2", x2, "y2", y2) + " " + attributes + "/>\n";
}

/// The place of one panel's plot.
struct Plot {
  double left, top;

  double x(double threshold) const { return left + threshold * kPlotWidth; }
  double y(double share) const { return top + (1 - share) * kPlotHeight; }
};

std::string axes(const Plot& plot) {
  const std::string grid = "stroke=\"#dddddd\"";
  std::string svg;
  for (const double tick : kYTicks) {
    svg += line(plot.x(0), plot.y(tick), plot.x(1), plot.y(tick), grid);
    svg += text(plot.x(0) - 7, plot.y(tick) + 4, "text-anchor=\"end\"", fixed_text(tick, 2));
  }
  for (const double tick : kXTicks) {
    svg += line(plot.x(tick), plot.y(0), plot.x(tick), plot.y(0) + 5, "stroke=\"#333333\"");
    svg += text(plot.x(tick), plot.y(0) + 19, "text-anchor=\"middle\"", fixed_text(tick, 1));
  }
  svg += line(plot.x(0), plot.y(0), plot.x(1), plot.y(0), "stroke=\"#333333\"");
  svg += line(plot.x(0), plot.y(0), plot.x(0), plot.y(1), "stroke=\"#333333\"");
  svg += text(plot.x(0.5), plot.y(0) + 37, "text-anchor=\"middle\"", "confidence threshold");
  const double middle = plot.y(0.5), beside = plot.x(0) - 44;
  svg += text(beside, middle,
              "text-anchor=\"middle\" transform=\"rotate(-90 " + fixed_text(beside, 1) + " " +
                  fixed_text(middle, 1) + ")\"",
              "share");
  return svg;
}

/// The line of one series, with gaps where it has no value.
std::string path(const Plot& plot, const Curve& curve, const Series& series) {
  std::string data;
  bool drawing = false;
  for (const CurvePoint& point : curve.points) {
    const std::optional<double> value = (point.figures.*series.value)();
    if (value) {
      data += std::string(drawing ? "L" : "M") + fixed_text(plot.x(point.threshold), 1) + " " +
              fixed_text(plot.y(*value), 1) + " ";
    }
    drawing = value.has_value();
  }
  if (data.empty()) return {};
  data.pop_back();
  return "<path d=\"" + data + "\" fill=\"none\" stroke=\"" + series.color +
         "\" stroke-width=\"2\" stroke-dasharray=\"" + series.dash + "\"/>\n";
}

std::string panel(const Plot& plot, const Curve& curve) {
  const std::size_t expected = curve.points.empty() ? 0 : curve.points.front().figures.expected;
  std::string svg = text(
      plot.x(0), plot.y(1) - 10, "font-weight=\"bold\"",
      label(curve.verdict) + ", " + curve.language + " (" + count_text(expected) + " expected)");
  svg += axes(plot);
  for (const Series& series : kSeries) svg += path(plot, curve, series);
  return svg;
}

std::string legend() {
  std::string svg;
  double x = kLeft;
  for (const Series& series : kSeries) {
    svg += line(x, kLegendY, x + 32, kLegendY,
                std::string("stroke=\"") + series.color + "\" stroke-width=\"2\" " +
                    "stroke-dasharray=\"" + series.dash + "\"");
    svg += text(x + 40, kLegendY + 4, "", series.title);
    x += 130;
  }
  return svg + text(x, kLegendY + 4, "fill=\"#555555\"",
                    "answers below the threshold do not count; no line where none is left");
}

}  // namespace

std::string curve_csv(std::span<const Curve> curves) {
  std::string csv = "language,class,threshold,precision,recall,given,right,expected\n";
  for (const Curve& curve : curves) {
    for (const auto& [threshold, figures] : curve.points) {
      csv += curve.language + "," + label(curve.verdict) + "," + fixed_text(threshold, 2) + "," +
             csv_figure(figures.precision()) + "," + csv_figure(figures.recall()) + "," +
             std::to_string(figures.given) + "," + std::to_string(figures.right) + "," +
             std::to_string(figures.expected) + "\n";
    }
  }
  return csv;
}

std::string curve_svg(std::span<const Curve> curves, const std::string& subject) {
  const auto columns =
      std::size_t(std::count_if(curves.begin(), curves.end(), [&](const Curve& curve) {
        return curve.language == curves.front().language;
      }));
  const std::size_t rows = columns == 0 ? 0 : curves.size() / columns;
  const double width = kLeft + double(columns) * kPanelWidth - (kPanelWidth - kPlotWidth) + kRight;
  const std::string size = "\"" + fixed_text(width, 0) + "\" height=\"" +
                           fixed_text(kTop + double(rows) * kPanelHeight, 0) + "\"";
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=" + size +
                    " font-family=\"sans-serif\" font-size=\"12\" fill=\"#222222\">\n"
                    "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n";
  svg += text(kLeft, 32, "font-size=\"16\" font-weight=\"bold\"",
              "Precision and recall by confidence");
  svg += text(kLeft, 52, "fill=\"#555555\"", fit(printable(to_valid_utf8(subject)), kTitleColumns));
  svg += legend();
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const std::size_t row = i / columns, column = i % columns;
    svg +=
        panel({kLeft + double(column) * kPanelWidth, kTop + double(row) * kPanelHeight}, curves[i]);
  }
  return svg + "</svg>\n";
}

}  // namespace memfold::tools
