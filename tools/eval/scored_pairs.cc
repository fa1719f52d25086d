#include "tools/eval/scored_pairs.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/text.h"
#include "ingest/line_reader.h"
#include "memfold/error.h"
#include "memfold/fact.h"
#include "tools/cli/config.h"
#include "tools/cli/settings.h"

namespace memfold::tools {
namespace {

constexpr std::size_t kMaxScoredLineBytes = std::size_t{1} << 20;
constexpr std::size_t kRowsLookedAt = 200;  ///< to tell columns apart
constexpr double kMaxScore = 5;

using Cells = std::vector<std::string>;

struct Row {
  std::uint64_t line = 0;
  Cells cells;
};

/// Names a header may give a column, folded.
enum class Role { First, Second, Score, Language };
struct RoleName {
  Role role;
  const char* name;
};
constexpr RoleName kRoleNames[] = {
    {Role::First, "sentence1"},  {Role::First, "sentence 1"},  {Role::First, "text a"},
    {Role::First, "text_a"},     {Role::First, "text1"},       {Role::First, "a"},
    {Role::First, "existing"},   {Role::Second, "sentence2"},  {Role::Second, "sentence 2"},
    {Role::Second, "text b"},    {Role::Second, "text_b"},     {Role::Second, "text2"},
    {Role::Second, "b"},         {Role::Second, "new"},        {Role::Score, "score"},
    {Role::Score, "similarity"}, {Role::Score, "label"},       {Role::Score, "rating"},
    {Role::Score, "gold"},       {Role::Language, "language"}, {Role::Language, "lang"},
};

Cells split(std::string_view line) {
  Cells cells;
  while (true) {
    const std::size_t tab = std::min(line.find('\t'), line.size());
    cells.emplace_back(line.substr(0, tab));
    if (tab == line.size()) return cells;
    line.remove_prefix(tab + 1);
  }
}

std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && value >= 0 && value <= kMaxScore ? std::optional(value) : std::nullopt;
}

/// Columns by role, counted from 1; 0: not named.
using Roles = std::array<int, 4>;

Roles roles_of(const Cells& cells) {
  Roles roles{};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string name = normalise_key(to_valid_utf8(cells[i]));
    for (const RoleName& known : kRoleNames) {
      if (name == known.name) roles[std::size_t(known.role)] = int(i) + 1;
    }
  }
  return roles;
}

bool names_all(const Roles& roles) {
  return roles[0] > 0 && roles[1] > 0 && roles[2] > 0;
}

/// Columns told by what stands in them; nothing when that is not clear.
std::optional<PairColumns> columns_by_content(std::span<const Row> rows) {
  const std::size_t width = rows.empty() ? 0 : rows.front().cells.size();
  if (width < 3) return std::nullopt;
  std::vector<bool> is_number(width, true);
  std::vector<std::size_t> bytes(width, 0);
  for (const Row& row : rows.first(std::min(rows.size(), kRowsLookedAt))) {
    if (row.cells.size() != width) continue;
    for (std::size_t i = 0; i < width; ++i) {
      is_number[i] = is_number[i] && number(row.cells[i]).has_value();
      bytes[i] += row.cells[i].size();
    }
  }
  int score = 0, longest = 0, second = 0;
  for (int i = 1; i <= int(width); ++i) {
    const std::size_t at = std::size_t(i - 1);
    if (is_number[at]) {
      score = i;
    } else if (longest == 0 || bytes[at] > bytes[std::size_t(longest - 1)]) {
      second = std::exchange(longest, i);
    } else if (second == 0 || bytes[at] > bytes[std::size_t(second - 1)]) {
      second = i;
    }
  }
  if (score == 0 || second == 0) return std::nullopt;
  return PairColumns{std::min(longest, second), std::max(longest, second), score};
}

std::string text_at(const Row& row, int column) {
  const std::string& cell = row.cells[std::size_t(column - 1)];
  if (!is_valid_utf8(cell)) throw Refusal{"a text is not valid UTF-8"};
  std::string text = to_nfc(cell);
  if (collapse_spaces(text).empty()) throw Refusal{"a text is empty"};
  if (text.size() > kMaxContentBytes) throw Refusal{"a text is longer than 64 KiB"};
  return text;
}

