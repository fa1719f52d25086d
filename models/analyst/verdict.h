// From the differences and the shared subject of two readings to a verdict.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "memfold/kinds.h"
#include "models/analyst/differences.h"
#include "models/analyst/overlap.h"

namespace memfold::models {

/// What the rules look at, gathered once per pair.
struct Evidence {
  const Reading& existing;
  const Reading& incoming;
  std::vector<Difference> differences;
  Overlap overlap;
  /// The first discriminator both sides have and disagree on (quarter, year, version, id, name
  /// ...).
  std::optional<Difference> conflict;
  /// Two words that tell the subjects apart in the same place: "Seoul office", "Busan office".
  const Word* modifier_existing = nullptr;
  const Word* modifier_incoming = nullptr;
  std::size_t existing_head = 0, incoming_head = 0;  ///< see head_end()
  bool same_text = false;
  /// Both were said under one subject line: what they share may be no more than that.
  bool one_subject_line = false;
  /// Each was said under a subject line of its own: what "applied" or "the deadline" is of differs.
  bool different_contexts = false;

  bool different_subjects() const {
    return conflict.has_value() || modifier_incoming != nullptr || different_contexts;
  }
};

Evidence gather(const Reading& existing, const Reading& incoming);

/// Whether the subject lines the two were said under name different things: another function,
/// ticket, quarter, month or numbered meeting. Reads both lines: ask only where much hangs on it.
bool subject_lines_apart(const Evidence& evidence);

struct Conclusion {
  Verdict verdict = Verdict::Unrelated;
  bool same_subject = false;
  SubjectRelation relation = SubjectRelation::Unrelated;
  std::optional<EdgeType> edge;
  double confidence = 0;
  std::string rule;  ///< why, in a few words
};

/// Pure; the rules are tried in a fixed order and the first that applies decides.
Conclusion conclude_by_rules(const Evidence& evidence);

/// More than a few sentences: there are too many words and values for a pair to turn on one.
bool is_long(const Reading& reading);

/// The verdict: by rule where one is certain or the pair is of a kind the model was not fitted on,
/// else what its features speak for.
Conclusion conclude(const Evidence& evidence);

}  // namespace memfold::models
