#include "models/extractor/atoms.h"

#include <algorithm>

#include "models/extractor/characters.h"

namespace memfold::models::extractor {
namespace {

bool is_url_character(char c) {
  return c > ' ' && static_cast<unsigned char>(c) < 0x7F && c != '<' && c != '>' && c != '"' &&
         c != '`';
}

bool is_word_start(char c) {
  return is_ascii_letter(c) || is_ascii_digit(c);
}

// Where a sequence of URL characters really ends: closing marks belong to the sentence.
std::size_t strip_closing_marks(std::string_view text, std::size_t begin, std::size_t end) {
  while (end > begin && std::string_view(".,;:!?)]}'*_").find(text[end - 1]) != std::string::npos) {
    if (text[end - 1] == ')' && text.substr(begin, end - begin).find('(') != std::string::npos) {
      break;
    }
    --end;
  }
  return end;
}

bool looks_like_email(std::string_view chunk) {
  const std::size_t at = chunk.find('@');
  if (at == std::string_view::npos || at == 0 || chunk.find('@', at + 1) != std::string::npos) {
    return false;
  }
  const std::size_t dot = chunk.rfind('.');
  return dot != std::string_view::npos && dot > at + 1 && dot + 2 < chunk.size() &&
         is_word_start(chunk[at + 1]);
}

bool looks_like_path(std::string_view chunk) {
  const std::size_t slash = chunk.find('/');
  if (slash == std::string_view::npos) return false;
  if (std::none_of(chunk.begin(), chunk.end(), is_ascii_letter)) return false;
  const bool rooted =
      slash == 0 || chunk.starts_with("./") || chunk.starts_with("../") || chunk.starts_with("~/");
  if (rooted) return chunk.size() > slash + 1 && is_word_start(chunk[slash + 1]);
  if (is_ascii_digit(chunk[0])) return false;
  const bool two = chunk.find('/', slash + 1) != std::string_view::npos;
  const std::size_t dot = chunk.rfind('.');
  const bool extension = dot != std::string_view::npos && dot > slash && chunk.size() - dot <= 6;
  return extension || (two && chunk.find("//") == std::string_view::npos && chunk.size() > 8);
}

std::size_t latin_at(std::string_view text, std::size_t i) {
  if (is_ascii_letter(text[i]) || text[i] == '_') return 1;
  if (static_cast<unsigned char>(text[i]) < 0x80) return 0;
  const CodePoint c = code_point_at(text, i);
  return is_latin_letter(c.value) ? c.bytes : 0;
}

std::size_t word_end(std::string_view text, std::size_t i, bool& underscore) {
  while (i < text.size()) {
    if (const std::size_t bytes = latin_at(text, i)) {
      underscore |= text[i] == '_';
      i += bytes;
    } else if (text[i] == '\'' && i + 1 < text.size() && is_ascii_letter(text[i + 1])) {
      ++i;
    } else {
      break;
    }
  }
  return i;
}

bool digits_at(std::string_view text, std::size_t at, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) {
    if (at + k >= text.size() || !is_ascii_digit(text[at + k])) return false;
  }
  return true;
}

std::size_t number_end(std::string_view text, std::size_t i) {
  while (i < text.size()) {
    if (is_ascii_digit(text[i]) || (text[i] == '.' && digits_at(text, i + 1, 1))) {
      ++i;
    } else if (text[i] == ',' && digits_at(text, i + 1, 3) && !digits_at(text, i + 4, 1)) {
      i += 4;
    } else {
      break;
    }
  }
  return i;
}

// The end of a run of Hangul, or of letters of other scripts, that begins at `i`.
std::size_t letters_end(std::string_view text, std::size_t i, bool hangul) {
  while (i < text.size() && static_cast<unsigned char>(text[i]) >= 0x80) {
    const CodePoint c = code_point_at(text, i);
    const bool same = is_hangul(c.value) == hangul && is_letter_beyond_latin(c.value);
    if (!same) break;
    i += c.bytes;
  }
  return i;
}

// Where in a run without white space a url, address or path would begin; its end if nowhere.
std::size_t special_begin(std::string_view text, std::size_t begin, std::size_t end) {
  const std::string_view run = text.substr(begin, end - begin);
  const auto back = [&](std::size_t from, std::string_view allowed) {
    while (from > 0 && (is_word_start(run[from - 1]) ||
                        allowed.find(run[from - 1]) != std::string_view::npos)) {
      --from;
    }
    return begin + from;
  };
  if (const std::size_t at = run.find("://"); at != std::string_view::npos) return back(at, "");
  if (const std::size_t at = run.find('@'); at != std::string_view::npos) return back(at, "._%+-=");
  std::size_t i = begin;
  while (i < end && std::string_view("<([{\"'`*").find(text[i]) != std::string_view::npos) ++i;
  return i;
}

}  // namespace

