#include "models/extractor/line_features.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "core/re2_text.h"
#include "models/extractor/characters.h"

namespace memfold::models::extractor {
namespace {

constexpr std::string_view kCodeMarks = "{}()<>=;&|\\*_[]#$%^~\"+";

constexpr std::array<std::string_view, 22> kBullets = {"•", "·", "‣", "◦", "▪", "■", "□", "○",
                                                       "●", "▶", "※", "✓", "✔", "–", "—", "→",
                                                       "☐", "☑", "◆", "◇", "▷", "ㅇ"};

constexpr std::string_view kHangulOrdinals = "가나다라마바사아자차";

constexpr std::array<std::string_view, 20> kReadingEnds = {"-----Original Message",
                                                           "----- Original Message",
                                                           "---------- Forwarded message",
                                                           "-------- Original Message",
                                                           "-------- Forwarded Message",
                                                           "----- Forwarded",
                                                           "-----원본 메시지",
                                                           "----- 원본 메시지",
                                                           "-----Original Appointment",
                                                           "---------- 전달된 메시지",
                                                           "---------- 전달된 메일",
                                                           "-----원본 메일",
                                                           "Begin forwarded message:",
                                                           "--- Original Message",
                                                           "-----BEGIN PGP SIGNATURE",
                                                           "-----BEGIN PGP PUBLIC",
                                                           "Sent from my ",
                                                           "나의 iPhone에서",
                                                           "Get Outlook for",
                                                           "________________________________"};

struct HeaderName {
  std::string_view name;
  HeaderField strength;
};
constexpr std::array<HeaderName, 27> kHeaderNames = {{
    {"url", HeaderField::Strong},
    {"author", HeaderField::Strong},
    {"commit", HeaderField::Weak},
    {"from", HeaderField::Strong},
    {"sent", HeaderField::Strong},
    {"subject", HeaderField::Strong},
    {"message-id", HeaderField::Strong},
    {"received", HeaderField::Strong},
    {"return-path", HeaderField::Strong},
    {"mime-version", HeaderField::Strong},
    {"content-type", HeaderField::Strong},
    {"to", HeaderField::Weak},
    {"cc", HeaderField::Weak},
    {"bcc", HeaderField::Weak},
    {"date", HeaderField::Weak},
    {"reply-to", HeaderField::Weak},
    {"references", HeaderField::Weak},
    {"in-reply-to", HeaderField::Weak},
    {"content-transfer-encoding", HeaderField::Weak},
    {"보낸사람", HeaderField::Strong},
    {"보낸 사람", HeaderField::Strong},
    {"발신", HeaderField::Strong},
    {"제목", HeaderField::Strong},
    {"받는사람", HeaderField::Weak},
    {"받는 사람", HeaderField::Weak},
    {"날짜", HeaderField::Weak},
    {"참조", HeaderField::Weak},
}};

bool starts_with_any(std::string_view text, auto& prefixes) {
  return std::any_of(std::begin(prefixes), std::end(prefixes),
                     [&](std::string_view prefix) { return text.starts_with(prefix); });
}

}  // namespace

LineFeatures measure_line(std::string_view text) {
  LineFeatures f;
  std::size_t spaces = 1;  // white space before the current byte; a line's start counts as one
  bool first = true;
  for (char c : text) {
    if (c == ' ' || c == '\t') {
      spaces += c == '\t' ? 3 : 1;
      continue;
    }
    if (spaces > 0) {
      ++f.words;
      if (spaces >= 3 && !first) ++f.wide_gaps;
    }
    spaces = 0;
    first = false;
    ++f.visible;
    if (is_ascii_letter(c) || static_cast<unsigned char>(c) >= 0x80) {
      ++f.letters;
    } else if (is_ascii_digit(c)) {
      ++f.digits;
    } else {
      f.pipes += c == '|';
      f.code_marks += kCodeMarks.find(c) != std::string_view::npos;
    }
  }
  return f;
}

namespace {

// "1. 22." is a date in Korean, "1. 2025 budget" an item of a list.
bool continues_date(std::string_view rest) {
  std::size_t digits = 0;
  while (digits < rest.size() && is_ascii_digit(rest[digits])) ++digits;
  if (digits == 0 || digits > 2) return false;
  return digits == rest.size() || rest[digits] == '.' || rest[digits] == '(' || rest[digits] == ' ';
}

}  // namespace

std::size_t bullet_bytes(std::string_view text) {
  const auto spaces_from = [&](std::size_t i) {
    while (i < text.size() && (text[i] == ' ' || text[i] == '\t')) ++i;
    return i;
  };
  const auto with_space = [&](std::size_t i) -> std::size_t {
    const std::size_t end = spaces_from(i);
    return end > i && end < text.size() ? end : 0;
  };
  if (text.size() < 3) return 0;
  if (text[0] == '-' || text[0] == '*' || text[0] == '+') return with_space(1);
  std::size_t digits = text[0] == '(' ? 1 : 0;
  const bool bracket = digits == 1;
  while (digits < text.size() && digits < 3 && is_ascii_digit(text[digits])) ++digits;
  if (digits > (bracket ? 1u : 0u) && digits < text.size() &&
      (text[digits] == ')' || (!bracket && text[digits] == '.'))) {
    const std::size_t end = with_space(digits + 1);
    return end != 0 && !continues_date(text.substr(end)) ? end : 0;
  }
  if (is_ascii_letter(text[0]) && text[1] == ')') return with_space(2);
  for (std::string_view bullet : kBullets) {
    if (text.starts_with(bullet)) return spaces_from(bullet.size());
  }
  if (static_cast<unsigned char>(text[0]) >= 0x80) {
    const CodePoint c = code_point_at(text, 0);
    if (c.value >= 0x2460 && c.value <= 0x2473) return spaces_from(c.bytes);
    if (kHangulOrdinals.find(text.substr(0, c.bytes)) != std::string_view::npos &&
        c.bytes < text.size() && (text[c.bytes] == '.' || text[c.bytes] == ')')) {
      return with_space(c.bytes + 1);
    }
  }
  return 0;
}

bool ends_reading(std::string_view text) {
  if (text == "--") return true;
  // Most lines begin with none of the marks' first bytes.
  constexpr std::string_view kFirst = "-SGB_\xEB";
  if (text.empty() || kFirst.find(text[0]) == std::string_view::npos) return false;
  return starts_with_any(text, kReadingEnds);
}

bool is_quotation(std::string_view text) {
  const std::size_t mark = text.substr(0, 13).find('>');
  return mark != std::string_view::npos &&
         (mark == 0 || mark + 1 == text.size() || text[mark + 1] == ' ') &&
         std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(mark),
                     is_ascii_letter);
}

