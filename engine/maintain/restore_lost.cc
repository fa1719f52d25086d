#include "engine/maintain/restore_lost.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "engine/fold/embed_facts.h"
#include "engine/fold/prepare.h"
#include "engine/graph/restore_graph.h"
#include "engine/maintain/restore_log.h"
#include "engine/recall/stale.h"
#include "engine/records.h"
#include "memfold/error.h"

namespace memfold {
namespace {

using storage::LogPosition;
using storage::LogStates;
using storage::VersionRecord;

class Restore {
 public:
  Restore(storage::Store& store, const Embedder* embedder, const std::string& user)
      : store_(store), embedder_(embedder), out_(store, user), key_(out_.key) {}

  Restored run() {
    read();
    log_ = restore_log(out_, named_);
    find_versions();
    adopt_memories();
    fill_chains();
    restore_memories();
    write_versions();
    mend_vectors();
    drop_edges();
    out_.commit();
    drop_analyses();
    out_.wrote(graph::restore_graph(
        store_, key_, out_.batch(), [this](const Id& id) { return nodes_.contains(id); },
        out_.lost));
    if (!store_.user(key_)) write_user();
    out_.commit();
    return {out_.written(), std::move(out_.lost)};
  }

 private:
  /// What is kept of a memory, of a step of a chain, of an entry of the log.
  struct Node {
    Id chain;
    std::uint32_t version = 1;
    std::uint64_t slot = 0;
    bool embedded = false;
    Time created_at;
    std::optional<Id> superseded_by;
  };
  struct Step {
    Id memory;
    Time at;
    bool has_state = false;
  };
  using Steps = std::map<std::uint32_t, Step>;

  void read() {
    store_.scan_memories(key_, [&](const Memory& memory) {
      nodes_[memory.id] = {memory.chain_id,   memory.version,
                           memory.slot,       !memory.embedding_model.empty(),
                           memory.created_at, memory.superseded_by};
      next_slot_ = std::max(next_slot_, memory.slot + 1);
    });
    store_.scan_versions(key_, [&](const VersionRecord& version) {
      chains_[version.chain_id][version.version] = {version.memory_id, version.at,
                                                    version.state.has_value()};
      named_.emplace(version.log_sequence, version);
      named_.at(version.log_sequence).state.reset();
    });
    store_.scan_vectors(key_, [&](std::uint64_t slot, const Id& id, std::span<const std::int16_t>) {
      slots_[id] = slot;
      next_slot_ = std::max(next_slot_, slot + 1);
    });
    if (const auto user = store_.user(key_)) next_slot_ = std::max(next_slot_, user->next_slot);
  }

  static std::uint32_t first_gap(const Steps& steps) {
    std::uint32_t version = 1;
    while (steps.contains(version)) ++version;
    return version;
  }
  /// The chain this memory is of, as far as anything says.
  std::optional<Id> chain_of(const Id& memory) const {
    if (const auto node = nodes_.find(memory); node != nodes_.end()) return node->second.chain;
    for (const auto& [chain, steps] : chains_) {
      for (const auto& [version, step] : steps) {
        if (step.memory == memory) return chain;
      }
    }
    return std::nullopt;
  }

  /// Versions of decisions that led to one which none names. Newest first: the last of a memory
  /// that is there has its number, and earlier ones those below.
  void find_versions() {
    for (auto logged = log_.entries.rbegin(); logged != log_.entries.rend(); ++logged) {
      const auto& [sequence, entry] = *logged;
      if (!entry.leads_to_version || named_.contains(sequence)) continue;
      const auto states = store_.log_states(key_, entry.at, sequence);
      const Memory* known = nullptr;
      if (states && states->fact && states->fact->id == entry.memory) known = &*states->fact;
      if (states && states->after && states->after->id == entry.memory) known = &*states->after;
      const std::optional<Id> chain = chain_of(entry, known);
      if (!chain) continue;
      VersionRecord version;
      version.chain_id = *chain;
      version.memory_id = entry.memory;
      version.operation = entry.operation;
      version.log_sequence = sequence;
      version.at = entry.at;
      version.backdated = entry.backdated;
      version.version = free_number(chains_[*chain], entry, known);
      if (version.version == 0) continue;
      if (known != nullptr) version.state = *known;
      add_step(std::move(version));
    }
  }

  /// A late arrival may have moved what the log knew under another chain and number: what the
  /// memory says itself comes first.
  std::optional<Id> chain_of(const LoggedStep& entry, const Memory* known) const {
    if (const auto chain = chain_of(entry.memory)) return chain;
    if (entry.operation == Operation::Add) return entry.memory;
    if (entry.target) {
      if (const auto chain = chain_of(*entry.target)) return chain;
    }
    if (known != nullptr && known->chain_id) return known->chain_id;
    return std::nullopt;
  }

  std::uint32_t free_number(const Steps& steps, const LoggedStep& entry,
                            const Memory* known) const {
    const auto node = nodes_.find(entry.memory);
    if (node == nodes_.end()) {
      const std::uint32_t number = known != nullptr ? known->version : 1;
      return steps.contains(number) ? first_gap(steps) : number;
    }
    std::uint32_t number = node->second.version;
    while (number > 0 && steps.contains(number)) --number;
    return number;
  }

