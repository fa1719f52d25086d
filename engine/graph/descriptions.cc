// Nodes kept up to date: what is put away, notes that expired, descriptions made anew.
#include "engine/graph/due_items.h"
#include "engine/graph/graph_jobs.h"
#include "engine/graph/job_tools.h"
#include "engine/graph/notes.h"
#include "engine/graph/veil.h"

namespace memfold::graph {
namespace {

constexpr std::size_t kSentences = 5;

/// What a note says: its text, or the memory it names, unless that was forgotten.
std::string text_of(GraphBatch& batch, Veil& veil, const Note& note) {
  if (veil.hides(note)) return {};
  if (!note.memory) return note.text;
  const std::optional<Memory> memory = batch.context().store.memory(batch.key(), *note.memory);
  return memory && !memory->deleted_at ? memory->content : std::string();
}

}  // namespace

Counts archive_nodes(const Context& context, std::string_view user, Time now) {
  GraphBatch batch(context, user);
  std::uint64_t archived = 0;
  for (const storage::DueEntry& entry :
       context.store.due(batch.key(), Task::ArchiveNode, kBeginning, {now.micros + 1}, SIZE_MAX)) {
    Node& node = batch.change(entry.id);
    node.state = MemoryState::Archived;
    node.updated_at = now;
    ++archived;
  }
  batch.commit();
  return {{"nodes_archived", archived}};
}

Counts clean_notes(const Context& context, std::string_view user, Time now) {
  GraphBatch batch(context, user);
  std::uint64_t dropped = 0;
  for (const storage::DueEntry& entry :
       context.store.due(batch.key(), Task::CleanNotes, kBeginning, {now.micros + 1}, SIZE_MAX)) {
    Node& node = batch.change(entry.id);
    dropped += drop_expired(node, now);
    node.updated_at = now;
  }
  batch.commit();
  return {{"notes_dropped", dropped}};
}

Counts consolidate_descriptions(const Context& context, std::string_view user, Time now) {
  GraphBatch batch(context, user);
  Veil veil(context.store, batch.key());
  std::uint64_t consolidated = 0;
  const Time from = days_before(now, context.options.graph.consolidate_within_days);
  for (const Node& stale : waiting(batch, Task::Consolidate, from, kEnd, SIZE_MAX)) {
    Node& node = batch.change(stale.id);
    std::vector<std::string> texts;
    if (!node.description.empty()) texts.push_back(node.description);
    for (const Note& note : node.notes) {
      std::string text = text_of(batch, veil, note);
      if (!text.empty()) texts.push_back(std::move(text));
    }
    describe(context, node, summarise(context, texts, kSentences));
    node.dirty = false;
    node.updated_at = now;
    ++consolidated;
  }
  batch.commit();
  return {{"descriptions_consolidated", consolidated}};
}

}  // namespace memfold::graph
