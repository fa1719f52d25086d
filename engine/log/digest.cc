#include "engine/log/digest.h"

#include <span>

#include "engine/log/field_hash.h"
#include "storage/record_fields.h"

namespace memfold {
namespace {

void put_graph(FieldHash& hash, const storage::Store& store, const storage::UserKey& key) {
  store.scan_nodes(key, [&](const Node& node) { hash.put(node); });
  store.scan_graph_edges(key, storage::EdgeEnd::From, [&](const Edge& edge) { hash.put(edge); });
  store.scan_sources(key, [&](const Source& source) {
    hash.put(source);
    hash.put(store.raw_source(key, source.id).value_or(""));
  });
}

void put_user(FieldHash& hash, const storage::Store& store, const storage::UserKey& key,
              const storage::UserRecord& user) {
  hash.put(user);
  store.scan_memories(key, [&](const Memory& memory) { hash.put(memory); });
  store.scan_versions(key, [&](const storage::VersionRecord& version) { hash.put(version); });
  store.scan_vectors(key, [&](std::uint64_t slot, const Id& id, std::span<const std::int16_t> row) {
    hash.put(slot);
    hash.put(id);
    hash.put(row);
  });
  store.scan_edges(key, false, [&](const Edge& edge) { hash.put(edge); });
  store.scan_decisions(key, [&](const Decision& decision) { hash.put(decision); });
  store.scan_log_states(key, [&](const storage::LogPosition& position,
                                 const storage::LogStates& states, const storage::Digest&) {
    hash.put(position.sequence);
    hash.put(states);
  });
  store.scan_reviews(key, [&](const Review& review) { hash.put(review); });
  store.scan_facts(key, [&](const Id& fact, std::uint64_t sequence) {
    hash.put(fact);
    hash.put(sequence);
  });
  put_graph(hash, store, key);
}

}  // namespace

std::string digest_store(const storage::Store& store) {
  FieldHash hash;
  hash.put(store.identity().embedder);
  hash.put(store.identity().dimension);
  store.scan_users([&](const storage::UserKey& key, const storage::UserRecord& user) {
    put_user(hash, store, key, user);
  });
  store.scan_jobs([&](const SourceJob& job) { hash.put(job); });
  return hash.finish();
}

}  // namespace memfold
