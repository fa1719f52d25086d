#include "engine/fold/next_content.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "core/sentences.h"
#include "engine/fold/past_note.h"

namespace memfold {
namespace {

using Sentences = std::vector<std::string_view>;

/// Without the subject line: that they are about the same was found before, for the whole.
Statement statement_of(std::string_view content, const Memory& memory) {
  return {content, {}, memory.stated_at};
}

bool gives_new_value(const PropertyChange& change) {
  return !change.old_value.empty() && !change.new_value.empty();
}

/// Sentences that hold a value which, in the whole, has another one now.
void mark_old_values(const Sentences& sentences, const Memory& target, const Analysis& whole,
                     std::vector<bool>& replaced) {
  for (const PropertyChange& change : whole.property_changes) {
    if (!gives_new_value(change)) continue;
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      const auto begin = std::size_t(sentences[i].data() - target.content.data());
      if (change.old_span.begin < begin + sentences[i].size() && begin < change.old_span.end) {
        replaced[i] = true;
      }
    }
  }
}

/// Which sentences the fact contradicts or says itself: those of which a value has a new one; where
/// there is none, the one that is most surely out of date. None: it cannot be told.
std::vector<bool> contradicted(const Sentences& sentences, const Memory& target,
                               const Memory& draft, const Analyst& analyst) {
  const Statement incoming = statement_of(draft.content, draft);
  std::vector<bool> replaced(sentences.size());
  bool any = false;
  double surest = 0;
  std::size_t outdated = sentences.size();
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const Analysis found = analyst.compare(statement_of(sentences[i], target), incoming);
    const auto& changes = found.property_changes;
    const bool is_update = found.verdict == Verdict::Update;
    const bool has_new_value =
        is_update && std::any_of(changes.begin(), changes.end(), gives_new_value);
    replaced[i] = has_new_value || found.verdict == Verdict::Duplicate;
    any = any || has_new_value;
    if (!is_update || found.confidence <= surest) continue;
    surest = found.confidence;
    outdated = i;
  }
  if (any) return replaced;
  if (outdated < sentences.size()) {
    replaced[outdated] = true;
  } else {
    mark_old_values(sentences, target,
                    analyst.compare(statement_of(target.content, target), incoming), replaced);
  }
  return replaced;
}

/// What a merged memory says once the fact has taken the place of what it contradicts.
NextContent replaced_in_part(const Memory& target, const Memory& draft, const Models& models) {
  const Sentences sentences = plain_sentences(target.content);
  NextContent next{draft.content, sentences.size(), sentences.size()};
  if (sentences.size() < 2) return next;
  const std::vector<bool> replaced = contradicted(sentences, target, draft, *models.guard_analyst);
  const auto count = std::size_t(std::count(replaced.begin(), replaced.end(), true));
  if (count == 0 || count == sentences.size()) return next;
  std::string rest;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    if (!replaced[i]) append_sentence(rest, sentences[i]);
  }
  next.content = models.summarizer->combine(rest, draft.content);
  next.replaced = count;
  next.keeps_some = true;
  return next;
}

/// Whether the known statement has amounts, dates or the like that the incoming one has no other
/// value for: they may still hold.
bool loses_values(const Statement& existing, const Statement& incoming, const Models& models) {
  constexpr std::array<std::string_view, 4> kNoValues = {"words", "name", "status", "negation"};
  const std::vector<PropertyChange> lost = models.guard->differences(incoming, existing);
  return std::any_of(lost.begin(), lost.end(), [&](const PropertyChange& change) {
    return change.change == ChangeKind::Addition &&
           std::find(kNoValues.begin(), kNoValues.end(), change.property) == kNoValues.end();
  });
}

std::string both(std::string_view newer, std::string_view older) {
  std::string text(newer);
  if (!older.empty()) append_sentence(text, older);
  return text;
}

/// The new values in the places of the old ones; where that cannot be written, the new statement,
/// and what may still hold of the old one told as past.
NextContent revised_content(const Memory& target, const Memory& draft, const Models& models) {
  const NotedText known = split_note(target.content);
  const Statement existing{known.now, target.subject, target.stated_at};
  const Statement incoming{draft.content, draft.subject, draft.stated_at};
  if (const auto revised = models.summarizer->revise(existing, incoming)) {
    return {.content = with_note(*revised, known.past), .keeps_some = true};
  }
  if (!target.merge_source_ids.empty()) return replaced_in_part(target, draft, models);
  const Statement whole{target.content, target.subject, target.stated_at};
  if (!loses_values(whole, incoming, models)) return {.content = draft.content};
  return {.content = with_note(draft.content, both(known.now, known.past)), .keeps_some = true};
}

NextContent superseding_content(const Memory& target, const Memory& draft,
                                const DecideOptions& options, const Models& models) {
  switch (options.content) {
    case ContentStrategy::KeepExisting:
      return {.content = target.content, .keeps_some = true};
    case ContentStrategy::Append:
      return {.content = target.content + "\n" + draft.content, .keeps_some = true};
    case ContentStrategy::Revise:
      return revised_content(target, draft, models);
    case ContentStrategy::Replace:
      break;
  }
  if (target.merge_source_ids.empty()) return {.content = draft.content};
  return replaced_in_part(target, draft, models);
}

}  // namespace

NextContent next_content(const Memory& target, const Memory& draft, Operation operation,
                         const DecideOptions& options, const Models& models) {
  NextContent next =
      operation == Operation::Merge
          ? NextContent{.content = models.summarizer->combine(target.content, draft.content),
                        .keeps_some = true}
          : superseding_content(target, draft, options, models);
  if (next.content.size() > kMaxContentBytes) {
    next = {
        .sentences = next.sentences, .replaced = next.replaced, .too_long = next.content.size()};
  }
  return next;
}

}  // namespace memfold
