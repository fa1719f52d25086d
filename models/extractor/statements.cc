#include "models/extractor/statements.h"

#include <unicode/brkiter.h>
#include <unicode/utext.h>

#include <algorithm>
#include <array>

#include "memfold/error.h"
#include "models/extractor/characters.h"
#include "models/extractor/korean.h"
#include "models/extractor/line_features.h"

namespace memfold::models::extractor {
namespace {

constexpr std::size_t kMaxParagraphBytes = 16 * 1024;
constexpr std::string_view kCurlyApostrophe = "\u2019";

// A full stop behind one of these does not end a sentence. Lower case, without the last point.
constexpr std::array<std::string_view, 48> kAbbreviations = {
    "mr",  "mrs",  "ms",   "dr",  "prof", "sr",   "jr",  "st",  "vs",   "etc",   "e.g", "i.e",
    "eg",  "ie",   "cf",   "no",  "nos",  "fig",  "sec", "ch",  "vol",  "pp",    "p",   "approx",
    "ca",  "dept", "inc",  "ltd", "co",   "corp", "jan", "feb", "mar",  "apr",   "jun", "jul",
    "aug", "sep",  "sept", "oct", "nov",  "dec",  "al",  "esp", "resp", "a.k.a", "u.s", "w.r.t"};

bool is_terminal(char c) {
  return c == '.' || c == '!' || c == '?';
}

bool ends_with_terminal(std::string_view text) {
  while (!text.empty() && (text.back() == ')' || text.back() == '"' || text.back() == '\'')) {
    text.remove_suffix(1);
  }
  return !text.empty() && (is_terminal(text.back()) || text.ends_with("。") ||
                           text.ends_with("…") || text.ends_with("？") || text.ends_with("！"));
}

std::string_view last_token(std::string_view text) {
  const std::size_t space = text.find_last_of(" (\"'");
  return space == std::string_view::npos ? text : text.substr(space + 1);
}

bool is_abbreviation(std::string_view word) {
  if (word.size() > 8) return false;
  std::array<char, 8> lower;
  std::transform(word.begin(), word.end(), lower.begin(), ascii_lower);
  const std::string_view key(lower.data(), word.size());
  return std::find(kAbbreviations.begin(), kAbbreviations.end(), key) != kAbbreviations.end();
}

// Whether ICU's boundary between `before` and `after` (trimmed) is none of ours.
bool boundary_is_false(std::string_view before, std::string_view after) {
  if (before.empty() || after.empty()) return true;
  if (before.back() == '(') return true;  // "6. 14.(Fri)"
  if (before.back() != '.') return false;
  std::string_view word = last_token(before.substr(0, before.size() - 1));
  const bool digits = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    return is_ascii_digit(c) || c == '.';
  });
  // "2026. 1. 22. (Thu)" and a number that opens a list item
  if (digits && (is_ascii_digit(after[0]) || word.size() == before.size() - 1)) return true;
  if (digits && after[0] == '(') return true;
  // "2026. 3. 5. 점검은": the day of a date
  const std::string_view rest = trim(before.substr(0, before.size() - 1 - word.size()));
  const bool date = digits && word.size() <= 2 && rest.size() > 1 && rest.back() == '.' &&
                    is_ascii_digit(rest[rest.size() - 2]);
  if (date && is_hangul(code_point_at(after, 0).value)) return true;
  if (word.size() == 1 && is_ascii_upper(word[0])) return true;  // an initial
  return is_abbreviation(word);
}

// Bytes of a mark that points to a footnote, "[1]" behind the end of a sentence or clause: it would
// be taken for the beginning of the next. An index as in "row[1]" is none.
std::size_t footnote_mark(std::string_view text, std::size_t at) {
  constexpr std::string_view kBefore = ".,;:!?)\"";
  if (text[at] != '[' || at == 0 || kBefore.find(text[at - 1]) == kBefore.npos) return 0;
  std::size_t end = at + 1;
  while (end < text.size() && end < at + 3 && is_ascii_digit(text[end])) ++end;
  if (end == at + 1 || end >= text.size() || text[end] != ']') return 0;
  return end + 1 == text.size() || is_ascii_space(text[end + 1]) ? end + 1 - at : 0;
}

// One line of text: runs of white space to one space, curly apostrophes straight, no footnote
// marks.
void append_clean(std::string& out, std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    if (const std::size_t mark = footnote_mark(text, i)) {
      i += mark;
    } else if (is_ascii_space(text[i])) {
      if (!out.empty() && out.back() != ' ') out.push_back(' ');
      ++i;
    } else if (text[i] == kCurlyApostrophe[0] && text.substr(i).starts_with(kCurlyApostrophe)) {
      out.push_back('\'');
      i += kCurlyApostrophe.size();
    } else {
      out.push_back(text[i++]);
    }
  }
}

struct Paragraph {
  std::string text;
  bool item = false, open_box = false;
  std::uint32_t indent = 0;
  std::string heading{};
};

