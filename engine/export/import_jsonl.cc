#include <functional>

#include "core/text.h"
#include "engine/export/jsonl.h"
#include "engine/export/lines.h"
#include "engine/export/record_fields.h"
#include "engine/fold/lane.h"
#include "engine/fold/prepare.h"
#include "engine/records.h"
#include "storage/ranges.h"

namespace memfold::exporting {
namespace {

constexpr std::size_t kCommitBytes = 4 << 20;

std::vector<Calibration::Point> points_from(const Json& header) {
  std::vector<Calibration::Point> points;
  for (const Json& point : header.value("calibration", Json::array())) {
    points.push_back({point.at(0).get<double>(), point.at(1).get<double>()});
  }
  return points;
}

/// Vectors of another embedder, and decisions by another calibration, would mean something else.
void require_same_embedder(const storage::Store& store, const Json& header) {
  const storage::StoreIdentity& own = store.identity();
  const storage::StoreIdentity theirs{text_from_json(header.value("embedder", Json(""))),
                                      header.value("dimension", 0), points_from(header)};
  if (own == theirs) return;
  const bool same_name = own.embedder == theirs.embedder && own.dimension == theirs.dimension;
  throw Error(ErrorCode::Mismatch,
              "the export was made with embedder " + theirs.embedder + " of " +
                  std::to_string(theirs.dimension) + " dimensions" +
                  (same_name ? " under another calibration" : "") + "; the store at " +
                  store.path() + " has " + own.embedder + " of " + std::to_string(own.dimension) +
                  ": import with the embedder it was made with, then `memfold reembed`");
}

/// A record whose fields are all in range (storage/ranges.h).
template <typename Record>
const Record& checked(const Record& record) {
  if (const std::string problem = storage::out_of_range(record); !problem.empty()) refuse(problem);
  return record;
}

/// The length of a vector in fixed point is that of a unit vector, but for rounding.
void check_vector(const std::vector<std::int16_t>& row, int dimension) {
  if (row.size() != std::size_t(dimension)) {
    refuse("vector: it has " + std::to_string(row.size()) + " dimensions");
  }
  if (!storage::is_unit(row)) refuse("vector: it is no unit vector");
}

/// Puts the records of one user into the store.
class UserImport {
 public:
  UserImport(storage::Store& store, storage::UserRecord record, LineReader& lines)
      : store_(store), record_(std::move(record)), lines_(lines), batch_(record_.user) {}

  /// Returns the first line that is not this user's; none: it was the last.
  std::optional<Line> run() {
    store_.begin_import(record_.user);
    chain_ = record_.base_digest;
    std::optional<Line> line = lines_.next();
    while (line && put(*line)) {
      if (batch_.bytes() >= kCommitBytes) commit();
      line = lines_.next();
    }
    // Last: a user is there once all of it is.
    batch_.put_user(record_);
    commit();
    return line;
  }

 private:
  using Put = void (UserImport::*)(const Json&);

  bool put(const Line& line) {
    static const std::map<std::string_view, Put> kPuts = {
        {"memory", &UserImport::put_memory}, {"version", &UserImport::put_version},
        {"edge", &UserImport::put_edge},     {"log", &UserImport::put_entry},
        {"review", &UserImport::put_review}, {"fact", &UserImport::put_fact},
        {"node", &UserImport::put_node},     {"graph_edge", &UserImport::put_graph_edge},
        {"name", &UserImport::put_name},     {"source", &UserImport::put_source},
        {"job", &UserImport::put_job}};
    const auto found = kPuts.find(line.type);
    if (found == kPuts.end()) return false;
    (this->*found->second)(line.data);
    return true;
  }

  void put_memory(const Json& json) {
    const auto [memory, vector] = from_json<StoredMemory>(json);
    batch_.put_memory(checked(memory), nullptr);
    if (memory.is_current()) batch_.put_features(feature_record(memory, exact_keys(memory)));
    if (vector.empty()) return;
    check_vector(vector, store_.identity().dimension);
    batch_.put_vector(memory.slot, memory.id, vector);
  }
  void put_version(const Json& json) {
    batch_.put_version(checked(from_json<storage::VersionRecord>(json)));
  }
  void put_edge(const Json& json) { batch_.put_edge(checked(from_json<Edge>(json))); }
  void put_entry(const Json& json) {
    const auto [entry, states] = from_json<StoredEntry>(json);
    checked(entry.decision);
    if (states) checked(*states);
    if (!batch_.put_log_entry(entry, states, chain_)) {
      refuse("the log entry does not follow from the one before it");
    }
    chain_ = entry.chain;
  }
  void put_review(const Json& json) { batch_.put_review(checked(from_json<Review>(json))); }
  void put_fact(const Json& json) {
    const auto fact = from_json<StoredFact>(json);
    batch_.put_fact(fact.id, fact.sequence);
  }
  void put_node(const Json& json) { batch_.put_node(checked(from_json<Node>(json)), nullptr); }
  void put_graph_edge(const Json& json) {
    const Edge edge = checked(from_json<Edge>(json));
    batch_.put_graph_edges({&edge, 1});
  }
  void put_name(const Json& json) {
    const auto name = from_json<StoredName>(json);
    batch_.put_name(name.kind, name.name, name.node);
  }
  void put_source(const Json& json) {
    const auto [source, raw] = from_json<StoredSource>(json);
    batch_.put_source(checked(source), source.status);
    if (!raw.empty()) batch_.put_raw(source.id, raw);
  }
  void put_job(const Json& json) { batch_.put_job(checked(from_json<SourceJob>(json))); }

