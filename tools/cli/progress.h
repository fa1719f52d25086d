// What a long run shows while it works.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <ostream>
#include <string>

#include "memfold/backfill.h"
#include "tools/cli/screen.h"

namespace memfold::tools {

/// How far a backfill has come.
struct ProgressFigures {
  std::uint64_t messages = 0, facts = 0;
  std::array<std::uint64_t, 4> by_kind{};         ///< in the order of DecisionKind
  std::uint64_t bytes_before = 0;                 ///< done by an earlier run
  std::uint64_t bytes_done = 0, bytes_total = 0;  ///< of the inputs; total 0: unknown
};

ProgressFigures figures_of(const BackfillProgress& progress);

/// One line, e.g. "42 %  about 2 min 5 s left  310 messages/s  520 facts/s  CREATE 1,500 ...".
std::string progress_text(const ProgressFigures& figures, double elapsed_seconds);

/// A line on a stream that tells how far something is: rewritten in place on a terminal, elsewhere
/// a line of its own every few seconds. One thread at a time.
class ProgressLine {
 public:
  /// `seconds` gives the time since some start, monotone.
  ProgressLine(std::ostream& out, const Screen& screen, std::function<double()> seconds);

  double elapsed() const { return seconds_() - started_; }
  /// Prints what text(elapsed seconds) gives, as often as a person can read it.
  void update(const std::function<std::string(double elapsed_seconds)>& text);
  /// Removes the rewritten line, so that what follows starts on a clean one.
  void finish();

 private:
  std::ostream& out_;
  Screen screen_;
  std::function<double()> seconds_;
  double started_, next_;
  std::size_t shown_ = 0;  ///< columns of the line on a terminal
};

/// Seconds since some start, monotone.
double steady_seconds();

/// Shows the figures of a backfill.
class Progress {
 public:
  Progress(std::ostream& out, const Screen& screen, std::function<double()> seconds)
      : line_(out, screen, std::move(seconds)) {}

  /// Called as often as there is news; prints as often as a person can read it. What was done at
  /// the first call counts as done before: the time left is reckoned from there.
  void update(ProgressFigures figures);

  void finish() { line_.finish(); }

 private:
  ProgressLine line_;
  std::optional<std::uint64_t> bytes_before_;
};

}  // namespace memfold::tools
