// Values filled at random in every field of their lists (core/fields), within the ranges that are
// stored.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "memfold/decision.h"
#include "memfold/memory.h"
#include "memfold/node.h"
#include "memfold/review.h"
#include "memfold/source.h"
#include "storage/records.h"

namespace memfold::storage {

class RandomValues {
 public:
  explicit RandomValues(std::uint64_t seed) : random_(seed) {}

  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
  bool chance() { return below(2) == 0; }

  void fill(bool& value) { value = chance(); }
  void fill(std::uint8_t& value) { value = static_cast<std::uint8_t>(integer()); }
  void fill(std::int16_t& value) { value = static_cast<std::int16_t>(integer()); }
  void fill(std::int32_t& value) { value = static_cast<std::int32_t>(integer()); }
  void fill(std::uint32_t& value) { value = static_cast<std::uint32_t>(integer()); }
  void fill(std::uint64_t& value) { value = integer(); }
  void fill(std::int64_t& value) { value = static_cast<std::int64_t>(integer()); }
  void fill(double& value);
  void fill(std::string& value);
  void fill(Category& value);
  void fill(Id& value);
  void fill(Time& value);
  void fill(TextSpan& value);
  template <typename E>
  requires std::is_enum_v<E>
  void fill(E& value);
  template <typename T>
  void fill(std::optional<T>& value);
  template <typename T>
  void fill(std::vector<T>& value);
  template <typename T, std::size_t kSize>
  void fill(std::array<T, kSize>& value);

  void fill(ImportanceFactor& value);
  void fill(Metadatum& value);
  void fill(PropertyChange& value);
  void fill(Rival& value);
  void fill(Score& value);
  void fill(Memory& value);
  void fill(Decision& value);
  void fill(VersionRecord& value);
  void fill(FeatureRecord& value);
  void fill(UserRecord& value);
  void fill(Edge& value);
  void fill(Review& value);
  void fill(Analysis& value);
  void fill(LogStates& value);
  void fill(LogSummary& value);
  void fill(Node& value);
  void fill(Note& value);
  void fill(DueItem& value);
  void fill(Source& value);
  void fill(SourceJob& value);

  template <typename T>
  T make() {
    T value;
    fill(value);
    return value;
  }
  template <typename T>
  T make_for(const std::string& user) {
    T value = make<T>();
    value.user = user;
    return value;
  }

 private:
  std::uint64_t integer();
  std::mt19937_64 random_;
};

/// Whether every field of every kind is equal, doubles bit for bit.
bool same(const Memory& a, const Memory& b);
bool same(const Decision& a, const Decision& b);
bool same(const VersionRecord& a, const VersionRecord& b);
bool same(const FeatureRecord& a, const FeatureRecord& b);
bool same(const UserRecord& a, const UserRecord& b);
bool same(const Edge& a, const Edge& b);
bool same(const Review& a, const Review& b);
bool same(const Analysis& a, const Analysis& b);
bool same(const LogStates& a, const LogStates& b);
bool same(const LogSummary& a, const LogSummary& b);
bool same(const Node& a, const Node& b);
bool same(const Source& a, const Source& b);
bool same(const SourceJob& a, const SourceJob& b);

template <typename E>
requires std::is_enum_v<E>
void RandomValues::fill(E& value) {
  const auto names = all_names<E>();
  value = *parse_name<E>(names[below(names.size())]);
}

template <typename T>
void RandomValues::fill(std::optional<T>& value) {
  value.reset();
  if (chance()) fill(value.emplace());
}

template <typename T>
void RandomValues::fill(std::vector<T>& value) {
  value.resize(chance() ? 0 : below(6));
  for (T& item : value) fill(item);
}

template <typename T, std::size_t kSize>
void RandomValues::fill(std::array<T, kSize>& value) {
  for (T& item : value) fill(item);
}

}  // namespace memfold::storage
