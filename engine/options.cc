#include "memfold/options.h"

#include <cmath>
#include <cstdio>
#include <limits>
#include <span>
#include <string>

#include "memfold/error.h"

namespace memfold {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorCode::InvalidArgument, what);
}

void check_weights(std::string_view which, const Weights& weights) {
  double sum = 0;
  for (std::size_t i = 0; i < kFactorCount; ++i) {
    if (!(weights[i] >= 0 && weights[i] <= 1)) {
      refuse(std::string(which) + "." + std::string(kFactorNames[i]) + " must lie in 0..1, not " +
             std::to_string(weights[i]));
    }
    sum += weights[i];
  }
  if (std::abs(sum - 1) > 1e-9) {
    refuse(std::string(which) + " must sum to 1, not " + std::to_string(sum));
  }
}

}  // namespace

void validate(const DecideOptions& options) {
  check_weights("default_weights", options.default_weights);
  check_weights("update_weights", options.update_weights);
  check_weights("link_weights", options.link_weights);
  const struct {
    const char* name;
    double value;
  } shares[] = {{"update_weights_above", options.update_weights_above},
                {"link_weights_from", options.link_weights_from},
                {"related_from", options.related_from},
                {"update_from", options.update_from},
                {"duplicate_from", options.duplicate_from},
                {"balanced_from", options.balanced_from},
                {"balanced_below", options.balanced_below},
                {"accurate_from", options.accurate_from},
                {"accurate_below", options.accurate_below},
                {"update_floor", options.update_floor},
                {"review_at_confidence", options.review_at_confidence},
                {"review_from_confidence", options.review_from_confidence},
                {"judged_words", options.judged_words},
                {"classify.cosine_above", options.classify.cosine_above},
                {"classify.similar_strength", options.classify.similar_strength}};
  for (const auto& share : shares) {
    if (!(share.value >= 0 && share.value <= 1)) {
      refuse(std::string(share.name) + " must lie in 0..1, not " + std::to_string(share.value));
    }
  }
  if (options.related_from > options.update_from || options.update_from > options.duplicate_from) {
    refuse("the bands must ascend: related_from <= update_from <= duplicate_from");
  }
  if (options.balanced_from > options.balanced_below ||
      options.accurate_from > options.accurate_below) {
    refuse("an analysed range must not end before it begins");
  }
  const struct {
    const char* name;
    double value;
  } costs[] = {{"cost.wrong_replacement", options.cost.wrong_replacement},
               {"cost.wrong_skip", options.cost.wrong_skip},
               {"cost.review", options.cost.review}};
  for (const auto& cost : costs) {
    if (!(cost.value >= 0 && cost.value <= 1000)) {
      refuse(std::string(cost.name) + " must lie in 0..1000, not " + std::to_string(cost.value));
    }
  }
  const struct {
    const char* name;
    int value, least;
  } counts[] = {{"nearest", options.nearest, 1},
                {"key_neighbours", options.key_neighbours, 0},
                {"newest_per_key", options.newest_per_key, 1},
                {"newest", options.newest, 0},
                {"max_analyses", options.max_analyses, 1},
                {"max_judged", options.max_judged, 1},
                {"classify.max_candidates", options.classify.max_candidates, 1},
                {"max_links", options.max_links, 1},
                {"max_rivals", options.max_rivals, 0}};
  for (const auto& count : counts) {
    if (count.value < count.least || count.value > 10'000) {
      refuse(std::string(count.name) + " must lie in " + std::to_string(count.least) +
             "..10000, not " + std::to_string(count.value));
    }
  }
}

void validate(const RecallOptions& options) {
  const struct {
    const char* name;
    double value, most;
  } figures[] = {{"recall.k1", options.k1, 100},
                 {"recall.b", options.b, 1},
                 {"recall.part_weight", options.part_weight, 1},
                 {"recall.concept_weight", options.concept_weight, 1},
                 {"recall.unknown_weight", options.unknown_weight, 1},
                 {"recall.content_share", options.content_share, 1},
                 {"recall.word_share", options.word_share, 1},
                 {"recall.key_share", options.key_share, 1},
                 {"recall.near_share", options.near_share, 1}};
  for (const auto& figure : figures) {
    if (!(figure.value >= 0 && figure.value <= figure.most)) {
      refuse(std::string(figure.name) + " must lie in 0.." + std::to_string(int(figure.most)) +
             ", not " + std::to_string(figure.value));
    }
  }
}

