// The graph around the memories: adding sources and working them into it, and asking what is there.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "memfold/decision.h"
#include "memfold/fold_options.h"
#include "memfold/memory.h"
#include "memfold/node.h"
#include "memfold/options.h"
#include "memfold/own_process.h"
#include "memfold/recall.h"
#include "memfold/source.h"

#pragma GCC visibility push(default)
namespace memfold {

struct SourceReceipt {
  Id id;
  bool known = false;  ///< the same source was there already; nothing was changed
};

/// A source with what was found in it.
struct ExtractedSource {
  Source source;            ///< processed; without raw content, that is not kept
  std::vector<Fact> facts;  ///< their user, source_id and source_type are the caller's to set
  MentionSet mentioned;     ///< of all its messages together
  std::vector<Attachment> attachments;
};

/// What became of the facts of some sources, in order.
struct FoldedSources {
  std::vector<Decision> decisions;  ///< of all facts, one source's after another's
  std::uint64_t connected = 0;      ///< sources connected now, not before
};

struct WorkOptions {
  std::size_t limit = 0;  ///< jobs at most; 0: all whose time has come
  std::string owner{};    ///< of this user or team alone; empty: of everyone
  Id source{};            ///< on this source alone; zero: on all
};

struct WorkReport {
  std::uint64_t processed = 0, extracted = 0;  ///< steps done
  std::uint64_t retried = 0;                   ///< failed, to be tried again
  std::uint64_t dead = 0;                      ///< failed for good
  std::uint64_t waiting = 0;                   ///< jobs whose time has not come
  std::vector<Decision> decisions;             ///< about the facts found
};

/// Who the memories belong to, as the person says: never taken from text.
struct OwnerProfile {
  std::string name;
  std::vector<std::string> addresses;
};

/// A step of a traversal.
struct GraphStep {
  Edge edge;
  int depth = 1;  ///< edges from the start
};

struct TraverseQuery {
  std::string user{};
  Id start{};
  std::vector<EdgeType> types{};  ///< any of these; empty: all
  int depth = 1;                  ///< 1..16
  std::size_t limit = 1000;       ///< steps at most
};

/// Which level of what is known a question is asked of: memories and the sources that state them
/// (Engine::recall, Graph::recall_sources), storylines with their sources, or macros with their
/// storylines.
enum class Granularity : std::uint8_t { Micro = 1, Meso = 2, Macro = 3 };

struct StoryQuery {
  std::string user{};
  std::string text{};
  Granularity granularity = Granularity::Meso;  ///< Meso or Macro
  int k = 10;
  double threshold = 0;                 ///< hits with a lower score are left out
  std::string person{};                 ///< who it is about or whom its sources mention
  std::optional<Time> from{}, until{};  ///< with anything in [from, until)
  bool include_archived = false;
  std::vector<MemoryState> states{};  ///< any of these alone; empty: all but archived
  RecallBy by = RecallBy::Both;
  bool count_use = true;  ///< the hits count as used; false: only look
};

struct StoryHit {
  Node node;
  double score = 0;  ///< 0..1
  /// Its parts, as of a memory (Hit in memfold/engine.h); keys are the names of what it is about.
  double content = 0, words = 0, keys = 0;
  std::vector<std::string> matched_words{}, matched_keys{};  ///< as the query has them
  std::string why;                                           ///< all that as one line
  std::vector<Node> below;  ///< the newest of a storyline's sources, of a macro's storylines
  std::size_t parts = 0;    ///< how many there are of these
};

/// A source that states what was asked for.
struct SourceHit {
  Node node;
  double score = 0;             ///< of the best of its statements
  std::string why;              ///< likewise
  std::vector<Hit> statements;  ///< that answer, best first
};

/// What the graph holds of one user, by kind.
struct GraphCounts {
  std::array<std::uint64_t, 9> nodes{};  ///< in the order of NodeKind; memories are not counted
  std::uint64_t sources = 0;             ///< with their own content
};

/// Reached through Engine::graph(); lives as long as the engine and is as safe for use from any
/// thread. Members throw Error as Engine's do. Times of mentions, storylines and macros are those
/// of the sources, not of the clock.
///
/// What is softly forgotten is given by no member: sources and their nodes come without the lines
/// that say it (without any text where those cannot be told, or where all they stated is
/// forgotten), nodes without notes that rest on it, and descriptions that may quote it are withheld
/// until they are written anew. Raw content alone is as it was received. Engine::restore brings all
/// of it back.
class Graph {
 public:
  /// Stores the source as it came in and queues the work on it; durable on return. A source with
  /// the same owner and source_id (or, without one, the same content) is known. Throws
  /// Error(InvalidArgument): neither user nor team, no content, too much of it.
  SourceReceipt add_source(Source source);

