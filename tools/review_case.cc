#include "tools/review_case.h"

#include <array>

#include "tools/fields.h"
#include "tools/figures.h"
#include "tools/present.h"
#include "tools/setting_value.h"
#include "tools/table.h"

namespace memfold::tools {
namespace {

/// What each verdict comes to when it is done, in the order of Verdict.
constexpr std::array<std::string_view, 5> kEffects = {
    "keeps the two apart", "links the two", "merges the fact into the memory",
    "makes the fact the memory's next version", "drops the fact: the memory says it already"};

std::string meanwhile(const ReviewCase& one) {
  if (one.review.held) return "held back: nothing was stored";
  return std::string(one.linked ? "stored and linked" : "stored, not linked") + ", as memory " +
         to_string(one.review.fact.id);
}

std::string outcome(const Review& review) {
  std::string text(name(review.state));
  if (review.resolution) text += " by decision #" + std::to_string(*review.resolution);
  if (review.resolved_at) text += " at " + to_string(*review.resolved_at);
  return text;
}

void print_ways(const Context& context, const Review& review) {
  const std::string number = std::to_string(review.sequence);
  Table table({{"To_settle_it"}, {"What_it_does", Align::Left, true}});
  table.add(
      {{"memfold review accept " + number}, {std::string(kEffects[std::size_t(review.verdict)])}});
  table.add({{"memfold review override " + number + " VERDICT"},
             {"does another: " + join(all_names<Verdict>(), ", ")}});
  table.add({{"memfold review dismiss " + number},
             {review.held ? "drops the fact" : "leaves things as they are"}});
  table.print(context.out, context.screen);
}

}  // namespace

void print_case(const Context& context, const ReviewCase& one) {
  const Review& review = one.review;
  Fields fields;
  fields.add("case", "#" + std::to_string(review.sequence), Ink::Bold);
  fields.add("standing", outcome(review));
  fields.add("likely", std::string(name(review.verdict)) + ", confidence " +
                           fixed_text(review.confidence, 2));
  fields.add_if("because", review.reasoning);
  fields.add("fact", review.fact.content);
  fields.add_if("source", review.fact.source_id);
  fields.add("occurred at", to_string(review.fact.occurred_at));
  fields.add("decided at", to_string(review.at));
  fields.add("meanwhile", meanwhile(one));
  fields.print(context.out, context.screen);
  if (one.target) {
    print_heading(context.out, context.screen, "Against " + to_string(review.target_id));
    print_changes(context.out, context.screen, one.target->content, review.fact.content,
                  review.property_changes);
  } else {
    context.out << "Memory " << to_string(review.target_id)
                << ", which it was compared with, is not there any more.\n";
  }
  if (review.state == ReviewState::Pending) print_ways(context, review);
}

void print_cases(const Context& context, const std::vector<Review>& reviews) {
  Table table({{"Sequence", Align::Right},
               {"At"},
               {"State"},
               {"Verdict"},
               {"Confidence", Align::Right},
               {"Held"},
               {"Content", Align::Left, true}});
  for (const Review& review : reviews) {
    table.add({{std::to_string(review.sequence)},
               {to_string(review.at)},
               {std::string(name(review.state))},
               {std::string(name(review.verdict))},
               {fixed_text(review.confidence, 2)},
               {review.held ? "yes" : "no"},
               {review.fact.content}});
  }
  table.print(context.out, context.screen);
}

}  // namespace memfold::tools
