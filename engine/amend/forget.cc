#include "engine/amend/forget.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "core/text.h"
#include "engine/amend/erasures.h"
#include "engine/fold/kept_analyses.h"
#include "engine/fold/prepare.h"
#include "engine/fold/versions.h"
#include "engine/graph/context.h"
#include "engine/graph/forget_graph.h"
#include "engine/graph/team_erasure.h"
#include "engine/recall/condition.h"
#include "engine/records.h"
#include "memfold/error.h"

namespace memfold {
namespace {

using IdSet = std::unordered_set<Id, IdHash>;
using graph::ErasedMemories;

constexpr const char* kErasedReason = "erased on request";

void require_one_subject(const ForgetQuery& query) {
  if (query.user.empty()) throw Error(ErrorCode::InvalidArgument, "forget: user is missing");
  const int given = !query.ids.empty() + !query.source_id.empty() + !query.thread_id.empty() +
                    !query.session_id.empty() + !query.condition.empty() + query.everything;
  if (given != 1) {
    throw Error(ErrorCode::InvalidArgument,
                "forget: name exactly one of ids, a source, a thread, a session, a condition or "
                "everything");
  }
}

bool is_named(const ForgetQuery& query, const Memory& memory) {
  if (query.everything) return true;
  if (!query.thread_id.empty()) return memory.thread_id == query.thread_id;
  if (!query.session_id.empty()) return memory.session_id == query.session_id;
  return std::find(memory.sources.begin(), memory.sources.end(), query.source_id) !=
         memory.sources.end();
}

/// Chain ids of everything the query names, in the order of their first memory. Ids that were
/// erased go to `erased`; null: they are unknown.
std::vector<Id> chain_ids(const storage::Store& store, const storage::UserKey& user,
                          const ForgetQuery& query, std::vector<Id>* erased) {
  std::vector<std::pair<std::uint64_t, Id>> found;  // slot and chain
  const auto take = [&](const Memory& memory) { found.emplace_back(memory.slot, memory.chain_id); };
  for (const Id& id : query.ids) {
    const auto memory = store.memory(user, id);
    if (!memory && erased && erased_at(store, query.user, id)) {
      erased->push_back(id);
      continue;
    }
    if (!memory) {
      throw Error(ErrorCode::NotFound, "user " + query.user + " has no memory " + to_string(id));
    }
    take(*memory);
  }
  if (!query.condition.empty()) {
    const Condition condition(query.condition);
    store.scan_memories(user, [&](const Memory& memory) {
      if (memory.is_current() && condition.holds(memory)) take(memory);
    });
  } else if (query.ids.empty()) {
    store.scan_memories(user, [&](const Memory& memory) {
      if (is_named(query, memory)) take(memory);
    });
    // A merge that was taken back is no longer in its node.
    store.scan_versions(user, [&](const storage::VersionRecord& record) {
      if (record.state && is_named(query, *record.state)) take(*record.state);
    });
  }
  std::sort(found.begin(), found.end());
  std::vector<Id> chains;
  IdSet seen;
  for (const auto& [slot, chain] : found) {
    if (seen.insert(chain).second) chains.push_back(chain);
  }
  return chains;
}

/// Every text of what is erased: what to look for afterwards, as stored and decomposed, and whose
/// comparisons go with it.
class ErasedTexts {
 public:
  void add(const std::string& text) {
    contents_.insert(hash_content(text));
    if (text.size() < TextPrints::kShortest) return;
    patterns_.push_back(text);
    std::string decomposed = to_nfd(text);
    if (decomposed != text) patterns_.push_back(std::move(decomposed));
  }
  /// A text of which no more than its hash is left.
  void add_hash(const Id& content) { contents_.insert(content); }

  std::span<const std::string> patterns() const { return patterns_; }
  const IdSet& contents() const { return contents_; }

