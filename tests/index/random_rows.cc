#include "tests/index/random_rows.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "memfold/models.h"

namespace memfold::index {
namespace {

void append_unit(const std::vector<float>& values, std::vector<std::int16_t>& rows) {
  std::vector<std::int16_t> row(values.size());
  quantise_unit(values, row);
  rows.insert(rows.end(), row.begin(), row.end());
}

}  // namespace

std::vector<std::int16_t> random_rows(std::size_t n, std::size_t dimension, std::mt19937& random) {
  std::normal_distribution<float> normal;
  std::vector<std::int16_t> rows;
  std::vector<float> values(dimension);
  for (std::size_t i = 0; i < n; ++i) {
    for (float& value : values) value = normal(random);
    append_unit(values, rows);
  }
  return rows;
}

std::vector<std::int16_t> clustered_rows(std::size_t n, std::size_t dimension,
                                         std::mt19937& random) {
  std::normal_distribution<float> normal;
  constexpr std::size_t kCentres = 7;
  std::vector<float> centres(kCentres * dimension), values(dimension);
  for (float& value : centres) value = normal(random);
  std::vector<std::int16_t> rows;
  for (std::size_t i = 0; i < n; ++i) {
    if (i > 0 && random() % 4 == 0) {
      const auto copied = std::ptrdiff_t(random() % i * dimension);
      const std::vector<std::int16_t> row(rows.begin() + copied,
                                          rows.begin() + copied + std::ptrdiff_t(dimension));
      rows.insert(rows.end(), row.begin(), row.end());
      continue;
    }
    const std::size_t centre = random() % kCentres * dimension;
    for (std::size_t j = 0; j < dimension; ++j) {
      values[j] = centres[centre + j] + 0.5f * normal(random);
    }
    append_unit(values, rows);
  }
  return rows;
}

std::int64_t plain_product(std::span<const std::int16_t> a, std::span<const std::int16_t> b) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::int64_t{a[i]} * b[i];
  return sum;
}

std::vector<Hit> brute_force(std::span<const std::int16_t> rows, const std::vector<bool>& live,
                             std::span<const std::int16_t> query, std::size_t k,
                             std::int64_t minimum) {
  std::vector<Hit> all;
  for (std::size_t i = 0; i < live.size(); ++i) {
    const std::int64_t dot = plain_product(rows.subspan(i * query.size(), query.size()), query);
    if (live[i] && dot >= minimum) {
      all.push_back({static_cast<Ordinal>(i), static_cast<std::int32_t>(dot)});
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Hit& a, const Hit& b) { return a.dot > b.dot; });
  if (all.size() > k) all.resize(k);
  return all;
}

void threaded_for(std::size_t count, void (*body)(void* context, std::size_t i), void* context) {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < count; i = next++) body(context, count - 1 - i);
  };
  std::vector<std::jthread> threads;
  for (int i = 0; i < 3; ++i) threads.emplace_back(work);
  work();
}

}  // namespace memfold::index
