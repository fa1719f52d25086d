#include "engine/graph/erased_lines.h"

#include <algorithm>
#include <set>

#include "core/pattern_set.h"
#include "engine/graph/forget_graph.h"

namespace memfold::graph {
namespace {

constexpr std::size_t kLinesOfAText = 8;
constexpr std::size_t kShortestLine = 24;  ///< bytes; shorter ones are headings and greetings
constexpr std::size_t kLongestLine = 160;

/// Lines not seen yet in what stays.
class Unseen {
 public:
  Unseen(const PatternSet& lines, const ErasedGraph& erased)
      : lines_(lines), erased_(erased), seen_(lines.texts().size()) {}

  void read(std::string_view text) {
    lines_.each_in(text, [&](std::size_t i) { return seen_[i] = true; });
  }
  void read(const std::optional<Memory>& memory) {
    if (memory) read(memory->content);
  }
  void read_user(const storage::Store& store, const storage::UserKey& user) {
    store.scan_memories(user, [&](const Memory& memory) { read(memory.content); });
    store.scan_versions(user, [&](const storage::VersionRecord& version) { read(version.state); });
    store.scan_log_states(user, [&](const storage::LogPosition&, const storage::LogStates& states,
                                    const storage::Digest&) {
      for (const auto* memory : {&states.fact, &states.before, &states.after}) read(*memory);
    });
    store.scan_reviews(user, [&](const Review& review) { read(review.fact.content); });
    store.scan_sources(user, [&](const Source& source) {
      // What stayed of these by mistake must not count as somebody else's.
      if (erased_.cleared.contains(source.id) || erased_.gone.contains(source.id)) return;
      for (const std::string* text : {&source.title, &source.processed, &source.summary}) {
        read(*text);
      }
      read(store.raw_source(user, source.id).value_or(""));
    });
  }

  std::vector<std::string> left() const {
    std::vector<std::string> left;
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      if (!seen_[i]) left.push_back(lines_.texts()[i]);
    }
    return left;
  }

 private:
  const PatternSet& lines_;
  const ErasedGraph& erased_;
  std::vector<bool> seen_;
};

}  // namespace

void add_lines(std::string_view text, std::vector<std::string>& lines) {
  std::set<std::pair<std::size_t, std::string_view>> longest;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    line = line.substr(0, kLongestLine);
    if (line.size() < kShortestLine) continue;
    longest.emplace(line.size(), line);
    if (longest.size() > kLinesOfAText) longest.erase(longest.begin());
  }
  for (const auto& [size, line] : longest) lines.emplace_back(line);
}

std::vector<std::string> only_erased(const storage::Store& store, const ErasedGraph& erased) {
  const PatternSet lines(erased.lines);
  if (lines.empty()) return {};
  Unseen unseen(lines, erased);
  store.scan_users([&](const storage::UserKey& key, const storage::UserRecord&) {
    unseen.read_user(store, key);
  });
  return unseen.left();
}

}  // namespace memfold::graph
