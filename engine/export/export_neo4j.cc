#include <algorithm>
#include <filesystem>
#include <fstream>

#include "core/private_file.h"
#include "core/text.h"
#include "engine/export/columns.h"
#include "engine/export/graph_files.h"
#include "engine/export/jsonl.h"
#include "memfold/error.h"

namespace memfold::exporting {
namespace {

constexpr std::string_view kReadMe =
    "Written by `memfold export --format neo4j`. From this directory, into a database that is not "
    "running:\n\n"
    "neo4j-admin database import full --multiline-fields=true "
    "--nodes=nodes_memories.csv --nodes=nodes_graph.csv "
    "--relationships=relationships_memories.csv --relationships=relationships_graph.csv neo4j\n";

std::string_view neo4j_type(ColumnType type) {
  switch (type) {
    case ColumnType::Text:
      return "string";
    case ColumnType::Integer:
      return "long";
    case ColumnType::Real:
      return "double";
    case ColumnType::Flag:
      return "boolean";
    case ColumnType::Time:
      return "datetime";
    case ColumnType::List:
      break;
  }
  return "string[]";
}

/// A field by RFC 4180. Always in quotes, so that a text that looks like nothing stays a text.
std::string csv_field(std::string_view bytes) {
  std::string field = "\"";
  for (const char c : to_valid_utf8(bytes)) {
    if (c == '\0') continue;  // neo4j-admin takes it for the end of the file
    if (c == '"') field += '"';
    field += c;
  }
  return field + '"';
}

std::string upper(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c; });
  return out;
}

/// memory: Memory, as labels are written.
std::string label(NodeKind kind) {
  std::string text(name(kind));
  text.front() = upper(text.substr(0, 1)).front();
  return text;
}

class Csv {
 public:
  Csv(const std::filesystem::path& directory, const std::string& name)
      : name_(name), out_(create_private_file((directory / name).string())) {}

  template <typename T>
  void header(std::string line, std::span<const Column<T>> columns) {
    for (const Column<T>& column : columns) {
      line += "," + std::string(column.name) + ":" + std::string(neo4j_type(column.type));
    }
    put(line);
  }
  template <typename T>
  void row(std::string line, const T& row, std::span<const Column<T>> columns) {
    for (const Column<T>& column : columns) {
      line += ',';
      if (const auto value = column.value(row)) line += csv_field(*value);
    }
    put(line);
    ++rows_;
  }
  void finish(ExportReport& report) {
    out_.flush();
    require_written();
    report.counts[name_] = rows_;
    report.bytes += bytes_;
  }

 private:
  void put(const std::string& line) {
    out_ << line << "\r\n";
    bytes_ += line.size() + 2;
    require_written();
  }
  void require_written() const {
    if (!out_) throw Error(ErrorCode::Io, "cannot write " + name_ + ": is the disk full?");
  }

  std::string name_;
  std::ofstream out_;
  std::uint64_t rows_ = 0, bytes_ = 0;
};

void prepare(const std::filesystem::path& directory) {
  make_private_directories(directory.string());
  if (!std::filesystem::is_empty(directory)) {
    throw Error(ErrorCode::InvalidArgument,
                directory.string() + " is not empty; name a new directory");
  }
}

}  // namespace

ExportReport export_neo4j(const storage::Store& store, Lanes& lanes, const std::string& directory,
                          const ExportOptions& options) {
  const std::vector<std::string> users = users_to_export(store, options);
  prepare(directory);
  ExportReport report;
  report.users = users.size();
  Csv memories(directory, "nodes_memories.csv"), nodes(directory, "nodes_graph.csv"),
      between(directory, "relationships_memories.csv"),
      relationships(directory, "relationships_graph.csv");
  memories.header("id:ID,:LABEL", memory_columns());
  nodes.header("id:ID,:LABEL", node_columns());
  for (Csv* file : {&between, &relationships}) {
    file->header(":START_ID,:END_ID,:TYPE", edge_columns());
  }
  GraphVisitor visitor;
  visitor.stop = options.stop;
  visitor.memory = [&](const Memory& memory) {
    memories.row(to_string(memory.id) + ",Memory", memory, memory_columns());
  };
  visitor.node = [&](const Node& node) {
    nodes.row(to_string(node.id) + "," + label(node.kind), node, node_columns());
  };
  visitor.edge = [&](const Edge& edge) {
    Csv& file = joins_memories(edge.type) ? between : relationships;
    file.row(to_string(edge.from) + "," + to_string(edge.to) + "," + upper(name(edge.type)), edge,
             edge_columns());
  };
  for (const std::string& user : users) {
    lanes.with_locked(user, [&] { visit(store, user, visitor, report); });
  }
  for (Csv* file : {&memories, &nodes, &between, &relationships}) file->finish(report);
  create_private_file((std::filesystem::path(directory) / "README.txt").string()) << kReadMe;
  return report;
}

}  // namespace memfold::exporting
