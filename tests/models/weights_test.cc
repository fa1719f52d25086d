// The file of weights: that the shipped one is whole and what the library expects, and that no
// other bytes pass for one.
#include "models/weights/weights.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include "memfold/error.h"
#include "memfold/models.h"
#include "models/analyst/aligner_weights.h"
#include "models/weights/word_index.h"

namespace memfold::models {
namespace {

using Bytes = std::vector<std::byte>;

/// Where the header and an entry of the section table have what.
constexpr std::size_t kFormatAt = 40, kSizeAt = 48, kCountAt = 56, kTableAt = 64, kEntrySize = 80;
constexpr std::size_t kTypeAt = 40, kRankAt = 44, kShapeAt = 48, kOffsetAt = 64, kBytesAt = 72;

Bytes shipped() {
  return {shipped_weights().begin(), shipped_weights().end()};
}

template <typename T>
void put(Bytes& bytes, std::size_t at, T value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

/// The code and message of what reading the bytes throws.
std::pair<ErrorCode, std::string> refusal(const Bytes& bytes) {
  try {
    const Weights weights(bytes);
  } catch (const Error& error) {
    return {error.code(), error.what()};
  }
  ADD_FAILURE() << "read as if nothing were wrong";
  return {};
}

void expect_refused(const Bytes& bytes, ErrorCode code, std::string_view says) {
  const auto [given, message] = refusal(bytes);
  EXPECT_EQ(given, code);
  EXPECT_NE(message.find(says), std::string::npos) << message;
}

/// Where the table has a section.
std::size_t entry_of(std::string_view name) {
  const Weights weights(shipped_weights());
  std::size_t at = kTableAt;
  for (const WeightsSection& section : weights.sections()) {
    if (section.name == name) return at;
    at += kEntrySize;
  }
  ADD_FAILURE() << "no section " << name;
  return 0;
}

TEST(Weights, TheShippedFileIsWholeAndTheOneInTheTree) {
  const Weights weights(shipped_weights());
  EXPECT_NO_THROW(weights.verify_checksum());
  std::ifstream file(MEMFOLD_SOURCE_DIR "/models/data/memfold.weights", std::ios::binary);
  const std::string tree{std::istreambuf_iterator<char>(file), {}};
  ASSERT_EQ(tree.size(), shipped_weights().size()) << "the library was not built anew";
  EXPECT_EQ(std::memcmp(tree.data(), shipped_weights().data(), tree.size()), 0);
}

/// Stores keep the name with every decision: weights that decide otherwise must not have it.
TEST(Weights, TheirVersionIsTheAnalysts) {
  EXPECT_EQ(weights().model_version(), 12u);
  EXPECT_EQ(builtin_analyst()->name(), "memfold-pairs@12");
}

TEST(Weights, SectionsAreWhatTheModelsTake) {
  const Weights weights(shipped_weights());
  EXPECT_EQ(weights.sections().size(), 63u);
  const AlignerWeights aligner(weights);
  EXPECT_EQ(aligner.features.size(), kFeatureCount);
  EXPECT_EQ(aligner.gather.size(), kFirstFeature + kFeatureCount);
  EXPECT_GT(aligner.words.size(), 50000u);
  for (const WeightsSection& section : weights.sections()) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(section.bytes.data()) % 64, 0u) << section.name;
    EXPECT_FALSE(section.bytes.empty()) << section.name;
  }
}

TEST(Weights, EveryWordIsFoundAtItsPlaceAndNoOther) {
  const Weights weights(shipped_weights());
  for (const std::string name : {"aligner.words", "verdict.words", "relationship.words"}) {
    const Texts words(weights, name);
    const WordIndex index(weights, name);
    ASSERT_EQ(index.size(), words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
      const auto found = index.find(words[i]);
      ASSERT_TRUE(found) << words[i];
      EXPECT_EQ(*found, i) << words[i];
      EXPECT_FALSE(index.find(std::string(words[i]) + "\x01")) << words[i];
      if (i > 0) {
        EXPECT_LT(words[i - 1], words[i]);
      }
    }
    EXPECT_FALSE(index.find(""));
  }
}

TEST(Weights, WhatIsNoSuchFileIsRefused) {
  expect_refused({}, ErrorCode::Corruption, "these bytes are none");
  expect_refused(Bytes(1000, std::byte('x')), ErrorCode::Corruption, "these bytes are none");
  Bytes other = shipped();
  other[0] = std::byte('m');
  expect_refused(other, ErrorCode::Corruption, "these bytes are none");
  Bytes later = shipped();
  put(later, kFormatAt, kWeightsFormat + 1);
  expect_refused(later, ErrorCode::Mismatch, "format 2, this library reads 1");
}

TEST(Weights, WhatIsCutOffOrTooLongIsRefused) {
  const Bytes whole = shipped();
  for (const std::size_t size : {std::size_t(1), std::size_t(63), std::size_t(64), kTableAt + 10,
                                 whole.size() / 2, whole.size() - 1}) {
    const Bytes part(whole.begin(), whole.begin() + std::ptrdiff_t(size));
    expect_refused(part, ErrorCode::Corruption, size < kTableAt ? "none" : "bytes instead of");
  }
  Bytes longer = whole;
  longer.push_back({});
  expect_refused(longer, ErrorCode::Corruption, "bytes instead of");
  Bytes short_table(whole.begin(), whole.begin() + kTableAt + 10);
  put(short_table, kSizeAt, std::uint64_t(short_table.size()));
  expect_refused(short_table, ErrorCode::Corruption, "section table is cut off");
}

TEST(Weights, ASectionThatLiesOutsideOrIsNotItsShapeIsRefused) {
  const std::size_t at = entry_of("aligner.words.rows");
  const auto changed = [&](std::size_t field, auto value) {
    Bytes bytes = shipped();
    put(bytes, at + field, value);
    return bytes;
  };
  const auto size = std::uint64_t(shipped_weights().size());
  expect_refused(changed(kOffsetAt, size), ErrorCode::Corruption, "lies outside");
  expect_refused(changed(kOffsetAt, ~std::uint64_t(63)), ErrorCode::Corruption, "lies outside");
  expect_refused(changed(kOffsetAt, std::uint64_t(65)), ErrorCode::Corruption, "lies outside");
  expect_refused(changed(kBytesAt, size), ErrorCode::Corruption, "lies outside");
  expect_refused(changed(kBytesAt, std::uint64_t(64)), ErrorCode::Corruption, "than its shape");
  expect_refused(changed(kShapeAt, std::uint32_t(7)), ErrorCode::Corruption, "than its shape");
  expect_refused(changed(kShapeAt, ~std::uint32_t(0)), ErrorCode::Corruption, "than its shape");
  expect_refused(changed(kTypeAt, std::uint32_t(99)), ErrorCode::Corruption, "no type or shape");
  expect_refused(changed(kRankAt, std::uint32_t(5)), ErrorCode::Corruption, "no type or shape");
  expect_refused(changed(0, '\0'), ErrorCode::Corruption, "no name");
  expect_refused(changed(0, 'z'), ErrorCode::Corruption, "order of their names");
  Bytes many = shipped();
  put(many, kCountAt, ~std::uint32_t(0));
  expect_refused(many, ErrorCode::Corruption, "section table is cut off");
}

TEST(Weights, ASectionOfAnotherTypeOrShapeIsNotWhatWasAskedFor) {
  const Weights weights(shipped_weights());
  const auto refuses = [](const auto& ask, std::string_view says) {
    try {
      ask();
      ADD_FAILURE() << "gave something";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Mismatch);
      EXPECT_NE(std::string_view(error.what()).find(says), std::string_view::npos) << error.what();
    }
  };
  refuses([&] { weights.rows<float>("aligner.nothing"); }, "no section aligner.nothing");
  refuses([&] { weights.rows<double>("aligner.around"); }, "aligner.around has another shape");
  refuses([&] { weights.rows<Floats<32>>("aligner.around"); }, "another shape");
  refuses([&] { weights.rows<Floats<64>>("aligner.around", 191); }, "another shape");
  refuses([&] { weights.row<Floats<64>>("aligner.around"); }, "another shape");
  EXPECT_EQ(weights.rows<Floats<64>>("aligner.around").size(), 192u);
}

