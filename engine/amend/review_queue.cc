#include "engine/amend/review_queue.h"

#include <algorithm>

#include "engine/fold/lane.h"
#include "engine/fold/reason.h"
#include "engine/fold/versions.h"
#include "memfold/error.h"

namespace memfold {
namespace {

/// One case being settled, as one commit.
class Settlement {
 public:
  Settlement(const AmendContext& context, std::string_view user, Review review)
      : context_(context), amendment_(context, user), review_(std::move(review)) {}

  Decision expire() {
    trigger_ = Trigger::Scheduled;
    return dismiss();
  }

  Decision dismiss() {
    const auto flagged = context_.store.decision(amendment_.key(), review_.sequence);
    Decision decision = begin(DecisionKind::Skip, Operation::Noop, "dismissed");
    decision.memory_id = flagged ? flagged->memory_id : review_.target_id;
    return finish(std::move(decision), ReviewState::Dismissed, nullptr, nullptr);
  }

  Decision apply(Verdict verdict, ReviewState state) {
    find_fallback();
    verdict_ = verdict;
    state_ = state;
    switch (verdict) {
      case Verdict::Update:
        return supersede();
      case Verdict::Merge:
        return merge();
      case Verdict::Duplicate:
        return drop_as_duplicate();
      case Verdict::Link:
      case Verdict::Unrelated:
        break;
    }
    return stand_alone(verdict == Verdict::Link);
  }

  void find_fallback() {
    if (review_.held) return;
    const auto flagged = context_.store.decision(amendment_.key(), review_.sequence);
    if (!flagged) {
      throw Error(ErrorCode::NotFound, "decision " + decision_number(review_.sequence) +
                                           ", which the case is about, was dropped by retention");
    }
    fallback_ = amendment_.find(flagged->memory_id);
    if (!fallback_ || !fallback_->is_current() || fallback_->version != 1) {
      refuse("the memory it stored meanwhile has changed since; undo that first, or dismiss it");
    }
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw Error(ErrorCode::InvalidArgument, "review " + decision_number(review_.sequence) +
                                                " cannot be settled like this: " + why);
  }

  Decision begin(DecisionKind kind, Operation operation, const std::string& done) {
    Decision decision = amendment_.begin(kind, operation, trigger_);
    decision.answers = review_.sequence;
    decision.target_id = review_.target_id;
    decision.verdict = verdict_;
    decision.source_id = review_.fact.source_id;
    const char* who = trigger_ == Trigger::Review ? "a person settled decision "
                                                  : "nobody settled in time decision ";
    decision.reason = who + decision_number(review_.sequence) + ": " + done;
    if (verdict_ != Verdict::Unrelated) decision.property_changes = review_.property_changes;
    return decision;
  }

  Decision finish(Decision decision, ReviewState state, const Memory* before, const Memory* after) {
    amendment_.log(decision, &review_.fact, before, after);
    review_.state = state;
    review_.resolution = decision.sequence;
    review_.resolved_at = amendment_.now();
    amendment_.batch().put_review(review_);
    --amendment_.record().pending_reviews;
    amendment_.commit();
    return decision;
  }

  /// The chain's current version: it may have moved on since the case was opened.
  Memory target() {
    if (!amendment_.find(review_.target_id)) refuse("the memory it was compared with was erased");
    const Memory current = amendment_.newest(review_.target_id);
    if (!current.is_current()) refuse("the memory it was compared with is deleted");
    return current;
  }

  /// What was stored meanwhile makes way for what the person said.
  void retract_fallback() {
    if (fallback_) amendment_.put(hidden(*fallback_, name(Trigger::Review), amendment_.now()));
  }

  Memory draft() const {
    Memory draft = review_.fact;
    draft.id = derive_id(draft.user, "review/" + std::to_string(review_.sequence));
    draft.chain_id = draft.id;
    return draft;
  }

  std::vector<std::int16_t> row() const {
    if (fallback_) return amendment_.row_of(*fallback_);
    return review_.row.empty() ? amendment_.embed(review_.fact.content) : review_.row;
  }

