#include "engine/log/log_query.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "core/hash.h"
#include "engine/page_cursor.h"
#include "engine/records.h"
#include "memfold/error.h"

namespace memfold {
namespace {

/// Index entries one page looks at: what keeps a query for something rare quick.
constexpr std::size_t kMaxExamined = 8'192;

/// The operations that store a decision of this kind.
std::vector<Operation> operations_of(DecisionKind kind) {
  switch (kind) {
    case DecisionKind::Create:
      return {Operation::Add};
    case DecisionKind::Update:
      return {Operation::Supersede, Operation::Merge, Operation::Update};
    case DecisionKind::Skip:
      return {Operation::Noop};
    case DecisionKind::Delete:
      return {Operation::Delete};
  }
  return {};
}

/// A query made ready: the narrowest routes into the log, and what is left to filter.
class RangePlan {
 public:
  RangePlan(const storage::Store& store, const LogQuery& query) : query_(query) {
    if (query.user.empty()) throw Error(ErrorCode::InvalidArgument, "log: user is missing");
    user_ = storage::user_key(query.user);
    if (const auto record = store.user(user_)) first_sequence_ = record->first_sequence;
    if (query.memory) {
      add_chain(store, *query.memory);
    } else if (!query.source_id.empty()) {
      routes_ = {storage::source_hash(query.source_id)};
    } else if (!query.operations.empty() || !query.kinds.empty()) {
      add_operations();
    } else {
      routes_ = {storage::AllEntries{}};
    }
    if (query.from) range_.from = *query.from;
    if (query.until) range_.until = *query.until;
    range_.newest_first = query.newest_first;
  }

  const storage::UserKey& user() const { return user_; }
  std::span<const storage::LogRoute> routes() const { return routes_; }
  storage::LogRange& range() { return range_; }

  bool holds(const storage::LogPosition& position, const storage::LogSummary& summary) const {
    const auto among = [](const auto& wanted, auto value) {
      return wanted.empty() || std::find(wanted.begin(), wanted.end(), value) != wanted.end();
    };
    // A fact that could not be used was not decided about.
    const bool decided = summary.status != Status::Error;
    const bool any = query_.kinds.empty() && query_.operations.empty();
    return position.sequence >= first_sequence_ && (decided || any) &&
           among(query_.kinds, summary.kind) && among(query_.operations, summary.operation) &&
           (!query_.status || *query_.status == summary.status) &&
           (!query_.verdict || query_.verdict == summary.verdict) &&
           (!query_.trigger || *query_.trigger == summary.trigger) &&
           (!query_.review || *query_.review == summary.review) &&
           summary.score >= query_.min_score && summary.score <= query_.max_score;
  }

  /// What the summary does not say. Two sources may share a hash.
  bool holds(const Decision& entry) const {
    return query_.source_id.empty() || entry.source_id == query_.source_id;
  }

 private:
  void add_chain(const storage::Store& store, const Id& id) {
    const auto memory = store.memory(user_, id);
    if (!memory) {
      routes_ = {id};  // erased: tombstones are left
      return;
    }
    ChainLogPaths paths = log_paths(store.versions(user_, memory->chain_id));
    routes_ = std::move(paths.routes);
    range_.known = std::move(paths.known);
  }

  void add_operations() {
    std::vector<Operation> wanted = query_.operations;
    if (wanted.empty()) {
      for (const DecisionKind kind : query_.kinds) {
        for (const Operation operation : operations_of(kind)) wanted.push_back(operation);
      }
    }
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    routes_.assign(wanted.begin(), wanted.end());
  }

