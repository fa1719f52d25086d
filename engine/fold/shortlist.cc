#include "engine/fold/shortlist.h"

#include <algorithm>
#include <span>

#include "engine/fold/candidates.h"

namespace memfold {
namespace {

/// A follow-up may share no word with what it is about, but then that is near the top of the list
/// or was told of late: so many of either are compared whatever they share.
constexpr std::size_t kBestAlways = 2, kNewestAlways = 6;

/// What scores so much less than the best is further off than a number can tell.
constexpr double kClose = 0.1;
/// A statement of more numbers than these is a list, of which none says what it is about.
constexpr std::size_t kMostIdentifiers = 8;

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Whether a word goes on with the character at `next`, away from it that at `beyond`. A point or
/// comma between digits belongs to the number; what is no ASCII is a particle or a counter.
bool goes_on(std::string_view text, std::size_t next, std::size_t beyond) {
  if (next >= text.size()) return false;
  if (is_digit(text[next]) || is_letter(text[next])) return true;
  const bool mark = text[next] == '.' || text[next] == ',';
  return mark && beyond < text.size() && is_digit(text[beyond]);
}

bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    // Before the beginning is no place either.
    if (!goes_on(text, at - 1, at - 2) && !goes_on(text, end, end + 1)) return true;
  }
  return false;
}

/// What the fact names by number or code; empty where it names nothing, or too much.
std::vector<std::string> named_by(const EvaluationContext& context, const PreparedFact& fact) {
  auto identifiers = context.models.analyst->identifiers(statement_of(fact.memory));
  if (identifiers.size() > kMostIdentifiers) identifiers.clear();
  return identifiers;
}

/// How many of them a candidate names too.
std::size_t count_named(const EvaluationContext& context, const RankedCandidate& candidate,
                        const std::vector<std::string>& identifiers) {
  const Id id = context.lane.features().view(candidate.ordinal).id;
  return count_carried(statement_of(context.group.memory(id)).content, identifiers);
}

/// Of those about as good as the best, the ones first that name what the fact names: "project 4694"
/// is told from "project 4894" by that alone, and what else is said of the other may be more alike.
void same_named_first(std::span<RankedCandidate> best, const EvaluationContext& context,
                      const std::vector<std::string>& identifiers) {
  if (identifiers.empty()) return;
  std::vector<std::pair<std::size_t, RankedCandidate>> named;
  for (const RankedCandidate& candidate : best) {
    if (candidate.score.total < best.front().score.total - kClose) break;
    named.emplace_back(count_named(context, candidate, identifiers), candidate);
  }
  std::stable_sort(named.begin(), named.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::transform(named.begin(), named.end(), best.begin(),
                 [](const auto& one) { return one.second; });
}

/// Puts the nearest of those from `last` on there: what repeats a statement word for word may lie
/// far down where much was told under one subject line by the same people.
void nearest_last(std::span<RankedCandidate> best, std::size_t last) {
  if (last >= best.size()) return;
  const auto from = best.begin() + std::ptrdiff_t(last);
  const auto nearest =
      std::max_element(from, best.end(), [](const RankedCandidate& a, const RankedCandidate& b) {
        return a.score.cosine < b.score.cosine;
      });
  std::rotate(from, nearest, nearest + 1);
}

}  // namespace

bool judges(const DecideOptions& options, const Models& models) {
  return options.judge && models.judge && options.mode != Mode::Fast &&
         options.policy == Policy::Tree;
}

std::vector<Shortlisted> shortlist(const EvaluationContext& context, const SearchedFact& fact) {
  const DecideOptions& options = context.options;
  const bool judged = judges(options, context.models);
  std::vector<RankedCandidate> ranked =
      rank_candidates(context.lane, fact.search, fact.index, fact.fact, has_direction(fact.row),
                      judged, context.models.embedder->calibration(), options);
  const auto compared = std::size_t(std::min(options.max_analyses, options.max_judged));
  const Ordinal newest = judged ? newest_from(context.lane, kNewestAlways) : 0;
  std::vector<std::string> identifiers;
  if (judged) {
    const std::span best =
        std::span(ranked).first(std::min(ranked.size(), std::size_t(options.max_judged)));
    identifiers = named_by(context, fact.fact);
    same_named_first(best, context, identifiers);
    nearest_last(best, compared - 1);
  }
  const auto whether_compared = [&](std::size_t place, const RankedCandidate& one) {
    if (!judged || place < std::min(compared, kBestAlways)) return Compared::Always;
    if (place >= compared) return Compared::Never;
    if (!identifiers.empty() && count_named(context, one, identifiers) == 0) return Compared::Never;
    return one.ordinal < newest ? Compared::WhereWordsAreShared : Compared::Always;
  };
  std::vector<Shortlisted> list;
  list.reserve(ranked.size());
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    const Id id = context.lane.features().view(ranked[i].ordinal).id;
    list.push_back({{id, ranked[i].score}, whether_compared(i, ranked[i])});
  }
  return list;
}

std::size_t count_carried(std::string_view text, const std::vector<std::string>& identifiers) {
  return std::size_t(
      std::count_if(identifiers.begin(), identifiers.end(),
                    [&](const std::string& identifier) { return has_word(text, identifier); }));
}

}  // namespace memfold
