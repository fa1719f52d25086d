#include "tools/eval/archive.h"

#include <filesystem>
#include <fstream>
#include <map>

#include "core/temporary_directory.h"
#include "memfold/backfill.h"
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

std::vector<QuestionOutcome> ask_archive(const Context& context, const std::string& archive,
                                         std::span<const Question> questions) {
  const TemporaryDirectory mails;
  std::string input = archive;
  if (fs::path(archive).extension() == ".jsonl") {
    write_mails(archive, mails.path());
    input = mails.path();
  }
  ScratchStore store(context.engine_options(Access::Write, Durability::Relaxed));
  BackfillOptions options;
  options.user = kUser;
  options.extractor = context.extractor().extractor;
  backfill(store.engine(), {input}, options);
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
