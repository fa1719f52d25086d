#include "models/summarizer/combine.h"

#include "core/sentences.h"
#include "models/analyst/differences.h"
#include "models/analyst/overlap.h"

namespace memfold::models::summarizer {
namespace {

using std::string_view;

bool adds_nothing(const Reading& known, string_view sentence) {
  const Reading reading(Statement{sentence, {}, std::nullopt});
  if (!differences(known, reading).empty()) return false;
  return overlap(known, reading).extra_incoming == 0;
}

}  // namespace

bool covers(const Reading& whole, const Reading& part) {
  return differences(whole, part).empty() && overlap(whole, part).extra_incoming == 0;
}

std::string combine(string_view existing, string_view incoming) {
  const string_view first = trimmed(existing), second = trimmed(incoming);
  if (first.empty()) return std::string(second);
  if (second.empty()) return std::string(first);
  const Reading before(Statement{first, {}, std::nullopt});
  const Reading after(Statement{second, {}, std::nullopt});
  if (covers(before, after)) return std::string(first);
  if (covers(after, before)) return std::string(second);
  std::string combined(first);
  for (const string_view sentence : plain_sentences(second)) {
    if (!adds_nothing(before, sentence)) append_sentence(combined, sentence);
  }
  return combined;
}

}  // namespace memfold::models::summarizer
