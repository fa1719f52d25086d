#include "ingest/mail_extraction.h"

#include <utility>

#include "core/text.h"
#include "engine/graph/source_steps.h"
#include "memfold/source.h"

namespace memfold::ingest {
namespace {

/// What a mail says, after what the mails it passes on said before it.
void read(const Message& message, const Extractor& extractor, ExtractedSource& into,
          std::vector<MentionSet>& mentioned) {
  for (const Message& original : message.forwarded) read(original, extractor, into, mentioned);
  graph::hear(message, extractor, into, mentioned);
}

std::vector<std::string> participants_of(const Message& message) {
  std::vector<std::string> people = {graph::as_written(message.from)};
  for (const Mailbox& person : message.to) people.push_back(graph::as_written(person));
  for (const Mailbox& person : message.cc) people.push_back(graph::as_written(person));
  std::erase(people, "");
  return people;
}

}  // namespace

ExtractedSource extract_mail(const Message& message, std::string raw, const std::string& user,
                             SourceType source_type, const Extractor& extractor,
                             const Summarizer& summarizer) {
  ExtractedSource extracted;
  std::vector<MentionSet> mentioned;
  read(message, extractor, extracted, mentioned);
  extracted.mentioned = merge(mentioned);
  for (Fact& fact : extracted.facts) {
    fact.user = user;
    fact.source_type = source_type;
  }
  Source& source = extracted.source;
  source.user = user;
  source.source_id = std::string(cut_at_word(message.id, kMaxFieldBytes));
  source.id = source_id_of(user, {}, source.source_id);
  source.form = SourceForm::Email;
  if (source_type != SourceType::Bootstrapped) source.source_type = source_type;
  source.participants = participants_of(message);
  source.started_at = source.ended_at = message.date;
  source.title = normalise_subject(message.subject);
  source.processed = message.body;
  graph::sum_up(source, summarizer);
  if (raw.size() <= kMaxRawBytes) source.raw = std::move(raw);
  extracted.attachments = message.attachments;
  return extracted;
}

}  // namespace memfold::ingest
