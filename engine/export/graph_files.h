// GraphML and the CSV files of neo4j-admin import; docs/export.md has the columns.
#pragma once

#include <functional>
#include <ostream>
#include <string>

#include "engine/fold/lanes.h"
#include "memfold/export.h"
#include "storage/store.h"

namespace memfold::exporting {

/// Who is told what a graph is made of.
struct GraphVisitor {
  std::function<void(const Memory&)> memory = {};
  std::function<void(const Node&)> node = {};
  std::function<void(const Edge&)> edge = {};  ///< between memories, and of the graph
  StopWhen stop = {};                          ///< asked before each of them
};

/// Tells of one user's records, in the order of the store; what nobody asks for is not read.
/// Softly forgotten memories are passed over with their edges, and so is what quotes them; edges of
/// which an end is not stored too. Both are counted in the report.
void visit(const storage::Store& store, const std::string& user, const GraphVisitor& visitor,
           ExportReport& report);

/// Admin::export_graphml.
ExportReport export_graphml(const storage::Store& store, Lanes& lanes, std::ostream& out,
                            const ExportOptions& options);

/// Admin::export_neo4j.
ExportReport export_neo4j(const storage::Store& store, Lanes& lanes, const std::string& directory,
                          const ExportOptions& options);

}  // namespace memfold::exporting
