#include "random_values.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace memfold::storage {
namespace {

constexpr std::size_t kSizeOfMemory = 696, kSizeOfNode = 704;

// visit(field...) of each record.
template <typename Visit>
auto fields(ImportanceFactor& value, Visit visit) {
  auto& [a, b, c] = value;
  return visit(a, b, c);
}
template <typename Visit>
auto fields(PropertyChange& value, Visit visit) {
  auto& [a, b, c, d, e, f] = value;
  return visit(a, b, c, d, e, f);
}
template <typename Visit>
auto fields(Rival& value, Visit visit) {
  auto& [a, b, c] = value;
  return visit(a, b, c);
}
template <typename Visit>
auto fields(Score& value, Visit visit) {
  auto& [a, b, c, d, e, f] = value;
  return visit(a, b, c, d, e, f);
}
template <typename Visit>
auto fields(Lifecycle& value, Visit visit) {
  auto& [a, b, c, d, e, f, g, h, i, j, k] = value;
  return visit(a, b, c, d, e, f, g, h, i, j, k);
}
// A type with a base cannot be taken apart by structured bindings: its size stands guard instead.
static_assert(sizeof(void*) != 8 || sizeof(Memory) == kSizeOfMemory, "name the new field here");
template <typename Visit>
auto fields(Memory& m, Visit visit) {
  return fields(static_cast<Lifecycle&>(m), [&](auto&... life) {
    return visit(life..., m.id, m.user, m.content, m.category, m.importance, m.importance_factors,
                 m.source_type, m.source_id, m.sources, m.thread_id, m.people, m.subject,
                 m.entities, m.keywords, m.tags, m.stated_at, m.occurred_at, m.valid_from,
                 m.valid_until, m.updated_at, m.superseded_at, m.superseded_by, m.version,
                 m.previous_version_id, m.chain_id, m.merge_source_ids, m.embedding_model, m.slot,
                 m.deleted_at, m.delete_trigger);
  });
}
static_assert(sizeof(void*) != 8 || sizeof(Node) == kSizeOfNode, "name the new field here");
template <typename Visit>
auto fields(Node& n, Visit visit) {
  return fields(static_cast<Lifecycle&>(n), [&](auto&... life) {
    return visit(life..., n.id, n.kind, n.user, n.name, n.title, n.type, n.aliases, n.description,
                 n.keywords, n.tags, n.notes, n.is_owner, n.dirty, n.source_count,
                 n.storyline_count, n.mention_days, n.first_at, n.last_at, n.updated_at,
                 n.storyline, n.macro, n.unfiled_sources, n.filed_until, n.undistilled_sources,
                 n.distilled_until, n.from, n.to, n.attitude, n.proximity, n.embedding,
                 n.embedding_model, n.due, n.withheld);
  });
}
template <typename Visit>
auto fields(Note& value, Visit visit) {
  auto& [a, b, c, d, e, f, g] = value;
  return visit(a, b, c, d, e, f, g);
}
template <typename Visit>
auto fields(DueItem& value, Visit visit) {
  auto& [a, b] = value;
  return visit(a, b);
}
template <typename Visit>
auto fields(Source& value, Visit visit) {
  // The raw content has a key of its own.
  auto& [a, b, c, d, e, raw, f, g, h, i, j, k, l, m, n, o, p, q, r] = value;
  return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r);
}
template <typename Visit>
auto fields(SourceJob& value, Visit visit) {
  auto& [a, b, c, d, e, f, g, h, i] = value;
  return visit(a, b, c, d, e, f, g, h, i);
}
template <typename Visit>
auto fields(Decision& value, Visit visit) {
  auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, c0, c1, c2,
         c3, c4, c5, c6, c7, c8, c9, d0, d1, d2, d3, d4, d5] = value;
  return visit(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, c0,
               c1, c2, c3, c4, c5, c6, c7, c8, c9, d0, d1, d2, d3, d4, d5);
}
template <typename Visit>
auto fields(VersionRecord& value, Visit visit) {
  auto& [a, b, c, d, e, f, g, h] = value;
  return visit(a, b, c, d, e, f, g, h);
}
template <typename Visit>
auto fields(FeatureRecord& value, Visit visit) {
  auto& [a, b, c, d, e, f, g, h] = value;
  return visit(a, b, c, d, e, f, g, h);
}
template <typename Visit>
auto fields(UserRecord& value, Visit visit) {
  auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = value;
  return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
}
template <typename Visit>
auto fields(Review& value, Visit visit) {
  auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = value;
  return visit(a, b, c, d, e, f, g, h, i, j, k, l, m);
}
template <typename Visit>
auto fields(Analysis& value, Visit visit) {
  // Only answers are stored, and not what they cost when they were new.
  auto& [answered, a, b, c, d, e, f, g, h, i, j, k, tokens] = value;
  return visit(a, b, c, d, e, f, g, h, i, j, k);
}
template <typename Visit>
auto fields(LogStates& value, Visit visit) {
  auto& [a, b, c] = value;
  return visit(a, b, c);
}
template <typename Visit>
auto fields(LogSummary& value, Visit visit) {
  auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = value;
  return visit(a, b, c, d, e, f, g, h, i, j, k, l, m);
}
template <typename Visit>
auto fields(Edge& value, Visit visit) {
  auto& [a, b, c, d, e, f] = value;
  return visit(a, b, c, d, e, f);
}

