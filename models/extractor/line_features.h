// Tests on a single line of text, each without knowledge of its neighbours. All are pure.
#pragma once

#include <cstddef>
#include <string_view>

namespace memfold::models::extractor {

/// Counts over one line; what every test below starts from.
struct LineFeatures {
  std::size_t letters = 0, digits = 0, code_marks = 0, visible = 0, words = 0;
  std::size_t wide_gaps = 0;  ///< inner runs of three or more spaces, or a tab
  std::size_t pipes = 0;
};
LineFeatures measure_line(std::string_view text);

/// The bytes of a list bullet and the space behind it; 0 when there is none.
std::size_t bullet_bytes(std::string_view text);

/// "-- ", "-----Original Message-----" and the like: what follows is not the author's statement.
bool ends_reading(std::string_view text);

bool is_quotation(std::string_view text);    ///< "> text", "Kim> text"
bool is_trailer(std::string_view text);      ///< Signed-off-by: Name <address>
bool is_attribution(std::string_view text);  ///< On ... X wrote:
bool is_patch_start(std::string_view text);
bool is_log_line(std::string_view text);

/// "- 3 -", "Page 3 of 10", "3쪽"
bool is_page_mark(std::string_view text);
/// "-----BEGIN PGP SIGNED MESSAGE-----" and the line below it
bool is_armour(std::string_view text);
/// "-: ---- > 9: title", "1: 0123abc ! 1: title": one patch series compared with another
bool is_range_diff(std::string_view text);

/// "[1] Title, p. 12": a reference at the foot of a mail says nothing by itself.
bool is_footnote(std::string_view text);
/// "open.2: Document a flag": one line of a list of changes.
bool is_shortlog_line(std::string_view text);
/// "Kim Jiho (3):": above the titles of that many changes.
bool is_shortlog_heading(std::string_view text);
bool looks_like_code(std::string_view text, const LineFeatures& features);
bool looks_like_table(std::string_view text, const LineFeatures& features);

enum class HeaderField { None, Weak, Strong };
/// A line of a pasted mail header; Strong fields (From, Sent, Subject...) hardly occur elsewhere.
HeaderField header_field(std::string_view text);

}  // namespace memfold::models::extractor