bool is_trailer(std::string_view text) {
  if (text.find(':') == std::string_view::npos || !is_ascii_letter(text[0])) return false;
  static const RE2 pattern(
      R"((?i)^(?:[a-z]+(?:-[a-z]+)*-by|cc|fixes|link|closes|message-id|bugzilla|change-id)"
      R"(|references|in-reply-to):\s+(?:\S.*[<@].*|https?:\S+|[0-9a-f]{6,40}\b.*|[A-Z]\S* [A-Z]\S*)$)");
  return RE2::PartialMatch(re2_text(text), pattern);
}

bool is_attribution(std::string_view text) {
  if (text.starts_with("(In reply to ")) return true;
  if (text.empty() || (text.back() != ':' && !text.ends_with("…"))) return false;
  static const RE2 pattern(
      R"((?i)(?:\b(?:wrote|writes|said|schrieb|a écrit)\b\s*:|님이 작성|작성:|께서 쓰|님이 쓴))");
  return RE2::PartialMatch(re2_text(text), pattern);
}

bool is_patch_start(std::string_view text) {
  return text.starts_with("diff --git ") || text.starts_with("diff -") ||
         text.starts_with("@@ -") || text.starts_with("Index: ") || text.starts_with("--- a/") ||
         text.starts_with("+++ b/") || text.starts_with("*** ");
}

