#include "engine/maintain/restore_log.h"

#include <algorithm>
#include <set>
#include <utility>

#include "storage/log_route.h"

namespace memfold {
namespace {

using storage::LogEntry;
using storage::LogPosition;
using storage::LogStates;

/// A counter that claims more decisions behind the last one was not counted by memfold.
constexpr std::uint64_t kMaxTrailing = 10'000'000;

class LogRestore {
 public:
  LogRestore(RepairBatch& out, const std::map<std::uint64_t, storage::VersionRecord>& versions)
      : out_(out), versions_(versions), known_(out.store.user(out.key)) {}

  RestoredLog run() {
    read();
    fill_log();
    mark_lost_states();
    restore_reviews();
    return std::move(log_);
  }

 private:
  void read() {
    out_.store.scan_log(out_.key, {}, [&](const LogEntry& entry, bool) {
      const Decision& d = entry.decision;
      const bool whole = !d.redacted && !d.lost;
      log_.entries[d.sequence] = {.at = d.at,
                                  .operation = d.operation,
                                  .memory = d.memory_id,
                                  .target = d.target_id,
                                  .answers = d.answers,
                                  .trigger = d.trigger,
                                  .leads_to_version = storage::led_to_version(d) && !d.lost,
                                  .backdated = d.backdated,
                                  .flagged = d.review && whole,
                                  .should_have_states = entry.states != storage::Digest{} && whole};
      if (d.answers) answers_[*d.answers] = {d.sequence, d.at};
      log_.last_digest = entry.chain;
    });
    out_.store.scan_log_states(
        out_.key, [&](const LogPosition& position, const LogStates&, const storage::Digest&) {
          has_states_.insert(position);
        });
  }

  /// Something stands for every entry that is missing, or the log would end there for whoever
  /// counts.
  void fill_log() {
    // What retention dropped is not lost. Where nothing says how much it was, one entry in front
    // says that something may be.
    std::uint64_t first = log_.entries.empty() ? 1 : log_.entries.begin()->first;
    if (known_)
      first = known_->first_sequence;
    else if (first > 1)
      --first;
    std::uint64_t end = log_.entries.empty() ? first : log_.entries.rbegin()->first + 1;
    if (known_ && known_->next_sequence > end && known_->next_sequence - end < kMaxTrailing) {
      end = known_->next_sequence;
    }
    log_.first_sequence = first;
    log_.next_sequence = end;
    if (log_.entries.size() == end - first) return;
    std::map<std::uint64_t, Id> facts;
    out_.store.scan_facts(out_.key,
                          [&](const Id& fact, std::uint64_t sequence) { facts[sequence] = fact; });
    std::map<std::uint64_t, std::pair<Time, std::optional<storage::LogSummary>>> traces;
    for (const LogPosition& position : has_states_) traces[position.sequence].first = position.at;
    out_.store.scan_log_routes(out_.key, [&](const storage::LogRoute&, const LogPosition& position,
                                             const storage::LogSummary& summary) {
      traces[position.sequence] = {position.at, summary};
    });
    Time at = log_.entries.empty() ? Time{} : log_.entries.begin()->second.at;
    for (std::uint64_t sequence = first; sequence < end; ++sequence) {
      if (const auto there = log_.entries.find(sequence); there != log_.entries.end()) {
        at = there->second.at;
        continue;
      }
      Decision d = lost_decision(sequence, at);
      if (const auto fact = facts.find(sequence); fact != facts.end()) d.fact_id = fact->second;
      if (const auto version = versions_.find(sequence); version != versions_.end()) {
        d.at = version->second.at;
        d.memory_id = version->second.memory_id;
      }
      if (const auto trace = traces.find(sequence); trace != traces.end()) {
        d.at = trace->second.first;
        if (trace->second.second) describe(*trace->second.second, d);
      }
      out_.batch().put_log_entry({d, {}, {}}, std::nullopt, {});
      out_.wrote();
      LoggedStep& step = log_.entries[sequence];
      step.at = d.at;
      step.operation = d.operation;
      step.memory = d.memory_id;
      if (sequence + 1 == log_.next_sequence) log_.last_digest = {};
      out_.lose("decision " + std::to_string(sequence));
    }
  }

