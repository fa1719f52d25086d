// Reads of the decision log: its indexes, its chain, its states, and the reviews.
#include <algorithm>

#include "storage/codec_log.h"
#include "storage/codec_review.h"
#include "storage/codec_states.h"
#include "storage/store_impl.h"

namespace memfold::storage {
namespace {

/// The stretch of one route's index that `range` asks for; empty bounds crossed: nothing.
RangeScan::Range index_range(const UserKey& user, const LogRoute& route, const LogRange& range) {
  const Key prefix = log_index_prefix(user, route);
  RangeScan::Range keys{.lower = std::string(Key(prefix).time(range.from).view()),
                        .upper = std::string(Key(prefix).time(range.until).view()),
                        .newest_first = range.newest_first};
  if (!range.after) return keys;
  const std::string seen(Key(prefix).time(range.after->at).be64(range.after->sequence).view());
  if (range.newest_first) {
    keys.upper = std::min(keys.upper, seen);
  } else {
    keys.lower = std::max(keys.lower, seen + '\0');  // the least key after the one seen
  }
  return keys;
}

/// One route's entries, in order.
class RouteScan {
 public:
  RouteScan(const Store::Impl& store, RangeScan::Range range)
      : store_(store), scan_(store, Family::LogIndex, std::move(range)) {
    step();
  }
  bool done() const { return done_; }
  const LogPosition& position() const { return position_; }
  LogSummary summary() const {
    return store_.decode_at(Family::LogIndex, scan_.key(), scan_.value(), decode_log_summary);
  }
  void step() {
    done_ = !scan_.next();
    if (done_) return;
    const LogIndexKey key = store_.key_at(Family::LogIndex, scan_.key(), read_log_index_key);
    position_ = {key.at, key.sequence};
  }

 private:
  const Store::Impl& store_;
  RangeScan scan_;
  LogPosition position_;
  bool done_ = false;
};

/// Which of two entries a scan of `range` visits first.
bool comes_before(const LogRange& range, const LogPosition& a, const LogPosition& b) {
  return range.newest_first ? a > b : a < b;
}

/// range.known as far as the range asks for it, in the direction of travel, each once.
std::vector<LogPosition> known_within(const LogRange& range) {
  std::vector<LogPosition> known;
  for (const LogPosition& position : range.known) {
    const bool seen = range.after && !comes_before(range, *range.after, position);
    if (!seen && position.at >= range.from && position.at < range.until) known.push_back(position);
  }
  std::sort(known.begin(), known.end(),
            [&](const LogPosition& a, const LogPosition& b) { return comes_before(range, a, b); });
  known.erase(std::unique(known.begin(), known.end()), known.end());
  return known;
}

}  // namespace

std::optional<LogSummary> Store::Impl::log_summary(const UserKey& user,
                                                   const LogPosition& position) const {
  return read(Family::LogIndex,
              log_index_key(user, AllEntries{}, position.at, position.sequence).view(),
              decode_log_summary);
}

void Store::scan_log_index(
    const UserKey& user, std::span<const LogRoute> routes, const LogRange& range,
    const std::function<bool(const LogPosition&, const LogSummary&)>& visit) const {
  std::vector<std::unique_ptr<RouteScan>> scans;
  for (const LogRoute& route : routes) {
    RangeScan::Range keys = index_range(user, route, range);
    if (keys.lower < keys.upper) {
      scans.push_back(std::make_unique<RouteScan>(*impl_, std::move(keys)));
    }
  }
  const std::vector<LogPosition> known = known_within(range);
  auto next_known = known.begin();
  // A handful of routes: the next entry is found by looking at each.
  while (true) {
    const RouteScan* on_route = nullptr;
    std::optional<LogPosition> next;
    if (next_known != known.end()) next = *next_known;
    for (const auto& scan : scans) {
      const bool sooner = !scan->done() && (!next || comes_before(range, scan->position(), *next));
      if (!sooner) continue;
      on_route = scan.get();
      next = scan->position();
    }
    if (!next) return;
    const std::optional<LogSummary> summary =
        on_route != nullptr ? on_route->summary() : impl_->log_summary(user, *next);
    if (summary && !visit(*next, *summary)) return;
    if (next_known != known.end() && *next_known == *next) ++next_known;
    for (const auto& scan : scans) {
      if (!scan->done() && scan->position() == *next) scan->step();
    }
  }
}

void Store::scan_log(const UserKey& user, const Digest& base,
                     const std::function<void(const LogEntry&, bool)>& visit) const {
  Digest previous = base;
  RangeScan scan(*impl_, Family::Log, RangeScan::all_of(user));
  while (scan.next()) {
    bool chained = true;
    const LogEntry entry =
        impl_->decode_at(Family::Log, scan.key(), scan.value(), [&](std::string_view bytes) {
          LogEntry read = decode_log_entry(bytes);
          chained = read.decision.redacted ||
                    read.chain == chain_digest(previous, read.states, decision_bytes(bytes));
          return read;
        });
    visit(entry, chained);
    previous = entry.chain;
  }
}

void Store::scan_log_routes(const UserKey& user,
                            const std::function<void(const LogRoute&, const LogPosition&,
                                                     const LogSummary&)>& visit) const {
  RangeScan scan(*impl_, Family::LogIndex, RangeScan::all_of(user));
  while (scan.next()) {
    const LogIndexKey key = impl_->key_at(Family::LogIndex, scan.key(), read_log_index_key);
    visit(key.route, {key.at, key.sequence},
          impl_->decode_at(Family::LogIndex, scan.key(), scan.value(), decode_log_summary));
  }
}

void Store::scan_log_states(
    const UserKey& user,
    const std::function<void(const LogPosition&, const LogStates&, const Digest&)>& visit) const {
  RangeScan scan(*impl_, Family::LogStates, RangeScan::all_of(user));
  while (scan.next()) {
    const LogStatesKey key = impl_->key_at(Family::LogStates, scan.key(), read_log_states_key);
    Digest digest{};
    const LogStates states =
        impl_->decode_at(Family::LogStates, scan.key(), scan.value(), [&](std::string_view bytes) {
          digest = digest_states(bytes);
          return decode_states(bytes);
        });
    visit({key.at, key.sequence}, states, digest);
  }
}

std::vector<Review> Store::reviews(const UserKey& user, bool settled, std::uint64_t after,
                                   std::size_t limit) const {
  std::vector<Review> reviews;
  if (limit == 0 || after == UINT64_MAX) return reviews;
  RangeScan scan(*impl_, Family::Reviews,
                 {.lower = std::string(review_key(user, settled, after + 1).view()),
                  .upper = after_prefix(review_prefix(user, settled))});
  while (reviews.size() < limit && scan.next()) {
    reviews.push_back(impl_->decode_at(Family::Reviews, scan.key(), scan.value(), decode_review));
  }
  return reviews;
}

void Store::scan_reviews(const UserKey& user,
                         const std::function<void(const Review&)>& visit) const {
  RangeScan scan(*impl_, Family::Reviews, RangeScan::all_of(user));
  while (scan.next()) {
    visit(impl_->decode_at(Family::Reviews, scan.key(), scan.value(), decode_review));
  }
}

}  // namespace memfold::storage
