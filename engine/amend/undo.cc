#include "engine/amend/undo.h"

#include <algorithm>

#include "engine/amend/dependents.h"
#include "engine/amend/forget.h"
#include "engine/fold/reason.h"
#include "engine/fold/versions.h"
#include "engine/records.h"
#include "memfold/error.h"

namespace memfold {
namespace {

[[noreturn]] void refuse(std::uint64_t sequence, const std::string& why) {
  throw Error(ErrorCode::InvalidArgument,
              "decision " + decision_number(sequence) + " cannot be undone: " + why);
}

/// One commit that takes one decision back.
class Undo {
 public:
  Undo(const AmendContext& context, std::string_view user, const Decision& entry)
      : context_(context), amendment_(context, user), entry_(entry) {}

  Decision run() {
    switch (entry_.operation) {
      case Operation::Add:
        return hide(entry_.memory_id, name(Trigger::Undo));
      case Operation::Supersede:
        return entry_.backdated ? hide_one(entry_.memory_id) : supersede_back();
      case Operation::Merge:
        return put_back_version();
      case Operation::Update:
        return take_back_edit();
      case Operation::Noop:
        return put_back_touched();
      case Operation::Delete:
        return show();
    }
    refuse(entry_.sequence, "it is of no kind this version knows");
  }

 private:
  Decision begin(DecisionKind kind, Operation operation, const Id& memory) {
    Decision decision = amendment_.begin(kind, operation, Trigger::Undo);
    decision.memory_id = memory;
    decision.target_id = memory;
    decision.answers = entry_.sequence;
    decision.reason = "undoes decision " + decision_number(entry_.sequence);
    return decision;
  }

  Decision finish(const Decision& decision, const Memory& before, const Memory& after) {
    turn_fallback();
    amendment_.log(decision, nullptr, &before, &after);
    amendment_.commit();
    return decision;
  }

  /// Settling a case hid what its fallback had stored; taking that back shows it, and taking back
  /// the taking back hides it again.
  void turn_fallback() {
    const Origin origin = origin_of(context_.store, amendment_.key(), entry_);
    const Id id = fallback_of(context_.store, amendment_.key(), origin);
    const auto fallback = id ? amendment_.find(id) : std::optional<Memory>();
    if (!fallback) return;
    const bool settled = origin.undos % 2 == 0;
    const bool made_way = fallback->deleted_at && fallback->delete_trigger == name(Trigger::Review);
    if (settled && made_way) amendment_.put(shown(*fallback, amendment_.now()));
    if (!settled && fallback->is_current()) {
      amendment_.put(hidden(*fallback, name(Trigger::Review), amendment_.now()));
    }
  }

  /// An edit in place: a version put back, a restoration, a duplicate's traces taken off.
  Decision take_back_edit() {
    if (led_to_version()) return put_back_version();
    const auto states = context_.store.log_states(amendment_.key(), entry_.at, entry_.sequence);
    const bool restored = states && states->before && states->after && states->before->deleted_at &&
                          !states->after->deleted_at;
    // Hidden by a settlement, it is found again when that is undone too.
    return restored ? hide(entry_.memory_id, states->before->delete_trigger) : put_back_touched();
  }

  Decision hide(const Id& id, std::string_view trigger) {
    const Memory before = amendment_.newest(id);
    if (hide_chain(amendment_, id, trigger) == 0) {
      refuse(entry_.sequence, "what it stored is deleted already");
    }
    const Memory after = amendment_.memory(before.id);
    return finish(begin(DecisionKind::Delete, Operation::Delete, before.id), before, after);
  }

  /// A late arrival goes from its place in the chain without touching its neighbours.
  Decision hide_one(const Id& id) {
    const Memory before = amendment_.memory(id);
    if (before.deleted_at) refuse(entry_.sequence, "what it stored is deleted already");
    const Memory after = hidden(before, name(Trigger::Undo), amendment_.now());
    amendment_.put(after);
    return finish(begin(DecisionKind::Delete, Operation::Delete, id), before, after);
  }

  Decision show() {
    const Memory before = amendment_.newest(entry_.memory_id);
    if (show_chain(amendment_, entry_.memory_id) == 0) {
      refuse(entry_.sequence, "what it deleted is there again");
    }
    const Memory after = amendment_.memory(before.id);
    return finish(begin(DecisionKind::Update, Operation::Update, before.id), before, after);
  }

  /// The version before becomes the next version: history shows all three.
  Decision supersede_back() {
    const Memory current = amendment_.newest(entry_.memory_id);
    if (!current.is_current()) refuse(entry_.sequence, "its chain is deleted; restore it first");
    return append_earlier(amendment_.memory(*entry_.target_id), current);
  }

