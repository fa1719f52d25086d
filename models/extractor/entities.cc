#include "models/extractor/entities.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "core/text.h"
#include "core/word_lists.h"
#include "models/extractor/characters.h"
#include "models/extractor/date_words.h"
#include "models/extractor/entity_words.h"
#include "models/extractor/korean.h"
#include "models/extractor/money.h"
#include "models/extractor/syllables.h"
#include "models/language/word_set.h"
#include "models/language/words.h"

namespace memfold::models::extractor {
namespace {

constexpr auto kCompanyWords =
    std::to_array<std::string_view>({"inc", "corp", "corporation", "ltd", "llc", "gmbh", "co",
                                     "plc", "limited", "foundation", "university", "bank"});
constexpr auto kFileEndings = std::to_array<std::string_view>(
    {"c",    "h",   "cc",   "cpp",  "hpp", "py",   "rs",   "go",   "js",    "ts",
     "java", "md",  "txt",  "pdf",  "doc", "docx", "xls",  "xlsx", "ppt",   "pptx",
     "hwp",  "csv", "json", "yaml", "yml", "xml",  "html", "conf", "cfg",   "sh",
     "tar",  "gz",  "zip",  "png",  "jpg", "so",   "deb",  "rpm",  "patch", "log"});

struct QuotationMarks {
  std::string_view open, close;
};
constexpr auto kQuotationMarks = std::to_array<QuotationMarks>(
    {{"‘", "’"}, {"“", "”"}, {"『", "』"}, {"「", "」"}, {"《", "》"}, {"〈", "〉"}, {"'", "'"}});
constexpr std::size_t kMaxQuotedAtoms = 6;
constexpr std::size_t kMaxCodeAtoms = 9, kMaxCodeLetters = 6;

bool all_upper(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return is_ascii_upper(c) || is_ascii_digit(c) || c == '_'; });
}

bool is_camel_case(std::string_view text) {
  int lower_to_upper = 0;
  for (std::size_t i = 1; i < text.size(); ++i) {
    lower_to_upper += is_ascii_upper(text[i]) && is_ascii_lower(text[i - 1]);
  }
  return lower_to_upper > 0;
}

// Two to four syllables that are no form of address; before a rank alone, which is as often a plain
// word (계약 대리), exactly three.
bool is_person_name(std::string_view text, std::string_view title) {
  const bool polite = title.ends_with("님") || title == "씨";
  const bool fits = polite ? text.size() >= 6 && text.size() <= 12 : text.size() == 9;
  static const WordSet kNobody(words::kNames, "address", "no_name");
  return fits && !kNobody.contains(text);
}

bool is_common_capital(std::string_view lower) {
  static const WordSet kCapitals(words::kVague, "capital");
  return kCapitals.contains(lower);
}

/// What stands behind a name: 님 and 씨 before the titles they may follow.
struct Titles {
  std::vector<std::string_view> list;
  Syllables first_syllables;

  Titles() {
    for (const std::string_view name : {"honorific", "title"}) {
      const WordSet titles(words::kNames, name, "extractor");
      list.insert(list.end(), titles.longest_first().begin(), titles.longest_first().end());
    }
    first_syllables = Syllables::first_of(list);
  }
};

bool ends_word(std::string_view rest) {
  return rest.empty() || is_particle(rest);
}

class EntityReader {
 public:
  EntityReader(const Atoms& atoms, std::span<const DateMention> dates)
      : atoms_(atoms), dates_(dates) {}

  std::vector<Entity> read() {
    std::size_t date = 0;
    for (std::size_t i = 0; i < atoms_.size() && found_.size() < kMaxEntities;) {
      while (date < dates_.size() && dates_[date].last <= i) ++date;
      if (date < dates_.size() && dates_[date].first <= i) {
        if (dates_[date].has_day && dates_[date].grain <= DateGrain::Day) add_date(dates_[date]);
        i = dates_[date].last;
        continue;
      }
      const std::size_t next = read_at(i);
      i = std::max(next, i + 1);
    }
    return std::move(found_);
  }

