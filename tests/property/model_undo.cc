// Undoing, as the model says it: what stands in the way, what goes with it, what comes back.
#include <algorithm>
#include <utility>

#include "tests/property/model.h"
#include "tests/property/model_checks.h"

namespace memfold::test {
namespace {

bool is_touch(const ModelEntry& entry) {
  return !entry.effects.empty() && entry.effects.front().kind == Effect::Kind::Touch;
}

/// A duplicate that left a trace and nothing else, or what took that back.
bool heard_again(const ModelEntry& entry) {
  return is_touch(entry) && entry.effects.size() == 1;
}

}  // namespace

bool Model::stands(const ModelEntry& e) const {
  return !e.undone_by || !stands(entry(*e.undone_by));
}

/// Deletions on request after `sequence` that were restored on request, and those restorations.
std::set<std::uint64_t> Model::restored_after(std::uint64_t sequence) const {
  std::set<std::uint64_t> both;
  std::map<Id, std::uint64_t> deletions;  // by chain
  for (std::uint64_t i = sequence + 1; i <= log_.size(); ++i) {
    const ModelEntry& one = entry(i);
    if (one.trigger != Trigger::UserRequest || !stands(one) || one.effects.empty()) continue;
    const Effect& effect = one.effects.front();
    if (effect.kind == Effect::Kind::Hide) deletions[effect.chain] = i;
    const auto deletion = deletions.find(effect.chain);
    if (effect.kind != Effect::Kind::Show || deletion == deletions.end()) continue;
    both.insert({deletion->second, i});
    deletions.erase(deletion);
  }
  return both;
}

std::vector<std::uint64_t> Model::in_the_way(const ModelEntry& undone) const {
  std::vector<std::uint64_t> found;
  // A source and a date that are taken off: nothing was built on them.
  if (heard_again(undone)) return found;
  std::set<Id> chains;
  for (const Effect& effect : undone.effects) chains.insert(effect.chain);
  const std::set<std::uint64_t> came_and_went = restored_after(undone.sequence);
  for (std::uint64_t i = undone.sequence + 1; i <= log_.size(); ++i) {
    if (came_and_went.contains(i)) continue;
    const ModelEntry& later = entry(i);
    // Links are not what a memory says: a case settled as one stands in no way.
    const bool touches = std::any_of(
        later.effects.begin(), later.effects.end(),
        [&](const Effect& e) { return e.kind != Effect::Kind::Edges && chains.contains(e.chain); });
    // An undo and what it took away cancel out when both came later.
    const bool takes_back = later.trigger == Trigger::Undo && later.answers > undone.sequence;
    if (touches && stands(later) && !takes_back && !heard_again(later)) found.push_back(i);
  }
  return found;
}

UndoPlan Model::plan_undo(std::uint64_t sequence, bool cascade) const {
  std::set<std::uint64_t, std::greater<>> all;
  std::vector<std::uint64_t> open = {sequence};
  while (!open.empty()) {
    const ModelEntry& next = entry(open.back());
    open.pop_back();
    if (!all.insert(next.sequence).second) continue;
    for (const std::uint64_t later : in_the_way(next)) open.push_back(later);
  }
  UndoPlan plan;
  const auto refuse = [&](std::string why) {
    plan.refused = true;
    plan.why = std::move(why);
  };
  for (const std::uint64_t each : all) {
    const ModelEntry& undone = entry(each);
    if (undone.redacted) refuse("#" + std::to_string(each) + " was erased");
    if (undone.effects.empty()) refuse("it changed nothing");
    for (const Effect& effect : undone.effects) {
      if (!chains_.contains(effect.chain)) {
        refuse("its chain was erased");
        continue;
      }
      if (effect.kind == Effect::Kind::Edges) refuse("it changed edges alone");
      plan.needs_states |= effect.kind == Effect::Kind::Touch;
      if (heard_again(undone) && !chains_.at(effect.chain).has_current()) refuse("it is deleted");
    }
    plan.sequences.push_back(each);
  }
  if (!stands(entry(sequence))) refuse("it was undone already");
  if (!cascade && all.size() > 1) refuse("#" + std::to_string(*all.begin()) + " came later");
  return plan;
}

void Model::undone(std::uint64_t sequence, const Decision& d) {
  require_trigger(d, Trigger::Undo);
  require(d.answers == sequence, "an undo answers another decision than the one asked for");
  const std::vector<Effect> effects = entry(sequence).effects;
  // What goes back to a settled duplicate turns its fallback, and says nothing about that one.
  const ModelChain* about = chain_of(d.memory_id);
  const bool of_a_duplicate = about != nullptr && about->id != effects.front().chain;
  switch (of_a_duplicate ? Effect::Kind::Edges : effects.front().kind) {
    case Effect::Kind::Add:
    case Effect::Kind::Insert:
    case Effect::Kind::Show:
      require_kind(d, DecisionKind::Delete, Operation::Delete);
      break;
    case Effect::Kind::Supersede:
      require_kind(d, DecisionKind::Update, Operation::Supersede);
      break;
    case Effect::Kind::Merge: {
      // In place while the merged memory is the current one, else by a version of its own.
      const bool in_place =
          chains_.at(effects.front().chain).top().memory == entry(sequence).memory;
      require_kind(d, DecisionKind::Update, in_place ? Operation::Update : Operation::Supersede);
      require(in_place == (d.memory_id == entry(sequence).memory), "the wrong memory holds it");
      break;
    }
    default:
      require_kind(d, DecisionKind::Update, Operation::Update);
  }
  std::vector<Effect> reversed;
  for (const Effect& effect : effects) {
    reversed.push_back(reverse(effect, d));
  }
  logged(d).effects = reversed;
  entry(sequence).undone_by = d.sequence;
}

Effect Model::reverse(const Effect& effect, const Decision& d) {
  ModelChain& chain = chains_.at(effect.chain);
  switch (effect.kind) {
    case Effect::Kind::Add:
      return hide(chain, {}, d.at);
    case Effect::Kind::Insert:
      return hide(chain, effect.versions, d.at);
    case Effect::Kind::Show:
    case Effect::Kind::Hide: {
      // The chain, what was added since included, unless it was about late arrivals alone.
      const bool all = std::any_of(
          chain.versions.begin(), chain.versions.end(),
          [&](const auto& v) { return !v.backdated && contains(effect.versions, v.serial); });
      const Serials serials = all ? Serials{} : effect.versions;
      return effect.kind == Effect::Kind::Show ? hide(chain, serials, d.at)
                                               : show(chain, serials, d.at);
    }
    case Effect::Kind::Supersede:
      require(d.memory_id != chain.top().memory, "taking a version back needs a memory of its own");
      // As it stands now: what was heard again may have been taken off since.
      return append(chain, d.memory_id, chain.at(effect.replaced).stated, d.at);
    case Effect::Kind::Merge:
      return append(chain, d.memory_id, effect.before, d.at);
    case Effect::Kind::Touch: {
      // Off the memory that was touched as it stands now, superseded or merged into.
      auto touched =
          std::find_if(chain.versions.begin(), chain.versions.end(),
                       [&](const ModelVersion& v) { return v.serial == effect.versions.front(); });
      while (std::next(touched) != chain.versions.end() &&
             std::next(touched)->memory == touched->memory) {
        ++touched;
      }
      // What of it is still there.
      const Stated &had = effect.before, &got = effect.after;
      Stated now = touched->stated;
      std::erase_if(now.sources, [&](const std::string& one) {
        return got.sources.contains(one) && !had.sources.contains(one);
      });
      for (const std::string& one : had.sources) {
        if (!got.sources.contains(one)) now.sources.insert(one);
      }
      if (now.at == got.at) now.at = had.at;
      Effect back = effect;
      back.before = std::exchange(touched->stated, now);
      back.after = std::move(now);
      return back;
    }
    case Effect::Kind::Edges:
      return effect;
  }
  return effect;
}

}  // namespace memfold::test