  Decision append_earlier(const Memory& earlier, const Memory& current) {
    Memory next = earlier;
    next.chain_id = current.chain_id;
    next.id = derive_id(entry_.user, "undo/" + std::to_string(amendment_.record().next_sequence));
    next.version = current.version + 1;
    next.previous_version_id = current.id;
    next.superseded_at.reset();
    next.superseded_by.reset();
    next.deleted_at.reset();
    next.delete_trigger.clear();
    go_on_using(next, current, context_.options.lifecycle, amendment_.now());
    Decision decision = begin(DecisionKind::Update, Operation::Supersede, next.id);
    decision.target_id = current.id;
    const bool as_stored = amendment_.memory(earlier.id).content == earlier.content;
    amendment_.append(current, next,
                      as_stored ? amendment_.row_of(earlier) : amendment_.embed(earlier.content),
                      decision);
    return finish(decision, current, amendment_.memory(next.id));
  }

  bool led_to_version() { return version_before() != nullptr; }

  /// The state that this decision's version replaced; null when it led to none.
  const Memory* version_before() {
    versions_ = amendment_.chain(entry_.memory_id);
    for (std::size_t i = 1; i < versions_.size(); ++i) {
      const bool led = versions_[i].log_sequence == entry_.sequence &&
                       versions_[i].memory_id == versions_[i - 1].memory_id;
      if (led && versions_[i - 1].state) return &*versions_[i - 1].state;
    }
    return nullptr;
  }

  Decision put_back_version() {
    const Memory* earlier = version_before();
    if (earlier == nullptr) refuse(entry_.sequence, "the state before it is no longer kept");
    const Memory current = amendment_.newest(entry_.memory_id);
    if (!current.is_current()) refuse(entry_.sequence, "its chain is deleted; restore it first");
    if (current.id != entry_.memory_id) return append_earlier(*earlier, current);
    Memory next = *earlier;
    next.version = current.version;
    next.chain_id = current.chain_id;
    next.slot = current.slot;
    next.previous_version_id = current.previous_version_id;
    keep_use(next, current);
    const Decision decision = begin(DecisionKind::Update, Operation::Update, current.id);
    amendment_.put_next_version(std::move(next), decision);
    return finish(decision, current, amendment_.memory(current.id));
  }

  /// A duplicate moved stated_at and added its source: what of that is still there goes.
  Decision put_back_touched() {
    const auto states = context_.store.log_states(amendment_.key(), entry_.at, entry_.sequence);
    const bool unchanged = states && states->before == states->after;
    if (unchanged && !changes_nothing(entry_)) {  // settled as said before: what it hid comes back
      const Memory same = amendment_.memory(entry_.memory_id);
      return finish(begin(DecisionKind::Update, Operation::Update, same.id), same, same);
    }
    if (unchanged || !states || !states->before || !states->after) {
      refuse(entry_.sequence, "it changed no memory, or the state before it is no longer kept");
    }
    const Memory current = amendment_.memory(entry_.memory_id);
    if (current.deleted_at) refuse(entry_.sequence, "its chain is deleted; restore it first");
    const std::vector<std::string>&had = states->before->sources, &got = states->after->sources;
    Memory next = current;
    // Both ways: this may itself be an undo, which took sources off.
    const auto has = [](const std::vector<std::string>& list, const std::string& one) {
      return std::find(list.begin(), list.end(), one) != list.end();
    };
    std::erase_if(next.sources,
                  [&](const std::string& one) { return has(got, one) && !has(had, one); });
    for (const std::string& one : had) {
      if (!has(got, one) && !has(next.sources, one)) next.sources.push_back(one);
    }
    if (next.stated_at == states->after->stated_at) next.stated_at = states->before->stated_at;
    next.updated_at = amendment_.now();
    amendment_.put(next);
    return finish(begin(DecisionKind::Update, Operation::Update, current.id), current, next);
  }

  const AmendContext& context_;
  Amendment amendment_;
  const Decision& entry_;
  std::vector<storage::VersionRecord> versions_;
};

}  // namespace

std::vector<Decision> undo_decision(const AmendContext& context, std::string_view user,
                                    std::uint64_t sequence, const UndoOptions& options) {
  const storage::UserKey key = storage::user_key(user);
  const std::optional<Decision> entry = context.store.decision(key, sequence);
  if (!entry) {
    throw Error(ErrorCode::NotFound,
                "user " + std::string(user) + " has no decision " + decision_number(sequence));
  }
  if (!context.store.memory(key, entry->memory_id)) refuse(sequence, "its memory was erased");
  const ChainLog log(context.store, key, *entry);
  if (const std::uint64_t by = log.undone_by(sequence)) {
    refuse(sequence,
           "it was undone by decision " + decision_number(by) + "; undo that one instead");
  }
  const std::vector<Decision> dependents = log.dependents(sequence);
  if (!dependents.empty() && !options.cascade) {
    std::string names;
    for (auto later = dependents.rbegin(); later != dependents.rend(); ++later) {
      names += (names.empty() ? "" : ", ") + decision_number(later->sequence);
    }
    refuse(sequence, "later decisions depend on it (" + names + "); undo them first or cascade");
  }
  std::vector<Decision> written;
  for (const auto& [number, later] : all_dependents(context.store, key, *entry)) {
    written.push_back(Undo(context, user, later).run());
  }
  written.push_back(Undo(context, user, *entry).run());
  return written;
}

}  // namespace memfold
