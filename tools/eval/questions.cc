#include "tools/eval/questions.h"

#include "core/text.h"

namespace memfold::tools {
namespace {

using Object = nlohmann::json;

const std::vector<std::string> kQuestionKeys = {"archive", "question", "expect",
                                                "source",  "kind",     "note"};

std::vector<std::string> read_expected(const Object& object) {
  const auto found = object.find("expect");
  if (found == object.end() || !found->is_array() || found->empty()) {
    throw Refusal{"\"expect\" must be a list of texts"};
  }
  std::vector<std::string> expected;
  for (const Object& text : *found) {
    if (!text.is_string()) throw Refusal{"\"expect\" must be a list of texts"};
    const std::string key = normalise_key(to_valid_utf8(text.get<std::string>()));
    if (key.empty()) throw Refusal{"\"expect\" holds an empty text"};
    expected.push_back(key);
  }
  return expected;
}

}  // namespace

QuestionFile read_questions(std::unique_ptr<ingest::ByteSource> source,
                            const LineSelection& selection) {
  QuestionFile file;
  read_labelled_lines(std::move(source), selection, kQuestionKeys, file,
                      [&](const LabelledLine& line) {
                        Question question;
                        question.id = line.id;
                        question.language = line.language;
                        question.kind = optional_text(line.object, "kind");
                        question.archive = required_text(line.object, "archive");
                        question.text = required_statement(line.object, "question");
                        question.expected = read_expected(line.object);
                        question.source = optional_text(line.object, "source");
                        file.questions.push_back(std::move(question));
                      });
  return file;
}

}  // namespace memfold::tools
