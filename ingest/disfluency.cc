#include "ingest/disfluency.h"

#include <re2/re2.h>

#include <algorithm>
#include <vector>

#include "core/text.h"
#include "ingest/disfluency_words.h"
#include "ingest/turns.h"

namespace memfold::ingest {
namespace {

constexpr auto kTailMarks = std::to_array<std::string_view>(
    {",", ".", "!", "?", ";", ":", "~", "-", "…", "–", "—", "、", "。", "，"});

struct Word {
  std::string core;  ///< ASCII lower case, without what follows
  std::string text;  ///< as written, without what follows
  std::string tail;  ///< commas, dots, dashes behind it
  bool gone = false;
};

bool in(const auto& table, std::string_view word) {
  return std::find(table.begin(), table.end(), word) != table.end();
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  }
  return result;
}

Word make_word(std::string_view token) {
  std::size_t size = token.size();
  for (bool found = true; found && size > 0;) {
    found = false;
    for (std::string_view mark : kTailMarks) {
      if (!token.substr(0, size).ends_with(mark)) continue;
      size -= mark.size();
      found = true;
      break;
    }
  }
  return {lower(token.substr(0, size)), std::string(token.substr(0, size)),
          std::string(token.substr(size))};
}

std::vector<Word> words_of(std::string_view line) {
  std::vector<Word> words;
  for (std::size_t at = 0; at < line.size();) {
    at = std::min(line.find_first_not_of(" \t", at), line.size());
    const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
    if (end > at) words.push_back(make_word(line.substr(at, end - at)));
    at = end;
  }
  return words;
}

bool ends_sentence(const Word& word) {
  return word.tail.find_first_of(".!?") != std::string::npos ||
         word.tail.find("。") != std::string::npos;
}

bool is_ellipsis(const Word& word) {
  return word.tail.find("..") != std::string::npos || word.tail.find("…") != std::string::npos;
}

bool pauses(const Word& word) {
  return is_ellipsis(word) || word.tail.find_first_of(",~-") != std::string::npos ||
         word.tail.find("，") != std::string::npos || word.tail.find("—") != std::string::npos ||
         word.tail.find("–") != std::string::npos;
}

bool is_shouted(const Word& word) {
  return word.text.size() > 1 && std::all_of(word.text.begin(), word.text.end(),
                                             [](char c) { return c >= 'A' && c <= 'Z'; });
}

class Line {
 public:
  Line(std::string_view text, bool english) : words_(words_of(text)), english_(english) {}

  std::string cleaned(std::string_view as_written) {
    for_each_left([&](std::size_t i) { drop_phrase(i); });
    for_each_left([&](std::size_t i) {
      if (is_sound(i) || is_filler(i)) drop(i);
    });
    drop_stutters();
    if (!changed_) return std::string(trim(as_written));
    std::string text;
    for (const Word& word : words_) {
      if (word.gone) continue;
      if (!text.empty()) text += ' ';
      text += word.text;
      text += word.tail;
    }
    return text;
  }

 private:
  static constexpr std::size_t kNone = std::size_t(-1);

  template <typename F>
  void for_each_left(F f) {
    last_ = kNone;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (!words_[i].gone) f(i);
      if (!words_[i].gone) last_ = i;
    }
  }
  std::size_t after(std::size_t i) const {
    for (++i; i < words_.size(); ++i) {
      if (!words_[i].gone) return i;
    }
    return kNone;
  }

  bool clause_begins() const {
    return last_ == kNone || !words_[last_].tail.empty() || in(kJoiningWords, words_[last_].core);
  }

  bool is_sound(std::size_t i) const {
    const Word& word = words_[i];
    const std::size_t last = last_;
    if (in(kKoreanSounds, word.core)) {
      return last == kNone || !words_[last].tail.empty() || !in(kBeforeSound, words_[last].core);
    }
    if (!in(kEnglishSounds, word.core) || is_shouted(word)) return false;
    // "Er, der Chef" is German for "he"; "Uh." says nothing in any language.
    const bool set_off = pauses(word) ? word.core != "er" : ends_sentence(word) && clause_begins();
    if (!english_ && !set_off) return false;
    // "5 mm"
    return last == kNone || !words_[last].tail.empty() ||
           words_[last].text.find_first_of("0123456789") == std::string::npos;
  }

  bool is_filler(std::size_t i) const {
    const Word& word = words_[i];
    if (in(kKoreanFillers, word.core)) {
      return is_ellipsis(word) || (clause_begins() && pauses(word));
    }
    return in(kEnglishFillers, word.core) && clause_begins() && pauses(word);
  }