  Decision lost_decision(std::uint64_t sequence, Time at) const {
    Decision d;
    d.id = derive_id(out_.user, "lost decision " + std::to_string(sequence));
    d.sequence = sequence;
    d.user = out_.user;
    d.at = at;
    d.kind = DecisionKind::Skip;
    d.operation = Operation::Noop;
    d.status = Status::Skipped;
    d.state = FoldState::Skipped;
    d.lost = true;
    d.reason = "the entry was damaged and lost; a repair put this in its place";
    return d;
  }

  /// As the indexes of the log do.
  static void describe(const storage::LogSummary& summary, Decision& d) {
    d.kind = summary.kind;
    d.operation = summary.operation;
    d.status = summary.status;
    d.trigger = summary.trigger;
    d.verdict = summary.verdict;
    d.backdated = summary.backdated;
    d.redacted = summary.redacted;
    d.state = summary.status == Status::Success ? FoldState::Committed : FoldState::Skipped;
  }

  /// States go from the oldest on, when retention takes them: others that are missing were lost.
  void mark_lost_states() {
    std::vector<LogPosition> order;
    for (const auto& [sequence, entry] : log_.entries) {
      if (entry.should_have_states) order.push_back({entry.at, sequence});
    }
    std::sort(order.begin(), order.end());
    bool begun = false;
    for (const LogPosition& position : order) {
      begun = begun || has_states_.contains(position);
      if (!begun || has_states_.contains(position)) continue;
      const LogEntry entry = out_.store.log_entry(out_.key, position.sequence).value();
      out_.batch().put_log_entry(entry, LogStates{}, {});
      out_.wrote();
      out_.lose("the states of decision " + std::to_string(position.sequence));
    }
  }

  /// A case is asked again; one that was settled says by which decision, not what was said.
  void restore_reviews() {
    for (const auto& [sequence, entry] : log_.entries) {
      if (!entry.flagged || out_.store.review(out_.key, sequence)) continue;
      const auto states = out_.store.log_states(out_.key, entry.at, sequence);
      std::optional<Memory> fact = states ? states->fact : std::nullopt;
      if (!fact) fact = out_.store.memory(out_.key, entry.memory);
      const Decision d = out_.store.decision(out_.key, sequence).value();
      Review review;
      review.sequence = sequence;
      review.at = d.at;
      review.held = d.operation == Operation::Noop;
      review.fact = fact ? *fact : out_.placeholder(d.memory_id, d.at);
      review.target_id = d.target_id.value_or(Id{});
      review.verdict = d.verdict.value_or(Verdict::Unrelated);
      review.confidence = d.confidence;
      review.property_changes = d.property_changes;
      review.reasoning = d.reason;
      if (const auto answer = answers_.find(sequence); answer != answers_.end()) {
        review.state = ReviewState::Dismissed;  // or was accepted: nothing tells
        review.resolution = answer->second.first;
        review.resolved_at = answer->second.second;
      }
      if (!fact) review.state = ReviewState::Dismissed;  // there is nothing to ask about
      if (!fact) out_.lose("the case of decision " + std::to_string(sequence));
      out_.batch().put_review(review);
      out_.wrote();
    }
  }

  RepairBatch& out_;
  const std::map<std::uint64_t, storage::VersionRecord>& versions_;
  const std::optional<storage::UserRecord> known_;
  RestoredLog log_;
  std::set<LogPosition> has_states_;
  std::map<std::uint64_t, std::pair<std::uint64_t, Time>> answers_;  ///< to cases
};

}  // namespace

RestoredLog restore_log(RepairBatch& out,
                        const std::map<std::uint64_t, storage::VersionRecord>& versions) {
  return LogRestore(out, versions).run();
}

}  // namespace memfold