  void add_step(VersionRecord version) {
    chains_[version.chain_id][version.version] = {version.memory_id, version.at, true};
    found_[{version.chain_id, version.version}] = std::move(version);
  }

  /// Memories that are in no chain, and those that others say came after them.
  void adopt_memories() {
    const auto adopt = [&](const Id& chain, std::uint32_t number, const Id& memory, Time at) {
      Steps& steps = chains_[chain];
      if (const auto there = steps.find(number);
          there != steps.end() && there->second.memory == memory) {
        return;
      }
      VersionRecord version;
      version.chain_id = chain;
      version.version = steps.contains(number) ? first_gap(steps) : number;
      version.memory_id = memory;
      version.at = at;
      add_step(std::move(version));
    };
    for (const auto& [id, node] : nodes_) adopt(node.chain, node.version, id, node.created_at);
    for (const auto& [id, node] : nodes_) {
      if (!node.superseded_by || nodes_.contains(*node.superseded_by)) continue;
      if (chain_of(*node.superseded_by)) continue;
      adopt(node.chain, node.version + 1, *node.superseded_by, node.created_at);
    }
  }

  /// Numbers that are missing between others of a chain.
  void fill_chains() {
    for (auto& [chain, steps] : chains_) {
      if (steps.empty()) continue;
      for (std::uint32_t number = steps.rbegin()->first; number > 0; --number) {
        if (steps.contains(number)) continue;
        const Step next = steps.upper_bound(number)->second;
        VersionRecord version;
        version.chain_id = chain;
        version.version = number;
        version.memory_id = number == 1 ? chain : next.memory;
        version.at = next.at;
        add_step(std::move(version));
      }
    }
  }

  /// The last state the log has of each of these memories.
  std::map<Id, Memory> last_states(const std::set<Id>& wanted) const {
    std::map<Id, Memory> found;
    store_.scan_log_states(
        key_, [&](const LogPosition&, const LogStates& states, const storage::Digest&) {
          for (const auto* state : {&states.fact, &states.before, &states.after}) {
            if (*state && wanted.contains((*state)->id)) found[(*state)->id] = **state;
          }
        });
    return found;
  }

  /// What was hidden after the log knew it last. What came back after that is hidden too: better
  /// than to show what somebody wanted forgotten.
  std::map<Id, LoggedStep> hidden() const {
    std::map<Id, LoggedStep> found;
    for (const auto& [sequence, entry] : log_.entries) {
      if (entry.operation == Operation::Delete) {
        found[entry.memory] = entry;
        if (entry.target) found[*entry.target] = entry;
      }
      if (!entry.answers) continue;
      const auto answered = log_.entries.find(*entry.answers);
      const bool replaced =
          answered != log_.entries.end() && answered->second.memory != entry.memory;
      if (replaced) found[answered->second.memory] = entry;
    }
    return found;
  }

  void restore_memories() {
    std::set<Id> missing;
    for (const auto& [chain, steps] : chains_) {
      for (const auto& [number, step] : steps) {
        if (!nodes_.contains(step.memory)) missing.insert(step.memory);
      }
    }
    if (missing.empty()) return;
    const std::map<Id, Memory> states = last_states(missing);
    const std::map<Id, LoggedStep> hidden_by = hidden();
    for (const auto& [chain, steps] : chains_) {
      for (auto step = steps.begin(); step != steps.end(); ++step) {
        auto next = std::next(step);
        const bool last_of_it = next == steps.end() || next->second.memory != step->second.memory;
        if (!last_of_it || nodes_.contains(step->second.memory)) continue;
        const auto state = states.find(step->second.memory);
        Memory memory = state == states.end()
                            ? out_.placeholder(step->second.memory, step->second.at)
                            : state->second;
        if (is_lost(memory)) out_.lose("memory " + to_string(memory.id));
        place(memory, chain, step->first);
        if (next == steps.end()) {
          memory.superseded_at.reset();
          memory.superseded_by.reset();
        } else {
          memory.superseded_by = next->second.memory;
          memory.superseded_at = std::max(next->second.at, memory.created_at);
        }
        const auto hiding = hidden_by.find(memory.id);
        if (hiding != hidden_by.end() && !memory.deleted_at) {
          memory.deleted_at = hiding->second.at;
          memory.delete_trigger = name(hiding->second.trigger);
        }
        put(memory);
      }
    }
  }

  void place(Memory& memory, const Id& chain, std::uint32_t version) {
    memory.chain_id = chain;
    memory.version = version;
    const auto vector = slots_.find(memory.id);
    memory.slot = vector == slots_.end() ? next_slot_++ : vector->second;
    memory.embedding_model = vector == slots_.end() ? "" : store_.identity().embedder;
  }

  void put(const Memory& memory) {
    nodes_[memory.id] = {memory.chain_id,   memory.version,
                         memory.slot,       !memory.embedding_model.empty(),
                         memory.created_at, memory.superseded_by};
    if (!is_lost(memory) && memory.embedding_model.empty()) to_embed_[memory.id] = memory;
    out_.batch().put_memory(memory, nullptr);
    out_.wrote();
  }

