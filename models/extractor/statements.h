// From a mail's text to the statements its author made.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "models/extractor/lines.h"

namespace memfold::models::extractor {

/// Text longer than this is not read on: nobody wrote it by hand.
inline constexpr std::size_t kMaxBodyBytes = 512 * 1024;
/// A longer statement is cut at a word: it has no sentence ends in it.
inline constexpr std::size_t kMaxStatementBytes = 600;

struct Statement {
  std::string text;       ///< one line, single spaces, straight apostrophes
  bool item = false;      ///< from a list
  bool open_box = false;  ///< a list item with an empty check box
  bool paragraph_start = false;
  std::string heading{};  ///< of a list item: the line its list stands under
};

/// Everything of a body that later steps read.
struct Reading {
  std::vector<Statement> statements;
  std::vector<std::string> trailers;  ///< "Reviewed-by: ..." lines
};

/// Cuts text at sentence ends: ICU's rules of the root locale, made not to stop at abbreviations,
/// list numbers and dotted dates, and to stop at Korean final endings without a full stop.
/// Immutable; safe from several threads.
class StatementSplitter {
 public:
  StatementSplitter();
  ~StatementSplitter();
  StatementSplitter(StatementSplitter&&) noexcept;

  /// `body` must be valid UTF-8. Linear time; never null. A body of a mail is read by several: this
  /// thread's last one is not read again.
  std::shared_ptr<const Reading> read(std::string_view body) const;

  /// One line that is known to be prose, no part of a mail: the same but for judging lines.
  std::vector<Statement> read_line(std::string_view line) const;

 private:
  Reading read_anew(std::string_view body) const;

  struct State;
  std::unique_ptr<const State> state_;
};

/// True where read_line() is sure to cut "before after" between the two, and nothing else tells it
/// to: `before` ends with a mark, `after` begins like a sentence.
bool surely_apart(std::string_view before, std::string_view after);

/// True when wrapped text goes on from `line` to `next`; `wrap` is the paragraph's greatest width.
bool goes_on(const Line& line, const Line& next, std::uint32_t wrap);

}  // namespace memfold::models::extractor
