#include "models/summarizer/sentences.h"

#include <algorithm>
#include <array>

#include "core/hash.h"
#include "core/text.h"
#include "models/extractor/category.h"
#include "models/extractor/characters.h"
#include "models/extractor/context.h"
#include "models/extractor/korean.h"
#include "models/extractor/worth.h"
#include "models/language/lexicon.h"
#include "models/language/stem.h"
#include "models/language/tokens.h"
#include "models/summarizer/parsed_text.h"

namespace memfold::models::summarizer {
namespace {

using extractor::AtomKind;
using extractor::Parse;
using extractor::Sign;
using std::string_view;

constexpr std::size_t kLeastClause = 80;   // characters: a shorter beginning says too little
constexpr std::size_t kLeastQuestion = 3;  // content words

constexpr std::size_t kLeastPlain = 3, kLeastPlainKorean = 2;  // content words
constexpr int kChangeWorth = 2;             // that something is no longer as it was
constexpr int kSettledWorth = 4;            // "Patch applied."
constexpr std::size_t kHeadingContent = 4;  // words; more before a colon say something themselves
constexpr std::size_t kPointerContent = 3;  // words beside an address

constexpr auto kClauseMarks = std::to_array<string_view>({", ", "; ", ": ", " - ", " – ", " — "});
// Before these a clause ends where no mark does.
constexpr auto kClauseWords =
    std::to_array<string_view>({" because ", " which ", " and ", " but ", " so that ", " while ",
                                " when ", " if ", " (", " 그리고 ", " 하지만 ", " 그런데 "});
// Endings behind which a Korean sentence goes on with another clause.
constexpr auto kClauseEndings = std::to_array<string_view>(
    {"고 ", "며 ", "지만 ", "는데 ", "으나 ", "므로 ", "어서 ", "아서 ", "해서 ", "니까 "});

// Words of Sign::Reference that name something themselves, where a content word follows.
constexpr auto kPointing = std::to_array<string_view>(
    {"this", "that", "these", "those", "such", "same", "both", "former", "latter", "해당"});
// Words at the beginning that make the rest a part of what stood before.
constexpr auto kDepending = std::to_array<string_view>({"which", "whereas", "nor", "("});
// Likewise, where no comma ends that clause.
constexpr auto kConditions =
    std::to_array<string_view>({"as", "because", "since", "although", "though", "like", "unless"});

bool contains(const auto& table, string_view word) {
  return std::find(table.begin(), table.end(), word) != table.end();
}

bool has_comma(const Parse& parse) {
  for (std::size_t i = 0; i < parse.atoms.size(); ++i) {
    if (parse.atoms.is_mark(i, ",")) return true;
  }
  return false;
}

// Code, a heading, an address with a word or two: nothing to read by itself.
bool is_fragment(const Parse& parse) {
  const std::size_t last = parse.atoms.size() - 1;
  const std::size_t content = content_words(parse, 0, parse.atoms.size());
  for (const string_view mark : {"#", "$", "{", "}", "=", "|"}) {
    if (parse.atoms.is_mark(0, mark)) return true;
  }
  if (parse.atoms.is_mark(last, ":")) return content <= kHeadingContent;
  return parse.atoms.kind(last) == AtomKind::Url && content <= kPointerContent + 1 &&
         parse.label_end() == 0;
}

// "This patch fixes" names what it is about, "This fixes" does not; "There is" points nowhere.
bool leans(const Parse& parse) {
  if (parse.atoms.size() < 2) return true;
  const string_view first = parse.atoms.lower(0);
  if (contains(kDepending, first)) return true;
  if (contains(kConditions, first) && !has_comma(parse)) return true;
  const auto points = [](const extractor::SignMatch& match) {
    return match.sign == Sign::Reference && match.first == 0;
  };
  if (std::none_of(parse.signs.matches.begin(), parse.signs.matches.end(), points)) return false;
  const bool finite_next =
      std::any_of(parse.signs.matches.begin(), parse.signs.matches.end(),
                  [](const auto& match) { return match.sign == Sign::Finite && match.first == 1; });
  if (first == "there") return !finite_next;
  if (contains(kPointing, first)) return finite_next || !is_content(parse, 1);
  return true;
}

bool has_courtesy(const Parse& parse) {
  return parse.has(Sign::Greeting) || parse.has(Sign::Thanks) || parse.has(Sign::Closing);
}

// A plain sentence of which worth_of() finds nothing to note: "The landlord repairs the lift."
bool states_plainly(const Parse& parse) {
  for (const Sign sign : {Sign::Chatter, Sign::Boilerplate, Sign::Announce, Sign::Task}) {
    if (parse.has(sign)) return false;
  }
  if (has_courtesy(parse) || parse.question()) return false;
  const std::size_t last = parse.atoms.size() - 1;
  const std::size_t content = content_words(parse, 0, parse.atoms.size());
  if (parse.atoms.is_mark(last, ".") && content >= kLeastPlain) return true;
  const std::size_t end =
      parse.atoms.kind(last) == AtomKind::Punctuation && last > 0 ? last - 1 : last;
  return content >= kLeastPlainKorean && parse.atoms.kind(end) == AtomKind::Hangul &&
         extractor::ends_finally(parse.atoms.view(end));
}

Standing standing_of(const Parse& parse, int worth) {
  if (is_fragment(parse)) return Standing::Empty;
  if (worth > 0 || states_plainly(parse)) {
    return leans(parse) ? Standing::Leaning : Standing::Whole;
  }
  if (has_courtesy(parse)) return Standing::Courtesy;
  const bool asks = parse.question() && !parse.has(Sign::Boilerplate) &&
                    !parse.has(Sign::Chatter) &&
                    content_words(parse, 0, parse.atoms.size()) >= kLeastQuestion;
  return asks ? Standing::Question : Standing::Empty;
}

std::uint64_t subject_at(const Parse& parse, std::size_t atom) {
  const string_view word = parse.atoms.lower(atom);
  const AtomKind kind = parse.atoms.kind(atom);
  if (kind == AtomKind::Hangul && is_hangul(word)) return hash64(concept_of(korean_root(word)));
  if (kind == AtomKind::Word) return hash64(concept_of(english_stem(word)));
  return hash64(word);
}

std::vector<std::uint64_t> subjects_of(const Parse& parse) {
  std::vector<std::uint64_t> subjects;
  std::size_t date = 0;
  for (std::size_t i = 0; i < parse.atoms.size(); ++i) {
    while (date < parse.dates.size() && parse.dates[date].last <= i) ++date;
    if (date < parse.dates.size() && parse.dates[date].first <= i) continue;
    if (parse.atoms.kind(i) == AtomKind::Number || !is_content(parse, i)) continue;
    subjects.push_back(subject_at(parse, i));
  }
  std::sort(subjects.begin(), subjects.end());
  subjects.erase(std::unique(subjects.begin(), subjects.end()), subjects.end());
  return subjects;
}

// One statement, without what stands around it.
Sentence judge(string_view statement, const Parse& read) {
  Sentence sentence;
  sentence.text = cut_at_clause(tidy(read));
  Parse shorter;
  const bool is_cut = sentence.text.size() != statement.size();
  if (is_cut) parse_undated(sentence.text, shorter);
  const Parse& parse = is_cut ? shorter : read;
  if (parse.atoms.size() == 0) return sentence;
  if (is_cut && content_words(parse, 0, parse.atoms.size()) < 2 && has_courtesy(read)) {
    sentence.text = statement;  // "Thanks, everyone!"
    sentence.standing = Standing::Courtesy;
    return sentence;
  }
  const Category::Kind category = categorise(parse, {}, {});
  sentence.worth = worth_of(parse, category, /*public_list=*/false);
  if (sentence.worth > 0 && parse.has(Sign::Moved)) sentence.worth += kChangeWorth;
  if (!settling_words(parse).empty()) sentence.worth = std::max(sentence.worth, kSettledWorth);
  sentence.standing = standing_of(parse, sentence.worth);
  sentence.subjects = subjects_of(parse);
  return sentence;
}

// A word alone on a line of a mail is what a program left there, or a name.
bool is_scrap(string_view statement) {
  if (statement.find(' ') != string_view::npos) return false;
  for (std::size_t i = 0; i < statement.size();) {
    const extractor::CodePoint c = extractor::code_point_at(statement, i);
    if (extractor::is_hangul(c.value)) return false;
    i += c.bytes;
  }
  return true;
}

}  // namespace

std::string_view cut_at_clause(string_view text) {
  const std::size_t limit = prefix_bytes(text, kMaxCharacters);
  if (limit >= text.size()) return text;
  const std::size_t least = prefix_bytes(text, kLeastClause);
  const string_view window = text.substr(0, limit);
  std::size_t end = 0;
  for (const string_view mark : kClauseMarks) {
    const std::size_t at = window.rfind(mark);
    if (at != string_view::npos && at >= least) end = std::max(end, at);
  }
  for (const string_view ending : kClauseEndings) {
    const std::size_t at = window.rfind(ending);
    if (at != string_view::npos && at >= least) end = std::max(end, at + ending.size() - 1);
  }
  for (std::size_t i = 0; end == 0 && i < kClauseWords.size(); ++i) {
    const std::size_t at = window.rfind(kClauseWords[i]);
    if (at != string_view::npos && at >= least) end = at;
  }
  return trim(end > 0 ? window.substr(0, end) : cut_at_word(text, limit));
}

std::vector<string_view> readable(std::span<const string_view> texts,
                                  std::vector<std::string>& repaired) {
  std::vector<string_view> read(texts.size());
  repaired.reserve(texts.size());  // views of it stay valid
  std::size_t left = kMaxBytes;
  const auto take = [&](std::size_t i) {
    string_view text = trim(texts[i]);
    if (!is_valid_utf8(text)) text = trim(repaired.emplace_back(to_valid_utf8(text)));
    read[i] = cut_at_word(text, std::min(left, extractor::kMaxBodyBytes));
    left -= read[i].size();
  };
  if (!texts.empty()) take(0);
  for (std::size_t i = texts.size(); i-- > 1 && left > 0;) take(i);
  return read;
}

std::vector<Sentence> sentences_of(std::span<const string_view> texts,
                                   const extractor::StatementSplitter& splitter) {
  std::vector<Sentence> sentences;
  for (std::size_t source = 0; source < texts.size(); ++source) {
    std::uint32_t place = 0;
    const bool is_mail = texts[source].find('\n') != string_view::npos;
    const auto add = [&](const extractor::Statement& statement, const Parse& parse) {
      if (is_mail && is_scrap(statement.text)) return;
      Sentence sentence = judge(statement.text, parse);
      sentence.source = static_cast<std::uint32_t>(source);
      sentence.place = place++;
      if (!sentence.text.empty()) sentences.push_back(std::move(sentence));
    };
    visit_statements(texts[source], splitter, add);
  }
  return sentences;
}

}  // namespace memfold::models::summarizer
