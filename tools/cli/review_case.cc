#include "tools/cli/review_case.h"

#include <array>

#include "tools/cli/fields.h"
#include "tools/cli/figures.h"
#include "tools/cli/present.h"
#include "tools/cli/settings.h"
#include "tools/cli/table.h"

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

/// What became of the memory since; nothing when it is as it was.
std::string since_then(const ReviewCase& one) {
  if (one.target->deleted_at) return "deleted at " + to_string(*one.target->deleted_at);
  if (one.target->superseded_by) return "superseded by " + to_string(*one.target->superseded_by);
  return one.target->content == one.compared ? "" : "it says: " + one.target->content;
}

std::string outcome(const Review& review) {
  std::string text(name(review.state));
  if (review.resolution) text += " by decision #" + std::to_string(*review.resolution);
  if (review.resolved_at) text += " at " + to_string(*review.resolved_at);
  return text;
}

void print_comparison(const Context& context, const ReviewCase& one) {
  const Review& review = one.review;
  if (!one.target) {
    context.out << "Memory " << to_string(review.target_id)
                << ", which it was compared with, is not there any more.\n";
    return;
  }
  print_heading(context.out, context.screen, "Against " + to_string(review.target_id));
  print_changes(context.out, context.screen, one.compared, review.fact.content,
                review.property_changes);
  const std::string since = since_then(one);
  if (!since.empty()) {
    context.out << "  since then  " << paragraph(context.screen, since, 14) << '\n';
  }
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

void print_table(const Context& context, const std::vector<Review>& reviews) {
  Table table({{"Sequence"},
               {"At"},
               {"State"},
               {"Verdict"},
               {"Confidence"},
               {"Held"},
               {"Target_memory_id"},
               {"Content"}});
  for (const Review& review : reviews) {
    table.add({{std::to_string(review.sequence)},
               {to_string(review.at)},
               {std::string(name(review.state))},
               {std::string(name(review.verdict))},
               {fixed_text(review.confidence, 2)},
               {review.held ? "yes" : "no"},
               {to_string(review.target_id)},
               {review.fact.content}});
  }
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
  print_comparison(context, one);
  if (review.state == ReviewState::Pending) print_ways(context, review);
}

void print_cases(const Context& context, const std::vector<Review>& reviews) {
  if (!context.screen.terminal) return print_table(context, reviews);
  for (const Review& review : reviews) {
    context.out << paint(context.screen, Ink::Dim, "#" + std::to_string(review.sequence)) << "  "
                << to_string(review.at) << "  "
                << paint(context.screen, Ink::Magenta, name(review.verdict)) << "?  confidence "
                << fixed_text(review.confidence, 2);
    if (review.held) context.out << "  held back";
    if (review.state != ReviewState::Pending) context.out << "  " << name(review.state);
    context.out << "\n    " << paragraph(context.screen, review.fact.content, 4) << '\n';
  }
}

}  // namespace memfold::tools
