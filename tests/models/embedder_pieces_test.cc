// Cutting words into pieces and adding up their rows, by tables small enough to work out by hand or
// by trying every cut.
#include "models/embedder_pieces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "memfold/error.h"
#include "models/embedder_rows.h"
#include "tests/models/made_weights.h"

namespace memfold::models {
namespace {

/// Pieces of the letters a to d, '_' before a word, by cost.
using Costs = std::map<std::string, int>;

std::uint32_t symbol_of(char letter) {
  return letter == '_' ? PieceTree::kWordBegin : std::uint32_t(letter - 'a') + 2;
}

test::MadeWeights made(const Costs& costs) {
  std::map<std::string, std::uint32_t> nodes;
  std::vector<std::int16_t> list;
  for (const auto& [piece, cost] : costs) {
    nodes.emplace(piece, nodes.size() + 1);
    list.push_back(std::int16_t(cost));
  }
  for (const auto& [piece, cost] : costs) {
    for (std::size_t end = 1; end < piece.size(); ++end) {
      nodes.emplace(piece.substr(0, end), nodes.size() + 1);
    }
  }
  constexpr std::size_t kPlaces = 256;
  std::vector<std::uint32_t> edges(2 * kPlaces);
  for (const auto& [text, node] : nodes) {
    const std::string before = text.substr(0, text.size() - 1);
    const std::uint32_t key =
        (before.empty() ? 0 : nodes.at(before)) << 12 | symbol_of(text.back());
    std::size_t at = (key * std::uint64_t{0x9E3779B97F4A7C15} >> 32) % kPlaces;
    while (edges[2 * at] != 0) at = (at + 1) % kPlaces;
    edges[2 * at] = key, edges[2 * at + 1] = node;
  }
  std::vector<std::int16_t> symbols('d' + 1);
  for (char letter = 'a'; letter <= 'd'; ++letter) {
    symbols[std::size_t(letter)] = std::int16_t(symbol_of(letter));
  }
  test::MadeWeights weights;
  weights.put("embedder.symbols", symbols);
  weights.put("embedder.edges", edges, {kPlaces, 2});
  weights.put("embedder.pieces.cost", list);
  return weights;
}

std::vector<Character> characters_of(const std::string& text) {
  std::vector<Character> characters;
  read_characters(text, characters);
  return characters;
}

/// The pieces of `text`, with a bar in between.
std::string cut(const Costs& costs, const std::string& text) {
  const std::vector<std::byte> bytes = made(costs).bytes();
  const Weights weights(bytes);
  const PieceTree tree(weights);
  PieceCutter cutter(tree);
  std::vector<std::uint32_t> pieces = {99};  // of the text before: to be replaced
  cutter.cut(characters_of(text), pieces);
  std::string joined;
  for (const std::uint32_t piece : pieces) {
    joined += std::next(costs.begin(), std::ptrdiff_t(piece))->first + '|';
  }
  return joined;
}

TEST(PieceCutter, TakesTheCheapestCut) {
  const Costs costs = {{"_", 50}, {"_a", 40}, {"_ab", 70}, {"a", 60},
                       {"b", 20}, {"bc", 90}, {"c", 30}};
  EXPECT_EQ(cut(costs, "a"), "_a|");
  EXPECT_EQ(cut(costs, "ab"), "_a|b|") << "40 + 20 is less than 70";
  EXPECT_EQ(cut(costs, "abc"), "_a|b|c|");
  EXPECT_EQ(cut({{"_ab", 60}, {"_a", 40}, {"b", 20}}, "ab"), "_ab|")
      << "of equals, what begins first";
  EXPECT_EQ(cut(costs, "b"), "_|b|");
  EXPECT_EQ(cut(costs, "c b, a"), "_|c|_|b|_a|") << "no piece spans two words";
}

TEST(PieceCutter, PassesOverWhatNoPieceCovers) {
  const Costs costs = {{"_", 50}, {"_a", 40}, {"ab", 10}, {"c", 30}};
  EXPECT_EQ(cut(costs, "ad"), "_a|");
  EXPECT_EQ(cut(costs, "dxc"), "_|c|");
  EXPECT_EQ(cut(costs, "\xED\x95\x9C\xF0\x9F\x91\x8D"), "_|") << "beyond the table of symbols";
  EXPECT_EQ(cut(costs, "ab"), "_|ab|")
      << "a cut of everything, though it costs more, before one that leaves b";
  EXPECT_EQ(cut({{"c", 30}}, "cab c"), "c|c|") << "without a piece for the beginning";
  EXPECT_EQ(cut(costs, ""), "");
  EXPECT_EQ(cut(costs, " .,! "), "");
  EXPECT_EQ(cut({}, "abc"), "");
}

/// The least cost of any cut, passing over included, by trying all.
std::int64_t least_cost(const Costs& costs, const std::string& word) {
  if (word.empty()) return 0;
  std::int64_t best = (std::int64_t{1} << 20) + least_cost(costs, word.substr(1));
  for (const auto& [piece, cost] : costs) {
    if (!word.starts_with(piece)) continue;
    best = std::min(best, cost + least_cost(costs, word.substr(piece.size())));
  }
  return best;
}

TEST(PieceCutter, IsNeverBeatenByAnotherCut) {
  std::mt19937 random(7);
  const auto letters = [&](std::size_t most) {
    std::string word(1 + random() % most, 'a');
    for (char& letter : word) letter = char('a' + random() % 3);
    return word;
  };
  for (int round = 0; round < 200; ++round) {
    Costs costs = {{"_", 100}};
    for (int i = 0; i < 12; ++i) {
      costs[(random() % 3 == 0 ? "_" : "") + letters(4)] = int(random() % 1000);
    }
    const std::string word = letters(9);
    std::int64_t cost = 0;
    std::size_t covered = 0;
    std::string piece;
    for (const char c : cut(costs, word)) {
      if (c != '|') {
        piece += c;
        continue;
      }
      cost += costs.at(piece);
      covered += piece.size();
      piece.clear();
    }
    cost += std::int64_t(word.size() + 1 - covered) << 20;
    EXPECT_EQ(cost, least_cost(costs, '_' + word)) << word;
  }
}

TEST(PieceCutter, TakesLongWords) {
  const Costs costs = {{"_", 50}, {"a", 40}, {"aaaa", 41}};
  const std::string cut_up = cut(costs, std::string(100000, 'a'));
  EXPECT_EQ(cut_up.size(), 2 + 5 * 25000);
}

ErrorCode refusal(const test::MadeWeights& made) {
  const std::vector<std::byte> bytes = made.bytes();
  const Weights weights(bytes);
  try {
    const PieceTree tree(weights);
    const PieceRows rows(weights, tree.size());
  } catch (const Error& error) {
    return error.code();
  }
  ADD_FAILURE() << "taken as if nothing were wrong";
  return {};
}

/// Rows whose first number counts up, all others 1.
test::MadeWeights with_rows(const Costs& costs, std::int16_t scale) {
  test::MadeWeights weights = made(costs);
  std::vector<std::int8_t> rows(costs.size() * PieceRows::kDimension, 1);
  for (std::size_t i = 0; i < costs.size(); ++i) {
    rows[i * PieceRows::kDimension] = std::int8_t(i - 128);
  }
  weights.put("embedder.pieces.rows", rows, {std::uint32_t(costs.size()), PieceRows::kDimension});
  weights.put("embedder.pieces.scale", std::vector<std::int16_t>(costs.size(), scale));
  return weights;
}

TEST(PieceTree, ATableThatLeadsAstrayIsRefused) {
  const Costs costs = {{"_", 1}, {"a", 1}};
  test::MadeWeights full = with_rows(costs, 1);
  full.put("embedder.edges", std::vector<std::uint32_t>(32, 7), {16, 2});
  EXPECT_EQ(refusal(full), ErrorCode::Corruption) << "a look-up would never end";
  test::MadeWeights odd = with_rows(costs, 1);
  odd.put("embedder.edges", std::vector<std::uint32_t>(24), {12, 2});
  EXPECT_EQ(refusal(odd), ErrorCode::Corruption);
  test::MadeWeights none = with_rows(costs, 1);
  none.put("embedder.edges", std::vector<std::uint32_t>(), {0, 2});
  EXPECT_EQ(refusal(none), ErrorCode::Corruption);
  for (const int symbol : {-1, 4096}) {
    test::MadeWeights symbols = with_rows(costs, 1);
    symbols.put("embedder.symbols", std::vector<std::int16_t>{0, std::int16_t(symbol)});
    EXPECT_EQ(refusal(symbols), ErrorCode::Corruption) << symbol;
  }
  EXPECT_EQ(refusal(with_rows({{"_", 1}, {"a", -1}}, 1)), ErrorCode::Corruption);
}

TEST(PieceRows, OthersThanThoseOfThePiecesAreRefused) {
  const Costs costs = {{"_", 1}, {"a", 1}};
  EXPECT_EQ(refusal(with_rows(costs, -1)), ErrorCode::Corruption);
  EXPECT_EQ(refusal(with_rows(costs, 4096)), ErrorCode::Corruption);
  test::MadeWeights few = with_rows(costs, 1);
  few.put("embedder.pieces.scale", std::vector<std::int16_t>{1});
  EXPECT_EQ(refusal(few), ErrorCode::Mismatch);
  test::MadeWeights narrow = with_rows(costs, 1);
  narrow.put("embedder.pieces.rows", std::vector<std::int8_t>(256), {2, 128});
  EXPECT_EQ(refusal(narrow), ErrorCode::Mismatch);
}

/// The greatest numbers there can be, of more pieces than are added up at once.
TEST(PieceRows, SumsAreExactWhateverTheirSize) {
  const std::vector<std::byte> bytes = with_rows({{"a", 1}, {"b", 1}}, 4095).bytes();
  const Weights weights(bytes);
  const PieceRows rows(weights, 2);
  PieceRows::Sums sums;
  rows.sum(std::vector<std::uint32_t>(100000, 0), sums);
  EXPECT_EQ(sums[0], -128.0 * 4095 * 100000);
  EXPECT_EQ(sums[1], 4095.0 * 100000);
  EXPECT_EQ(sums[255], 4095.0 * 100000);
  const std::uint32_t both[] = {1, 0, 1};
  rows.sum(both, sums);
  EXPECT_EQ(sums[0], -4095.0 * (127 + 128 + 127));
  rows.sum({}, sums);
  EXPECT_EQ(sums[0], 0);
}

}  // namespace
}  // namespace memfold::models
