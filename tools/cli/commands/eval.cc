#include "tools/cli/commands.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "tools/cli/figures.h"
#include "tools/cli/json.h"
#include "tools/cli/present.h"
#include "tools/cli/settings.h"
#include "tools/cli/text_width.h"
#include "tools/cli/unknown_keys.h"
#include "tools/eval/archive.h"
#include "tools/eval/curve.h"
#include "tools/eval/extraction_report.h"
#include "tools/eval/recall_report.h"
#include "tools/eval/report.h"
#include "tools/eval/scratch_store.h"
#include "tools/eval/stream_report.h"

namespace memfold::tools {
namespace {

constexpr std::size_t kRejectedShown = 10;

struct CurveFormat {
  const char* ending;
  std::string (*write)(std::span<const Curve>, const std::string& subject);
};
constexpr std::array<CurveFormat, 2> kCurveFormats = {
    {{".csv", [](std::span<const Curve> curves, const std::string&) { return curve_csv(curves); }},
     {".svg", curve_svg}}};

const CurveFormat& curve_format(const std::string& path) {
  for (const CurveFormat& format : kCurveFormats) {
    if (path.ends_with(format.ending)) return format;
  }
  throw UsageError("--curve needs a file that ends in .csv or .svg, not \"" + printable(path) +
                   "\"");
}

void write_file(const std::string& path, const std::string& content) {
  std::ofstream file(path, std::ios::binary);
  file << content;
  file.close();
  if (!file) {
    throw Error(ErrorCode::Io, "cannot write " + printable(path) + ": " + std::strerror(errno));
  }
}

/// "split tune" and so on is not what any line has.
[[noreturn]] void refuse_selection(const std::string& option, const std::string& value,
                                   const std::set<std::string>& there, const std::string& file) {
  const std::vector<std::string> known(there.begin(), there.end());
  throw UsageError(
      option + " " + printable(value) + " selects no line of " + file +
      (known.empty() ? ", which names none" : "; there is " + printable(join_texts(known))) +
      suggestion(value, known));
}

/// What the file should hold, in messages.
void require_some(const LabelledFile& read, bool some, const char* what,
                  const LineSelection& selection, const std::string& file) {
  if (some) return;
  const auto check = [&](const char* option, const std::string& value,
                         const std::set<std::string>& there) {
    if (!value.empty() && !there.contains(value)) refuse_selection(option, value, there, file);
  };
  if (!read.rejected.empty()) {
    throw UsageError(std::string("no ") + what + " is left in " + file + "; line " +
                     std::to_string(read.rejected.front().line) + ": " +
                     read.rejected.front().reason);
  }
  check("--split", selection.split, read.splits);
  check("--lang", selection.language, read.languages);
  if (read.languages.empty()) throw UsageError(file + " is empty: it holds no " + what);
  throw UsageError("no line of " + file + " has both --split " + printable(selection.split) +
                   " and --lang " + printable(selection.language));
}

void print_rejected(std::ostream& err, const std::vector<RejectedLine>& rejected,
                    const std::string& file) {
  for (std::size_t i = 0; i < rejected.size() && i < kRejectedShown; ++i) {
    err << "memfold: " << printable(file) << ", line " << rejected[i].line << ": "
        << printable(rejected[i].reason) << "; left out\n";
  }
  if (rejected.size() > kRejectedShown) {
    err << "memfold: " << counted(rejected.size() - kRejectedShown, "more line")
        << " left out; --json lists them\n";
  }
}

class Eval final : public Command {
 public:
  Eval()
      : Command({"eval",
                 "Measure the Analyst, the engine (--mode, --streams), the Extractor or recall on "
                 "labelled data",
                 "  memfold eval pairs.jsonl --split tune --errors\n"
                 "  memfold eval pairs.jsonl --mode balanced --curve curve.svg\n"
                 "  memfold eval --streams streams.jsonl --split tune --errors\n"
                 "  memfold eval --extraction mails.jsonl --lang ko --errors\n"
                 "  memfold eval --recall questions.jsonl --split held"}) {}

  void configure(CLI::App& app) override {
    app.add_option("pairs", file_, "labelled pairs, one JSON object a line; - for standard input")
        ->type_name("FILE");
    app.add_option("--streams", streams_,
                   "labelled streams instead: measure what the engine does with each statement; - "
                   "for standard input")
        ->type_name("FILE");
    app.add_option("--extraction", mails_,
                   "labelled mails instead: measure the Extractor; - for standard input")
        ->type_name("FILE");
    app.add_option("--recall", questions_,
                   "labelled questions instead: measure recall; - for standard input")
        ->type_name("FILE");
    app.add_option("--split", selection_.split, "only lines whose \"split\" is this")
        ->type_name("NAME");
    app.add_option("--lang", selection_.language, "only lines in this language")
        ->type_name("LANGUAGE");
    app.add_flag("--errors", errors_, "list what is wrong, and why");
    app.add_option("--curve", curve_, "write precision and recall by confidence to a .csv or .svg")
        ->type_name("FILE");
  }

  ExitCode run(Context& context) override {
    refuse_several();
    if (!streams_.empty()) {
      if (!file_.empty()) throw UsageError("eval measures pairs or --streams, not both at once");
      if (!curve_.empty()) throw UsageError("--curve is about pairs, not about --streams");
      return report(context, evaluate_streams(context));
    }
    if (!mails_.empty()) {
      refuse_what_is_about_pairs(context, "--extraction");
      return report(context, evaluate_extraction(context));
    }
    if (!questions_.empty()) {
      refuse_what_is_about_pairs(context, "--recall");
      return report(context, evaluate_recall(context));
    }
    if (file_.empty()) {
      throw UsageError(
          "eval needs a file of labelled pairs, or --streams and one of labelled streams, or "
          "--extraction and one of labelled mails, or --recall and one of questions; - is standard "
          "input");
    }
    if (!curve_.empty()) curve_format(curve_);
    const Evaluation evaluation = evaluate_pairs(context);
    const ExitCode code = report(context, evaluation);
    if (!curve_.empty()) write_curve(evaluation);
    return code;
  }