 private:
  std::vector<std::string> patterns_;
  IdSet contents_;
};

/// Notes who stated a memory.
void add_sources(const Memory& memory, ErasedMemories& erased) {
  erased.source_ids.insert(memory.sources.begin(), memory.sources.end());
  if (!memory.source_id.empty()) erased.source_ids.insert(memory.source_id);
}

/// What of the log and the reviews goes with a hard erasure: all that is about erased memories, and
/// facts of an erased source or thread that never became one (skipped, or held for review).
class LogCleaner {
 public:
  LogCleaner(const AmendContext& context, Amendment& amendment, const ForgetQuery& query,
             ErasedMemories& erased, ErasedTexts& texts)
      : context_(context), amendment_(amendment), query_(query), erased_(erased), texts_(texts) {}

  std::uint64_t clean_reviews() {
    std::uint64_t count = 0;
    context_.store.scan_reviews(amendment_.key(), [&](const Review& review) {
      const bool about = is_erased(review.fact.id) || is_erased(review.target_id);
      if (!about && !is_fact_named(review.fact)) return;
      if (goes(review.fact)) {
        texts_.add(review.fact.content);
        add_sources(review.fact, erased_);
      }
      amendment_.batch().delete_review(review);
      if (review.state == ReviewState::Pending) --amendment_.record().pending_reviews;
      ++count;
    });
    return count;
  }

  std::uint64_t clean_log() {
    context_.store.scan_log_states(amendment_.key(),
                                   [&](const storage::LogPosition& position,
                                       const storage::LogStates& states, const storage::Digest&) {
                                     if (!states.fact || !is_fact_named(*states.fact)) return;
                                     texts_.add(states.fact->content);
                                     add_sources(*states.fact, erased_);
                                     facts_named_.insert(position.sequence);
                                   });
    std::uint64_t cleaned = 0;
    std::vector<std::uint64_t> about;
    context_.store.scan_decisions(amendment_.key(), [&](const Decision& entry) {
      if (mentions(entry)) about.push_back(entry.sequence);
      if (is_about(entry)) texts_.add_hash(entry.content_hash);
      if (is_said(entry)) erased_.source_ids.insert(entry.source_id);
    });
    for (const std::uint64_t sequence : about) cleaned += clean(sequence);
    return cleaned;
  }

 private:
  bool is_erased(const Id& id) const { return erased_.ids.contains(id); }

  /// A fact that became a memory of its own keeps its text when what it was compared with goes.
  bool goes(const Memory& fact) const {
    return is_erased(fact.id) || is_fact_named(fact) ||
           !context_.store.memory(amendment_.key(), fact.id);
  }

  /// Ids name chains; a source, a thread or everything name facts as well.
  bool is_fact_named(const Memory& fact) const {
    return query_.ids.empty() && is_named(query_, fact);
  }

  /// What retention left of a fact that became no memory names its source still.
  bool is_source_named(const Decision& entry) const {
    if (!entry.fact_id) return false;
    return query_.everything || (!query_.source_id.empty() && entry.source_id == query_.source_id);
  }

  /// Entries about an erased memory lose everything but ids and times.
  bool is_about(const Decision& entry) const {
    return is_source_named(entry) || is_erased(entry.memory_id) ||
           (entry.target_id && is_erased(*entry.target_id)) ||
           facts_named_.contains(entry.sequence);
  }
  /// What the fact said is what is erased; a fact that merely met it said something else.
  bool is_said(const Decision& entry) const {
    return !entry.source_id.empty() &&
           (is_source_named(entry) || is_erased(entry.memory_id) || is_erased(entry.fact_id) ||
            facts_named_.contains(entry.sequence));
  }
  /// Entries about others may quote it where they say why it was not chosen, or what it was linked
  /// to.
  bool mentions(const Decision& entry) const {
    return is_about(entry) ||
           std::any_of(entry.related_ids.begin(), entry.related_ids.end(),
                       [&](const Id& id) { return is_erased(id); }) ||
           std::any_of(entry.rivals.begin(), entry.rivals.end(),
                       [&](const Rival& rival) { return is_erased(rival.memory_id); });
  }