  const LogQuery& query_;
  storage::UserKey user_{};
  std::uint64_t first_sequence_ = 1;
  std::vector<storage::LogRoute> routes_;
  storage::LogRange range_;
};

/// Names the query a cursor belongs to, so that one of another query is refused.
std::uint64_t mark_of(const LogQuery& query) {
  Sha256 hash;
  const auto kinds = [&](const auto& values) {
    hash.field(std::uint64_t(values.size()));
    for (const auto value : values) hash.field(std::uint64_t(value));
  };
  const auto optional = [&](const auto& value, auto number) {
    hash.field(value ? number(*value) + 1 : 0);
  };
  const auto plain = [](auto value) { return std::uint64_t(value); };
  hash.field(query.user);
  kinds(query.kinds);
  kinds(query.operations);
  optional(query.status, plain);
  optional(query.verdict, plain);
  optional(query.trigger, plain);
  optional(query.review, plain);
  hash.field(query.memory ? to_string(*query.memory) : "");
  hash.field(query.source_id);
  hash.field(std::bit_cast<std::uint64_t>(query.min_score));
  hash.field(std::bit_cast<std::uint64_t>(query.max_score));
  hash.field(query.from ? to_string(*query.from) : "");
  hash.field(query.until ? to_string(*query.until) : "");
  hash.field(std::uint64_t(query.newest_first));
  return query_mark(std::move(hash));
}

std::string encode_cursor(const LogQuery& query, const storage::LogPosition& last) {
  return memfold::encode_cursor(mark_of(query),
                                std::array{last.at.micros, std::int64_t(last.sequence)});
}

std::optional<storage::LogPosition> decode_cursor(const LogQuery& query) {
  if (query.cursor.empty()) return std::nullopt;
  std::array<std::int64_t, 2> place{};
  memfold::decode_cursor(query.cursor, mark_of(query), place);
  return storage::LogPosition{{place[0]}, std::uint64_t(place[1])};
}

/// The value below which the share `part` of them lies (nearest rank); reorders `values`.
template <typename T>
T percentile(std::vector<T>& values, double part) {
  if (values.empty()) return {};
  const auto rank = std::size_t(std::max(1.0, std::ceil(part * double(values.size()))));
  const auto at = values.begin() + std::ptrdiff_t(rank - 1);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

Time midnight(Time time) {
  std::int64_t days = time.micros / kMicrosPerDay;
  if (time.micros % kMicrosPerDay < 0) --days;
  return {days * kMicrosPerDay};
}

}  // namespace

LogPage read_log(const storage::Store& store, const LogQuery& query) {
  if (query.limit == 0) throw Error(ErrorCode::InvalidArgument, "log: limit must be at least 1");
  RangePlan plan(store, query);
  plan.range().after = decode_cursor(query);
  LogPage page;
  std::size_t examined = 0;
  storage::LogPosition last;
  store.scan_log_index(
      plan.user(), plan.routes(), plan.range(),
      [&](const storage::LogPosition& position, const storage::LogSummary& summary) {
        if (page.entries.size() == query.limit || examined == kMaxExamined) {
          page.next_cursor = encode_cursor(query, last);
          return false;
        }
        ++examined;
        last = position;
        if (!plan.holds(position, summary)) return true;
        std::optional<Decision> entry = store.decision(plan.user(), position.sequence);
        if (!entry) {
          throw Error(ErrorCode::Corruption, "log entry " + std::to_string(position.sequence) +
                                                 " of user " + query.user +
                                                 " is indexed but missing; run `memfold verify`");
        }
        if (plan.holds(*entry)) page.entries.push_back(std::move(*entry));
        return true;
      });
  return page;
}

LogAnalytics analyse_log(const storage::Store& store, const LogQuery& query) {
  RangePlan plan(store, query);
  LogAnalytics result;
  std::vector<double> scores;
  std::vector<std::uint32_t> times;
  plan.range().newest_first = false;  // days ascend
  store.scan_log_index(
      plan.user(), plan.routes(), plan.range(),
      [&](const storage::LogPosition& position, const storage::LogSummary& summary) {
        if (!plan.holds(position, summary)) return true;
        ++result.entries;
        const bool decided = summary.status != Status::Error;
        if (decided) {
          ++result.by_kind[std::size_t(summary.kind)];
          ++result.by_operation[std::size_t(summary.operation)];
          result.score_mean += summary.score;
          scores.push_back(summary.score);
          times.push_back(summary.processing_time_us);
        }
        ++result.by_status[std::size_t(summary.status)];
        if (summary.verdict) ++result.by_verdict[std::size_t(*summary.verdict)];
        const Time day = midnight(position.at);
        if (result.by_day.empty() || result.by_day.back().first != day) {
          result.by_day.emplace_back(day, 0);
        }
        ++result.by_day.back().second;
        result.reviews += summary.review;
        result.backdated += summary.backdated;
        result.analyses += summary.analyses;
        result.kept_analyses += summary.kept_analyses;
        result.tokens += summary.tokens;
        return true;
      });
  if (!scores.empty()) result.score_mean /= double(scores.size());
  result.score_p50 = percentile(scores, 0.50);
  result.score_p95 = percentile(scores, 0.95);
  result.time_p50_us = percentile(times, 0.50);
  result.time_p95_us = percentile(times, 0.95);
  result.time_p99_us = percentile(times, 0.99);
  return result;
}

}  // namespace memfold
