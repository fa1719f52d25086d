#include "tests/property/model.h"

#include <algorithm>
#include <utility>

namespace memfold::test {
namespace {

using Serials = std::vector<std::uint64_t>;

void require_kind(const Decision& d, DecisionKind kind, Operation operation) {
  require(d.kind == kind && d.operation == operation,
          "decision #" + std::to_string(d.sequence) + " is " + std::string(name(d.kind)) + "/" +
              std::string(name(d.operation)) + ", not " + std::string(name(kind)) + "/" +
              std::string(name(operation)));
}

void require_trigger(const Decision& d, Trigger trigger) {
  require(d.trigger == trigger, "decision #" + std::to_string(d.sequence) + " has trigger " +
                                    std::string(name(d.trigger)));
}

bool contains(const Serials& serials, std::uint64_t serial) {
  return std::find(serials.begin(), serials.end(), serial) != serials.end();
}

bool is_touch(const ModelEntry& entry) {
  return !entry.effects.empty() && entry.effects.front().kind == Effect::Kind::Touch;
}

/// A duplicate that left a trace and nothing else, or what took that back.
bool heard_again(const ModelEntry& entry) {
  return is_touch(entry) && entry.effects.size() == 1;
}

Stated statement_of(const Fact& fact) {
  return {fact.content, fact.stated_at.value(), {fact.source_id}};
}

}  // namespace

void require(bool holds, const std::string& what) {
  if (!holds) throw Deviation(what);
}

const ModelVersion& ModelChain::at(std::uint64_t serial) const {
  return *std::find_if(versions.begin(), versions.end(),
                       [&](const ModelVersion& v) { return v.serial == serial; });
}

const ModelVersion& ModelChain::top() const {
  const auto it = std::find_if(versions.rbegin(), versions.rend(),
                               [](const ModelVersion& v) { return !v.backdated; });
  return *it;
}
ModelVersion& ModelChain::top() {
  return const_cast<ModelVersion&>(std::as_const(*this).top());
}

bool ModelChain::wholly_deleted() const {
  return std::all_of(versions.begin(), versions.end(),
                     [](const ModelVersion& v) { return v.deleted.has_value(); });
}
bool ModelChain::any_deleted() const {
  return std::any_of(versions.begin(), versions.end(),
                     [](const ModelVersion& v) { return v.deleted.has_value(); });
}

const ModelChain* Model::chain_of(const Id& member) const {
  for (const auto& [id, chain] : chains_) {
    for (const ModelVersion& version : chain.versions) {
      if (version.memory == member) return &chain;
    }
  }
  return nullptr;
}

ModelChain& Model::owner(const Id& member) {
  const ModelChain* chain = chain_of(member);
  require(chain != nullptr, "a decision names memory " + to_string(member) + ", unknown here");
  return chains_.at(chain->id);
}

ModelEntry& Model::logged(const Decision& d) {
  require(d.sequence == log_.size() + 1, "sequence " + std::to_string(d.sequence) + " after " +
                                             std::to_string(log_.size()) + " entries");
  log_.push_back({d.sequence, d.kind, d.operation, d.trigger, d.at, d.memory_id, d.target_id,
                  d.answers, d.source_id});
  for (const Rival& rival : d.rivals) log_.back().mentioned.insert(rival.memory_id);
  log_.back().mentioned.insert(d.related_ids.begin(), d.related_ids.end());
  return log_.back();
}

// Folding.

void Model::folded(const Fact& fact, const Decision& d, const std::optional<Id>& target) {
  ModelEntry& entry = logged(d);
  switch (d.operation) {
    case Operation::Add:
      require_kind(d, DecisionKind::Create, Operation::Add);
      entry.effects = {add(fact, d)};
      break;
    case Operation::Supersede:
      require_kind(d, DecisionKind::Update, Operation::Supersede);
      entry.effects = {supersede(owner(d.target_id.value()), statement_of(fact), d)};
      break;
    case Operation::Merge:
      entry.effects = {merge(owner(d.memory_id), statement_of(fact), d)};
      break;
    case Operation::Noop:
      require_kind(d, DecisionKind::Skip, Operation::Noop);
      entry.effects = duplicate(owner(d.memory_id), statement_of(fact));
      break;
    default:
      throw Deviation("a fold ended in " + std::string(name(d.operation)));
  }
  if (!d.review) return;
  require_kind(d, DecisionKind::Create, Operation::Add);
  require(target.has_value(), "a doubtful decision left no case");
  reviews_[d.sequence] = {d.sequence,        d.memory_id,        *target,
                          d.verdict.value(), statement_of(fact), next_serial_ - 1};
}

Effect Model::add(const Fact& fact, const Decision& d) {
  require(chain_of(d.memory_id) == nullptr, "a new memory has the id of one that is there");
  ModelChain& chain = chains_[d.memory_id];
  chain.id = d.memory_id;
  chain.thread = fact.thread_id;
  chain.versions = {{next_serial_++, d.memory_id, statement_of(fact), d.at}};
  return {Effect::Kind::Add, chain.id};
}

Effect Model::append(ModelChain& chain, const Id& memory, const Stated& stated, Time at) {
  const ModelVersion& top = chain.top();
  require(!top.deleted, "a further version of a chain that is deleted");
  const auto kind = top.memory == memory ? Effect::Kind::Merge : Effect::Kind::Supersede;
  Effect effect = {kind, chain.id, {next_serial_}, top.stated};
  effect.replaced = top.serial;
  chain.versions.push_back({next_serial_++, memory, stated, at});
  return effect;
}

Effect Model::supersede(ModelChain& chain, const Stated& stated, const Decision& d) {
  require(chain_of(d.memory_id) == nullptr, "a new version has the id of one that is there");
  const ModelVersion& top = chain.top();
  require(!top.deleted, "a memory that is deleted was superseded");
  require(d.backdated == (stated.at < top.stated.at), "backdated is wrong");
  if (!d.backdated) {
    Stated next = stated;  // who stated what it replaces stays known
    next.sources.insert(top.stated.sources.begin(), top.stated.sources.end());
    return append(chain, d.memory_id, next, d.at);
  }
  auto at = chain.versions.begin();
  // Versions that undo one another are not in order of time: the first that was said later counts.
  while (at->memory != top.memory && at->stated.at <= stated.at) ++at;
  // What a merge made of a memory follows what it was.
  while (at != chain.versions.begin() && std::prev(at)->memory == at->memory) --at;
  const std::uint64_t serial = next_serial_++;
  chain.versions.insert(at, {serial, d.memory_id, stated, d.at, true});
  return {Effect::Kind::Insert, chain.id, {serial}};
}

Effect Model::merge(ModelChain& chain, const Stated& stated, const Decision& d) {
  require_kind(d, DecisionKind::Update, Operation::Merge);
  const ModelVersion& top = chain.top();
  require(!top.deleted, "a memory that is deleted was merged into");
  require(top.memory == d.memory_id, "a merge must keep the id of the current memory");
  const auto nth = std::count_if(chain.versions.begin(), chain.versions.end(),
                                 [&](const auto& v) { return v.memory == d.memory_id; });
  Stated merged = top.stated;
  merged.content = read_back_(d.memory_id, std::size_t(nth));
  merged.hear(stated);
  return append(chain, d.memory_id, merged, d.at);
}

std::vector<Effect> Model::duplicate(ModelChain& chain, const Stated& stated) {
  ModelVersion& top = chain.top();
  require(!top.deleted, "a duplicate of a memory that is deleted");
  Stated next = top.stated;
  next.hear(stated);
  if (next.at == top.stated.at && next.sources == top.stated.sources) return {};
  Effect effect = {Effect::Kind::Touch, chain.id, {top.serial}, std::exchange(top.stated, next)};
  effect.after = top.stated;
  return {effect};
}

// Forgetting.

Effect Model::hide(ModelChain& chain, const Serials& serials, Time at) {
  Effect effect = {Effect::Kind::Hide, chain.id};
  for (ModelVersion& version : chain.versions) {
    if (version.deleted || (!serials.empty() && !contains(serials, version.serial))) continue;
    version.deleted = at;
    effect.versions.push_back(version.serial);
  }
  return effect;
}

Effect Model::show(ModelChain& chain, const Serials& serials, Time at) {
  Effect effect = {Effect::Kind::Show, chain.id};
  for (ModelVersion& version : chain.versions) {
    if (!version.deleted || (!serials.empty() && !contains(serials, version.serial))) continue;
    chain.lifted.push_back({*version.deleted, at});
    version.deleted.reset();
    effect.versions.push_back(version.serial);
  }
  return effect;
}

std::set<Id> Model::matching(const ForgetQuery& query, Erasure erasure) const {
  std::set<Id> found;
  for (const Id& id : query.ids) found.insert(chain_of(id)->id);
  for (const auto& [id, chain] : chains_) {
    const bool stated = std::any_of(
        chain.versions.begin(), chain.versions.end(),
        [&](const ModelVersion& v) { return v.stated.sources.contains(query.source_id); });
    const bool in_thread = !query.thread_id.empty() && chain.thread == query.thread_id;
    if (stated || in_thread || query.everything) found.insert(id);
  }
  if (erasure == Erasure::Soft) {
    std::erase_if(found, [&](const Id& id) { return chains_.at(id).wholly_deleted(); });
  }
  return found;
}

void Model::forgotten(const Id& chain, Erasure erasure, const Decision& d) {
  require_kind(d, DecisionKind::Delete, Operation::Delete);
  ModelEntry& entry = logged(d);
  require(chain_of(d.memory_id) == &chains_.at(chain), "a deletion names another chain");
  if (erasure == Erasure::Hard) return erase(chain, d.sequence);
  entry.effects = {hide(chains_.at(chain), {}, d.at)};
}

void Model::source_erased(const std::string& source, const std::vector<Decision>& written) {
  for (ModelEntry& entry : log_) entry.redacted |= !source.empty() && entry.source == source;
  for (const Decision& d : written) {
    if (!d.memory_id) logged(d);  // no memory went, entries of the log did
  }
}

std::set<Id> Model::purgeable(Time before) const {
  std::set<Id> found;
  for (const auto& [id, chain] : chains_) {
    if (std::all_of(chain.versions.begin(), chain.versions.end(),
                    [&](const ModelVersion& v) { return v.deleted && *v.deleted < before; })) {
      found.insert(id);
    }
  }
  return found;
}

void Model::erase(const Id& id, std::uint64_t by) {
  std::set<Id> members;
  for (const ModelVersion& version : chains_.at(id).versions) members.insert(version.memory);
  for (ModelEntry& entry : log_) {
    if (entry.sequence == by) continue;  // it never held what was erased
    if (members.contains(entry.memory) || (entry.target && members.contains(*entry.target))) {
      entry.redacted = true;
    }
    for (const Id& other : entry.mentioned) entry.mentions_erased |= members.contains(other);
  }
  std::erase_if(reviews_, [&](const auto& item) {
    return members.contains(item.second.stored) || members.contains(item.second.target);
  });
  erased_.insert(members.begin(), members.end());
  chains_.erase(id);
}

void Model::restored(const Id& chain, const Decision& d) {
  require_kind(d, DecisionKind::Update, Operation::Update);
  logged(d).effects = {show(chains_.at(chain), {}, d.at)};
}

// Undoing.

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

// Reviewing.

bool Model::can_settle(const ModelReview& review, const ReviewAnswer& answer) const {
  if (review.state != ReviewState::Pending) return false;
  if (answer.kind == ReviewAnswer::Kind::Dismiss) return true;
  const ModelChain* stored = chain_of(review.stored);
  const ModelChain* target = chain_of(review.target);
  // Only what has nothing to do with the target can stand without it.
  const bool apart =
      answer.kind == ReviewAnswer::Kind::Override && answer.verdict == Verdict::Unrelated;
  // Unchanged: still its first version, and current.
  return stored && stored->has_current() && stored->top().serial == review.serial && target &&
         (target->has_current() || apart);
}

void Model::settled(std::uint64_t sequence, const ReviewAnswer& answer, const Decision& d) {
  require_trigger(d, Trigger::Review);
  require(d.answers == sequence, "a settlement answers another case");
  ModelReview& review = reviews_.at(sequence);
  using Kind = ReviewAnswer::Kind;
  ModelEntry& entry = logged(d);
  review.state = answer.kind == Kind::Accept     ? ReviewState::Accepted
                 : answer.kind == Kind::Override ? ReviewState::Overridden
                                                 : ReviewState::Dismissed;
  if (answer.kind == Kind::Dismiss) return require_kind(d, DecisionKind::Skip, Operation::Noop);
  const Verdict verdict = answer.kind == Kind::Accept ? review.verdict : answer.verdict;
  ModelChain& target = owner(review.target);
  ModelChain& stored = owner(review.stored);
  switch (verdict) {
    case Verdict::Update:
      require_kind(d, DecisionKind::Update, Operation::Supersede);
      entry.effects = {supersede(target, review.fact, d)};
      break;
    case Verdict::Merge:
      entry.effects = {merge(target, review.fact, d)};
      break;
    case Verdict::Duplicate:
      require_kind(d, DecisionKind::Skip, Operation::Noop);
      entry.effects = duplicate(target, review.fact);
      break;
    case Verdict::Link:
    case Verdict::Unrelated:
      require_kind(d, DecisionKind::Update, Operation::Update);
      entry.effects = {{Effect::Kind::Edges, stored.id}, {Effect::Kind::Edges, target.id}};
      return;
  }
  entry.effects.push_back(hide(stored, {}, d.at));
}

// Asking.

std::optional<std::string> Model::as_of(const ModelChain& chain, Time system, bool& known) {
  known = std::none_of(chain.lifted.begin(), chain.lifted.end(), [&](const auto& interval) {
    return interval.first <= system && system < interval.second;
  });
  if (chain.top().deleted && *chain.top().deleted <= system) return std::nullopt;
  std::optional<std::string> content;
  for (const ModelVersion& version : chain.versions) {
    if (!version.backdated && version.decided <= system) content = version.stated.content;
  }
  return content;
}

}  // namespace memfold::test
