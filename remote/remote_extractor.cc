#include <atomic>
#include <mutex>

#include "core/hash.h"
#include "core/mail_facts.h"
#include "core/text.h"
#include "memfold/error.h"
#include "memfold/remote.h"
#include "remote/caller.h"
#include "remote/endpoint.h"
#include "remote/mail_answer.h"
#include "remote/mail_parts.h"
#include "remote/mail_prompt.h"
#include "remote/mail_words.h"
#include "remote/recent.h"

namespace memfold {
namespace remote {
namespace {

/// What was answered about a part of a mail; null: nothing that can be used.
using NotedFacts = std::shared_ptr<const std::vector<Fact>>;

class ChatExtractor final : public RemoteExtractor {
 public:
  ChatExtractor(const RemoteExtractorOptions& options, std::shared_ptr<const Extractor> fallback)
      : options_(options),
        name_("remote:" + options.model + "@extract" + std::to_string(kExtractVersion)),
        form_(mail_form(options.model)),
        fallback_(std::move(fallback)),
        caller_(options, kChatPath),
        known_(std::size_t(options.memo_entries)) {}

  std::string name() const override { return name_; }

  std::vector<Fact> extract(const Message& message) const override {
    ++mails_;
    const auto parts = parts_of(message.body, std::size_t(options_.part_bytes));
    if (parts.empty()) return fallback_->extract(message);
    std::vector<NotedFacts> noted;
    if (parts.size() <= std::size_t(options_.max_parts)) {
      for (std::size_t i = 0; i < parts.size(); ++i) {
        noted.push_back(ask(mail_text(message, parts[i], i, parts.size())));
        if (!noted.back()) break;  // the fallback reads all of it
      }
    }
    if (noted.size() < parts.size() || !noted.back()) {
      ++fallbacks_;
      caller_.note_fallback();
      return fallback_->extract(message);
    }
    ++sent_;
    return facts_of(message, noted);
  }

  /// Names need no model: whoever found the facts, they are read as the fallback reads its own.
  MentionSet mentions(const Message& message, std::span<const Fact> facts) const override {
    return fallback_->mentions(message, facts);
  }

  RemoteExtractorCounters counters() const override {
    return {caller_.counters(), mails_, sent_, fallbacks_, facts_, dropped_};
  }

 private:
  std::vector<Fact> facts_of(const Message& message, const std::vector<NotedFacts>& noted) const {
    const MailWords words(message);
    MailFacts facts(message);
    for (const NotedFacts& part : noted) {
      for (const Fact& fact : *part) {
        if (!words.support(fact.content)) {
          ++dropped_;
        } else if (facts.add(fact)) {
          ++facts_;
        }
      }
    }
    std::vector<Fact> all = appointments_of(message);
    for (Fact& fact : facts.take()) all.push_back(std::move(fact));
    return all;
  }

  /// Calendar parts are data already: no model need read them.
  std::vector<Fact> appointments_of(const Message& message) const {
    if (message.events.empty()) return {};
    Message calendar = message;
    calendar.body.clear();
    calendar.quoted.clear();
    return fallback_->extract(calendar);
  }

  NotedFacts ask(const std::string& question) const {
    const ContentKey key = Sha256().raw(question).finish();
    {
      const std::lock_guard lock(mutex_);
      if (const NotedFacts* const noted = known_.find(key)) {
        caller_.meter().add(&EndpointCounters::cache_hits);
        return *noted;
      }
    }
    const Asked asked = caller_.ask(form_.request(question), /*is_guess=*/false);
    if (!asked.body) {
      if (asked.calls == 0) caller_.meter().add(&EndpointCounters::refused);
      return nullptr;
    }
    NotedFacts noted = read(*asked.body);
    const std::lock_guard lock(mutex_);
    // An answer that cannot be used is remembered, too: the same question would get it again.
    if (!known_.find(key)) known_.insert(key, noted);
    return noted;
  }

  NotedFacts read(const std::string& body) const {
    MailAnswer answer = read_mail_response(body);
    caller_.spend(answer.usage.prompt_tokens, answer.usage.completion_tokens);
    if (answer.problem.empty()) {
      return std::make_shared<const std::vector<Fact>>(std::move(answer.facts));
    }
    caller_.note_unusable();
    return nullptr;
  }

  const RemoteExtractorOptions options_;
  const std::string name_;
  const ChatForm form_;
  const std::shared_ptr<const Extractor> fallback_;
  // What is counted and remembered changes no fact, so extracting is const.
  mutable Caller caller_;
  mutable std::mutex mutex_;  ///< of known_
  mutable Recent<NotedFacts> known_;
  mutable std::atomic<std::uint64_t> mails_ = 0, sent_ = 0, fallbacks_ = 0, facts_ = 0,
                                     dropped_ = 0;
};

}  // namespace
}  // namespace remote

std::shared_ptr<const RemoteExtractor> remote_extractor(const RemoteExtractorOptions& options,
                                                        std::shared_ptr<const Extractor> fallback) {
  validate(options);
  if (!fallback) {
    throw Error(ErrorCode::InvalidArgument, "a remote Extractor needs one to fall back on");
  }
  return std::make_shared<remote::ChatExtractor>(options, std::move(fallback));
}

}  // namespace memfold