  /// The last step of a memory is the memory itself; the others keep what it was then.
  void write_versions() {
    for (const auto& [chain, steps] : chains_) {
      for (auto step = steps.begin(); step != steps.end(); ++step) {
        const auto next = std::next(step);
        const bool itself = next == steps.end() || next->second.memory != step->second.memory;
        auto found = found_.find({chain, step->first});
        if (found == found_.end()) {
          if (!itself || !step->second.has_state) continue;
          const auto all = store_.versions(key_, chain);
          const auto stored = std::ranges::find(all, step->first, &VersionRecord::version);
          if (stored == all.end()) continue;
          found = found_.emplace(std::pair(chain, step->first), *stored).first;
        }
        VersionRecord& version = found->second;
        if (itself) {
          version.state.reset();
        } else if (!version.state) {
          version.state = out_.placeholder(version.memory_id, version.at);
          version.state->chain_id = chain;
          version.state->version = version.version;
          out_.lose("version " + std::to_string(version.version) + " of memory " +
                    to_string(version.memory_id));
        }
        out_.batch().put_version(version);
        out_.wrote();
      }
    }
  }

  void mend_vectors() {
    for (const auto& [id, slot] : slots_) {
      const auto node = nodes_.find(id);
      if (node != nodes_.end() && node->second.slot == slot) continue;
      out_.batch().delete_vector(slot);
      out_.wrote();
    }
    for (const auto& [id, node] : nodes_) {
      if (!node.embedded || slots_.contains(id)) continue;
      Memory memory = store_.memory(key_, id).value();
      to_embed_.emplace(id, std::move(memory));
    }
    for (auto& [id, memory] : to_embed_) {
      const Memory before = memory;
      const auto row = embedded(memory.content);
      memory.embedding_model = row.empty() ? "" : store_.identity().embedder;
      if (row.empty())
        out_.lose("the vector of memory " + to_string(id));
      else
        out_.batch().put_vector(memory.slot, id, row);
      out_.batch().put_memory(memory, &before);
      out_.wrote();
    }
  }

  /// Empty: there is no embedder, or it cannot.
  std::vector<std::int16_t> embedded(const std::string& content) const {
    if (embedder_ == nullptr) return {};
    try {
      return embed_text(*embedder_, content);
    } catch (const Error&) {
      return {};
    }
  }

  void drop_edges() {
    std::vector<Edge> dangling;
    for (const bool incoming : {false, true}) {
      store_.scan_edges(key_, incoming, [&](const Edge& edge) {
        const bool from = nodes_.contains(edge.from) || edge.type == EdgeType::MergedInto;
        const bool to = nodes_.contains(edge.to) || is_dependency(edge.type);
        if (!from || !to) dangling.push_back(edge);
      });
    }
    for (const Edge& edge : dangling) {
      out_.batch().delete_edge(edge);
      out_.wrote();
    }
  }

  /// Comparisons with what is not there any more.
  void drop_analyses() {
    if (!store_.has_analyses(key_)) return;
    std::set<Id> contents, decided;
    store_.scan_memories(key_, [&](const Memory& m) { contents.insert(hash_content(m.content)); });
    store_.scan_versions(key_, [&](const VersionRecord& version) {
      if (version.state) contents.insert(hash_content(version.state->content));
    });
    store_.scan_decisions(key_, [&](const Decision& d) { decided.insert(d.content_hash); });
    std::vector<storage::AnalysisKey> unknown;
    store_.scan_analyses(key_, [&](const storage::AnalysisKey& pair, const Analysis&) {
      if (!contents.contains(pair.existing) || !decided.contains(pair.incoming)) {
        unknown.push_back(pair);
      }
    });
    for (const storage::AnalysisKey& pair : unknown) {
      out_.batch().delete_analysis(pair);
      out_.wrote();
    }
  }

  /// The counters follow; what none of them says is where the log begins and ends.
  void write_user() {
    storage::UserRecord record;
    record.user = out_.user;
    record.first_sequence = log_.first_sequence;
    record.next_sequence = log_.next_sequence;
    record.next_slot = next_slot_;
    record.log_digest = log_.last_digest;
    record.rejected = log_.first_sequence - 1;
    out_.batch().put_user(record);
    out_.wrote();
  }

  storage::Store& store_;
  const Embedder* const embedder_;
  RepairBatch out_;
  const storage::UserKey key_;

  std::map<Id, Node> nodes_;
  std::map<Id, Steps> chains_;
  std::map<std::uint64_t, VersionRecord> named_;  ///< by the decision; without states
  RestoredLog log_;
  std::map<Id, std::uint64_t> slots_;  ///< of vectors
  std::uint64_t next_slot_ = 0;
  std::map<std::pair<Id, std::uint32_t>, VersionRecord> found_;  ///< versions to be written
  std::map<Id, Memory> to_embed_;
};

}  // namespace

Restored restore_lost(storage::Store& store, const Embedder* embedder, const std::string& user) {
  return Restore(store, embedder, user).run();
}

}  // namespace memfold