// Remembers under which lines the coming list items stand.
class Headings {
 public:
  /// Gives an item its heading; to be called for every paragraph in order.
  void place(Paragraph& paragraph) {
    if (!paragraph.item) {
      open_.clear();
      if (paragraph.text.size() <= kMaxHeadingBytes) open_.push_back({paragraph.text, 0, true});
      return;
    }
    while (!open_.empty() && !open_.back().prose && open_.back().indent >= paragraph.indent) {
      open_.pop_back();
    }
    if (!open_.empty()) paragraph.heading = open_.back().text;
    if (paragraph.text.size() <= kMaxItemHeadingBytes) {
      open_.push_back({paragraph.text, paragraph.indent, false});
    }
  }

 private:
  static constexpr std::size_t kMaxHeadingBytes = 120, kMaxItemHeadingBytes = 40;
  struct Open {
    std::string text;
    std::uint32_t indent;
    bool prose;
  };
  std::vector<Open> open_;
};

}  // namespace

namespace {

// "Arrival: Friday" and its like, behind few words
bool is_labelled(std::string_view text) {
  const std::size_t colon = text.substr(0, 30).find(": ");
  return colon != std::string_view::npos && colon > 0 && !is_shortlog_line(text);
}

}  // namespace

bool surely_apart(std::string_view before, std::string_view after) {
  if (before.empty() || after.empty() || !is_terminal(before.back())) return false;
  const CodePoint first = code_point_at(after, 0);
  return (is_ascii_upper(after[0]) || is_hangul(first.value)) &&
         !boundary_is_false(before, after.substr(0, 16));
}

bool goes_on(const Line& line, const Line& next, std::uint32_t wrap) {
  if (line.text.ends_with(':')) return false;
  if (is_labelled(line.text) && is_labelled(next.text)) return false;  // rows of a form
  const std::string_view word = next.text.substr(0, next.text.find(' '));
  const bool wrapped = line.width + 1 + display_width(word) > std::max(wrap, 50u);
  if (ends_with_terminal(line.text)) return wrapped;
  if (wrapped) return true;
  if (is_ascii_lower(next.text[0])) {
    // Lines that each begin with a label are a list without bullets; "Hi Kim," is a greeting.
    const bool list = next.text.substr(0, 30).find(": ") != std::string_view::npos;
    return !list && (line.width > 20 || !line.text.ends_with(','));
  }
  const unsigned char last = static_cast<unsigned char>(line.text.back());
  if (last < 0x80 && line.text.back() != ',') return false;
  const bool labelled = line.text.substr(0, 30).find(':') != std::string_view::npos;
  return !labelled && line.width > 12 && ends_open(line.text) && !ends_formally(line.text);
}

struct StatementSplitter::State {
  std::unique_ptr<icu::BreakIterator> prototype;
};

StatementSplitter::StatementSplitter() {
  UErrorCode status = U_ZERO_ERROR;
  auto state = std::make_unique<State>();
  state->prototype.reset(
      icu::BreakIterator::createSentenceInstance(icu::Locale::getRoot(), status));
  if (U_FAILURE(status) || !state->prototype) {
    throw Error(ErrorCode::Unsupported,
                std::string("ICU has no sentence rules: ") + u_errorName(status));
  }
  state_ = std::move(state);
}
StatementSplitter::~StatementSplitter() = default;
StatementSplitter::StatementSplitter(StatementSplitter&&) noexcept = default;

namespace {

// Turns paragraphs into statements; owns one break iterator for the length of one mail.
class SentenceReader {
 public:
  explicit SentenceReader(const icu::BreakIterator& prototype) : prototype_(prototype) {}
  ~SentenceReader() { utext_close(&text_); }
  SentenceReader(const SentenceReader&) = delete;
  SentenceReader& operator=(const SentenceReader&) = delete;

  void read(const Paragraph& paragraph, std::vector<Statement>& out) {
    bool first = true;
    const auto emit = [&](std::string_view sentence) {
      sentence = trim(sentence);
      if (sentence.size() < 2) return;
      Statement& statement = out.emplace_back();
      statement.text = cut_at_word(sentence, kMaxStatementBytes);
      statement.item = paragraph.item;
      statement.open_box = paragraph.open_box && first;
      statement.heading = paragraph.heading;
      statement.paragraph_start = first;
      first = false;
    };
    std::string_view rest = paragraph.text;
    while (!rest.empty()) {
      const std::string_view part = cut_at_word(rest, kMaxParagraphBytes);
      split(part.empty() ? rest : part, emit);
      rest.remove_prefix(part.empty() ? rest.size() : std::size_t(part.end() - rest.begin()));
    }
  }