/// A text in which two values differ exactly when a field does, doubles to the last bit.
class Printer {
 public:
  void operator()(auto&... parts) { (print(parts), ...); }
  std::string text;

 private:
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
  template <typename T>
  void print(std::optional<T>& value) {
    text += value ? "some(" : "none;";
    if (value) print(*value);
  }
  template <typename T>
  void print(std::vector<T>& value) {
    text += "[" + std::to_string(value.size());
    for (T& item : value) print(item);
  }
  template <typename T, std::size_t kSize>
  void print(std::array<T, kSize>& value) {
    for (T& item : value) print(item);
  }
  template <typename T>
  requires requires(T& value) {
    fields(value, [](auto&...) {});
  }
  void print(T& value) {
    text += "{";
    fields(value, [this](auto&... parts) { (this->print(parts), ...); });
  }
};

template <typename T>
std::string print_all(T value) {
  Printer printer;
  fields(value, [&](auto&... parts) { printer(parts...); });
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
  // All within 0..1, which every field takes (storage/ranges.cc).
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

// Integers that do not take every value.
void into_range(std::uint64_t& sequence) {
  sequence >>= 2;
}
void into_range(std::uint32_t& version) {
  version = std::max(version >> 1, 1u);
}
template <typename Record>
void settle(Record&) {}
void settle(Memory& memory) {
  into_range(memory.slot);
  into_range(memory.version);
}
void settle(Decision& decision) {
  into_range(decision.sequence);
  if (decision.answers) into_range(*decision.answers);
}
void settle(VersionRecord& version) {
  into_range(version.version);
  into_range(version.log_sequence);
}
void settle(FeatureRecord& features) {
  into_range(features.slot);
}
void settle(UserRecord& user) {
  for (std::uint64_t* count :
       {&user.next_sequence, &user.next_slot, &user.memories, &user.current_memories, &user.edges,
        &user.rejected, &user.reviews, &user.backdated, &user.deleted, &user.pending_reviews,
        &user.first_sequence}) {
    into_range(*count);
  }
  for (std::uint64_t& count : user.by_kind) into_range(count);
  for (std::uint64_t& count : user.by_operation) into_range(count);
}
void settle(Review& review) {
  into_range(review.sequence);
  if (review.resolution) into_range(*review.resolution);
}
void settle(SourceJob& job) {
  job.attempts &= (1 << 30) - 1;
}

}  // namespace

#define MEMFOLD_FILL(Record)                                             \
  void RandomValues::fill(Record& value) {                               \
    fields(value, [this](auto&... parts) { (this->fill(parts), ...); }); \
    settle(value);                                                       \
  }
MEMFOLD_FILL(ImportanceFactor)
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
