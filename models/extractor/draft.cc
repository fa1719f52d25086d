#include "models/extractor/draft.h"

#include <algorithm>
#include <numeric>

#include "models/extractor/characters.h"
#include "models/extractor/keywords.h"

namespace memfold::models::extractor {
namespace {

constexpr std::size_t kMaxAdvertisementBytes = 240;
// An event so far from the mail is history or a misreading: the mail's date says more.
constexpr std::int64_t kPastReach = 400 * kMicrosPerDay, kFutureReach = 800 * kMicrosPerDay;

bool near(Time time, const DateContext& context) {
  if (!context.said_at) return true;
  const std::int64_t distance = time.micros - context.said_at->micros;
  return distance >= -kPastReach && distance <= kFutureReach;
}

// How exactly a mention says when: "9 Sept at 15:00" more than "next week".
int exactness(const DateMention& date) {
  return date.has_day + date.has_time + (date.grain <= DateGrain::Day);
}

// The mention that says when the thing happens: the most exact one, of equals the first.
const DateMention* event_time(const Parse& parse, const DateContext& context) {
  const bool meeting = parse.has(Sign::Meeting) || parse.has(Sign::MeetingWeak);
  const DateMention* best = nullptr;
  const bool moved = parse.has(Sign::Moved);
  // "Monday to Friday" is every week
  const bool weekly =
      !moved && std::count_if(parse.dates.begin(), parse.dates.end(),
                              [](const auto& date) { return date.bare_weekday; }) > 1;
  for (const DateMention& date : parse.dates) {
    if (weekly && date.bare_weekday) continue;
    const bool limit = date.role == DateRole::Deadline || date.role == DateRole::Until;
    if (limit && !date.expires) continue;
    if (!date.has_day && !(date.has_time && !parse.has(Sign::Recurring))) continue;
    // "today" says no more than the mail's own date
    const bool today = !date.has_time && context.said_at &&
                       date.first_day == local_day(*context.said_at, context.utc_offset_minutes);
    // Of a longer time only its beginning happens at a moment: "from May".
    const bool exact = date.grain <= (meeting ? DateGrain::Week : DateGrain::Day) ||
                       date.role == DateRole::From || date.grain == DateGrain::Week ||
                       date.grain == DateGrain::Month || date.grain == DateGrain::Quarter;
    if (!exact || today || (!near(date.begin, context) && !date.dated)) continue;
    // "from 4 November to 2 December": where it is moved to
    if (moved && date.moved_to && date.has_day) return &date;
    if (!best || exactness(date) > exactness(*best)) best = &date;
  }
  return best;
}

// "Please send the report on Friday" has no "by", yet Friday is when it is due.
const DateMention* implied_deadline(const Parse& parse, const DateContext& context) {
  if (const DateMention* event = event_time(parse, context)) {
    const bool ahead = context.said_at && event->end >= *context.said_at;
    return event->role == DateRole::Point && ahead ? event : nullptr;
  }
  for (const DateMention& date : parse.dates) {  // today
    if (date.role == DateRole::Point && date.has_day && date.grain == DateGrain::Day &&
        context.said_at && date.end >= *context.said_at && near(date.end, context)) {
      return &date;
    }
  }
  return nullptr;
}

const DateMention* period_start(const Parse& parse) {
  for (const DateMention& date : parse.dates) {
    if (date.role == DateRole::From && date.has_day) return &date;
  }
  return nullptr;
}

void set_times(const Parse& parse, const DateMention* deadline, const MailView& mail,
               Draft& draft) {
  draft.occurred_at = mail.message.date;
  if (const DateMention* event = event_time(parse, mail.dates)) {
    draft.occurred_at = event->begin;
  } else if (draft.category == Category::Meeting && parse.dates.empty() && mail.dates.anchor) {
    const DateAnchor& anchor = *mail.dates.anchor;
    draft.occurred_at =
        to_time(anchor.day, anchor.minute.value_or(12 * 60), 0, mail.dates.utc_offset_minutes);
  }
  // "Minutes, 22 November": what they say was decided was decided then
  if (draft.category == Category::Decision && parse.dates.empty() && mail.subject_day) {
    draft.occurred_at = to_time(*mail.subject_day, 12 * 60, 0, mail.dates.utc_offset_minutes);
  }
  if (!deadline && draft.category == Category::Task && parse.has(Sign::Bring) &&
      parse.dates.empty() && mail.dates.anchor) {
    const DateAnchor& anchor = *mail.dates.anchor;
    draft.valid_from = mail.message.date;
    draft.valid_until = to_time(anchor.day, anchor.minute.value_or(24 * 60), anchor.minute ? 0 : -1,
                                mail.dates.utc_offset_minutes);
  }
  if (!deadline) return;
  draft.valid_from = mail.message.date;
  draft.valid_until = deadline->end;
  const DateMention* start = period_start(parse);
  if (start && start->begin <= deadline->end) draft.valid_from = start->begin;
  if (draft.occurred_at && *draft.occurred_at > deadline->end) {
    // "27 May, until 11:00": noon stands for a day that ends earlier.
    const std::int64_t over = draft.occurred_at->micros - deadline->end.micros;
    draft.occurred_at = over <= kMicrosPerDay / 2 ? deadline->end : draft.valid_from;
  }
}

const DateMention* deadline_of(const Parse& parse, Category::Kind category, const MailView& mail) {
  if (const DateMention* deadline = find_deadline(parse, mail.dates)) return deadline;
  if (category != Category::Task) return nullptr;
  return implied_deadline(parse, mail.dates);
}

}  // namespace

std::optional<Draft> draft_of(const Parse& parse, const Placement& placement,
                              const MailView& mail) {
  Draft draft;
  draft.category = categorise(parse, placement, mail.dates);
  draft.worth = worth_of(parse, draft.category, mail.public_list, placement.listed_as.has_value());
  if (draft.worth < (mail.public_list ? kLeastPublicWorth : kLeastWorth)) return std::nullopt;
  draft.content = stand_alone(parse, parse.atoms.text(), mail.topic);
  if (draft.content.empty()) return std::nullopt;
  const DateMention* deadline = deadline_of(parse, draft.category, mail);
  draft.confidence = confidence_of(parse, draft.category);
  draft.importance = mail.importance.of_statement(parse, draft.category, deadline, mail.factors);
  set_times(parse, deadline, mail, draft);
  draft.statement = parse.atoms.text();
  draft.anchor = mail.dates.anchor;
  draft.past = mail.dates.past;
  return draft;
}

std::optional<Draft> settling_draft(const Parse& parse, const MailView& mail) {
  if (!mail.message.is_reply || mail.topic.text.empty()) return std::nullopt;
  const std::string_view words = settling_words(parse);
  if (words.empty()) return std::nullopt;
  Draft draft;
  draft.content = mail.topic.text + ": " + std::string(words);
  draft.category = parse.has(Sign::Decision) ? Category::Decision : Category::Project;
  draft.worth = kLeastWorth;
  draft.confidence = 0.75;
  draft.importance = mail.importance.of_statement(parse, draft.category, nullptr, mail.factors);
  draft.occurred_at = mail.message.date;
  draft.statement = draft.content;
  return draft;
}

std::optional<Draft> advertisement_draft(const Parse& parse, const MailView& mail) {
  const bool offers = parse.has(Sign::Ads) || parse.has_entity(EntityKind::Money) ||
                      (parse.has(Sign::AdsWeak) && !parse.dates.empty());
  const bool housekeeping = parse.has(Sign::Unsubscribe) || parse.has(Sign::Boilerplate);
  if (!offers || housekeeping || content_words(parse, 0, parse.atoms.size()) < 2) {
    return std::nullopt;
  }
  Draft draft;
  const std::string content = stand_alone(parse, parse.atoms.text(), mail.topic);
  draft.content = cut_at_word(content, kMaxAdvertisementBytes);
  if (draft.content.empty()) return std::nullopt;
  draft.category = Category::Ads;
  draft.worth =
      1 + 2 * parse.has(Sign::Ads) + parse.has_entity(EntityKind::Money) + (parse.day() ? 1 : 0);
  draft.confidence = 0.6;
  draft.importance = mail.importance.of_advertisement();
  set_times(parse, find_deadline(parse, mail.dates), mail, draft);
  draft.occurred_at = mail.message.date;
  draft.statement = parse.atoms.text();
  return draft;
}

void find_words(Draft& draft, const MailView& mail) {
  Parse parse;
  DateContext dates = mail.dates;
  dates.anchor = draft.anchor;
  dates.past = draft.past;
  parse.parse(draft.statement, dates);
  draft.entities = normal_forms(parse.entities);
  draft.keywords = find_keywords(parse, mail.topic);
}

void keep_best(std::vector<Draft>& drafts, std::size_t count) {
  if (drafts.size() <= count) return;
  std::vector<std::size_t> order(drafts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (drafts[a].importance.value != drafts[b].importance.value) {
      return drafts[a].importance.value > drafts[b].importance.value;
    }
    return drafts[a].worth > drafts[b].worth;
  });
  order.resize(count);
  std::sort(order.begin(), order.end());
  std::vector<Draft> best;
  best.reserve(count);
  for (std::size_t i : order) best.push_back(std::move(drafts[i]));
  drafts = std::move(best);
}

}  // namespace memfold::models::extractor
