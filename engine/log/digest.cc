#include "engine/log/digest.h"

#include <array>
#include <bit>
#include <concepts>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/hash.h"
#include "storage/record_fields.h"

namespace memfold {
namespace {

/// Feeds values to the hash: a record as its fields that are digested, by their places
/// (core/fields); what is optional, and each list, preceded by whether it is there or how long it
/// is.
class Absorber {
 public:
  void put(std::string_view value) { hash_.field(value); }
  void put(const std::string& value) { put(std::string_view(value)); }
  void put(double value) { put(std::bit_cast<std::uint64_t>(value)); }
  void put(Time value) { put(value.micros); }
  void put(const Id& value) {
    hash_.raw({reinterpret_cast<const char*>(value.bytes.data()), value.bytes.size()});
  }
  template <std::integral T>
  void put(T value) {
    if constexpr (std::is_signed_v<T>) {
      hash_.field(std::uint64_t(std::int64_t{value}));
    } else {
      hash_.field(std::uint64_t{value});
    }
  }
  template <typename E>
  requires std::is_enum_v<E>
  void put(E value) { put(std::uint64_t(value)); }
  template <typename T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <typename T>
  void put(const std::vector<T>& values) {
    put(values.size());
    for (const T& value : values) put(value);
  }
  template <typename T, std::size_t kSize>
  void put(const std::array<T, kSize>& values) {
    for (const T& value : values) put(value);
  }
  /// A row's length follows from the store's dimension.
  void put(const std::vector<std::int16_t>& row) { put(std::span(row)); }
  void put(std::span<const std::int16_t> row) {
    for (const std::int16_t value : row) {
      const char bytes[] = {static_cast<char>(value & 0xFF),
                            static_cast<char>((value >> 8) & 0xFF)};
      hash_.raw({bytes, sizeof bytes});
    }
  }
  template <fields::Described Record>
  void put(const Record& record) {
    static_assert(fields::kAllSaid<Record, &fields::Traits::digest>,
                  "each field says whether it is digested");
    fields::for_each_field_in<&fields::Traits::digest>(record, [&](auto row, const auto& value) {
      if constexpr (row.traits.digest.if_there) {
        put_if_there(row.name, value);
      } else {
        put(value);
      }
    });
  }
  std::string finish() {
    const Sha256::Digest digest = hash_.finish();
    return to_hex({reinterpret_cast<const char*>(digest.data()), digest.size()});
  }

 private:
  void put_if_there(std::string_view name, bool value) {
    if (value) put(name);
  }
  void put_if_there(std::string_view, const std::string& value) {
    if (!value.empty()) put(value);
  }
  template <typename T>
  void put_if_there(std::string_view, const std::optional<T>& value) {
    if (value) put(*value);
  }

  Sha256 hash_;
};

void absorb_graph(Absorber& a, const storage::Store& store, const storage::UserKey& key) {
  store.scan_nodes(key, [&](const Node& node) { a.put(node); });
  store.scan_graph_edges(key, storage::EdgeEnd::From, [&](const Edge& edge) { a.put(edge); });
  store.scan_sources(key, [&](const Source& source) {
    a.put(source);
    a.put(store.raw_source(key, source.id).value_or(""));
  });
}

void absorb_user(Absorber& a, const storage::Store& store, const storage::UserKey& key,
                 const storage::UserRecord& user) {
  a.put(user);
  store.scan_memories(key, [&](const Memory& memory) { a.put(memory); });
  store.scan_versions(key, [&](const storage::VersionRecord& version) { a.put(version); });
  store.scan_vectors(key, [&](std::uint64_t slot, const Id& id, std::span<const std::int16_t> row) {
    a.put(slot);
    a.put(id);
    a.put(row);
  });
  store.scan_edges(key, false, [&](const Edge& edge) { a.put(edge); });
  store.scan_decisions(key, [&](const Decision& decision) { a.put(decision); });
  store.scan_log_states(key, [&](const storage::LogPosition& position,
                                 const storage::LogStates& states, const storage::Digest&) {
    a.put(position.sequence);
    a.put(states);
  });
  store.scan_reviews(key, [&](const Review& review) { a.put(review); });
  store.scan_facts(key, [&](const Id& fact, std::uint64_t sequence) {
    a.put(fact);
    a.put(sequence);
  });
  absorb_graph(a, store, key);
}

}  // namespace

std::string digest_store(const storage::Store& store) {
  Absorber absorber;
  absorber.put(store.identity().embedder);
  absorber.put(store.identity().dimension);
  store.scan_users([&](const storage::UserKey& key, const storage::UserRecord& user) {
    absorb_user(absorber, store, key, user);
  });
  store.scan_jobs([&](const SourceJob& job) { absorber.put(job); });
  return absorber.finish();
}

}  // namespace memfold
