#include "storage/sweep.h"

#include <rocksdb/snapshot.h>

#include <algorithm>
#include <deque>
#include <optional>

#include "storage/codec_analysis.h"
#include "storage/codec_edge.h"
#include "storage/codec_features.h"
#include "storage/codec_log.h"
#include "storage/codec_memory.h"
#include "storage/codec_node.h"
#include "storage/codec_review.h"
#include "storage/codec_source.h"
#include "storage/codec_states.h"
#include "storage/codec_user.h"
#include "storage/codec_vector.h"
#include "storage/codec_version.h"
#include "storage/store_impl.h"

namespace memfold::storage {
namespace {

/// What one entry is read with.
struct Entry {
  const Store::Impl& store;
  Family family;
  std::string_view key;
  std::string_view stored;
  std::string& scratch;  ///< keeps unsealed bytes
  std::vector<std::int16_t>& row_scratch;

  std::string_view payload() const { return unseal(family, key, stored, scratch); }
};

/// A record that names itself must lie under its own name.
void require_own_key(bool own) {
  if (!own) throw Error(ErrorCode::Corruption, "the record lies under another's key");
}

void require_empty(const Entry& entry) {
  if (entry.stored.empty()) return;
  throw Error(ErrorCode::Corruption, "an index entry holds bytes, and all it says is its key");
}

SweptRecord read_user(const Entry& entry) {
  UserRecord user = decode_user(entry.payload());
  require_own_key(user_key(user.user) == read_users_key(entry.key));
  return user;
}

SweptRecord read_memory_node(const Entry& entry) {
  Memory memory = entry.store.decode_node(entry.payload());
  require_own_key(memory.id == read_node_key(entry.key));
  return memory;
}

SweptRecord read_version(const Entry& entry) {
  VersionRecord version = decode_version(entry.payload());
  const VersionKey key = read_version_key(entry.key);
  require_own_key(version.chain_id == key.chain_id && version.version == key.version);
  return version;
}

SweptRecord read_features(const Entry& entry) {
  FeatureRecord features = decode_features(entry.payload());
  require_own_key(features.slot == read_slot_key(entry.key));
  return features;
}

SweptRecord read_timeline(const Entry& entry) {
  const TimelineKey key = read_timeline_key(entry.key);
  require_empty(entry);
  return SweptTime{key.occurred_at, key.id};
}

SweptRecord read_due(const Entry& entry) {
  const DueKey key = read_due_key(entry.key);
  require_empty(entry);
  return SweptDue{key.task, key.at, key.id};
}

SweptRecord read_vector(const Entry& entry) {
  const std::uint64_t slot = read_vector_key(entry.key);
  UserKey user;
  std::copy_n(entry.key.begin(), user.size(), user.begin());
  const bool serves = entry.key == vector_key(user, entry.store.half, slot).view();
  if (!serves) return SweptVector{slot, decode_vector_id(entry.payload()), false, {}};
  const Id id = decode_vector(entry.payload(), entry.row_scratch);
  return SweptVector{slot, id, true, entry.row_scratch};
}

SweptRecord read_edge(const Entry& entry) {
  const EdgeKey key = read_edge_key(entry.key);
  Edge edge = decode_edge(entry.payload());
  edge.from = key.from;
  edge.to = key.to;
  edge.type = key.type;
  return SweptEdge{edge, entry.family == Family::GraphEdges, key.direction == Direction::In};
}

SweptRecord read_entry(const Entry& entry) {
  const std::string_view bytes = entry.payload();
  LogEntry read = decode_log_entry(bytes);
  require_own_key(read.decision.sequence == read_log_key(entry.key));
  return SweptEntry{std::move(read), decision_bytes(bytes)};
}

SweptRecord read_states(const Entry& entry) {
  const LogStatesKey key = read_log_states_key(entry.key);
  const std::string_view bytes = entry.payload();
  return SweptStates{{key.at, key.sequence}, decode_states(bytes), digest_states(bytes)};
}

SweptRecord read_route(const Entry& entry) {
  const LogIndexKey key = read_log_index_key(entry.key);
  return SweptRoute{key.route, {key.at, key.sequence}, decode_log_summary(entry.payload())};
}

SweptRecord read_fact(const Entry& entry) {
  return SweptFact{read_fact_key(entry.key), decode_sequence(entry.payload())};
}

SweptRecord read_review(const Entry& entry) {
  Review review = decode_review(entry.payload());
  UserKey user;
  std::copy_n(entry.key.begin(), user.size(), user.begin());
  for (const bool settled : {false, true}) {
    if (entry.key == review_key(user, settled, review.sequence).view()) {
      return SweptReview{std::move(review), settled};
    }
  }
  throw Error(ErrorCode::Corruption, "the record lies under another's key");
}

SweptRecord read_analysis(const Entry& entry) {
  return SweptAnalysis{read_analysis_key(entry.key), decode_analysis(entry.payload())};
}

SweptRecord read_graph_node(const Entry& entry) {
  Node node = decode_graph_node(entry.payload());
  require_own_key(node.id == read_node_key(entry.key));
  return node;
}

SweptRecord read_name(const Entry& entry) {
  const NameKey key = read_name_key(entry.key);
  const std::string_view bytes = entry.payload();
  Id node;
  if (bytes.size() != node.bytes.size()) {
    throw Error(ErrorCode::Corruption, "an id has " + std::to_string(bytes.size()) + " bytes");
  }
  std::copy(bytes.begin(), bytes.end(), node.bytes.begin());
  return SweptName{key.kind, key.name, node};
}

SweptRecord read_source(const Entry& entry) {
  Source source = decode_source(entry.payload());
  require_own_key(source.id == read_node_key(entry.key));
  return source;
}

SweptRecord read_raw(const Entry& entry) {
  const Id source = read_node_key(entry.key);
  const std::string_view bytes = entry.payload();
  if (bytes.size() > kMaxRawBytes) {
    throw Error(ErrorCode::Corruption, "the raw content has " + std::to_string(bytes.size()) +
                                           " bytes, more than a source may");
  }
  return SweptRaw{source, bytes};
}

SweptRecord read_job(const Entry& entry) {
  SourceJob job = decode_job(entry.payload());
  require_own_key(job.id == read_node_key(entry.key));
  return job;
}

/// In the order in which an owner's records are visited.
constexpr struct {
  Family family;
  SweptRecord (*read)(const Entry&);
} kReaders[] = {
    {Family::Users, read_user},
    {Family::Analyses, read_analysis},
    {Family::Memories, read_memory_node},
    {Family::Versions, read_version},
    {Family::Features, read_features},
    {Family::Timeline, read_timeline},
    {Family::Due, read_due},
    {Family::Vectors, read_vector},
    {Family::MemoryEdges, read_edge},
    {Family::Log, read_entry},
    {Family::LogStates, read_states},
    {Family::LogIndex, read_route},
    {Family::Facts, read_fact},
    {Family::Reviews, read_review},
    {Family::GraphNodes, read_graph_node},
    {Family::GraphNames, read_name},
    {Family::GraphEdges, read_edge},
    {Family::Sources, read_source},
    {Family::RawSources, read_raw},
    {Family::SourceJobs, read_job},
};
static_assert(std::size(kReaders) == kFamilyCount - 1, "meta is read by itself");

/// RocksDB insists on this column family.
constexpr std::string_view kUnused = "default";

class Sweep {
 public:
  Sweep(const Store::Impl& store, SweepReceiver& receiver)
      : store_(store),
        receiver_(receiver),
        moment_(store.db.get()),
        row_(static_cast<std::size_t>(store.identity.dimension)) {
    options_.total_order_seek = true;
    options_.fill_cache = false;
    options_.verify_checksums = true;
    options_.snapshot = moment_.snapshot();
    for (std::size_t i = 0; i < store_.handles.size(); ++i) {
      walks_.emplace_back(
          [this, i] {
            return std::unique_ptr<rocksdb::Iterator>(
                store_.db->NewIterator(options_, store_.handles[i]));
          },
          i == 0 ? kUnused : kFamilyNames[i - 1],
          [this](const Unread& stretch) { receiver_.unread(stretch); });
    }
  }

