// The one notation for lists of words: *.words files, which anybody can add a word to.
//
//   R"words(
//   // A comment, on a line of its own.
//   [unit Money KRW 1]
//   원
//   won
//   )words"
//
// A heading in brackets says what the lines below it are, up to the next heading: its name, then
// fields; "name=value" is an option. One entry a line, blank lines mean nothing. The first and the
// last line make a string literal of the file: words.cc includes it, and words.h names it.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace memfold::models {

/// A heading. Views of the file.
class WordHeading {
 public:
  /// `text`: what stands between the brackets.
  explicit WordHeading(std::string_view text);

  std::string_view name() const { return field(0); }
  /// Field `i`, of which the name is the first; empty where there are fewer.
  std::string_view field(std::size_t i) const { return i < fields_.size() ? fields_[i].text : ""; }
  /// The whole rest from field `i` on: "every two weeks".
  std::string_view rest(std::size_t i) const;
  bool has(std::string_view flag) const;
  /// Throws std::logic_error where field `i` is no whole number.
  std::int64_t number(std::size_t i) const;
  /// The number behind "name="; `otherwise` where there is none.
  std::int64_t option(std::string_view name, std::int64_t otherwise) const;
  /// For a name or field that means nothing: throws std::logic_error with the heading.
  [[noreturn]] void refuse() const;

 private:
  struct Field {
    std::string_view text;
    std::size_t begin;
  };
  std::string_view text_;
  std::vector<Field> fields_;
};

/// Calls take(heading, entry) for each entry in order; entries are views of `file`, without white
/// space around them. Throws std::logic_error for an entry without a heading. Files are part of
/// the library, so an error in one shows at the first use, in any test.
void read_words(std::string_view file,
                const std::function<void(const WordHeading&, std::string_view)>& take);

}  // namespace memfold::models