std::size_t Atoms::add(std::size_t begin, std::size_t end, AtomKind kind) {
  items_.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), kind,
                    begin == last_end_ && !items_.empty()});
  last_end_ = end;
  return end;
}

std::size_t Atoms::add_special(std::size_t begin, std::size_t run_end) {
  std::size_t end = begin;
  while (end < run_end && is_url_character(text_[end])) ++end;
  end = strip_closing_marks(text_, begin, end);
  const std::string_view chunk = text_.substr(begin, end - begin);
  const std::size_t scheme = chunk.find("://");
  if ((scheme != std::string_view::npos && scheme > 1 && scheme < 8) ||
      (chunk.starts_with("www.") && chunk.size() > 6) || chunk.starts_with("mailto:")) {
    return add(begin, end, AtomKind::Url);
  }
  if (looks_like_email(chunk)) return add(begin, end, AtomKind::Email);
  if (looks_like_path(chunk)) return add(begin, end, AtomKind::Path);
  return begin;
}

std::size_t Atoms::add_plain(std::size_t i) {
  if (is_ascii_digit(text_[i])) return add(i, number_end(text_, i), AtomKind::Number);
  if (latin_at(text_, i) != 0) {
    bool underscore = false;
    const std::size_t end = word_end(text_, i, underscore);
    return add(i, end, underscore ? AtomKind::Identifier : AtomKind::Word);
  }
  if (static_cast<unsigned char>(text_[i]) < 0x80) return add(i, i + 1, AtomKind::Punctuation);
  const CodePoint first = code_point_at(text_, i);
  if (is_space(first.value)) return i + first.bytes;
  if (!is_letter_beyond_latin(first.value)) {
    return add(i, i + first.bytes, AtomKind::Punctuation);
  }
  const bool hangul = is_hangul(first.value);
  return add(i, letters_end(text_, i + first.bytes, hangul),
             hangul ? AtomKind::Hangul : AtomKind::Other);
}

void Atoms::assign(std::string_view text) {
  text_ = text;
  items_.clear();
  last_end_ = 0;
  lower_.assign(text);
  for (char& c : lower_) c = ascii_lower(c);

  std::size_t run_end = 0, special = text.size();
  for (std::size_t i = 0; i < text.size();) {
    if (is_ascii_space(text[i])) {
      ++i;
      continue;
    }
    if (i >= run_end) {  // a new run without white space: look once for something special in it
      bool marked = false;
      for (run_end = i; run_end < text.size() && !is_ascii_space(text[run_end]); ++run_end) {
        const char c = text[run_end];
        marked |= c == '/' || c == '@' || (c == '.' && run_end - i == 3);
      }
      special = marked ? special_begin(text, i, run_end) : text.size();
    }
    if (i == special) {
      special = text.size();
      if (const std::size_t end = add_special(i, run_end); end != i) {
        i = end;
        continue;
      }
    }
    i = add_plain(i);
  }
}

}  // namespace memfold::models::extractor