/// One bit anywhere: reading refuses it or keeps inside the bytes, and the checksum always tells.
TEST(Weights, ADamagedBitIsFound) {
  std::mt19937 random(5);
  Bytes bytes = shipped();
  const std::size_t table_end = kTableAt + 46 * kEntrySize;
  for (int i = 0; i < 300; ++i) {
    const bool in_table = i % 10 != 0;  // the checksum of all takes its time
    const std::size_t at = 8 + random() % ((in_table ? table_end : bytes.size()) - 8);
    const auto bit = std::byte(1 << random() % 8);
    bytes[at] ^= bit;
    try {
      const Weights weights(bytes);
      for (const WeightsSection& section : weights.sections()) {
        EXPECT_GE(section.bytes.data(), bytes.data());
        EXPECT_LE(section.bytes.data() + section.bytes.size(), bytes.data() + bytes.size());
      }
      if (!in_table) {
        EXPECT_THROW(weights.verify_checksum(), Error) << at;
      }
    } catch (const Error& error) {
      EXPECT_NE(std::string_view(error.what()).find("weights: "), std::string_view::npos);
    }
    bytes[at] ^= bit;
  }
}

/// A table of words that would lead a look-up astray is refused before there is one.
TEST(Weights, ATableOfWordsThatLeadsAstrayIsRefused) {
  const Weights sound(shipped_weights());
  const auto at = [&](std::string_view name) {
    for (const WeightsSection& section : sound.sections()) {
      if (section.name == name) return std::size_t(section.bytes.data() - shipped_weights().data());
    }
    return std::size_t(0);
  };
  const auto refused = [](const Bytes& bytes) {
    const Weights weights(bytes);
    try {
      const WordIndex index(weights, "verdict.words");
    } catch (const Error& error) {
      return error.code() == ErrorCode::Corruption;
    }
    return false;
  };
  EXPECT_FALSE(refused(shipped()));
  const std::size_t ends = at("verdict.words.ends"), places = at("verdict.words.places");
  ASSERT_GT(ends, 0u);
  ASSERT_GT(places, 0u);
  Bytes far_end = shipped();
  put(far_end, ends, ~std::uint32_t(0));
  EXPECT_TRUE(refused(far_end));
  Bytes no_word = shipped();
  put(no_word, places, (1U << 20) - 1);
  EXPECT_TRUE(refused(no_word));
  Bytes full = shipped();  // a look-up in it would never end
  for (std::size_t i = 0; i < 131072; ++i) put(full, places + 4 * i, std::uint32_t(1));
  EXPECT_TRUE(refused(full));
}

TEST(Weights, OthersCannotTakeThePlaceOfThoseInUse) {
  EXPECT_GT(weights().sections().size(), 0u);
  try {
    use_weights(shipped());
    FAIL() << "took them";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
  }
}

}  // namespace
}  // namespace memfold::models
