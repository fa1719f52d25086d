#include "models/extractor/extractor.h"

#include <algorithm>
#include <array>

#include "core/mail_facts.h"
#include "core/text.h"
#include "models/extractor/bulk.h"
#include "models/extractor/characters.h"
#include "models/extractor/draft.h"
#include "models/extractor/events.h"
#include "models/extractor/mentions.h"

namespace memfold::models::extractor {
namespace {

constexpr std::size_t kMaxEvents = 16;
constexpr std::size_t kMaxPublicHeading = 40;
constexpr std::size_t kMaxDrafts = 256;  // of one mail before the best are chosen

void write(Draft draft, MailFacts& facts, const std::vector<Mailbox>& more_people = {}) {
  Fact fact;
  fact.content = std::move(draft.content);
  fact.category = draft.category;
  fact.confidence = draft.confidence;
  fact.importance = draft.importance.value;
  fact.importance_factors = std::move(draft.importance.factors);
  fact.occurred_at = draft.occurred_at;
  fact.valid_from = draft.valid_from;
  fact.valid_until = draft.valid_until;
  fact.entities = std::move(draft.entities);
  fact.keywords = std::move(draft.keywords);
  facts.add(std::move(fact), more_people);
}

constexpr int kLastZone = -12 * 60;  // where a day ends last

// Calls for papers end their days "anywhere on earth".
std::optional<int> limit_zone_of(const Message& message) {
  const std::string_view body = std::string_view(message.body).substr(0, kMaxBodyBytes);
  const bool named = body.find("AoE") != body.npos || body.find("nywhere on Earth") != body.npos ||
                     body.find("nywhere on earth") != body.npos;
  return named ? std::optional(kLastZone) : std::nullopt;
}

void write_events(const MailView& mail, MailFacts& facts) {
  const std::size_t count = std::min(mail.message.events.size(), kMaxEvents);
  for (std::size_t i = 0; i < count; ++i) {
    const CalendarEvent& event = mail.message.events[i];
    Draft draft;
    draft.content = describe_event(event, mail.dates.utc_offset_minutes);
    if (draft.content.empty()) continue;
    draft.statement = draft.content;
    Parse parse;
    parse.parse(draft.content, mail.dates);
    draft.category = Category::Meeting;
    draft.confidence = 1;
    draft.importance = mail.importance.of_statement(parse, draft.category, nullptr, mail.factors);
    draft.occurred_at = event.start ? event.start : mail.message.date;
    find_words(draft, mail);
    std::vector<Mailbox> people = event.attendees;
    people.push_back(event.organizer);
    write(std::move(draft), facts, people);
  }
}

// Everything the statements of one mail give.
struct Drafts {
  std::vector<Draft> kept;
  std::optional<Draft> settling, advertisement;
  BulkSigns bulk;
};

// "[PATCH v2 1/3] page.2: Fix a typo", not an answer to one.
bool brings_patch(const Message& message) {
  if (message.is_reply || message.subject.empty() || message.subject[0] != '[') return false;
  const std::string_view tag =
      std::string_view(message.subject).substr(0, message.subject.find(']'));
  return tag.find("PATCH") != tag.npos || tag.find("patch") != tag.npos;
}

class StatementReader {
 public:
  explicit StatementReader(const MailView& mail) : mail_(mail) {
    parse_.parse(mail_.topic.text, mail_.dates);
    mail_.dates.past = past_day_of(parse_.dates, mail_.dates);
    mail_.subject_day = mail_.dates.past;
    for (const CalendarEvent& event : mail_.message.events) {
      if (!event.start) continue;
      const int offset = mail_.dates.utc_offset_minutes;
      mail_.dates.anchor =
          DateAnchor{local_day(*event.start, offset), local_minute(*event.start, offset)};
      break;
    }
  }

  void read(const Statement& statement, Drafts& drafts) {
    parse_.parse(statement.text, mail_.dates);
    const Placement placement{statement.open_box, listed_as(statement.heading),
                              brings_patch(mail_.message)};
    if (const auto anchor = anchor_of(parse_.dates, mail_.dates)) mail_.dates.anchor = anchor;
    if (const auto past = past_day_of(parse_.dates, mail_.dates)) mail_.dates.past = past;
    drafts.bulk.add(parse_);
    opens_ = statement.paragraph_start || (opens_ && thanked_);
    thanked_ = parse_.has(Sign::Thanks) || parse_.has(Sign::Greeting);
    if (!drafts.settling && opens_) drafts.settling = settling_draft(parse_, mail_);
    take_advertisement(drafts);
    const std::vector<std::string_view> clauses = split_clauses(parse_);
    if (clauses.size() == 1 && tidy(parse_).size() == statement.text.size()) {
      keep(parse_, placement, drafts);
      return;
    }
    for (std::string_view clause : clauses) {
      read_clause(std::string(clause), placement, drafts);
    }
  }

 private:
  void take_advertisement(Drafts& drafts) {
    if (mail_.message.is_reply) return;
    std::optional<Draft> offer = advertisement_draft(parse_, mail_);
    if (offer && (!drafts.advertisement || offer->worth > drafts.advertisement->worth)) {
      drafts.advertisement = std::move(offer);
    }
  }

