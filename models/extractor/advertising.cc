#include "models/extractor/advertising.h"

#include <algorithm>
#include <string>

#include "models/extractor/characters.h"

namespace memfold::models::extractor {
namespace {

// Points, and how often a kind of evidence counts. Fitted on the odd-numbered mails of a public
// corpus of letters and spam, on discussion lists and on the written mails of the tests, then
// bounded by hand where that corpus is of its time: pages without plain text and marks of urgency.
struct Row {
  Evidence evidence;
  int weight, cap;
};
constexpr auto kRows = std::to_array<Row>({
    {Evidence::Offers, 3, 3},          {Evidence::WeakOffers, 4, 5},
    {Evidence::Pitches, 6, 5},         {Evidence::Calls, 3, 4},
    {Evidence::OptOuts, 7, 2},         {Evidence::Trades, 4, 4},
    {Evidence::Frauds, 24, 3},         {Evidence::Fortunes, 1, 4},
    {Evidence::Strangers, 14, 1},      {Evidence::Sums, 7, 3},
    {Evidence::SalesTalk, 4, 10},      {Evidence::You, 5, 10},
    {Evidence::Shouts, 11, 4},         {Evidence::Capitals, 16, 3},
    {Evidence::Disguises, 12, 2},      {Evidence::Links, 8, 3},
    {Evidence::SubjectOffer, 3, 1},    {Evidence::SenderOffer, 10, 1},
    {Evidence::SubjectTag, 40, 1},     {Evidence::SubjectShout, 20, 1},
    {Evidence::SubjectTail, 5, 1},     {Evidence::Foreign, 18, 1},
    {Evidence::HtmlOnly, 24, 1},       {Evidence::Decorated, 4, 1},
    {Evidence::HidesHost, 6, 1},       {Evidence::Urgent, 6, 1},
    {Evidence::NamelessSender, 16, 1}, {Evidence::NumberedSender, 16, 1},
    {Evidence::NobodyNamed, 2, 1},     {Evidence::Answers, -50, 1},
    {Evidence::Quotes, -12, 1},        {Evidence::List, -19, 1},
    {Evidence::Length, -15, 4},        {Evidence::Work, -9, 10},
    {Evidence::Technical, -4, 3},      {Evidence::SameHouse, -18, 1},
});
static_assert(kRows.size() == kEvidenceCount);
static_assert(std::all_of(kRows.begin(), kRows.end(), [i = 0](const Row& row) mutable {
  return static_cast<int>(row.evidence) == i++;
}));

// Of a single sentence the share says little.
int tenths(int part, int whole) {
  constexpr int kFewest = 3;
  return 10 * part / std::max(whole, kFewest);
}

// How often a length doubles beyond that of a letter: what is long holds a word of everything.
int doublings(int statements) {
  constexpr int kLetter = 20;
  int count = 0;
  for (int length = kLetter; statements > length; length *= 2) ++count;
  return count;
}

// English has a grammar word in every second or third; other languages share a few.
bool is_foreign(const BulkSigns& signs) {
  constexpr int kLeastWords = 12, kPlainPart = 8;
  return signs.words >= kLeastWords && signs.plain_words * kPlainPart < signs.words;
}

bool has_tag(std::string_view subject) {
  constexpr std::array<std::string_view, 7> kTags = {" ADV:", "(광고)", "[광고]",    "<광고>",
                                                     "(AD)",  "[AD]",   "未承諾広告"};
  return subject.starts_with("ADV") ||
         std::any_of(kTags.begin(), kTags.end(), [&](std::string_view tag) {
           return subject.find(tag) != std::string_view::npos;
         });
}

bool shouts(std::string_view subject) {
  const auto letters = std::count_if(subject.begin(), subject.end(), is_ascii_letter);
  const auto capitals = std::count_if(subject.begin(), subject.end(), is_ascii_upper);
  return (letters > 10 && capitals * 3 > letters * 2) || subject.find('!') != subject.npos ||
         subject.find("$$") != subject.npos;
}

bool is_vowel(char c) {
  return std::string_view("aeiouyAEIOUY").find(c) != std::string_view::npos;
}

// Random letters or figures at the end, against filters that compare: "... kqzfw", "... 7099ocYT9".
bool has_tail(std::string_view subject) {
  const std::size_t space = subject.rfind(' ');
  if (space == std::string_view::npos) return false;
  const std::string_view tail = subject.substr(space + 1);
  const auto count = [&](auto test) { return std::count_if(tail.begin(), tail.end(), test); };
  const auto letters = count(is_ascii_letter), digits = count(is_ascii_digit);
  const auto length = static_cast<std::ptrdiff_t>(tail.size());
  if (letters == 0)
    return digits == length && digits >= 4 && !tail.starts_with("20") && !tail.starts_with("19");
  if (digits > 0) {
    int changes = 0;
    for (std::size_t i = 1; i < tail.size(); ++i) {
      changes += is_ascii_digit(tail[i]) != is_ascii_digit(tail[i - 1]);
    }
    return changes >= 2 && tail.find('.') == std::string_view::npos && length >= 8;
  }
  return letters == length && letters >= 4 && count(is_vowel) * 5 <= letters;
}

bool is_numbered(std::string_view address) {
  const std::string_view name = address.substr(0, address.find('@'));
  return std::count_if(name.begin(), name.end(), is_ascii_digit) >= 3;
}

std::string_view domain_of(std::string_view address) {
  const std::size_t at = address.rfind('@');
  return at == std::string_view::npos ? std::string_view() : address.substr(at + 1);
}

// Colleagues; not an address that writes to itself.
bool same_house(const Message& message) {
  const std::string_view house = domain_of(message.from.address);
  if (house.empty()) return false;
  for (const auto* people : {&message.to, &message.cc}) {
    for (const Mailbox& person : *people) {
      if (domain_of(person.address) == house && person.address != message.from.address) return true;
    }
  }
  return false;
}

}  // namespace

EvidenceCounts evidence_of(const Message& message, const BulkSigns& signs) {
  EvidenceCounts counts{};
  const auto set = [&](Evidence evidence, int count) {
    const auto index = static_cast<std::size_t>(evidence);
    counts[index] = std::clamp(count, 0, kRows[index].cap);
  };
  set(Evidence::Offers, signs.ads);
  set(Evidence::WeakOffers, signs.weak);
  set(Evidence::Pitches, signs.pitches);
  set(Evidence::Calls, signs.calls);
  set(Evidence::OptOuts, signs.unsubscribe);
  set(Evidence::Trades, signs.trades);
  set(Evidence::Frauds, signs.scam);
  set(Evidence::Fortunes, signs.fortunes);
  set(Evidence::Strangers, signs.strangers);
  set(Evidence::Sums, signs.sums);
  set(Evidence::SalesTalk, tenths(signs.sales, signs.statements));
  set(Evidence::You, tenths(signs.to_reader, signs.statements));
  set(Evidence::Shouts, signs.shouts);
  set(Evidence::Capitals, signs.capitals);
  set(Evidence::Disguises, signs.disguises);
  set(Evidence::Links, signs.links);
  set(Evidence::SubjectOffer, signs.subject);
  set(Evidence::SenderOffer, signs.sender);
  set(Evidence::SubjectTag, has_tag(message.subject));
  set(Evidence::SubjectShout, shouts(message.subject));
  set(Evidence::SubjectTail, has_tail(message.subject));
  set(Evidence::Foreign, is_foreign(signs));
  set(Evidence::HtmlOnly, message.make.html_only);
  set(Evidence::Decorated, message.make.links > 0 && message.make.fonts > 1);
  set(Evidence::HidesHost, message.make.hides_host);
  set(Evidence::Urgent, message.make.marked_urgent);
  set(Evidence::NamelessSender, message.from.name.empty());
  set(Evidence::NumberedSender, is_numbered(message.from.address));
  set(Evidence::NobodyNamed, message.to.empty() && message.cc.empty());
  set(Evidence::Answers, message.make.names_parent);
  set(Evidence::Quotes, !message.quoted.empty());
  set(Evidence::List, !message.list_id.empty() || is_discussion(message));
  set(Evidence::Length, doublings(signs.statements));
  set(Evidence::Work, tenths(signs.work, signs.statements));
  set(Evidence::Technical, signs.technical);
  set(Evidence::SameHouse, same_house(message));
  return counts;
}

int advertising_score(const EvidenceCounts& counts) {
  int score = 0;
  for (std::size_t i = 0; i < kEvidenceCount; ++i) score += counts[i] * kRows[i].weight;
  return score;
}

}  // namespace memfold::models::extractor
