// Words and phrases that mean something to the extractor, and where they occur in a text.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "models/extractor/atoms.h"

namespace memfold::models::extractor {

/// What a word or phrase is a sign of. The words are in models/language: signs_*.words,
/// function_words.words and negations.words.
///
/// An entry is words separated by spaces. A Latin word may end in ~ (all forms of a regular verb)
/// or + (plural); a Korean word matches the start of an atom, with * in front anywhere in it, with
/// $ behind up to its end (as it does always where another word follows, and in Reference and
/// Function).
enum class Sign : std::uint8_t {
  // categories; a weak sign counts only in company (see category.cc)
  Task,
  TaskWeak,
  Decision,
  Meeting,
  MeetingWeak,
  Project,
  Ads,
  AdsWeak,
  Unsubscribe,
  Scam,       ///< what letters about hidden fortunes say
  Ephemeral,  ///< a one-time code, a password reset: worthless within the hour
  // of whole mails only (advertising.h)
  Pitch,     ///< what sellers promise
  Call,      ///< what they want done
  Stranger,  ///< how they address whom they do not know
  Trade,     ///< what is mostly sold by mail
  Fortune,   ///< letters about hidden fortunes, more loosely than Scam
  Work,      ///< what people who know each other write about
  // what a heading says its list holds
  TaskHeading,
  DecisionHeading,
  ProjectHeading,
  // worth keeping
  Commitment,
  Promise,   ///< the writer will do something
  Offer,     ///< says what holds or is possible: nothing to be done
  Trait,     ///< what somebody is like or is going through: allergic, 이직
  Field,     ///< a label whose value is worth keeping: account, venue
  Obliged,   ///< must, have to: a task where it says when
  Action,    ///< a verb of work: send, review, 검토
  Deadline,  ///< by, due, 까지: counts with a date
  Until,     ///< the end of a state: until, 까지 with 부터
  Status,    ///< a short answer that settles something: applied, LGTM
  Negation,
  Hedge,  ///< I think, maybe
  // not worth keeping
  Greeting,
  Thanks,
  Closing,
  Chatter,
  Boilerplate,
  Announce,  ///< says that something follows: as follows, 아래와 같이
  QuestionWord,
  // grammar
  Finite,     ///< a verb form that can carry a sentence
  Reference,  ///< points outside the statement: this, it, 해당
  Function,   ///< no content word
  Past,
  Bring,      ///< what to bring is due when people meet
  Machine,    ///< about things and services: a flight, a delivery, 점검
  Place,      ///< where people come together: office, 회의실
  Moved,      ///< something gets another time: postponed, 연기
  Recurring,  ///< every, weekly, 매주
  Neutral,    ///< a phrase that only looks like a sign: system call
  kCount
};
inline constexpr std::size_t kSignCount = static_cast<std::size_t>(Sign::kCount);
using SignSet = std::bitset<kSignCount>;

/// What a heading "[sign Task]" of the word files calls it; empty for a name that is no sign.
std::optional<Sign> sign_named(std::string_view name);

/// A sign found in a text: atoms [first, last).
struct SignMatch {
  Sign sign;
  std::uint32_t first = 0, last = 0;
};

/// All signs of one text, in order of position. At each place the longest phrase wins and hides the
/// shorter ones inside it; grammar signs of single words are never hidden.
struct Signs {
  std::vector<SignMatch> matches;
  SignSet set;
  std::vector<std::uint8_t> function_word;  ///< per atom: 1 when it carries no content

  bool has(Sign sign) const { return set[static_cast<std::size_t>(sign)]; }
  /// The first match of this sign, or nullptr.
  const SignMatch* first(Sign sign) const;
};

/// Fills `signs` for these atoms, reusing its buffers. Safe from several threads.
void find_signs(const Atoms& atoms, Signs& signs);

}  // namespace memfold::models::extractor
