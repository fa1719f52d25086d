#include <algorithm>
#include <array>
#include <string_view>

#include "memfold/category.h"
#include "memfold/kinds.h"
#include "memfold/log_event.h"

namespace memfold {
namespace {

using std::string_view;

/// Values print as their position says, counted from kFirst; what was removed is a kGap.
template <typename E>
struct Names;

constexpr string_view kGap;

template <typename... T>
constexpr auto table(T... text) {
  return std::array<string_view, sizeof...(T)>{string_view(text)...};
}

#define MEMFOLD_NAMES(E, FIRST, ...)                  \
  template <>                                         \
  struct Names<E> {                                   \
    static constexpr int kFirst = FIRST;              \
    static constexpr auto kText = table(__VA_ARGS__); \
  };

MEMFOLD_NAMES(Category::Kind, 0, "misc", "task", "decision", "meeting", "project", "ads")
MEMFOLD_NAMES(ImportanceTier, 0, "low", "medium", "high", "critical")
MEMFOLD_NAMES(SourceType, 1, "user_input", "bootstrapped", "tool_output", "realtime")
MEMFOLD_NAMES(MemoryState, 0, "candidate", "active", "core", "archived")
MEMFOLD_NAMES(TtlPolicy, 0, "decay", "ephemeral", "keep_forever")
MEMFOLD_NAMES(EdgeType, 0, "related_to", "sequential", "causal", "prerequisite", "elaboration",
              "reference", "alternative", kGap, "thematic", kGap, "similar", "supersedes",
              "merged_into", "mentions", "states", "attaches", "includes", "about", "rooted_in",
              "groups", "relates", "copied_to")
MEMFOLD_NAMES(NodeKind, 0, "memory", "source", "artifact", "person", "concept", "entity",
              "storyline", "macro", "relationship")
MEMFOLD_NAMES(SourceForm, 0, "email", "conversation", "voice_memo", "slack_thread", "meeting",
              "text_note")
MEMFOLD_NAMES(SourceStatus, 0, "raw", "processed", "extracted")
MEMFOLD_NAMES(Sensitivity, 0, "low", "normal", "high")
MEMFOLD_NAMES(JobStep, 0, "process", "extract")
MEMFOLD_NAMES(Task, 0, "archive_memory", "archive_node", "clean_notes", "consolidate",
              "promote_storyline", "refresh_storyline", "promote_macro", "refresh_macro", "distil")
MEMFOLD_NAMES(NoteLifetime, 0, "week", "month", "year", "forever")
MEMFOLD_NAMES(Attitude, 0, "unknown", "positive", "neutral", "negative")
MEMFOLD_NAMES(DecisionKind, 0, "CREATE", "UPDATE", "SKIP", "DELETE")
MEMFOLD_NAMES(Operation, 0, "ADD", "SUPERSEDE", "MERGE", "NOOP", "DELETE", "UPDATE")
MEMFOLD_NAMES(LogLevel, 0, "debug", "info", "warning", "error")
MEMFOLD_NAMES(Status, 0, "success", "error", "skipped", "dry_run")
MEMFOLD_NAMES(Trigger, 0, "realtime", "backfill", "manual", "scheduled", "user_request", "review",
              "undo")
MEMFOLD_NAMES(Band, 0, "none", "unrelated", "related", "update", "duplicate")
MEMFOLD_NAMES(Verdict, 0, "unrelated", "link", "merge", "update", "duplicate")
MEMFOLD_NAMES(ChangeKind, 0, "value_change", "addition", "removal", "expansion")
MEMFOLD_NAMES(SubjectRelation, 0, "unrelated", "identical", "sequential", "causal", "hierarchical",
              "reference", "thematic")
MEMFOLD_NAMES(RecallBy, 0, "both", "vector", "words")
MEMFOLD_NAMES(Mode, 0, "fast", "balanced", "accurate")
MEMFOLD_NAMES(WeightSet, 0, "default", "update", "link")
MEMFOLD_NAMES(ContentStrategy, 0, "replace", "append", "keep_existing", "revise")
MEMFOLD_NAMES(KeywordStrategy, 0, "replace", "merge", "keep_existing")
MEMFOLD_NAMES(ImportanceStrategy, 0, "replace", "max", "keep_existing")
MEMFOLD_NAMES(MissingFactors, 0, "renormalise", "zero")
MEMFOLD_NAMES(Durability, 0, "sync", "relaxed")
MEMFOLD_NAMES(DoubtPolicy, 0, "link", "create", "hold")
MEMFOLD_NAMES(Erasure, 0, "soft", "hard")
MEMFOLD_NAMES(CascadeMode, 0, "preserve_edges", "detach")
MEMFOLD_NAMES(Policy, 0, "tree", "classify")
MEMFOLD_NAMES(ReviewState, 0, "pending", "accepted", "overridden", "dismissed")
MEMFOLD_NAMES(StatesKept, 0, "kept", "never", "dropped", "erased", "forgotten")
MEMFOLD_NAMES(FoldState, 0, "pending", "searching", "no_match", "analysing", "adding", "updating",
              "merging", kGap, "committed", "skipped")
#undef MEMFOLD_NAMES

/// Without the gaps.
template <typename E>
constexpr auto known_names() {
  constexpr auto& text = Names<E>::kText;
  std::array<string_view, text.size() - std::size_t(std::count(text.begin(), text.end(), kGap))>
      known;
  std::copy_if(text.begin(), text.end(), known.begin(),
               [](string_view one) { return one != kGap; });
  return known;
}

template <typename E>
constexpr auto kKnownNames = known_names<E>();

bool equal_ignoring_ascii_case(string_view a, string_view b) {
  if (a.size() != b.size()) return false;
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (lower(a[i]) != lower(b[i])) return false;
  }
  return true;
}

}  // namespace

