#include "engine/fold/reason.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace memfold {
namespace {

std::string quoted_change(const PropertyChange& change) {
  std::string text = change.property + " ";
  if (change.old_value.empty()) return text + "added: " + change.new_value;
  if (change.new_value.empty()) return text + "removed: " + change.old_value;
  return text + change.old_value + " -> " + change.new_value;
}

std::string in_brackets(const std::string& reasoning) {
  return reasoning.empty() ? "" : " (" + reasoning + ")";
}

std::string band_name(Band band) {
  return std::string(name(band)) + " band";
}

}  // namespace

std::string figure(double value) {
  // Integer arithmetic keeps the text the same on every C library and locale.
  const auto thousandths = static_cast<long long>(std::floor(value * 1000 + 0.5));
  const std::string fraction = std::to_string(1000 + thousandths % 1000).substr(1);
  return std::to_string(thousandths / 1000) + "." + fraction;
}

std::string decision_number(std::uint64_t sequence) {
  return "#" + std::to_string(sequence);
}

std::string reason_no_candidate() {
  return "nothing stored is comparable";
}

std::string reason_unrelated(double score, double related_from) {
  return "the nearest memory scores " + figure(score) + ", below " + figure(related_from);
}

std::string reason_below_gate(double cosine, double gate) {
  return "no memory the Analyst related to it lies above cosine " + figure(gate) +
         "; the nearest lies at " + figure(cosine);
}

std::string reason_band(double score, Band band) {
  return "score " + figure(score) + " falls in the " + band_name(band);
}

std::string reason_duplicate(double score, double from) {
  return "score " + figure(score) + " is at least " + figure(from) +
         " and the statement says nothing new: no number, date, id, name or word differs";
}

std::string reason_other_subject(double score) {
  return "score " + figure(score) + " would replace, but the subjects differ";
}

std::string reason_verdict(const Analysis& analysis, double score) {
  std::string text = std::string(name(analysis.verdict)) + " at score " + figure(score) +
                     ", confidence " + figure(analysis.confidence);
  const char* separator = ": ";
  for (const PropertyChange& change : analysis.property_changes) {
    text += separator + quoted_change(change);
    separator = "; ";
  }
  return text + in_brackets(analysis.reasoning);
}

std::string reason_judged(const Judgement& judgement, Outcome outcome, const Analysis& analysis) {
  constexpr std::array<const char*, kOutcomeCount> kSaid = {
      "it stands on its own", "it says what is known", "it adds detail", "it gives a new value"};
  std::string text = std::string(kSaid[std::size_t(outcome)]) + ", " +
                     figure(judgement.likely[std::size_t(outcome)]) + " likely";
  const char* separator = ", by ";
  // The parts speak for the likeliest outcome; where another costs less they are no reason for it.
  const auto& likely = judgement.likely;
  const bool likeliest =
      likely[std::size_t(outcome)] == *std::max_element(likely.begin(), likely.end());
  const bool told = likeliest && judgement.parts;
  for (const OutcomePart& part : told ? judgement.parts() : std::vector<OutcomePart>()) {
    text += separator + std::string(part.name) + " (" + figure(part.share) + ")";
    separator = ", ";
  }
  separator = ": ";
  for (const PropertyChange& change : analysis.property_changes) {
    text += separator + quoted_change(change);
    separator = "; ";
  }
  return text + in_brackets(analysis.reasoning);
}

std::string reason_unclear(const Analysis& analysis, const DecideOptions& options) {
  return "linked: " + std::string(name(analysis.verdict)) + " was likeliest, but confidence " +
         figure(analysis.confidence) + " is below " + figure(options.review_from_confidence) +
         in_brackets(analysis.reasoning);
}

std::string reason_in_doubt(const Analysis& analysis, const DecideOptions& options) {
  constexpr const char* kDone[] = {"linked", "stored alone", "held back"};
  std::string text =
      std::string(kDone[std::size_t(options.in_doubt)]) + " and flagged for review: ";
  if (!analysis.answered) return text + "no comparison was had" + in_brackets(analysis.reasoning);
  text += std::string(name(analysis.verdict)) + " was likely, but ";
  if (analysis.confidence <= options.review_at_confidence) {
    text += "confidence " + figure(analysis.confidence) + " is not above " +
            figure(options.review_at_confidence);
  } else {
    text += analysis.verdict == Verdict::Duplicate ? "a value or a word differs"
                                                   : "the subjects differ";
  }
  return text + in_brackets(analysis.reasoning);
}

std::string reason_update_floor(double score, double floor) {
  return "an update by its wording, but score " + figure(score) + " is below " + figure(floor) +
         ", so nothing is replaced";
}

std::string reason_conflict_lost(SourceType fact, SourceType memory) {
  return "a " + std::string(name(fact)) + " fact (priority " + std::to_string(int(fact)) +
         ") does not replace a " + std::string(name(memory)) + " memory (priority " +
         std::to_string(int(memory)) + ")";
}

std::string reason_sentences(const NextContent& next) {
  if (next.sentences < 2) return {};
  const std::string all = std::to_string(next.sentences);
  if (!next.keeps_some) {
    return "; replaces all " + all + " sentences of a merged memory, which could not be told apart";
  }
  return "; replaces " + std::to_string(next.replaced) + " of " + all +
         " sentences of a merged memory and keeps the rest";
}

std::string reason_too_long(std::size_t together) {
  return "both texts together are " + std::to_string(together) + " bytes, more than the " +
         std::to_string(kMaxContentBytes) + " of a memory";
}

std::string reason_backdated(Time fact, Time current, std::string because) {
  return "late arrival: said " + to_string(fact) + ", before the current version of " +
         to_string(current) + "; " + because;
}

std::string why_not(double score, const Analysis* analysis, bool other_target,
                    const DecideOptions& options) {
  if (analysis != nullptr) {
    if (!analysis->answered) return "no comparison was had";
    std::string text(name(analysis->verdict));
    if (analysis->confidence <= options.review_at_confidence) {
      text += " at low confidence " + figure(analysis->confidence);
    }
    return text;
  }
  if (score < options.related_from) return "below " + figure(options.related_from);
  return other_target ? "a better match was decisive" : "not asked: lower score";
}

}  // namespace memfold
