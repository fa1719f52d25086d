#include "models/extractor/worth.h"

#include <algorithm>
#include <array>
#include <vector>

#include "models/extractor/category.h"
#include "models/extractor/entity_words.h"
#include "models/extractor/korean.h"
#include "models/extractor/tense.h"

namespace memfold::models::extractor {
namespace {

constexpr std::size_t kLeastContent = 2;       // words, where a sign says what it is about
constexpr std::size_t kLeastPlainContent = 3;  // words, where none does
constexpr std::size_t kLeastSentenceContent = 5;
constexpr std::size_t kManyWords = 5, kManyKoreanWords = 4;
constexpr std::size_t kEndlessContent = 55;
constexpr std::size_t kRamblingContent = 35;  // more words say less
constexpr std::size_t kWishContent = 12;      // a longer sentence says more than its wish
constexpr std::size_t kSettlingAtoms = 12;
constexpr std::size_t kReceiptAtoms = 6;

bool past_form(std::string_view word) {
  return word.size() > 4 && word.ends_with("ed");
}

bool ends_korean_sentence(const Parse& parse) {
  for (std::size_t back = 1; back <= 4 && back <= parse.atoms.size(); ++back) {
    const std::size_t i = parse.atoms.size() - back;
    if (parse.atoms.kind(i) == AtomKind::Punctuation) continue;
    return parse.atoms.kind(i) == AtomKind::Hangul && ends_finally(parse.atoms.view(i));
  }
  return false;
}

bool is_finite(const Parse& parse, bool signed_category) {
  if (parse.has(Sign::Finite) || ends_korean_sentence(parse)) return true;
  const bool typed = !parse.dates.empty() || parse.has_entity(EntityKind::Money);
  if (typed && (signed_category || parse.label_end() > 0)) return true;
  for (std::size_t i = 0; i < parse.atoms.size(); ++i) {
    if (parse.atoms.kind(i) == AtomKind::Word && past_form(parse.atoms.lower(i))) return true;
    if (parse.atoms.kind(i) == AtomKind::Other && parse.atoms.view(i).size() > 18) return true;
  }
  if (is_imperative(parse) || parse.has(Sign::Task)) return true;
  // What somebody ended with a full stop they meant as a sentence.
  return parse.atoms.is_mark(parse.atoms.size() - 1, ".") &&
         content_words(parse, 0, parse.atoms.size()) >= kLeastSentenceContent;
}

// Words of asking and answering that name nothing asked for: "검토 부탁드립니다", "Please advise".
constexpr auto kGenericWords = std::to_array<std::string_view>(
    {"review",   "advise", "acknowledge", "receipt", "confirm",  "see",  "check",    "reply",
     "respond",  "note",   "look",        "revert",  "let",      "know", "feedback", "comments",
     "thoughts", "update", "back",        "soon",    "possible", "asap", "kindly",   "shortly",
     "below",    "above",  "take",        "notice",  "following"});
constexpr auto kGenericKorean = std::to_array<std::string_view>(
    {"검토",   "확인",   "참고",   "회신",   "의견", "첨부", "파일",   "자료", "메일",
     "이메일", "내용",   "업무",   "관련",   "답",   "연락", "말씀",   "문의", "공유",
     "협조",   "양해",   "아래",   "꼭",     "한번", "편하", "아니니", "되실", "괜찮",
     "시간",   "빠른",   "조속",   "많은",   "앞으", "급한", "빨리",   "때",   "후",
     "바로",   "돌아와", "어려우", "언제든", "사항", "처음", "빠르",   "참조", "위"});

bool is_generic(const Parse& parse, std::size_t atom) {
  if (parse.atoms.kind(atom) != AtomKind::Hangul) {
    return std::find(kGenericWords.begin(), kGenericWords.end(), parse.atoms.lower(atom)) !=
           kGenericWords.end();
  }
  const std::string_view word = parse.atoms.view(atom);
  return std::any_of(kGenericKorean.begin(), kGenericKorean.end(),
                     [&](std::string_view one) { return word.starts_with(one); });
}

// A request or promise of which nothing but the asking is said.
bool has_no_object(const Parse& parse) {
  if (!parse.dates.empty() || !parse.entities.empty() || parse.has_number()) return false;
  std::vector<char> covered(parse.atoms.size());
  for (const SignMatch& match : parse.signs.matches) {
    if (match.sign != Sign::Task && match.sign != Sign::Commitment) continue;
    // the verb before 주세요, in "적어 주세요", is of the asking
    const bool verb = match.first > 0 && parse.atoms.kind(match.first) == AtomKind::Hangul &&
                      (parse.atoms.view(match.first - 1).ends_with("어") ||
                       parse.atoms.view(match.first - 1).ends_with("아") ||
                       parse.atoms.view(match.first - 1).ends_with("해"));
    for (std::size_t i = match.first - verb; i < match.last; ++i) covered[i] = 1;
  }
  for (std::size_t i = 0; i < parse.atoms.size(); ++i) {
    const bool when = i + 1 < parse.atoms.size() && parse.atoms.view(i + 1) == "때";
    if (is_content(parse, i) && !covered[i] && !when && !is_generic(parse, i)) return false;
  }
  return true;
}

// "릴리스 담당 나도현입니다.", "보드란동물병원이에요": who writes; not "담당자는 나도현입니다"
bool introduces(const Parse& parse) {
  const Atoms& atoms = parse.atoms;
  std::size_t last = atoms.size();
  while (last > 0 && atoms.kind(last - 1) == AtomKind::Punctuation) --last;
  if (last == 0 || atoms.kind(last - 1) != AtomKind::Hangul || !parse.dates.empty()) return false;
  for (std::size_t i = 0; i + 1 < last; ++i) {
    const std::string_view word = atoms.view(i);
    if (word.ends_with("은") || word.ends_with("는") || word.ends_with("이") ||
        atoms.is_mark(i, ":")) {
      return false;
    }
  }
  const std::string_view word = atoms.view(last - 1);
  for (std::string_view copula : {"입니다", "이에요", "예요"}) {
    if (!word.ends_with(copula)) continue;
    const std::string_view name = word.substr(0, word.size() - copula.size());
    return looks_like_full_name(name) || name.ends_with("병원") || name.ends_with("학교");
  }
  return false;
}

// "보내 주신 초안을 검토하였습니다.": that something came is known to who sent it.
bool is_receipt(const Parse& parse) {
  const Atoms& atoms = parse.atoms;
  if (!parse.dates.empty() || parse.has_number()) return false;
  std::size_t last = atoms.size(), first = 0;
  while (last > 0 && atoms.kind(last - 1) == AtomKind::Punctuation) --last;
  while (first + 3 < last && atoms.view(first) != "보내") ++first;
  if (first + 3 >= last || first > 1 || last - first > kReceiptAtoms) return false;
  if (!atoms.view(first + 1).starts_with("주신")) return false;
  const std::string_view verb = atoms.view(last - 1);
  return is_past_form(verb) &&
         (verb.starts_with("검토") || verb.starts_with("확인") || verb.starts_with("받았") ||
          verb.starts_with("봤") || verb.starts_with("보았") || verb.starts_with("읽었"));
}

// "줄이 어찌나 긴지 땀을 흘렸네요": wonder, no news
bool wonders(const Parse& parse) {
  std::size_t last = parse.atoms.size();
  while (last > 0 && parse.atoms.kind(last - 1) == AtomKind::Punctuation) --last;
  return last > 0 && parse.atoms.view(last - 1).ends_with("네요") && !parse.looks_ahead &&
         !parse.has_number() && !parse.has(Sign::Trait);
}

bool is_empty_talk(const Parse& parse, Category::Kind category) {
  if (introduces(parse) || is_receipt(parse)) return true;
  if (category == Category::Misc && wonders(parse)) return true;
  if ((category == Category::Task || category == Category::Misc) && has_no_object(parse)) {
    return true;
  }
  if (parse.has(Sign::Closing) && !parse.has_entity(EntityKind::Money) &&
      content_words(parse, 0, parse.atoms.size()) <= kWishContent) {
    return true;
  }
  const bool firm = category == Category::Task || category == Category::Decision ||
                    parse.has(Sign::Commitment) || parse.looks_ahead;
  const bool figures = parse.looks_ahead || parse.has_entity(EntityKind::Money);
  if (parse.has(Sign::Boilerplate)) {
    const bool due = category == Category::Task && parse.has(Sign::Deadline) && parse.day();
    return !(figures && (due || parse.has(Sign::Task) || parse.has_entity(EntityKind::Money)));
  }
  // What only says that something follows.
  if (parse.has(Sign::Announce) && !figures &&
      (category == Category::Misc || category == Category::Meeting)) {
    return true;
  }
  if (parse.has(Sign::Greeting) || parse.has(Sign::Thanks) || parse.has(Sign::Closing)) {
    if (!firm) return true;
  }
  return parse.has(Sign::Chatter) && !firm;
}

int points_for(Category::Kind category, const Parse& parse) {
  switch (category) {
    case Category::Task:
    case Category::Decision:
      return 3;
    case Category::Meeting:
      return parse.dates.empty() ? 2 : 3;
    case Category::Project:
    case Category::Ads:
      return 2;
    case Category::Misc:
      return 0;
  }
  return 0;
}

// Content that is not merely the words that ask: "To do" and 할 일 are headings.
bool says_what(const Parse& parse) {
  std::size_t asking = 0;
  for (const SignMatch& match : parse.signs.matches) {
    if (match.sign == Sign::Task) asking += content_words(parse, match.first, match.last);
  }
  return content_words(parse, 0, parse.atoms.size()) > asking;
}

// A number that is no part of a date or name: 3 warehouses, 60%
int points_for_numbers(const Parse& parse) {
  int points = 0;
  for (std::size_t i = 0; i < parse.atoms.size(); ++i) {
    if (parse.atoms.kind(i) != AtomKind::Number) continue;
    const auto holds = [&](const auto& span) { return span.first <= i && i < span.last; };
    if (std::any_of(parse.dates.begin(), parse.dates.end(), holds)) continue;
    if (std::any_of(parse.entities.begin(), parse.entities.end(), [&](const Entity& entity) {
          return entity.kind != EntityKind::Quantity && holds(entity);
        })) {
      continue;
    }
    if (parse.atoms.is_mark(i + 1, "%")) return 2;
    points = 1;
  }
  return points;
}

int points_for_entities(const Parse& parse) {
  int technical = 0, named = 0, money = 0;
  for (const Entity& entity : parse.entities) {
    switch (entity.kind) {
      case EntityKind::Money:
        money = 3;
        break;
      case EntityKind::ManualPage:
      case EntityKind::Symbol:
      case EntityKind::Version:
      case EntityKind::Id:
        technical = std::min(technical + 1, 2);
        break;
      case EntityKind::Date:
      case EntityKind::Quantity:
        break;
      case EntityKind::Place:  // the endings of Korean names are those of plain words as well
        if (static_cast<unsigned char>(entity.normal[0]) < 0x80) named = 1;
        break;
      default:
        named = 1;
    }
  }
  return money + technical + named;
}

bool points_outside_first(const Parse& parse) {
  const SignMatch* match = parse.signs.first(Sign::Reference);
  return match && match->first <= 1;
}

bool about_the_writer(const Parse& parse) {
  const std::string_view first = parse.atoms.size() ? parse.atoms.lower(0) : std::string_view();
  return first == "i" || first == "i'm" || first == "i've" || first == "i'd" || first == "my" ||
         first == "you" || first == "your";
}

// A category, date or amount says part of what is said.
std::size_t least_content(const Parse& parse, Category::Kind category) {
  if (category == Category::Meeting && parse.day()) return 0;  // "see you at 2 tomorrow"
  if (parse.day() || parse.has_entity(EntityKind::Money)) return kLeastContent - 1;
  const bool plain = category == Category::Misc && !parse.has(Sign::Trait);
  return plain ? kLeastPlainContent : kLeastContent;
}

}  // namespace

int worth_of(const Parse& parse, Category::Kind category, bool public_list, bool listed) {
  const std::size_t content = content_words(parse, 0, parse.atoms.size());
  const bool signed_category = category != Category::Misc;
  const bool field = !public_list && parse.is_field();
  if (content < least_content(parse, category) && !(field && content > 0)) return 0;
  if (is_empty_talk(parse, category)) return 0;
  if (!listed && !field && !is_finite(parse, signed_category)) return 0;
  if (parse.question() && category != Category::Task &&
      !(category == Category::Meeting && !parse.dates.empty())) {
    return 0;
  }
  if (parse.has(Sign::Task) && !says_what(parse)) return 0;
  int worth = points_for(category, parse) + points_for_entities(parse) + points_for_numbers(parse);
  if (parse.day()) {
    worth += 2;
  } else if (!parse.dates.empty()) {
    ++worth;
  }
  if (parse.has(Sign::Commitment)) worth += 2;
  // A decision that is still open is news too.
  if (category == Category::Misc && parse.has(Sign::Decision) && !public_list) ++worth;
  // Korean puts into one word what English spreads over two.
  if (content >= (ends_korean_sentence(parse) ? kManyKoreanWords : kManyWords)) ++worth;
  if (content > kRamblingContent) worth -= content > kEndlessContent ? 3 : 1;
  if (parse.atoms.is_mark(parse.atoms.size() - 1, ":"))
    worth -= 2;  // what it announces is not in it
  const bool number =
      std::any_of(parse.signs.matches.begin(), parse.signs.matches.end(),
                  [](const SignMatch& match) { return match.sign == Sign::Deadline; });
  if (number && parse.day()) ++worth;
  if (parse.has(Sign::Recurring)) ++worth;
  if (listed) ++worth;
  if (!public_list && parse.has(Sign::Trait)) worth += 2;
  if (field) worth += 2;
  if (parse.has(Sign::Hedge)) worth -= 2;
  if (points_outside_first(parse)) --worth;
  if (public_list && about_the_writer(parse)) --worth;
  if (!public_list && content >= kLeastPlainContent) ++worth;
  return std::max(worth, 0);
}

std::string_view settling_words(const Parse& parse) {
  const SignMatch* match = parse.signs.first(Sign::Status);
  if (!match || parse.question() || parse.atoms.size() > kSettlingAtoms) return {};
  // It opens the answer, or follows "I've", "both", "patch" and the like.
  if (match->first > 3 || parse.has(Sign::Negation) || parse.has(Sign::Task)) return {};
  std::size_t last = match->last;
  // "Applied to the master branch" says where; "Applied, thanks" ends at the comma.
  while (last < parse.atoms.size() && parse.atoms.kind(last) != AtomKind::Punctuation) ++last;
  for (const SignMatch& thanks : parse.signs.matches) {
    if (thanks.sign == Sign::Thanks && thanks.first >= match->last) {
      last = std::min<std::size_t>(last, thanks.first);
    }
  }
  return parse.atoms.range(0, last);
}

double confidence_of(const Parse& parse, Category::Kind category) {
  double confidence = category == Category::Misc || category == Category::Ads ? 0.7 : 0.85;
  if (parse.day() || parse.has_entity(EntityKind::Money)) confidence += 0.05;
  if (parse.has(Sign::Hedge)) confidence -= 0.2;
  return confidence;
}

}  // namespace memfold::models::extractor