  void commit() {
    store_.commit(std::move(batch_));
    batch_ = storage::CommitBatch(record_.user);
  }

  storage::Store& store_;
  const storage::UserRecord record_;
  LineReader& lines_;
  storage::CommitBatch batch_;
  storage::Digest chain_{};
};

class Importing {
 public:
  Importing(storage::Store& store, Lanes& lanes, std::istream& in, const ImportOptions& options)
      : store_(store), lanes_(lanes), options_(options), lines_(in) {}

  ImportReport run() {
    const Json header = lines_.header();
    require_same_embedder(store_, header);
    store_.drop_imports();  // what an earlier one left
    std::optional<Line> line = lines_.next();
    while (line) line = take(*line);
    if (report_.users == 0 && !options_.user.empty()) {
      throw Error(ErrorCode::NotFound, "the export holds nothing of user " + options_.user);
    }
    put_checkpoints();
    store_.sync();
    store_.finish_imports();
    report_.counts = lines_.counts();
    report_.bytes = lines_.bytes();
    return std::move(report_);
  }

  [[noreturn]] void refuse_line(const std::string& error) const { lines_.refuse_line(error); }

 private:
  std::optional<Line> take(const Line& line) {
    if (line.type == "checkpoint") {
      checkpoints_.push_back(from_json<StoredCheckpoint>(line.data));
      return lines_.next();
    }
    if (line.type != "user")
      refuse("its type is \"" + line.type + "\", which is not expected here");
    auto record = from_json<storage::UserRecord>(line.data);
    checked(record);
    if (!options_.user.empty() && !is_asked_for(record.user)) return skip();
    ++report_.users;
    std::optional<Line> next;
    const std::string user = record.user;
    lanes_.with_exclusive(user, [&](Lane&) {
      next = UserImport(store_, std::move(record), lines_).run();
      return false;  // it was loaded before
    });
    return next;
  }

  /// By either spelling of the name.
  bool is_asked_for(const std::string& user) const {
    if (user == options_.user) return true;
    return is_valid_utf8(user) && is_valid_utf8(options_.user) &&
           to_nfc(user) == to_nfc(options_.user);
  }

  std::optional<Line> skip() {
    std::optional<Line> line = lines_.next();
    while (line && line->type != "user" && line->type != "checkpoint") line = lines_.next();
    return line;
  }

  /// How far archives were read, as far as this store does not know better.
  void put_checkpoints() {
    if (!options_.user.empty()) return;
    storage::CommitBatch batch("");
    for (const StoredCheckpoint& checkpoint : checkpoints_) {
      if (store_.checkpoint(checkpoint.name)) continue;
      batch.put_checkpoint(checkpoint.name, checkpoint.value);
    }
    if (!batch.empty()) store_.commit(std::move(batch));
  }

  storage::Store& store_;
  Lanes& lanes_;
  const ImportOptions& options_;
  LineReader lines_;
  std::vector<StoredCheckpoint> checkpoints_;
  ImportReport report_;
};

/// What failed leaves nothing behind; where not even that can be done, the marks say so.
void drop_quietly(storage::Store& store) {
  try {
    store.drop_imports();
  } catch (const Error&) {
  }
}

}  // namespace

ImportReport import_jsonl(storage::Store& store, Lanes& lanes, std::istream& in,
                          const ImportOptions& options) {
  Importing importing(store, lanes, in, options);
  try {
    return importing.run();
  } catch (const nlohmann::json::exception&) {
    drop_quietly(store);
    importing.refuse_line("it holds other values than an export does");
  } catch (const Refused& refused) {
    drop_quietly(store);
    importing.refuse_line(refused.what());
  } catch (...) {
    drop_quietly(store);
    throw;
  }
}

}  // namespace memfold::exporting
