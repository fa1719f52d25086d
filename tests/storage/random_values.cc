#include "random_values.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <limits>

#include "storage/record_fields.h"

namespace memfold::storage {
namespace {

/// A text in which two values differ exactly when a field does, doubles to the last bit.
class Printer {
 public:
  std::string text;

  void print(const std::string& value) { text += std::to_string(value.size()) + ":" + value; }
  void print(const Id& value) { text += to_string(value) + ";"; }
  void print(const Time& value) { text += std::to_string(value.micros) + ";"; }
  void print(const TextSpan& value) {
    text += std::to_string(value.begin) + "-" + std::to_string(value.end) + ";";
  }
  void print(double value) { text += std::to_string(std::bit_cast<std::uint64_t>(value)) + "d;"; }
  template <typename T>
  requires std::is_integral_v<T>
  void print(T value) { text += std::to_string(value) + ";"; }
  template <typename E>
  requires std::is_enum_v<E>
  void print(E value) { text += std::string(name(value)) + ";"; }
  void print(const Category& value) { print(std::string(value.name())); }
  template <typename T>
  void print(const std::optional<T>& value) {
    text += value ? "some(" : "none;";
    if (value) print(*value);
  }
  template <typename T>
  void print(const std::vector<T>& value) {
    text += "[" + std::to_string(value.size());
    for (const T& item : value) print(item);
  }
  template <typename T, std::size_t kSize>
  void print(const std::array<T, kSize>& value) {
    for (const T& item : value) print(item);
  }
  template <fields::Described T>
  void print(const T& value) {
    text += "{";
    fields::for_each_field(value, [this](auto row, const auto& part) {
      if constexpr (row.traits.kept != fields::Kept::Apart) print(part);
    });
  }
};

template <typename T>
std::string print_all(const T& value) {
  Printer printer;
  printer.print(value);
  return printer.text;
}

}  // namespace

std::uint64_t RandomValues::integer() {
  switch (below(4)) {
    case 0:
      return 0;
    case 1:
      return below(1000);
    case 2:
      return ~std::uint64_t{0} - below(2);
    default:
      return random_();
  }
}

void RandomValues::fill(double& value) {
  // All within 0..1, which every field takes (core/fields).
  constexpr double kEdges[] = {0.0, -0.0, 1.0, 0.4, std::numeric_limits<double>::denorm_min()};
  value = chance() ? static_cast<double>(below(1'000'000)) / 999'983.0
                   : kEdges[below(std::size(kEdges))];
  value = std::min(value, 1.0);
}

void RandomValues::fill(Time& value) {
  fill(value.micros);
  value.micros %= 1'000'000'000'000'000'000;
}

void RandomValues::fill(std::string& value) {
  constexpr const char* kSamples[] = {
      "", "a", "예산은 5천만 원으로 확정", "review at 14:00", "e\xCC\x81", "\xF0\x9F\x98\x80"};
  value = kSamples[below(std::size(kSamples))];
  if (below(4) == 0) value.append(std::string("\0\xff\n", 3));
  if (below(16) == 0) value.append(below(5000), 'x');
}

void RandomValues::fill(Category& value) {
  constexpr const char* kSamples[] = {"misc", "task", "ads", "Task", "여행 계획", "r"};
  value = Category::named(kSamples[below(std::size(kSamples))]);
}

void RandomValues::fill(Id& value) {
  value = {};
  if (below(8) != 0) {
    for (std::uint8_t& byte : value.bytes) byte = static_cast<std::uint8_t>(random_());
  }
}

void RandomValues::fill(TextSpan& value) {
  value = {};
  if (chance()) {
    fill(value.begin);
    fill(value.end);
  }
}

namespace {

/// Into a range that does not take every value of its type.
template <std::integral T>
void into(const fields::Range& range, T& value) {
  value = T(range.from + std::uint64_t(value) % (range.up_to - range.from + 1));
}
template <typename T>
void into(const fields::Range& range, std::optional<T>& value) {
  if (value) into(range, *value);
}
template <typename T, std::size_t kSize>
void into(const fields::Range& range, std::array<T, kSize>& values) {
  for (T& value : values) into(range, value);
}

}  // namespace

#define MEMFOLD_FILL(Record)                                                   \
  void RandomValues::fill(Record& record) {                                    \
    fields::for_each_field(record, [this](auto row, auto& value) {             \
      if constexpr (row.traits.kept != fields::Kept::Apart) this->fill(value); \
      if constexpr (row.traits.range.of == fields::Range::Of::Natural)         \
        into(row.traits.range, value);                                         \
    });                                                                        \
  }
MEMFOLD_FILL(ImportanceFactor)
MEMFOLD_FILL(Metadatum)
MEMFOLD_FILL(PropertyChange)
MEMFOLD_FILL(Rival)
MEMFOLD_FILL(Score)
MEMFOLD_FILL(Memory)
MEMFOLD_FILL(Decision)
MEMFOLD_FILL(VersionRecord)
MEMFOLD_FILL(FeatureRecord)
MEMFOLD_FILL(UserRecord)
MEMFOLD_FILL(Edge)
MEMFOLD_FILL(Review)
MEMFOLD_FILL(Analysis)
MEMFOLD_FILL(LogStates)
MEMFOLD_FILL(LogSummary)
MEMFOLD_FILL(Node)
MEMFOLD_FILL(Note)
MEMFOLD_FILL(DueItem)
MEMFOLD_FILL(Source)
MEMFOLD_FILL(SourceJob)
#undef MEMFOLD_FILL

bool same(const Memory& a, const Memory& b) {
  return print_all(a) == print_all(b);
}
bool same(const Decision& a, const Decision& b) {
  return print_all(a) == print_all(b);
}
bool same(const VersionRecord& a, const VersionRecord& b) {
  return print_all(a) == print_all(b);
}
bool same(const FeatureRecord& a, const FeatureRecord& b) {
  return print_all(a) == print_all(b);
}
bool same(const UserRecord& a, const UserRecord& b) {
  return print_all(a) == print_all(b);
}
bool same(const Edge& a, const Edge& b) {
  return print_all(a) == print_all(b);
}
bool same(const Review& a, const Review& b) {
  return print_all(a) == print_all(b);
}
bool same(const Analysis& a, const Analysis& b) {
  return print_all(a) == print_all(b);
}
bool same(const LogStates& a, const LogStates& b) {
  return print_all(a) == print_all(b);
}
bool same(const LogSummary& a, const LogSummary& b) {
  return print_all(a) == print_all(b);
}

bool same(const Node& a, const Node& b) {
  return print_all(a) == print_all(b);
}

bool same(const Source& a, const Source& b) {
  return print_all(a) == print_all(b);
}

bool same(const SourceJob& a, const SourceJob& b) {
  return print_all(a) == print_all(b);
}

}  // namespace memfold::storage
