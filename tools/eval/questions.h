// Labelled questions: what a person asks of an archive, and which memory answers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tools/eval/lines.h"

namespace memfold::tools {

struct Question {
  std::string id, language, kind;
  std::string archive;  ///< a mailbox, a folder, or a .jsonl of labelled mails
  std::string text;
  /// A memory answers that says any of these, compared without case and runs of white space.
  std::vector<std::string> expected;
  std::string source;  ///< when not empty, of this message
};

struct QuestionFile : LabelledFile {
  std::vector<Question> questions;  ///< as selected, in the file's order
};

/// Reads one JSON object a line, with the keys id, lang, archive, question, expect [text] and
/// optionally split, kind, source and note. Throws as read_labelled_lines.
QuestionFile read_questions(std::unique_ptr<ingest::ByteSource> source,
                            const LineSelection& selection);

}  // namespace memfold::tools
