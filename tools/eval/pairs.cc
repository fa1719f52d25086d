#include "tools/eval/pairs.h"

#include "tools/eval/figures.h"

namespace memfold::tools {
namespace {

using Object = nlohmann::json;

const std::vector<std::string> kPairKeys = {"existing", "new", "subject", "expected",
                                            "relationship"};

/// The statements: what they are called in a line, and where they go.
struct StatementKey {
  const char* key;
  std::string LabelledPair::*member;
};
constexpr StatementKey kStatements[] = {{"existing", &LabelledPair::existing},
                                        {"new", &LabelledPair::incoming}};

Verdict read_verdict(const Object& object) {
  const std::string text = required_text(object, "expected");
  if (const auto verdict = parse_name<Verdict>(text)) return *verdict;
  std::vector<std::string> known;
  known.reserve(kVerdictCount);
  for (const Verdict verdict : kClasses) known.push_back(label(verdict));
  refuse_name("expected", text, known);
}

std::optional<EdgeType> read_relationship(const Object& object) {
  const std::string text = optional_text(object, "relationship");
  if (text.empty()) return std::nullopt;
  if (const auto type = parse_name<EdgeType>(text); type && joins_memories(*type)) return type;
  std::vector<std::string> known;
  for (const std::string_view one : all_names<EdgeType>()) {
    if (joins_memories(*parse_name<EdgeType>(one))) known.push_back(std::string(one));
  }
  refuse_name("relationship", text, known);
}

LabelledPair read_pair(const LabelledLine& line) {
  LabelledPair pair;
  pair.id = line.id;
  pair.language = line.language;
  for (const StatementKey& one : kStatements) {
    pair.*one.member = required_statement(line.object, one.key);
  }
  if (line.object.contains("subject")) pair.subject = required_statement(line.object, "subject");
  pair.expected = read_verdict(line.object);
  pair.relationship = read_relationship(line.object);
  return pair;
}

}  // namespace

PairFile read_pairs(std::unique_ptr<ingest::ByteSource> source, const LineSelection& selection) {
  PairFile file;
  read_labelled_lines(std::move(source), selection, kPairKeys, file,
                      [&](const LabelledLine& line) { file.pairs.push_back(read_pair(line)); });
  return file;
}

}  // namespace memfold::tools
