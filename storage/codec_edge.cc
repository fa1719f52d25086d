#include "storage/codec_edge.h"

#include "storage/ranges.h"
#include "storage/schema/edge_generated.h"

namespace memfold::storage {

std::string_view encode(Builder& builder, const Edge& edge) {
  require_in_range(edge, ErrorCode::InvalidArgument);
  builder.Clear();
  const Text provenance = write_text(builder, edge.provenance);
  const schema::EdgeFigures figures(edge.strength, edge.created_at.micros);
  schema::EdgeBuilder table(builder);
  table.add_figures(&figures);
  table.add_provenance(provenance);
  builder.Finish(table.Finish(), schema::EdgeIdentifier());
  return finished(builder);
}

Edge decode_edge(std::string_view bytes) {
  const auto& stored = verified_root<schema::Edge>(bytes, schema::EdgeIdentifier());
  ValueReader reader(bytes);
  Edge edge;
  edge.strength = stored.figures()->strength();
  edge.created_at = {stored.figures()->created_at()};
  edge.provenance = reader.text(stored.provenance());
  require_in_range(edge, ErrorCode::Corruption);
  return edge;
}

}  // namespace memfold::storage
