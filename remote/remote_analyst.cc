#include <algorithm>
#include <atomic>

#include "memfold/remote.h"
#include "remote/ahead.h"
#include "remote/answer.h"
#include "remote/caller.h"
#include "remote/endpoint.h"
#include "remote/memo.h"
#include "remote/prompt.h"

namespace memfold {
namespace remote {
namespace {

constexpr double kInDoubt = 0.5;

class ChatAnalyst final : public RemoteAnalyst {
 public:
  explicit ChatAnalyst(const RemoteOptions& options)
      : name_("remote:" + options.model + "@prompt" + std::to_string(kPromptVersion)),
        prompt_(options.model),
        caller_(options, kChatPath),
        memo_(std::size_t(options.memo_entries)),
        ahead_(options.max_concurrent, [this](Slot& slot) { work_on(slot); }) {}

  ~ChatAnalyst() override {
    caller_.stop();
    ahead_.stop();
  }

  std::string name() const override { return name_; }

  Analysis compare(const Statement& existing, const Statement& incoming) const override {
    ++comparisons_;
    const StatementPair pair{existing, incoming};
    const Memo::Claim claim = memo_.claim(key_of(pair));
    if (claim.is_repeat) caller_.meter().add(&EndpointCounters::cache_hits);
    if (claim.must_answer) answer(*claim.slot, pair, /*is_guess=*/false);
    Analysis analysis = memo_.answer_of(*claim.slot);
    if (claim.is_repeat) analysis.tokens = 0;  // paid for already
    return analysis;
  }

  bool looks_ahead() const override { return true; }

  void prefetch(std::span<const StatementPair> pairs) const override {
    std::vector<std::weak_ptr<Slot>> guesses;
    // More than the memo holds would push out the likeliest for the less likely.
    for (const StatementPair& pair : pairs.first(std::min(pairs.size(), memo_.entries()))) {
      if (const auto slot = memo_.queue(pair)) guesses.push_back(slot);
    }
    if (!guesses.empty()) ahead_.add(std::move(guesses));
  }

  bool is_costly(const Analysis& analysis) const override {
    return analysis.analyst == name_ && analysis.answered;
  }

  RemoteCounters counters() const override {
    return {caller_.counters(), comparisons_, prefetched_};
  }

 private:
  void work_on(Slot& slot) const {
    try {
      const std::optional<OwnedPair> pair = memo_.start(slot);
      if (!pair) return;
      ++prefetched_;
      answer(slot, pair->view(), /*is_guess=*/true);
    } catch (...) {
      memo_.fail(slot, std::current_exception());  // for whoever asks for it
    }
  }

  void answer(Slot& slot, const StatementPair& pair, bool is_guess) const {
    try {
      const Asked asked = caller_.ask(prompt_.request(pair), is_guess);
      if (!asked.body) {
        // A guess that was refused is no comparison given up: nobody has asked for it.
        if (asked.calls == 0 && !is_guess) caller_.meter().add(&EndpointCounters::refused);
        memo_.finish(slot, in_doubt("No answer was had: " + asked.problem + "."), false);
        return;
      }
      memo_.finish(slot, read(*asked.body, pair), true);
    } catch (...) {
      memo_.fail(slot, std::current_exception());
    }
  }

  Analysis read(const std::string& body, const StatementPair& pair) const {
    Answer answer = read_response(body, pair);
    caller_.spend(answer.usage.prompt_tokens, answer.usage.completion_tokens);
    if (!answer.analysis) {
      caller_.note_unusable();
      answer.analysis = in_doubt("The answer cannot be used: " + answer.problem + ".");
    }
    answer.analysis->analyst = name_;
    answer.analysis->tokens = std::uint32_t(std::min<std::int64_t>(
        answer.usage.prompt_tokens + answer.usage.completion_tokens, UINT32_MAX));
    return std::move(*answer.analysis);
  }

  /// Says nothing about the pair but that a person should look.
  Analysis in_doubt(std::string reasoning) const {
    Analysis analysis;
    analysis.answered = false;
    analysis.verdict = Verdict::Link;
    analysis.relationship = SubjectRelation::Thematic;
    analysis.confidence = kInDoubt;
    analysis.reasoning = std::move(reasoning);
    analysis.analyst = name_;
    return analysis;
  }

  const std::string name_;
  const Prompt prompt_;
  // What is counted and remembered changes no answer, so comparing is const.
  mutable Caller caller_;
  mutable Memo memo_;
  mutable std::atomic<std::uint64_t> comparisons_ = 0, prefetched_ = 0;
  mutable Ahead ahead_;  ///< last: its threads use the others
};

}  // namespace
}  // namespace remote

std::shared_ptr<const RemoteAnalyst> remote_analyst(const RemoteOptions& options) {
  validate(options);
  return std::make_shared<remote::ChatAnalyst>(options);
}

}  // namespace memfold
