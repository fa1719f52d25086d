#include "storage/codec_analysis.h"

#include "storage/ranges.h"
#include "storage/schema/analysis_generated.h"

namespace memfold::storage {

std::string_view encode(Builder& builder, const Analysis& analysis) {
  require_in_range(analysis, ErrorCode::InvalidArgument);
  builder.Clear();
  const Text subject_a = write_text(builder, analysis.subject_a);
  const Text subject_b = write_text(builder, analysis.subject_b);
  const Changes changes = write_changes(builder, analysis.property_changes);
  const Text reasoning = write_text(builder, analysis.reasoning);
  const Texts key_factors = write_texts(builder, analysis.key_factors);
  const Text analyst = write_text(builder, analysis.analyst);
  schema::AnalysisBuilder table(builder);
  table.add_confidence(analysis.confidence);
  table.add_subject_a(subject_a);
  table.add_subject_b(subject_b);
  table.add_property_changes(changes);
  table.add_reasoning(reasoning);
  table.add_key_factors(key_factors);
  table.add_analyst(analyst);
  table.add_verdict(static_cast<std::uint8_t>(analysis.verdict));
  table.add_relationship(static_cast<std::uint8_t>(analysis.relationship));
  if (analysis.relationship_type) {
    table.add_relationship_type(static_cast<std::uint8_t>(*analysis.relationship_type));
  }
  table.add_same_subject(analysis.same_subject);
  builder.Finish(table.Finish(), schema::AnalysisIdentifier());
  return finished(builder);
}

Analysis decode_analysis(std::string_view bytes) {
  const auto& stored = verified_root<schema::Analysis>(bytes, schema::AnalysisIdentifier());
  ValueReader reader(bytes);
  Analysis analysis;
  analysis.verdict = read_kind<Verdict>(stored.verdict(), "verdict");
  analysis.same_subject = stored.same_subject();
  analysis.subject_a = reader.text(stored.subject_a());
  analysis.subject_b = reader.text(stored.subject_b());
  analysis.relationship = read_kind<SubjectRelation>(stored.relationship(), "relationship");
  analysis.property_changes = reader.changes(stored.property_changes());
  analysis.relationship_type = read_kind<EdgeType>(stored.relationship_type(), "edge type");
  analysis.confidence = stored.confidence().value_or(0);
  analysis.reasoning = reader.text(stored.reasoning());
  analysis.key_factors = reader.texts(stored.key_factors());
  analysis.analyst = reader.text(stored.analyst());
  require_in_range(analysis, ErrorCode::Corruption);
  return analysis;
}

}  // namespace memfold::storage
