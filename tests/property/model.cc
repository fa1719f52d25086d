#include "tests/property/model.h"

#include <algorithm>
#include <utility>

#include "tests/property/model_checks.h"

namespace memfold::test {
namespace {

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