 private:
  void refuse_several() const {
    if (!streams_.empty() + !mails_.empty() + !questions_.empty() > 1) {
      throw UsageError("eval measures one of --streams, --extraction and --recall at a time");
    }
  }

  void refuse_what_is_about_pairs(const Context& context, const std::string& option) const {
    if (!file_.empty()) throw UsageError("eval measures pairs or " + option + ", not both at once");
    if (!curve_.empty()) throw UsageError("--curve is about pairs, not about " + option);
    if (asks_for_mode(context)) throw UsageError("--mode is about pairs, not about " + option);
  }

  /// A mode of the configuration is how facts are folded; only asked for here it is what is judged.
  static bool asks_for_mode(const Context& context) {
    return context.config.origin("mode") == "--mode";
  }

  template <typename Found>
  ExitCode report(Context& context, const Found& evaluation) const {
    if (context.json) {
      print_document(context.out, to_json(evaluation, errors_));
    } else {
      print_evaluation(context.out, context.screen, evaluation);
      if (errors_) print_errors(context.out, context.screen, evaluation);
    }
    return evaluation.rejected.empty() ? kOk : kPartly;
  }

  void check_read(const Context& context, const LabelledFile& read, bool some, const char* what,
                  const std::string& file) const {
    require_some(read, some, what, selection_, file);
    print_rejected(context.err, read.rejected, file);
    print_unknown_keys(context.err, read.unknown_keys);
  }

  ExtractionEvaluation evaluate_extraction(const Context& context) const {
    MailFile read = read_mails(ingest::open_bytes(mails_), selection_);
    check_read(context, read, !read.mails.empty(), "mail", shown(mails_));
    const auto extractor = context.extractor().extractor;
    return {.source = source_text(shown(mails_)),
            .extractor = extractor->name(),
            .mails = ask_extractor(*extractor, read.mails),
            .rejected = std::move(read.rejected)};
  }

  RecallEvaluation evaluate_recall(const Context& context) const {
    QuestionFile read = read_questions(ingest::open_bytes(questions_), selection_);
    check_read(context, read, !read.questions.empty(), "question", shown(questions_));
    const std::string folder = std::filesystem::path(questions_).parent_path().string();
    const Models models = context.engine_options(Access::Write, Durability::Relaxed).models;
    return {.source = source_text(shown(questions_)),
            .embedder = models.embedder->name(),
            .tokenizer = models.tokenizer->name(),
            .questions = ask_archives(context, folder, read.questions),
            .rejected = std::move(read.rejected)};
  }

  StreamEvaluation evaluate_streams(const Context& context) const {
    StreamFile read = read_streams(ingest::open_bytes(streams_), selection_);
    check_read(context, read, !read.streams.empty(), "stream", shown(streams_));
    EngineOptions options = context.engine_options(Access::Write, Durability::Relaxed);
    options.threads = 1;
    StreamEvaluation evaluation{.source = source_text(shown(streams_)),
                                .analyst = options.models.analyst->name(),
                                .embedder = options.models.embedder->name(),
                                .mode = options.decide.mode,
                                .streams = std::move(read.streams),
                                .rejected = std::move(read.rejected)};
    ScratchStore store(std::move(options));
    evaluation.outcomes = fold_streams(store.engine(), evaluation.streams);
    return evaluation;
  }

  Evaluation evaluate_pairs(const Context& context) const {
    PairFile read = read_pairs(ingest::open_bytes(file_), selection_);
    check_read(context, read, !read.pairs.empty(), "pair", shown(file_));
    return evaluate(context, std::move(read), source_text(shown(file_)));
  }

  static std::string shown(const std::string& file) {
    return file == "-" ? "standard input" : printable(file);
  }

  std::string source_text(const std::string& file) const {
    std::string text = file;
    if (!selection_.split.empty()) text += ", split " + selection_.split;
    if (!selection_.language.empty()) text += ", language " + selection_.language;
    return text;
  }

  static Evaluation evaluate(const Context& context, PairFile read, std::string source) {
    EngineOptions options = context.engine_options(Access::Write, Durability::Relaxed);
    options.threads = 1;
    Evaluation evaluation{.source = std::move(source),
                          .analyst = options.models.analyst->name(),
                          .pairs = std::move(read.pairs),
                          .rejected = std::move(read.rejected)};
    evaluation.baseline = ask_threshold(*options.models.embedder, evaluation.pairs);
    if (asks_for_mode(context)) {
      evaluation.mode = options.decide.mode;
      ScratchStore store(std::move(options));
      evaluation.given = ask_engine(store.engine(), evaluation.pairs);
    } else {
      evaluation.given = ask_analyst(*options.models.analyst, evaluation.pairs);
    }
    return evaluation;
  }

  void write_curve(const Evaluation& evaluation) const {
    const auto curves = curves_of(outcomes_of(evaluation.pairs, evaluation.given.answers));
    write_file(curve_, curve_format(curve_).write(
                           curves, asked_text(evaluation) + " on " + evaluation.source));
  }

  std::string file_, streams_, mails_, questions_, curve_;
  LineSelection selection_;
  bool errors_ = false;
};

}  // namespace

std::unique_ptr<Command> make_eval() {
  return std::make_unique<Eval>();
}

}  // namespace memfold::tools
