#include "tools/cli/commands.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>

#include "engine/fold/embed_facts.h"
#include "index/vector_index.h"
#include "tools/cli/figures.h"
#include "tools/cli/text_width.h"
#include "tools/eval/calibration_file.h"
#include "tools/eval/calibration_report.h"
#include "tools/eval/scored_pairs.h"

namespace memfold::tools {
namespace {

constexpr std::size_t kRejectedPairsShown = 10;
constexpr std::size_t kFewestPairs = 20;

std::vector<ScoredCosine> score(const Embedder& embedder, const std::vector<ScoredPair>& pairs) {
  std::vector<std::string_view> texts;
  for (const ScoredPair& pair : pairs) {
    texts.push_back(pair.first);
    texts.push_back(pair.second);
  }
  const auto dimension = std::size_t(embedder.dimension());
  const std::vector<std::int16_t> rows = embed_texts(embedder, texts);
  std::vector<ScoredCosine> scored;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto row = [&](std::size_t j) {
      return std::span(rows).subspan((2 * i + j) * dimension, dimension);
    };
    std::int32_t dot = 0;
    index::inner_products(row(0), 1, row(1), 1, int(dimension), std::span(&dot, 1));
    scored.push_back({dot / kDotScale, pairs[i].score});
  }
  return scored;
}

class Calibrate final : public Command {
 public:
  Calibrate()
      : Command({"calibrate", "Fit how cosines are read on pairs scored by people; needs no store",
                 "  memfold calibrate pairs.tsv --out calibration.json\n"
                 "  memfold calibrate train.tsv own.tsv --check dev.tsv --json"}) {}

  void configure(CLI::App& app) override {
    app.add_option("pairs", files_,
                   "pairs to fit on, tab-separated: two texts and a score of 0..5 or 0..1")
        ->type_name("FILE");
    app.add_option("--check", checks_, "pairs to report on only; repeatable")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name("FILE");
    app.add_option("--columns", columns_text_,
                   "columns of the two texts and the score, from 1, for every file")
        ->type_name("A,B,SCORE");
    app.add_option("--out", out_, "write the calibration here, for embedder.calibration")
        ->type_name("FILE");
  }

  ExitCode run(Context& context) override {
    if (files_.empty()) {
      throw UsageError("calibrate needs a file of scored pairs, e.g. memfold calibrate pairs.tsv");
    }
    if (!columns_text_.empty()) columns_ = parse_columns(columns_text_);
    const EngineOptions options = context.engine_options(Access::Read);
    const Embedder& embedder = *options.models.embedder;
    CalibrationReport report;
    report.embedder = embedder.name();
    report.dimension = embedder.dimension();
    report.before = embedder.calibration();
    std::vector<std::vector<ScoredCosine>> fitted;
    for (const std::string& file : files_)
      fitted.push_back(add(context, embedder, file, true, report));
    check_enough(fitted);
    for (const std::string& file : checks_) add(context, embedder, file, false, report);
    report.after = Calibration(fit_calibration(fitted, options.decide));
    if (!out_.empty()) write(report);
    if (context.json) {
      print_document(context.out, to_json(report, options.decide));
    } else {
      print(context.out, context.screen, report, options.decide);
    }
    return report.rejected.empty() ? kOk : kPartly;
  }

 private:
  /// Reads and embeds a file, and adds it, whole and by language, to the report.
  std::vector<ScoredCosine> add(const Context& context, const Embedder& embedder,
                                const std::string& file, bool is_fitted,
                                CalibrationReport& report) const {
    const std::string name = file == "-" ? "standard input" : printable(file);
    const ScoredPairFile read = read_scored_pairs(ingest::open_bytes(file), name, columns_);
    print_rejected(context.err, read, name);
    for (const RejectedLine& line : read.rejected) report.rejected.emplace_back(name, line);
    std::vector<ScoredCosine> scored = score(embedder, read.pairs);
    std::map<std::string, std::vector<ScoredCosine>> languages;
    for (std::size_t i = 0; i < scored.size(); ++i) {
      languages[read.pairs[i].language].push_back(scored[i]);
    }
    report.sets.push_back({name, "", is_fitted, scored});
    for (auto& [language, pairs] : languages) {
      if (languages.size() < 2 || language.empty()) continue;
      report.sets.push_back({name, printable(language), is_fitted, std::move(pairs)});
    }
    return scored;
  }

  static void check_enough(const std::vector<std::vector<ScoredCosine>>& sets) {
    std::size_t pairs = 0;
    for (const auto& set : sets) pairs += set.size();
    if (pairs >= kFewestPairs) return;
    throw UsageError("a calibration needs at least " + std::to_string(kFewestPairs) +
                     " pairs, better some hundred; these are " + std::to_string(pairs));
  }

  static void print_rejected(std::ostream& err, const ScoredPairFile& read,
                             const std::string& name) {
    for (std::size_t i = 0; i < read.rejected.size() && i < kRejectedPairsShown; ++i) {
      err << "memfold: " << name << ", line " << read.rejected[i].line << ": "
          << read.rejected[i].reason << "; left out\n";
    }
    if (read.rejected.size() > kRejectedPairsShown) {
      err << "memfold: " << counted(read.rejected.size() - kRejectedPairsShown, "more line")
          << " left out; --json lists them\n";
    }
  }

  void write(CalibrationReport& report) const {
    const std::span<const Calibration::Point> points = report.after.points();
    std::ofstream file(out_, std::ios::binary);
    file << calibration_text({report.embedder, report.dimension, {points.begin(), points.end()}});
    file.close();
    if (!file) {
      throw Error(ErrorCode::Io, "cannot write " + printable(out_) + ": " + std::strerror(errno));
    }
    report.written = printable(out_);
  }

  std::vector<std::string> files_, checks_;
  std::string columns_text_, out_;
  std::optional<PairColumns> columns_;
};

}  // namespace

std::unique_ptr<Command> make_calibrate() {
  return std::make_unique<Calibrate>();
}

}  // namespace memfold::tools
