#include "engine/history.h"

#include <limits>

#include "core/hash.h"
#include "memfold/error.h"

namespace memfold {
namespace {

constexpr Time kBeginning{std::numeric_limits<std::int64_t>::min()};
constexpr Time kEnd{std::numeric_limits<std::int64_t>::max()};

/// Names the query a cursor belongs to, so that one of another query is refused.
std::string query_mark(const LogQuery& query) {
  std::string text = query.user;
  text += '\0';
  text += query.kind ? name(*query.kind) : "";
  text += query.from ? to_string(*query.from) : "";
  text += '\0';
  text += query.until ? to_string(*query.until) : "";
  text += query.newest_first ? "n" : "o";
  const std::uint64_t mark = hash64(text);
  return std::to_string(mark);
}

std::string encode_cursor(const LogQuery& query, const storage::LogPosition& last) {
  return query_mark(query) + "." + std::to_string(last.at.micros) + "." +
         std::to_string(last.sequence);
}

[[noreturn]] void bad_cursor() {
  throw Error(ErrorCode::InvalidArgument,
              "the cursor does not belong to this query; start again without one");
}

std::optional<storage::LogPosition> decode_cursor(const LogQuery& query) {
  if (query.cursor.empty()) return std::nullopt;
  const std::string mark = query_mark(query) + ".";
  if (query.cursor.compare(0, mark.size(), mark) != 0) bad_cursor();
  const std::size_t dot = query.cursor.find('.', mark.size());
  if (dot == std::string::npos) bad_cursor();
  try {
    return storage::LogPosition{
        Time{std::stoll(query.cursor.substr(mark.size(), dot - mark.size()))},
        std::stoull(query.cursor.substr(dot + 1))};
  } catch (const std::logic_error&) {  // not a number, or out of range
    bad_cursor();
  }
}

}  // namespace

std::vector<VersionStep> read_history(const storage::Store& store, const storage::UserKey& user,
                                      const Id& id) {
  const std::optional<Memory> member = store.memory(user, id);
  if (!member) return {};
  std::vector<VersionStep> steps;
  for (storage::VersionRecord& record : store.versions(user, member->chain_id)) {
    VersionStep step;
    std::optional<Memory> node = std::move(record.state);
    if (!node) {
      node = store.memory(user, record.memory_id);
      if (!node) {
        throw Error(ErrorCode::Corruption, "version " + std::to_string(record.version) +
                                               " of chain " + to_string(member->chain_id) +
                                               " has no memory; run `memfold verify`");
      }
      step.current = node->is_current();
    }
    step.memory = std::move(*node);
    step.operation = record.operation;
    if (const auto decision = store.decision(user, record.log_sequence)) {
      step.changes = decision->property_changes;
      step.reason = decision->reason;
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

LogPage read_log(const storage::Store& store, const LogQuery& query) {
  if (query.user.empty()) throw Error(ErrorCode::InvalidArgument, "log: user is missing");
  if (query.limit == 0) throw Error(ErrorCode::InvalidArgument, "log: limit must be at least 1");
  const storage::UserKey user = storage::user_key(query.user);
  const std::vector<storage::LogPosition> positions =
      store.log_index(user, query.kind, query.from.value_or(kBeginning), query.until.value_or(kEnd),
                      query.newest_first, decode_cursor(query), query.limit + 1);
  LogPage page;
  for (std::size_t i = 0; i < positions.size() && i < query.limit; ++i) {
    std::optional<Decision> entry = store.decision(user, positions[i].sequence);
    if (!entry) {
      throw Error(ErrorCode::Corruption, "log entry " + std::to_string(positions[i].sequence) +
                                             " of user " + query.user +
                                             " is indexed but missing; run `memfold verify`");
    }
    page.entries.push_back(std::move(*entry));
  }
  if (positions.size() > query.limit) {
    page.next_cursor = encode_cursor(query, positions[query.limit - 1]);
  }
  return page;
}

}  // namespace memfold
