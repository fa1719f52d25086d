// A statement cut into atoms: the runs of one kind of character that every later step reads.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace memfold::models::extractor {

enum class AtomKind : std::uint8_t {
  Word,        ///< Latin letters, an apostrophe inside: don't
  Identifier,  ///< Latin letters with an underscore: foo_bar
  Number,      ///< digits with inner points and thousands commas: 1,000  2.6.18
  Hangul,      ///< Hangul syllables; particles stay attached
  Other,       ///< letters of any other script
  Url,
  Email,
  Path,
  Punctuation,  ///< one code point
};

/// Byte range [begin, end) of the text. `glued` means no white space before it.
struct Atom {
  std::uint32_t begin = 0, end = 0;
  AtomKind kind = AtomKind::Punctuation;
  bool glued = false;
};

/// The atoms of one text. Views stay valid while the text passed to `assign` and this object live
/// unchanged. One object may be reused for many texts; it keeps its buffers.
class Atoms {
 public:
  /// `text` must be valid UTF-8 shorter than 4 GiB. Linear time.
  void assign(std::string_view text);

  std::size_t size() const { return items_.size(); }
  const Atom& operator[](std::size_t index) const { return items_[index]; }
  AtomKind kind(std::size_t index) const { return items_[index].kind; }
  bool glued(std::size_t index) const { return items_[index].glued; }
  std::string_view text() const { return text_; }
  /// As written.
  std::string_view view(std::size_t index) const { return range(index, index + 1); }
  /// ASCII letters in lower case; other letters as written.
  std::string_view lower(std::size_t index) const {
    const Atom& atom = items_[index];
    return std::string_view(lower_).substr(atom.begin, atom.end - atom.begin);
  }
  /// As written, from the first atom's begin to the last one's end; `last` is exclusive.
  std::string_view range(std::size_t first, std::size_t last) const {
    if (first >= last || last > items_.size()) return {};
    return text_.substr(items_[first].begin, items_[last - 1].end - items_[first].begin);
  }
  /// True when atom `index` exists and is exactly this punctuation mark.
  bool is_mark(std::size_t index, std::string_view mark) const {
    return index < items_.size() && items_[index].kind == AtomKind::Punctuation &&
           view(index) == mark;
  }

 private:
  // Each adds what begins at the given byte and returns where to go on; add_special returns `begin`
  // when there is no url, address or path.
  std::size_t add(std::size_t begin, std::size_t end, AtomKind kind);
  std::size_t add_special(std::size_t begin, std::size_t run_end);
  std::size_t add_plain(std::size_t begin);

  std::string_view text_;
  std::string lower_;
  std::vector<Atom> items_;
  std::size_t last_end_ = 0;
};

}  // namespace memfold::models::extractor
