#include "tools/cli/node_text.h"

#include <algorithm>
#include <iterator>
#include <sstream>

#include "tools/cli/fields.h"
#include "tools/cli/figures.h"
#include "tools/cli/json.h"
#include "tools/cli/present.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {
namespace {

constexpr std::size_t kShownEdges = 50;

std::string optional_time(const std::optional<Time>& time) {
  return time ? to_string(*time) : std::string();
}

bool has_lines(const std::string& text) {
  return text.find('\n') != std::string::npos;
}

Fields fields_of(const Node& node) {
  Fields fields;
  fields.add("title", node.title, Ink::Bold);
  fields.add("id", to_string(node.id));
  fields.add("kind", std::string(name(node.kind)) + (node.type.empty() ? "" : ", " + node.type) +
                         (node.is_owner ? ", the owner" : ""));
  fields.add_if("name", node.name);
  fields.add_if("also", join_texts(node.aliases));
  if (!has_lines(node.description)) fields.add_if("description", node.description);
  fields.add_if("keywords", join_texts(node.keywords));
  fields.add("sources", count_text(node.source_count));
  fields.add_if("from", optional_time(node.first_at));
  fields.add_if("until", optional_time(node.last_at));
  fields.add("state", std::string(name(node.state)) + ", salience " + fixed_text(node.salience, 2) +
                          " when last used");
  fields.add("confidence", fixed_text(node.confidence, 2));
  if (node.kind == NodeKind::Relationship) {
    fields.add("proximity", fixed_text(node.proximity, 2));
    fields.add("attitude", std::string(name(node.attitude)));
  }
  return fields;
}

/// A description of several lines, each on its own.
void print_description(const Context& context, const Node& node) {
  if (!has_lines(node.description)) return;
  print_heading(context.out, context.screen, "Description");
  std::istringstream lines(node.description);
  for (std::string line; std::getline(lines, line);) {
    context.out << "  " << printable(line) << '\n';
  }
}

void print_notes(const Context& context, const Engine& engine, const Node& node) {
  if (node.notes.empty()) return;
  print_heading(context.out, context.screen, "Notes");
  for (const Note& note : node.notes) {
    const std::string text =
        note.memory ? label_of(engine, context.user(), *note.memory) : note.text;
    const std::string line = to_string(note.date_added).substr(0, 10) + "  " + printable(text);
    context.out << "  " << (context.screen.terminal ? fit(line, context.screen.width - 2) : line)
                << '\n';
  }
}

struct PartOf {
  NodeKind kind;
  const char* title;
  EdgeType type;
};
constexpr PartOf kParts[] = {{NodeKind::Source, "Statements", EdgeType::States},
                             {NodeKind::Storyline, "Sources", EdgeType::Includes},
                             {NodeKind::Macro, "Storylines", EdgeType::Groups}};

/// The newest of what the node is made of, for which its edges need not be read one by one.
void print_parts(const Context& context, const Engine& engine, const Node& node,
                 std::vector<Edge>& edges) {
  const auto made_of = std::find_if(std::begin(kParts), std::end(kParts),
                                    [&](const PartOf& part) { return part.kind == node.kind; });
  if (made_of == std::end(kParts)) return;
  std::erase_if(edges, [&](const Edge& edge) { return edge.type == made_of->type; });
  const std::vector<Edge> parts = engine.graph().drill_down(context.user(), node.id);
  if (parts.empty()) return;
  print_heading(context.out, context.screen, made_of->title);
  std::size_t shown = 0;
  for (auto part = parts.rbegin(); part != parts.rend() && shown < kShownEdges; ++part, ++shown) {
    const std::string line = to_string(part->created_at).substr(0, 10) + "  " +
                             to_string(part->to) + "  " +
                             printable(label_of(engine, context.user(), part->to));
    context.out << "  " << (context.screen.terminal ? fit(line, context.screen.width - 2) : line)
                << '\n';
  }
  if (shown == parts.size()) return;
  context.out << "  ... and " << count_text(parts.size() - shown) << " more: `memfold traverse`\n";
}

/// As print_parts() has them.
Json parts_json(const Context& context, const Engine& engine, const Node& node) {
  Json parts = Json::array();
  const bool has_parts = std::any_of(std::begin(kParts), std::end(kParts),
                                     [&](const PartOf& part) { return part.kind == node.kind; });
  if (!has_parts) return parts;
  const std::vector<Edge> edges = engine.graph().drill_down(context.user(), node.id);
  for (auto edge = edges.rbegin(); edge != edges.rend(); ++edge) {
    parts.push_back({{"id", to_json(edge->to)},
                     {"at", to_json(edge->created_at)},
                     {"text", label_of(engine, context.user(), edge->to)}});
  }
  return parts;
}

void print_edges(const Context& context, const Engine& engine, const std::vector<Edge>& edges,
                 bool outgoing) {
  for (std::size_t i = 0; i < edges.size() && i < kShownEdges; ++i) {
    const Id& other = outgoing ? edges[i].to : edges[i].from;
    const std::string line = std::string(outgoing ? "-> " : "<- ") +
                             std::string(name(edges[i].type)) + " " + to_string(other) + " " +
                             printable(label_of(engine, context.user(), other));
    context.out << "  " << (context.screen.terminal ? fit(line, context.screen.width - 2) : line)
                << '\n';
  }
  if (edges.size() <= kShownEdges) return;
  context.out << "  ... and " << count_text(edges.size() - kShownEdges)
              << " more: `memfold traverse`\n";
}

}  // namespace

std::string label_of(const Engine& engine, const std::string& user, const Id& id) {
  if (const auto memory = engine.get(user, id)) return label_of(*memory);
  const auto node = engine.graph().node(user, id);
  return node ? label_of(*node) : std::string();
}

std::string label_of(const Memory& memory) {
  return memory.is_forgotten() ? "(forgotten)" : memory.content;
}

std::string label_of(const Node& node) {
  if (!node.title.empty()) return node.title;
  return node.description.empty() ? node.name : node.description;
}

void print_node(const Context& context, const Engine& engine, const Node& node) {
  std::vector<Edge> from = engine.graph().edges_from(context.user(), node.id);
  const std::vector<Edge> to = engine.graph().edges_to(context.user(), node.id);
  if (context.json) {
    print_document(context.out, {{"node", to_json(node)},
                                 {"parts", parts_json(context, engine, node)},
                                 {"edges_from", to_json(from)},
                                 {"edges_to", to_json(to)}});
    return;
  }
  fields_of(node).print(context.out, context.screen);
  print_description(context, node);
  print_parts(context, engine, node, from);
  print_notes(context, engine, node);
  if (!from.empty() || !to.empty()) print_heading(context.out, context.screen, "Edges");
  print_edges(context, engine, from, true);
  print_edges(context, engine, to, false);
}

}  // namespace memfold::tools
