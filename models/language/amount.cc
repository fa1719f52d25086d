#include "models/language/amount.h"

#include "models/language/word_file.h"
#include "models/language/words.h"
#include "models/word_table.h"

namespace memfold::models {
namespace {

struct Scales {
  WordTable<int> spaced, glued, inside, closing;

  Scales() {
    read_words(words::kScales, [this](const WordHeading& heading, std::string_view word) {
      WordTable<int>* table = heading.name() == "spaced"    ? &spaced
                              : heading.name() == "glued"   ? &glued
                              : heading.name() == "inside"  ? &inside
                              : heading.name() == "closing" ? &closing
                                                            : nullptr;
      if (table == nullptr) heading.refuse();
      table->emplace(word, static_cast<int>(heading.number(1)));
    });
  }
};

const Scales& scales() {
  static const Scales kScales;
  return kScales;
}

std::string_view first_syllable(std::string_view hangul) {
  return hangul.substr(0, 3);
}

int zeros_of(const WordTable<int>& table, std::string_view word) {
  const int* found = table.find(word);
  return found == nullptr ? 0 : *found;
}

}  // namespace

int multiplier_zeros(std::string_view lower, bool glued) {
  const int zeros = zeros_of(scales().spaced, lower);
  return zeros == 0 && glued ? zeros_of(scales().glued, lower) : zeros;
}

bool begins_multiplier(std::string_view hangul) {
  const std::string_view head = first_syllable(hangul);
  return zeros_of(scales().inside, head) != 0 || zeros_of(scales().closing, head) != 0;
}

std::size_t KoreanAmount::take(std::string_view hangul) {
  const std::string_view head = first_syllable(hangul);
  if (const int zeros = zeros_of(scales().inside, head)) {
    add(digits_.times(Decimal{1, zeros}), section_);
  } else if (const int closing = zeros_of(scales().closing, head)) {
    if (pending_) add(digits_, section_);
    add(section_.times(Decimal{1, closing}), total_);
    section_ = {};
  } else {
    return 0;
  }
  pending_ = false;
  digits_ = Decimal::of(1);
  return head.size();
}

void KoreanAmount::add_digits(Decimal digits) {
  digits_ = digits;
  pending_ = true;
}

std::optional<Decimal> KoreanAmount::total() const {
  if (!fits_) return std::nullopt;
  const auto section = pending_ ? section_.plus(digits_) : std::optional(section_);
  return section ? total_.plus(*section) : std::nullopt;
}

void KoreanAmount::add(std::optional<Decimal> part, Decimal& to) {
  const auto sum = part ? to.plus(*part) : std::nullopt;
  fits_ = fits_ && sum.has_value();
  if (sum) to = *sum;
}

}  // namespace memfold::models
