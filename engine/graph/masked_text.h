// A text without the sentences that say something.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace memfold::graph {

/// How a text may say a statement, bare (core/bare_text.h): as it stands, and without the title a
/// fact carries before it ("Q1 예산: ..."), as far as that leaves most of it. Empty where it is too
/// short to be told from chance.
std::vector<std::string> bare_forms(std::string_view statement);

/// Borrows the text.
class MaskedText {
 public:
  explicit MaskedText(std::string_view text);

  /// Takes out every sentence that says any of the bare forms, wholly or in part, however it is
  /// wrapped; whether there was one.
  bool take_out(std::span<const std::string> forms);
  /// What is left, with the line ends it had; lines that were emptied are gone.
  std::string left() const;
  /// Whether what is left says this.
  bool says(std::string_view text) const;
  /// Takes out every sentence that `other` does not say.
  void keep_what_is_in(const MaskedText& other);

 private:
  struct Sentence {
    std::string_view text;   ///< with the white space behind it
    std::size_t begin, end;  ///< of its bare text
    bool out = false;
  };
  std::string bare_left() const;

  std::string bare_, left_;  ///< of all, and of what is left
  std::vector<Sentence> sentences_;
};

}  // namespace memfold::graph
