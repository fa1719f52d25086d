// The structured comparison of two statements.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "memfold/kinds.h"
#include "memfold/time.h"

#pragma GCC visibility push(default)
namespace memfold {

/// A stretch of a statement's content in bytes, [begin, end). Both 0: no particular place.
struct TextSpan {
  std::uint32_t begin = 0, end = 0;
  bool operator==(const TextSpan&) const = default;
};

/// One property that differs between two statements.
struct PropertyChange {
  std::string property;  ///< e.g. "money", "date", "time", "status", "negation", "version", "id"
  std::string old_value, new_value;  ///< normal forms; empty where that side has none
  ChangeKind change = ChangeKind::ValueChange;
  TextSpan old_span, new_span;  ///< where in existing.content and incoming.content
  bool operator==(const PropertyChange&) const = default;
};

/// A statement as an Analyst sees it. Borrowed: valid for the call.
struct Statement {
  std::string_view content;
  std::string_view subject;         ///< normalised subject line, may be empty
  std::optional<Time> occurred_at;  ///< what relative dates ("내일", "by Friday") refer to
};

/// What an Analyst concluded, with what it rests on.
struct Analysis {
  /// False: no answer could be had, and the rest stands in for one: a link at confidence 0.5 that
  /// says nothing of the pair, and a reasoning that says why.
  bool answered = true;
  Verdict verdict = Verdict::Unrelated;
  bool same_subject = false;
  std::string subject_a, subject_b;  ///< what each statement is about
  SubjectRelation relationship = SubjectRelation::Unrelated;
  std::vector<PropertyChange> property_changes;
  std::optional<EdgeType> relationship_type;  ///< for Verdict::Link
  double confidence = 0;                      ///< 0..1
  std::string reasoning;                      ///< one sentence
  std::vector<std::string> key_factors;
  std::string analyst;  ///< name@version
  /// The numbers behind the answer, for a Judge (judge.h): of the built-in Analyst's
  /// compare_for_judge(); else empty.
  std::vector<float> evidence;
  std::uint32_t tokens = 0;  ///< this answer cost, as a model's endpoint counts them
  /// What compare_for_judge() may leave for later, since few of its answers are read: writes
  /// subject_a, subject_b, reasoning and key_factors, as compare() would, and of its own keeps all
  /// it needs. Empty: they are written. Answers of the engine are written throughout.
  std::function<void(Analysis&)> write_words;
};

/// Has the words written that were left for later.
inline void put_in_words(Analysis& analysis) {
  if (const auto write = std::exchange(analysis.write_words, nullptr)) write(analysis);
}

}  // namespace memfold
#pragma GCC visibility pop
