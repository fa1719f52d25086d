#include "ingest/mail_extraction.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/text.h"
#include "memfold/source.h"

namespace memfold::ingest {
namespace {

constexpr std::size_t kSummarySentences = 2, kKeywords = 10, kTags = 5;
constexpr std::size_t kSummarisedBytes = 32 * 1024;

bool is_advertising(std::span<const Fact> facts) {
  return !facts.empty() && std::all_of(facts.begin(), facts.end(), [](const Fact& fact) {
    return fact.category == Category::Ads;
  });
}

/// What a mail says, after what the mails it passes on said before it.
void read(const Message& message, const Extractor& extractor, ExtractedSource& into,
          std::vector<SpokenOf>& spoken_of) {
  for (const Message& original : message.forwarded) read(original, extractor, into, spoken_of);
  std::vector<Fact> facts = extractor.extract(message);
  if (!is_advertising(facts)) {  // lists are bulk mail, too
    spoken_of.push_back(extractor.spoken_of(message, facts));
  }
  std::move(facts.begin(), facts.end(), std::back_inserter(into.facts));
}

std::vector<std::string> participants_of(const Message& message) {
  std::vector<std::string> people;
  const auto add = [&](const Mailbox& person) {
    const std::string address = person.address.empty() ? "" : "<" + person.address + ">";
    std::string text(trim(person.name + " " + address));
    if (!text.empty()) people.push_back(std::move(text));
  };
  add(message.from);
  for (const auto* list : {&message.to, &message.cc})
    std::for_each(list->begin(), list->end(), add);
  return people;
}

}  // namespace

ExtractedSource extract_mail(const Message& message, std::string raw, const std::string& user,
                             const Extractor& extractor, const Summarizer& summarizer) {
  ExtractedSource extracted;
  std::vector<SpokenOf> spoken_of;
  read(message, extractor, extracted, spoken_of);
  extracted.spoken_of = merge(spoken_of);
  for (Fact& fact : extracted.facts) {
    fact.user = user;
    fact.source_type = SourceType::Bootstrapped;
  }
  Source& source = extracted.source;
  source.user = user;
  source.source_id = std::string(cut_at_word(message.id, kMaxFieldBytes));
  source.id = source_id_of(user, {}, source.source_id);
  source.form = SourceForm::Email;
  source.participants = participants_of(message);
  source.started_at = source.ended_at = message.date;
  source.title = normalise_subject(message.subject);
  source.processed = message.body;
  const std::string_view text = cut_at_word(source.processed, kSummarisedBytes);
  source.summary = summarizer.summarise(std::span(&text, 1), kSummarySentences);
  source.keywords = summarizer.keywords(text, kKeywords);
  source.tags.assign(
      source.keywords.begin(),
      source.keywords.begin() + std::ptrdiff_t(std::min(kTags, source.keywords.size())));
  if (raw.size() <= kMaxRawBytes) source.raw = std::move(raw);
  extracted.attachments = message.attachments;
  return extracted;
}

}  // namespace memfold::ingest
