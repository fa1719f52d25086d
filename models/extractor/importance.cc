#include "models/extractor/importance.h"

#include <algorithm>
#include <cstdint>

#include "core/text.h"
#include "models/extractor/characters.h"

namespace memfold::models::extractor {
namespace {

constexpr std::size_t kMaxEvidenceBytes = 120;
constexpr std::size_t kNamedRecipients = 3;

double rounded(double value) {
  constexpr double kUnit = 1e6;
  const double capped = std::clamp(value, 0.0, 1.0);
  return static_cast<double>(static_cast<std::int64_t>(capped * kUnit + 0.5)) / kUnit;
}

std::vector<std::string> recipients(const Message& message) {
  std::vector<std::string> found;
  for (const auto* list : {&message.to, &message.cc}) {
    for (const Mailbox& person : *list) {
      if (found.size() >= kMaxListItems) return found;
      std::string key = normalise_person(person.address.empty() ? person.name : person.address);
      if (key.empty() || key == message.from.address) continue;
      if (std::find(found.begin(), found.end(), key) == found.end()) found.push_back(key);
    }
  }
  return found;
}

std::string some_of(const std::vector<std::string>& people) {
  std::string text;
  for (std::size_t i = 0; i < std::min(people.size(), kNamedRecipients); ++i) {
    text += (i ? ", " : "") + people[i];
  }
  if (people.size() > kNamedRecipients) {
    text += " + " + std::to_string(people.size() - kNamedRecipients);
  }
  return text;
}

// "Re:" as it stands in the subject, else what made it a reply.
std::string reply_evidence(const Message& message) {
  const std::string_view subject = trim(message.subject);
  const std::size_t colon = subject.substr(0, 16).find(':');
  if (colon != std::string_view::npos && normalise_subject(subject).size() < subject.size()) {
    return std::string(subject.substr(0, colon + 1));
  }
  return "In-Reply-To";
}

}  // namespace

ImportanceModel::ImportanceModel(const ImportanceOptions& options) : options_(options) {
  important_ = normalised_set(options.important_people, normalise_person);
}

MailFactors ImportanceModel::of_mail(const Message& message) const {
  MailFactors mail;
  const auto fire = [&](const char* factor, double weight, std::string evidence) {
    mail.factors.push_back({factor, weight, std::move(evidence)});
  };
  for (const std::string& key : {message.from.address, message.from.name}) {
    if (key.empty() ||
        !std::binary_search(important_.begin(), important_.end(), normalise_person(key))) {
      continue;
    }
    fire("from_important_person", options_.from_important_person, key);
    break;
  }
  const std::vector<std::string> others = recipients(message);
  if (others.size() >= 2) fire("multi_person", options_.multi_person, some_of(others));
  if (message.is_reply) fire("is_reply_chain", options_.is_reply_chain, reply_evidence(message));
  return mail;
}

Importance ImportanceModel::of_statement(const Parse& parse, Category::Kind category,
                                         const DateMention* deadline,
                                         const MailFactors& mail) const {
  Importance importance;
  const auto fire = [&](const char* factor, double weight, std::string_view evidence) {
    importance.factors.push_back(
        {factor, weight, std::string(cut_at_word(evidence, kMaxEvidenceBytes))});
  };
  for (const Entity& entity : parse.entities) {
    if (entity.kind != EntityKind::Money) continue;
    fire("contains_money", options_.contains_money, parse.atoms.range(entity.first, entity.last));
    break;
  }
  if (deadline) {
    // The word that makes it a deadline stands right before the date or is part of it.
    std::size_t first = deadline->first;
    const SignMatch* word = parse.signs.first(Sign::Deadline);
    if (!word) word = parse.signs.first(Sign::Until);
    if (word && word->first < first && first - word->first <= 8) first = word->first;
    fire("has_deadline", options_.has_deadline, parse.atoms.range(first, deadline->last));
  }
  for (Sign sign : {Sign::Task, Sign::Commitment, Sign::Action, Sign::TaskWeak, Sign::Deadline}) {
    const bool acts = sign == Sign::Task || sign == Sign::Commitment || category == Category::Task;
    if (!acts || !parse.has(sign)) continue;
    fire("contains_action", options_.contains_action, parse.words(sign));
    break;
  }
  importance.factors.insert(importance.factors.end(), mail.factors.begin(), mail.factors.end());
  double sum = options_.base;
  for (const ImportanceFactor& factor : importance.factors) sum += factor.weight;
  importance.value = rounded(sum);
  return importance;
}

Importance ImportanceModel::of_advertisement() const {
  return {rounded(options_.base / 2), {}};
}

}  // namespace memfold::models::extractor