namespace {

/// A number of memories from which something is so.
void check_from(const char* name, std::int64_t from) {
  constexpr std::int64_t kLeast = 16, kMost = std::numeric_limits<std::uint32_t>::max();
  if (from == 0 || (from >= kLeast && from <= kMost)) return;
  refuse(std::string(name) + " must be 0 or lie in " + std::to_string(kLeast) + ".." +
         std::to_string(kMost) + ", not " + std::to_string(from));
}

}  // namespace

void validate(const CellOptions& options) {
  check_from("cells.from", options.from);
  if (options.probes < 0 || options.probes > 65'535) {
    refuse("cells.probes must lie in 0..65535, not " + std::to_string(options.probes));
  }
}

void validate(const MappedOptions& options) {
  check_from("mapped.from", options.from);
}

namespace {

/// A figure with its bounds, inclusive.
struct Bounded {
  const char* name;
  double value, least, most;
};

void check_all(const char* section, std::span<const Bounded> figures) {
  for (const auto& [name, value, least, most] : figures) {
    if (value >= least && value <= most) continue;
    char range[128];
    std::snprintf(range, sizeof range, "%.15g..%.15g, not %.15g", least, most, value);
    refuse(std::string(section) + "." + name + " must lie in " + range);
  }
}

constexpr double kMostDays = 36'525;  // a century
constexpr double kMany = 1e6;

}  // namespace

void validate(const GraphOptions& options) {
  const Bounded figures[] = {
      {"accept_confidence", options.accept_confidence, 0, 1},
      {"accept_support_above", double(options.accept_support_above), 0, kMany},
      {"storyline_sources", double(options.storyline_sources), 1, kMany},
      {"storyline_days", double(options.storyline_days), 1, kMostDays},
      {"storyline_after_days", double(options.storyline_after_days), 0, kMostDays},
      {"storylines_a_night", double(options.storylines_a_night), 0, kMany},
      {"quiet_days", double(options.quiet_days), 1, kMostDays},
      {"storylines_a_source", double(options.storylines_a_source), 0, kMany},
      {"refreshed_a_night", double(options.refreshed_a_night), 0, kMany},
      {"refresh_sources", double(options.refresh_sources), 1, kMany},
      {"macro_storylines", double(options.macro_storylines), 1, kMany},
      {"macro_after_days", double(options.macro_after_days), 0, kMostDays},
      {"macros_a_week", double(options.macros_a_week), 0, kMany},
      {"consolidate_within_days", double(options.consolidate_within_days), 0, kMostDays},
      {"notes_a_node", double(options.notes_a_node), 1, kMany},
      {"distil_after_days", double(options.distil_after_days), 0, kMostDays},
      {"same_story", options.same_story, 0, 1},
      {"distil_below", options.distil_below, 0, 1},
      {"distil_often_below", options.distil_often_below, 0, 1},
      {"distil_sources", double(options.distil_sources), 1, kMany},
      {"distil_gap_days", double(options.distil_gap_days), 0, kMostDays},
      {"distilled_a_week", double(options.distilled_a_week), 0, kMany},
  };
  check_all("graph", figures);
}

void validate(const UserLimits& limits) {
  if (limits.max_memories >= 0) return;
  refuse("limits.max_memories must be 0 or more, not " + std::to_string(limits.max_memories));
}

void validate(const QueueOptions& options) {
  const double wait = options.longest_wait_seconds;
  const Bounded figures[] = {
      {"max_attempts", double(options.max_attempts), 1, kMany},
      {"longest_wait_seconds", wait, 0, kMostDays * 86'400},
      {"first_wait_seconds", double(options.first_wait_seconds), 0, wait},
      {"jitter", options.jitter, 0, 1},
  };
  check_all("queue", figures);
}

}  // namespace memfold
