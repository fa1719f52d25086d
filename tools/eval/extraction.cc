#include "tools/eval/extraction.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/text.h"
#include "ingest/mail_parser.h"

namespace memfold::tools {
namespace {

using Words = std::vector<std::string>;

constexpr std::int64_t kMicrosPerMinute = 60 * kMicrosPerSecond;
constexpr std::size_t kLongContext = 100;  // bytes from which a subject may have been cut

/// What numbers are written short with.
struct Multiplier {
  std::string_view letters;
  double factor;
};
constexpr Multiplier kMultipliers[] = {{"천", 1e3}, {"만", 1e4},      {"억", 1e8},
                                       {"k", 1e3},  {"million", 1e6}, {"m", 1e6}};

/// Runs of letters and digits, case folded.
Words words_of(std::string_view text) {
  const std::string folded = fold_case(text);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(folded.data());
  const auto size = static_cast<std::int32_t>(folded.size());
  Words words;
  bool inside = false;
  for (std::int32_t i = 0; i < size;) {
    const std::int32_t begin = i;
    UChar32 character = 0;
    U8_NEXT(bytes, i, size, character);
    const bool part = character >= 0 && u_isalnum(character);
    if (part && !inside) words.emplace_back();
    if (part) words.back().append(folded, std::size_t(begin), std::size_t(i - begin));
    inside = part;
  }
  return words;
}

std::string_view without_context(std::string_view content, const std::string& subject) {
  std::string topic = normalise_subject(subject);
  while (!topic.empty() && std::string_view(":.?! ").find(topic.back()) != std::string_view::npos) {
    topic.pop_back();
  }
  // A long subject is cut, so its beginning counts as well.
  std::size_t best = 0;
  for (std::size_t colon = content.find(": ");
       colon != std::string_view::npos && colon <= topic.size();
       colon = content.find(": ", colon + 1)) {
    const bool whole = colon == topic.size() || colon >= kLongContext;
    if (whole && topic.starts_with(content.substr(0, colon))) best = colon + 2;
  }
  return content.substr(best);
}

struct Agreement {
  double score = 0;
  std::size_t expected = 0, extracted = 0;
};

/// Words in both, each as often as in the one that has it less often. Both are sorted.
std::size_t common_words(const Words& a, const Words& b) {
  Words common;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
  return common.size();
}

Words sorted_words(std::string_view text) {
  Words words = words_of(text);
  std::sort(words.begin(), words.end());
  return words;
}

/// Every pair that says the same, best first.
std::vector<Agreement> agreements(std::span<const ExpectedFact> expected,
                                  std::span<const Fact> extracted, const std::string& subject) {
  std::vector<Words> extracted_words;
  extracted_words.reserve(extracted.size());
  for (const Fact& fact : extracted) {
    extracted_words.push_back(sorted_words(without_context(fact.content, subject)));
  }
  std::vector<Agreement> found;
  for (std::size_t e = 0; e < expected.size(); ++e) {
    const Words words = sorted_words(expected[e].text);
    for (std::size_t g = 0; g < extracted.size(); ++g) {
      const auto common = double(common_words(words, extracted_words[g]));
      const auto ours = double(words.size()), theirs = double(extracted_words[g].size());
      if (common == 0 || common < kLeastExpectedCovered * ours ||
          common < kLeastExtractedCovered * theirs) {
        continue;
      }
      found.push_back({2 * common / (ours + theirs), e, g});
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Agreement& a, const Agreement& b) { return a.score > b.score; });
  return found;
}

bool holds_run(const Words& all, const Words& part) {
  return !part.empty() &&
         std::search(all.begin(), all.end(), part.begin(), part.end()) != all.end();
}

/// "1억 5000만원" is 150000000; nothing where no number opens the text behind its signs.
std::optional<double> number_in(const std::string& text) {
  std::string plain = fold_case(text);
  std::erase_if(plain, [](char c) { return c == ',' || c == ' '; });
  std::optional<double> sum;
  std::size_t at = plain.find_first_of("0123456789");
  while (at < plain.size() && plain[at] >= '0' && plain[at] <= '9') {
    double value = 0;
    const auto end =
        std::from_chars(&plain[at], plain.data() + plain.size(), value, std::chars_format::fixed);
    at = std::size_t(end.ptr - plain.data());
    for (const Multiplier& one : kMultipliers) {
      const std::string_view rest = std::string_view(plain).substr(at);
      const char after = rest.size() > one.letters.size() ? rest[one.letters.size()] : ' ';
      // "5k" is five thousand, "5krw" is not.
      const bool goes_on = one.letters.size() == 1 && after >= 'a' && after <= 'z';
      if (!rest.starts_with(one.letters) || goes_on) continue;
      value *= one.factor;
      at += one.letters.size();
    }
    sum = sum.value_or(0) + value;
  }
  return sum;
}

void count_match(const ExpectedFact& expected, const Fact& fact, int utc_offset_minutes,
                 ExtractionFigures& figures) {
  ++figures.statements.right;
  ++figures.categories.whole;
  figures.categories.part += fact.category.value_or(Category::Misc) == expected.category;
  if (expected.date) {
    ++figures.dates.whole;
    figures.dates.part += is_dated(fact, *expected.date, utc_offset_minutes);
  }
  for (const std::string& entity : expected.entities) {
    ++figures.entities.whole;
    figures.entities.part += names_entity(fact, entity);
  }
}

void count(const MailOutcome& outcome, ExtractionFigures& figures) {
  ++figures.mails;
  figures.statements.expected += outcome.expected.size();
  figures.statements.given += outcome.extracted.size();
  if (outcome.expected.empty()) {
    ++figures.quiet.whole;
    figures.quiet.part += outcome.extracted.empty();
  }
  for (const Matched& match : outcome.matches) {
    if (!match.expected || !match.extracted) continue;
    count_match(outcome.expected[*match.expected], outcome.extracted[*match.extracted],
                outcome.utc_offset_minutes, figures);
  }
}

}  // namespace

std::vector<MailOutcome> ask_extractor(const Extractor& extractor,
                                       std::span<const LabelledMail> mails) {
  std::vector<MailOutcome> outcomes;
  outcomes.reserve(mails.size());
  for (const LabelledMail& mail : mails) {
    RawMessage raw;
    raw.bytes = mail.mail;
    const ingest::ParsedMail parsed = ingest::parse_mail(raw);
    MailOutcome outcome{mail.id, mail.language, parsed.message.subject, mail.facts, {}, 0, {}};
    if (parsed.broken.empty()) outcome.extracted = extractor.extract(parsed.message);
    outcome.utc_offset_minutes = parsed.message.utc_offset_minutes;
    outcome.matches = match_facts(outcome.expected, outcome.extracted, outcome.subject);
    outcomes.push_back(std::move(outcome));
  }
  return outcomes;
}

std::vector<Matched> match_facts(std::span<const ExpectedFact> expected,
                                 std::span<const Fact> extracted, const std::string& subject) {
  std::vector<char> found(expected.size()), used(extracted.size());
  std::vector<Matched> matches;
  for (const Agreement& one : agreements(expected, extracted, subject)) {
    if (found[one.expected] || used[one.extracted]) continue;
    found[one.expected] = used[one.extracted] = 1;
    matches.push_back({one.expected, one.extracted});
  }
  std::sort(matches.begin(), matches.end(),
            [](const Matched& a, const Matched& b) { return a.expected < b.expected; });
  for (std::size_t e = 0; e < expected.size(); ++e) {
    if (!found[e]) matches.push_back({e, std::nullopt});
  }
  for (std::size_t g = 0; g < extracted.size(); ++g) {
    if (!used[g]) matches.push_back({std::nullopt, g});
  }
  return matches;
}

bool is_dated(const Fact& fact, const ExpectedDate& date, int utc_offset_minutes) {
  const std::optional<Time>& given = date.due ? fact.valid_until : fact.occurred_at;
  if (!given) return false;
  const std::int64_t unit = date.has_time ? kMicrosPerMinute : kMicrosPerDay;
  const std::int64_t offset = date.has_time ? 0 : utc_offset_minutes * kMicrosPerMinute;
  const auto unit_of = [&](std::int64_t micros) {
    return micros / unit - (micros % unit < 0 ? 1 : 0);
  };
  return unit_of(given->micros + offset) == unit_of(date.at.micros);
}

bool names_entity(const Fact& fact, const std::string& entity) {
  const Words words = words_of(entity);
  const std::optional<double> number = number_in(entity);
  return std::any_of(fact.entities.begin(), fact.entities.end(), [&](const std::string& one) {
    const Words theirs = words_of(one);
    return holds_run(theirs, words) || holds_run(words, theirs) ||
           (number && number_in(one) == number);
  });
}

ExtractionFigures extraction_figures(std::span<const MailOutcome> outcomes) {
  ExtractionFigures figures;
  for (const MailOutcome& outcome : outcomes) count(outcome, figures);
  return figures;
}

std::map<std::string, ExtractionFigures> extraction_by_language(
    std::span<const MailOutcome> outcomes) {
  std::map<std::string, ExtractionFigures> figures;
  for (const MailOutcome& outcome : outcomes) count(outcome, figures[outcome.language]);
  return figures;
}

}  // namespace memfold::tools
