#include "memfold/fact_lines.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "core/unless_stopped.h"

namespace memfold {
namespace ingest {
namespace {

/// Lines read together: their facts in order, and for every line where it stands and what it is.
struct Batch {
  struct Entry {
    std::uint64_t line, offset;
    std::optional<RejectedLine> rejected;  ///< none: the next fact in order
  };
  std::vector<Entry> entries;
  std::vector<Fact> facts;
};

/// False at the end of the input; `stopped` where somebody stopped waiting for it: what was read
/// before is in the batch.
bool read_batch(FactReader& reader, std::size_t size, Batch& batch, bool& stopped) {
  batch.entries.clear();
  batch.facts.clear();
  std::variant<Fact, RejectedLine> outcome;
  const auto next = [&] {
    bool more = false;
    if (!unless_stopped([&] { more = reader.next(outcome); })) stopped = true;
    return more;
  };
  while (batch.entries.size() < size && next()) {
    Batch::Entry entry{reader.line(), reader.offset(), std::nullopt};
    if (auto* fact = std::get_if<Fact>(&outcome)) {
      batch.facts.push_back(std::move(*fact));
    } else {
      entry.rejected = std::move(std::get<RejectedLine>(outcome));
    }
    batch.entries.push_back(std::move(entry));
  }
  return !batch.entries.empty();
}

void count(const Decision& decision, JsonlFoldSummary& summary) {
  if (decision.over_limit) {
    ++summary.over_limit;
  } else if (decision.status == Status::Error) {
    ++summary.refused;
  } else if (decision.already_folded) {
    ++summary.already_folded;
  } else {
    ++summary.by_kind[std::size_t(decision.kind)];
    summary.reviews += decision.review ? 1 : 0;
    summary.analyses += decision.analyses;
  }
}

}  // namespace
}  // namespace ingest

JsonlFoldSummary fold_jsonl(Engine& engine, FactReader& reader, const JsonlFoldOptions& options,
                            const std::function<void(const LineOutcome&)>& on_line) {
  FoldOptions fold = options.fold;
  fold.checkpoint_name.clear();
  fold.stop = {};  // a batch in hand is finished
  const std::size_t size = std::max<std::size_t>(1, options.batch);
  JsonlFoldSummary summary;
  ingest::Batch batch;
  while (ingest::read_batch(reader, size, batch, summary.stopped)) {
    const std::vector<Decision> decisions = engine.fold(batch.facts, fold);
    std::size_t next = 0;
    for (const ingest::Batch::Entry& entry : batch.entries) {
      LineOutcome outcome{entry.line, entry.offset};
      ++summary.lines;
      if (entry.rejected) {
        ++summary.rejected;
        outcome.rejected = &*entry.rejected;
      } else {
        outcome.decision = &decisions[next++];
        ingest::count(*outcome.decision, summary);
      }
      if (on_line) on_line(outcome);
    }
    if (options.fold.stop.is_asked()) summary.stopped = true;
    if (summary.stopped) break;
  }
  summary.unknown_keys = reader.unknown_keys();
  return summary;
}

}  // namespace memfold