  FamilyCounts run() {
    read_unowned();
    while (const std::optional<UserKey> owner = next_owner()) {
      receiver_.begin(*owner);
      for (const auto& reader : kReaders) read_family(reader.family, reader.read, *owner);
      receiver_.end();
    }
    return counts_;
  }

 private:
  PastRot& of(Family family) { return walks_[static_cast<std::size_t>(family) + 1]; }

  void refuse(Family family, std::string_view key, const std::string& why) {
    receiver_.unreadable({family, std::string(key), why});
  }

  /// `default`, where nothing belongs, and `meta`.
  void read_unowned() {
    for (PastRot& stray = walks_.front(); stray.valid(); stray.next()) {
      refuse(Family::Meta, stray.key(), "it lies in `default`, where nothing belongs");
    }
    for (PastRot& walk = of(Family::Meta); walk.valid(); walk.next()) {
      const std::string_view key = walk.key();
      ++counts_[static_cast<std::size_t>(Family::Meta)];
      if (key == kFormatKey) continue;  // looked at when the store was opened
      try {
        unseal(Family::Meta, key, walk.value(), scratch_);
      } catch (const Error& error) {
        refuse(Family::Meta, key, error.what());
      }
    }
  }

  /// The least owner any family has entries of.
  std::optional<UserKey> next_owner() {
    std::optional<UserKey> least;
    for (const auto& reader : kReaders) {
      skip_short_keys(reader.family);
      if (!of(reader.family).valid()) continue;
      UserKey owner;
      std::copy_n(of(reader.family).key().data(), owner.size(), owner.begin());
      if (!least || owner < *least) least = owner;
    }
    return least;
  }

  void skip_short_keys(Family family) {
    PastRot& walk = of(family);
    for (; walk.valid() && walk.key().size() < kUserPrefixBytes; walk.next()) {
      ++counts_[static_cast<std::size_t>(family)];
      refuse(family, walk.key(), "the key is too short for an owner");
    }
  }

  void read_family(Family family, SweptRecord (*read)(const Entry&), const UserKey& owner) {
    const Key prefix(owner);
    PastRot& walk = of(family);
    for (; walk.valid() && walk.key().starts_with(prefix.view()); walk.next()) {
      ++counts_[static_cast<std::size_t>(family)];
      const std::string_view key = walk.key();
      std::optional<SweptRecord> record;
      try {
        record = read({store_, family, key, walk.value(), scratch_, row_});
      } catch (const Error& error) {
        if (error.code() != ErrorCode::Corruption) throw;
        refuse(family, key, error.what());
      }
      if (record) receiver_.take(*record);
    }
  }

  const Store::Impl& store_;
  SweepReceiver& receiver_;
  rocksdb::ManagedSnapshot moment_;
  rocksdb::ReadOptions options_;
  std::deque<PastRot> walks_;  ///< default, then as Family
  FamilyCounts counts_{};
  std::string scratch_;
  std::vector<std::int16_t> row_;
};

}  // namespace

bool SweptEntry::follows(const Digest& previous) const {
  return entry.chain == chain_digest(previous, entry.states, decision);
}

FamilyCounts sweep(const Store& store, SweepReceiver& receiver) {
  return Sweep(store.impl(), receiver).run();
}

}  // namespace memfold::storage
