// Telling letters from mass mail.
#pragma once

#include <span>

#include "memfold/message.h"
#include "models/extractor/parse.h"

namespace memfold::models::extractor {

/// Counts of advertising signs over a mail.
struct BulkSigns {
  int ads = 0, weak = 0, unsubscribe = 0, shouts = 0, sums = 0, statements = 0;
  int scam = 0, ephemeral = 0, capitals = 0;
  int pitches = 0, calls = 0, strangers = 0, trades = 0, fortunes = 0, work = 0;
  int sales = 0;      ///< statements with any sign of selling
  int to_reader = 0;  ///< statements that say "you" and not "I"
  int disguises = 0, links = 0, technical = 0;
  int words = 0, plain_words = 0;  ///< all, and those of Korean or of English grammar
  int subject = 0, sender = 0;     ///< whether they show signs of selling
  void add(const Parse& parse);
};

/// A mail to a discussion list: the list's own address is among the recipients.
bool is_discussion(const Message& message);

/// A notice of the mail system itself: a bounce, a delay.
bool is_transport_notice(const Message& message);

/// Sent by a machine for the next minutes only: a one-time code, a password reset.
bool is_ephemeral(const Message& message, const BulkSigns& subject, const BulkSigns& body);

/// In a language that is not read here: hardly a word of Korean, or of English grammar.
bool is_unread_language(const BulkSigns& signs);

/// Mass mail: marked as such and neither a discussion nor a reply, or worded as such.
bool is_mass_mail(const Message& message, const BulkSigns& signs);

}  // namespace memfold::models::extractor
