#include "ingest/author_text.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "ingest/author_lines.h"

namespace memfold::ingest {
namespace {

constexpr std::size_t kMaxSignatureLines = 12;    // behind "-- "
constexpr std::size_t kMaxClosingLines = 8;       // behind "Best regards,"
constexpr std::size_t kMaxClosingLineBytes = 90;  // name, title, telephone
constexpr std::size_t kDisclaimerWindow = 30;     // lines from the end in which a notice starts
constexpr int kMaxFooters = 4;
constexpr std::size_t kFooterWindow = 16;  // lines from the end in which a footer starts

enum class Owner : std::uint8_t { Author, Quoted, Signature, Nobody };

bool is_signature_mark(const MailLine& line) {
  return line.text == "-- " || line.text == "--" || line.text == "--\xC2\xA0" || line.text == "—" ||
         line.text == "-- \xC2\xA0";
}

/// `[begin, end)`: a stretch of lines without quotations, its end being that of the author's text
/// before a quotation or of the mail.
struct Stretch {
  std::size_t begin, end;
};

class Separator {
 public:
  explicit Separator(std::string_view text)
      : lines_(classify_lines(text)), owners_(lines_.size(), Owner::Author) {}

  AuthorText run() {
    claim_quotations();
    // Lists and their sponsors append one after the other.
    for (int i = 0; i < kMaxFooters && claim_list_footer(); ++i) {
    }
    for (const Stretch& stretch : stretches()) {
      claim_disclaimer(stretch);
      if (!claim_signature(stretch)) claim_closing(stretch);
    }
    return {join(Owner::Author), join(Owner::Quoted), join(Owner::Signature)};
  }

 private:
  void claim_quotations();
  bool claim_list_footer();
  void claim_disclaimer(Stretch stretch);
  bool claim_signature(Stretch stretch);
  void claim_closing(Stretch stretch);
  std::vector<Stretch> stretches() const;
  void claim(std::size_t begin, std::size_t end, Owner owner);
  std::string join(Owner owner) const;