  // Lists are read item by item: one heading is judged once.
  std::optional<Category::Kind> listed_as(const std::string& heading) {
    if (heading.empty()) return std::nullopt;
    if (heading != heading_) {
      heading_ = heading;
      clause_.parse(heading_, {});
      heading_category_ = heading_category(clause_);
    }
    // On public lists every patch comes with a list of changes, and sentences introduce all kinds.
    const bool plain = heading.size() > kMaxPublicHeading || heading_category_ == Category::Project;
    return mail_.public_list && plain ? std::nullopt : heading_category_;
  }

  void read_clause(const std::string& clause, const Placement& placement, Drafts& drafts) {
    clause_.parse(clause, mail_.dates);
    const std::string tidied(tidy(clause_));
    if (tidied.size() != clause.size()) clause_.parse(tidied, mail_.dates);
    keep(clause_, placement, drafts);
  }

  void keep(const Parse& parse, const Placement& placement, Drafts& drafts) {
    if (drafts.kept.size() >= kMaxDrafts) return;
    if (std::optional<Draft> draft = draft_of(parse, placement, mail_)) {
      drafts.kept.push_back(std::move(*draft));
    }
  }

  MailView mail_;  ///< with what the next dates may refer to
  Parse parse_, clause_;
  bool opens_ = false;    ///< a paragraph, or follows only thanks in it: "Thanks, Alex. Applied."
  bool thanked_ = false;  ///< by the statement before
  std::string heading_;
  std::optional<Category::Kind> heading_category_;
};

bool sells(std::string_view name) {
  Parse parse;
  parse.parse(name, {});
  BulkSigns signs;
  signs.add(parse);
  return signs.sales > 0;
}

// "Reviewed-by: Name <address>" by the sender is what the mail is for.
std::optional<Draft> review_draft(const Reading& reading, const MailView& mail) {
  if (!mail.message.is_reply || mail.topic.text.empty() || mail.message.from.address.empty()) {
    return std::nullopt;
  }
  for (const std::string_view trailer : reading.trailers) {
    const std::size_t by = trailer.find("-by:");
    if (by == std::string_view::npos || trailer.starts_with("Signed-off")) continue;
    if (fold_case(trailer).find(mail.message.from.address) == std::string::npos) continue;
    const std::string& name = mail.message.from.name;
    Draft draft;
    draft.content = mail.topic.text + ": " + std::string(trailer.substr(0, by)) + " by " +
                    (name.empty() ? mail.message.from.address : name);
    draft.category = Category::Decision;
    draft.worth = kLeastWorth;
    draft.confidence = 0.8;
    draft.importance = mail.importance.of_statement({}, draft.category, nullptr, mail.factors);
    draft.statement = draft.content;
    draft.occurred_at = mail.message.date;
    return draft;
  }
  return std::nullopt;
}

}  // namespace

RuleExtractor::RuleExtractor(const ExtractorOptions& options)
    : options_(options), importance_(options.importance) {}

std::vector<Fact> RuleExtractor::extract(const Message& message) const {
  if (is_transport_notice(message)) return {};
  const MailView mail{message,
                      {.said_at = message.date,
                       .utc_offset_minutes = message.utc_offset_minutes,
                       .limit_zone = limit_zone_of(message)},
                      {},
                      !message.list_id.empty() || message.is_bulk || is_discussion(message),
                      make_topic(message.subject),
                      importance_.of_mail(message),
                      importance_};
  MailFacts writer(message);
  write_events(mail, writer);

  const auto reading = splitter_.read(message.body);
  StatementReader reader(mail);
  Drafts drafts;
  for (const Statement& statement : reading->statements) reader.read(statement, drafts);
  Drafts subject;
  if (!message.make.names_parent && !mail.topic.text.empty()) {
    StatementReader(mail).read({mail.topic.text, false, false, true}, subject);
    drafts.bulk.subject = subject.bulk.sales;
    drafts.bulk.sender = sells(message.from.name);
  }
  if (is_ephemeral(message, subject.bulk, drafts.bulk)) return writer.take();
  if (is_unread_language(drafts.bulk)) return writer.take();

  if (is_mass_mail(message, drafts.bulk)) {
    std::optional<Draft>& offer =
        drafts.advertisement ? drafts.advertisement : subject.advertisement;
    if (offer) {
      find_words(*offer, mail);
      write(std::move(*offer), writer);
    }
    return writer.take();
  }
  if (drafts.kept.empty() && drafts.settling) drafts.kept.push_back(std::move(*drafts.settling));
  if (drafts.kept.empty()) {
    if (std::optional<Draft> review = review_draft(*reading, mail)) {
      drafts.kept.push_back(std::move(*review));
    }
  }
  // A subject line may be the whole message: "Standup moved to 10:30 tomorrow".
  if (drafts.kept.empty() && message.events.empty() && !message.is_reply &&
      subject.kept.size() == 1 && subject.kept[0].category != Category::Misc) {
    drafts.kept = std::move(subject.kept);
  }
  keep_best(drafts.kept, mail.public_list ? std::min(options_.max_facts, options_.max_public_facts)
                                          : options_.max_facts);
  for (Draft& draft : drafts.kept) {
    find_words(draft, mail);
    write(std::move(draft), writer);
  }
  return writer.take();
}

MentionSet RuleExtractor::mentions(const Message& message, std::span<const Fact> facts) const {
  return find_mentions(message, facts);
}

}  // namespace memfold::models::extractor

namespace memfold {

std::shared_ptr<const Extractor> builtin_extractor(const ImportanceOptions& options) {
  return std::make_shared<models::extractor::RuleExtractor>(
      models::extractor::ExtractorOptions{options});
}

}  // namespace memfold
