// Labelled mails: what a careful person would note from each.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "memfold/category.h"
#include "memfold/time.h"
#include "tools/eval/lines.h"

namespace memfold::tools {

/// The one time a statement names.
struct ExpectedDate {
  Time at;  ///< without a time of day: midnight UTC of the day it is where it was said
  bool has_time = false;  ///< false: any time of that day is right
  bool due = false;       ///< a deadline; else when it happens
};

struct ExpectedFact {
  std::string text;  ///< the author's words, NFC
  Category::Kind category = Category::Misc;
  std::optional<ExpectedDate> date;
  std::vector<std::string> entities;
};

struct LabelledMail {
  std::string id, language;
  std::string mail;  ///< as it came: header, empty line, body
  std::vector<ExpectedFact> facts;
};

struct MailFile : LabelledFile {
  std::vector<LabelledMail> mails;  ///< as selected, in the file's order
};

/// Reads one JSON object a line, with the keys id, lang, mail, facts [{text, category, date,
/// date_kind (occurs, due), entities}] and optionally split, kind and note. Throws as
/// read_labelled_lines.
MailFile read_mails(std::unique_ptr<ingest::ByteSource> source, const LineSelection& selection);

}  // namespace memfold::tools
