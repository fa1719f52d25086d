#include "engine/graph/team_erasure.h"

#include <algorithm>
#include <set>

#include "engine/graph/context.h"
#include "engine/records.h"

namespace memfold::graph {
namespace {

constexpr std::size_t kShortestStatement = 6;  ///< bytes; shorter ones stand anywhere

bool is_space(char byte) {
  return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

/// Bytes of `text` at `from` that say `statement`; 0: it does not.
std::size_t said_at(std::string_view text, std::size_t from, std::string_view statement) {
  std::size_t at = from;
  for (std::size_t i = 0; i < statement.size();) {
    if (!is_space(statement[i])) {
      if (at == text.size() || text[at++] != statement[i++]) return 0;
      continue;
    }
    if (at == text.size() || !is_space(text[at])) return 0;
    while (at < text.size() && is_space(text[at])) ++at;
    while (i < statement.size() && is_space(statement[i])) ++i;
  }
  return at - from;
}

/// Facts may stand behind the title of their source, which the text does not repeat.
std::vector<std::string> statements_of(const ErasedMemories& memories, const std::string& title) {
  std::vector<std::string> statements;
  for (const std::string& text : memories.texts) {
    statements.push_back(text);
    const bool titled = !title.empty() && text.starts_with(title + ": ");
    if (titled) statements.push_back(text.substr(title.size() + 2));
  }
  std::erase_if(statements,
                [](const std::string& text) { return text.size() < kShortestStatement; });
  return statements;
}

bool cut(std::string& text, std::span<const std::string> statements) {
  std::string rest = without(text, statements);
  const bool changed = rest != text;
  text = std::move(rest);
  return changed;
}

bool cut(std::vector<std::string>& texts, std::span<const std::string> statements) {
  return std::erase_if(
             texts, [&](const std::string& text) { return without(text, statements) != text; }) > 0;
}

}  // namespace

std::string without(std::string_view text, std::span<const std::string> statements) {
  std::string rest;
  std::size_t line = 0;  // where the line begins in `rest`
  bool cut_here = false;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t said = 0;
    for (const std::string& statement : statements) {
      said = std::max(said, said_at(text, at, statement));
    }
    if (said > 0) {
      at += said;
      cut_here = true;
      if (rest.ends_with(' ') && at < text.size() && text[at] == ' ') ++at;
      continue;
    }
    const bool ends_empty_line = text[at] == '\n' && cut_here && rest.size() == line;
    if (!ends_empty_line) rest += text[at];
    if (text[at++] != '\n') continue;
    line = rest.size();
    cut_here = false;
  }
  return rest;
}

std::vector<std::string> erase_from_teams(const AmendContext& context, const ErasedGraph& erased,
                                          const ErasedMemories& memories) {
  storage::Store& store = context.store;
  std::vector<std::string> teams, changed;
  store.scan_users([&](const storage::UserKey&, const storage::UserRecord& record) {
    if (is_team(record.user)) teams.push_back(record.user);
  });
  for (const std::string& team : teams) {
    const storage::UserKey key = storage::user_key(team);
    storage::CommitBatch batch(team);
    for (const Id& id : erased.cleared) {
      std::optional<Source> source = store.source(key, id);
      if (!source) continue;
      const std::vector<std::string> statements = statements_of(memories, source->title);
      bool any = false;
      for (std::string* text : {&source->title, &source->processed, &source->summary}) {
        any = cut(*text, statements) || any;
      }
      for (auto* texts : {&source->keywords, &source->tags}) any = cut(*texts, statements) || any;
      if (any) batch.put_source(*source, source->status);
      std::string raw = store.raw_source(key, id).value_or("");
      if (cut(raw, statements)) batch.put_raw(id, raw);
    }
    if (batch.empty()) continue;
    batch.begin_erasure(context.options.clock(), {});
    store.commit(std::move(batch));
    changed.push_back(team);
  }
  return changed;
}

}  // namespace memfold::graph
