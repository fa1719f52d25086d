#include "tools/cli/progress.h"

#include <algorithm>
#include <chrono>

#include "memfold/kinds.h"
#include "tools/cli/figures.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {
namespace {

constexpr double kTerminalInterval = 0.1, kLineInterval = 5;  // seconds
constexpr double kLeastShareForEta = 0.01;

}  // namespace

ProgressFigures figures_of(const BackfillProgress& progress) {
  return {.messages = progress.counts.messages,
          .facts = progress.counts.facts,
          .by_kind = progress.counts.by_kind,
          .bytes_done = progress.bytes_done,
          .bytes_total = progress.bytes_total};
}

std::string progress_text(const ProgressFigures& figures, double elapsed_seconds) {
  std::string text;
  double share = 0, done_now = 0;
  if (figures.bytes_total > 0) {
    share = std::min(1.0, double(figures.bytes_done) / double(figures.bytes_total));
    done_now = share - double(figures.bytes_before) / double(figures.bytes_total);
    text += percent_text(share) + "  ";
  }
  // Before the rest: a narrow terminal cuts the end.
  if (done_now >= kLeastShareForEta && share < 1) {
    text += "about " + duration_text(elapsed_seconds * (1 - share) / done_now) + " left  ";
  }
  const double seconds = std::max(elapsed_seconds, 1e-3);
  text += rate_text(double(figures.messages) / seconds, "messages") + "  " +
          rate_text(double(figures.facts) / seconds, "facts") + " ";
  for (std::size_t i = 0; i < figures.by_kind.size(); ++i) {
    const auto kind = static_cast<DecisionKind>(i);
    if (kind == DecisionKind::Delete && figures.by_kind[i] == 0) continue;
    text += " " + std::string(name(kind)) + " " + count_text(figures.by_kind[i]);
  }
  return text;
}

ProgressLine::ProgressLine(std::ostream& out, const Screen& screen, std::function<double()> seconds)
    : out_(out),
      screen_(screen),
      seconds_(std::move(seconds)),
      started_(seconds_()),
      next_(started_ + (screen.terminal ? kTerminalInterval : kLineInterval)) {}

void ProgressLine::update(const std::function<std::string(double)>& text_of) {
  const double now = seconds_();
  if (now < next_) return;
  next_ = now + (screen_.terminal ? kTerminalInterval : kLineInterval);
  const std::string text = text_of(now - started_);
  if (!screen_.terminal) {
    out_ << text << std::endl;
    return;
  }
  const std::string line = fit(text, screen_.width - 1);
  const std::size_t width = display_width(line);
  out_ << '\r' << line << std::string(shown_ > width ? shown_ - width : 0, ' ') << std::flush;
  shown_ = width;
}

void ProgressLine::finish() {
  if (shown_ == 0) return;
  out_ << '\r' << std::string(shown_, ' ') << '\r' << std::flush;
  shown_ = 0;
}

double steady_seconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

void Progress::update(ProgressFigures figures) {
  if (!bytes_before_) bytes_before_ = figures.bytes_done;
  figures.bytes_before = *bytes_before_;
  line_.update([&](double elapsed) { return progress_text(figures, elapsed); });
}

}  // namespace memfold::tools