  std::vector<MailLine> lines_;
  std::vector<Owner> owners_;
};

void Separator::claim(std::size_t begin, std::size_t end, Owner owner) {
  for (std::size_t i = begin; i < end; ++i) {
    if (owners_[i] == Owner::Author) owners_[i] = owner;
  }
}

void Separator::claim_quotations() {
  bool behind_opener = false;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    switch (lines_[i].kind) {
      case LineKind::Quoted:
        owners_[i] = Owner::Quoted;
        break;
      case LineKind::Attribution:
      case LineKind::Boilerplate:
        owners_[i] = Owner::Nobody;
        break;
      case LineKind::Opener:
        behind_opener = true;
        // A header block says whose words follow; a mere divider says nothing.
        owners_[i] = Owner::Nobody;
        break;
      case LineKind::Text:
      case LineKind::Blank:
        if (behind_opener) owners_[i] = Owner::Quoted;
        break;
    }
  }
}

/// A rule followed by the words of a list's footer, near the end.
bool Separator::claim_list_footer() {
  std::size_t end = lines_.size();  // of what is still the author's
  while (end > 0 && owners_[end - 1] != Owner::Quoted &&
         (owners_[end - 1] != Owner::Author || lines_[end - 1].kind == LineKind::Blank)) {
    --end;
  }
  const std::size_t first = end - std::min(end, kFooterWindow);
  std::size_t start = end;
  for (std::size_t i = end; i-- > first;) {
    if (owners_[i] != Owner::Author) break;
    if (lines_[i].kind == LineKind::Text && is_footer_mark(lines_[i].content)) start = i;
    const bool divides = is_rule(lines_[i].content) || is_signature_mark(lines_[i]);
    if (divides && start < end) {
      start = i;
      break;
    }
  }
  if (start == end) return false;
  // Without a rule the footer is its paragraph.
  while (start > first && !is_rule(lines_[start].content) && !is_signature_mark(lines_[start]) &&
         lines_[start - 1].kind == LineKind::Text && owners_[start - 1] == Owner::Author) {
    --start;
  }
  claim(start, end, Owner::Nobody);
  return true;
}

std::vector<Stretch> Separator::stretches() const {
  std::vector<Stretch> found;
  for (std::size_t i = 0; i < lines_.size();) {
    if (owners_[i] != Owner::Author) {
      ++i;
      continue;
    }
    const std::size_t begin = i;
    while (i < lines_.size() && owners_[i] == Owner::Author) ++i;
    found.push_back({begin, i});
  }
  return found;
}

/// A legal notice from its first paragraph to the end of the stretch.
void Separator::claim_disclaimer(Stretch stretch) {
  for (std::size_t i = stretch.begin; i < stretch.end; ++i) {
    const bool starts_paragraph = i == stretch.begin || lines_[i - 1].kind == LineKind::Blank ||
                                  is_rule(lines_[i - 1].content);
    if (!starts_paragraph || lines_[i].kind != LineKind::Text) continue;
    if (stretch.end - i > kDisclaimerWindow) continue;
    // Notices are wrapped: their first two lines are looked at as one.
    std::string start(lines_[i].content.substr(0, 300));
    if (i + 1 < stretch.end) start += " " + std::string(lines_[i + 1].content.substr(0, 200));
    if (!is_disclaimer(start)) continue;
    const bool ruled = i > stretch.begin && is_rule(lines_[i - 1].content);
    return claim(i - (ruled ? 1 : 0), stretch.end, Owner::Nobody);
  }
}

bool Separator::claim_signature(Stretch stretch) {
  for (std::size_t i = stretch.end; i-- > stretch.begin;) {
    if (owners_[i] != Owner::Author || !is_signature_mark(lines_[i])) continue;
    // "-- " is the standard mark; a mark that lost its space counts only near the end.
    const bool standard = lines_[i].text == "-- ";
    std::size_t used = 0;
    for (std::size_t k = i + 1; k < stretch.end; ++k) used += lines_[k].kind == LineKind::Text;
    if (!standard && used > kMaxSignatureLines) return false;
    owners_[i] = Owner::Nobody;
    claim(i + 1, stretch.end, Owner::Signature);
    claim_closing({stretch.begin, i});
    return true;
  }
  return false;
}

/// "Best regards," with a few short lines behind it and nothing else.
void Separator::claim_closing(Stretch stretch) {
  while (stretch.end > stretch.begin && owners_[stretch.end - 1] != Owner::Author) --stretch.end;
  std::size_t used = 0, closing = stretch.end;
  for (std::size_t i = stretch.end; i-- > stretch.begin;) {
    const MailLine& line = lines_[i];
    if (line.kind != LineKind::Text) continue;
    if (is_closing(line.content)) {
      closing = i;  // the first of several: "Thanks," above "Best regards,"
      if (++used > kMaxClosingLines) break;
      continue;
    }
    if (closing != stretch.end || ++used > kMaxClosingLines ||
        line.content.size() > kMaxClosingLineBytes) {
      break;
    }
  }
  if (closing == stretch.end) return;
  // A sentence behind it is not a signature: "Thanks!\nOne more thing: ..."
  for (std::size_t i = closing + 1; i < stretch.end; ++i) {
    const std::string_view content = lines_[i].content;
    if (content.empty() || is_closing(content)) continue;
    const bool sentence =
        content.ends_with('?') || content.ends_with("다.") || content.ends_with("요.") ||
        (content.ends_with('.') && std::count(content.begin(), content.end(), ' ') >= 4);
    if (sentence) return;
  }
  claim(closing, stretch.end, Owner::Signature);
}

std::string_view without_marks(std::string_view content) {
  while (!content.empty() && (content.front() == '>' || content.front() == ' ')) {
    content.remove_prefix(1);
  }
  return content;
}

std::string Separator::join(Owner owner) const {
  std::string text;
  bool blank = false;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (owners_[i] != owner) {
      blank = true;  // what stood on both sides of something else are different paragraphs
      continue;
    }
    std::string_view line = lines_[i].text;
    if (owner == Owner::Quoted) {
      line = without_marks(line);
      if (is_attribution(line)) {
        blank = true;
        continue;
      }
    }
    const std::size_t last = line.find_last_not_of(" \t\r");
    if (last == std::string_view::npos || lines_[i].kind == LineKind::Blank) {
      blank = true;
      continue;
    }
    if (!text.empty()) text += blank ? "\n\n" : "\n";
    text += line.substr(0, last + 1);
    blank = false;
  }
  return text;
}

}  // namespace

AuthorText separate_author_text(std::string_view text) {
  return Separator(text).run();
}

}  // namespace memfold::ingest
