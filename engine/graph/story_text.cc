#include "engine/graph/story_text.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/text.h"
#include "engine/graph/job_tools.h"

namespace memfold::graph {
namespace {

constexpr std::size_t kStoryLines = 3, kMacroLines = 4;
constexpr std::size_t kNewestThreads = 2;  // beside how it began
constexpr std::string_view kMark = "- ";   // as a summary's lines have it
constexpr std::size_t kYearAndMonth = 7;   // of 2021-03-01T...

/// The sources of one title, in order.
struct Thread {
  std::string title;
  std::vector<std::string> texts;
  std::size_t newest = 0;  ///< place of its last source
};

/// By their first source; what has no title is a thread by itself.
std::vector<Thread> threads_of(std::span<const Telling> tellings) {
  std::vector<Thread> threads;
  std::map<std::string, std::size_t> known;
  for (std::size_t i = 0; i < tellings.size(); ++i) {
    const Telling& telling = tellings[i];
    const auto [place, is_new] = known.try_emplace(fold_case(telling.title), threads.size());
    if (is_new || telling.title.empty()) {
      place->second = threads.size();
      threads.push_back({telling.title, {}, 0});
    }
    threads[place->second].texts.push_back(telling.text);
    threads[place->second].newest = i;
  }
  return threads;
}

/// Mail of several threads, of which one goes on.
bool is_threaded(std::span<const Thread> threads) {
  return threads.size() >= kStoryLines &&
         std::any_of(threads.begin(), threads.end(), [](const Thread& thread) {
           return !thread.title.empty() && thread.texts.size() > 1;
         });
}

/// The `count` that `weight` puts first, in their own order.
template <typename Item, typename Weight>
std::vector<Item> foremost(std::span<const Item> items, std::size_t count, Weight weight) {
  std::vector<std::size_t> places(items.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
    return weight(items[b]) < weight(items[a]);
  });
  places.resize(std::min(count, places.size()));
  std::sort(places.begin(), places.end());
  std::vector<Item> chosen;
  for (const std::size_t place : places) chosen.push_back(items[place]);
  return chosen;
}

std::string without_mark(std::string text) {
  return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

std::string line_of(const AmendContext& context, const Thread& thread) {
  const std::string said = without_mark(summarise(context, thread.texts, 1));
  if (thread.title.empty() || said.empty()) return thread.title + said;
  return said.starts_with(thread.title) ? said : thread.title + ": " + said;
}

void add_line(std::string& text, const std::string& line) {
  if (line.empty()) return;
  if (!text.empty()) text += '\n';
  text.append(kMark).append(line);
}

/// The sentences that say most, of what was told before and of these.
std::string plain(const AmendContext& context, std::vector<std::string> before,
                  std::span<const Telling> tellings) {
  for (const Telling& telling : tellings) before.push_back(telling.text);
  return summarise(context, before, kStoryLines);
}

std::string first_line(const std::string& text) {
  return without_mark(text.substr(0, text.find('\n')));
}

}  // namespace

std::string tell_storyline(const AmendContext& context, std::span<const Telling> tellings) {
  const std::vector<Thread> threads = threads_of(tellings);
  if (!is_threaded(threads)) return plain(context, {}, tellings);
  std::string text;
  const auto weight = [](const Thread& thread) {
    return std::pair(thread.texts.size(), thread.newest);
  };
  for (const Thread& thread : foremost<Thread>(threads, kStoryLines, weight)) {
    add_line(text, line_of(context, thread));
  }
  return text;
}

std::string retell_storyline(const AmendContext& context, const std::string& told,
                             std::span<const Telling> newest) {
  if (told.empty()) return tell_storyline(context, newest);  // what it said was erased
  const std::vector<Thread> threads = threads_of(newest);
  const bool is_lines = told.starts_with(kMark);
  if (!is_lines || !is_threaded(threads)) return plain(context, {told}, newest);
  const std::string began = first_line(told);
  std::string text;
  add_line(text, began);
  const auto weight = [&](const Thread& thread) {
    return std::pair(!began.starts_with(thread.title), thread.newest);
  };
  for (const Thread& thread : foremost<Thread>(threads, kNewestThreads, weight)) {
    add_line(text, line_of(context, thread));
  }
  return text;
}

std::string tell_macro(const AmendContext& context, std::span<const Node> storylines) {
  std::vector<Node> told(storylines.begin(), storylines.end());
  std::erase_if(told, [](const Node& storyline) { return storyline.description.empty(); });
  const auto weight = [](const Node& storyline) {
    return std::pair(storyline.source_count, storyline.last_at);
  };
  std::string text;
  for (const Node& storyline : foremost<Node>(told, kMacroLines, weight)) {
    const std::string from = to_string(*storyline.first_at).substr(0, kYearAndMonth);
    const std::string until = to_string(*storyline.last_at).substr(0, kYearAndMonth);
    const std::string said = without_mark(summarise(context, {&storyline.description, 1}, 1));
    if (said.empty()) continue;
    add_line(text, from + (from == until ? "" : " to " + until) + ": " + said);
  }
  return text;
}

}  // namespace memfold::graph