ScoredPair pair_of(const Row& row, const PairColumns& columns, int language) {
  const int widest = *std::max_element(columns.begin(), columns.end());
  if (row.cells.size() < std::size_t(widest)) {
    throw Refusal{"it has " + std::to_string(row.cells.size()) + " columns, not " +
                  std::to_string(widest)};
  }
  const std::optional<double> score = number(row.cells[std::size_t(columns[2] - 1)]);
  if (!score) throw Refusal{"its score is no number of 0 to 5"};
  ScoredPair pair{text_at(row, columns[0]), text_at(row, columns[1]), *score, {}};
  if (language > 0 && row.cells.size() >= std::size_t(language)) {
    pair.language = row.cells[std::size_t(language - 1)];
  }
  return pair;
}

struct RawFile {
  std::vector<Row> rows;
  Roles header{};
  std::vector<RejectedLine> rejected;
};

RawFile read_rows(std::unique_ptr<ingest::ByteSource> source) {
  RawFile file;
  ingest::LineReader lines(std::move(source), kMaxScoredLineBytes);
  for (ingest::Line line; lines.next(line);) {
    if (!line.damage.empty()) throw Error(ErrorCode::Corruption, line.damage);
    std::string_view text = line.text;
    if (line.number == 1 && text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    const bool first = file.rows.empty() && !names_all(file.header);
    const bool comment = text.starts_with('#');
    if (first) {
      const Roles roles = roles_of(split(comment ? text.substr(1) : text));
      if (names_all(roles)) {
        file.header = roles;
        continue;
      }
    }
    if (comment || text.find_first_not_of(" \t") == std::string_view::npos) continue;
    if (line.too_long) {
      file.rejected.push_back({line.number, "it is longer than 1 MiB"});
      continue;
    }
    file.rows.push_back({line.number, split(text)});
  }
  return file;
}

PairColumns choose_columns(const RawFile& file, const std::string& name,
                           std::optional<PairColumns> given) {
  if (given) return *given;
  if (names_all(file.header)) return {file.header[0], file.header[1], file.header[2]};
  std::span<const Row> rows = file.rows;
  auto found = columns_by_content(rows);
  // A header of other names is no number.
  if (!found && rows.size() > 1) found = columns_by_content(rows.subspan(1));
  if (found) return *found;
  throw UsageError("cannot tell which columns of " + name +
                   " hold the two texts and the score (0..5 or 0..1), separated by tabs; name "
                   "them with --columns A,B,SCORE, counted from 1");
}

}  // namespace

PairColumns parse_columns(const std::string& text) {
  PairColumns columns{};
  std::string_view rest = text;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + comma, columns[i]);
    const bool last = i + 1 == columns.size();
    const bool right = error == std::errc() && end == rest.data() + comma && columns[i] >= 1 &&
                       (comma == rest.size()) == last;
    if (!right) {
      throw UsageError("--columns needs three columns such as 1,2,3: the two texts and the score");
    }
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return columns;
}

ScoredPairFile read_scored_pairs(std::unique_ptr<ingest::ByteSource> source,
                                 const std::string& name, std::optional<PairColumns> columns) {
  const RawFile raw = read_rows(std::move(source));
  if (raw.rows.empty()) throw UsageError(name + " holds no pair");
  ScoredPairFile file;
  file.rejected = raw.rejected;
  file.columns = choose_columns(raw, name, columns);
  double highest = 0;
  for (const Row& row : raw.rows) {
    try {
      file.pairs.push_back(pair_of(row, file.columns, raw.header[3]));
      highest = std::max(highest, file.pairs.back().score);
    } catch (const Refusal& refusal) {
      // The first line may name its columns in words we do not know.
      const bool header = &row == &raw.rows.front() && !names_all(raw.header);
      if (!header) file.rejected.push_back({row.line, refusal.reason});
    }
  }
  if (file.pairs.empty()) {
    throw UsageError("no line of " + name + " has two texts and a score in the columns " +
                     std::to_string(file.columns[0]) + ", " + std::to_string(file.columns[1]) +
                     " and " + std::to_string(file.columns[2]) + "; see --columns");
  }
  file.unit_scale = highest <= 1;
  if (file.unit_scale) {
    for (ScoredPair& pair : file.pairs) pair.score *= kMaxScore;
  }
  return file;
}

}  // namespace memfold::tools
