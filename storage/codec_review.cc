#include "storage/codec_review.h"

#include "storage/codec_memory.h"
#include "storage/ranges.h"
#include "storage/schema/review_generated.h"

namespace memfold::storage {

std::string_view encode(Builder& builder, const Review& review) {
  require_in_range(review, ErrorCode::InvalidArgument);
  builder.Clear();
  const auto fact = write_memory(builder, review.fact);
  const Changes changes = write_changes(builder, review.property_changes);
  const Text reasoning = write_text(builder, review.reasoning);
  const auto row = builder.CreateVector(review.row.data(), review.row.size());
  const schema::Id target_id = to_schema(review.target_id);
  schema::ReviewBuilder table(builder);
  table.add_sequence(review.sequence);
  table.add_at(review.at.micros);
  table.add_confidence(review.confidence);
  if (review.resolution) table.add_resolution(*review.resolution);
  if (review.resolved_at) table.add_resolved_at(review.resolved_at->micros);
  table.add_fact(fact);
  table.add_target_id(&target_id);
  table.add_property_changes(changes);
  table.add_reasoning(reasoning);
  table.add_row(row);
  table.add_state(static_cast<std::uint8_t>(review.state));
  table.add_verdict(static_cast<std::uint8_t>(review.verdict));
  table.add_held(review.held);
  builder.Finish(table.Finish(), schema::ReviewIdentifier());
  return finished(builder);
}

Review decode_review(std::string_view bytes) {
  const auto& stored = verified_root<schema::Review>(bytes, schema::ReviewIdentifier());
  ValueReader reader(bytes);
  Review review;
  review.sequence = stored.sequence();
  review.at = {stored.at()};
  review.state = read_kind<ReviewState>(stored.state(), "review state");
  review.held = stored.held();
  review.fact = read_memory(reader, *stored.fact());
  review.target_id = from_schema(*stored.target_id());
  review.verdict = read_kind<Verdict>(stored.verdict(), "verdict");
  review.confidence = stored.confidence().value_or(0);
  review.property_changes = reader.changes(stored.property_changes());
  review.reasoning = reader.text(stored.reasoning());
  if (stored.row() != nullptr) {
    reader.take(stored.row()->size(), sizeof(std::int16_t));
    review.row.assign(stored.row()->begin(), stored.row()->end());
  }
  if (stored.resolution()) review.resolution = *stored.resolution();
  review.resolved_at = from_schema(stored.resolved_at());
  require_in_range(review, ErrorCode::Corruption);
  return review;
}

}  // namespace memfold::storage
