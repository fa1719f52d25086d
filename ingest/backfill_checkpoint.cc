#include "ingest/backfill_checkpoint.h"

#include <nlohmann/json.hpp>

#include "core/hash.h"
#include "ingest/input.h"

namespace memfold {
namespace ingest {
namespace {

constexpr int kVersion = 1;

using Json = nlohmann::json;

struct PointField {
  const char* name;
  std::uint64_t ResumePoint::*field;
};
constexpr PointField kPointFields[] = {
    {"position", &ResumePoint::position},     {"index", &ResumePoint::index},
    {"head_bytes", &ResumePoint::head_bytes}, {"head_hash", &ResumePoint::head_hash},
    {"tail_bytes", &ResumePoint::tail_bytes}, {"tail_hash", &ResumePoint::tail_hash}};

struct CountField {
  const char* name;
  std::uint64_t BackfillCounts::*field;
};
constexpr CountField kCountFields[] = {
    {"messages", &BackfillCounts::messages},    {"used", &BackfillCounts::used},
    {"empty", &BackfillCounts::empty},          {"filtered", &BackfillCounts::filtered},
    {"duplicate", &BackfillCounts::duplicate},  {"broken", &BackfillCounts::broken},
    {"facts", &BackfillCounts::facts},          {"already_folded", &BackfillCounts::already_folded},
    {"rejected", &BackfillCounts::rejected},    {"reviews", &BackfillCounts::reviews},
    {"analyses", &BackfillCounts::analyses},    {"cut", &BackfillCounts::cut},
    {"over_limit", &BackfillCounts::over_limit}};

}  // namespace

std::string checkpoint_name(std::string_view user, const Archive& input,
                            std::string_view extractor_name, const MailFilter& filter) {
  Sha256 hash;
  hash.field(user).field(canonical_path(input.path)).field(std::uint64_t(input.kind));
  hash.field(extractor_name);
  for (const auto& time : {filter.since, filter.until}) {
    hash.field(time ? to_string(*time) : std::string());
  }
  for (const auto* list : {&filter.from, &filter.labels}) {
    hash.field(std::uint64_t(list->size()));
    for (const std::string& item : *list) hash.field(item);
  }
  const Sha256::Digest digest = hash.finish();
  return "backfill/" + to_hex({reinterpret_cast<const char*>(digest.data()), 16});
}

std::string to_text(const BackfillCheckpoint& checkpoint) {
  Json json = {{"version", kVersion}};
  for (const PointField& field : kPointFields) json[field.name] = checkpoint.point.*field.field;
  Json& counts = json["counts"];
  for (const CountField& field : kCountFields) counts[field.name] = checkpoint.counts.*field.field;
  counts["by_kind"] = checkpoint.counts.by_kind;
  return json.dump();
}

std::optional<BackfillCheckpoint> parse_checkpoint(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  try {
    if (!json.is_object() || json.at("version") != kVersion) return std::nullopt;
    BackfillCheckpoint checkpoint;
    for (const PointField& field : kPointFields) {
      checkpoint.point.*field.field = json.at(field.name).get<std::uint64_t>();
    }
    const Json& counts = json.at("counts");
    for (const CountField& field : kCountFields) {
      checkpoint.counts.*field.field = counts.at(field.name).get<std::uint64_t>();
    }
    checkpoint.counts.by_kind = counts.at("by_kind").get<std::array<std::uint64_t, 4>>();
    return checkpoint;
  } catch (const Json::exception&) {
    return std::nullopt;  // of another version: the archive is read again, and nothing changes
  }
}

}  // namespace ingest

BackfillCounts& BackfillCounts::operator+=(const BackfillCounts& other) {
  for (const auto& field : ingest::kCountFields) this->*field.field += other.*field.field;
  for (std::size_t i = 0; i < by_kind.size(); ++i) by_kind[i] += other.by_kind[i];
  return *this;
}

bool BackfillCounts::adds_up() const {
  std::uint64_t decided = already_folded + rejected + over_limit;
  for (std::uint64_t count : by_kind) decided += count;
  return messages == used + empty + filtered + duplicate + broken && facts == decided;
}

}  // namespace memfold
