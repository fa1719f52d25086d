#include "models/extractor/context.h"

#include <algorithm>
#include <array>

#include "core/text.h"
#include "core/word_lists.h"
#include "models/extractor/characters.h"
#include "models/extractor/korean.h"

namespace memfold::models::extractor {
namespace {

constexpr std::size_t kMaxTopicBytes = 120;
constexpr std::size_t kMaxClauses = 4;
constexpr std::size_t kShortContent = 5;    // fewer content words need the subject
constexpr std::size_t kVagueContent = 8;    // so do fewer than this without any name in them
constexpr std::size_t kReferenceReach = 3;  // atoms in which a pronoun points outside

// Taken off the front of a statement; the second kind only with a comma behind: "No decision yet".
constexpr auto kConnectives = std::to_array<std::string_view>(
    {"and", "but", "also", "however", "그리고", "그런데", "하지만", "그래서", "그러나", "또한",
     "따라서", "참고로", "추가로", "아울러"});
constexpr auto kInterjections = std::to_array<std::string_view>(
    {"so",       "then",    "anyway",      "well",     "ok",        "okay", "yes",   "yeah", "no",
     "actually", "besides", "furthermore", "moreover", "therefore", "thus", "hence", "btw",  "fyi",
     "sure",     "right",   "네",          "예",       "응",        "그럼", "아니요"});
constexpr auto kConditions = std::to_array<std::string_view>(
    {"if", "when", "once", "unless", "as", "since", "because", "although", "while", "after",
     "before", "though", "whether", "where"});
constexpr auto kClauseEndings =
    std::to_array<std::string_view>({"이고", "하고", "되고", "이며", "하며", "되며", "으며", "니",
                                     "했고", "됐고", "되었고", "하였고", "시고", "았고", "었고"});

std::string topic_word(const Parse& parse, std::size_t atom) {
  return fold_case(without_particle(parse.atoms.lower(atom)));
}

bool covers(const Parse& parse, const Topic& topic) {
  if (topic.words.empty()) return false;
  std::vector<std::string> found;
  for (std::size_t i = 0; i < parse.atoms.size(); ++i) {
    if (!is_content(parse, i)) continue;
    std::string word = topic_word(parse, i);
    if (std::binary_search(topic.words.begin(), topic.words.end(), word)) {
      found.push_back(std::move(word));
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found.size() * 2 > topic.words.size();
}

bool has_name(const Parse& parse) {
  return std::any_of(parse.entities.begin(), parse.entities.end(), [](const Entity& entity) {
    return entity.kind != EntityKind::Date && entity.kind != EntityKind::Money &&
           entity.kind != EntityKind::Quantity && entity.kind != EntityKind::Place;
  });
}

bool points_outside(const Parse& parse) {
  return std::any_of(parse.signs.matches.begin(), parse.signs.matches.end(),
                     [](const SignMatch& match) {
                       return match.sign == Sign::Reference && match.first < kReferenceReach;
                     });
}

struct Cut {
  std::size_t left_end, right_begin;  // atoms
};

// Where atom `i` may end a clause.
bool cut_at(const Parse& parse, std::size_t i, Cut& cut) {
  const Atoms& atoms = parse.atoms;
  std::size_t right = i + 1;
  if (atoms.is_mark(i, ",") || atoms.is_mark(i, ";")) {
    cut.left_end = i;
  } else if (atoms.lower(i) == "and" && right < atoms.size() && atoms.lower(right) == "please") {
    cut.left_end = i;
  } else if (atoms.kind(i) == AtomKind::Hangul && right < atoms.size() &&
             std::any_of(
                 kClauseEndings.begin(), kClauseEndings.end(),
                 [&](std::string_view ending) { return atoms.view(i).ends_with(ending); })) {
    cut.left_end = i + 1;
    if (atoms.is_mark(right, ",")) ++right;
  } else {
    return false;
  }
  while (right < atoms.size() && (atoms.lower(right) == "and" || atoms.lower(right) == "but" ||
                                  atoms.lower(right) == "so" || atoms.view(right) == "그리고")) {
    ++right;
  }
  cut.right_begin = right;
  // "within 30 days, i.e. by 31 March" says one thing twice
  const bool again = atoms.is_mark(right + 1, ".") && atoms.lower(right) == "i";
  return right < atoms.size() && !again;
}

bool holds_date(const Parse& parse, std::size_t first, std::size_t last) {
  return std::any_of(parse.dates.begin(), parse.dates.end(), [&](const DateMention& date) {
    return date.has_day && date.first >= first && date.last <= last;
  });
}

bool cuts_date(const Parse& parse, const Cut& cut) {
  return std::any_of(parse.dates.begin(), parse.dates.end(), [&](const DateMention& date) {
    return date.first < cut.right_begin && date.last > cut.left_end;
  });
}

bool holds_sign(const Parse& parse, std::size_t first, std::size_t last, bool request_only) {
  return std::any_of(
      parse.signs.matches.begin(), parse.signs.matches.end(), [&](const SignMatch& match) {
        if (match.first < first || match.last > last) return false;
        if (match.sign == Sign::Task) return true;
        return !request_only && (match.sign == Sign::Decision || match.sign == Sign::Meeting ||
                                 match.sign == Sign::MeetingWeak || match.sign == Sign::Project);
      });
}

bool both_stand(const Parse& parse, std::size_t begin, const Cut& cut, std::size_t end) {
  if (is_listed(kConditions, parse.atoms.lower(begin)) || cuts_date(parse, cut)) return false;
  // "see you at 2 tomorrow" has no content word, yet says something
  if (content_words(parse, begin, cut.left_end) == 0 &&
      !holds_sign(parse, begin, cut.left_end, false)) {
    return false;
  }
  if (content_words(parse, cut.right_begin, end) == 0) return false;
  const bool left_date = holds_date(parse, begin, cut.left_end);
  const bool right_date = holds_date(parse, cut.right_begin, end);
  if (left_date && right_date) return true;
  const bool left_says = left_date || holds_sign(parse, begin, cut.left_end, false);
  return left_says && holds_sign(parse, cut.right_begin, end, true) &&
         content_words(parse, cut.right_begin, end) >= 2;
}

}  // namespace

std::string topic_text(std::string_view subject) {
  std::string text(cut_at_word(normalise_subject(cut_at_word(subject, 1024)), kMaxTopicBytes));
  while (!text.empty() && std::string_view(":.?! ").find(text.back()) != std::string_view::npos) {
    text.pop_back();
  }
  return text;
}

Topic make_topic(std::string_view subject) {
  Topic topic;
  topic.text = topic_text(subject);
  Parse parse;
  parse.parse(topic.text, {});
  for (std::size_t i = 0; i < parse.atoms.size(); ++i) {
    if (is_content(parse, i)) topic.words.push_back(topic_word(parse, i));
  }
  std::sort(topic.words.begin(), topic.words.end());
  topic.words.erase(std::unique(topic.words.begin(), topic.words.end()), topic.words.end());
  if (topic.words.empty()) topic.text.clear();
  return topic;
}

namespace {

// "박 매니저님," calls someone: the atom behind it, or 0.
std::size_t vocative_end(const Atoms& atoms, std::size_t first) {
  for (std::size_t i = first; i < std::min(atoms.size(), first + 3); ++i) {
    if (atoms.kind(i) != AtomKind::Hangul) return 0;
    if (atoms.view(i).ends_with("님") && atoms.is_mark(i + 1, ",")) return i + 2;
  }
  return 0;
}

}  // namespace

std::string_view tidy(const Parse& parse) {
  const Atoms& atoms = parse.atoms;
  std::size_t first = 0, last = atoms.size();
  for (bool changed = true; changed && first < last;) {
    changed = false;
    const bool greeting = std::any_of(
        parse.signs.matches.begin(), parse.signs.matches.end(), [&](const SignMatch& match) {
          return (match.sign == Sign::Greeting || match.sign == Sign::Thanks) &&
                 match.first == first;
        });
    for (std::size_t i = first; greeting && i < std::min(last, first + 5); ++i) {
      if ((atoms.is_mark(i, ",") || atoms.is_mark(i, "!") || atoms.is_mark(i, ".")) &&
          i + 2 < last) {
        first = i + 1;
        changed = true;
        break;
      }
    }
    if (const std::size_t name = vocative_end(atoms, first); name != 0 && name + 1 < last) {
      first = name;
      changed = true;
    }
    if (last - first > 3 && (is_listed(kConnectives, atoms.lower(first)) ||
                             (is_listed(kInterjections, atoms.lower(first)) &&
                              atoms.kind(first + 2) != AtomKind::Number &&  // "No. 10"
                              (atoms.is_mark(first + 1, ",") || atoms.is_mark(first + 1, "."))))) {
      ++first;
      changed = true;
    }
    while (first < last && (atoms.is_mark(first, ",") || atoms.is_mark(first, ")") ||
                            atoms.is_mark(first, "*") || atoms.is_mark(first, ":"))) {
      ++first;
    }
  }
  for (const SignMatch& match : parse.signs.matches) {
    if (match.sign == Sign::Thanks && match.first > first + 2 && match.last + 2 >= last &&
        atoms.is_mark(match.first - 1, ",")) {
      last = match.first - 1;
    }
  }
  return atoms.range(first, last);
}

std::string stand_alone(const Parse& parse, std::string_view statement, const Topic& topic) {
  const std::size_t content = content_words(parse, 0, parse.atoms.size());
  const bool outside = points_outside(parse);
  const bool needs =
      outside || content < kShortContent || (content < kVagueContent && !has_name(parse));
  if (!needs) return std::string(statement);
  if (!topic.text.empty() && !covers(parse, topic)) {
    return topic.text + ": " + std::string(statement);
  }
  if (topic.text.empty() && (outside || content < 2)) return {};
  return std::string(statement);
}

std::vector<std::string_view> split_clauses(const Parse& parse) {
  const Atoms& atoms = parse.atoms;
  std::vector<std::string_view> clauses;
  std::size_t begin = 0;
  for (std::size_t i = 1; i + 1 < atoms.size() && clauses.size() + 1 < kMaxClauses; ++i) {
    Cut cut{};
    if (!cut_at(parse, i, cut) || !both_stand(parse, begin, cut, atoms.size())) continue;
    clauses.push_back(atoms.range(begin, cut.left_end));
    begin = cut.right_begin;
    i = cut.right_begin;
  }
  clauses.push_back(atoms.range(begin, atoms.size()));
  return clauses;
}

}  // namespace memfold::models::extractor