bool is_log_line(std::string_view text) {
  if (text.size() < 12) return false;
  // A compiler's or linter's finding: "file:15:10: warning: ...".
  static const RE2 finding(R"(\S:\d+:(?:\d+:)? (?i:warning|error|note|style|info)\b)");
  if (RE2::PartialMatch(re2_text(text), finding)) return true;
  // What the pattern below begins with besides digits and capitals; most lines begin otherwise.
  static constexpr std::string_view kFirst = "[#<-adlm";
  if (!is_ascii_digit(text[0]) && !is_ascii_upper(text[0]) && kFirst.find(text[0]) == kFirst.npos)
    return false;
  static const RE2 pattern(
      R"(^(?:\[\s*\d+\.\d+\]|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d|\d\d:\d\d:\d\d[.,]\d|)"
      R"((?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) {1,2}\d{1,2} \d\d:\d\d:\d\d \S+ |)"
      R"(#\d+ +0x|at [\w.$]+\(|Traceback \(|File "[^"]+", line \d|(?:ERROR|WARN|INFO|DEBUG)\b[ :\[]|)"
      R"(make(?:\[\d+\])?: (?:\*\*\*|Entering|Leaving|Nothing) |)"
      R"([-dl][-rwxsStT]{9}[.+@]? +\d+ ))");  // files with their modes
  return RE2::PartialMatch(re2_text(text), pattern);
}

namespace {

// "extern int open(const char *path, int flags" with or without its end
bool is_declaration(std::string_view text) {
  static constexpr auto kStarts = std::to_array<std::string_view>(
      {"extern ", "static ", "typedef ", "struct ", "const ", "unsigned ", "int ", "void ", "char ",
       "return ", "public ", "private ", "def ", "import ", "func ", "fn "});
  if (!starts_with_any(text, kStarts)) return false;
  return text.find('(') != std::string_view::npos || text.ends_with(';') || text.ends_with('{') ||
         text.ends_with(',') || text.ends_with(':');
}

// "path/file.c:27: text", as grep and compilers print it
bool is_search_hit(std::string_view text) {
  const std::size_t colon = text.substr(0, 200).find(':');
  if (colon == std::string_view::npos || colon + 2 >= text.size()) return false;
  const std::string_view path = text.substr(0, colon);
  if (!is_ascii_digit(text[colon + 1]) || path.find(' ') != std::string_view::npos) return false;
  return path.find('/') != std::string_view::npos || path.find('.') != std::string_view::npos;
}

}  // namespace

bool is_shortlog_line(std::string_view text) {
  const std::size_t colon = text.find(": ");
  if (colon == std::string_view::npos || colon < 3 || colon > 60) return false;
  const std::string_view label = text.substr(0, colon);
  if (label.find(' ') != std::string_view::npos) return false;
  return label.find_first_of("./_*,0123456789") != std::string_view::npos;
}

bool is_page_mark(std::string_view text) {
  if (text.size() > 24) return false;
  static const RE2 pattern(
      R"((?i)^(?:[-–—]{1,3} ?\d{1,4} ?[-–—]{1,3}|(?:\[?page|p\.) ?\d{1,4}(?: ?(?:of|/) ?\d{1,4})?\]?|)"
      R"(\d{1,4} ?(?:of|/) ?\d{1,4}|\d{1,4} ?(?:쪽|페이지))$)");
  return RE2::PartialMatch(re2_text(text), pattern);
}

bool is_armour(std::string_view text) {
  return (text.starts_with("-----BEGIN ") && text.ends_with("-----")) ||
         (text.starts_with("Hash: SHA") && text.size() < 16);
}

bool is_range_diff(std::string_view text) {
  if (!is_ascii_digit(text[0]) && text[0] != '-') return false;
  static const RE2 pattern(R"(^(?:\d+|-): +(?:[0-9a-f]{6,40}|-{4,}) [=!<>] +(?:\d+|-):)");
  return RE2::PartialMatch(re2_text(text), pattern);
}

bool is_footnote(std::string_view text) {
  static const RE2 pattern(R"(^\[\d{1,3}\]:?(?: |https?:|$))");
  return RE2::PartialMatch(re2_text(text), pattern);
}

namespace {

// Dates and amounts in Korean are mostly digits and marks.
bool has_hangul(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0xEA && byte <= 0xED;
  });
}

}  // namespace

