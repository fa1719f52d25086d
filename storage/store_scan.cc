// Reads of more than one entry: scans, chains, edges, timeline and the log's indexes.
#include <algorithm>
#include <limits>

#include "storage/codec_analysis.h"
#include "storage/codec_decision.h"
#include "storage/codec_edge.h"
#include "storage/codec_features.h"
#include "storage/codec_log.h"
#include "storage/codec_memory.h"
#include "storage/codec_user.h"
#include "storage/codec_vector.h"
#include "storage/codec_version.h"
#include "storage/store_impl.h"

namespace memfold::storage {
namespace {

RangeScan::Range starting_with(const Key& prefix, bool cached) {
  return {.lower = std::string(prefix.view()), .upper = after_prefix(prefix), .cached = cached};
}

std::vector<Edge> edges_of(const Store::Impl& store, const Key& prefix) {
  RangeScan scan(store, Family::MemoryEdges, starting_with(prefix, true));
  std::vector<Edge> edges;
  while (scan.next()) edges.push_back(edge_at(store, Family::MemoryEdges, scan));
  return edges;
}

}  // namespace

Edge edge_at(const Store::Impl& store, Family family, const RangeScan& scan) {
  const EdgeKey key = store.key_at(family, scan.key(), read_edge_key);
  Edge edge = store.decode_at(family, scan.key(), scan.value(), decode_edge);
  edge.from = key.from;
  edge.to = key.to;
  edge.type = key.type;
  return edge;
}

RangeScan::RangeScan(const Store::Impl& store, Family family, Range range)
    : store_(store),
      family_(family),
      range_(std::move(range)),
      lower_(range_.lower),
      upper_(range_.upper) {
  rocksdb::ReadOptions options;
  options.fill_cache = range_.cached;
  // Without total order it stays within one user by itself, and skips files that hold nothing of
  // that user.
  options.total_order_seek = range_.whole_family;
  options.prefix_same_as_start = !range_.whole_family;
  if (!range_.lower.empty()) options.iterate_lower_bound = &lower_;
  if (!range_.upper.empty()) options.iterate_upper_bound = &upper_;
  iterator_.reset(store_.db->NewIterator(options, store_.handle(family_)));
}

bool RangeScan::next() {
  if (started_) {
    range_.newest_first ? iterator_->Prev() : iterator_->Next();
  } else if (range_.newest_first) {
    iterator_->SeekToLast();
  } else if (range_.lower.empty()) {
    iterator_->SeekToFirst();
  } else {
    iterator_->Seek(lower_);
  }
  started_ = true;
  if (iterator_->Valid()) return true;
  const rocksdb::Status status = iterator_->status();
  if (!status.ok()) check(status, store_.path, "scan " + place(family_, range_.lower));
  return false;
}

std::vector<VersionRecord> Store::versions(const UserKey& user, const Id& chain_id) const {
  RangeScan scan(*impl_, Family::Versions, starting_with(chain_prefix(user, chain_id), true));
  std::vector<VersionRecord> versions;
  while (scan.next()) {
    versions.push_back(
        impl_->decode_at(Family::Versions, scan.key(), scan.value(), decode_version));
  }
  return versions;
}

std::optional<VersionRecord> Store::newest_version(const UserKey& user, const Id& chain_id) const {
  RangeScan::Range range = starting_with(chain_prefix(user, chain_id), true);
  range.newest_first = true;
  RangeScan scan(*impl_, Family::Versions, std::move(range));
  if (!scan.next()) return std::nullopt;
  return impl_->decode_at(Family::Versions, scan.key(), scan.value(), decode_version);
}

std::vector<Edge> Store::edges_from(const UserKey& user, const Id& id) const {
  return edges_of(*impl_, edge_prefix(user, Direction::Out, id));
}

std::vector<Edge> Store::edges_to(const UserKey& user, const Id& id) const {
  return edges_of(*impl_, edge_prefix(user, Direction::In, id));
}

std::vector<Id> Store::timeline(const UserKey& user, Time from, Time until,
                                std::size_t limit) const {
  std::vector<Id> ids;
  if (limit == 0 || from >= until) return ids;
  RangeScan scan(*impl_, Family::Timeline,
                 {.lower = std::string(Key(user).time(from).view()),
                  .upper = std::string(Key(user).time(until).view())});
  while (ids.size() < limit && scan.next()) {
    ids.push_back(impl_->key_at(Family::Timeline, scan.key(), read_timeline_key).id);
  }
  return ids;
}

std::vector<DueEntry> Store::due(const UserKey& user, Task task, Time from, Time until,
                                 std::size_t limit) const {
  std::vector<DueEntry> entries;
  if (limit == 0 || from >= until) return entries;
  RangeScan scan(*impl_, Family::Due,
                 {.lower = std::string(due_key(user, task, from, Id{}).view()),
                  .upper = std::string(due_key(user, task, until, Id{}).view())});
  while (entries.size() < limit && scan.next()) {
    const DueKey key = impl_->key_at(Family::Due, scan.key(), read_due_key);
    entries.push_back({key.at, key.id});
  }
  return entries;
}

void Store::scan_due(const UserKey& user,
                     const std::function<void(Task, Time, const Id&)>& visit) const {
  RangeScan scan(*impl_, Family::Due, RangeScan::all_of(user));
  while (scan.next()) {
    const DueKey key = impl_->key_at(Family::Due, scan.key(), read_due_key);
    visit(key.task, key.at, key.id);
  }
}

void Store::scan_users(const std::function<void(const UserKey&, const UserRecord&)>& visit) const {
  RangeScan scan(*impl_, Family::Users, {.whole_family = true, .cached = false});
  while (scan.next()) {
    const UserKey key = impl_->key_at(Family::Users, scan.key(), read_users_key);
    visit(key, impl_->decode_at(Family::Users, scan.key(), scan.value(), decode_user));
  }
}

void Store::scan_features(const UserKey& user,
                          const std::function<void(const FeatureRecord&)>& visit,
                          std::uint64_t from) const {
  RangeScan::Range range = RangeScan::all_of(user);
  if (from > 0) range.lower = std::string(slot_key(user, from).view());
  RangeScan scan(*impl_, Family::Features, std::move(range));
  while (scan.next()) {
    visit(impl_->decode_at(Family::Features, scan.key(), scan.value(), decode_features));
  }
}

std::vector<CurrentSlot> Store::current_slots(const UserKey& user,
                                              std::optional<std::uint64_t> after, bool newest_first,
                                              std::size_t limit) const {
  // Both ends within the user: from the end of another one a scan of prefixes does not come back.
  constexpr auto kLast = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t from = newest_first || !after ? 0 : *after + 1;
  const std::uint64_t until = newest_first && after ? *after : kLast;
  RangeScan::Range range{.lower = std::string(slot_key(user, from).view()),
                         .upper = std::string(slot_key(user, until).view()),
                         .newest_first = newest_first};
  RangeScan scan(*impl_, Family::Features, std::move(range));
  std::vector<CurrentSlot> slots;
  while (slots.size() < limit && scan.next()) {
    const FeatureRecord one =
        impl_->decode_at(Family::Features, scan.key(), scan.value(), decode_features);
    slots.push_back({one.slot, one.id});
  }
  return slots;
}

void Store::scan_vectors(
    const UserKey& user,
    const std::function<void(std::uint64_t, const Id&, std::span<const std::int16_t>)>& visit,
    std::uint64_t from) const {
  std::vector<std::int16_t> row(static_cast<std::size_t>(impl_->identity.dimension));
  RangeScan scan(*impl_, Family::Vectors, RangeScan::vectors_of(user, impl_->half, from));
  while (scan.next()) {
    const std::uint64_t slot = impl_->key_at(Family::Vectors, scan.key(), read_vector_key);
    const Id id =
        impl_->decode_at(Family::Vectors, scan.key(), scan.value(),
                         [&](std::string_view bytes) { return decode_vector(bytes, row); });
    visit(slot, id, row);
  }
}

void Store::scan_memories(const UserKey& user,
                          const std::function<void(const Memory&)>& visit) const {
  scan_values(
      *impl_, Family::Memories, user,
      [&](std::string_view bytes) { return impl_->decode_node(bytes); }, visit);
}

void Store::scan_versions(const UserKey& user,
                          const std::function<void(const VersionRecord&)>& visit) const {
  scan_values(*impl_, Family::Versions, user, decode_version, visit);
}

void Store::scan_edges(const UserKey& user, bool incoming,
                       const std::function<void(const Edge&)>& visit) const {
  const Direction direction = incoming ? Direction::In : Direction::Out;
  RangeScan scan(*impl_, Family::MemoryEdges, starting_with(edge_prefix(user, direction), false));
  while (scan.next()) visit(edge_at(*impl_, Family::MemoryEdges, scan));
}

void Store::scan_decisions(const UserKey& user,
                           const std::function<void(const Decision&)>& visit) const {
  scan_values(
      *impl_, Family::Log, user,
      [](std::string_view bytes) { return decode_decision(decision_bytes(bytes)); }, visit);
}

void Store::scan_analyses(
    const UserKey& user,
    const std::function<void(const AnalysisKey&, const Analysis&)>& visit) const {
  RangeScan scan(*impl_, Family::Analyses, RangeScan::all_of(user));
  while (scan.next()) {
    const AnalysisKey pair = impl_->key_at(Family::Analyses, scan.key(), read_analysis_key);
    visit(pair, impl_->decode_at(Family::Analyses, scan.key(), scan.value(), decode_analysis));
  }
}

void Store::scan_facts(const UserKey& user,
                       const std::function<void(const Id&, std::uint64_t)>& visit) const {
  RangeScan scan(*impl_, Family::Facts, RangeScan::all_of(user));
  while (scan.next()) {
    const Id fact = impl_->key_at(Family::Facts, scan.key(), read_fact_key);
    visit(fact, impl_->decode_at(Family::Facts, scan.key(), scan.value(), decode_sequence));
  }
}

}  // namespace memfold::storage
