#include "engine/fold/ahead.h"

#include <algorithm>
#include <utility>

#include "engine/parallel.h"

namespace memfold {
namespace {

/// Below this share of use, comparing ahead takes more from others than it gives.
constexpr double kLeastUse = 0.7;
/// So many are looked at before that is said, and so many facts passed over before it is tried
/// again.
constexpr std::uint64_t kLookedAt = 96;
constexpr int kPassedOver = 64;

struct OwnedStatement {
  explicit OwnedStatement(const Statement& statement)
      : content(statement.content),
        subject(statement.subject),
        occurred_at(statement.occurred_at) {}

  Statement view() const { return {content, subject, occurred_at}; }
  bool is(const Statement& other) const {
    return content == other.content && subject == other.subject && occurred_at == other.occurred_at;
  }

  const std::string content, subject;
  const std::optional<Time> occurred_at;
};

}  // namespace

/// One comparison. Whoever claims it first makes it, or has nobody make it.
class ComparisonsAhead::Begun {
 public:
  explicit Begun(const ComparisonAsked& asked)
      : existing_(asked.pair.existing),
        incoming_(asked.pair.incoming),
        least_words_(asked.least_words) {}

  bool is(const ComparisonAsked& asked) const {
    return least_words_ == asked.least_words && existing_.is(asked.pair.existing) &&
           incoming_.is(asked.pair.incoming);
  }

  /// For make(), by one thread at most.
  bool claim() { return leave_unclaimed(State::Claimed); }

  /// Has nobody make it. False: somebody has claimed it; see wait().
  bool drop() { return leave_unclaimed(State::Dropped); }

  /// By the thread that claimed it; a failure is left for whoever asks to meet again.
  void make(const Compare& compare) {
    State made = State::Failed;
    try {
      answer_ = compare({existing_.view(), incoming_.view()}, least_words_);
      made = State::Made;
    } catch (...) {
    }
    state_.store(made, std::memory_order_release);
    state_.notify_all();
  }

  /// Waits for the thread that claimed it. Whether there is an answer.
  bool wait() {
    state_.wait(State::Claimed, std::memory_order_acquire);
    return state_.load(std::memory_order_acquire) == State::Made;
  }
  Answer take() { return std::move(answer_); }

 private:
  enum class State : int { Unclaimed, Claimed, Dropped, Made, Failed };

  bool leave_unclaimed(State next) {
    State unclaimed = State::Unclaimed;
    return state_.compare_exchange_strong(unclaimed, next);
  }

  const OwnedStatement existing_, incoming_;
  const double least_words_;
  Answer answer_;
  std::atomic<State> state_ = State::Unclaimed;
};

auto ComparisonsAhead::Compare::operator()(const StatementPair& pair, double least_words) const
    -> Answer {
  if (whom == AskedFor::Verdict) return analyst->compare(pair.existing, pair.incoming);
  return analyst->compare_for_judge(pair.existing, pair.incoming, least_words);
}

ComparisonsAhead::~ComparisonsAhead() {
  while (!left_.empty()) let_go_of_oldest();
}

void ComparisonsAhead::let_go_of_oldest() {
  for (const auto& one : left_.front()) {
    if (one->drop()) continue;
    one->wait();
    ++made_;
  }
  left_.pop_front();
}

bool ComparisonsAhead::pays() {
  if (!others_may_help()) return false;
  if (made_ < kLookedAt || double(used_) >= kLeastUse * double(made_)) return true;
  if (++passed_over_ < kPassedOver) return false;
  made_ = used_ = 0;
  passed_over_ = 0;
  return true;
}

void ComparisonsAhead::begin(const std::vector<ComparisonAsked>& asked) {
  while (left_.size() >= kFactsAhead) let_go_of_oldest();
  OneFacts& begun = left_.emplace_back();
  for (const ComparisonAsked& one : asked) begun.push_back(std::make_shared<Begun>(one));
  // The Analyst is used under a claim alone, which whoever lets go waits for.
  run_elsewhere(asked.size(), [begun, compare = compare_] {
    for (const auto& one : begun) {
      if (one->claim()) one->make(compare);
    }
  });
}

/// What was begun of it, where another thread has claimed it.
auto ComparisonsAhead::made_elsewhere(const ComparisonAsked& asked) -> std::shared_ptr<Begun> {
  for (OneFacts& facts : left_) {
    const auto found =
        std::find_if(facts.begin(), facts.end(), [&](const auto& one) { return one->is(asked); });
    if (found == facts.end()) continue;
    std::shared_ptr<Begun> begun = std::move(*found);
    facts.erase(found);
    return begun->drop() ? nullptr : begun;
  }
  return nullptr;
}

auto ComparisonsAhead::answers(const std::vector<ComparisonAsked>& asked) -> std::vector<Answer> {
  std::vector<std::shared_ptr<Begun>> elsewhere;
  std::vector<std::size_t> here;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    elsewhere.push_back(made_elsewhere(asked[i]));
    if (!elsewhere.back()) here.push_back(i);
  }
  std::vector<Answer> answers(asked.size());
  const auto make = [&](std::size_t i) {
    const auto& [pair, least_words] = asked[i];
    answers[i] = compare_(pair, least_words);
  };
  try {
    parallel_for(here.size(), [&](std::size_t k) { make(here[k]); });
  } catch (...) {  // nobody else waits for these, and they use the Analyst
    for (const auto& one : elsewhere) {
      if (one) one->wait();
    }
    throw;
  }
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (!elsewhere[i]) continue;
    ++made_;
    if (elsewhere[i]->wait()) {
      ++used_;
      answers[i] = elsewhere[i]->take();
    } else {
      make(i);
    }
  }
  return answers;
}

}  // namespace memfold
