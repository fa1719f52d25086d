// What was learned, as data: a file of named tables of numbers that is part of the library.
// docs/weights.md says what stands where in it; training/ writes it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace memfold::models {

inline constexpr std::uint32_t kWeightsFormat = 1;

/// A number of a section, as the file says it.
enum class NumberType : std::uint32_t { U8 = 1, I8, I16, U32, F32, F64 };

namespace detail {

template <typename T>
struct NumbersOf {
  using Number = T;
  static constexpr std::array<std::uint32_t, 0> kShape{};
};
template <typename T, std::size_t N>
struct NumbersOf<std::array<T, N>> {
  using Number = typename NumbersOf<T>::Number;
  static constexpr auto kShape = [] {
    std::array<std::uint32_t, NumbersOf<T>::kShape.size() + 1> shape{std::uint32_t(N)};
    std::copy(NumbersOf<T>::kShape.begin(), NumbersOf<T>::kShape.end(), shape.begin() + 1);
    return shape;
  }();
};

template <typename T>
constexpr NumberType number_type() {
  if constexpr (std::is_same_v<T, std::uint8_t>) return NumberType::U8;
  if constexpr (std::is_same_v<T, std::int8_t>) return NumberType::I8;
  if constexpr (std::is_same_v<T, std::int16_t>) return NumberType::I16;
  if constexpr (std::is_same_v<T, std::uint32_t>) return NumberType::U32;
  if constexpr (std::is_same_v<T, float>) return NumberType::F32;
  if constexpr (std::is_same_v<T, double>) return NumberType::F64;
}

}  // namespace detail

struct WeightsSection {
  std::string_view name;
  NumberType type;
  std::span<const std::uint32_t> shape;
  std::span<const std::byte> bytes;
};

/// Views of a file's tables; nothing is copied, so the bytes must outlive it. Immutable.
class Weights {
 public:
  /// Reads header and section table. Whatever the bytes are, views stay inside them; they must
  /// begin at a multiple of 8. Throws ErrorCode::Corruption where it is no such file or not all of
  /// it, and Mismatch where its format is another. What the tables hold is not looked at: see
  /// verify_checksum().
  explicit Weights(std::span<const std::byte> bytes);

  /// Reads every byte, so it is for tests and for files from outside, not for each start.
  void verify_checksum() const;

  std::uint32_t model_version() const { return model_version_; }
  std::span<const WeightsSection> sections() const { return sections_; }

  /// A section's numbers as rows: each a number, or a std::array of numbers or arrays, whose sizes
  /// are the last of the section's shape. Throws ErrorCode::Mismatch where there is none like that.
  template <typename Row>
  std::span<const Row> rows(std::string_view name) const {
    using Numbers = detail::NumbersOf<Row>;
    const auto type = detail::number_type<typename Numbers::Number>();
    const WeightsSection& found = section(name, type, Numbers::kShape);
    return {reinterpret_cast<const Row*>(found.bytes.data()), found.bytes.size() / sizeof(Row)};
  }

  /// The same where so many rows are wanted and no others.
  template <typename Row>
  std::span<const Row> rows(std::string_view name, std::size_t count) const {
    const auto all = rows<Row>(name);
    if (all.size() != count) wrong_shape(name);
    return all;
  }

  /// A section of one row.
  template <typename Row>
  const Row& row(std::string_view name) const {
    return rows<Row>(name, 1).front();
  }

 private:
  const WeightsSection& section(std::string_view name, NumberType type,
                                std::span<const std::uint32_t> row) const;
  [[noreturn]] static void wrong_shape(std::string_view name);

  std::span<const std::byte> bytes_;
  std::uint32_t model_version_;
  std::vector<WeightsSection> sections_;
};

/// The file that is part of the library.
std::span<const std::byte> shipped_weights();

/// What the models go by: the shipped file, unless use_weights() put another in its place. Its
/// structure is read once, at the first call; its checksum is not: a test does that.
const Weights& weights();

/// For what fits and tries out weights: `bytes` are what weights() gives from now on. Throws what
/// reading them and their checksum does, and ErrorCode::InvalidArgument once weights() was called.
/// Not to be called while another thread is in this library.
void use_weights(std::vector<std::byte> bytes);

}  // namespace memfold::models