  NextContent content_after(const Memory& current, Operation operation) const {
    NextContent next = next_content(current, review_.fact, operation, context_.options.decide,
                                    context_.options.models);
    if (next.too_long > 0) refuse(reason_too_long(next.too_long) + "; settle it as a link");
    return next;
  }

  Decision supersede() {
    const Memory current = target();
    const std::vector<std::int16_t> new_row = row();
    retract_fallback();
    const bool outranks = context_.options.decide.respect_source_priority &&
                          review_.fact.source_type < current.source_type;
    if (!outranks && review_.fact.stated_at < current.stated_at) {
      return insert_late(current, new_row);
    }
    const NextContent content = content_after(current, Operation::Supersede);
    const Memory next =
        superseding(current, draft(), content, named_by(review_.fact), context_.options.decide,
                    context_.options.lifecycle, amendment_.now());
    Decision decision = begin(DecisionKind::Update, Operation::Supersede,
                              "it is a new version" + reason_sentences(content));
    decision.target_id = current.id;
    decision.memory_id = next.id;
    const bool same_text = next.content == review_.fact.content;
    amendment_.append(current, next, same_text ? new_row : amendment_.embed(next.content),
                      decision);
    return finish(std::move(decision), state_, &current, &amendment_.memory(next.id));
  }

  /// The person says that it concerns the same; that it was said earlier stays true.
  Decision insert_late(const Memory& current, std::span<const std::int16_t> row) {
    Memory late = draft();
    Decision decision = begin(DecisionKind::Update, Operation::Supersede, "it is an older version");
    decision.backdated = true;
    decision.target_id = current.id;
    decision.memory_id = late.id;
    amendment_.insert_late(current.id, std::move(late), row, decision);
    const Id id = decision.memory_id;
    return finish(std::move(decision), state_, &current, &amendment_.memory(id));
  }

  Decision merge() {
    const Memory current = target();
    retract_fallback();
    Memory next = merged(current, draft(), content_after(current, Operation::Merge).content,
                         context_.options.decide, amendment_.now());
    next.version = current.version;  // put_next_version counts
    Decision decision = begin(DecisionKind::Update, Operation::Merge, "it belongs to the memory");
    decision.target_id = current.id;
    decision.memory_id = current.id;
    amendment_.put_next_version(std::move(next), decision);
    return finish(std::move(decision), state_, &current, &amendment_.memory(current.id));
  }

  Decision drop_as_duplicate() {
    const Memory current = target();
    retract_fallback();
    auto next = heard_again(current, review_.fact, amendment_.now());
    if (next) amendment_.put(std::move(*next));
    Decision decision = begin(DecisionKind::Skip, Operation::Noop, "it says the same");
    decision.target_id = current.id;
    decision.memory_id = current.id;
    return finish(std::move(decision), state_, &current, &amendment_.memory(current.id));
  }

  /// The fact stays, or becomes, a memory of its own, with or without an edge.
  Decision stand_alone(bool linked) {
    if (linked) target();
    const std::string done = linked ? "both stand, linked" : "both stand, unrelated";
    if (!fallback_) return add_held(linked, done);
    const auto edges = context_.store.edges_from(amendment_.key(), fallback_->id);
    const auto edge = std::find_if(edges.begin(), edges.end(),
                                   [&](const Edge& one) { return one.to == review_.target_id; });
    if (linked && edge == edges.end()) put_link(fallback_->id);
    if (!linked && edge != edges.end()) amendment_.remove_edge(*edge);
    Decision decision = begin(DecisionKind::Update, Operation::Update, done);
    decision.memory_id = fallback_->id;
    if (linked) decision.related_ids = {review_.target_id};
    return finish(std::move(decision), state_, &*fallback_, &*fallback_);
  }