  /// Does the work whose time has come, oldest first: `process` cleans and sums up, `extract` folds
  /// facts and connects the source with the graph. A step that fails is tried again later; see
  /// QueueOptions. Steps are idempotent, so work that was cut short is done again.
  WorkReport work(const WorkOptions& options = {});

  /// Work that waits, or that failed for good, by run_at; of one user or team, or of everyone.
  std::vector<SourceJob> jobs(std::string_view owner = {}) const;
  /// Lets a job be tried again now, with its attempts forgotten. Throws Error(NotFound).
  void retry(std::string_view owner, const Id& job);

  /// Queues the extraction of a team's sources (all, or these) for one user, whose graph they then
  /// become part of. Returns how many were queued: those extracted for the user before are not.
  std::uint64_t extract_for(std::string_view user, std::string_view team,
                            std::span<const Id> sources = {});

  /// Folds the facts of sources of one user and connects the sources with the graph, all that
  /// work() would do in the end; stores the sources too. `fold` as for Engine::fold; its checkpoint
  /// is written once everything is.
  FoldedSources fold_sources(std::span<const ExtractedSource> sources,
                             const FoldOptions& fold = {});

  /// The second half of fold_sources(), for a host that folds the facts itself: `decisions` are
  /// those of the facts of all sources, in order. One thread may connect what another has folded
  /// while that one folds on. Of `fold` the checkpoint counts. Returns how many sources were new.
  std::uint64_t connect(std::span<const ExtractedSource> sources,
                        std::span<const Decision> decisions, const FoldOptions& fold = {});

  /// `with_raw`: and the raw content, which is shown as it came in, whatever was forgotten since.
  std::optional<Source> source(std::string_view user, const Id& id, bool with_raw = false) const;
  std::optional<Source> team_source(std::string_view team, const Id& id,
                                    bool with_raw = false) const;
  std::vector<Source> sources(std::string_view user) const;  ///< without raw content
  std::vector<Source> team_sources(std::string_view team) const;

  std::optional<Node> node(std::string_view user, const Id& id) const;
  std::vector<Node> nodes(std::string_view user, NodeKind kind) const;  ///< by id
  /// The node of this kind known by that name or address, after careful matching.
  std::optional<Node> find(std::string_view user, NodeKind kind, std::string_view name,
                           std::string_view type = {}) const;
  std::vector<Edge> edges_from(std::string_view user, const Id& id) const;
  std::vector<Edge> edges_to(std::string_view user, const Id& id) const;

  /// Sets or changes the owner: one person a user, kept for ever.
  Node set_owner(std::string_view user, const OwnerProfile& profile);
  /// Adds a note to a node; its description will be made anew. Throws Error(NotFound).
  Node add_note(std::string_view user, const Id& node, Note note);

  /// Storylines or macros that speak of what is asked, best first, ranked as memories are; they
  /// count as used now, as in Engine::recall. Throws Error(InvalidArgument) for Micro, which is
  /// Engine::recall's, and as that does.
  std::vector<StoryHit> recall(const StoryQuery& query) const;
  /// Sources of the memories that answer, by their best statement, then by how many they state,
  /// then the newest first; they count as used, their statements do not. Filters choose memories,
  /// but `include_archived` and `states` sources. Throws Error(InvalidArgument) for another time
  /// than now.
  std::vector<SourceHit> recall_sources(const RecallQuery& query) const;
  /// What a node is made of, one level down: a macro's storylines, a storyline's sources, a
  /// source's memories (as edges: their contents are Engine::get's).
  std::vector<Edge> drill_down(std::string_view user, const Id& id) const;

  /// Edges reached from a node or memory in either direction, breadth first, each once.
  std::vector<GraphStep> traverse(const TraverseQuery& query) const;
  GraphCounts counts(std::string_view user) const;

  struct Impl;
  explicit Graph(std::unique_ptr<Impl> impl);  ///< for the engine
  ~Graph();

 private:
  OwnedByProcess<Impl> impl_;
};

/// One list of what the messages of a source speak of: the same anchor once, with all that speaks
/// for it.
MentionSet merge(std::span<const MentionSet> parts);

/// The id of a source of this owner. Owners are users; teams have ids of their own.
Id source_id_of(std::string_view user, std::string_view team, std::string_view source_id);

}  // namespace memfold
#pragma GCC visibility pop
