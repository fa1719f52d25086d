#include "tools/eval/archive.h"

#include <filesystem>
#include <fstream>
#include <map>

#include "core/temporary_directory.h"
#include "memfold/backfill.h"
#include "memfold/fact_lines.h"
#include "tools/eval/mails.h"
#include "tools/eval/scratch_store.h"

namespace memfold::tools {
namespace {

namespace fs = std::filesystem;

constexpr const char* kUser = "eval";

/// Each labelled mail as a file of its own, in the order of the file.
void write_mails(const std::string& labelled, const std::string& folder) {
  const MailFile file = read_mails(ingest::open_bytes(labelled), {});
  std::size_t number = 100'000;  // names of one length sort as they are numbered
  for (const LabelledMail& mail : file.mails) {
    std::ofstream out(fs::path(folder) / (std::to_string(number++) + ".eml"), std::ios::binary);
    out << mail.mail;
    if (!out.flush()) throw Error(ErrorCode::Io, "cannot write to " + folder);
  }
}

void fold_facts(Engine& engine, const std::string& path) {
  const std::unique_ptr<FactReader> facts = open_facts(path, {.default_user = kUser});
  fold_jsonl(engine, *facts, {}, [&](const LineOutcome& line) {
    if (line.rejected == nullptr) return;
    throw Error(ErrorCode::InvalidArgument,
                path + ", line " + std::to_string(line.line) + ": " + line.rejected->reason);
  });
}

void fold_mails(Engine& engine, const Context& context, const std::string& archive) {
  const TemporaryDirectory mails;
  std::string input = archive;
  if (fs::path(archive).extension() == ".jsonl") {
    write_mails(archive, mails.path());
    input = mails.path();
  }
  BackfillOptions options;
  options.user = kUser;
  options.extractor = context.extractor().extractor;
  backfill(engine, {input}, options);
}

std::vector<QuestionOutcome> ask_archive(const Context& context, const std::string& archive,
                                         std::span<const Question> questions) {
  ScratchStore store(context.engine_options(Access::Write, Durability::Relaxed));
  if (archive.ends_with(".facts.jsonl")) {
    fold_facts(store.engine(), archive);
  } else {
    fold_mails(store.engine(), context, archive);
  }
  return ask_questions(store.engine(), kUser, questions);
}

}  // namespace

std::vector<QuestionOutcome> ask_archives(const Context& context, const std::string& folder,
                                          const std::vector<Question>& questions) {
  std::map<std::string, std::vector<std::size_t>> by_archive;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    by_archive[questions[i].archive].push_back(i);
  }
  std::vector<QuestionOutcome> outcomes(questions.size());
  for (const auto& [archive, places] : by_archive) {
    std::vector<Question> asked;
    for (const std::size_t place : places) asked.push_back(questions[place]);
    const std::string path = (fs::path(folder) / archive).lexically_normal().string();
    std::vector<QuestionOutcome> found = ask_archive(context, path, asked);
    for (std::size_t i = 0; i < places.size(); ++i) outcomes[places[i]] = std::move(found[i]);
  }
  return outcomes;
}

}  // namespace memfold::tools