 private:
  template <typename Emit>
  void split(std::string_view text, const Emit& emit) {
    if (!needs_rules(text)) return split_endings(text, emit);
    UErrorCode status = U_ZERO_ERROR;
    utext_openUTF8(&text_, text.data(), static_cast<std::int64_t>(text.size()), &status);
    if (!iterator_) iterator_.reset(prototype_.clone());
    if (U_SUCCESS(status) && iterator_) iterator_->setText(&text_, status);
    if (U_FAILURE(status) || !iterator_)
      throw Error(ErrorCode::Unsupported, "ICU cannot read text");
    std::size_t begin = 0;
    iterator_->first();
    for (std::int32_t end = iterator_->next(); end != icu::BreakIterator::DONE;
         end = iterator_->next()) {
      const std::size_t stop = static_cast<std::size_t>(end);
      if (stop < text.size() &&
          boundary_is_false(trim(text.substr(begin, stop - begin)), trim(text.substr(stop, 16)))) {
        continue;
      }
      split_endings(text.substr(begin, stop - begin), emit);
      begin = stop;
    }
  }

  // Nothing to find inside when no terminal mark is followed by more text.
  static bool needs_rules(std::string_view text) {
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
      if (is_terminal(text[i])) return true;
      if (static_cast<unsigned char>(text[i]) >= 0xE2 &&
          (text.substr(i).starts_with("。") || text.substr(i).starts_with("？") ||
           text.substr(i).starts_with("！") || text.substr(i).starts_with("…"))) {
        return true;
      }
    }
    return false;
  }

  // Korean sentences run together without a full stop: "확정되었습니다 내일 공유드릴게요".
  template <typename Emit>
  static void split_endings(std::string_view text, const Emit& emit) {
    std::size_t begin = 0, word = 0;
    for (std::size_t space = text.find(' '); space != std::string_view::npos;
         space = text.find(' ', space + 1)) {
      const bool ends = static_cast<unsigned char>(text[space ? space - 1 : 0]) >= 0x80 &&
                        ends_formally(text.substr(word, space - word));
      word = space + 1;
      if (!ends) continue;
      emit(text.substr(begin, space - begin));
      begin = word;
    }
    emit(text.substr(begin));
  }

  const icu::BreakIterator& prototype_;
  std::unique_ptr<icu::BreakIterator> iterator_;
  UText text_ = UTEXT_INITIALIZER;
};

bool is_text(const Line& line) {
  return line.kind == LineKind::Prose || line.kind == LineKind::Item;
}

// The greatest width in the block of text lines that begins at `begin`; `end` becomes its end.
std::uint32_t block_width(const std::vector<Line>& lines, std::size_t begin, std::size_t& end) {
  std::uint32_t width = 0;
  for (end = begin; end < lines.size() && is_text(lines[end]); ++end) {
    width = std::max(width, lines[end].width);
  }
  return width;
}

}  // namespace

std::shared_ptr<const Reading> StatementSplitter::read(std::string_view body) const {
  constexpr std::size_t kKeptBytes = 32 * 1024;
  struct Last {
    std::string body;
    std::shared_ptr<const Reading> reading;
  };
  thread_local Last last;
  if (last.reading && last.body == body) return last.reading;
  auto reading = std::make_shared<const Reading>(read_anew(body));
  if (body.size() <= kKeptBytes) last = {std::string(body), reading};
  return reading;
}

Reading StatementSplitter::read_anew(std::string_view body) const {
  const std::vector<Line> lines = classify_lines(cut_at_word(body, kMaxBodyBytes));
  Reading reading;
  SentenceReader reader(*state_->prototype);
  Paragraph paragraph;
  Headings headings;
  const auto flush = [&] {
    if (!paragraph.text.empty()) {
      headings.place(paragraph);
      reader.read(paragraph, reading.statements);
    }
    paragraph = {};
  };
  std::uint32_t wrap = 0;
  std::size_t block_end = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Line& line = lines[i];
    if (line.kind == LineKind::Trailer) reading.trailers.emplace_back(line.text);
    if (!is_text(line)) {
      flush();
      continue;
    }
    if (i >= block_end) wrap = block_width(lines, i, block_end);
    const bool fresh = paragraph.text.empty() || line.kind == LineKind::Item;
    if (line.kind == LineKind::Item) flush();
    if (fresh) {
      paragraph.item = line.kind == LineKind::Item;
      paragraph.open_box = line.open_box;
      paragraph.indent = line.indent;
    }
    append_clean(paragraph.text, line.text);
    const bool more = i + 1 < lines.size() && lines[i + 1].kind == LineKind::Prose &&
                      goes_on(line, lines[i + 1], wrap);
    if (more) {
      paragraph.text.push_back(' ');
    } else {
      flush();
    }
  }
  flush();
  return reading;
}

std::vector<Statement> StatementSplitter::read_line(std::string_view line) const {
  std::vector<Statement> statements;
  Paragraph paragraph;
  append_clean(paragraph.text, cut_at_word(trim(line), kMaxBodyBytes));
  if (!paragraph.text.empty()) SentenceReader(*state_->prototype).read(paragraph, statements);
  return statements;
}

}  // namespace memfold::models::extractor
