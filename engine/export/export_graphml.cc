#include <set>

#include "core/text.h"
#include "engine/export/columns.h"
#include "engine/export/graph_files.h"
#include "engine/export/jsonl.h"
#include "memfold/error.h"

namespace memfold::exporting {
namespace {

/// XML 1.0 has no place for most control characters, escaped or not; U+FFFE and U+FFFF neither.
std::string xml(std::string_view bytes) {
  const std::string text = to_valid_utf8(bytes);
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool not_a_character =
        text.compare(i, 3, "\xEF\xBF\xBE") == 0 || text.compare(i, 3, "\xEF\xBF\xBF") == 0;
    if (not_a_character) {
      i += 2;
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else if (c == '\r') {
      out += "&#13;";  // readers make a line feed of it otherwise
    } else if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t') {
      out += c;
    }
  }
  return out;
}

/// GraphML has neither times nor lists.
std::string_view graphml_type(ColumnType type) {
  switch (type) {
    case ColumnType::Integer:
      return "long";
    case ColumnType::Real:
      return "double";
    case ColumnType::Flag:
      return "boolean";
    case ColumnType::Text:
    case ColumnType::Time:
    case ColumnType::List:
      break;
  }
  return "string";
}

class GraphMl {
 public:
  explicit GraphMl(std::ostream& out) : out_(out) {}

  void begin() {
    put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
    key("node", "kind", ColumnType::Text);
    keys("node", memory_columns());
    keys("node", node_columns());
    key("edge", "type", ColumnType::Text);
    keys("edge", edge_columns());
    put("<graph id=\"memfold\" edgedefault=\"directed\">\n");
  }

  template <typename T>
  void node(const Id& id, NodeKind kind, const T& row, std::span<const Column<T>> columns) {
    put("<node id=\"" + to_string(id) + "\">" + data("node", "kind", std::string(name(kind))));
    cells("node", row, columns);
    put("</node>\n");
  }

  void edge(const Edge& edge) {
    put("<edge source=\"" + to_string(edge.from) + "\" target=\"" + to_string(edge.to) + "\">" +
        data("edge", "type", std::string(name(edge.type))));
    cells("edge", edge, edge_columns());
    put("</edge>\n");
  }

  void end() {
    put("</graph>\n</graphml>\n");
    out_.flush();
    if (!out_) throw Error(ErrorCode::Io, "the export could not be written: is the disk full?");
  }

  std::uint64_t bytes() const { return bytes_; }

 private:
  void put(std::string_view text) {
    bytes_ += text.size();
    out_ << text;
    if (!out_) throw Error(ErrorCode::Io, "the export could not be written: is the disk full?");
  }

  /// Columns of the same name in memories and nodes are one attribute.
  void key(std::string_view of, std::string_view name, ColumnType type) {
    const std::string id = std::string(of) + "_" + std::string(name);
    if (!keys_.insert(id).second) return;
    put("<key id=\"" + id + "\" for=\"" + std::string(of) + "\" attr.name=\"" + std::string(name) +
        "\" attr.type=\"" + std::string(graphml_type(type)) + "\"/>\n");
  }
  template <typename T>
  void keys(std::string_view of, std::span<const Column<T>> columns) {
    for (const Column<T>& column : columns) key(of, column.name, column.type);
  }

  static std::string data(std::string_view of, std::string_view name, std::string_view value) {
    return "<data key=\"" + std::string(of) + "_" + std::string(name) + "\">" + xml(value) +
           "</data>";
  }
  template <typename T>
  void cells(std::string_view of, const T& row, std::span<const Column<T>> columns) {
    for (const Column<T>& column : columns) {
      if (const auto value = column.value(row)) put(data(of, column.name, *value));
    }
  }

  std::ostream& out_;
  std::set<std::string> keys_;
  std::uint64_t bytes_ = 0;
};

}  // namespace

ExportReport export_graphml(const storage::Store& store, Lanes& lanes, std::ostream& out,
                            const ExportOptions& options) {
  const std::vector<std::string> users = users_to_export(store, options);
  ExportReport report;
  report.users = users.size();
  GraphMl file(out);
  file.begin();
  GraphVisitor visitor;
  visitor.stop = options.stop;
  visitor.memory = [&](const Memory& memory) {
    file.node(memory.id, NodeKind::Memory, memory, memory_columns());
    ++report.counts["nodes"];
  };
  visitor.node = [&](const Node& node) {
    file.node(node.id, node.kind, node, node_columns());
    ++report.counts["nodes"];
  };
  visitor.edge = [&](const Edge& edge) {
    file.edge(edge);
    ++report.counts["edges"];
  };
  for (const std::string& user : users) {
    lanes.with_locked(user, [&] { visit(store, user, visitor, report); });
  }
  file.end();
  report.bytes = file.bytes();
  return report;
}

}  // namespace memfold::exporting