  Decision add_held(bool linked, const std::string& done) {
    Memory memory = draft();
    const Id id = memory.id;
    Decision decision = begin(DecisionKind::Create, Operation::Add, done);
    decision.memory_id = id;
    amendment_.add(std::move(memory), row(), decision);
    if (linked) {
      put_link(id);
      decision.related_ids = {review_.target_id};
    }
    return finish(std::move(decision), state_, nullptr, nullptr);
  }

  void put_link(const Id& from) {
    amendment_.put_edge({from, review_.target_id, EdgeType::RelatedTo, 1.0, amendment_.now(),
                         std::string(name(Trigger::Review))});
  }

  const AmendContext& context_;
  Amendment amendment_;
  Review review_;
  std::optional<Memory> fallback_;  ///< what the flagged decision stored; nothing when held
  std::optional<Verdict> verdict_;
  ReviewState state_ = ReviewState::Accepted;
  Trigger trigger_ = Trigger::Review;
};

}  // namespace

Review make_review(const Decision& decision, const PreparedFact& fact, const Plan& plan,
                   const Id& target, std::vector<std::int16_t> row) {
  Review review;
  review.sequence = decision.sequence;
  review.at = decision.at;
  review.held = decision.operation == Operation::Noop;
  review.fact = fact.memory;
  review.target_id = target;
  review.verdict = plan.verdict.value_or(Verdict::Unrelated);
  review.confidence = plan.confidence;
  review.property_changes = plan.property_changes;
  review.reasoning = decision.reason;
  if (review.held) review.row = std::move(row);
  return review;
}

std::vector<Review> read_reviews(const storage::Store& store, const ReviewQuery& query) {
  if (query.user.empty()) throw Error(ErrorCode::InvalidArgument, "review: user is missing");
  if (query.limit == 0) throw Error(ErrorCode::InvalidArgument, "review: limit must be at least 1");
  return store.reviews(storage::user_key(query.user), query.settled, query.after, query.limit);
}

Review read_review(const storage::Store& store, std::string_view user, std::uint64_t sequence) {
  std::optional<Review> review = store.review(storage::user_key(user), sequence);
  if (review) return std::move(*review);
  throw Error(ErrorCode::NotFound, "user " + std::string(user) + " has no review " +
                                       decision_number(sequence) +
                                       "; a review is named by the sequence of its decision");
}

Decision settle_review(const AmendContext& context, std::string_view user, std::uint64_t sequence,
                       const ReviewAnswer& answer) {
  Review review = read_review(context.store, user, sequence);
  if (review.state != ReviewState::Pending) {
    throw Error(
        ErrorCode::InvalidArgument,
        "review " + decision_number(sequence) +
            " was settled already: " + std::string(name(review.state)) +
            (review.resolution ? " by decision " + decision_number(*review.resolution) : ""));
  }
  const Verdict likely = review.verdict;
  Settlement settlement(context, user, std::move(review));
  switch (answer.kind) {
    case ReviewAnswer::Kind::Accept:
      return settlement.apply(likely, ReviewState::Accepted);
    case ReviewAnswer::Kind::Override:
      return settlement.apply(answer.verdict, ReviewState::Overridden);
    case ReviewAnswer::Kind::Dismiss:
      break;
  }
  return settlement.dismiss();
}

std::uint64_t dismiss_overdue(const AmendContext& context, std::string_view user) {
  const EngineOptions& options = context.options;
  const std::vector<Review> pending =
      context.store.reviews(storage::user_key(user), false, 0, SIZE_MAX);
  const Time oldest{options.clock().micros - options.review_max_age_days * kMicrosPerDay};
  const std::size_t most =
      options.review_max_pending == 0 ? pending.size() : std::size_t(options.review_max_pending);
  const std::size_t too_many = pending.size() - std::min(pending.size(), most);
  std::uint64_t dismissed = 0;
  for (std::size_t i = 0; i < pending.size(); ++i) {
    const bool too_old = options.review_max_age_days > 0 && pending[i].at < oldest;
    if (!too_old && i >= too_many) continue;
    Settlement(context, user, pending[i]).expire();
    ++dismissed;
  }
  return dismissed;
}

}  // namespace memfold
