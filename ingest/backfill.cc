#include "memfold/backfill.h"

#include <sys/resource.h>
#include <tbb/info.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <numeric>
#include <unordered_set>
#include <utility>

#include "core/concurrent_for.h"
#include "core/hash.h"
#include "core/text.h"
#include "core/unless_stopped.h"
#include "ingest/backfill_checkpoint.h"
#include "ingest/byte_source.h"
#include "ingest/input.h"
#include "ingest/mail_extraction.h"
#include "ingest/mail_parser.h"
#include "ingest/peak_memory.h"
#include "memfold/error.h"

namespace memfold {
namespace ingest {
namespace {

constexpr std::size_t kMaxChunkBytes = std::size_t{8} << 20;
constexpr std::size_t kMaxRemembered = std::size_t{8} << 20;  // Message-IDs; 8 bytes each and a bit

enum class Fate : std::uint8_t { Extracted, Filtered, Broken };

/// A message on its way.
struct Item {
  Fate fate = Fate::Extracted;
  std::uint64_t id_hash = 0;
  bool cut = false;
  BrokenMessage broken;
  ExtractedSource mail;
};

struct Chunk {
  std::vector<RawMessage> raw;  ///< emptied by the parser
  std::vector<Item> items;
  std::vector<ExtractedSource> mails;  ///< whose facts are folded
  std::vector<Decision> decisions;     ///< of those
  FoldOptions fold;                    ///< with the checkpoint of the chunk
  ResumePoint after;
  std::uint64_t bytes_done = 0;  ///< of the input, as stored
};

/// Adds the time until it goes to a sum that other threads add to as well.
class Stopwatch {
 public:
  using Sum = std::atomic<std::int64_t>;
  explicit Stopwatch(Sum& sum) : sum_(sum), start_(Clock::now()) {}
  ~Stopwatch() { sum_.fetch_add((Clock::now() - start_).count(), std::memory_order_relaxed); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

  static double seconds(const Sum& sum) {
    return std::chrono::duration<double>(Clock::duration(sum.load())).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Sum& sum_;
  Clock::time_point start_;
};

/// A MailFilter prepared for comparing.
class Sieve {
 public:
  explicit Sieve(const MailFilter& filter) : filter_(filter) {
    for (const std::string& part : filter.from) from_.push_back(fold_case(part));
    for (const std::string& label : filter.labels) labels_.push_back(fold_case(label));
  }

  bool passes(const Message& message) const {
    if ((filter_.since || filter_.until) && !message.date) return false;
    if (filter_.since && *message.date < *filter_.since) return false;
    if (filter_.until && *message.date >= *filter_.until) return false;
    return passes_sender(message.from) && passes_labels(message.labels);
  }

 private:
  bool passes_sender(const Mailbox& sender) const {
    if (from_.empty()) return true;
    const std::string name = fold_case(sender.name);
    return std::any_of(from_.begin(), from_.end(), [&](const std::string& part) {
      return sender.address.find(part) != std::string::npos || name.find(part) != std::string::npos;
    });
  }
  bool passes_labels(const std::vector<std::string>& labels) const {
    if (labels_.empty()) return true;
    return std::any_of(labels.begin(), labels.end(), [&](const std::string& label) {
      return std::find(labels_.begin(), labels_.end(), fold_case(label)) != labels_.end();
    });
  }

  MailFilter filter_;
  std::vector<std::string> from_, labels_;
};

class Run {
 public:
  Run(Engine& engine, const BackfillOptions& options)
      : engine_(engine), options_(options), sieve_(options.filter) {}

  BackfillSummary run(const std::vector<std::string>& paths);

 private:
  using ChunkPointer = std::shared_ptr<Chunk>;

  std::unique_ptr<MessageReader> open(const Archive& input, const MailReadOptions& read) const;
  void run_input(const Archive& input);
  void pump(MessageReader& reader);
  ChunkPointer read_chunk(MessageReader& reader);
  void understand(Chunk& chunk) const;
  Item understand(RawMessage& raw) const;
  void fold_chunk(Chunk& chunk);
  void connect_chunk(Chunk& chunk) const;
  void count_messages(Chunk& chunk, BackfillCounts& counts);
  void count_decisions(const std::vector<Decision>& decisions, BackfillCounts& counts) const;
  void report(const Chunk& chunk) const;

  Engine& engine_;
  const BackfillOptions& options_;
  Sieve sieve_;
  BackfillSummary summary_;
  std::unordered_set<std::uint64_t> seen_;

  // of the input being read
  std::string input_path_, checkpoint_name_;
  BackfillCounts input_counts_;
  std::uint64_t bytes_before_ = 0;  ///< of the inputs read before
  std::uint64_t bytes_total_ = 0;   ///< of all; 0 when one is unknown
  std::optional<ResumePoint> last_point_;
  std::uint64_t taken_ = 0;  ///< messages, against the limit
  bool stopped_ = false;

  mutable Stopwatch::Sum read_time_ = 0, parse_time_ = 0, extract_time_ = 0, fold_time_ = 0,
                         connect_time_ = 0;
};

Run::ChunkPointer Run::read_chunk(MessageReader& reader) {
  const Stopwatch watch(read_time_);
  const std::size_t size = std::max<std::size_t>(1, options_.chunk);
  if (options_.stop.is_asked() || stopped_) {
    stopped_ = true;
    return nullptr;
  }
  auto chunk = std::make_shared<Chunk>();
  std::size_t bytes = 0;
  while (chunk->raw.size() < size && bytes < kMaxChunkBytes) {
    if (options_.limit > 0 && taken_ == options_.limit) {
      stopped_ = true;
      break;
    }
    RawMessage message;
    bool more = false;
    if (!unless_stopped([&] { more = reader.next(message); })) stopped_ = true;
    if (!more) break;  // what came before is used
    ++taken_;
    bytes += message.bytes.size();
    chunk->after = message.after;
    chunk->raw.push_back(std::move(message));
  }
  chunk->bytes_done = reader.bytes_read();
  return chunk->raw.empty() ? nullptr : chunk;
}

Item Run::understand(RawMessage& raw) const {
  Item item;
  ParsedMail mail;
  if (raw.broken.empty()) {
    const Stopwatch watch(parse_time_);
    mail = parse_mail(raw);
  }
  const std::string& broken = raw.broken.empty() ? mail.broken : raw.broken;
  if (!broken.empty()) {
    item.fate = Fate::Broken;
    item.broken = {raw.source, raw.offset, broken};
    return item;
  }
  if (!sieve_.passes(mail.message)) {
    item.fate = Fate::Filtered;
    return item;
  }
  item.id_hash = hash64(mail.message.id);
  item.cut = !mail.problem.empty();
  const Stopwatch watch(extract_time_);
  item.mail = extract_mail(mail.message, std::move(raw.bytes), options_.user, options_.source_type,
                           *options_.extractor, *engine_.options().models.summarizer);
  item.mail.source.provenance = raw.source + "@" + std::to_string(raw.offset);
  item.mail.source.received_at = engine_.options().clock();
  return item;
}

void Run::understand(Chunk& chunk) const {
  chunk.items.resize(chunk.raw.size());
  concurrent_for(chunk.raw.size(), options_.extract_at_once, [&](std::size_t i) {
    chunk.items[i] = understand(chunk.raw[i]);
    chunk.raw[i] = {};
  });
  chunk.raw = {};
}

/// Decides for each message where it ends; takes those that are used or kept, in order.
void Run::count_messages(Chunk& chunk, BackfillCounts& counts) {
  for (Item& item : chunk.items) {
    ++counts.messages;
    if (item.fate == Fate::Broken) {
      ++counts.broken;
      if (summary_.broken.size() < kMaxBrokenListed) {
        summary_.broken.push_back(std::move(item.broken));
      }
      continue;
    }
    if (item.fate == Fate::Filtered) {
      ++counts.filtered;
      continue;
    }
    // Forgetting ids only costs work: facts folded before are answered from the log.
    if (seen_.size() >= kMaxRemembered) seen_.clear();
    if (!seen_.insert(item.id_hash).second) {
      ++counts.duplicate;
      continue;
    }
    counts.cut += item.cut ? 1 : 0;
    const bool empty = item.mail.facts.empty();
    ++(empty ? counts.empty : counts.used);
    if (!empty || options_.sources == KeepSources::All) {
      chunk.mails.push_back(std::move(item.mail));
    }
  }
  chunk.items = {};
}

std::vector<Fact> facts_of(std::span<const ExtractedSource> mails) {
  std::vector<Fact> facts;
  for (const ExtractedSource& mail : mails) {
    facts.insert(facts.end(), mail.facts.begin(), mail.facts.end());
  }
  return facts;
}

void Run::count_decisions(const std::vector<Decision>& decisions, BackfillCounts& counts) const {
  counts.facts += decisions.size();
  for (const Decision& decision : decisions) {
    if (decision.over_limit) {
      ++counts.over_limit;
    } else if (decision.status == Status::Error) {
      ++counts.rejected;
    } else if (decision.already_folded) {
      ++counts.already_folded;
    } else {
      ++counts.by_kind[std::size_t(decision.kind)];
      counts.reviews += decision.review ? 1 : 0;
      counts.analyses += decision.analyses;
    }
  }
}

void Run::fold_chunk(Chunk& chunk) {
  const Stopwatch watch(fold_time_);
  BackfillCounts counts;
  count_messages(chunk, counts);
  FoldOptions fold;
  fold.dry_run = options_.dry_run;
  fold.trigger = Trigger::Backfill;
  last_point_ = chunk.after;
  chunk.fold = fold;
  if (!checkpoint_name_.empty()) {
    // Goes into one commit with the sources, which may be written while the next facts are decided:
    // so it knows the decisions of the chunks before, and the one written at the end knows all.
    BackfillCheckpoint checkpoint{chunk.after, input_counts_};
    checkpoint.counts += counts;
    chunk.fold.checkpoint_name = checkpoint_name_;
    chunk.fold.checkpoint_value = to_text(checkpoint);
  }
  const bool keeps_sources = options_.sources != KeepSources::None;
  const std::vector<Fact> facts = facts_of(chunk.mails);
  if (!facts.empty() || !keeps_sources) {
    chunk.decisions = engine_.fold(facts, keeps_sources ? fold : chunk.fold);
  }
  count_decisions(chunk.decisions, counts);
  input_counts_ += counts;
  summary_.counts += counts;
  report(chunk);
}

/// Stores the mails whose facts were folded and connects them with the graph.
void Run::connect_chunk(Chunk& chunk) const {
  if (options_.sources == KeepSources::None || options_.dry_run) return;
  const Stopwatch watch(connect_time_);
  engine_.graph().connect(chunk.mails, chunk.decisions, chunk.fold);
}

void Run::report(const Chunk& chunk) const {
  if (!options_.on_progress) return;
  BackfillProgress progress;
  progress.counts = summary_.counts;
  progress.bytes_done = bytes_before_ + chunk.bytes_done;
  progress.bytes_total = bytes_total_;
  progress.input = input_path_;
  options_.on_progress(progress);
}

/// Reads, understands, folds and ties in one input. Each but understanding is serial and in order,
/// and all overlap. The number of chunks in flight is bounded, and so is memory.
void Run::pump(MessageReader& reader) {
  // More threads than cores would gain nothing, and TBB says so on stderr.
  const int cores = tbb::info::default_concurrency();
  const int threads = options_.threads > 0 ? std::min(options_.threads, cores) : cores;
  const auto read = [&](tbb::flow_control& control) -> ChunkPointer {
    ChunkPointer chunk = read_chunk(reader);
    if (chunk == nullptr) control.stop();
    return chunk;
  };
  const auto parse_and_extract = [&](ChunkPointer chunk) {
    understand(*chunk);
    return chunk;
  };
  const auto fold = [&](ChunkPointer chunk) {
    fold_chunk(*chunk);
    return chunk;
  };
  const auto connect = [&](const ChunkPointer& chunk) { connect_chunk(*chunk); };
  tbb::task_arena arena(threads);
  arena.execute([&] {
    tbb::parallel_pipeline(
        std::size_t(threads) * 2 + 2,
        tbb::make_filter<void, ChunkPointer>(tbb::filter_mode::serial_in_order, read) &
            tbb::make_filter<ChunkPointer, ChunkPointer>(tbb::filter_mode::parallel,
                                                         parse_and_extract) &
            tbb::make_filter<ChunkPointer, ChunkPointer>(tbb::filter_mode::serial_in_order, fold) &
            tbb::make_filter<ChunkPointer, void>(tbb::filter_mode::serial_in_order, connect));
  });
}

std::unique_ptr<MessageReader> Run::open(const Archive& input, const MailReadOptions& read) const {
  const Stopwatch watch(read_time_);
  return open_mail(input, read);
}

void Run::run_input(const Archive& input) {
  MailReadOptions read;
  read.max_message_bytes = options_.max_message_bytes;
  read.by_date = true;
  input_path_ = input.path;
  input_counts_ = {};
  last_point_.reset();
  const bool resumable = !options_.dry_run && options_.resume && !is_stream(input.path);
  read.stop = options_.stop;
  checkpoint_name_ =
      resumable ? checkpoint_name(options_.user, input, options_.extractor->name(), options_.filter)
                : std::string();
  std::optional<BackfillCheckpoint> checkpoint;
  if (resumable) checkpoint = parse_checkpoint(engine_.checkpoint(checkpoint_name_));
  if (checkpoint) read.resume = checkpoint->point;
  std::unique_ptr<MessageReader> reader;
  if (!unless_stopped([&] { reader = open(input, read); })) {
    stopped_ = true;
    return;
  }
  if (reader->resumed()) {
    ++summary_.resumed;
    input_counts_ = checkpoint->counts;
    summary_.earlier += checkpoint->counts;
  }
  pump(*reader);
  if (last_point_ && !checkpoint_name_.empty()) {
    FoldOptions fold;
    fold.checkpoint_name = checkpoint_name_;
    fold.checkpoint_value = to_text(BackfillCheckpoint{*last_point_, input_counts_});
    engine_.fold({}, fold);
  }
}

BackfillSummary Run::run(const std::vector<std::string>& paths) {
  const auto start = std::chrono::steady_clock::now();
  std::vector<Archive> inputs;
  for (const std::string& path : paths) {
    std::size_t others = 0;
    for (Archive& input : find_archives(path, &others)) {
      if (input.kind == ArchiveKind::Jsonl) {
        throw Error(ErrorCode::InvalidArgument, input.path + " holds facts (JSONL), not mails");
      }
      inputs.push_back(std::move(input));
    }
    summary_.other_files += others;
  }
  std::vector<std::uint64_t> sizes;
  sizes.reserve(inputs.size());
  for (const Archive& input : inputs) sizes.push_back(stored_bytes(input));
  const bool known = std::find(sizes.begin(), sizes.end(), 0u) == sizes.end();
  if (known) bytes_total_ = std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0});
  for (std::size_t i = 0; i < inputs.size() && !stopped_; ++i) {
    run_input(inputs[i]);
    ++summary_.inputs;
    bytes_before_ += sizes[i];
  }
  summary_.stopped = stopped_;
  summary_.read_seconds = Stopwatch::seconds(read_time_);
  summary_.parse_seconds = Stopwatch::seconds(parse_time_);
  summary_.extract_seconds = Stopwatch::seconds(extract_time_);
  summary_.fold_seconds = Stopwatch::seconds(fold_time_);
  summary_.connect_seconds = Stopwatch::seconds(connect_time_);
  summary_.elapsed_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  summary_.peak_resident_bytes = peak_resident_bytes();
  return std::move(summary_);
}

}  // namespace

std::uint64_t peak_resident_bytes() {
  struct rusage usage {};
  ::getrusage(RUSAGE_SELF, &usage);
  return std::uint64_t(usage.ru_maxrss) * 1024;
}

}  // namespace ingest

BackfillSummary backfill(Engine& engine, const std::vector<std::string>& paths,
                         const BackfillOptions& options) {
  BackfillOptions own = options;
  if (own.user.empty()) {
    throw Error(ErrorCode::InvalidArgument, "a backfill needs the user whose mails these are");
  }
  if (own.extractor == nullptr) own.extractor = engine.options().models.extractor;
  if (own.extractor == nullptr) {
    throw Error(ErrorCode::InvalidArgument,
                "a backfill needs an Extractor: neither its options nor the engine has one");
  }
  own.user = engine.stored_user(options.user);  // ids of sources derive from it
  return ingest::Run(engine, own).run(paths);
}

}  // namespace memfold
