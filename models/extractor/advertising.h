// Is a whole mail advertising, fraud included? A sum of counted evidence.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "memfold/message.h"
#include "models/extractor/bulk.h"

namespace memfold::models::extractor {

/// What speaks for advertising, or against it. Each is a count, cut at the cap of its row.
enum class Evidence : std::uint8_t {
  // what the statements say: how many carry a sign
  Offers,
  WeakOffers,
  Pitches,
  Calls,
  OptOuts,
  Trades,
  Frauds,
  Fortunes,
  Strangers,
  Sums,
  SalesTalk,  ///< 0..10: share of statements with any of the above
  You,        ///< 0..10: share of statements that say "you" and not "I"
  // how it is written
  Shouts,     ///< statements that end with "!"
  Capitals,   ///< statements in capitals
  Disguises,  ///< words spelt past filters: V1AGRA, l-o-a-n
  Links,
  // the subject
  SubjectOffer,
  SenderOffer,  ///< the sender's name sells: "Best Mortgage Rates"
  SubjectTag,   ///< "ADV:", (광고)
  SubjectShout,
  SubjectTail,  ///< a number or random letters behind it
  // how it was made and sent
  Foreign,  ///< neither Korean nor English
  HtmlOnly,
  Decorated,
  HidesHost,
  Urgent,
  NamelessSender,
  NumberedSender,  ///< three digits or more before the "@"
  NobodyNamed,     ///< no recipient
  // against
  Answers,
  Quotes,
  List,
  Length,     ///< how often it doubles beyond that of a letter
  Work,       ///< 0..10: share of statements about what people do together
  Technical,  ///< names code, versions, files
  SameHouse,  ///< sender and a recipient share a domain
  kCount
};
inline constexpr std::size_t kEvidenceCount = static_cast<std::size_t>(Evidence::kCount);
using EvidenceCounts = std::array<int, kEvidenceCount>;

/// What a mail and its statements show. Pure; counts are capped.
EvidenceCounts evidence_of(const Message& message, const BulkSigns& signs);

/// The weighted sum; advertising from kAdvertisingScore on.
int advertising_score(const EvidenceCounts& counts);
inline constexpr int kAdvertisingScore = 42;

}  // namespace memfold::models::extractor