  bool clean(std::uint64_t sequence) {
    const auto entry = context_.store.log_entry(amendment_.key(), sequence);
    if (!entry) return false;
    const bool about = is_about(entry->decision);
    // One says nothing any more, the other no reason.
    if (about ? is_tombstone(entry->decision) : entry->decision.redacted) return false;
    amendment_.batch().redact_decision(
        *entry, about ? tombstone(entry->decision) : without_quotes(entry->decision),
        /*keep_states=*/!about);
    return true;
  }

  static Decision tombstone(const Decision& whole) {
    Decision rest;
    rest.id = whole.id;
    rest.sequence = whole.sequence;
    rest.user = whole.user;
    rest.at = whole.at;
    rest.trigger = whole.trigger;
    rest.kind = whole.kind;
    rest.operation = whole.operation;
    rest.status = whole.status;
    rest.state = whole.state;
    rest.fact_id = whole.fact_id;
    rest.memory_id = whole.memory_id;
    rest.target_id = whole.target_id;
    rest.related_ids = whole.related_ids;
    rest.answers = whole.answers;
    rest.reason = kErasedReason;
    return rest;
  }
  static bool is_tombstone(const Decision& entry) {
    return entry.reason == kErasedReason &&
           (entry.redacted || entry.operation == Operation::Delete);
  }

  static Decision without_quotes(const Decision& whole) {
    Decision rest = whole;
    rest.reason = "the reason quoted a memory that was erased on request";
    rest.property_changes.clear();
    for (Rival& rival : rest.rivals) rival.why.clear();
    return rest;
  }