template <typename E>
std::string_view name(E value) {
  const int index = static_cast<int>(value) - Names<E>::kFirst;
  const auto& text = Names<E>::kText;
  if (index < 0 || index >= static_cast<int>(text.size()) || text[index] == kGap) return "?";
  return text[index];
}

template <typename E>
std::optional<E> parse_name(std::string_view wanted) {
  const auto& text = Names<E>::kText;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != kGap && equal_ignoring_ascii_case(text[i], wanted)) {
      return static_cast<E>(static_cast<int>(i) + Names<E>::kFirst);
    }
  }
  return std::nullopt;
}

template <typename E>
std::span<const std::string_view> all_names() {
  return kKnownNames<E>;
}

// Visible by name: the declarations' visibility is not that of what is made of them.
#define MEMFOLD_SHOWN __attribute__((visibility("default")))
#define MEMFOLD_INSTANTIATE(E)                                             \
  template MEMFOLD_SHOWN std::string_view name<E>(E);                      \
  template MEMFOLD_SHOWN std::optional<E> parse_name<E>(std::string_view); \
  template MEMFOLD_SHOWN std::span<const std::string_view> all_names<E>();
MEMFOLD_INSTANTIATE(Category::Kind)
MEMFOLD_INSTANTIATE(ImportanceTier)
MEMFOLD_INSTANTIATE(SourceType)
MEMFOLD_INSTANTIATE(MemoryState)
MEMFOLD_INSTANTIATE(TtlPolicy)
MEMFOLD_INSTANTIATE(EdgeType)
MEMFOLD_INSTANTIATE(DecisionKind)
MEMFOLD_INSTANTIATE(Operation)
MEMFOLD_INSTANTIATE(LogLevel)
MEMFOLD_INSTANTIATE(Status)
MEMFOLD_INSTANTIATE(Trigger)
MEMFOLD_INSTANTIATE(Band)
MEMFOLD_INSTANTIATE(Verdict)
MEMFOLD_INSTANTIATE(ChangeKind)
MEMFOLD_INSTANTIATE(SubjectRelation)
MEMFOLD_INSTANTIATE(RecallBy)
MEMFOLD_INSTANTIATE(Mode)
MEMFOLD_INSTANTIATE(WeightSet)
MEMFOLD_INSTANTIATE(ContentStrategy)
MEMFOLD_INSTANTIATE(KeywordStrategy)
MEMFOLD_INSTANTIATE(ImportanceStrategy)
MEMFOLD_INSTANTIATE(MissingFactors)
MEMFOLD_INSTANTIATE(Durability)
MEMFOLD_INSTANTIATE(FoldState)
MEMFOLD_INSTANTIATE(ReviewState)
MEMFOLD_INSTANTIATE(StatesKept)
MEMFOLD_INSTANTIATE(Erasure)
MEMFOLD_INSTANTIATE(CascadeMode)
MEMFOLD_INSTANTIATE(Policy)
MEMFOLD_INSTANTIATE(DoubtPolicy)
MEMFOLD_INSTANTIATE(NodeKind)
MEMFOLD_INSTANTIATE(SourceForm)
MEMFOLD_INSTANTIATE(SourceStatus)
MEMFOLD_INSTANTIATE(Sensitivity)
MEMFOLD_INSTANTIATE(JobStep)
MEMFOLD_INSTANTIATE(Task)
MEMFOLD_INSTANTIATE(NoteLifetime)
MEMFOLD_INSTANTIATE(Attitude)
#undef MEMFOLD_INSTANTIATE

ImportanceTier importance_tier(double importance) {
  if (importance >= 0.9) return ImportanceTier::Critical;
  if (importance >= 0.7) return ImportanceTier::High;
  if (importance >= 0.5) return ImportanceTier::Medium;
  return ImportanceTier::Low;
}

}  // namespace memfold
