#include "engine/export/jsonl.h"
#include "engine/export/lines.h"
#include "engine/export/record_fields.h"

namespace memfold::exporting {
namespace {

Json header_of(const storage::Store& store, const ExportOptions& options) {
  const storage::StoreIdentity& identity = store.identity();
  Json header;
  header["memfold"] = "export";
  header["format"] = kExportFormat;
  header["store_format"] = storage::kFormatVersion;
  header["embedder"] = text_to_json(identity.embedder);
  header["dimension"] = identity.dimension;
  header["calibration"] = Json::array();
  for (const Calibration::Point& point : identity.calibration) {
    header["calibration"].push_back({point.cosine, point.similarity});
  }
  if (!options.user.empty()) header["user"] = text_to_json(options.user);
  return header;
}

/// One user's records. Each refers only to what came before it, edges and jobs aside.
class UserExport {
 public:
  UserExport(const storage::Store& store, const std::string& user, const StopWhen& stop,
             LineWriter& out)
      : store_(store), key_(storage::user_key(user)), stop_(stop), out_(out) {}

  void run() {
    const std::optional<storage::UserRecord> record = store_.user(key_);
    if (!record) return;  // erased in the meantime
    put("user", *record);
    write_memories();
    write_log(record->base_digest);
    write_graph();
  }

 private:
  template <typename T>
  void put(const char* type, const T& record) {
    stop_.check("export");
    out_.record(type, to_json(record));
  }

  void write_memories() {
    store_.scan_memories(key_, [&](const Memory& memory) {
      put("memory", StoredMemory{memory, store_.vector(key_, memory.slot)});
    });
    store_.scan_versions(key_,
                         [&](const storage::VersionRecord& version) { put("version", version); });
    store_.scan_edges(key_, false, [&](const Edge& edge) { put("edge", edge); });
  }

  void write_log(const storage::Digest& base) {
    store_.scan_log(key_, base, [&](const storage::LogEntry& entry, bool) {
      const Decision& decision = entry.decision;
      put("log", StoredEntry{entry, store_.log_states(key_, decision.at, decision.sequence)});
    });
    store_.scan_reviews(key_, [&](const Review& review) { put("review", review); });
    store_.scan_facts(key_, [&](const Id& fact, std::uint64_t sequence) {
      put("fact", StoredFact{fact, sequence});
    });
  }

  void write_graph() {
    store_.scan_nodes(key_, [&](const Node& node) { put("node", node); });
    store_.scan_graph_edges(key_, storage::EdgeEnd::From,
                            [&](const Edge& edge) { put("graph_edge", edge); });
    store_.scan_names(key_, [&](NodeKind kind, const Id& name, const Id& node) {
      put("name", StoredName{kind, name, node});
    });
    store_.scan_sources(key_, [&](const Source& source) {
      put("source", StoredSource{source, store_.raw_source(key_, source.id).value_or("")});
    });
    store_.scan_jobs_of(key_, [&](const SourceJob& job) { put("job", job); });
  }

  const storage::Store& store_;
  const storage::UserKey key_;
  const StopWhen& stop_;
  LineWriter& out_;
};

}  // namespace

std::vector<std::string> users_to_export(const storage::Store& store,
                                         const ExportOptions& options) {
  for (const std::string& user : store.unfinished_imports()) {
    if (!options.user.empty() && user != options.user) continue;
    throw Error(ErrorCode::Mismatch, "the import of user " + user + " into " + store.path() +
                                         " was not finished: import it again before it is "
                                         "exported");
  }
  std::vector<std::string> users;
  store.scan_users([&](const storage::UserKey&, const storage::UserRecord& record) {
    if (options.user.empty() || record.user == options.user) users.push_back(record.user);
  });
  if (users.empty() && !options.user.empty()) {
    throw Error(ErrorCode::NotFound, "nothing is stored for user " + options.user);
  }
  return users;
}

ExportReport export_jsonl(const storage::Store& store, Lanes& lanes, std::ostream& out,
                          const ExportOptions& options) {
  const std::vector<std::string> users = users_to_export(store, options);
  LineWriter lines(out);
  lines.header(header_of(store, options));
  for (const std::string& user : users) {
    lanes.with_locked(user, [&] { UserExport(store, user, options.stop, lines).run(); });
  }
  if (options.user.empty()) {
    store.scan_checkpoints([&](std::string_view name, std::string_view value) {
      lines.record("checkpoint", to_json(StoredCheckpoint{std::string(name), std::string(value)}));
    });
  }
  lines.end();
  return {.users = users.size(), .counts = lines.counts(), .bytes = lines.bytes()};
}

}  // namespace memfold::exporting