  const AmendContext& context_;
  Amendment& amendment_;
  const ForgetQuery& query_;
  ErasedMemories& erased_;
  ErasedTexts& texts_;
  std::unordered_set<std::uint64_t> facts_named_;  ///< sequences
};

/// Takes every node and version of a chain out of the store; returns its ids.
void erase_chain(Amendment& amendment, const Forgotten& chain, ErasedMemories& erased,
                 ErasedTexts& texts, ForgetReport& report) {
  const std::vector<storage::VersionRecord> versions = amendment.chain(chain.chain_id);
  for (const storage::VersionRecord& record : versions) {
    amendment.batch().delete_version(record.chain_id, record.version);
    if (!record.state) continue;
    texts.add(record.state->content);
    add_sources(*record.state, erased);
  }
  for (const Id& id : members_of(versions)) {
    const Memory memory = amendment.memory(id);
    texts.add(memory.content);
    add_sources(memory, erased);
    for (const Id& merged : memory.merge_source_ids) erased.ids.insert(merged);
    erased.ids.insert(id);
    amendment.erase(memory);
    ++report.memories;
  }
}

Decision log_deletion(Amendment& amendment, const Id& memory, Trigger trigger,
                      const std::string& reason, const Memory* before, const Memory* after) {
  Decision decision = amendment.begin(DecisionKind::Delete, Operation::Delete, trigger);
  decision.memory_id = memory;
  if (memory) decision.target_id = memory;
  decision.reason = reason;
  amendment.log(decision, nullptr, before, after);
  return decision;
}

/// A DELETE for each chain, or one for what was none.
void log_erasure(Amendment& amendment, Trigger trigger, ForgetReport& report) {
  for (Forgotten& chain : report.chains) {
    report.decisions.push_back(
        log_deletion(amendment, chain.chain_id, trigger, kErasedReason, nullptr, nullptr));
    chain.content.clear();
  }
  if (!report.chains.empty()) return;
  const bool of_facts = report.log_entries + report.reviews > 0;
  if (!of_facts && report.sources_erased == 0) return;
  report.decisions.push_back(log_deletion(amendment, Id{}, trigger,
                                          of_facts ? "facts that were no memories erased on request"
                                                   : "sources without memories erased on request",
                                          nullptr, nullptr));
}

/// Jobs lie with whose source it is.
void drop_jobs(storage::Store& store, std::span<const SourceJob> jobs) {
  for (const SourceJob& job : jobs) {
    storage::CommitBatch batch(graph::owner_of(job.user, job.team));
    batch.delete_job(job.id);
    store.commit(std::move(batch));
  }
}

/// Searches the files for what memories said, and for lines that nothing but erased sources held.
void prove(const storage::Store& store, std::span<const std::string> texts,
           const graph::ErasedGraph& graph, ForgetReport& report) {
  std::vector<std::string> patterns(texts.begin(), texts.end());
  for (std::string& line : graph::only_erased(store, graph)) patterns.push_back(std::move(line));
  const TextPrints prints{std::span<const std::string>(patterns)};
  if (prints.empty()) return;
  const auto search = store.search_files(prints);
  report.searched = true;
  report.bytes_searched = search.bytes;
  report.traces = search.files;
}

void erase_all(const AmendContext& context, Amendment& amendment, const ForgetQuery& query,
               const ForgetOptions& options, ForgetReport& report) {
  ErasedMemories erased;
  ErasedTexts texts;
  for (const Forgotten& chain : report.chains) {
    erase_chain(amendment, chain, erased, texts, report);
  }
  report.edges = amendment.edges_removed();
  LogCleaner cleaner(context, amendment, query, erased, texts);
  report.reviews = cleaner.clean_reviews();
  report.log_entries = cleaner.clean_log();
  drop_analyses(context.store, amendment.key(), texts.contents(), amendment.batch());
  erased.texts.assign(texts.patterns().begin(), texts.patterns().end());
  const graph::ErasedGraph graph =
      graph::erase_from_graph(context, query, erased, options.prove, amendment.batch());
  report.sources_cleared = graph.cleared.size();
  report.sources_erased = graph.gone.size();
  report.nodes = graph.nodes;
  log_erasure(amendment, options.trigger, report);
  drop_jobs(context.store, graph.team_jobs);
  // Who leaves with everything does not take along what the team has.
  std::vector<std::string> teams;
  const bool by_statement = !query.ids.empty() || !query.condition.empty();
  if (by_statement) teams = graph::erase_from_teams(context, graph, erased);
  if (report.decisions.empty() && graph.nodes == 0 && teams.empty()) return;  // nothing was left
  const TextPrints prints(texts.patterns());
  amendment.batch().begin_erasure(amendment.now(), prints.prints());
  amendment.commit();
  context.store.finish_erasure(query.user);
  for (const std::string& team : teams) context.store.finish_erasure(team);
  if (options.prove) prove(context.store, erased.texts, graph, report);
}

void hide_all(Amendment& amendment, const ForgetOptions& options, ForgetReport& report) {
  for (const Forgotten& chain : report.chains) {
    const Memory before = amendment.newest(chain.chain_id);
    report.memories += hide_chain(amendment, chain.chain_id, name(options.trigger));
    if (options.cascade != CascadeMode::PreserveEdges) {
      for (const Id& id : members_of(amendment.chain(chain.chain_id))) {
        amendment.remove_edges_of(id);
      }
    }
    const Memory after = amendment.memory(before.id);
    report.decisions.push_back(log_deletion(amendment, before.id, options.trigger,
                                            "forgotten on request; can be restored until purged",
                                            &before, &after));
  }
  report.edges = amendment.edges_removed();
  amendment.look_everywhere();
  amendment.commit();
}

}  // namespace

std::vector<Forgotten> find_chains(const storage::Store& store, const ForgetQuery& query,
                                   std::vector<Id>* erased) {
  require_one_subject(query);
  const storage::UserKey user = storage::user_key(query.user);
  std::vector<Forgotten> chains;
  for (const Id& id : chain_ids(store, user, query, erased)) {
    Forgotten& chain = chains.emplace_back();
    chain.chain_id = id;
    const std::vector<storage::VersionRecord> versions = store.versions(user, id);
    chain.versions = std::uint32_t(versions.size());
    if (versions.empty()) continue;
    const auto newest = store.memory(user, versions.back().memory_id);
    if (newest) chain.content = newest->content;
  }
  return chains;
}

std::uint64_t hide_chain(Amendment& amendment, const Id& member, std::string_view trigger) {
  std::uint64_t count = 0;
  for (const Id& id : members_of(amendment.chain(member))) {
    const Memory& memory = amendment.memory(id);
    if (memory.deleted_at) continue;
    amendment.put(hidden(memory, trigger, amendment.now()));
    ++count;
  }
  return count;
}

std::uint64_t show_chain(Amendment& amendment, const Id& member) {
  std::uint64_t count = 0;
  for (const Id& id : members_of(amendment.chain(member))) {
    const Memory& memory = amendment.memory(id);
    if (!memory.deleted_at) continue;
    amendment.put(shown(memory, amendment.now()));
    ++count;
  }
  return count;
}

ForgetReport forget_chains(const AmendContext& context, const ForgetQuery& query,
                           const ForgetOptions& options) {
  ForgetReport report;
  const bool hard = options.erasure == Erasure::Hard;
  if (hard) context.store.finish_erasure(query.user);  // of a call whose rewriting failed
  report.chains = find_chains(context.store, query, hard ? &report.erased_before : nullptr);
  if (options.erasure == Erasure::Soft) {
    std::erase_if(report.chains, [&](const Forgotten& chain) {
      const storage::UserKey user = storage::user_key(query.user);
      for (const Id& id : members_of(context.store.versions(user, chain.chain_id))) {
        const auto memory = context.store.memory(user, id);
        if (memory && !memory->deleted_at) return false;
      }
      return true;  // hidden already
    });
  }
  // Facts of a source or thread may be in the log and the review queue without being a memory.
  if (report.chains.empty() && (!hard || !query.ids.empty())) return report;
  Amendment amendment(context, query.user);
  if (hard) {
    erase_all(context, amendment, query, options, report);
  } else {
    hide_all(amendment, options, report);
  }
  return report;
}

Decision restore_chain(const AmendContext& context, std::string_view user, const Id& id) {
  Amendment amendment(context, user);
  const Memory before = amendment.newest(id);
  if (show_chain(amendment, id) == 0) {
    throw Error(ErrorCode::InvalidArgument, "memory " + to_string(id) + " is not deleted");
  }
  const Memory after = amendment.memory(before.id);
  Decision decision =
      amendment.begin(DecisionKind::Update, Operation::Update, Trigger::UserRequest);
  decision.memory_id = after.id;
  decision.target_id = after.id;
  decision.reason = "restored on request";
  amendment.log(decision, nullptr, &before, &after);
  amendment.look_everywhere();
  amendment.commit();
  return decision;
}

ForgetReport purge_deleted(const AmendContext& context, std::string_view user, Time before,
                           bool prove) {
  // A chain goes when all of it was deleted, the last of it before the given time.
  std::unordered_map<Id, bool, IdHash> goes;
  context.store.scan_memories(storage::user_key(user), [&](const Memory& memory) {
    const bool due = memory.deleted_at && *memory.deleted_at < before;
    const auto [entry, added] = goes.emplace(memory.chain_id, due);
    entry->second = entry->second && due;
  });
  ForgetQuery query{.user = std::string(user)};
  for (const auto& [chain, due] : goes) {
    if (due) query.ids.push_back(chain);
  }
  if (query.ids.empty()) return {};
  std::sort(query.ids.begin(), query.ids.end());
  return forget_chains(context, query,
                       {.erasure = Erasure::Hard, .prove = prove, .trigger = Trigger::Scheduled});
}

}  // namespace memfold
