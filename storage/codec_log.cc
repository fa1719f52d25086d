#include "storage/codec_log.h"

#include <algorithm>
#include <cstring>

#include "core/hash.h"
#include "memfold/error.h"
#include "storage/codec_decision.h"
#include "storage/ranges.h"

namespace memfold::storage {
namespace {

constexpr std::size_t kDigests = 2 * sizeof(Digest);
constexpr std::uint8_t kReview = 1, kBackdated = 2, kRedacted = 4, kHasVerdict = 8;
constexpr std::uint8_t kAllFlags = kReview | kBackdated | kRedacted | kHasVerdict;

std::string_view view(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

/// Integers of a value are little-endian on every machine.
template <typename T>
void put(T value, std::string& out) {
  for (std::size_t i = 0; i < sizeof value; ++i) {
    out.push_back(static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i) & 0xFF));
  }
}

template <typename T>
T take(std::string_view& bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    value |= static_cast<std::uint64_t>(static_cast<std::uint8_t>(bytes[i])) << (8 * i);
  }
  bytes.remove_prefix(sizeof(T));
  return static_cast<T>(value);
}

}  // namespace

Digest digest_states(std::string_view encoded) {
  return encoded.empty() ? Digest{} : Sha256().raw(encoded).finish();
}

Digest chain_digest(const Digest& previous, const Digest& states, std::string_view decision) {
  return Sha256().raw(view(previous)).raw(view(states)).raw(decision).finish();
}

void encode_log_entry(const Digest& chain, const Digest& states, std::string_view decision,
                      std::string& out) {
  out.assign(view(chain));
  out += view(states);
  out += decision;
}

std::string_view decision_bytes(std::string_view entry) {
  if (entry.size() < kDigests) {
    throw Error(ErrorCode::Corruption, "the value is shorter than a log entry's digests");
  }
  return entry.substr(kDigests);
}

LogEntry decode_log_entry(std::string_view bytes) {
  LogEntry entry;
  entry.decision = decode_decision(decision_bytes(bytes));
  std::memcpy(entry.chain.data(), bytes.data(), entry.chain.size());
  std::memcpy(entry.states.data(), bytes.data() + entry.chain.size(), entry.states.size());
  return entry;
}

void encode(const LogSummary& summary, std::string& out) {
  require_in_range(summary, ErrorCode::InvalidArgument);
  out.clear();
  put(std::bit_cast<std::uint64_t>(summary.score), out);
  put(summary.processing_time_us, out);
  put(static_cast<std::uint8_t>(summary.kind), out);
  put(static_cast<std::uint8_t>(summary.operation), out);
  put(static_cast<std::uint8_t>(summary.status), out);
  put(static_cast<std::uint8_t>(summary.trigger), out);
  put(static_cast<std::uint8_t>(summary.verdict.value_or(Verdict{})), out);
  put(static_cast<std::uint8_t>(
          (summary.review ? kReview : 0) | (summary.backdated ? kBackdated : 0) |
          (summary.redacted ? kRedacted : 0) | (summary.verdict ? kHasVerdict : 0)),
      out);
  put(summary.analyses, out);
  put(summary.kept_analyses, out);
  put(summary.tokens, out);
}

LogSummary decode_log_summary(std::string_view bytes) {
  if (bytes.size() != kLogSummaryBytes) {
    throw Error(ErrorCode::Corruption, "the value is no summary of a log entry");
  }
  LogSummary summary;
  summary.score = std::bit_cast<double>(take<std::uint64_t>(bytes));
  summary.processing_time_us = take<std::uint32_t>(bytes);
  summary.kind = read_kind<DecisionKind>(take<std::uint8_t>(bytes), "decision kind");
  summary.operation = read_kind<Operation>(take<std::uint8_t>(bytes), "operation");
  summary.status = read_kind<Status>(take<std::uint8_t>(bytes), "status");
  summary.trigger = read_kind<Trigger>(take<std::uint8_t>(bytes), "trigger");
  const auto verdict = read_kind<Verdict>(take<std::uint8_t>(bytes), "verdict");
  const auto flags = take<std::uint8_t>(bytes);
  summary.analyses = take<std::uint8_t>(bytes);
  summary.kept_analyses = take<std::uint8_t>(bytes);
  summary.tokens = take<std::uint32_t>(bytes);
  if ((flags & ~kAllFlags) != 0) throw_unknown_kind("flag", flags);
  if ((flags & kHasVerdict) != 0) summary.verdict = verdict;
  summary.review = (flags & kReview) != 0;
  summary.backdated = (flags & kBackdated) != 0;
  summary.redacted = (flags & kRedacted) != 0;
  require_in_range(summary, ErrorCode::Corruption);
  return summary;
}

LogSummary summary_of(const Decision& decision) {
  LogSummary summary;
  summary.score = decision.score.total;
  summary.processing_time_us = static_cast<std::uint32_t>(
      std::clamp<std::int64_t>(decision.processing_time_us, 0, UINT32_MAX));
  summary.analyses = static_cast<std::uint8_t>(std::min(decision.analyses, 255u));
  summary.kept_analyses = static_cast<std::uint8_t>(std::min(decision.kept_analyses, 255u));
  summary.tokens = decision.tokens;
  summary.kind = decision.kind;
  summary.operation = decision.operation;
  summary.status = decision.status;
  summary.verdict = decision.verdict;
  summary.trigger = decision.trigger;
  summary.review = decision.review;
  summary.backdated = decision.backdated;
  summary.redacted = decision.redacted;
  return summary;
}

}  // namespace memfold::storage