bool is_shortlog_heading(std::string_view text) {
  static const RE2 pattern(R"(^[^:]{2,60} \(\d{1,4}\):$)");
  return text.ends_with("):") && RE2::PartialMatch(re2_text(text), pattern);
}

bool looks_like_code(std::string_view text, const LineFeatures& f) {
  if (text.find("/* ") != std::string_view::npos || text.find(" */") != std::string_view::npos) {
    return true;  // a comment, not a glob
  }
  const char last = text.back();
  if (is_declaration(text) || is_search_hit(text)) return true;
  if (text.starts_with("#include") || text.starts_with("#define") || text.starts_with("#if") ||
      text.starts_with("#endif") || text.starts_with("//") || text.starts_with("/*") ||
      text.starts_with("*/") || text.starts_with("$ ") || text.starts_with(">>> ") ||
      text.starts_with("# ") || text.starts_with("#!")) {
    return true;
  }
  // troff, as pasted from manual pages
  if (text[0] == '.' && text.size() > 1 && (is_ascii_upper(text[1]) || text[1] == '\\'))
    return true;
  if (text.find("\\f") != std::string_view::npos && f.words < 30) return true;
  if (last == '{' || last == '}' || text.ends_with(");") || text.ends_with("};")) return true;
  if (last == ';' && f.words < 8 && f.letters < f.visible) {
    return f.code_marks >= 2 || text.find('=') != std::string_view::npos;
  }
  if (f.visible >= 8 && f.code_marks * 4 > f.visible) return true;
  if (f.letters * 3 < f.visible && f.visible > 12 && f.words > 0 && !has_hangul(text)) {
    return f.digits * 3 > f.visible * 2 || f.digits * 2 < f.visible;  // hex dumps, ASCII art
  }
  return f.words == 1 && f.visible >= 45 && f.letters + f.digits + f.code_marks > 0 &&
         static_cast<unsigned char>(text[0]) < 0x80;  // a url alone, base64, a very long path
}

bool looks_like_table(std::string_view text, const LineFeatures& f) {
  if (f.pipes >= 2 || (f.pipes == 1 && (text[0] == '|' || text.back() == '|'))) return true;
  if (text.find("│") != std::string_view::npos || text.find("─") != std::string_view::npos) {
    return true;
  }
  return f.wide_gaps >= 2 && f.words < f.wide_gaps * 5;
}

HeaderField header_field(std::string_view text) {
  std::size_t colon = text.substr(0, 40).find(':');
  if (colon == std::string_view::npos || colon < 2) return HeaderField::None;
  std::array<char, 40> lower;
  std::transform(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(colon), lower.begin(),
                 ascii_lower);
  std::string_view label(lower.data(), colon);
  while (label.starts_with('*')) label.remove_prefix(1);
  while (label.ends_with(' ') || label.ends_with('*')) label.remove_suffix(1);
  for (const HeaderName& header : kHeaderNames) {
    if (label == header.name) return header.strength;
  }
  return label.starts_with("x-") ? HeaderField::Weak : HeaderField::None;
}

}  // namespace memfold::models::extractor
