#include "models/extractor/money.h"

#include <algorithm>
#include <array>
#include <limits>

#include "models/extractor/characters.h"

namespace memfold::models::extractor {
namespace {

// Amounts are counted in ten-thousandths, so that "1.25 million" stays exact.
constexpr std::uint64_t kScale = 10'000;
constexpr std::uint64_t kMostMoney = std::numeric_limits<std::uint64_t>::max();

struct Named {
  std::string_view text, code;
};
constexpr auto kSymbols = std::to_array<Named>(
    {{"$", "USD"}, {"€", "EUR"}, {"£", "GBP"}, {"¥", "JPY"}, {"₩", "KRW"}, {"￦", "KRW"}});
constexpr auto kCodes = std::to_array<Named>({
    {"usd", "USD"},
    {"us$", "USD"},
    {"dollar", "USD"},
    {"dollars", "USD"},
    {"bucks", "USD"},
    {"eur", "EUR"},
    {"euro", "EUR"},
    {"euros", "EUR"},
    {"gbp", "GBP"},
    {"pounds", "GBP"},
    {"krw", "KRW"},
    {"won", "KRW"},
    {"jpy", "JPY"},
    {"yen", "JPY"},
    {"chf", "CHF"},
    {"cny", "CNY"},
    {"rmb", "CNY"},
});
constexpr auto kKoreanCodes = std::to_array<Named>({{"원", "KRW"},
                                                    {"달러", "USD"},

                                                    {"유로", "EUR"},
                                                    {"엔", "JPY"},
                                                    {"위안", "CNY"}});

struct Multiplier {
  std::string_view text;
  std::uint64_t value;
};
constexpr auto kMultipliers = std::to_array<Multiplier>({{"k", 1'000},
                                                         {"m", 1'000'000},
                                                         {"mn", 1'000'000},
                                                         {"mio", 1'000'000},
                                                         {"million", 1'000'000},
                                                         {"b", 1'000'000'000},
                                                         {"bn", 1'000'000'000},
                                                         {"billion", 1'000'000'000},
                                                         {"thousand", 1'000},
                                                         {"trillion", 1'000'000'000'000}});
// 만, 억 and 조 close a group; 천, 백 and 십 multiply inside one.
constexpr auto kInner = std::to_array<Multiplier>({{"천", 1'000}, {"백", 100}, {"십", 10}});
constexpr auto kOuter =
    std::to_array<Multiplier>({{"만", 10'000}, {"억", 100'000'000}, {"조", 1'000'000'000'000}});

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > kMostMoney / b ? kMostMoney : a * b;
}
std::uint64_t plus(std::uint64_t a, std::uint64_t b) {
  return a > kMostMoney - b ? kMostMoney : a + b;
}

std::uint64_t scaled(std::string_view digits) {
  std::uint64_t value = 0, decimals = kScale;
  bool fraction = false;
  for (char c : digits) {
    if (c == '.') {
      if (fraction) break;  // a version, not an amount
      fraction = true;
    } else if (is_ascii_digit(c) && decimals > (fraction ? 1u : 0u)) {
      value = plus(times(value, 10), static_cast<std::uint64_t>(c - '0'));
      if (fraction) decimals /= 10;
    }
  }
  return times(value, decimals);
}

const Named* find_named(auto& table, std::string_view text) {
  const auto found = std::find_if(std::begin(table), std::end(table),
                                  [&](const Named& row) { return row.text == text; });
  return found == std::end(table) ? nullptr : &*found;
}

std::string print(std::uint64_t amount, std::string_view code) {
  std::string text = std::to_string(amount / kScale);
  std::string fraction = std::to_string(kScale + amount % kScale).substr(1);
  while (!fraction.empty() && fraction.back() == '0') fraction.pop_back();
  if (!fraction.empty()) text += "." + fraction;
  return text.append(" ").append(code);
}

// Reads 천/백/십/만/억/조 off the front of a Korean unit; true when it took one.
bool take_korean_unit(std::string_view& unit, std::uint64_t& group, std::uint64_t& total) {
  for (const Multiplier& inner : kInner) {
    if (!unit.starts_with(inner.text)) continue;
    group = times(group == 0 ? kScale : group, inner.value);
    unit.remove_prefix(inner.text.size());
    return true;
  }
  for (const Multiplier& outer : kOuter) {
    if (!unit.starts_with(outer.text)) continue;
    total = plus(total, times(group == 0 ? kScale : group, outer.value));
    group = 0;
    unit.remove_prefix(outer.text.size());
    return true;
  }
  return false;
}

std::optional<Money> korean_amount(const Atoms& atoms, std::size_t at) {
  std::uint64_t total = 0, group = 0;
  std::size_t i = at;
  for (int parts = 0; parts < 6 && i < atoms.size(); ++parts) {
    if (atoms.kind(i) == AtomKind::Number) group = plus(group, scaled(atoms.view(i++)));
    if (i >= atoms.size() || atoms.kind(i) != AtomKind::Hangul) return std::nullopt;
    std::string_view unit = atoms.view(i);
    while (take_korean_unit(unit, group, total)) {
    }
    if (unit.empty() && i + 1 < atoms.size() && atoms.kind(i + 1) == AtomKind::Hangul) {
      unit = atoms.view(++i);
    }
    for (const Named& code : kKoreanCodes) {
      if (!unit.starts_with(code.text)) continue;
      const std::string_view rest = unit.substr(code.text.size());
      // "원격" and "불가" only begin like a currency: what follows one is a particle or copula.
      static constexpr std::string_view kAfter = "으에을이은의입까정씩로를가는규인대과와보도만짜야";
      const std::size_t after = rest.empty() ? 0 : kAfter.find(rest.substr(0, 3));
      if (after == std::string_view::npos) return std::nullopt;
      return Money{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(i + 1),
                   print(plus(total, group), code.code)};
    }
    if (!unit.empty()) return std::nullopt;
    ++i;
    if (i >= atoms.size() || atoms.kind(i) != AtomKind::Number) return std::nullopt;
  }
  return std::nullopt;
}

// A multiplier behind the number at `i`; moves `i` past it.
std::uint64_t take_multiplier(const Atoms& atoms, std::size_t& i) {
  if (i >= atoms.size()) return 1;
  for (const Multiplier& row : kMultipliers) {
    if (atoms.lower(i) == row.text && (atoms.glued(i) || row.text.size() > 2)) {
      ++i;
      return row.value;
    }
  }
  return 1;
}

}  // namespace

std::optional<Money> money_at(const Atoms& atoms, std::size_t at) {
  const bool number_next = at + 1 < atoms.size() && atoms.kind(at + 1) == AtomKind::Number;
  if (atoms.kind(at) != AtomKind::Number && !number_next) return std::nullopt;
  const Named* code =
      atoms.kind(at) == AtomKind::Punctuation
          ? find_named(kSymbols, atoms.view(at))
          : (atoms.kind(at) == AtomKind::Word ? find_named(kCodes, atoms.lower(at)) : nullptr);
  const bool leading = code != nullptr;
  if (leading && code->text.size() > 3) return std::nullopt;  // "dollars 500" is not an amount
  std::size_t i = leading ? at + 1 : at;
  if (i >= atoms.size() || atoms.kind(i) != AtomKind::Number) return std::nullopt;
  if (leading && code->text == "won") return std::nullopt;  // "we won 3 games"
  if (!leading) {
    if (auto korean = korean_amount(atoms, at)) return korean;
  }
  const std::uint64_t base = scaled(atoms.view(i++));
  const std::uint64_t amount = times(base, take_multiplier(atoms, i));
  if (!leading) {
    if (i >= atoms.size()) return std::nullopt;
    code = atoms.kind(i) == AtomKind::Word ? find_named(kCodes, atoms.lower(i))
                                           : find_named(kSymbols, atoms.view(i));
    if (!code || (code->text == "$" && !atoms.glued(i))) return std::nullopt;
    ++i;
  }
  return Money{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(i),
               print(amount, code->code)};
}

}  // namespace memfold::models::extractor
