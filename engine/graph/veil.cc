#include "engine/graph/veil.h"

#include <algorithm>
#include <set>

#include "core/bare_text.h"
#include "engine/graph/masked_text.h"
#include "engine/records.h"

namespace memfold::graph {
namespace {

bool nothing_hidden(const storage::Store& store, const storage::UserKey& user) {
  const std::optional<storage::UserRecord> record = store.user(user);
  return !record || record->deleted == 0;
}

void withhold_all(Source& source) {
  for (std::string* text : {&source.title, &source.processed, &source.summary}) text->clear();
  source.keywords.clear();
  source.tags.clear();
}

/// Whether a title says what is forgotten: all of a statement, or the part that nothing which is
/// still there says.
bool tells(const std::string& title, const std::vector<std::vector<std::string>>& hidden,
           const std::vector<std::string>& visible) {
  const std::string bare = bare_text(title);
  if (bare.empty()) return false;
  const auto has_it = [&](const std::string& text) {
    return bare_text(text).find(bare) != std::string::npos;
  };
  const bool known = std::any_of(visible.begin(), visible.end(), has_it);
  for (const std::vector<std::string>& texts : hidden) {
    for (const std::string& text : texts) {
      if (!known && has_it(text)) return true;
      for (const std::string& form : bare_forms(text)) {
        if (bare.find(form) != std::string::npos) return true;
      }
    }
  }
  return false;
}

/// Takes every statement out of the text; whether each was found.
bool take_out(MaskedText& text, const std::vector<std::vector<std::string>>& hidden) {
  bool all = true;
  for (const std::vector<std::string>& texts : hidden) {
    bool found = false;
    for (const std::string& one : texts) found = text.take_out(bare_forms(one)) || found;
    all = all && found;
  }
  return all;
}

}  // namespace

Veil::Veil(const storage::Store& store, const storage::UserKey& user)
    : store_(store), user_(user), lifted_(nothing_hidden(store, user)) {}

std::vector<std::string> Veil::texts_of(const Memory& member) const {
  std::set<std::string> texts;
  const std::vector<storage::VersionRecord> versions = store_.versions(user_, member.chain_id);
  for (const storage::VersionRecord& version : versions) {
    if (version.state) texts.insert(version.state->content);
  }
  for (const Id& id : members_of(versions)) {
    if (const auto memory = store_.memory(user_, id)) texts.insert(memory->content);
  }
  // What was merged or skipped said the same in other words, which the log alone has.
  ChainLogPaths paths = log_paths(versions);
  storage::LogRange range;
  range.known = std::move(paths.known);
  store_.scan_log_index(user_, paths.routes, range,
                        [&](const storage::LogPosition& position, const storage::LogSummary&) {
                          const auto states =
                              store_.log_states(user_, position.at, position.sequence);
                          if (states && states->fact) texts.insert(states->fact->content);
                          return true;
                        });
  return {texts.begin(), texts.end()};
}

const Veil::Statements& Veil::statements_of(const Id& source) {
  const auto [entry, added] = known_.try_emplace(source);
  Statements& statements = entry->second;
  if (!added) return statements;
  std::set<Id> chains;
  for (const Edge& edge :
       store_.graph_edges(user_, storage::EdgeEnd::From, source, EdgeType::States)) {
    const std::optional<Memory> memory = store_.memory(user_, edge.to);
    if (!memory) continue;
    if (!memory->is_forgotten()) {
      statements.visible.push_back(memory->content);
    } else if (chains.insert(memory->chain_id).second) {
      statements.hidden.push_back(texts_of(*memory));
    }
  }
  return statements;
}

Source Veil::shown(Source source) {
  if (lifted_) return source;
  const auto& [hidden, visible] = statements_of(source.id);
  if (hidden.empty()) return source;
  MaskedText text(source.processed), summary(source.summary);
  const bool has_text = !source.processed.empty();
  const bool found = take_out(text, hidden) || (!has_text && take_out(summary, hidden));
  if (!found || visible.empty()) {
    withhold_all(source);
    return source;
  }
  if (has_text) {
    take_out(summary, hidden);
    summary.keep_what_is_in(text);
  }
  const MaskedText& whole = has_text ? text : summary;
  for (auto* words : {&source.keywords, &source.tags}) {
    std::erase_if(*words, [&](const std::string& word) { return !whole.says(word); });
  }
  if (tells(source.title, hidden, visible)) source.title.clear();
  std::string left = text.left(), summed_up = summary.left();  // they borrow what is replaced
  source.processed = std::move(left);
  source.summary = std::move(summed_up);
  return source;
}

bool Veil::hides(const Note& note) {
  if (lifted_) return false;
  if (note.memory) {
    const std::optional<Memory> memory = store_.memory(user_, *note.memory);
    return memory && memory->is_forgotten();
  }
  return std::any_of(note.sources.begin(), note.sources.end(),
                     [&](const Id& source) { return !statements_of(source).hidden.empty(); });
}

Node Veil::shown(Node node) {
  node.withheld.clear();
  if (lifted_) return node;
  std::erase_if(node.notes, [&](const Note& note) { return hides(note); });
  if (node.kind != NodeKind::Source || statements_of(node.id).hidden.empty()) return node;
  // A team's source lies with the team: without its text nothing says which lines to leave out.
  Source source = store_.source(user_, node.id).value_or(Source());
  source.id = node.id;
  source.title = node.title;
  source.summary = node.description;
  source.keywords = node.keywords;
  source.tags = node.tags;
  source = shown(std::move(source));
  node.title = source.title;
  if (node.description != source.summary) {
    node.embedding.clear();
    node.embedding_model.clear();
  }
  node.description = source.summary;
  node.keywords = source.keywords;
  node.tags = source.tags;
  return node;
}

}  // namespace memfold::graph
