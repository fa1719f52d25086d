// What files of labelled examples share: one JSON object a line, chosen by split and language,
// refused one by one with a reason.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/byte_source.h"
#include "ingest/fact_reader.h"

namespace memfold::tools {

/// Which lines are wanted; what is empty does not restrict.
struct LineSelection {
  std::string split, language;
};

/// A line that cannot be used, and why. The reason never holds what a person wrote.
struct RejectedLine {
  std::uint64_t line = 0;  ///< 1, 2, 3...
  std::string reason;
};

/// What was noticed while reading.
struct LabelledFile {
  std::vector<RejectedLine> rejected;
  std::set<std::string> splits, languages;  ///< of all lines, selected or not
  std::map<std::string, UnknownKey, std::less<>> unknown_keys;
};

/// Why a line cannot be used; thrown while one is read, caught before the next.
struct Refusal {
  std::string reason;
};

/// A selected line. Its id is new in the file.
struct LabelledLine {
  const nlohmann::json& object;
  std::string id, language;
};

/// Hands each selected line to `take`, which may throw Refusal. Empty lines are passed over; of a
/// line that is not selected no more than split and language are looked at. `keys` are those a line
/// may have besides id, lang and split. Throws Error as `source` does, and Error(Corruption) where
/// it ends early.
void read_labelled_lines(std::unique_ptr<ingest::ByteSource> source, const LineSelection& selection,
                         const std::vector<std::string>& keys, LabelledFile& file,
                         const std::function<void(const LabelledLine&)>& take);

/// The text under `key`; empty where it is absent or null. Throws Refusal when it is no text.
std::string optional_text(const nlohmann::json& object, const char* key);
/// Throws Refusal when there is no text but white space.
std::string required_text(const nlohmann::json& object, const char* key);
/// A required text in NFC that a fact could have as its content.
std::string required_statement(const nlohmann::json& object, const char* key);

/// For reasons: the start of `text`, printable, in quotation marks.
std::string in_quotes(std::string_view text);
/// `text` is not among the names `key` may have.
[[noreturn]] void refuse_name(const char* key, const std::string& text,
                              const std::vector<std::string>& known);

}  // namespace memfold::tools
