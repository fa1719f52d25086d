#include "storage/ranges.h"

#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "memfold/fact.h"
#include "memfold/models.h"

namespace memfold::storage {

// Parts of records.
static std::string out_of_range(const ImportanceFactor& factor);
static std::string out_of_range(const Score& score);
static std::string out_of_range(const Rival& rival);
static std::string out_of_range(const PropertyChange& change);
static std::string out_of_range(const Note& note);
static std::string out_of_range(const DueItem& item);

namespace {

struct Real {
  double least, most;
};
struct Natural {
  std::uint64_t least, most;
};
struct Moment {};
struct Bytes {
  std::size_t most;
};
/// What is a record of its own.
struct Table {};

constexpr Real kUnit{0, 1};
constexpr Real kScored{-1e-6, 1 + 1e-6};  // sums of products may miss a bound by a rounding
constexpr Real kCosine{-1.001, 1.001};    // of vectors in fixed point
constexpr Real kGradient{0, 100};
constexpr Real kDays{0, 1e9};
constexpr Natural kSequence{0, std::uint64_t{1} << 62};
constexpr Natural kVersionNumber{1, std::uint64_t{1} << 31};
constexpr Natural kAttempts{0, std::uint64_t{1} << 30};
constexpr Moment kMoment{};
constexpr Table kTable{};
/// Normal forms may be up to three times as long as what was given.
constexpr Bytes kContent{4 * kMaxContentBytes};
constexpr Bytes kField{4 * kMaxFieldBytes};
constexpr Bytes kText{1 << 20};       // reasons, titles, descriptions
constexpr Bytes kDocument{64 << 20};  // a source's clean text
/// About 31,000 years each way: sums and differences of two such times cannot overflow.
constexpr std::int64_t kFarthest = 1'000'000'000'000'000'000;

bool holds(double value, Real limit) {
  return value >= limit.least && value <= limit.most;  // false for what is no number
}
template <std::integral T>
bool holds(T value, Natural limit) {
  return std::cmp_greater_equal(value, limit.least) && std::cmp_less_equal(value, limit.most);
}
bool holds(Time value, Moment) {
  return value.micros >= -kFarthest && value.micros <= kFarthest;
}
bool holds(const std::string& value, Bytes limit) {
  return value.size() <= limit.most;
}
template <typename T>
concept Ranged = requires(const T& record) {
  out_of_range(record);
};

template <Ranged T>
bool holds(const T& record, Table) {
  return out_of_range(record).empty();
}
template <typename T, typename Limit>
bool holds(const std::optional<T>& value, Limit limit) {
  return !value || holds(*value, limit);
}
template <typename T, typename Limit>
bool holds(const std::vector<T>& values, Limit limit) {
  for (const T& value : values) {
    if (!holds(value, limit)) return false;
  }
  return true;
}
template <typename T, std::size_t kSize, typename Limit>
bool holds(const std::array<T, kSize>& values, Limit limit) {
  for (const T& value : values) {
    if (!holds(value, limit)) return false;
  }
  return true;
}

std::string say(double value, Real limit) {
  char text[96];
  std::snprintf(text, sizeof text, "is %g; it must lie in %g..%g", value, limit.least, limit.most);
  return text;
}
template <std::integral T>
std::string say(T value, Natural limit) {
  return "is " + std::to_string(value) + "; it must lie in " + std::to_string(limit.least) + ".." +
         std::to_string(limit.most);
}
std::string say(Time value, Moment) {
  return "is " + std::to_string(value.micros) + " microseconds from 1970; at most " +
         std::to_string(kFarthest) + " are allowed";
}
std::string say(const std::string& value, Bytes limit) {
  return "has " + std::to_string(value.size()) + " bytes; at most " + std::to_string(limit.most) +
         " are allowed";
}
template <Ranged T>
std::string say(const T& record, Table) {
  return out_of_range(record);
}
template <typename T, typename Limit>
std::string say(const std::optional<T>& value, Limit limit) {
  return say(*value, limit);
}
template <typename List, typename Limit>
requires requires(const List& list) {
  list.begin() != list.end();
}
std::string say(const List& values, Limit limit) {
  for (const auto& value : values) {
    if (!holds(value, limit)) return say(value, limit);
  }
  return {};
}

/// A field, its name in an export, and what it may hold.
template <typename Owner, typename T, typename Limit>
struct Row {
  std::string_view name;
  T Owner::*field;
  Limit limit;
};
template <typename Owner, typename T, typename Limit>
Row(std::string_view, T Owner::*, Limit) -> Row<Owner, T, Limit>;

template <typename Record, typename... Rows>
std::string first_problem(const Record& record, const std::tuple<Rows...>& rows) {
  std::string problem;
  const auto is_right = [&](const auto& row) {
    if (holds(record.*row.field, row.limit)) return true;
    problem = std::string(row.name) + " " + say(record.*row.field, row.limit);
    return false;
  };
  std::apply([&](const auto&... row) { (void)(is_right(row) && ...); }, rows);
  return problem;
}

constexpr std::tuple kLifecycle{
    Row{"confidence", &Lifecycle::confidence, kUnit},
    Row{"created_at", &Lifecycle::created_at, kMoment},
    Row{"salience", &Lifecycle::salience, kUnit},
    Row{"last_recall_interval", &Lifecycle::last_recall_interval, kDays},
    Row{"decay_gradient", &Lifecycle::decay_gradient, kGradient},
    Row{"last_accessed_at", &Lifecycle::last_accessed_at, kMoment},
    Row{"archive_at", &Lifecycle::archive_at, kMoment},
};

constexpr std::tuple kImportanceFactor{
    Row{"factor", &ImportanceFactor::factor, kText},
    Row{"weight", &ImportanceFactor::weight, Real{-1e9, 1e9}},
    Row{"evidence", &ImportanceFactor::evidence, kText},
};

constexpr std::tuple kMemory{
    Row{"user", &Memory::user, kField},
    Row{"content", &Memory::content, kContent},
    Row{"importance", &Memory::importance, kUnit},
    Row{"importance_factors", &Memory::importance_factors, kTable},
    Row{"source_id", &Memory::source_id, kField},
    Row{"sources", &Memory::sources, kField},
    Row{"thread_id", &Memory::thread_id, kField},
    Row{"people", &Memory::people, kField},
    Row{"subject", &Memory::subject, kField},
    Row{"entities", &Memory::entities, kField},
    Row{"keywords", &Memory::keywords, kField},
    Row{"tags", &Memory::tags, kField},
    Row{"stated_at", &Memory::stated_at, kMoment},
    Row{"occurred_at", &Memory::occurred_at, kMoment},
    Row{"valid_from", &Memory::valid_from, kMoment},
    Row{"valid_until", &Memory::valid_until, kMoment},
    Row{"updated_at", &Memory::updated_at, kMoment},
    Row{"superseded_at", &Memory::superseded_at, kMoment},
    Row{"version", &Memory::version, kVersionNumber},
    Row{"slot", &Memory::slot, kSequence},
    Row{"embedding_model", &Memory::embedding_model, kField},
    Row{"deleted_at", &Memory::deleted_at, kMoment},
    Row{"delete_trigger", &Memory::delete_trigger, kField},
};

constexpr std::tuple kScore{
    Row{"total", &Score::total, kScored},
    Row{"factors", &Score::factors, kScored},
    Row{"weights", &Score::weights, kScored},
    Row{"cosine", &Score::cosine, kCosine},
};

constexpr std::tuple kRival{
    Row{"score", &Rival::score, kScored},
    Row{"why", &Rival::why, kText},
};

constexpr std::tuple kPropertyChange{
    Row{"property", &PropertyChange::property, kText},
    Row{"old_value", &PropertyChange::old_value, kText},
    Row{"new_value", &PropertyChange::new_value, kText},
};

constexpr std::tuple kDecision{
    Row{"sequence", &Decision::sequence, kSequence},
    Row{"user", &Decision::user, kField},
    Row{"at", &Decision::at, kMoment},
    Row{"score", &Decision::score, kTable},
    Row{"confidence", &Decision::confidence, kUnit},
    Row{"property_changes", &Decision::property_changes, kTable},
    Row{"reason", &Decision::reason, kText},
    Row{"rivals", &Decision::rivals, kTable},
    Row{"idempotency_key", &Decision::idempotency_key, kField},
    Row{"source_id", &Decision::source_id, kField},
    Row{"error", &Decision::error, kText},
    Row{"answers", &Decision::answers, kSequence},
    Row{"analyst", &Decision::analyst, kField},
};

constexpr std::tuple kVersion{
    Row{"version", &VersionRecord::version, kVersionNumber},
    Row{"log_sequence", &VersionRecord::log_sequence, kSequence},
    Row{"at", &VersionRecord::at, kMoment},
    Row{"state", &VersionRecord::state, kTable},
};

constexpr std::tuple kFeatures{
    Row{"slot", &FeatureRecord::slot, kSequence},
    Row{"subject", &FeatureRecord::subject, kField},
    Row{"occurred_at", &FeatureRecord::occurred_at, kMoment},
};

constexpr std::tuple kEdge{
    Row{"strength", &Edge::strength, kScored},
    Row{"created_at", &Edge::created_at, kMoment},
    Row{"provenance", &Edge::provenance, kField},
};

constexpr std::tuple kUser{
    Row{"user", &UserRecord::user, kField},
    Row{"next_sequence", &UserRecord::next_sequence, kSequence},
    Row{"next_slot", &UserRecord::next_slot, kSequence},
    Row{"memories", &UserRecord::memories, kSequence},
    Row{"current_memories", &UserRecord::current_memories, kSequence},
    Row{"edges", &UserRecord::edges, kSequence},
    Row{"by_kind", &UserRecord::by_kind, kSequence},
    Row{"by_operation", &UserRecord::by_operation, kSequence},
    Row{"rejected", &UserRecord::rejected, kSequence},
    Row{"reviews", &UserRecord::reviews, kSequence},
    Row{"backdated", &UserRecord::backdated, kSequence},
    Row{"deleted", &UserRecord::deleted, kSequence},
    Row{"pending_reviews", &UserRecord::pending_reviews, kSequence},
    Row{"first_sequence", &UserRecord::first_sequence, kSequence},
};

constexpr std::tuple kStates{
    Row{"fact", &LogStates::fact, kTable},
    Row{"before", &LogStates::before, kTable},
    Row{"after", &LogStates::after, kTable},
};

constexpr std::tuple kReview{
    Row{"sequence", &Review::sequence, kSequence},
    Row{"at", &Review::at, kMoment},
    Row{"fact", &Review::fact, kTable},
    Row{"confidence", &Review::confidence, kUnit},
    Row{"property_changes", &Review::property_changes, kTable},
    Row{"reasoning", &Review::reasoning, kText},
    Row{"resolution", &Review::resolution, kSequence},
    Row{"resolved_at", &Review::resolved_at, kMoment},
};

constexpr std::tuple kAnalysis{
    Row{"subject_a", &Analysis::subject_a, kText},
    Row{"subject_b", &Analysis::subject_b, kText},
    Row{"property_changes", &Analysis::property_changes, kTable},
    Row{"confidence", &Analysis::confidence, kUnit},
    Row{"reasoning", &Analysis::reasoning, kText},
    Row{"key_factors", &Analysis::key_factors, kText},
    Row{"analyst", &Analysis::analyst, kField},
};

constexpr std::tuple kNote{
    Row{"text", &Note::text, kText},
    Row{"added_by", &Note::added_by, kField},
    Row{"date_added", &Note::date_added, kMoment},
    Row{"expires_at", &Note::expires_at, kMoment},
};

constexpr std::tuple kDueItem{
    Row{"at", &DueItem::at, kMoment},
};

constexpr std::tuple kNode{
    Row{"user", &Node::user, kField},
    Row{"name", &Node::name, kText},
    Row{"title", &Node::title, kText},
    Row{"type", &Node::type, kText},
    Row{"aliases", &Node::aliases, kText},
    Row{"description", &Node::description, kText},
    Row{"keywords", &Node::keywords, kText},
    Row{"tags", &Node::tags, kText},
    Row{"notes", &Node::notes, kTable},
    Row{"first_at", &Node::first_at, kMoment},
    Row{"last_at", &Node::last_at, kMoment},
    Row{"updated_at", &Node::updated_at, kMoment},
    Row{"filed_until", &Node::filed_until, kMoment},
    Row{"distilled_until", &Node::distilled_until, kMoment},
    Row{"proximity", &Node::proximity, kUnit},
    Row{"embedding_model", &Node::embedding_model, kField},
    Row{"due", &Node::due, kTable},
    Row{"withheld", &Node::withheld, kText},
};

constexpr std::tuple kSource{
    Row{"user", &Source::user, kField},
    Row{"team", &Source::team, kField},
    Row{"source_id", &Source::source_id, kText},
    Row{"provenance", &Source::provenance, kText},
    Row{"participants", &Source::participants, kText},
    Row{"started_at", &Source::started_at, kMoment},
    Row{"ended_at", &Source::ended_at, kMoment},
    Row{"received_at", &Source::received_at, kMoment},
    Row{"title", &Source::title, kText},
    Row{"processed", &Source::processed, kDocument},
    Row{"summary", &Source::summary, kText},
    Row{"keywords", &Source::keywords, kText},
    Row{"tags", &Source::tags, kText},
};

constexpr std::tuple kJob{
    Row{"user", &SourceJob::user, kField},
    Row{"team", &SourceJob::team, kField},
    Row{"attempts", &SourceJob::attempts, kAttempts},
    Row{"run_at", &SourceJob::run_at, kMoment},
    Row{"error", &SourceJob::error, kText},
};

constexpr std::tuple kSummary{
    Row{"score", &LogSummary::score, kScored},
};

}  // namespace

std::string out_of_range(const ImportanceFactor& factor) {
  return first_problem(factor, kImportanceFactor);
}
std::string out_of_range(const Score& score) {
  return first_problem(score, kScore);
}
std::string out_of_range(const Rival& rival) {
  return first_problem(rival, kRival);
}
std::string out_of_range(const PropertyChange& change) {
  return first_problem(change, kPropertyChange);
}
std::string out_of_range(const Note& note) {
  return first_problem(note, kNote);
}
std::string out_of_range(const DueItem& item) {
  return first_problem(item, kDueItem);
}
std::string out_of_range(const Memory& memory) {
  std::string problem = first_problem(static_cast<const Lifecycle&>(memory), kLifecycle);
  return problem.empty() ? first_problem(memory, kMemory) : problem;
}
std::string out_of_range(const Decision& decision) {
  return first_problem(decision, kDecision);
}
std::string out_of_range(const VersionRecord& version) {
  return first_problem(version, kVersion);
}
std::string out_of_range(const FeatureRecord& features) {
  return first_problem(features, kFeatures);
}
std::string out_of_range(const Edge& edge) {
  return first_problem(edge, kEdge);
}
std::string out_of_range(const UserRecord& user) {
  return first_problem(user, kUser);
}
std::string out_of_range(const LogStates& states) {
  return first_problem(states, kStates);
}
std::string out_of_range(const Review& review) {
  return first_problem(review, kReview);
}
std::string out_of_range(const Analysis& analysis) {
  return first_problem(analysis, kAnalysis);
}
std::string out_of_range(const Node& node) {
  std::string problem = first_problem(static_cast<const Lifecycle&>(node), kLifecycle);
  return problem.empty() ? first_problem(node, kNode) : problem;
}
std::string out_of_range(const Source& source) {
  return first_problem(source, kSource);
}
std::string out_of_range(const SourceJob& job) {
  return first_problem(job, kJob);
}
std::string out_of_range(const LogSummary& summary) {
  return first_problem(summary, kSummary);
}

bool is_unit(std::span<const std::int16_t> row) {
  double square = 0;
  for (const std::int16_t value : row) square += double(value) * value;
  // Rounding moves each component by at most 1/2, and so the length by at most sqrt(d) / 2.
  const double slack = std::sqrt(double(row.size())) / 2 + 1;
  return std::abs(std::sqrt(square) - kVectorScale) <= slack;
}

}  // namespace memfold::storage
