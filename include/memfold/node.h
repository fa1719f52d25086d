// The graph around the memories: sources, people, concepts, entities and what grows out of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "memfold/id.h"
#include "memfold/kinds.h"
#include "memfold/lifecycle.h"
#include "memfold/time.h"

#pragma GCC visibility push(default)
namespace memfold {

/// What someone or something noted about a node, for a while.
struct Note {
  std::string text;          ///< empty where a memory is what is noted
  std::optional<Id> memory;  ///< read through, never copied: forgetting it empties the note
  std::string added_by;      ///< a person, a job, or a model's name@version
  std::vector<Id> sources;   ///< that it rests on
  Time date_added;
  NoteLifetime lifetime = NoteLifetime::Forever;
  std::optional<Time> expires_at;  ///< none: never
  bool operator==(const Note&) const = default;
};

/// Days until a note of this lifetime expires: 7, 30, 365; none: never.
std::optional<int> note_days(NoteLifetime lifetime);

/// A job a node waits for, filed under a time that the job looks at: when it became due, when the
/// node was last used.
struct DueItem {
  Task task = Task::ArchiveNode;
  Time at;
  bool operator==(const DueItem&) const = default;
};

/// Everything in the graph that is not a memory. Which fields mean something depends on the kind:
/// an *anchor* (person, concept, entity) is what sources speak of; a storyline gathers an anchor's
/// sources, a macro an anchor's storylines; a relationship joins two anchors.
struct Node : Lifecycle {
  Id id = {};
  NodeKind kind = NodeKind::Entity;
  std::string user = {};

  /// Unique among the user's nodes of this kind and type. People: lower case with hyphens
  /// (minji-kim, 김민지). Sources: their source_id. Relationships: none.
  std::string name = {};
  std::string title = {};  ///< as people would write it
  std::string type = {};   ///< of an entity, a relationship, a source's form, an artifact's content
  std::vector<std::string> aliases = {};  ///< other exact keys: addresses, spellings; sorted
  std::string description = {};           ///< or summary
  std::vector<std::string> keywords = {}, tags = {};
  std::vector<Note> notes = {};  ///< by date_added

  bool is_owner = false;  ///< the person whose memories these are
  bool dirty = false;     ///< its description no longer says all that is known

  std::uint32_t source_count = 0;     ///< sources that mention it, or that it includes
  std::uint32_t storyline_count = 0;  ///< about it, or that it groups
  /// Days since 1970 (UTC) on which a source mentioned it, ascending, each once.
  std::vector<std::int32_t> mention_days = {};
  /// Of its sources; of a source itself: when it began and ended.
  std::optional<Time> first_at = {}, last_at = {};
  Time updated_at = {};

  // Of an anchor: its newest storyline, which may take more sources, and its macro. Its sources up
  // to filed_until are filed, those after it wait to become a storyline.
  std::optional<Id> storyline = {}, macro = {};
  std::uint32_t unfiled_sources = 0;
  std::optional<Time> filed_until = {};
  // Likewise, what became of its sources as notes.
  std::uint32_t undistilled_sources = 0;
  std::optional<Time> distilled_until = {};

  std::optional<Id> from = {}, to = {};  ///< a relationship's ends
  Attitude attitude = Attitude::Unknown;
  double proximity = 0;  ///< 0..1, how close a relationship is

  std::vector<std::int16_t> embedding = {};  ///< of the description, fixed point; empty: none
  std::string embedding_model = {};          ///< name@version that made it
  std::vector<DueItem> due = {};             ///< kept by the engine (due_items in engine/graph)

  /// The description of before something it may quote was softly forgotten, for when that is
  /// restored. Kept in the store alone: Graph gives it to nobody.
  std::string withheld = {};
  bool operator==(const Node&) const = default;
};

/// Whether nodes of this kind are mentioned by sources and may have storylines.
constexpr bool is_anchor(NodeKind kind) {
  return kind == NodeKind::Person || kind == NodeKind::Concept || kind == NodeKind::Entity;
}

/// Something a source speaks of, as whoever read it says, before it is matched with what is known.
struct Mention {
  NodeKind kind = NodeKind::Entity;       ///< an anchor
  std::string name = {};                  ///< as written
  std::string type = {};                  ///< of an entity: organisation, product, place...
  std::vector<std::string> aliases = {};  ///< exact keys: a person's addresses
  double confidence = 1;                  ///< 0..1
  /// Places that speak for it: headers, subject, statements, signature... each once.
  int support = 1;
  /// Somebody it was only sent to, as a copy or as one of many: it says nothing of them.
  bool copied = false;
  bool operator==(const Mention&) const = default;
};

/// How two mentions of one message relate, e.g. someone who works for an organisation.
struct MentionedRelation {
  std::size_t from = 0, to = 0;           ///< places in the list of mentions
  std::string type = {};                  ///< corresponds_with, works_for...
  Attitude attitude = Attitude::Unknown;  ///< where it says one, the relationship takes it
  double proximity = 0;                   ///< 0..1
  bool operator==(const MentionedRelation&) const = default;
};

/// Everything one message speaks of.
struct MentionSet {
  std::vector<Mention> mentions = {};
  std::vector<MentionedRelation> relations = {};
};

}  // namespace memfold
#pragma GCC visibility pop
