#include "models/extractor/money.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "models/extractor/characters.h"
#include "models/language/amount.h"
#include "models/language/word_file.h"
#include "models/language/words.h"
#include "models/word_table.h"

namespace memfold::models::extractor {
namespace {

// The currencies of units.words, by what they are called.
struct Currencies {
  WordTable<std::string_view> codes;         ///< Latin words and symbols
  std::vector<std::string_view> korean;      ///< longest first
  WordTable<std::string_view> korean_codes;  ///< of those

  Currencies() {
    read_words(words::kUnits, [this](const WordHeading& heading, std::string_view word) {
      if (heading.field(1) != "Money" || heading.has("analyst")) return;
      const bool hangul = is_hangul(code_point_at(word, 0).value);
      if (hangul) korean.push_back(word);
      (hangul ? korean_codes : codes).emplace(word, heading.field(2));
    });
    std::stable_sort(korean.begin(), korean.end(),
                     [](std::string_view a, std::string_view b) { return a.size() > b.size(); });
  }
};

const Currencies& currencies() {
  static const Currencies kCurrencies;
  return kCurrencies;
}

// The code of the currency that atom `i` is, or empty.
std::string_view currency_at(const Atoms& atoms, std::size_t i) {
  if (i >= atoms.size() || atoms.kind(i) == AtomKind::Hangul) return {};
  const std::string_view* code =
      currencies().codes.find(atoms.kind(i) == AtomKind::Word ? atoms.lower(i) : atoms.view(i));
  return code == nullptr ? std::string_view() : *code;
}

std::string print(const Decimal& amount, std::string_view code) {
  return amount.to_string().append(" ").append(code);
}

// The code of the currency `unit` is but for a particle or copula: "원격" and "불가" only begin
// like one.
std::string_view korean_currency(std::string_view unit) {
  static constexpr std::string_view kAfter = "으에을이은의입까정씩로를가는규인대과와보도만짜야";
  for (const std::string_view name : currencies().korean) {
    if (!unit.starts_with(name)) continue;
    const std::string_view rest = unit.substr(name.size());
    const bool ends = rest.empty() || kAfter.find(rest.substr(0, 3)) != kAfter.npos;
    return ends ? *currencies().korean_codes.find(name) : std::string_view();
  }
  return {};
}

std::optional<Money> korean_amount(const Atoms& atoms, std::size_t at) {
  constexpr int kMostParts = 6;
  std::optional<KoreanAmount> amount;
  std::size_t i = at;
  for (int parts = 0; parts < kMostParts && i + 1 < atoms.size(); ++parts) {
    const auto digits =
        atoms.kind(i) == AtomKind::Number ? Decimal::parse(atoms.view(i)) : std::nullopt;
    if (!digits || atoms.kind(++i) != AtomKind::Hangul) return std::nullopt;
    amount ? amount->add_digits(*digits) : void(amount.emplace(*digits));
    std::string_view unit = atoms.view(i);
    while (const std::size_t bytes = amount->take(unit)) unit.remove_prefix(bytes);
    if (unit.empty() && i + 1 < atoms.size() && atoms.kind(i + 1) == AtomKind::Hangul) {
      unit = atoms.view(++i);
    }
    ++i;
    if (unit.empty()) continue;
    const std::string_view code = korean_currency(unit);
    const auto total = amount->total();
    if (code.empty() || !total) return std::nullopt;
    return Money{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(i),
                 print(*total, code)};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Money> money_at(const Atoms& atoms, std::size_t at) {
  const bool number_next = at + 1 < atoms.size() && atoms.kind(at + 1) == AtomKind::Number;
  if (atoms.kind(at) != AtomKind::Number && !number_next) return std::nullopt;
  const bool symbol = atoms.kind(at) == AtomKind::Punctuation;
  const bool leading = symbol || atoms.kind(at) == AtomKind::Word;
  std::string_view code = leading ? currency_at(atoms, at) : std::string_view();
  if (leading) {
    // "dollars 500" is not an amount, nor is "we won 3 games"
    if (code.empty() || atoms.view(at).size() > 3 || atoms.lower(at) == "won") return std::nullopt;
  } else if (atoms.kind(at) != AtomKind::Number) {
    return std::nullopt;
  } else if (auto korean = korean_amount(atoms, at)) {
    return korean;
  }
  std::size_t i = leading ? at + 1 : at;
  auto amount = Decimal::parse(atoms.view(i++));
  if (amount && i < atoms.size()) {
    if (const int zeros = multiplier_zeros(atoms.lower(i), atoms.glued(i))) {
      amount = amount->times(Decimal{1, zeros});
      ++i;
    }
  }
  if (!leading) {
    code = currency_at(atoms, i);
    if (code.empty() || (atoms.is_mark(i, "$") && !atoms.glued(i))) return std::nullopt;
    ++i;
  }
  if (!amount) return std::nullopt;
  return Money{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(i), print(*amount, code)};
}

}  // namespace memfold::models::extractor
