#include "tools/cli/store_survey.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace memfold::tools {
namespace {

using Tally = std::unordered_map<std::string, Ranked>;

/// Counts a memory; the entry takes its name from the newest.
void count(Tally& tally, const std::string& key, const std::string& name, Time said) {
  if (key.empty()) return;
  auto [place, is_new] = tally.try_emplace(key);
  Ranked& entry = place->second;
  if (is_new || said >= entry.last) {
    entry.name = name.empty() ? key : name;
    entry.last = said;
  }
  ++entry.memories;
}

std::vector<Ranked> top_of(const Tally& tally) {
  std::vector<Ranked> all;
  for (const auto& [key, entry] : tally) all.push_back(entry);
  const auto before = [](const Ranked& a, const Ranked& b) {
    return std::tie(b.memories, b.last, a.name) < std::tie(a.memories, a.last, b.name);
  };
  const std::size_t kept = std::min(kTopListed, all.size());
  std::partial_sort(all.begin(), all.begin() + std::ptrdiff_t(kept), all.end(), before);
  all.resize(kept);
  return all;
}

/// What the scans need of each other.
struct Seen {
  std::set<Id> hidden;                         ///< chains
  std::unordered_map<Id, Time, IdHash> said;   ///< by memory
  std::vector<std::optional<Time>> fact_said;  ///< by sequence of the decision about the fact
};

void survey_memories(const storage::Store& store, const storage::UserKey& key, StoreSurvey& result,
                     Seen& seen) {
  Tally threads, people;
  store.scan_memories(key, [&](const Memory& memory) {
    seen.said.emplace(memory.id, memory.stated_at);
    if (memory.deleted_at) seen.hidden.insert(memory.chain_id);
    if (!memory.is_current()) return;
    ++result.by_category[memory.category];
    count(threads, memory.thread_id, memory.subject, memory.stated_at);
    for (const std::string& person : memory.people) {
      count(people, person, person, memory.stated_at);
    }
  });
  result.threads = top_of(threads);
  result.people = top_of(people);
}

void note_said(Seen& seen, std::uint64_t sequence, Time said) {
  if (seen.fact_said.size() <= sequence) seen.fact_said.resize(sequence + 1);
  seen.fact_said[sequence] = said;
}

/// What became no version is kept with its entry of the log.
void survey_decisions(const storage::Store& store, const storage::UserKey& key, StoreSurvey& result,
                      Seen& seen) {
  store.scan_log_states(key, [&](const storage::LogPosition& at, const storage::LogStates& states,
                                 const storage::Digest&) {
    if (states.fact) note_said(seen, at.sequence, states.fact->stated_at);
  });
  store.scan_decisions(key, [&](const Decision& decision) {
    const bool about_a_fact =
        decision.sequence < seen.fact_said.size() && seen.fact_said[decision.sequence];
    if (decision.status == Status::Error || !about_a_fact) return;
    result.timeline.add(*seen.fact_said[decision.sequence], decision.kind);
  });
}

/// Picks the chains with the most versions out of all versions in the order of keys, in which those
/// of one chain follow each other.
class LongestChains {
 public:
  explicit LongestChains(const std::set<Id>& hidden) : hidden_(hidden) {}

  void add(const storage::VersionRecord& record) {
    if (record.chain_id != open_.id) {
      close();
      open_ = {0, record.chain_id, record.memory_id};
    }
    ++open_.versions;
  }

  /// Any member of each, longest chain first.
  std::vector<Id> finish() {
    close();
    std::vector<Id> members;
    for (const Chain& chain : longest_) members.push_back(chain.member);
    return members;
  }

 private:
  struct Chain {
    std::uint64_t versions = 0;
    Id id, member;
  };
  static bool before(const Chain& a, const Chain& b) {
    return std::tie(b.versions, a.id) < std::tie(a.versions, b.id);
  }
  void close() {
    if (open_.versions < 2 || hidden_.contains(open_.id)) return;
    longest_.insert(std::upper_bound(longest_.begin(), longest_.end(), open_, before), open_);
    if (longest_.size() > kChainsListed) longest_.pop_back();
  }

  const std::set<Id>& hidden_;
  std::vector<Chain> longest_;
  Chain open_;
};

std::vector<Id> survey_versions(const storage::Store& store, const storage::UserKey& key,
                                Seen& seen) {
  LongestChains longest(seen.hidden);
  store.scan_versions(key, [&](const storage::VersionRecord& record) {
    longest.add(record);
    const auto node = seen.said.find(record.memory_id);
    if (record.state) {
      note_said(seen, record.log_sequence, record.state->stated_at);
    } else if (node != seen.said.end()) {
      note_said(seen, record.log_sequence, node->second);
    }
  });
  return longest.finish();
}

WaitingCase waiting_case(const Engine& engine, const std::string& user, Review review) {
  WaitingCase result{std::move(review), {}};
  const Id& target = result.review.target_id;
  const auto now = engine.get(user, target);
  if (!now || now->deleted_at) return result;
  // Merged since, it says more than what was compared.
  const auto then = engine.as_of(user, target, {.system = result.review.at});
  result.compared = then && then->id == target ? then->content : now->content;
  return result;
}

}  // namespace

StoreSurvey survey(const Engine& engine, const storage::Store& store, const std::string& user) {
  const storage::UserKey key = storage::user_key(engine.stored_user(user));
  StoreSurvey result;
  result.counts = engine.stats(user);
  if (const auto record = store.user(key)) result.waiting_in_all = record->pending_reviews;
  Seen seen;
  survey_memories(store, key, result, seen);
  for (const Id& member : survey_versions(store, key, seen)) {
    result.chains.push_back(engine.history(user, member));
  }
  survey_decisions(store, key, result, seen);
  for (Review& review : engine.reviews({.user = user, .limit = kReviewsListed})) {
    const auto fact = engine.get(user, review.fact.id);
    if (fact && fact->deleted_at) continue;  // forgotten: not shown anywhere
    result.waiting.push_back(waiting_case(engine, user, std::move(review)));
  }
  return result;
}

}  // namespace memfold::tools