 private:
  std::size_t add(EntityKind kind, std::size_t first, std::size_t last, std::string normal) {
    if (normal.size() > kMaxEntityBytes) normal = cut_at_word(normal, kMaxEntityBytes);
    found_.push_back({kind, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last),
                      std::move(normal)});
    return last;
  }
  bool glued_mark(std::size_t i, std::string_view mark) const {
    return atoms_.is_mark(i, mark) && atoms_.glued(i);
  }
  bool glued_kind(std::size_t i, AtomKind kind) const {
    return i < atoms_.size() && atoms_.kind(i) == kind && atoms_.glued(i);
  }
  bool sentence_start(std::size_t i) const {
    if (i == 0) return true;
    if (atoms_.kind(i - 1) != AtomKind::Punctuation) return false;
    const std::string_view mark = atoms_.view(i - 1);
    return mark != "," && mark != "-" && mark != "/" && mark != "&" && mark != "'";
  }

  void add_date(const DateMention& date) {
    const CivilDate civil = civil_of(date.first_day);
    std::array<char, 40> text;
    std::snprintf(text.data(), text.size(), "%04d-%02d-%02d", civil.year, civil.month, civil.day);
    add(EntityKind::Date, date.first, date.last, text.data());
  }

  std::size_t read_at(std::size_t i) {
    if (const auto money = money_at(atoms_, i)) {
      return add(EntityKind::Money, i, money->last, money->normal);
    }
    switch (atoms_.kind(i)) {
      case AtomKind::Url:
        return add_url(i);
      case AtomKind::Email:
        return add(EntityKind::Url, i, i + 1, std::string(atoms_.lower(i)));
      case AtomKind::Path:
        return add(EntityKind::Path, i, i + 1, std::string(atoms_.view(i)));
      case AtomKind::Number:
        return number(i);
      case AtomKind::Identifier:
        if (atoms_.view(i).find_first_not_of('_') == std::string_view::npos) return i + 1;
        return callable(i, EntityKind::Symbol);
      case AtomKind::Word:
        return word(i);
      case AtomKind::Hangul:
        return hangul(i);
      case AtomKind::Punctuation:
        return mark(i);
      default:
        return i + 1;
    }
  }

  std::size_t add_url(std::size_t i) {
    std::string_view url = atoms_.view(i);
    for (std::string_view prefix : {"mailto:", "https://", "http://", "ftp://", "www."}) {
      if (url.starts_with(prefix)) url.remove_prefix(prefix.size());
    }
    url = url.substr(0, url.find_first_of("?#"));
    while (url.ends_with('/')) url.remove_suffix(1);
    return url.empty() ? i + 1 : add(EntityKind::Url, i, i + 1, std::string(url));
  }

  // 2.6.18 is a version; 3.5 is one behind a name or "version"
  std::size_t number(std::size_t i) {
    const std::string_view text = atoms_.view(i);
    const auto points = std::count(text.begin(), text.end(), '.');
    if (glued_kind(i + 1, AtomKind::Word)) {
      const std::size_t next = commit_id(i);
      if (next == i + 1) {
        if (const std::size_t end = quantity(i); end != i) return end;
      }
      return next != i + 1 ? next : std::max(next, code(i));
    }
    if (const std::size_t next = code(i); next != i) return next;
    if (const std::size_t next = quantity(i); next != i) return next;
    if (points == 0 || points > 4 || text.size() > 24) return i + 1;
    bool version = points >= 2;
    if (points == 1 && i > 0) {
      const std::string_view before = atoms_.lower(i - 1);
      version = before == "version" || before == "v" || before == "ver" || before == "release" ||
                before.starts_with("버전") ||
                (atoms_.kind(i - 1) == AtomKind::Word && is_ascii_upper(atoms_.view(i - 1)[0]) &&
                 !sentence_start(i - 1) && !date_word(before)) ||
                (i + 1 < atoms_.size() && atoms_.view(i + 1).starts_with("버전"));
    }
    return version ? add(EntityKind::Version, i, i + 1, std::string(text)) : i + 1;
  }

  // 70%, 50대, "5 mg"
  std::size_t quantity(std::size_t i) {
    const std::string_view text = atoms_.view(i);
    if (glued_mark(i + 1, "%") || glued_mark(i + 1, "％")) {
      return add(EntityKind::Quantity, i, i + 2, std::string(text) + "%");
    }
    if (i + 1 >= atoms_.size()) return i;
    if (const std::size_t bytes = atoms_.kind(i + 1) == AtomKind::Hangul && atoms_.glued(i + 1)
                                      ? counter_at(atoms_.view(i + 1))
                                      : 0) {
      return add(EntityKind::Quantity, i, i + 2,
                 std::string(text).append(atoms_.view(i + 1).substr(0, bytes)));
    }
    if (atoms_.kind(i + 1) != AtomKind::Word || !is_unit(atoms_.lower(i + 1))) return i;
    return add(EntityKind::Quantity, i, i + 2,
               std::string(text) + " " + std::string(atoms_.lower(i + 1)));
  }

  // Groups of capitals and digits: C240208-5512, MR210-24-00117, 010-1234-5678
  std::size_t code(std::size_t i) {
    std::size_t letters = 0, digits = 0, groups = 1, end = i;
    for (; end < atoms_.size() && end < i + kMaxCodeAtoms; ++end) {
      if (end > i && !atoms_.glued(end)) break;
      const std::string_view text = atoms_.view(end);
      if (atoms_.kind(end) == AtomKind::Number && text.find_first_of(".,") == text.npos) {
        digits += text.size();
      } else if (atoms_.kind(end) == AtomKind::Word && all_upper(text)) {
        letters += text.size();
      } else if (atoms_.is_mark(end, "-") &&
                 (glued_kind(end + 1, AtomKind::Number) || glued_kind(end + 1, AtomKind::Word))) {
        ++groups;
      } else {
        break;
      }
    }
    const bool named =
        letters > 0 && letters <= kMaxCodeLetters &&
        (digits >= 4 || (digits >= 2 && letters >= 2) || (groups >= 2 && digits >= 2));
    const bool number = letters == 0 && groups >= 3 && digits >= 8;
    if (!named && !number) return i;
    return add(EntityKind::Id, i, end, std::string(atoms_.range(i, end)));
  }

  // A run of glued digits and letters a-f: a commit id
  std::size_t commit_id(std::size_t i) {
    std::string id;
    std::size_t end = i;
    for (; end < atoms_.size() && (end == i || atoms_.glued(end)) &&
           (atoms_.kind(end) == AtomKind::Number || atoms_.kind(end) == AtomKind::Word);
         ++end) {
      id += atoms_.lower(end);
      if (id.size() > 64) return end;
    }
    const bool hex = id.size() >= 7 && id.size() <= 40 &&
                     id.find_first_not_of("0123456789abcdef") == std::string::npos &&
                     std::count_if(id.begin(), id.end(), is_ascii_digit) >= 2;
    return hex ? add(EntityKind::Id, i, end, id.substr(0, 12)) : i + 1;
  }

  // open(2), fork()
  std::size_t callable(std::size_t i, EntityKind otherwise) {
    const std::string_view name = atoms_.view(i);
    std::size_t open = i + 1;
    if (!atoms_.is_mark(open, "(")) return add(otherwise, i, i + 1, std::string(name));
    if (glued_mark(open, "(") && glued_mark(open + 1, ")")) {
      return add(EntityKind::Symbol, i, open + 2, std::string(name) + "()");
    }
    if (glued_kind(open + 1, AtomKind::Number) && atoms_.view(open + 1).size() == 1) {
      std::size_t close = open + 2;
      std::string section(atoms_.view(open + 1));
      if (glued_kind(close, AtomKind::Word) && atoms_.view(close).size() <= 4) {
        section += atoms_.lower(close++);
      }
      if (glued_mark(close, ")")) {
        // bpf-helpers(7): the name may be several words
        std::size_t first = i;
        while (first >= 2 && atoms_.glued(first) && glued_mark(first - 1, "-") &&
               atoms_.kind(first - 2) == AtomKind::Word) {
          first -= 2;
        }
        return add(EntityKind::ManualPage, first, close + 1,
                   std::string(atoms_.range(first, i + 1)) + "(" + section + ")");
      }
    }
    if (otherwise == EntityKind::Name) return i;  // not a callable: let the caller go on
    return add(otherwise, i, i + 1, std::string(name));
  }

  std::size_t word(std::size_t i) {
    const std::string_view text = atoms_.view(i), lower = atoms_.lower(i);
    if (atoms_.is_mark(i + 1, "(")) {
      if (const std::size_t next = callable(i, EntityKind::Name); next != i) return next;
    }
    // report.pdf, open.2 stays a word and a version-like number
    if (glued_mark(i + 1, ".") && glued_kind(i + 2, AtomKind::Word) &&
        is_listed(kFileEndings, atoms_.lower(i + 2))) {
      return add(EntityKind::Path, i, i + 3, std::string(atoms_.range(i, i + 3)));
    }
    if (const std::size_t next = identifier(i); next != i) return next;
    if (text.size() <= kMaxCodeLetters && glued_kind(i + 1, AtomKind::Number) && all_upper(text)) {
      if (const std::size_t next = code(i); next != i) return next;
    }
    if (is_numbered_kind(lower) && i + 1 < atoms_.size() && !atoms_.glued(i + 1) &&
        is_designation(i + 1)) {
      return add(EntityKind::Place, i, i + 2, fold_case(atoms_.range(i, i + 2)));
    }
    if (text.size() >= 4 && is_camel_case(text)) {
      return add(EntityKind::Symbol, i, i + 1, std::string(text));
    }
    // errno names
    if (text.size() >= 4 && text[0] == 'E' && all_upper(text)) {
      return add(EntityKind::Symbol, i, i + 1, std::string(text));
    }
    if (lower.size() <= 7 && glued_kind(i + 1, AtomKind::Number) &&
        lower.find_first_not_of("abcdef") == std::string_view::npos) {
      if (const std::size_t next = commit_id(i); next != i + 1) return next;
    }
    return capitals(i);
  }

  bool is_id(std::size_t i) const {
    return all_upper(atoms_.view(i)) && glued_mark(i + 1, "-") &&
           glued_kind(i + 2, AtomKind::Number);
  }

  // SR-2023-052, CVE-2021-1234, JIRA-12, RFC 2119, bug 1234
  std::size_t identifier(std::size_t i) {
    const std::string_view text = atoms_.view(i), lower = atoms_.lower(i);
    if (text.size() >= 2 && text.size() <= 10 && is_id(i)) {
      std::size_t end = i + 3;
      while (glued_mark(end, "-") && glued_kind(end + 1, AtomKind::Number)) end += 2;
      return add(EntityKind::Id, i, end, std::string(atoms_.range(i, end)));
    }
    const bool numbered = lower == "rfc" || lower == "bug" || lower == "issue" ||
                          lower == "ticket" || lower == "pr" || lower == "invoice";
    std::size_t value = i + 1;
    if (atoms_.is_mark(value, "#")) ++value;
    if (numbered && value < atoms_.size() && atoms_.kind(value) == AtomKind::Number &&
        atoms_.view(value).size() >= 2) {
      return add(EntityKind::Id, i, value + 1,
                 std::string(lower) + " " + std::string(atoms_.view(value)));
    }
    if (lower == "q" && glued_kind(value, AtomKind::Number) && atoms_.view(value).size() == 1) {
      return add(EntityKind::Name, i, value + 1, std::string(1, 'q').append(atoms_.view(value)));
    }
    return i;
  }

  bool is_capital(std::size_t i) const {
    if (i >= atoms_.size() || atoms_.kind(i) != AtomKind::Word) return false;
    const std::string_view text = atoms_.view(i);
    return is_ascii_upper(text[0]) && text.size() >= 2 && !is_common_capital(atoms_.lower(i)) &&
           !date_word(atoms_.lower(i));
  }

  // What numbers one of a kind: 3.12, 4, B
  bool is_designation(std::size_t i) const {
    const std::string_view text = atoms_.view(i);
    const bool ends = i + 1 >= atoms_.size() || !atoms_.glued(i + 1) ||
                      atoms_.kind(i + 1) == AtomKind::Punctuation;
    if (atoms_.is_mark(i + 1, "%") || atoms_.is_mark(i + 1, ":") || atoms_.is_mark(i + 1, "/")) {
      return false;
    }
    if (atoms_.kind(i) == AtomKind::Number) return ends && text.size() <= 5;
    return ends && atoms_.kind(i) == AtomKind::Word && text.size() == 1 && text != "I" &&
           text != "A" && is_ascii_upper(text[0]);
  }
  // Behind a first word that is somebody's name: "Dan: recruit", "Sunil to circulate"
  bool acts(std::size_t i) const {
    if (i >= atoms_.size() || i + 1 >= atoms_.size()) return false;
    const bool label = atoms_.is_mark(i, ":") && i == 1;
    return (label && atoms_.kind(2) == AtomKind::Word && !is_ascii_upper(atoms_.view(2)[0])) ||
           (i == 1 && atoms_.lower(i) == "to" && atoms_.kind(i + 1) == AtomKind::Word);
  }

  // Runs of capitalised words: names of people, products, organisations.
  std::size_t capitals(std::size_t i) {
    if (!is_capital(i)) return i + 1;
    std::size_t end = i + 1;
    while (end < i + 4 && is_capital(end) && !atoms_.glued(end) && !is_id(end)) ++end;
    const bool company = end - i >= 2 && is_listed(kCompanyWords, atoms_.lower(end - 1));
    if (company) {
      return add(EntityKind::Organisation, i, end, fold_case(atoms_.range(i, end - 1)));
    }
    if (end < atoms_.size() && !atoms_.glued(end) && is_listed(kCompanyWords, atoms_.lower(end)) &&
        is_ascii_upper(atoms_.view(end)[0]) && !is_id(end)) {
      return add(EntityKind::Organisation, i, end + 1, fold_case(atoms_.range(i, end)));
    }
    // "Room 3.12", "Section 4", "Exhibit B", "SK 418"
    if (end < atoms_.size() && !atoms_.glued(end) && is_designation(end) && end - i <= 2 &&
        (!sentence_start(i) || end - i == 2)) {
      return add(EntityKind::Place, i, end + 1, fold_case(atoms_.range(i, end + 1)));
    }
    // The first word of a sentence is capitalised anyway.
    const bool at_start = sentence_start(i) && !all_upper(atoms_.view(i));
    if (at_start && end - i == 1 && !acts(end)) return end;
    return add(EntityKind::Name, i, end, fold_case(atoms_.range(i, end)));
  }

  // The letters before 님 or a title, in one word or two: 변지수 님이, 수빈님
  std::size_t person(std::size_t i) {
    const std::string_view text = atoms_.view(i);
    const std::size_t next = i + 1;
    const bool apart =
        next < atoms_.size() && atoms_.kind(next) == AtomKind::Hangul && !atoms_.glued(next);
    static const Titles kTitles;
    const Syllables& first = kTitles.first_syllables;
    bool may_have_title = apart && first.has(atoms_.view(next));
    for (std::size_t at = 0; at + Syllables::kBytes <= text.size(); at += Syllables::kBytes) {
      may_have_title = may_have_title || first.has(text.substr(at));
    }
    if (!may_have_title) return i;
    for (std::string_view title : kTitles.list) {
      if (apart && atoms_.view(next).starts_with(title) &&
          ends_word(atoms_.view(next).substr(title.size())) && is_person_name(text, title)) {
        return add(EntityKind::Name, i, next + 1, std::string(text));
      }
      const std::size_t at = text.rfind(title);
      if (at == std::string_view::npos || !ends_word(text.substr(at + title.size()))) continue;
      if (is_person_name(text.substr(0, at), title)) {
        return add(EntityKind::Name, i, next, std::string(text.substr(0, at)));
      }
    }
    return i;
  }

  // "구본우: 테스트 카드", "부하 테스트 - 피도율", "(추민경)": a full name where a list says who
  std::size_t owner(std::size_t i) {
    const std::string_view text = atoms_.view(i);
    if (!looks_like_full_name(text)) return i;
    const auto listed = [&](std::size_t k) {
      return atoms_.is_mark(k, ":") || atoms_.is_mark(k, "-") || atoms_.is_mark(k, "–") ||
             atoms_.is_mark(k, "(") || atoms_.is_mark(k, ")") || atoms_.is_mark(k, "/");
    };
    const bool opens = i == 0 && (atoms_.is_mark(1, ":") || atoms_.is_mark(1, "-"));
    const bool enclosed = i > 0 && listed(i - 1) && (i + 1 >= atoms_.size() || listed(i + 1));
    return opens || enclosed ? add(EntityKind::Name, i, i + 1, std::string(text)) : i;
  }

  std::size_t place(std::size_t i) {
    std::optional<NamedPlace> found = korean_place_at(atoms_, i);
    return found ? add(EntityKind::Place, found->first, i + 1, std::move(found->name)) : i;
  }

  // A title or name in quotation marks, up to a few words.
  std::size_t quoted(std::size_t i) {
    for (const QuotationMarks& marks : kQuotationMarks) {
      if (atoms_.view(i) != marks.open) continue;
      if (marks.open == marks.close && atoms_.glued(i) && i > 0) continue;  // it's
      for (std::size_t end = i + 2; end < std::min(atoms_.size(), i + 2 + kMaxQuotedAtoms); ++end) {
        if (atoms_.view(end) != marks.close) continue;
        return add(EntityKind::Name, i, end + 1, fold_case(atoms_.range(i + 1, end)));
      }
    }
    return i;
  }

  // 주식회사 한빛, (주)한빛
  std::size_t hangul(std::size_t i) {
    if (const std::size_t next = person(i); next != i) return next;
    if (const std::size_t next = owner(i); next != i) return next;
    if (const std::size_t next = place(i); next != i) return next;
    if (atoms_.view(i) == "주식회사" && i + 1 < atoms_.size() &&
        atoms_.kind(i + 1) != AtomKind::Punctuation) {
      return add(EntityKind::Organisation, i, i + 2,
                 fold_case(without_particle(atoms_.view(i + 1))));
    }
    return i + 1;
  }

  std::size_t mark(std::size_t i) {
    if (const std::size_t next = quoted(i); next != i) return next;
    if (atoms_.view(i) == "#" && glued_kind(i + 1, AtomKind::Number)) {
      return add(EntityKind::Id, i, i + 2, std::string(atoms_.range(i, i + 2)));
    }
    if (atoms_.view(i) == "(" && i + 3 < atoms_.size() && atoms_.view(i + 1) == "주" &&
        atoms_.is_mark(i + 2, ")") && atoms_.kind(i + 3) == AtomKind::Hangul) {
      return add(EntityKind::Organisation, i, i + 4,
                 fold_case(without_particle(atoms_.view(i + 3))));
    }
    return i + 1;
  }

  const Atoms& atoms_;
  std::span<const DateMention> dates_;
  std::vector<Entity> found_;
};

}  // namespace

std::vector<Entity> find_entities(const Atoms& atoms, std::span<const DateMention> dates) {
  return EntityReader(atoms, dates).read();
}

std::vector<std::string> normal_forms(std::span<const Entity> entities) {
  std::vector<std::string> forms;
  for (const Entity& entity : entities) {
    if (std::find(forms.begin(), forms.end(), entity.normal) == forms.end()) {
      forms.push_back(entity.normal);
    }
  }
  return forms;
}

}  // namespace memfold::models::extractor