  void drop_phrase(std::size_t i) {
    if (!clause_begins()) return;
    for (const FillerPhrase& phrase : kFillerPhrases) {
      std::size_t length = 0;
      while (length < phrase.words.size() && !phrase.words[length].empty()) ++length;
      if (!matches(i, phrase, length)) continue;
      for (std::size_t k = 0; k < length; ++k) drop(i + k);
      return;
    }
  }

  bool matches(std::size_t i, const FillerPhrase& phrase, std::size_t length) const {
    if (i + length > words_.size()) return false;
    for (std::size_t k = 0; k < length; ++k) {
      if (words_[i + k].core != phrase.words[k]) return false;
      if (k + 1 < length && !words_[i + k].tail.empty() && words_[i + k].tail != ",") return false;
    }
    const Word& last = words_[i + length - 1];
    const bool at_end = i + length == words_.size() || (ends_sentence(last) && !is_ellipsis(last));
    // "..., you know."; alone it is an answer
    if (at_end) return i > 0 && phrase.needs_pause && last.tail != "?";
    if (phrase.needs_pause) return pauses(last);
    const std::string& next = words_[i + length].core;
    return std::none_of(kAfterDenial.begin(), kAfterDenial.end(),
                        [&](std::string_view start) { return next.starts_with(start); });
  }

  /// Its full stop goes to the word before, its capital to the one behind.
  void drop(std::size_t i) {
    Word& word = words_[i];
    word.gone = changed_ = true;
    const std::size_t last = last_, next = after(i);
    const bool begins = last == kNone || ends_sentence(words_[last]);
    if (!begins && ends_sentence(word) && (!is_ellipsis(word) || next == kNone)) {
      words_[last].tail = is_ellipsis(word) ? "." : word.tail;
    } else if (!begins && words_[last].tail == "," && in(kLeadingWords, words_[last].core)) {
      words_[last].tail.clear();
    }
    if (begins && next != kNone && word.text[0] >= 'A' && word.text[0] <= 'Z') {
      char& first = words_[next].text[0];
      if (first >= 'a' && first <= 'z') first = static_cast<char>(first - 32);
    }
  }

  void drop_stutters() {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (words_[i].gone) continue;
      const std::size_t next = after(i);
      if (next == kNone || !is_stutter(words_[i], words_[next])) continue;
      if (words_[i].text[0] >= 'A' && words_[i].text[0] <= 'Z') {
        words_[next].text[0] = words_[i].text[0];
      }
      words_[i].gone = changed_ = true;
    }
  }

  static bool is_stutter(const Word& word, const Word& next) {
    const bool broken_off = word.tail == "-" || word.tail == "—" || word.tail == "–";
    if (word.core.empty() || (!word.tail.empty() && !broken_off && !pauses(word))) return false;
    if (broken_off && next.core.starts_with(word.core)) {
      return word.core.find_first_of("0123456789") == std::string::npos;
    }
    if (word.core != next.core) return false;
    if (in(kStutteredWords, word.core)) return true;
    return word.core.size() >= 6 && is_korean(word.core) &&
           std::any_of(kStutteredEndings.begin(), kStutteredEndings.end(),
                       [&](std::string_view end) { return word.core.ends_with(end); });
  }

  std::vector<Word> words_;
  std::size_t last_ = kNone;  ///< that is left, before the one looked at
  bool english_;
  bool changed_ = false;
};

/// Whether "um" is a pause here: there is English or Korean around it.
bool knows_sounds(std::string_view text) {
  if (is_korean(text)) return true;
  const std::vector<Word> words = words_of(text.substr(0, 4096));
  return std::any_of(words.begin(), words.end(),
                     [](const Word& word) { return in(kPlainEnglish, word.core); });
}

}  // namespace

std::string without_disfluencies(std::string_view text) {
  static const RE2 kRemark(std::string{kRemarkPattern});
  std::string spoken(text);
  RE2::GlobalReplace(&spoken, kRemark, "");
  std::string flat = spoken;
  std::replace(flat.begin(), flat.end(), '\n', ' ');
  const bool english = knows_sounds(flat);
  std::string clean;
  for (std::size_t at = 0; at <= spoken.size();) {
    const std::size_t end = std::min(spoken.find('\n', at), spoken.size());
    const std::string_view line = trim(std::string_view(spoken).substr(at, end - at));
    const std::string kept = Line(line, english).cleaned(line);
    if (!kept.empty()) {
      if (!clean.empty()) clean += '\n';
      clean += kept;
    }
    at = end + 1;
  }
  return clean;
}

}  // namespace memfold::ingest
