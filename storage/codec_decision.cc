#include "storage/codec_decision.h"

#include <algorithm>

#include "memfold/error.h"
#include "storage/ranges.h"
#include "storage/schema/decision_generated.h"

namespace memfold::storage {
namespace {

static_assert(kFactorCount == 5, "a sixth factor needs a new score struct in decision.fbs");

using Rivals = flatbuffers::Vector<flatbuffers::Offset<schema::Rival>>;
constexpr unsigned kAlreadyFolded = 1, kBackdated = 2, kReview = 4, kRedacted = 8;
constexpr unsigned kAllFlags = kAlreadyFolded | kBackdated | kReview | kRedacted;

schema::Score write_score(const Score& score) {
  std::uint8_t present = 0;
  for (std::size_t i = 0; i < kFactorCount; ++i) {
    if (score.present[i]) present |= static_cast<std::uint8_t>(1u << i);
  }
  return schema::Score(score.total, score.cosine,
                       flatbuffers::span<const double, kFactorCount>(score.factors),
                       flatbuffers::span<const double, kFactorCount>(score.weights), present,
                       static_cast<std::uint8_t>(score.weight_set));
}

Score read_score(const schema::Score& stored) {
  if (stored.present() >> kFactorCount) {
    throw Error(ErrorCode::Corruption, "the value holds an unknown factor");
  }
  Score score;
  score.total = stored.total();
  score.cosine = stored.cosine();
  for (std::size_t i = 0; i < kFactorCount; ++i) {
    const auto index = static_cast<flatbuffers::uoffset_t>(i);
    score.factors[i] = stored.factors()->Get(index);
    score.weights[i] = stored.weights()->Get(index);
    score.present[i] = (stored.present() >> i & 1) != 0;
  }
  score.weight_set = read_kind<WeightSet>(stored.weight_set(), "weight set");
  return score;
}

schema::DecisionKinds write_kinds(const Decision& decision) {
  const unsigned flags = (decision.already_folded ? kAlreadyFolded : 0u) |
                         (decision.backdated ? kBackdated : 0u) | (decision.review ? kReview : 0u) |
                         (decision.redacted ? kRedacted : 0u);
  return schema::DecisionKinds(
      static_cast<std::uint8_t>(decision.trigger), static_cast<std::uint8_t>(decision.kind),
      static_cast<std::uint8_t>(decision.operation), static_cast<std::uint8_t>(decision.status),
      static_cast<std::uint8_t>(decision.state), static_cast<std::uint8_t>(decision.band),
      static_cast<std::uint8_t>(flags));
}

void read_kinds(const schema::DecisionKinds& stored, Decision& decision) {
  decision.trigger = read_kind<Trigger>(stored.trigger(), "trigger");
  decision.kind = read_kind<DecisionKind>(stored.kind(), "decision kind");
  decision.operation = read_kind<Operation>(stored.operation(), "operation");
  decision.status = read_kind<Status>(stored.status(), "status");
  decision.state = read_kind<FoldState>(stored.state(), "fold state");
  decision.band = read_kind<Band>(stored.band(), "band");
  if (stored.flags() & ~kAllFlags) throw_unknown_kind("flag", stored.flags());
  decision.already_folded = (stored.flags() & kAlreadyFolded) != 0;
  decision.backdated = (stored.flags() & kBackdated) != 0;
  decision.review = (stored.flags() & kReview) != 0;
  decision.redacted = (stored.flags() & kRedacted) != 0;
}

flatbuffers::Offset<Rivals> write_rivals(Builder& builder, std::span<const Rival> rivals) {
  if (rivals.empty()) return {};
  check_table_list(rivals.size(), "rivals");
  std::vector<flatbuffers::Offset<schema::Rival>> offsets;
  offsets.reserve(rivals.size());
  for (const Rival& rival : rivals) {
    const Text why = write_text(builder, rival.why);
    const schema::Id memory_id = to_schema(rival.memory_id);
    schema::RivalBuilder table(builder);
    table.add_score(rival.score);
    table.add_why(why);
    table.add_memory_id(&memory_id);
    offsets.push_back(table.Finish());
  }
  return builder.CreateVector(offsets);
}

std::vector<Rival> read_rivals(ValueReader& reader, const Rivals* rivals) {
  std::vector<Rival> result;
  if (rivals == nullptr) return result;
  reader.take(rivals->size(), 4);
  result.reserve(rivals->size());
  for (const schema::Rival* stored : *rivals) {
    Rival& rival = result.emplace_back();
    rival.memory_id = from_schema(*stored->memory_id());
    rival.score = stored->score().value_or(0);
    rival.why = reader.text(stored->why());
  }
  return result;
}

void add_ids(schema::DecisionBuilder& table, const Decision& decision) {
  const schema::Id id = to_schema(decision.id), fact_id = to_schema(decision.fact_id);
  const schema::Id memory_id = to_schema(decision.memory_id);
  const schema::Id content_hash = to_schema(decision.content_hash);
  const auto target_id = to_schema(decision.target_id);
  table.add_id(&id);
  table.add_fact_id(&fact_id);
  table.add_memory_id(&memory_id);
  table.add_content_hash(&content_hash);
  table.add_target_id(pointer_to(target_id));
}

}  // namespace

std::string_view encode(Builder& builder, const Decision& decision) {
  require_in_range(decision, ErrorCode::InvalidArgument);
  builder.Clear();
  const Text user = write_text(builder, decision.user);
  const Ids related_ids = write_ids(builder, decision.related_ids);
  const Changes changes = write_changes(builder, decision.property_changes);
  const Text reason = write_text(builder, decision.reason);
  const auto rivals = write_rivals(builder, decision.rivals);
  const Text idempotency_key = write_text(builder, decision.idempotency_key);
  const Text source_id = write_text(builder, decision.source_id);
  const Text error = write_text(builder, decision.error);
  const Text analyst = write_text(builder, decision.analyst);
  const schema::Score score = write_score(decision.score);
  const schema::DecisionKinds kinds = write_kinds(decision);
  const schema::DecisionFigures figures(decision.sequence, decision.at.micros,
                                        decision.processing_time_us, decision.confidence);
  schema::DecisionBuilder table(builder);
  table.add_score(&score);
  table.add_figures(&figures);
  table.add_user(user);
  table.add_related_ids(related_ids);
  table.add_property_changes(changes);
  table.add_reason(reason);
  table.add_rivals(rivals);
  table.add_idempotency_key(idempotency_key);
  table.add_source_id(source_id);
  table.add_error(error);
  table.add_analyst(analyst);
  add_ids(table, decision);
  table.add_kinds(&kinds);
  if (decision.relationship_type) {
    table.add_relationship_type(static_cast<std::uint8_t>(*decision.relationship_type));
  }
  table.add_analyses(decision.analyses);
  table.add_kept_analyses(decision.kept_analyses);
  table.add_tokens(decision.tokens);
  table.add_lost(decision.lost);
  if (decision.answers) table.add_answers(*decision.answers);
  if (decision.verdict) table.add_verdict(static_cast<std::uint8_t>(*decision.verdict));
  builder.Finish(table.Finish(), schema::DecisionIdentifier());
  return finished(builder);
}

Decision decode_decision(std::string_view bytes) {
  const auto& stored = verified_root<schema::Decision>(bytes, schema::DecisionIdentifier());
  ValueReader reader(bytes);
  Decision decision;
  decision.id = from_schema(*stored.id());
  decision.fact_id = from_schema(*stored.fact_id());
  decision.memory_id = from_schema(*stored.memory_id());
  decision.content_hash = from_schema(*stored.content_hash());
  decision.sequence = stored.figures()->sequence();
  decision.at = {stored.figures()->at()};
  decision.processing_time_us = stored.figures()->processing_time_us();
  decision.confidence = stored.figures()->confidence();
  read_kinds(*stored.kinds(), decision);
  decision.score = read_score(*stored.score());
  decision.user = reader.text(stored.user());
  decision.target_id = from_schema(stored.target_id());
  decision.related_ids = reader.ids(stored.related_ids());
  decision.relationship_type = read_kind<EdgeType>(stored.relationship_type(), "edge type");
  decision.verdict = read_kind<Verdict>(stored.verdict(), "verdict");
  decision.property_changes = reader.changes(stored.property_changes());
  decision.reason = reader.text(stored.reason());
  decision.rivals = read_rivals(reader, stored.rivals());
  decision.idempotency_key = reader.text(stored.idempotency_key());
  decision.source_id = reader.text(stored.source_id());
  decision.error = reader.text(stored.error());
  decision.analyses = stored.analyses();
  decision.kept_analyses = stored.kept_analyses();
  decision.tokens = stored.tokens();
  decision.lost = stored.lost();
  decision.analyst = reader.text(stored.analyst());
  if (stored.answers()) decision.answers = *stored.answers();
  require_in_range(decision, ErrorCode::Corruption);
  return decision;
}

}  // namespace memfold::storage
