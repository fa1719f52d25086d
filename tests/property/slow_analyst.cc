#include "tests/property/slow_analyst.h"

#include <algorithm>
#include <chrono>

#include "core/hash.h"

namespace memfold::test {
namespace {

std::string text_of(const Statement& statement) {
  return std::string(statement.content) + '\0' + std::string(statement.subject) + '\0' +
         std::to_string(statement.occurred_at.value_or(Time{}).micros) + '\0';
}

std::string key_of(const StatementPair& pair) {
  return text_of(pair.existing) + text_of(pair.incoming);
}

/// Any verdict, by nothing but the pair.
Analysis own_answer(const StatementPair& pair) {
  constexpr Verdict kVerdicts[] = {Verdict::Link,  Verdict::Update,    Verdict::Link,
                                   Verdict::Merge, Verdict::Duplicate, Verdict::Unrelated,
                                   Verdict::Link};
  Analysis analysis;
  analysis.verdict = kVerdicts[hash64(key_of(pair)) % std::size(kVerdicts)];
  analysis.same_subject =
      analysis.verdict != Verdict::Link && analysis.verdict != Verdict::Unrelated;
  analysis.confidence = 0.95;
  return analysis;
}

}  // namespace

Analysis SlowAnalyst::compare(const Statement& existing, const Statement& incoming) const {
  const StatementPair pair{existing, incoming};
  std::shared_future<Analysis> begun_before;
  {
    const std::lock_guard lock(mutex_);
    const auto begun = begun_.find(key_of(pair));
    if (begun == begun_.end()) {
      ++counters_.anew;
      return answer(pair);
    }
    counters_.used += !begun->second.is_used;
    begun->second.is_used = true;
    begun_before = begun->second.answer;
  }
  return begun_before.get();
}

void SlowAnalyst::prefetch(std::span<const StatementPair> pairs) const {
  for (const StatementPair& pair : pairs) {
    const std::lock_guard lock(mutex_);
    Begun& begun = begun_[key_of(pair)];
    if (begun.answer.valid()) continue;
    ++counters_.begun;
    begun.answer = std::async(std::launch::async, [this, answer = answer(pair)] {
      wait_for_another();
      return answer;
    });
  }
}

SlowCounters SlowAnalyst::counters() const {
  const std::lock_guard lock(mutex_);
  return counters_;
}

Analysis SlowAnalyst::answer(const StatementPair& pair) const {
  Analysis analysis = will_ == Will::Agrees
                          ? builtin_analyst()->compare(pair.existing, pair.incoming)
                          : own_answer(pair);
  analysis.analyst = name();
  return analysis;
}

/// Who has one under way at a time finds out by waiting long.
void SlowAnalyst::wait_for_another() const {
  std::unique_lock lock(mutex_);
  counters_.concurrent_for = std::max(counters_.concurrent_for, ++under_way_);
  changed_.notify_all();
  changed_.wait_for(lock, std::chrono::seconds(5), [&] { return counters_.concurrent_for > 1; });
  --under_way_;
}

}  // namespace memfold::test
