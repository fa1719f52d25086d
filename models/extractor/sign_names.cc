// What the word files call the signs.
#include <array>

#include "models/extractor/lexicon.h"

namespace memfold::models::extractor {

std::optional<Sign> sign_named(std::string_view name) {
  struct Row {
    std::string_view name;
    Sign sign;
  };
  static constexpr auto kRows = std::to_array<Row>({
      {"Task", Sign::Task},
      {"TaskWeak", Sign::TaskWeak},
      {"Decision", Sign::Decision},
      {"Meeting", Sign::Meeting},
      {"MeetingWeak", Sign::MeetingWeak},
      {"Project", Sign::Project},
      {"Ads", Sign::Ads},
      {"AdsWeak", Sign::AdsWeak},
      {"Unsubscribe", Sign::Unsubscribe},
      {"Scam", Sign::Scam},
      {"Ephemeral", Sign::Ephemeral},
      {"Pitch", Sign::Pitch},
      {"Call", Sign::Call},
      {"Stranger", Sign::Stranger},
      {"Trade", Sign::Trade},
      {"Fortune", Sign::Fortune},
      {"Work", Sign::Work},
      {"TaskHeading", Sign::TaskHeading},
      {"DecisionHeading", Sign::DecisionHeading},
      {"ProjectHeading", Sign::ProjectHeading},
      {"Commitment", Sign::Commitment},
      {"Promise", Sign::Promise},
      {"Offer", Sign::Offer},
      {"Trait", Sign::Trait},
      {"Field", Sign::Field},
      {"Obliged", Sign::Obliged},
      {"Action", Sign::Action},
      {"Deadline", Sign::Deadline},
      {"Until", Sign::Until},
      {"Status", Sign::Status},
      {"Negation", Sign::Negation},
      {"Hedge", Sign::Hedge},
      {"Greeting", Sign::Greeting},
      {"Thanks", Sign::Thanks},
      {"Closing", Sign::Closing},
      {"Chatter", Sign::Chatter},
      {"Boilerplate", Sign::Boilerplate},
      {"Announce", Sign::Announce},
      {"QuestionWord", Sign::QuestionWord},
      {"Finite", Sign::Finite},
      {"Reference", Sign::Reference},
      {"Function", Sign::Function},
      {"Past", Sign::Past},
      {"Bring", Sign::Bring},
      {"Machine", Sign::Machine},
      {"Place", Sign::Place},
      {"Moved", Sign::Moved},
      {"Recurring", Sign::Recurring},
      {"Neutral", Sign::Neutral},
  });
  static_assert(kRows.size() == kSignCount);
  for (const Row& row : kRows) {
    if (row.name == name) return row.sign;
  }
  return std::nullopt;
}

}  // namespace memfold::models::extractor
